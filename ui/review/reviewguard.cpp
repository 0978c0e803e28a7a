#include "core/base/linerange.h"
#include "core/base/whendone.h"
#include "core/project/session/guardtrial.h"
#include "ui/editor/qsci.h"
#include "ui/messages/messages.h"
#include "ui/review/diffview.h"
#include "ui/review/orphaneddialog.h"
#include "ui/review/reviewarea.h"
#include "ui/review/reviewtext.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/whynot.h"

#include <QAction>
#include <QMenu>
#include <QtConcurrent>

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

constexpr std::array kWidths = {GuardWidth::Line, GuardWidth::Block, GuardWidth::Function,
                                GuardWidth::File};

/// Rows and bytes that are selected in a pane; half-open; nothing where nothing is.
struct PaneSelection
{
    int firstRow = -1, lastRow = -1;
    qsizetype begin = 0, end = 0; ///< in the pane's text
};

PaneSelection selectionOf(const DiffEditor& editor, const DiffPane& pane, bool caret)
{
    PaneSelection result;
    const long begin = editor.SendScintilla(QsciScintillaBase::SCI_GETSELECTIONSTART);
    long end = editor.SendScintilla(QsciScintillaBase::SCI_GETSELECTIONEND);
    end = caret ? std::max(end, begin + 1) : end;
    if (end <= begin || pane.starts.size() < 2) {
        return result;
    }
    const auto rowOf = [&](long offset) {
        const auto after =
            std::upper_bound(pane.starts.begin(), pane.starts.end(), static_cast<qint32>(offset));
        return static_cast<int>(after - pane.starts.begin()) - 1;
    };
    const int last = static_cast<int>(pane.starts.size()) - 2;
    result.begin = begin;
    result.end = end;
    result.firstRow = std::clamp(rowOf(begin), 0, last);
    result.lastRow = std::clamp(rowOf(end - 1), 0, last);
    if (caret && end == begin + 1) { // the line, wherever in it the caret stands
        result.begin = pane.starts[result.firstRow];
        result.end = result.begin + 1;
    }
    return result;
}

QString linesText(const LineSpan& lines)
{
    return lineRangeText(lines.first, lines.last);
}

} // namespace

void ReviewArea::addGuardCommands()
{
    const auto key = [](const char* text) {
        return QList<QKeySequence>{QKeySequence(QLatin1String(text))};
    };
    addCommand(QStringLiteral("widerGuard"), tr("Wider guard for this change"), tr("Wider guard"),
               key("W"), [this] { stepWidth(1); });
    addCommand(QStringLiteral("narrowerGuard"), tr("Narrower guard for this change"),
               tr("Narrower guard"), key("Shift+W"), [this] { stepWidth(-1); });
    for (const GuardWidth width : kWidths) {
        const QString id = guardWidthId(width);
        addCommand(QStringLiteral("guard-") + id,
                   tr("Guard this change: %1").arg(guardWidthText(width).toLower()),
                   guardWidthText(width), {}, [this, width] { setWidthOfChange(width); });
        addCommand(QStringLiteral("guardFile-") + id,
                   tr("Guards of this file: %1").arg(guardWidthText(width).toLower()),
                   guardWidthText(width), {}, [this, width] { setWidthOfFile(width); });
        addCommand(QStringLiteral("guardProject-") + id,
                   tr("Guards of the project: %1").arg(guardWidthText(width).toLower()),
                   guardWidthText(width), {}, [this, width] {
                       if (const Result<void> done = m_session.setGuardWidth(width); !done) {
                           showProblem(done.error());
                       } else {
                           updateCommands(); // it can be taken back before it is shown
                           Q_EMIT said(tr("Width of all guards of the project: %1.")
                                           .arg(guardWidthText(width).toLower()));
                       }
                   });
    }
    addCommand(QStringLiteral("guardSelection"), tr("Guard the selected lines…"),
               tr("Guard selection"), key("G"), [this] { guardSelection(); });
    addCommand(QStringLiteral("ownChange"), tr("Write a change of your own here…"),
               tr("Change of your own"), key("Shift+E"), [this] { writeOwnChange(); });
    addCommand(QStringLiteral("removeGuard"), tr("Remove this guard or change of your own"),
               tr("Remove guard"), {}, [this] {
                   if (const Result<void> done = m_session.removeGuard(currentKey()); !done) {
                       showProblem(done.error());
                   }
                   updateCommands();
               });
    addCommand(QStringLiteral("keepMine"), tr("Keep your edit of a change in conflict"),
               tr("Keep yours"), {}, [this] { keepMine(); });
    addCommand(QStringLiteral("lostDecisions"), tr("Decisions without a place…"), {}, {},
               [this] { showOrphaned(); });
    connect(&m_session, &ProjectSession::guardsKept, this, [this](const QVector<QByteArray>& keys) {
        const QString text =
            keys.size() == 1
                ? tr("1 change keeps its guard: a wider one could not be proved or holds a "
                     "committed change")
                : tr("%1 changes keep their guards: wider ones could not be proved or hold "
                     "committed changes")
                      .arg(keys.size());
        m_problem->setText(text);
        m_problem->setToolTip(text);
        m_problem->setAccessibleName(text);
        m_problem->show();
    });
}

void ReviewArea::updateGuardCommands()
{
    const bool writable = m_state && !m_state->readOnly && m_state->scan;
    const bool any = writable && m_current >= 0;
    const Hunk* hunk = any ? m_model->changes()[m_current].hunk : nullptr;
    const bool free = hunk && !m_state->isCommitted(hunk->key);
    const bool guardable = free && hunk->sourcePath == hunk->targetPath &&
                           GuardPlaces::canGuard(languageOfFile(hunk->targetPath.fileName()));
    for (const char* name : {"widerGuard", "narrowerGuard"}) {
        command(QLatin1String(name))->setEnabled(guardable);
    }
    for (const GuardWidth width : kWidths) {
        const QString id = guardWidthId(width);
        command(QStringLiteral("guard-") + id)->setEnabled(guardable);
        command(QStringLiteral("guardFile-") + id)->setEnabled(guardable);
        command(QStringLiteral("guardProject-") + id)->setEnabled(writable);
    }
    for (const char* name : {"guardSelection", "ownChange"}) {
        command(QLatin1String(name))
            ->setEnabled(writable && !m_texts.path.isEmpty() && !m_texts.original.isEmpty());
    }
    command(QStringLiteral("removeGuard"))
        ->setEnabled(free && hunk->ruleIds.value(0) == kUserGuardRule);
    command(QStringLiteral("keepMine"))->setEnabled(any && m_state->conflict(hunk->key) != nullptr);
    const qsizetype lost = m_state ? m_state->orphaned.size() : 0;
    QAction* list = command(QStringLiteral("lostDecisions"));
    list->setEnabled(lost > 0);
    list->setIconText(lost == 1 ? tr("1 decision no longer has a place")
                                : tr("%1 decisions no longer have a place").arg(lost));
    if (m_lost) {
        m_lost->setVisible(lost > 0);
    }
}

void ReviewArea::addGuardMenu(QMenu& menu)
{
    QMenu* guards = menu.addMenu(tr("Guard width"));
    const auto add = [&](const QString& prefix, const QString& title) {
        QMenu* part = guards->addMenu(title);
        for (const GuardWidth width : kWidths) {
            part->addAction(command(prefix + guardWidthId(width)));
        }
    };
    guards->addAction(command(QStringLiteral("widerGuard")));
    guards->addAction(command(QStringLiteral("narrowerGuard")));
    add(QStringLiteral("guard-"), tr("This change"));
    add(QStringLiteral("guardFile-"), tr("This file"));
    add(QStringLiteral("guardProject-"), tr("The project"));
    for (const char* name : {"guardSelection", "removeGuard", "keepMine", "lostDecisions"}) {
        if (command(QLatin1String(name))->isEnabled()) {
            menu.addAction(command(QLatin1String(name)));
        }
    }
}

/// Widths that would change nothing are passed over.
void ReviewArea::stepWidth(int direction)
{
    if (!mayDecideCurrent()) {
        return;
    }
    QVector<GuardWidth> widths;
    for (int width = static_cast<int>(m_state->guardWidth(currentKey())) + direction;
         width >= 0 && width < static_cast<int>(kWidths.size()); width += direction) {
        widths.append(kWidths[static_cast<size_t>(width)]);
    }
    if (widths.isEmpty()) {
        Q_EMIT said(direction > 0 ? tr("The guard is at its widest.")
                                  : tr("The guard is at its narrowest."));
    } else {
        tryWidths(widths);
    }
}

void ReviewArea::setWidthOfChange(GuardWidth width)
{
    if (mayDecideCurrent()) {
        tryWidths({width});
    }
}

/// The first of the widths that gives the change another guard is set. One that does nothing is no
/// step of the history: why is said.
void ReviewArea::tryWidths(const QVector<GuardWidth>& widths)
{
    if (isGuardOnItsWay()) {
        Q_EMIT said(tr("The guard is still being changed: press the key again."));
        return;
    }
    m_tryingWidth = true;
    updateCommands(); // it can be taken back
    whenDone(QtConcurrent::run([state = m_state, key = currentKey(), widths] {
                 return tryGuardWidths(*state, key, widths);
             }),
             this,
             [this, key = currentKey(), before = m_state,
              number = ++m_trials](const Result<GuardTrial>& trial) {
                 if (number != m_trials) {
                     return;
                 }
                 dropTrial();
                 if (trial) {
                     widthTried(*before, key, *trial);
                 } else {
                     showProblem(trial.error());
                 }
                 updateCommands();
             });
}

/// Whoever went on to another change or decided meanwhile gets the guard that was asked for.
void ReviewArea::widthTried(const ProjectState& before, const QByteArray& key,
                            const GuardTrial& trial)
{
    const ProjectState& now = *m_session.state();
    if (now.scan != before.scan || now.guardWidths != before.guardWidths) {
        Q_EMIT said(tr("The guard stays as it is: another change came first."));
    } else if (!trial.changes) {
        Q_EMIT said(trial.own ? tr("This guard is your own: it stays around the lines you chose.")
                    : trial.kept
                        ? tr("The guard stays as it is: another one could not be proved, or "
                             "holds a committed change.")
                        : tr("No other guard can stand around this change."));
    } else if (const Result<void> done = m_session.setGuardWidth(QList{key}, trial.width);
               !done) {
        showProblem(done.error());
    } else {
        Q_EMIT said(tr("The guard takes in: %1, %2.")
                        .arg(guardWidthText(trial.width).toLower(), linesText(trial.lines)));
    }
}

bool ReviewArea::dropTrial()
{
    ++m_trials;
    return std::exchange(m_tryingWidth, false);
}

bool ReviewArea::isGuardOnItsWay() const
{
    const std::shared_ptr<const ProjectState> now = m_session.state();
    return m_tryingWidth ||
           (now && m_state &&
            (now->guardWidths != m_state->guardWidths || now->userGuards != m_state->userGuards));
}

void ReviewArea::setWidthOfFile(GuardWidth width)
{
    if (!mayDecideCurrent()) {
        return;
    }
    const RepoPath path = m_model->changes()[m_current].hunk->targetPath;
    if (const Result<void> done = m_session.setGuardWidth(path, width); !done) {
        showProblem(done.error());
    } else {
        updateCommands();
        Q_EMIT said(tr("Width of all guards of %1: %2.")
                        .arg(path.display(), guardWidthText(width).toLower()));
    }
}

/// The selected bytes of the original: exact where a row shows the original, else whole lines of
/// the change that the row belongs to.
std::optional<ByteRange> ReviewArea::selectedOriginal(bool caret) const
{
    const DiffLayout& layout = m_diff->scene().layout;
    const bool right = m_diff->rightEditor().hasFocus();
    PaneSelection selection;
    const DiffPane* pane = &layout.left;
    if (layout.unified) {
        selection = selectionOf(m_diff->unifiedEditor(), layout.left, caret);
    } else {
        selection = selectionOf(right ? m_diff->rightEditor() : m_diff->leftEditor(),
                                right ? layout.right : layout.left, caret);
        if (selection.firstRow < 0) {
            selection = selectionOf(right ? m_diff->leftEditor() : m_diff->rightEditor(),
                                    right ? layout.left : layout.right, caret);
            pane = right ? &layout.left : &layout.right;
        } else {
            pane = right ? &layout.right : &layout.left;
        }
    }
    if (selection.firstRow < 0) {
        return std::nullopt;
    }
    const SourceBuffer source(m_texts.original);
    std::optional<ByteRange> range;
    const auto take = [&](qsizetype begin, qsizetype end) {
        range = range ? ByteRange{std::min(range->begin, begin), std::max(range->end, end)}
                      : ByteRange{begin, end};
    };
    for (int row = selection.firstRow; row <= selection.lastRow; ++row) {
        const DiffRow& at = layout.rows[row];
        if (at.left > 0 && at.left <= source.lineCount()) {
            ByteRange line = source.lineRange(at.left);
            line.begin = std::max(line.begin, source.bomLength());
            const qsizetype start = pane->starts[row];
            const bool exact = !at.changed && source.encoding() == Encoding::Utf8;
            const qsizetype from = std::max<qsizetype>(0, selection.begin - start);
            const qsizetype to = std::min(selection.end - start, line.size());
            take(exact ? std::min(line.begin + from, line.end) : line.begin,
                 exact && row == selection.lastRow ? std::max(line.begin, line.begin + to)
                                                   : line.end);
        } else if (at.segment >= 0) {
            for (const int change : layout.segments[at.segment].changes) {
                const Hunk* hunk = m_state->hunk(layout.changes[change].key);
                if (hunk != nullptr && hunk->lastLine >= hunk->firstLine) {
                    take(source.lineRange(hunk->firstLine).begin,
                         source.lineRange(std::min(hunk->lastLine, source.lineCount())).end);
                }
            }
        }
    }
    return range;
}

void ReviewArea::guardSelection()
{
    const std::optional<ByteRange> range = selectedOriginal();
    if (!range) {
        AskSheet::Question question;
        question.title = tr("Nothing is selected");
        const QString key = firstKey(*command(QStringLiteral("guardSelection")));
        question.text =
            key.isEmpty()
                ? tr("Select lines in the original or in the proposal first.")
                : tr("Select lines in the original or in the proposal, then press %1.").arg(key);
        question.yes = tr("Close");
        ask(question, [] {});
        return;
    }
    const RepoPath path = m_texts.path;
    const SourceBuffer source(m_texts.original);
    const LineSpan wanted{source.lineOf(range->begin),
                          source.lineOf(std::max(range->begin, range->end - 1))};
    askOnceChecked(path, *range, wanted);
}

/// Nobody is asked who went on to another change, file or question meanwhile.
void ReviewArea::askOnceChecked(const RepoPath& path, ByteRange range, const LineSpan& wanted)
{
    whenDone(m_session.checkSelection(path, range), this,
             [this, path, wanted, questions = m_questions](const Result<SelectionCheck>& check) {
                 if (!check) {
                     showProblem(check.error());
                 } else if (path != m_texts.path || questions != m_questions) {
                     Q_EMIT said(tr("%1 is not guarded: another change or question came first.")
                                     .arg(linesText(wanted)));
                 } else {
                     askGuard(path, *check, wanted);
                 }
             });
}

/// At the selection, else at the caret. A change that is proposed there is edited instead.
void ReviewArea::writeOwnChange()
{
    const std::optional<ByteRange> range = selectedOriginal(true);
    if (!range || m_diff->isEmpty()) {
        Q_EMIT said(tr("No line is shown that could be changed."));
        return;
    }
    const SourceBuffer source(m_texts.original);
    const LineSpan wanted{source.lineOf(range->begin),
                          source.lineOf(std::max(range->begin, range->end - 1))};
    for (const Hunk& hunk : std::as_const(m_texts.hunks)) {
        const LineSpan own{hunk.firstLine, hunk.lastLine};
        const int change = m_model->changeOfKey(hunk.key);
        if (own.isValid() && own.overlaps(wanted) && change >= 0) {
            if (change != m_current) {
                setCurrentChange(change, true);
            }
            if (command(QStringLiteral("edit"))->isEnabled()) {
                beginEdit();
            } else {
                Q_EMIT said(whyNot(*command(QStringLiteral("edit"))));
            }
            return;
        }
        if (hunk.sourcePath != hunk.targetPath) {
            Q_EMIT said(tr("This file is made from another one: edit a change of it, or write a "
                           "change of your own in the original."));
            return;
        }
    }
    askOnceChecked(m_texts.path, *range, wanted);
}

void ReviewArea::askGuard(const RepoPath& path, const SelectionCheck& check, const LineSpan& wanted)
{
    const LineSpan lines = check.lines;
    if (!lines.isValid()) {
        askPlain(path, check.problem, wanted);
        return;
    }
    const QString place = linesText(lines);
    AskSheet::Question question;
    question.title = check.problem.isEmpty() ? tr("Guard %1 of %2").arg(place, path.display())
                                             : tr("The selection cannot be guarded as it is");
    question.text = check.problem.isEmpty()
                        ? tr("ROCm gets a copy of these lines to edit; NVIDIA keeps the original.")
                        : tr("%1 Guard %2 instead.").arg(check.problem, place);
    question.field = tr("Reason");
    question.fieldRequired = true;
    question.yes = tr("Guard %1").arg(place);
    ask(question, [this, path, lines] { makeOwn(path, lines, OwnChange::Guarded); });
}

/// Where no guard can stand: a change of the lines themselves.
void ReviewArea::askPlain(const RepoPath& path, const QString& problem, const LineSpan& lines)
{
    AskSheet::Question question;
    question.title = tr("Change %1 of %2 without a guard").arg(linesText(lines), path.display());
    question.text = tr("%1 NVIDIA gets the lines too, as you write them; what that does to its "
                       "path is proved when you save.")
                        .arg(problem);
    question.field = tr("Reason");
    question.fieldRequired = true;
    question.yes = tr("Write the change");
    ask(question, [this, path, lines] { makeOwn(path, lines, OwnChange::Anywhere); });
}

void ReviewArea::makeOwn(const RepoPath& path, const LineSpan& lines, OwnChange kind)
{
    whenDone(m_session.guardLines(path, lines, m_sheet->fieldText(), kind), this,
             [this](const Result<QByteArray>& key) {
                 if (!key) {
                     showProblem(key.error());
                     return;
                 }
                 m_newGuard = *key;
                 updateCommands();
                 showNewGuard();
             });
}

/// A guard that was just made is edited as soon as its file is shown.
void ReviewArea::showNewGuard()
{
    if (m_newGuard.isEmpty() || m_model->changeOfKey(m_newGuard) < 0) {
        return;
    }
    if (currentKey() != m_newGuard) {
        showHunk(m_newGuard);
    }
    const DiffChange* current = m_diff->scene().currentChange();
    if (current != nullptr && current->key == m_newGuard && m_loading.isEmpty()) {
        m_newGuard.clear();
        beginEdit();
    }
}

void ReviewArea::keepMine()
{
    const DecisionConflict* conflict =
        m_state && m_current >= 0 ? m_state->conflict(currentKey()) : nullptr;
    if (conflict == nullptr || !mayDecideCurrent()) {
        return;
    }
    const QByteArray key = conflict->hunkKey;
    whenDone(m_session.editHunk(key, conflict->decision.editedText, conflict->decision.note,
                                conflict->decision.overrideReason),
             this, [this, key](const Result<void>& done) {
                 if (!done) {
                     showProblem(done.error());
                 } else if (currentKey() == key) { // who went on meanwhile stays there
                     afterDecision(m_current);
                 }
             });
}

/// The change that holds what another one held before a width changed; -1: none.
int ReviewArea::changeAfter(const ProjectState* before, const QByteArray& key) const
{
    const int same = m_model->changeOfKey(key);
    if (same >= 0 || key.isEmpty() || before == nullptr || !m_state) {
        return same;
    }
    const QVector<QByteArray> members = before->membersOf(key);
    for (const QByteArray& member : members) {
        if (const int own = m_model->changeOfKey(member); own >= 0) {
            return own;
        }
    }
    const auto& shaped = m_state->guards.members;
    for (auto wide = shaped.cbegin(); wide != shaped.cend(); ++wide) {
        for (const QByteArray& member : members) {
            if (wide.value().contains(member)) {
                return m_model->changeOfKey(wide.key());
            }
        }
    }
    return -1;
}

void ReviewArea::showOrphaned()
{
    auto* dialog = new OrphanedDialog(m_session, m_provider, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace rocport
