#include "ui/review/ownchanges.h"
#include "core/project/session/projectguards.h"

#include "core/base/linerange.h"
#include "core/base/whendone.h"
#include "ui/editor/qsci.h"
#include "ui/review/diffview.h"
#include "ui/review/reviewdesk.h"
#include "ui/review/reviewquestions.h"

#include <algorithm>

namespace rocport {

namespace {

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

OwnChanges::OwnChanges(ReviewDesk& desk, ReviewQuestions& questions, DiffView& diff,
                       QObject* parent)
    : QObject(parent), m_desk(desk), m_questions(questions), m_diff(diff)
{
}

std::optional<ByteRange> OwnChanges::selected(bool caret) const
{
    const DiffLayout& layout = m_diff.scene().layout;
    const bool right = m_diff.rightEditor().hasFocus();
    PaneSelection selection;
    const DiffPane* pane = &layout.left;
    if (layout.unified) {
        selection = selectionOf(m_diff.unifiedEditor(), layout.left, caret);
    } else {
        selection = selectionOf(right ? m_diff.rightEditor() : m_diff.leftEditor(),
                                right ? layout.right : layout.left, caret);
        if (selection.firstRow < 0) {
            selection = selectionOf(right ? m_diff.leftEditor() : m_diff.rightEditor(),
                                    right ? layout.left : layout.right, caret);
            pane = right ? &layout.left : &layout.right;
        } else {
            pane = right ? &layout.right : &layout.left;
        }
    }
    if (selection.firstRow < 0) {
        return std::nullopt;
    }
    const SourceBuffer source(m_desk.texts().original);
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
            const bool exact = !at.changed && !at.blanks && source.encoding() == Encoding::Utf8;
            const qsizetype from = std::max<qsizetype>(0, selection.begin - start);
            const qsizetype to = std::min(selection.end - start, line.size());
            take(exact ? std::min(line.begin + from, line.end) : line.begin,
                 exact && row == selection.lastRow ? std::max(line.begin, line.begin + to)
                                                   : line.end);
        } else if (at.segment >= 0) {
            for (const int change : layout.segments[at.segment].changes) {
                const Hunk* hunk = m_desk.state()->hunk(layout.changes[change].key);
                if (hunk != nullptr && hunk->lastLine >= hunk->firstLine) {
                    take(source.lineRange(hunk->firstLine).begin,
                         source.lineRange(std::min(hunk->lastLine, source.lineCount())).end);
                }
            }
        }
    }
    return range;
}

void OwnChanges::guardSelection(const QString& key)
{
    const std::optional<ByteRange> range = selected();
    if (!range) {
        AskSheet::Question question;
        question.title = tr("Nothing is selected");
        question.text =
            key.isEmpty()
                ? tr("Select lines in the original or in the proposal first.")
                : tr("Select lines in the original or in the proposal, then press %1.").arg(key);
        question.yes = tr("Close");
        m_questions.ask(question, [] {});
        return;
    }
    const RepoPath path = m_desk.texts().path;
    const SourceBuffer source(m_desk.texts().original);
    const LineSpan wanted{source.lineOf(range->begin),
                          source.lineOf(std::max(range->begin, range->end - 1))};
    askOnceChecked(path, *range, wanted);
}

/// Nobody is asked who went on to another change, file or question meanwhile.
void OwnChanges::askOnceChecked(const RepoPath& path, ByteRange range, const LineSpan& wanted)
{
    whenDone(m_desk.session().guards().checkSelection(path, range), this,
             [this, path, wanted,
              questions = m_questions.number()](const Result<SelectionCheck>& check) {
                 if (!check) {
                     m_desk.showProblem(check.error());
                 } else if (path != m_desk.texts().path || questions != m_questions.number()) {
                     m_desk.say(tr("%1 is not guarded: another change or question came first.")
                                    .arg(linesText(wanted)));
                 } else {
                     askGuard(path, *check, wanted);
                 }
             });
}

void OwnChanges::write()
{
    const std::optional<ByteRange> range = selected(true);
    if (!range || m_diff.isEmpty()) {
        m_desk.say(tr("No line is shown that could be changed."));
        return;
    }
    const SourceBuffer source(m_desk.texts().original);
    const LineSpan wanted{source.lineOf(range->begin),
                          source.lineOf(std::max(range->begin, range->end - 1))};
    for (const Hunk& hunk : m_desk.texts().hunks) {
        const LineSpan own{hunk.firstLine, hunk.lastLine};
        const int change = m_desk.model().changeOfKey(hunk.key);
        if (own.isValid() && own.overlaps(wanted) && change >= 0) {
            if (change != m_desk.current()) {
                Q_EMIT changeWanted(change);
            }
            Q_EMIT editWanted();
            return;
        }
        if (hunk.sourcePath != hunk.targetPath) {
            m_desk.say(tr("This file is made from another one: edit a change of it, or write a "
                          "change of your own in the original."));
            return;
        }
    }
    askOnceChecked(m_desk.texts().path, *range, wanted);
}

void OwnChanges::askGuard(const RepoPath& path, const SelectionCheck& check, const LineSpan& wanted)
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
    m_questions.ask(question, [this, path, lines] { make(path, lines, OwnChange::Guarded); });
}

/// Where no guard can stand: a change of the lines themselves.
void OwnChanges::askPlain(const RepoPath& path, const QString& problem, const LineSpan& lines)
{
    AskSheet::Question question;
    question.title = tr("Change %1 of %2 without a guard").arg(linesText(lines), path.display());
    question.text = tr("%1 NVIDIA gets the lines too, as you write them; what that does to its "
                       "path is proved when you save.")
                        .arg(problem);
    question.field = tr("Reason");
    question.fieldRequired = true;
    question.yes = tr("Write the change");
    m_questions.ask(question, [this, path, lines] { make(path, lines, OwnChange::Anywhere); });
}

void OwnChanges::make(const RepoPath& path, const LineSpan& lines, OwnChange kind)
{
    whenDone(m_desk.session().guards().guardLines(path, lines, m_questions.fieldText(), kind), this,
             [this](const Result<QByteArray>& key) {
                 if (!key) {
                     m_desk.showProblem(key.error());
                     return;
                 }
                 m_new = *key;
                 Q_EMIT changed();
                 showNew();
             });
}

void OwnChanges::remove()
{
    if (const Result<void> done = m_desk.session().guards().remove(m_desk.currentKey()); !done) {
        m_desk.showProblem(done.error());
    }
    Q_EMIT changed();
}

void OwnChanges::showNew()
{
    if (m_new.isEmpty() || m_desk.model().changeOfKey(m_new) < 0) {
        return;
    }
    if (m_desk.currentKey() != m_new) {
        Q_EMIT newWanted(m_new);
    }
    const DiffChange* current = m_diff.scene().currentChange();
    if (current != nullptr && current->key == m_new && m_desk.loading().isEmpty()) {
        m_new.clear();
        Q_EMIT newShown();
    }
}

} // namespace rocport
