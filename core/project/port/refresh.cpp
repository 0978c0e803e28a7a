#include "core/project/port/refresh.h"

#include "core/base/wording.h"
#include "core/vcs/mergetext.h"

#include <QMap>

#include <optional>

namespace rocport {

namespace {

using Content = std::optional<QByteArray>; ///< nothing: there is no such file

Result<Content> fileOrNone(const Repository& repository, const QByteArray& commit,
                           const RepoPath& path)
{
    auto content = repository.fileAt(commit, path);
    if (content) {
        return Content(*std::move(content));
    }
    if (content.error().code == ErrorCode::FileNotFound) {
        return Content();
    }
    return content.error();
}

class Refresher
{
public:
    Refresher(const ProjectState& state, const Repository& repository, const QByteArray& tip,
              const GeneratedTexts& last, const ReadSource& read)
        : m_state(state), m_repository(repository), m_tip(tip), m_last(last), m_read(read)
    {
    }

    Result<Refresh> run();

private:
    Result<void> readUpstream();
    Result<void> generate();
    Result<void> refreshGenerated(const RepoPath& path);
    Result<void> takeUpstream(const PathChange& change);
    Result<void> put(const RepoPath& path, const RepoPath& oldPath, const Content& base,
                     const Content& theirs);
    void write(const RepoPath& path, const Content& content);
    [[nodiscard]] QString message() const;

    const ProjectState& m_state;
    const Repository& m_repository;
    QByteArray m_tip;
    const GeneratedTexts& m_last;
    const ReadSource& m_read;
    QByteArray m_base; ///< where branch and upstream parted
    QVector<PathChange> m_upstream;
    QHash<RepoPath, RepoPath> m_renamedTo;
    QMap<RepoPath, PortFile> m_expected; ///< committed changes on the text of now
    QMap<RepoPath, Content> m_written;
    QStringList m_conflicts;
    Refresh m_refresh;
};

Result<void> Refresher::readUpstream()
{
    const QByteArray& scanned = m_state.scan->commit;
    auto base = m_repository.mergeBase(m_tip, scanned);
    if (!base) {
        // Histories that share nothing are not merged; the scan goes on from where it is.
        return base.error().code == ErrorCode::InvalidArgument ? Result<void>() : base.error();
    }
    m_base = *base;
    if (m_base == scanned || m_base.isEmpty()) {
        return {};
    }
    auto changes = m_repository.changesBetween(m_base, scanned);
    if (!changes) {
        return changes.error();
    }
    m_upstream = *std::move(changes);
    m_refresh.mergesUpstream = true;
    for (const PathChange& change : std::as_const(m_upstream)) {
        if (change.kind == PathChange::Kind::Renamed) {
            m_renamedTo.insert(change.oldPath, change.path);
        }
    }
    return {};
}

/// The port with what is committed and still has its place in the scan.
Result<void> Refresher::generate()
{
    QVector<Hunk> hunks;
    QHash<QByteArray, QByteArray> edited;
    for (const Hunk& hunk : m_state.scan->hunks) {
        if (!m_state.isCommitted(hunk.key)) {
            continue;
        }
        hunks.append(hunk);
        const Decision* decision = m_state.decisions.decision(hunk.key);
        if (decision != nullptr && decision->kind == DecisionKind::Edited) {
            edited.insert(hunk.key, decision->editedText);
        }
    }
    auto files = buildPort(hunks, edited, m_read);
    if (!files) {
        return files.error();
    }
    for (const PortFile& file : *files) {
        m_expected.insert(file.path, file);
    }
    return {};
}

void Refresher::write(const RepoPath& path, const Content& content)
{
    m_written.insert(path, content);
}

/// Puts `theirs` at `path`, where the branch may hold a person's version of `base` at `oldPath`.
Result<void> Refresher::put(const RepoPath& path, const RepoPath& oldPath, const Content& base,
                            const Content& theirs)
{
    auto ours = fileOrNone(m_repository, m_tip, oldPath);
    if (!ours) {
        return ours.error();
    }
    if (!*ours || *ours == base || *ours == theirs) {
        const bool gone = !*ours && base; // a person removed it: it stays away
        write(path, gone ? Content() : theirs);
        return {};
    }
    if (!theirs) {
        if (m_refresh.mergesUpstream && !m_last.contains(oldPath)) {
            m_conflicts.append(
                QStringLiteral("%1 (removed upstream, changed here)").arg(path.display()));
        }
        return {}; // a person's work stays
    }
    const auto merged = mergeGenerated(base.value_or(QByteArray()), **ours, *theirs);
    if (merged && merged->clean) {
        write(path, Content(merged->text));
        return {};
    }
    const QString place =
        merged ? QStringLiteral("%1 (%2)").arg(path.display(), merged->conflicts) : path.display();
    if (m_refresh.mergesUpstream) {
        m_conflicts.append(place);
    } else {
        m_refresh.kept.append(place);
    }
    return {};
}

/// A file with committed changes: from what was generated last to what is generated now.
Result<void> Refresher::refreshGenerated(const RepoPath& path)
{
    const RepoPath now = m_renamedTo.value(path, path);
    Content theirs;
    const auto expected = m_expected.constFind(now);
    if (expected != m_expected.constEnd()) {
        theirs = expected->content;
    } else {
        auto upstream = fileOrNone(m_repository, m_state.scan->commit, now);
        if (!upstream) {
            return upstream.error();
        }
        theirs = *std::move(upstream);
    }
    const QByteArray& base = m_last[path];
    if (now == path && theirs == base) {
        return {};
    }
    if (theirs) {
        m_refresh.generated.append({{}, now, *theirs});
    }
    if (now != path) {
        write(path, Content());
    }
    return put(now, path, base, theirs);
}

Result<void> Refresher::takeUpstream(const PathChange& change)
{
    const RepoPath old = change.oldPath.isEmpty() ? change.path : change.oldPath;
    if (m_last.contains(old) || m_last.contains(change.path)) {
        return {}; // generated: done already
    }
    auto base = fileOrNone(m_repository, m_base, old);
    auto theirs = fileOrNone(m_repository, m_state.scan->commit, change.path);
    if (!base || !theirs) {
        return !base ? base.error() : theirs.error();
    }
    if (change.kind == PathChange::Kind::Renamed) {
        write(old, Content());
    }
    if (change.kind == PathChange::Kind::Added) {
        base = Content();
    }
    return put(change.path, old, *base, *theirs);
}

QString Refresher::message() const
{
    const QString commit = QString::fromLatin1(m_state.scan->commit.left(12));
    QString text = m_refresh.mergesUpstream
                       ? QStringLiteral("Merge upstream %1 into the port").arg(commit)
                       : QStringLiteral("Regenerate the port for %1").arg(commit);
    text += QStringLiteral("\n\n%1 regenerated; edits made by hand on this branch were merged in.")
                .arg(counted(m_refresh.generated.size(), "file with committed changes was",
                             "files with committed changes were"));
    if (!m_refresh.kept.isEmpty()) {
        text += QStringLiteral("\nLeft as edited by hand, because both sides changed: %1.")
                    .arg(m_refresh.kept.join(QStringLiteral(", ")));
    }
    return text;
}

Result<Refresh> Refresher::run()
{
    Result<void> done = readUpstream();
    if (done) {
        done = generate();
    }
    QList<RepoPath> paths = m_last.keys();
    std::sort(paths.begin(), paths.end());
    for (const RepoPath& path : std::as_const(paths)) {
        done = done ? refreshGenerated(path) : done;
    }
    for (const PathChange& change : std::as_const(m_upstream)) {
        done = done ? takeUpstream(change) : done;
    }
    if (!done) {
        return done.error();
    }
    if (!m_conflicts.isEmpty()) {
        return Error{ErrorCode::MergeConflict, m_conflicts.join(QStringLiteral(", ")),
                     m_state.meta.portBranch};
    }
    for (auto file = m_written.cbegin(); file != m_written.cend(); ++file) {
        auto there = fileOrNone(m_repository, m_tip, file.key());
        if (!there) {
            return there.error();
        }
        if (*there != *file) {
            m_refresh.files.append(
                {file.key(), file->value_or(QByteArray()), false, !file->has_value()});
        }
    }
    m_refresh.message = message();
    return std::move(m_refresh);
}

} // namespace

GeneratedTexts generatedOn(const Repository& repository, const QByteArray& tip,
                           const QVector<GeneratedFile>& files,
                           const QVector<RecordedCommit>& commits)
{
    QHash<QByteArray, bool> known; // commit -> on the branch
    for (const RecordedCommit& commit : commits) {
        if (commit.undone) {
            known.insert(commit.id, false);
        } else {
            known.remove(commit.id); // it came back: the amending that replaced it was undone
        }
    }
    GeneratedTexts texts;
    for (const GeneratedFile& file : files) {
        if (!known.contains(file.commit)) {
            const auto base = repository.mergeBase(file.commit, tip);
            known.insert(file.commit, base && *base == file.commit);
        }
        if (known.value(file.commit)) {
            texts.insert(file.path, file.content);
        }
    }
    return texts;
}

Result<Refresh> makeRefresh(const ProjectState& state, const Repository& repository,
                            const QByteArray& tip, const GeneratedTexts& last,
                            const ReadSource& read)
{
    return Refresher(state, repository, tip, last, read).run();
}

} // namespace rocport
