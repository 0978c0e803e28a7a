#include "ui/review/changedecisions.h"
#include "core/project/session/projectdecisions.h"
#include "core/project/session/projecthistory.h"

#include "core/base/whendone.h"
#include "ui/review/guardwidths.h"
#include "ui/review/reviewdesk.h"
#include "ui/review/reviewquestions.h"
#include "ui/review/reviewtext.h"

#include <QMap>
#include <QSet>

#include <algorithm>

namespace rocport {

ChangeDecisions::ChangeDecisions(ReviewDesk& desk, ReviewQuestions& questions, GuardWidths& widths,
                                 QObject* parent)
    : QObject(parent), m_desk(desk), m_questions(questions), m_widths(widths)
{
}

void ChangeDecisions::decideCurrent(DecisionKind kind)
{
    if (!m_desk.state() || !m_desk.mayDecideCurrent()) {
        return;
    }
    const Hunk hunk = *m_desk.currentHunk();
    const QString label =
        tr("%1 %2:%3")
            .arg(verbOf(kind), hunk.targetPath.display(), QString::number(hunk.firstLine));
    const Decision* known = m_desk.state()->decisions.decision(hunk.key);
    const QString note = known != nullptr ? known->note : QString();
    if (isTaken(kind) && hunk.verdict == Verdict::Violated) {
        askOverride({hunk.key}, label, m_desk.state()->verdictReason(hunk), note);
        return;
    }
    const int from = m_desk.current();
    if (decide({hunk.key}, kind, label, note)) {
        sayDecided({hunk.key}, kind, 0);
        Q_EMIT decided(from);
    }
}

void ChangeDecisions::decideRule(DecisionKind kind)
{
    if (m_desk.mayDecideCurrent()) {
        const QString rule = m_desk.currentHunk()->ruleIds.value(0);
        decideMany(m_desk.openOnly(m_desk.model().changesOfRule(rule)), kind, tr("of %1").arg(rule),
                   true);
    }
}

void ChangeDecisions::decideFile(DecisionKind kind)
{
    if (m_desk.mayDecideCurrent()) {
        const RepoPath path = m_desk.currentHunk()->targetPath;
        decideMany(m_desk.openOnly(m_desk.model().changesOfFile(path)), kind,
                   tr("of %1").arg(path.display()), true);
    }
}

void ChangeDecisions::acceptProved()
{
    QVector<int> proved;
    const QVector<ReviewChange>& changes = m_desk.model().changes();
    for (int change = 0; change < changes.size(); ++change) {
        const ReviewChange& candidate = changes[change];
        if (!isDecided(candidate.kind) && !candidate.conflict && isProved(candidate.verdict)) {
            proved.append(change);
        }
    }
    decideMany(proved, DecisionKind::Accepted, tr("that are proved"), true);
}

void ChangeDecisions::acceptNames()
{
    QVector<int> renames;
    const QVector<ReviewChange>& changes = m_desk.model().changes();
    for (int change = 0; change < changes.size(); ++change) {
        const ReviewChange& candidate = changes[change];
        if (candidate.hunk->onlyNames && !isDecided(candidate.kind) && !candidate.conflict &&
            isProved(candidate.verdict)) {
            renames.append(change);
        }
    }
    decideMany(renames, DecisionKind::Accepted, tr("in which only names change"), true);
}

void ChangeDecisions::decideMany(const QVector<int>& changes, DecisionKind kind,
                                 const QString& what, bool ask)
{
    QVector<QByteArray> keys;
    QMap<QString, int> files;
    int skipped = 0;
    for (const int change : changes) {
        const ReviewChange& candidate = m_desk.model().changes()[change];
        // What violates isolation is accepted one by one, each with its reason.
        // So is what an edit waits for.
        if (m_desk.state()->isCommitted(candidate.hunk->key) || candidate.conflict ||
            (isTaken(kind) && candidate.hunk->verdict == Verdict::Violated)) {
            ++skipped;
            continue;
        }
        keys.append(candidate.hunk->key);
        ++files[candidate.hunk->targetPath.display()];
    }
    if (keys.isEmpty()) {
        m_desk.say(skipped == 0
                       ? tr("There is no open change there.")
                       : tr("None of them can be decided together, because they are committed or "
                            "in conflict, or would change the NVIDIA path."));
        return;
    }
    const QString label = tr("%1 %2 %3").arg(verbOf(kind), changeCountText(keys.size()), what);
    const int from = m_desk.current();
    const auto run = [this, keys, kind, label, from, skipped] {
        if (decide(keys, kind, label)) {
            sayDecided(keys, kind, skipped);
            Q_EMIT decided(from);
        }
    };
    if (!ask) {
        run();
        return;
    }
    AskSheet::Question question;
    question.title =
        tr("%1 %2 %3 in %4")
            .arg(verbOf(kind), changeCountText(keys.size()), what, fileCountText(files.size()));
    question.text =
        keys.size() == 1 ? tr("Undo reverts it.") : tr("A single undo reverts all of them.");
    if (skipped > 0) {
        question.text += u' ' + tr("Left out because committed, in conflict, or changing the "
                                   "NVIDIA path: %1.")
                                    .arg(changeCountText(skipped));
    }
    for (auto file = files.cbegin(); file != files.cend(); ++file) {
        question.lines.append(QStringLiteral("%1  %2").arg(file.value(), 4).arg(file.key()));
    }
    question.yes = tr("%1 %2").arg(verbOf(kind), changeCountText(keys.size()));
    m_questions.ask(question, run);
}

bool ChangeDecisions::decide(const QVector<QByteArray>& keys, DecisionKind kind,
                             const QString& label, const QString& note, const QString& reason)
{
    const Result<void> done = m_desk.session().decisions().decide(keys, kind, label, note, reason);
    if (done) {
        m_desk.dropProblem();
        return true;
    }
    if (done.error().code == ErrorCode::IsolationViolated) {
        askOverride(keys, label, done.error().detail, note);
    } else {
        m_desk.showProblem(done.error());
    }
    return false;
}

void ChangeDecisions::askOverride(const QVector<QByteArray>& keys, const QString& label,
                                  const QString& detail, const QString& note)
{
    AskSheet::Question question;
    question.title = tr("This change alters the NVIDIA path");
    question.text = tr("%1 Accepting it needs a reason, which the report shows.").arg(detail);
    question.field = tr("Reason");
    question.fieldRequired = true;
    question.subject = QString::fromLatin1(keys.value(0));
    question.yes = tr("Accept with this reason");
    const int from = m_desk.current();
    m_questions.ask(question, [this, keys, label, note, from] {
        if (decide(keys, DecisionKind::Accepted, label, note, m_questions.fieldText())) {
            sayDecided(keys, DecisionKind::Accepted, 0);
            Q_EMIT decided(from);
        }
    });
}

/// Says how many changes the newest step decided, where that is not what is in sight: those that
/// were asked for, and those that hang on them. An edit in conflict that it settles is neither.
void ChangeDecisions::sayDecided(const QVector<QByteArray>& keys, DecisionKind kind, int skipped)
{
    const ProjectState* state = m_desk.state().get();
    const DecisionBatch* step = state != nullptr ? state->decisions.undoBatch() : nullptr;
    const QSet<QByteArray> asked(keys.begin(), keys.end());
    const auto others = step == nullptr
                            ? 0
                            : std::count_if(step->decisions.begin(), step->decisions.end(),
                                            [&](const Decision& one) {
                                                return !asked.contains(one.hunkKey) &&
                                                       isTaken(one.kind) == isTaken(kind) &&
                                                       m_desk.model().changeOfKey(one.hunkKey) >= 0;
                                            });
    QStringList sentences;
    if (asked.size() > 1 || others > 0 || skipped > 0) {
        sentences.append(tr("%1: %2.").arg(decisionName(kind), changeCountText(asked.size())));
    }
    if (others > 0) {
        sentences.append(isTaken(kind)
                             ? (asked.size() == 1 ? tr("Accepted with it, as needed: %1.")
                                                  : tr("Accepted with them, as needed: %1."))
                                   .arg(changeCountText(others))
                             : tr("Open again, because they need what was dropped: %1.")
                                   .arg(changeCountText(others)));
    }
    if (skipped > 0) {
        sentences.append(tr("Left out because committed, in conflict, or changing the NVIDIA "
                            "path: %1.")
                             .arg(changeCountText(skipped)));
    }
    if (!sentences.isEmpty()) {
        m_desk.say(sentences.join(u' '));
    }
}

void ChangeDecisions::writeNote()
{
    if (!m_desk.mayDecideCurrent()) {
        return;
    }
    const ReviewChange change = m_desk.model().changes()[m_desk.current()];
    const QByteArray key = change.hunk->key;
    const Decision* known = m_desk.state()->decisions.decision(key);
    AskSheet::Question question;
    question.title = tr("Note on this change");
    question.field = tr("Note");
    question.fieldText = known ? known->note : QString();
    question.subject = QString::fromLatin1(key);
    question.yes = tr("Save note");
    const QString label =
        tr("Note on %1:%2")
            .arg(change.hunk->targetPath.display(), QString::number(change.hunk->firstLine));
    const QByteArray edited = known ? known->editedText : QByteArray();
    const QString reason = known ? known->overrideReason : QString();
    m_questions.ask(question, [this, key, kind = change.kind, label, edited, reason] {
        const QString note = m_questions.fieldText();
        if (kind != DecisionKind::Edited) {
            decide({key}, kind, label, note, reason);
            return;
        }
        whenDone(m_desk.session().decisions().edit(key, edited, note, reason), this,
                 [this](const Result<void>& done) {
                     if (!done) {
                         m_desk.showProblem(done.error());
                     }
                 });
    });
}

void ChangeDecisions::undo()
{
    if (m_widths.drop()) {
        Q_EMIT undoChanged();
        m_desk.say(tr("The guard stays as it is."));
        return;
    }
    // What the state says is copied: undoing replaces it.
    const auto newest = [this] {
        const DecisionBatch* step =
            m_desk.state() ? m_desk.state()->decisions.undoBatch() : nullptr;
        return step != nullptr ? std::optional(step->id) : std::nullopt;
    };
    const QVector<QByteArray> keys =
        m_desk.state() ? m_desk.state()->decisions.undoHunks() : QVector<QByteArray>();
    const std::optional<qint64> before = newest();
    if (const Result<void> done = m_desk.session().history().undo(); !done) {
        m_desk.showProblem(done.error());
        return;
    }
    // A guard on its way is taken back once it is shown: nothing else is undone then.
    const std::optional<qint64> after = newest();
    if (!keys.isEmpty() && (!after || after != before)) {
        Q_EMIT wentBack(keys.first());
    }
}

void ChangeDecisions::redo()
{
    const QVector<QByteArray> keys =
        m_desk.state() ? m_desk.state()->decisions.redoHunks() : QVector<QByteArray>();
    if (const Result<void> done = m_desk.session().history().redo(); !done) {
        m_desk.showProblem(done.error());
    } else if (!keys.isEmpty()) {
        Q_EMIT wentBack(keys.first());
    }
}

} // namespace rocport
