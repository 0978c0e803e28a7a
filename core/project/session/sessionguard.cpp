#include "core/base/linerange.h"
#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "core/project/session/sessionprivate.h"
#include "core/rules/analyse.h"
#include "core/rules/proposal.h"

#include <QtConcurrent>

namespace rocport {

namespace {

Error committedError(const Hunk& hunk)
{
    return {ErrorCode::NotPossibleNow,
            QStringLiteral("the change is committed, so undo its commit first"),
            hunk.targetPath.display() + u':' + QString::number(hunk.firstLine)};
}

Result<SourceBuffer> readBuffer(const ProjectState& state, const RepoPath& file)
{
    auto bytes = sourceReader(state)(file);
    if (!bytes) {
        return bytes.error();
    }
    return SourceBuffer(*std::move(bytes));
}

Language languageOf(const RepoPath& file, const SourceBuffer& source)
{
    const qsizetype newline = source.bytes().left(256).indexOf('\n');
    return languageOfFile(file.fileName(), source.bytes().left(newline < 0 ? 256 : newline));
}

/// A guard as it would be shown: its hunk, proved with all that is in it. `anywhere`: a change
/// without a guard where none can stand.
Result<UserGuard> tryGuard(const ProjectState& state, const RepoPath& file, const LineSpan& lines,
                           const QString& reason, bool anywhere)
{
    const auto source = readBuffer(state, file);
    if (!source) {
        return source.error();
    }
    if (!lines.isValid() || lines.last > source->lineCount()) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("there are no such lines"),
                     file.display()};
    }
    const qsizetype begin = std::max(source->bomLength(), source->lineRange(lines.first).begin);
    const ByteRange range{begin, source->lineRange(lines.last).end};
    const Language language = languageOf(file, *source);
    const SelectionCheck check = GuardPlaces(*source, language, state.meta.target).check(range);
    const bool plain = check.lines != lines;
    if (anywhere && !source->isEditable()) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("the file is not text"),
                     file.display()};
    }
    if (plain && !anywhere) {
        return Error{ErrorCode::InvalidArgument, check.problem, file.display()};
    }
    UserGuard guard;
    guard.path = file;
    guard.firstLine = lines.first;
    guard.lastLine = lines.last;
    guard.original = source->bytes().mid(range.begin, range.size());
    guard.reason = reason;
    QSet<QByteArray> used;
    for (const UserGuard& other : state.userGuards) {
        used.insert(other.key);
        if (other.path == file && LineSpan{other.firstLine, other.lastLine}.overlaps(lines)) {
            return Error{ErrorCode::NotPossibleNow,
                         QStringLiteral("one of your own changes is there already"),
                         file.display()};
        }
    }
    for (int n = 0; guard.key.isEmpty() || used.contains(guard.key); ++n) {
        guard.key =
            hunkKey({QString(kUserGuardRule)}, file, guard.original, {{range, reason.toUtf8()}}, n);
    }
    GuardWishes wishes;
    wishes.userGuards = {{guard.key, lines, reason}};
    wishes.committed = state.committed;
    QVector<Hunk> hunks;
    for (const Hunk& hunk : state.rawScan->hunks) {
        if (hunk.targetPath == file && hunk.sourcePath == file) {
            hunks.append(hunk);
        }
    }
    const GuardedHunks shaped =
        guardHunks(*source, file, language, state.meta.target, hunks, wishes);
    for (const Hunk& hunk : shaped.hunks) {
        if (hunk.key != guard.key) {
            continue;
        }
        if (!plain && !isProved(hunk.verdict)) {
            return Error{ErrorCode::IsolationViolated, hunk.verdictReason,
                         file.display() + u':' + QString::number(lines.first)};
        }
        return guard;
    }
    return Error{
        ErrorCode::NotPossibleNow,
        shaped.kept.isEmpty()
            ? QStringLiteral("files of this kind cannot be guarded")
            : QStringLiteral("a change in these lines is committed, so undo its commit first"),
        file.display()};
}

} // namespace

void ProjectSession::Private::reshape()
{
    prepareScan(preparing ? preparing : q.m_state->rawScan, false);
}

Result<void> ProjectSession::Private::applyWidths(const QString& label,
                                                  const QVector<GuardSetting>& settings,
                                                  const QSet<QByteArray>& changed)
{
    const ProjectState& now = *q.m_state;
    for (const Hunk& hunk : now.scan->hunks) {
        const QVector<QByteArray> members = now.membersOf(hunk.key);
        const bool touched = std::any_of(members.begin(), members.end(),
                                         [&](const auto& key) { return changed.contains(key); });
        if (touched && now.isCommitted(hunk.key)) {
            return committedError(hunk);
        }
    }
    GuardStep step;
    for (const GuardSetting& setting : settings) {
        GuardChange change{setting.subject, {}, setting.width};
        for (const GuardSetting& other : now.guardWidths) {
            change.before = other.subject == setting.subject ? other.width : change.before;
        }
        if (change.before != change.after) {
            step.widths.append(change);
        }
    }
    if (!step.isEmpty()) {
        changeGuards(label, step);
    }
    return {};
}

Result<void> ProjectSession::setGuardWidth(GuardWidth width)
{
    if (Result<void> writable = d->checkWritable(); !writable) {
        return writable;
    }
    QVector<GuardSetting> settings = {{QString(), guardWidthId(width)}};
    // Changes that are committed keep the shape that they were committed in.
    QSet<QByteArray> committed;
    for (const Hunk& hunk : m_state->scan->hunks) {
        if (m_state->isCommitted(hunk.key)) {
            const QVector<QByteArray> members = m_state->membersOf(hunk.key);
            committed.unite(QSet<QByteArray>(members.begin(), members.end()));
        }
    }
    QSet<RepoPath> fixed;
    for (const Hunk& hunk : m_state->rawScan->hunks) {
        if (committed.contains(hunk.key) && !fixed.contains(hunk.targetPath)) {
            fixed.insert(hunk.targetPath);
            settings.append({guardSubject(hunk.targetPath),
                             guardWidthId(guardWidthOf(m_state->guardWidths, hunk))});
        }
    }
    return d->applyWidths(QStringLiteral("Guards of the project: %1").arg(guardWidthId(width)),
                          settings, {});
}

Result<void> ProjectSession::setGuardWidth(const RepoPath& file, GuardWidth width)
{
    if (Result<void> writable = d->checkWritable(); !writable) {
        return writable;
    }
    QVector<GuardSetting> settings = {{guardSubject(file), guardWidthId(width)}};
    QSet<QByteArray> changed;
    for (const Hunk& hunk : m_state->rawScan->hunks) {
        if (hunk.targetPath != file) {
            continue;
        }
        changed.insert(hunk.key);
        const GuardSetting own{guardSubject(hunk.key), {}};
        const bool set =
            std::any_of(m_state->guardWidths.begin(), m_state->guardWidths.end(),
                        [&](const GuardSetting& other) { return other.subject == own.subject; });
        if (set) {
            settings.append(own); // the file's word replaces that of its changes
        }
    }
    return d->applyWidths(
        QStringLiteral("Guards of %1: %2").arg(file.display(), guardWidthId(width)), settings,
        changed);
}

Result<void> ProjectSession::setGuardWidth(const QVector<QByteArray>& hunkKeys, GuardWidth width)
{
    if (Result<void> writable = d->checkWritable(); !writable) {
        return writable;
    }
    QVector<GuardSetting> settings;
    QSet<QByteArray> changed;
    for (const QByteArray& key : hunkKeys) {
        for (const QByteArray& member : m_state->membersOf(key)) {
            settings.append({guardSubject(member), guardWidthId(width)});
            changed.insert(member);
        }
    }
    if (settings.isEmpty()) {
        return {};
    }
    const Hunk* hunk = m_state->hunk(hunkKeys.first());
    const QString place =
        hunkKeys.size() > 1 || hunk == nullptr
            ? counted(hunkKeys.size(), "change", "changes")
            : hunk->targetPath.display() + u':' + QString::number(hunk->firstLine);
    return d->applyWidths(QStringLiteral("Guard of %1: %2").arg(place, guardWidthId(width)),
                          settings, changed);
}

QFuture<Result<SelectionCheck>> ProjectSession::checkSelection(const RepoPath& file,
                                                               ByteRange selection)
{
    return QtConcurrent::run(
        &d->pool, [state = m_state, file, selection]() -> Result<SelectionCheck> {
            if (!state || !state->scan) {
                return Error{ErrorCode::FileNotFound, {}, file.display()};
            }
            const auto source = readBuffer(*state, file);
            if (!source) {
                return source.error();
            }
            const qsizetype size = source->bytes().size();
            const ByteRange inside{std::clamp<qsizetype>(selection.begin, 0, size),
                                   std::clamp<qsizetype>(selection.end, 0, size)};
            return GuardPlaces(*source, languageOf(file, *source), state->meta.target)
                .check(inside);
        });
}

QFuture<Result<QByteArray>> ProjectSession::guardLines(const RepoPath& file, const LineSpan& lines,
                                                       const QString& reason, OwnChange kind)
{
    Result<void> can = d->checkWritable();
    if (can && reason.trimmed().isEmpty()) {
        can = Error{ErrorCode::InvalidArgument, QStringLiteral("a guard needs a reason"),
                    file.display()};
    }
    if (!can) {
        return QtFuture::makeReadyFuture<Result<QByteArray>>(can.error());
    }
    return whenDone(QtConcurrent::run(&d->pool,
                                      [state = m_state, file, lines, reason, kind] {
                                          return tryGuard(*state, file, lines, reason.trimmed(),
                                                          kind == OwnChange::Anywhere);
                                      }),
                    this,
                    [this, kind, at = d->generation.load()](
                        const Result<UserGuard>& guard) -> Result<QByteArray> {
                        if (at != d->generation || !m_state) {
                            return Error{ErrorCode::Cancelled, {}, {}};
                        }
                        if (!guard) {
                            return guard.error();
                        }
                        const QString label = kind == OwnChange::Anywhere
                                                  ? QStringLiteral("Change of your own: %1 of %2")
                                                  : QStringLiteral("Guard %1 of %2");
                        d->changeGuards(label.arg(lineRangeText(guard->firstLine, guard->lastLine),
                                                  guard->path.display()),
                                        {{}, {{*guard, true}}});
                        return guard->key;
                    });
}

Result<void> ProjectSession::removeGuard(const QByteArray& key)
{
    if (Result<void> writable = d->checkWritable(); !writable) {
        return writable;
    }
    const Hunk* hunk = m_state->hunk(key);
    if (hunk != nullptr && m_state->isCommitted(key)) {
        return committedError(*hunk);
    }
    UserGuard removed;
    for (const UserGuard& guard : m_state->userGuards) {
        removed = guard.key == key ? guard : removed;
    }
    if (removed.key.isEmpty()) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("there is no such guard"),
                     QString::fromLatin1(key)};
    }
    d->changeGuards(QStringLiteral("Remove the guard of %1:%2")
                        .arg(removed.path.display(), QString::number(removed.firstLine)),
                    {{}, {{removed, false}}});
    return {};
}

Result<void> ProjectSession::dismissOrphaned(const QVector<QByteArray>& keys)
{
    if (Result<void> writable = d->checkWritable(); !writable) {
        return writable;
    }
    DecisionBatch batch;
    batch.label = QStringLiteral("Remove %1 without a place from the list")
                      .arg(counted(keys.size(), "decision", "decisions"));
    batch.author = authorOf(*m_state);
    batch.time = QDateTime::currentDateTimeUtc();
    for (const QByteArray& key : keys) {
        if (m_state->hunk(key) == nullptr && m_state->decisions.kind(key) != DecisionKind::Open) {
            batch.decisions.append({key, DecisionKind::Open, {}, {}, {}});
        }
        const bool guard =
            std::any_of(m_state->guards.withoutPlace.begin(), m_state->guards.withoutPlace.end(),
                        [&](const UserGuard& one) { return one.key == key; });
        if (guard) {
            if (Result<void> removed = removeGuard(key); !removed) {
                return removed;
            }
        }
    }
    if (!batch.decisions.isEmpty()) {
        d->appendBatch(batch);
    }
    return {};
}

} // namespace rocport
