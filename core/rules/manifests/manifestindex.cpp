#include "core/rules/manifests/manifestindex.h"

#include "core/text/sourcebuffer.h"

#include <QCryptographicHash>
#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

const QLatin1StringView kEntryLine("manifest-entry\t");
const QLatin1StringView kIncludeLine("manifest-include\t");
const QLatin1StringView kIndexLine("manifest-index\t");
const QLatin1StringView kPythonLine("manifest-python\t");
const QLatin1StringView kProjectLine("manifest-project\t");
const QLatin1StringView kAskedLine("asked-manifests\t");

QString entryText(const ManifestEntry& entry)
{
    return QStringLiteral("%1\t%2\t%3")
        .arg(entry.line)
        .arg(QString::fromUtf8(entry.group), QString::fromUtf8(entry.requirement));
}

ManifestEntry entryOf(const QString& text)
{
    const QStringList parts = text.split(u'\t');
    return {parts.value(2).toUtf8(), parts.value(1).toUtf8(), parts.value(0).toInt(), {}};
}

} // namespace

std::optional<RepoPath> below(const RepoPath& folder, const QByteArray& written)
{
    QByteArrayList parts;
    for (const QByteArray& part : (folder.bytes() + '/' + written).split('/')) {
        if (part == "..") {
            if (parts.isEmpty()) {
                return std::nullopt;
            }
            parts.removeLast();
        } else if (!part.isEmpty() && part != ".") {
            parts.append(part);
        }
    }
    return RepoPath(parts.join('/'));
}

QStringList ManifestSummary::write() const
{
    QStringList lines;
    for (const ManifestEntry& entry : entries) {
        lines.append(kEntryLine + entryText(entry));
    }
    for (const ManifestInclude& include : includes) {
        lines.append(kIncludeLine + QStringLiteral("%1\t%2\t%3")
                                        .arg(include.line)
                                        .arg(int(include.constraint))
                                        .arg(QString::fromUtf8(include.path)));
    }
    for (const ManifestEntry& index : indexes) {
        lines.append(kIndexLine + entryText(index));
    }
    if (!python.requirement.isEmpty()) {
        lines.append(kPythonLine + entryText(python));
    }
    if (project) {
        lines.append(kProjectLine);
    }
    return lines;
}

bool ManifestSummary::isSummaryLine(const QString& line)
{
    return line.startsWith(QLatin1StringView("manifest-")) || line.startsWith(kAskedLine);
}

bool ManifestSummary::isAmong(const QStringList& lines)
{
    return std::any_of(lines.begin(), lines.end(), [](const QString& line) {
        return line.startsWith(QLatin1StringView("manifest-"));
    });
}

ManifestSummary ManifestSummary::read(const RepoPath& path, const QStringList& lines)
{
    ManifestSummary summary;
    summary.path = path;
    for (const QString& line : lines) {
        if (line.startsWith(kEntryLine)) {
            summary.entries.append(entryOf(line.mid(kEntryLine.size())));
        } else if (line.startsWith(kIncludeLine)) {
            const QStringList parts = line.mid(kIncludeLine.size()).split(u'\t');
            summary.includes.append(
                {parts.value(2).toUtf8(), parts.value(1) == u"1", parts.value(0).toInt()});
        } else if (line.startsWith(kIndexLine)) {
            summary.indexes.append(entryOf(line.mid(kIndexLine.size())));
        } else if (line.startsWith(kPythonLine)) {
            summary.python = entryOf(line.mid(kPythonLine.size()));
        } else if (line.startsWith(kProjectLine)) {
            summary.project = true;
        }
    }
    return summary;
}

ManifestIndex::ManifestIndex(const QVector<ManifestSummary>& manifests) : m_manifests(manifests)
{
    std::sort(m_manifests.begin(), m_manifests.end(),
              [](const ManifestSummary& a, const ManifestSummary& b) { return a.path < b.path; });
    QCryptographicHash hash(QCryptographicHash::Sha1);
    for (qsizetype i = 0; i < m_manifests.size(); ++i) {
        m_index.insert(m_manifests[i].path, i);
        hash.addData(m_manifests[i].path.bytes() + '\n' +
                     m_manifests[i].write().join(u'\n').toUtf8() + '\0');
    }
    m_digest = hash.result().toHex().left(16);
}

const ManifestSummary* ManifestIndex::manifest(const RepoPath& path) const
{
    const auto at = m_index.constFind(path);
    return at == m_index.constEnd() ? nullptr : &m_manifests[*at];
}

RepoPath ManifestIndex::resolve(const RepoPath& from, const QByteArray& written) const
{
    for (RepoPath folder = from.folder();; folder = folder.folder()) {
        const std::optional<RepoPath> path = below(folder, written);
        if (path && m_index.contains(*path)) {
            return *path;
        }
        if (folder.isEmpty()) {
            break;
        }
    }
    const RepoPath plain = below({}, written).value_or(RepoPath());
    RepoPath only;
    for (const ManifestSummary& one : m_manifests) {
        if (!plain.isEmpty() && one.path.bytes().endsWith('/' + plain.bytes())) {
            if (!only.isEmpty()) {
                return {};
            }
            only = one.path;
        }
    }
    return only;
}

QVector<const ManifestSummary*> ManifestIndex::reached(const RepoPath& path, bool* complete) const
{
    QVector<const ManifestSummary*> found;
    QVector<RepoPath> open{path};
    QSet<RepoPath> seen{path};
    for (qsizetype i = 0; i < open.size(); ++i) {
        const ManifestSummary* one = manifest(open[i]);
        if (one == nullptr) {
            if (complete != nullptr) {
                *complete = false;
            }
            continue;
        }
        found.append(one);
        for (const ManifestInclude& include : one->includes) {
            const RepoPath next = resolve(one->path, include.path);
            if (next.isEmpty()) {
                if (complete != nullptr) {
                    *complete = false;
                }
            } else if (!include.constraint && !seen.contains(next)) {
                seen.insert(next);
                open.append(next);
            }
        }
    }
    return found;
}

QVector<ManifestIndex::Met> ManifestIndex::entriesOf(const RepoPath& path, bool* complete) const
{
    QVector<Met> met;
    for (const ManifestSummary* one : reached(path, complete)) {
        for (const ManifestEntry& entry : one->entries) {
            met.append({entry, one->path});
        }
    }
    return met;
}

QVector<ManifestIndex::Met> ManifestIndex::constraintsOf(const RepoPath& path) const
{
    QVector<Met> met;
    QSet<RepoPath> seen;
    for (const ManifestSummary* one : reached(path, nullptr)) {
        for (const ManifestInclude& include : one->includes) {
            const RepoPath next = resolve(one->path, include.path);
            if (include.constraint && !next.isEmpty() && !seen.contains(next)) {
                seen.insert(next);
                met += entriesOf(next, nullptr);
            }
        }
    }
    return met;
}

QVector<ManifestIndex::Met> ManifestIndex::indexesOf(const RepoPath& path) const
{
    QVector<Met> met;
    for (const ManifestSummary* one : reached(path, nullptr)) {
        for (const ManifestEntry& index : one->indexes) {
            met.append({index, one->path});
        }
    }
    return met;
}

QVector<QVector<RepoPath>> ManifestIndex::missing() const
{
    QVector<QVector<RepoPath>> result;
    for (const ManifestSummary& one : m_manifests) {
        for (const ManifestInclude& include : one.includes) {
            if (include.path.contains("://") || one.path.suffix() == "py" ||
                !resolve(one.path, include.path).isEmpty()) {
                continue;
            }
            QVector<RepoPath> paths;
            for (RepoPath folder = one.path.folder();; folder = folder.folder()) {
                const std::optional<RepoPath> path = below(folder, include.path);
                if (path && !path->isEmpty()) {
                    paths.append(*path);
                }
                if (folder.isEmpty()) {
                    break;
                }
            }
            result.append(paths);
        }
    }
    return result;
}

QVector<ManifestSummary>
includedManifests(const QVector<ManifestSummary>& manifests,
                  const std::function<std::optional<QByteArray>(const RepoPath&)>& read)
{
    constexpr int kMaxDepth = 8;
    QVector<ManifestSummary> found;
    QSet<RepoPath> tried;
    for (int depth = 0; depth < kMaxDepth; ++depth) {
        const qsizetype before = found.size();
        for (const QVector<RepoPath>& paths : ManifestIndex(manifests + found).missing()) {
            for (const RepoPath& path : paths) {
                if (tried.contains(path)) {
                    continue;
                }
                tried.insert(path);
                if (const std::optional<QByteArray> bytes = read(path)) {
                    found.append(readManifest(path, Language::Requirements, SourceBuffer(*bytes)));
                    break;
                }
            }
        }
        if (found.size() == before) {
            break;
        }
    }
    return found;
}

QVector<QPair<RepoPath, int>> ManifestIndex::readersOf(const RepoPath& path) const
{
    QVector<QPair<RepoPath, int>> readers;
    QVector<RepoPath> open{path};
    QSet<RepoPath> seen{path};
    for (qsizetype i = 0; i < open.size(); ++i) {
        for (const ManifestSummary& one : m_manifests) {
            for (const ManifestInclude& include : one.includes) {
                if (seen.contains(one.path) || resolve(one.path, include.path) != open[i]) {
                    continue;
                }
                seen.insert(one.path);
                open.append(one.path);
                readers.append({one.path, include.line});
            }
        }
    }
    return readers;
}

QVector<RepoPath> ManifestIndex::projectsIn(const RepoPath& folder) const
{
    QVector<RepoPath> found;
    for (const char* name : {"pyproject.toml", "setup.cfg", "setup.py"}) {
        const RepoPath path = below(folder, name).value_or(RepoPath());
        const ManifestSummary* one = manifest(path);
        if (one != nullptr && one->project) {
            found.append(path);
        }
    }
    return found;
}

QString ManifestIndex::asked() const
{
    return kAskedLine + QString::fromLatin1(m_digest);
}

bool ManifestIndex::stillHolds(const QStringList& features) const
{
    return std::all_of(features.begin(), features.end(), [&](const QString& line) {
        return !line.startsWith(kAskedLine) || line == asked();
    });
}

} // namespace rocport
