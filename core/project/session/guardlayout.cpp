#include "core/project/session/guardlayout.h"

#include <QMap>

#include <algorithm>

namespace rocport {

namespace {

/// Settings by subject.
using Widths = QHash<QString, GuardWidth>;

Widths widthsOf(const QVector<GuardSetting>& settings)
{
    Widths widths;
    for (const GuardSetting& setting : settings) {
        if (const auto width = guardWidthFromId(setting.width)) {
            widths.insert(setting.subject, *width);
        }
    }
    return widths;
}

GuardWidth widthOf(const Widths& widths, const Hunk& hunk)
{
    for (const QString& subject :
         {guardSubject(hunk.key), guardSubject(hunk.targetPath), QString()}) {
        if (const auto found = widths.constFind(subject); found != widths.constEnd()) {
            return *found;
        }
    }
    return GuardWidth::Line;
}

/// Where the guarded text stands in `source` now: the place nearest to where it was.
LineSpan placeOf(const SourceBuffer& source, const UserGuard& guard)
{
    LineSpan best;
    const QByteArray& bytes = source.bytes();
    int distance = 0;
    constexpr int kMaxPlaces = 100000;
    qsizetype at = guard.original.isEmpty() ? -1 : bytes.indexOf(guard.original);
    for (int n = 0; at >= 0 && n < kMaxPlaces; ++n, at = bytes.indexOf(guard.original, at + 1)) {
        const qsizetype end = at + guard.original.size();
        const int first = source.lineOf(at);
        const qsizetype begin = std::max(source.bomLength(), source.lineRange(first).begin);
        const int last = source.lineOf(end - 1);
        if (at != begin || source.lineRange(last).end != end) {
            continue;
        }
        const int far = std::abs(first - guard.firstLine);
        if (!best.isValid() || far < distance) {
            best = {first, last};
            distance = far;
        }
    }
    return best;
}

/// What is asked of one file.
struct FileWish
{
    QVector<Hunk> hunks;
    QVector<UserGuard> guards;
    bool wider = false;
};

class GuardLayout
{
public:
    GuardLayout(const std::shared_ptr<const ScanResult>& raw, const TargetSettings& target,
                const GuardRequest& wishes, const ReadSource& read)
        : m_raw(raw), m_target(target), m_wishes(wishes), m_read(read)
    {
    }

    Result<GuardedScan> run()
    {
        collect();
        QHash<RepoPath, QVector<Hunk>> changed;
        for (auto file = m_files.begin(); file != m_files.end(); ++file) {
            if (!file->wider && file->guards.isEmpty()) {
                continue;
            }
            auto shaped = shapeFile(file.key(), *file);
            if (!shaped) {
                if (shaped.error().code != ErrorCode::FileNotFound) {
                    return shaped.error();
                }
                m_result.withoutPlace += file->guards;
                continue;
            }
            if (!shaped->members.isEmpty()) {
                changed.insert(file.key(), shaped->hunks);
                m_result.members.insert(shaped->members);
            }
            m_result.kept += shaped->kept;
        }
        m_result.scan = changed.isEmpty() ? m_raw : assembled(changed);
        return std::move(m_result);
    }

private:
    void collect()
    {
        const Widths widths = widthsOf(m_wishes.widths);
        for (const UserGuard& guard : m_wishes.userGuards) {
            UserGuard moved = guard;
            moved.path = m_wishes.renames.value(guard.path, guard.path);
            m_files[moved.path].guards.append(moved);
        }
        if (widths.isEmpty() && m_files.isEmpty()) {
            return;
        }
        for (const Hunk& hunk : m_raw->hunks) {
            if (hunk.sourcePath != hunk.targetPath) {
                continue;
            }
            const GuardWidth width = widthOf(widths, hunk);
            m_widths.insert(hunk.key, width);
            FileWish& file = m_files[hunk.targetPath];
            file.hunks.append(hunk);
            file.wider = file.wider || width != GuardWidth::Line;
        }
    }

    Result<GuardedHunks> shapeFile(const RepoPath& path, const FileWish& file)
    {
        auto bytes = m_read(path);
        if (!bytes) {
            return bytes.error();
        }
        const SourceBuffer source(*std::move(bytes));
        const qsizetype newline = source.bytes().left(256).indexOf('\n');
        const Language language =
            languageOfFile(path.fileName(), source.bytes().left(newline < 0 ? 256 : newline));
        GuardWishes wishes;
        wishes.edited = m_wishes.edited;
        wishes.committed = m_wishes.committed;
        for (const Hunk& hunk : file.hunks) {
            wishes.widths.insert(hunk.key, m_widths.value(hunk.key, GuardWidth::Line));
        }
        for (UserGuard guard : file.guards) {
            const LineSpan lines = placeOf(source, guard);
            if (!lines.isValid()) {
                m_result.withoutPlace.append(guard);
                continue;
            }
            guard.firstLine = lines.first;
            guard.lastLine = lines.last;
            wishes.userGuards.append({guard.key, lines, guard.reason});
            m_result.placed.append(guard);
        }
        GuardedHunks shaped = guardHunks(source, path, language, m_target, file.hunks, wishes);
        if (!file.guards.isEmpty()) {
            takePhases(shaped, path);
        }
        return shaped;
    }

    /// A change of the user's own that holds no other one stands in the phase of the most serious
    /// finding with a way out at its lines.
    void takePhases(GuardedHunks& shaped, const RepoPath& path) const
    {
        const auto file = std::find_if(m_raw->files.begin(), m_raw->files.end(),
                                       [&](const auto& one) { return one->path == path; });
        if (file == m_raw->files.end()) {
            return;
        }
        for (Hunk& hunk : shaped.hunks) {
            if (hunk.ruleIds.value(0) != kUserGuardRule ||
                !shaped.members.value(hunk.key).isEmpty()) {
                continue;
            }
            const LineSpan lines{hunk.firstLine, hunk.lastLine};
            const Finding* about = nullptr;
            for (const Finding& finding : (*file)->findings) {
                const LineSpan own{finding.line, std::max(finding.line, finding.endLine)};
                if (lines.overlaps(own) && !finding.wayOut.isEmpty() &&
                    (about == nullptr || finding.severity > about->severity)) {
                    about = &finding;
                }
            }
            hunk.phase = about != nullptr ? about->phase : hunk.phase;
        }
    }

    /// The scan with the hunks of some files replaced; each file's hunks stand where its first one
    /// of that phase stood, or at the end.
    [[nodiscard]] std::shared_ptr<const ScanResult>
    assembled(const QHash<RepoPath, QVector<Hunk>>& changed) const
    {
        auto result = std::make_shared<ScanResult>(*m_raw);
        result->hunks.removeIf([&](const Hunk& hunk) {
            return hunk.sourcePath == hunk.targetPath && changed.contains(hunk.targetPath);
        });
        QHash<QByteArray, QByteArray> into;
        for (auto wide = m_result.members.cbegin(); wide != m_result.members.cend(); ++wide) {
            for (const QByteArray& member : wide.value()) {
                into.insert(member, wide.key());
            }
        }
        for (Hunk& hunk : result->hunks) {
            for (QByteArray& need : hunk.needs) {
                need = into.value(need, need);
            }
        }
        for (const QVector<Hunk>& hunks : changed) {
            result->hunks += hunks;
        }
        const auto path = [](const Hunk& hunk) -> const RepoPath& {
            return hunk.sourcePath.isEmpty() ? hunk.targetPath : hunk.sourcePath;
        };
        std::stable_sort(
            result->hunks.begin(), result->hunks.end(), [&](const Hunk& a, const Hunk& b) {
                if (a.phase != b.phase) {
                    return a.phase < b.phase;
                }
                return path(a) != path(b) ? path(a) < path(b) : a.firstLine < b.firstLine;
            });
        return result;
    }

    std::shared_ptr<const ScanResult> m_raw;
    const TargetSettings& m_target;
    const GuardRequest& m_wishes;
    const ReadSource& m_read;
    QMap<RepoPath, FileWish> m_files;
    QHash<QByteArray, GuardWidth> m_widths;
    GuardedScan m_result;
};

} // namespace

QString guardSubject(const RepoPath& path)
{
    return QStringLiteral("file:") + QString::fromLatin1(path.bytes().toPercentEncoding("/"));
}

QString guardSubject(const QByteArray& hunkKey)
{
    return QStringLiteral("hunk:") + QString::fromLatin1(hunkKey);
}

GuardWidth guardWidthOf(const QVector<GuardSetting>& settings, const Hunk& hunk)
{
    return widthOf(widthsOf(settings), hunk);
}

Result<GuardedScan> layOutGuards(const std::shared_ptr<const ScanResult>& raw,
                                 const TargetSettings& target, const GuardRequest& wishes,
                                 const ReadSource& read)
{
    if (!raw || (wishes.widths.isEmpty() && wishes.userGuards.isEmpty())) {
        GuardedScan same;
        same.scan = raw;
        return same;
    }
    return GuardLayout(raw, target, wishes, read).run();
}

} // namespace rocport
