#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "ui/messages/messages.h"
#include "ui/review/commitdialog.h"
#include "ui/review/diffview.h"
#include "ui/review/editpane.h"
#include "ui/review/findingspage.h"
#include "ui/review/historydialog.h"
#include "ui/review/reviewarea.h"
#include "ui/review/reviewtext.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/plaintext.h"
#include "ui/theme/whynot.h"

#include <QAccessible>
#include <QAction>
#include <QSplitter>
#include <QStackedWidget>
#include <QTreeView>

#include <algorithm>

namespace rocport {

QAction* ReviewArea::addCommand(const QString& name, const QString& text, const QString& shortText,
                                const QList<QKeySequence>& keys, const std::function<void()>& run)
{
    QAction* action = WorkArea::addCommand(name, text, shortText, keys, [this, name, run] {
        // From the palette: what is done has to be in sight. Undo and redo are of both pages.
        if (showsFindings() && !m_findings->actions().contains(command(name))) {
            showFindings(false);
        }
        run();
    });
    action->setProperty("tip", text);
    action->setToolTip(withKey(text, *action));
    removeAction(action); // letters of the list of findings are its own
    m_changes->addAction(action);
    return action;
}

void ReviewArea::addCommands()
{
    const auto add = [this](const char* name, const QString& text, const QString& shortText,
                            const QList<QKeySequence>& keys, const std::function<void()>& run) {
        addCommand(QLatin1String(name), text, shortText, keys, run);
    };
    const auto key = [](const char* text) {
        return QList<QKeySequence>{QKeySequence(QLatin1String(text))};
    };
    add("accept", tr("Accept change"), tr("Accept"), key("A"),
        [this] { decideCurrent(DecisionKind::Accepted); });
    add("reject", tr("Reject change"), tr("Reject"), key("R"),
        [this] { decideCurrent(DecisionKind::Rejected); });
    add("edit", tr("Edit change"), tr("Edit"), key("E"), [this] { beginEdit(); });
    add("defer", tr("Defer change"), tr("Defer"), key("S"),
        [this] { decideCurrent(DecisionKind::Deferred); });
    add("next", tr("Next change"), tr("Next"), key("N"), [this] { step(1); });
    add("previous", tr("Previous change"), tr("Previous"), key("P"), [this] { step(-1); });
    add("nextFile", tr("Next file"), tr("Next file"), key("]"), [this] { stepFile(1); });
    add("previousFile", tr("Previous file"), tr("Previous file"), key("["),
        [this] { stepFile(-1); });
    add("firstChange", tr("First change"), tr("First"), {}, [this] { goToEnd(1); });
    add("lastChange", tr("Last change"), tr("Last"), {}, [this] { goToEnd(-1); });
    const auto ofRule = [this](DecisionKind kind) {
        if (mayDecideCurrent()) {
            const QString rule = m_model->changes()[m_current].hunk->ruleIds.value(0);
            decideMany(openOnly(m_model->changesOfRule(rule)), kind, tr("of %1").arg(rule), true);
        }
    };
    const auto ofFile = [this](DecisionKind kind) {
        if (mayDecideCurrent()) {
            const RepoPath path = m_model->changes()[m_current].hunk->targetPath;
            decideMany(openOnly(m_model->changesOfFile(path)), kind,
                       tr("of %1").arg(path.display()), true);
        }
    };
    add("acceptRule", tr("Accept all open of this rule"), tr("Accept all of rule"), key("Shift+A"),
        [ofRule] { ofRule(DecisionKind::Accepted); });
    add("rejectRule", tr("Reject all open of this rule"), tr("Reject all of rule"), key("Shift+R"),
        [ofRule] { ofRule(DecisionKind::Rejected); });
    add("deferRule", tr("Defer all open of this rule"), tr("Defer all of rule"), {},
        [ofRule] { ofRule(DecisionKind::Deferred); });
    add("acceptFile", tr("Accept all open of this file"), tr("Accept file"), key("Shift+F"),
        [ofFile] { ofFile(DecisionKind::Accepted); });
    add("rejectFile", tr("Reject all open of this file"), tr("Reject file"), key("Shift+X"),
        [ofFile] { ofFile(DecisionKind::Rejected); });
    add("deferFile", tr("Defer all open of this file"), tr("Defer file"), {},
        [ofFile] { ofFile(DecisionKind::Deferred); });
    add("acceptProved", tr("Accept all proved changes"), tr("Accept all proved"), {},
        [this] { acceptProved(); });
    add("undo", tr("Undo"), tr("Undo"), {QStringLiteral("U"), QStringLiteral("Ctrl+Z")},
        [this] { undo(); });
    add("history", tr("History of changes…"), tr("History"), key("Ctrl+Alt+Z"),
        [this] { showHistory(); });
    add("redo", tr("Redo"), tr("Redo"), {QStringLiteral("Shift+U"), QStringLiteral("Ctrl+Shift+Z")},
        [this] { redo(); });
    add("note", tr("Write a note"), tr("Note"), key("C"), [this] { editNote(); });
    add("unified", tr("Side by side or unified"), tr("Side by side"), key("V"), [this] {
        m_unifiedWanted = !m_unifiedWanted;
        m_settings.setValue(QStringLiteral("review/unified"), m_unifiedWanted);
        updateUnified();
    });
    add("filter", tr("Filter changes"), tr("Filter"), key("/"), [this] {
        m_search->setFocus();
        m_search->selectAll();
    });
    add("commit", tr("Commit decisions…"), tr("Commit"),
        {QStringLiteral("Ctrl+Return"), QStringLiteral("Ctrl+Enter")},
        [this] { openCommitDialog(); });
    add("findings", tr("Show findings"), tr("Findings"), key("F"), [this] { showFindings(true); });
    add("backToFinding", tr("Back to the finding that led here"), tr("Back to the finding"),
        key("Backspace"), [this] { backToFinding(); });
    addFilterCommands();
    addChipCommands();
    addMenuCommands();
    addGuardCommands();
    addGateCommands();
    addFindCommands();
    addViewCommands();
    addBlameCommands();
}

void ReviewArea::setLetterKeys(bool on)
{
    WorkArea::setLetterKeys(on);
    for (QAction* action : commands()) {
        const QString text = action->property("tip").toString();
        if (!text.isEmpty()) {
            action->setToolTip(withKey(text, *action));
        }
    }
    for (SegmentedControl* mode : std::as_const(m_modeSwitches)) {
        mode->setSegmentToolTip(
            1, withKey(tr("What is left to do by hand"), *command(QStringLiteral("findings"))));
    }
    updateCommands(); // sentences name keys
}

void ReviewArea::updateCommands()
{
    if (!m_commit) {
        return;
    }
    const bool writable = m_state && !m_state->readOnly;
    const bool any = m_current >= 0 && m_model->totals().total > 0;
    const ReviewCounts& counts = m_model->totals();
    const bool committed = any && m_state && m_state->isCommitted(currentKey());
    for (const char* name : {"accept", "reject", "defer", "edit", "note"}) {
        command(QLatin1String(name))->setEnabled(writable && any && !committed);
    }
    for (const char* name :
         {"next", "previous", "nextFile", "previousFile", "firstChange", "lastChange"}) {
        command(QLatin1String(name))->setEnabled(counts.total > 0);
    }
    command(QStringLiteral("explainProof"))->setEnabled(any);
    int ruleOpen = 0;
    QString rule;
    if (any) {
        rule = m_model->changes()[m_current].hunk->ruleIds.value(0);
        ruleOpen = static_cast<int>(openOnly(m_model->changesOfRule(rule)).size());
    }
    QAction* acceptRule = command(QStringLiteral("acceptRule"));
    acceptRule->setIconText(
        any ? tr("Accept all of %1 (%2 open)").arg(withoutMnemonic(rule), QString::number(ruleOpen))
            : tr("Accept all of rule"));
    for (const char* name :
         {"acceptRule", "rejectRule", "deferRule", "acceptFile", "rejectFile", "deferFile"}) {
        command(QLatin1String(name))->setEnabled(writable && any);
    }
    acceptRule->setEnabled(writable && ruleOpen > 0);
    QAction* proved = command(QStringLiteral("acceptProved"));
    proved->setIconText(tr("Accept all proved %1").arg(counts.openProved));
    proved->setEnabled(writable && counts.openProved > 0);

    updateGuardCommands();
    updateMenuCommands();
    for (const char* name : {"checkCompiles", "checkWhole", "proveNvcc", "gateResults",
                             "searchChanges", "allSymbols"}) {
        command(QLatin1String(name))->setEnabled(m_state && m_state->scan);
    }
    const bool onItsWay = writable && isGuardOnItsWay();
    const bool canUndo = onItsWay || (writable && m_state->decisions.canUndo());
    const bool canRedo = writable && m_state->decisions.canRedo();
    QAction* undo = command(QStringLiteral("undo"));
    undo->setEnabled(canUndo);
    command(QStringLiteral("history"))->setEnabled(m_state && m_state->scan);
    undo->setToolTip(onItsWay  ? withKey(tr("Undo: the guard that is being changed"), *undo)
                     : canUndo ? withKey(tr("Undo: %1").arg(m_state->decisions.undoLabel()), *undo)
                               : tr("Nothing to undo"));
    QAction* redo = command(QStringLiteral("redo"));
    redo->setEnabled(canRedo);
    redo->setToolTip(canRedo ? withKey(tr("Redo: %1").arg(m_state->decisions.redoLabel()), *redo)
                             : tr("Nothing to redo"));
    QAction* unified = command(QStringLiteral("unified"));
    const bool isUnified = unified->property("unified").toBool();
    unified->setIconText(isUnified ? tr("Unified") : tr("Side by side"));
    m_layoutButton->setIcon(m_provider.icon(isUnified ? Glyph::UnifiedView : Glyph::SplitView));
    QAction* commit = command(QStringLiteral("commit"));
    const bool anyCommit = m_state && !m_state->commits.isEmpty(); // to reword, undo, hand over
    commit->setIconText(
        counts.uncommitted > 0
            ? tr("Commit %1…").arg(counted(counts.uncommitted, tr("decision"), tr("decisions")))
        : anyCommit ? tr("Commits…")
                    : tr("Commit…"));
    commit->setEnabled(writable && (counts.uncommitted > 0 || !m_state->commits.isEmpty()));
    explainCommands();
    if (m_pages->currentIndex() == AllDecidedPage) {
        for (const char* name :
             {"accept", "reject", "defer", "edit", "note", "acceptRule", "rejectRule", "deferRule",
              "acceptFile", "rejectFile", "deferFile", "acceptProved", "explainProof", "widerGuard",
              "narrowerGuard", "guardSelection", "ownChange", "removeGuard", "keepMine"}) {
            command(QLatin1String(name))->setEnabled(false); // what they are about is out of sight
            setWhyNot(*command(QLatin1String(name)),
                      tr("Every change is decided: show the decided ones to change that."));
        }
    }
}

QVector<int> ReviewArea::openOnly(const QVector<int>& changes) const
{
    QVector<int> open;
    std::copy_if(changes.begin(), changes.end(), std::back_inserter(open),
                 [this](int change) { return !isDecided(m_model->changes()[change].kind); });
    return open;
}

QVector<int> ReviewArea::selectedChanges() const
{
    QVector<int> found;
    for (const QModelIndex& index : m_tree->selectionModel()->selectedRows()) {
        for (const int change : m_model->changesUnder(m_filter->mapToSource(index))) {
            if (m_filter->passes(change) && !found.contains(change)) {
                found.append(change);
            }
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

bool ReviewArea::actOnSelection() const
{
    return m_tree->hasFocus() && m_tree->selectionModel()->selectedRows().size() > 1;
}

void ReviewArea::decideCurrent(DecisionKind kind)
{
    if (actOnSelection()) {
        decideMany(selectedChanges(), kind, tr("selected"), false);
        return;
    }
    if (!m_state || !mayDecideCurrent()) {
        return;
    }
    const ReviewChange change = m_model->changes()[m_current];
    const QString label = tr("%1 %2:%3")
                              .arg(verbOf(kind), change.hunk->targetPath.display(),
                                   QString::number(change.hunk->firstLine));
    if (isTaken(kind) && change.hunk->verdict == Verdict::Violated) {
        askOverride({change.hunk->key}, label, m_state->verdictReason(*change.hunk));
        return;
    }
    const int from = m_current;
    const Decision* known = m_state->decisions.decision(change.hunk->key);
    if (decide({change.hunk->key}, kind, label, known ? known->note : QString())) {
        sayDecided({change.hunk->key}, kind, 0);
        afterDecision(from);
    }
}

/// The newest step decided what was asked for, and those that hang on it. An edit in conflict that
/// it settles is neither.
void ReviewArea::sayDecided(const QVector<QByteArray>& keys, DecisionKind kind, int skipped)
{
    const DecisionBatch* step = m_state ? m_state->decisions.undoBatch() : nullptr;
    const QSet<QByteArray> asked(keys.begin(), keys.end());
    const auto others = step == nullptr
                            ? 0
                            : std::count_if(step->decisions.begin(), step->decisions.end(),
                                            [&](const Decision& one) {
                                                return !asked.contains(one.hunkKey) &&
                                                       isTaken(one.kind) == isTaken(kind) &&
                                                       m_model->changeOfKey(one.hunkKey) >= 0;
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
        Q_EMIT said(sentences.join(u' '));
    }
}

bool ReviewArea::decide(const QVector<QByteArray>& keys, DecisionKind kind, const QString& label,
                        const QString& note, const QString& reason)
{
    const Result<void> done = m_session.decide(keys, kind, label, note, reason);
    if (!done) {
        if (done.error().code == ErrorCode::IsolationViolated) {
            askOverride(keys, label, done.error().detail);
        } else {
            showProblem(done.error());
        }
        return false;
    }
    m_problem->hide();
    return true;
}

void ReviewArea::afterDecision(int from)
{
    const int next = nextOpen(from);
    if (next >= 0) {
        setCurrentChange(next, true);
    } else {
        updateExplanation();
        updateCommands();
    }
    QAccessibleEvent event(m_decided, QAccessible::NameChanged); // says the new count
    QAccessible::updateAccessibility(&event);
}

void ReviewArea::decideMany(const QVector<int>& changes, DecisionKind kind, const QString& what,
                            bool ask)
{
    QVector<QByteArray> keys;
    QMap<QString, int> files;
    int skipped = 0;
    for (const int change : changes) {
        const ReviewChange& candidate = m_model->changes()[change];
        // What violates isolation is accepted one by one, each with its reason.
        // So is what an edit waits for.
        if (m_state->isCommitted(candidate.hunk->key) || candidate.conflict ||
            (isTaken(kind) && candidate.hunk->verdict == Verdict::Violated)) {
            ++skipped;
            continue;
        }
        keys.append(candidate.hunk->key);
        ++files[candidate.hunk->targetPath.display()];
    }
    if (keys.isEmpty()) {
        Q_EMIT said(skipped == 0
                        ? tr("There is no open change there.")
                        : tr("None of them can be decided together, because they are committed or "
                             "in conflict, or would change the NVIDIA path."));
        return;
    }
    const QString label = tr("%1 %2 %3").arg(verbOf(kind), changeCountText(keys.size()), what);
    const int from = m_current;
    const auto run = [this, keys, kind, label, from, skipped] {
        if (decide(keys, kind, label)) {
            sayDecided(keys, kind, skipped);
            afterDecision(from);
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
    this->ask(question, run);
}

void ReviewArea::acceptProved()
{
    QVector<int> proved;
    for (int change = 0; change < m_model->changes().size(); ++change) {
        const ReviewChange& candidate = m_model->changes()[change];
        if (!isDecided(candidate.kind) && !candidate.conflict && isProved(candidate.verdict)) {
            proved.append(change);
        }
    }
    decideMany(proved, DecisionKind::Accepted, tr("that are proved"), true);
}

void ReviewArea::ask(const AskSheet::Question& question, const std::function<void()>& yes)
{
    ++m_questions;
    m_onYes = yes;
    m_below->setCurrentWidget(m_sheet);
    m_sheet->ask(question);
}

void ReviewArea::closeSheet()
{
    ++m_questions;
    m_onYes = nullptr;
    if (m_below && m_below->currentWidget() == m_sheet) {
        m_sheet->leave();
        m_below->setCurrentIndex(0);
        m_diff->focusText();
    }
}

void ReviewArea::askOverride(const QVector<QByteArray>& keys, const QString& label,
                             const QString& detail)
{
    AskSheet::Question question;
    question.title = tr("This change alters the NVIDIA path");
    question.text = tr("%1 Accepting it needs a reason, which the report shows.").arg(detail);
    question.field = tr("Reason");
    question.fieldRequired = true;
    question.subject = QString::fromLatin1(keys.value(0));
    question.yes = tr("Accept with this reason");
    const int from = m_current;
    ask(question, [this, keys, label, from] {
        if (decide(keys, DecisionKind::Accepted, label, {}, m_sheet->fieldText())) {
            sayDecided(keys, DecisionKind::Accepted, 0);
            afterDecision(from);
        }
    });
}

void ReviewArea::editNote()
{
    if (!mayDecideCurrent()) {
        return;
    }
    const ReviewChange change = m_model->changes()[m_current];
    const Decision* known = m_state->decisions.decision(change.hunk->key);
    AskSheet::Question question;
    question.title = tr("Note on this change");
    question.field = tr("Note");
    question.fieldText = known ? known->note : QString();
    question.subject = QString::fromLatin1(change.hunk->key);
    question.yes = tr("Save note");
    const DecisionKind kind = change.kind;
    const QByteArray key = change.hunk->key;
    const QString label =
        tr("Note on %1:%2")
            .arg(change.hunk->targetPath.display(), QString::number(change.hunk->firstLine));
    const QByteArray edited = known ? known->editedText : QByteArray();
    const QString reason = known ? known->overrideReason : QString();
    ask(question, [this, kind, key, label, edited, reason] {
        const QString note = m_sheet->fieldText();
        if (kind != DecisionKind::Edited) {
            decide({key}, kind, label, note, reason);
            return;
        }
        whenDone(m_session.editHunk(key, edited, note, reason), this,
                 [this](const Result<void>& done) {
                     if (!done) {
                         showProblem(done.error());
                     }
                 });
    });
}

void ReviewArea::beginEdit()
{
    if (m_diff->isEmpty() || !mayDecideCurrent()) {
        return;
    }
    if (m_diff->isEditing()) {
        m_diff->editPane().focusText();
        return;
    }
    const Hunk& hunk = *m_model->changes()[m_current].hunk;
    const DiffDecisions decisions = decisionsOfFile();
    DiffDecision from = decisions.value(hunk.key);
    if (const DecisionConflict* conflict = m_state->conflict(hunk.key)) {
        from = {DecisionKind::Edited, conflict->merged}; // both sides, to be made one
    }
    m_diff->beginEdit(editableLines(m_texts.original, hunk, from), takeDraft(hunk.key));
}

void ReviewArea::undo()
{
    if (dropTrial()) {
        updateCommands();
        Q_EMIT said(tr("The guard stays as it is."));
        return;
    }
    const QVector<QByteArray> keys =
        m_state ? m_state->decisions.undoHunks() : QVector<QByteArray>();
    const DecisionBatch* step = m_state ? m_state->decisions.undoBatch() : nullptr;
    const qint64 before = step != nullptr ? step->id : 0;
    if (const Result<void> done = m_session.undo(); !done) {
        showProblem(done.error());
        return;
    }
    // A guard on its way is taken back once it is shown: nothing else is undone then.
    step = m_state ? m_state->decisions.undoBatch() : nullptr;
    if (!keys.isEmpty() && (step == nullptr || step->id != before)) {
        showDecided(keys.first());
    }
}

void ReviewArea::redo()
{
    const QVector<QByteArray> keys =
        m_state ? m_state->decisions.redoHunks() : QVector<QByteArray>();
    if (const Result<void> done = m_session.redo(); !done) {
        showProblem(done.error());
    } else if (!keys.isEmpty()) {
        showDecided(keys.first());
    }
}

void ReviewArea::showHistory()
{
    auto* dialog = new HistoryDialog(m_session, m_provider, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void ReviewArea::showProblem(const Error& error)
{
    if (error.code == ErrorCode::Cancelled) {
        return;
    }
    showProblem(titleFor(error), messageFor(error));
}

void ReviewArea::showProblem(const QString& title, const QString& sentence)
{
    m_problem->setText(title);
    m_problem->setToolTip(sentence);
    m_problem->setAccessibleName(sentence);
    m_problem->show();
}

void ReviewArea::openCommitDialog()
{
    // One that was closed a moment ago is still there.
    if (!m_commitDialog || !m_commitDialog->isVisible()) {
        m_commitDialog = new CommitDialog(m_session, m_provider, m_settings, this);
        m_commitDialog->setAttribute(Qt::WA_DeleteOnClose);
        m_commitDialog->open();
        Q_EMIT commitRequested();
    }
}

} // namespace rocport
