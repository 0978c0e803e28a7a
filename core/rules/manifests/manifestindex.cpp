#include "core/rules/manifests/manifestindex.h"

#include "core/text/sourcebuffer.h"

#include <QCryptographicHash>
#include <QSet>

#include <algorithm>
#include <array>

namespace rocport {

namespace {

FileFeature featureOf(const ManifestEntry& entry)
{
    return {QString::fromUtf8(entry.requirement), QString::fromUtf8(entry.group), entry.line, 0};
}

ManifestEntry entryOf(const FileFeature& feature)
{
    return {feature.text.toUtf8(), feature.detail.toUtf8(), feature.line, {}};
}

/// Such that no two summaries have the same.
void addTo(QCryptographicHash& hash, const ManifestSummary& summary)
{
    const auto add = [&hash](const QByteArray& part) {
        hash.addData(QByteArray::number(part.size()) + ':' + part);
    };
    add(summary.path.bytes());
    const FileFeatures features = summary.write();
    for (auto it = features.all().begin(); it != features.all().end(); ++it) {
        add(QByteArray::number(int(it.key())));
        add(QByteArray::number(it->size()));
        for (const FileFeature& value : *it) {
            add(value.text.toUtf8());
            add(value.detail.toUtf8());
            add(QByteArray::number(value.line) + ' ' + QByteArray::number(value.count));
        }
    }
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

FileFeatures ManifestSummary::write() const
{
    FileFeatures features;
    for (const ManifestEntry& entry : entries) {
        features.add(FeatureKind::ManifestEntry, featureOf(entry));
    }
    for (const ManifestInclude& include : includes) {
        features.add(FeatureKind::ManifestInclude,
                     {QString::fromUtf8(include.path), {}, include.line, int(include.constraint)});
    }
    for (const ManifestEntry& index : indexes) {
        features.add(FeatureKind::ManifestIndex, featureOf(index));
    }
    if (!python.requirement.isEmpty()) {
        features.add(FeatureKind::ManifestPython, featureOf(python));
    }
    if (project) {
        features.add(FeatureKind::ManifestProject);
    }
    return features;
}

bool ManifestSummary::isAmong(const FileFeatures& features)
{
    constexpr std::array kKinds = {FeatureKind::ManifestEntry, FeatureKind::ManifestInclude,
                                   FeatureKind::ManifestIndex, FeatureKind::ManifestPython,
                                   FeatureKind::ManifestProject};
    return std::any_of(kKinds.begin(), kKinds.end(),
                       [&](FeatureKind kind) { return features.has(kind); });
}

ManifestSummary ManifestSummary::read(const RepoPath& path, const FileFeatures& features)
{
    ManifestSummary summary;
    summary.path = path;
    for (const FileFeature& entry : features.values(FeatureKind::ManifestEntry)) {
        summary.entries.append(entryOf(entry));
    }
    for (const FileFeature& include : features.values(FeatureKind::ManifestInclude)) {
        summary.includes.append({include.text.toUtf8(), include.count == 1, include.line});
    }
    for (const FileFeature& index : features.values(FeatureKind::ManifestIndex)) {
        summary.indexes.append(entryOf(index));
    }
    for (const FileFeature& python : features.values(FeatureKind::ManifestPython)) {
        summary.python = entryOf(python);
    }
    summary.project = features.has(FeatureKind::ManifestProject);
    return summary;
}

ManifestIndex::ManifestIndex(const QVector<ManifestSummary>& manifests) : m_manifests(manifests)
{
    std::sort(m_manifests.begin(), m_manifests.end(),
              [](const ManifestSummary& a, const ManifestSummary& b) { return a.path < b.path; });
    QCryptographicHash hash(QCryptographicHash::Sha1);
    for (qsizetype i = 0; i < m_manifests.size(); ++i) {
        m_index.insert(m_manifests[i].path, i);
        addTo(hash, m_manifests[i]);
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

void ManifestIndex::remember(FileFeatures& features) const
{
    features.addOnce(FeatureKind::AskedManifests, QString::fromLatin1(m_digest));
}

bool ManifestIndex::stillHolds(const FileFeatures& features) const
{
    const QVector<FileFeature> asked = features.values(FeatureKind::AskedManifests);
    return std::all_of(asked.begin(), asked.end(),
                       [&](const FileFeature& one) { return one.text.toLatin1() == m_digest; });
}

} // namespace rocport
