#include "core/project/session/projectguards.h"

#include "core/base/linerange.h"
#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "core/project/session/committederror.h"
#include "core/project/session/openproject.h"
#include "core/project/session/projectstate.h"
#include "core/project/session/sourcereader.h"
#include "core/project/session/steprecorder.h"
#include "core/rules/analyse.h"
#include "core/rules/proposal.h"

#include <QtConcurrent>

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

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
                         placeText(file, lines.first)};
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

ProjectGuards::ProjectGuards(OpenProject& project, StepRecorder& recorder)
    : m_project(project), m_recorder(recorder)
{
    connect(&m_recorder, &StepRecorder::appended, this, &ProjectGuards::followEdits);
}

Result<void> ProjectGuards::applyWidths(const QString& label, const QVector<GuardSetting>& settings,
                                        const QSet<QByteArray>& changed)
{
    const ProjectState& now = *m_project.state();
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
        change(label, step);
    }
    return {};
}

Result<void> ProjectGuards::setWidth(GuardWidth width)
{
    if (Result<void> writable = m_project.checkWritable(); !writable) {
        return writable;
    }
    QVector<GuardSetting> settings = {{QString(), guardWidthId(width)}};
    // Changes that are committed keep the shape that they were committed in.
    QSet<QByteArray> committed;
    for (const Hunk& hunk : m_project.state()->scan->hunks) {
        if (m_project.state()->isCommitted(hunk.key)) {
            const QVector<QByteArray> members = m_project.state()->membersOf(hunk.key);
            committed.unite(QSet<QByteArray>(members.begin(), members.end()));
        }
    }
    QSet<RepoPath> fixed;
    for (const Hunk& hunk : m_project.state()->rawScan->hunks) {
        if (committed.contains(hunk.key) && !fixed.contains(hunk.targetPath)) {
            fixed.insert(hunk.targetPath);
            settings.append({guardSubject(hunk.targetPath),
                             guardWidthId(guardWidthOf(m_project.state()->guardWidths, hunk))});
        }
    }
    return applyWidths(QStringLiteral("Guards of the project: %1").arg(guardWidthId(width)),
                       settings, {});
}

Result<void> ProjectGuards::setWidth(const RepoPath& file, GuardWidth width)
{
    if (Result<void> writable = m_project.checkWritable(); !writable) {
        return writable;
    }
    QVector<GuardSetting> settings = {{guardSubject(file), guardWidthId(width)}};
    QSet<QByteArray> changed;
    for (const Hunk& hunk : m_project.state()->rawScan->hunks) {
        if (hunk.targetPath != file) {
            continue;
        }
        changed.insert(hunk.key);
        const GuardSetting own{guardSubject(hunk.key), {}};
        const bool set = std::any_of(
            m_project.state()->guardWidths.begin(), m_project.state()->guardWidths.end(),
            [&](const GuardSetting& other) { return other.subject == own.subject; });
        if (set) {
            settings.append(own); // the file's word replaces that of its changes
        }
    }
    return applyWidths(QStringLiteral("Guards of %1: %2").arg(file.display(), guardWidthId(width)),
                       settings, changed);
}

Result<void> ProjectGuards::setWidth(const QVector<QByteArray>& hunkKeys, GuardWidth width)
{
    if (Result<void> writable = m_project.checkWritable(); !writable) {
        return writable;
    }
    QVector<GuardSetting> settings;
    QSet<QByteArray> changed;
    for (const QByteArray& key : hunkKeys) {
        for (const QByteArray& member : m_project.state()->membersOf(key)) {
            settings.append({guardSubject(member), guardWidthId(width)});
            changed.insert(member);
        }
    }
    if (settings.isEmpty()) {
        return {};
    }
    const Hunk* hunk = m_project.state()->hunk(hunkKeys.first());
    const QString place = hunkKeys.size() > 1 || hunk == nullptr
                              ? counted(hunkKeys.size(), "change", "changes")
                              : placeText(hunk->targetPath, hunk->firstLine);
    return applyWidths(QStringLiteral("Guard of %1: %2").arg(place, guardWidthId(width)), settings,
                       changed);
}

QFuture<Result<SelectionCheck>> ProjectGuards::checkSelection(const RepoPath& file,
                                                              ByteRange selection)
{
    return QtConcurrent::run(
        &m_project.pool(),
        [state = m_project.state(), file, selection]() -> Result<SelectionCheck> {
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

QFuture<Result<QByteArray>> ProjectGuards::guardLines(const RepoPath& file, const LineSpan& lines,
                                                      const QString& reason, OwnChange kind)
{
    Result<void> can = m_project.checkWritable();
    if (can && reason.trimmed().isEmpty()) {
        can = Error{ErrorCode::InvalidArgument, QStringLiteral("a guard needs a reason"),
                    file.display()};
    }
    if (!can) {
        return QtFuture::makeReadyFuture<Result<QByteArray>>(can.error());
    }
    return whenDone(QtConcurrent::run(&m_project.pool(),
                                      [state = m_project.state(), file, lines, reason, kind] {
                                          return tryGuard(*state, file, lines, reason.trimmed(),
                                                          kind == OwnChange::Anywhere);
                                      }),
                    this,
                    [this, kind, at = m_project.generation()](
                        const Result<UserGuard>& guard) -> Result<QByteArray> {
                        if (!m_project.isOpen(at)) {
                            return Error{ErrorCode::Cancelled, {}, {}};
                        }
                        if (!guard) {
                            return guard.error();
                        }
                        const QString label = kind == OwnChange::Anywhere
                                                  ? QStringLiteral("Change of your own: %1 of %2")
                                                  : QStringLiteral("Guard %1 of %2");
                        change(label.arg(lineRangeText(guard->firstLine, guard->lastLine),
                                         guard->path.display()),
                               {{}, {{*guard, true}}});
                        return guard->key;
                    });
}

Result<void> ProjectGuards::remove(const QByteArray& key)
{
    if (Result<void> writable = m_project.checkWritable(); !writable) {
        return writable;
    }
    const Hunk* hunk = m_project.state()->hunk(key);
    if (hunk != nullptr && m_project.state()->isCommitted(key)) {
        return committedError(*hunk);
    }
    UserGuard removed;
    for (const UserGuard& guard : m_project.state()->userGuards) {
        removed = guard.key == key ? guard : removed;
    }
    if (removed.key.isEmpty()) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("there is no such guard"),
                     QString::fromLatin1(key)};
    }
    change(QStringLiteral("Remove the guard of %1").arg(placeText(removed.path, removed.firstLine)),
           {{}, {{removed, false}}});
    return {};
}

void setGuardSetting(QVector<GuardSetting>& widths, const GuardSetting& setting)
{
    widths.removeIf([&](const GuardSetting& other) { return other.subject == setting.subject; });
    if (!setting.width.isEmpty()) {
        widths.append(setting);
    }
}

QVector<GuardSetting> settingsOf(const GuardStep& step, bool forward)
{
    QVector<GuardSetting> settings;
    for (const GuardChange& change : step.widths) {
        settings.append({change.subject, forward ? change.after : change.before});
    }
    return settings;
}

void ProjectGuards::apply(const GuardStep& step, bool forward)
{
    ProjectState& state = m_project.writable();
    const QVector<GuardSetting> settings = settingsOf(step, forward);
    for (const GuardSetting& setting : settings) {
        setGuardSetting(state.guardWidths, setting);
    }
    if (!settings.isEmpty()) {
        m_project.write([settings](ProjectFile& file) { return file.setGuardWidths(settings); });
    }
    for (const UserGuardChange& change : step.guards) {
        const bool put = change.put == forward;
        state.userGuards.removeIf(
            [&](const UserGuard& other) { return other.key == change.guard.key; });
        if (put) {
            state.userGuards.append(change.guard);
        }
        m_project.write([guard = change.guard, put](ProjectFile& file) {
            return file.setUserGuard(guard, put);
        });
    }
}

QVector<DecisionBatch> ProjectGuards::takePending()
{
    m_walked = false;
    return std::exchange(m_pending, {});
}

void ProjectGuards::change(const QString& label, const GuardStep& step)
{
    DecisionBatch batch = m_recorder.newStep(label);
    batch.guards = step;
    apply(step, true);
    m_pending.append(batch);
    m_walked = false;
    layOut();
}

/// A wide guard holds the edits of what folds into it, and whether one can be had depends on them.
void ProjectGuards::followEdits(const DecisionLog& before, const QVector<QByteArray>& keys)
{
    const ProjectState& state = *m_project.state();
    if (!state.rawScan || (state.guardWidths.isEmpty() && state.userGuards.isEmpty())) {
        return;
    }
    QSet<QByteArray> edits; // what was edited and is not, is now and was not, or is otherwise
    for (const QByteArray& key : keys) {
        const auto textOf = [&key](const DecisionLog& log) {
            const Decision* decision = log.decision(key);
            return decision != nullptr && decision->kind == DecisionKind::Edited
                       ? std::optional<QByteArray>(decision->editedText)
                       : std::nullopt;
        };
        if (textOf(before) != textOf(state.decisions)) {
            edits.insert(key);
        }
    }
    const bool shapes =
        !edits.isEmpty() && std::any_of(state.rawScan->hunks.begin(), state.rawScan->hunks.end(),
                                        [&](const Hunk& hunk) { return edits.contains(hunk.key); });
    if (shapes) {
        layOut();
    }
}

} // namespace rocport
