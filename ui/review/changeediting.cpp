#include "ui/review/changeediting.h"
#include "core/base/linerange.h"
#include "core/project/session/projectdecisions.h"

#include "core/base/whendone.h"
#include "ui/messages/messages.h"
#include "ui/review/diffview.h"
#include "ui/review/reviewdesk.h"

namespace rocport {

ChangeEditing::ChangeEditing(ReviewDesk& desk, DiffView& diff, QObject* parent)
    : QObject(parent), m_desk(desk), m_diff(diff)
{
    connect(&diff, &DiffView::editRequested, this, &ChangeEditing::begin);
    connect(&diff, &DiffView::saveRequested, this, &ChangeEditing::save);
    connect(&diff, &DiffView::editCancelled, &diff, &DiffView::endEdit);
    connect(&diff, &DiffView::draftLeft, this, &ChangeEditing::keep);
}

void ChangeEditing::begin()
{
    if (m_diff.isEmpty() || !m_desk.mayDecideCurrent()) {
        return;
    }
    if (m_diff.isEditing()) {
        m_diff.editPane().focusText();
        return;
    }
    const Hunk& hunk = *m_desk.currentHunk();
    const DiffDecisions decisions = m_desk.decisionsOfFile();
    DiffDecision from = decisions.value(hunk.key);
    if (const DecisionConflict* conflict = m_desk.state()->conflict(hunk.key)) {
        from = {DecisionKind::Edited, conflict->merged}; // both sides, to be made one
    }
    m_diff.beginEdit(editableLines(m_desk.texts().original, hunk, from), take(hunk.key));
}

void ChangeEditing::save()
{
    if (m_desk.current() < 0 || !m_diff.isEditing()) {
        return;
    }
    EditPane& pane = m_diff.editPane();
    const Hunk hunk = *m_desk.currentHunk();
    const Result<QByteArray> lines = linesToBytes(m_desk.texts().original, hunk, pane.text());
    if (!lines) {
        pane.setProblem(tr("The file is Latin-1 and cannot hold the character “%1”.")
                            .arg(lines.error().detail));
        return;
    }
    const Decision* known = m_desk.state()->decisions.decision(hunk.key);
    const QPair<QByteArray, QString> saving{hunk.key, pane.text()};
    m_saving = saving;
    whenDone(m_desk.session().decisions().edit(hunk.key, *lines, known ? known->note : QString(),
                                               pane.reason()),
             this, [this, saving, reason = pane.reason()](const Result<void>& done) {
                 savedOrNot(saving, reason, done);
             });
}

/// Who went on to another change meanwhile stays there, with what is typed there.
void ChangeEditing::savedOrNot(const QPair<QByteArray, QString>& saving, const QString& reason,
                               const Result<void>& done)
{
    const auto& [key, text] = saving;
    if (m_saving == saving) {
        m_saving = {};
    }
    const bool stayed = m_desk.currentKey() == key;
    if (done) {
        remove(key, text);
        if (stayed) {
            m_diff.endEdit();
            Q_EMIT saved();
        }
        return;
    }
    if (!stayed || !m_diff.isEditing()) {
        keep(key, {text, reason});
        m_desk.showProblem(done.error());
    } else if (done.error().code == ErrorCode::IsolationViolated) {
        m_diff.editPane().askForReason(
            tr("This edit alters the NVIDIA path. %1 Saving it needs a reason, which the report "
               "shows.")
                .arg(done.error().detail));
    } else {
        m_diff.editPane().setProblem(messageFor(done.error()));
    }
}

void ChangeEditing::keepMine()
{
    const DecisionConflict* conflict = m_desk.state() && m_desk.current() >= 0
                                           ? m_desk.state()->conflict(m_desk.currentKey())
                                           : nullptr;
    if (conflict == nullptr || !m_desk.mayDecideCurrent()) {
        return;
    }
    const QByteArray key = conflict->hunkKey;
    const Decision& mine = conflict->decision;
    whenDone(
        m_desk.session().decisions().edit(key, mine.editedText, mine.note, mine.overrideReason),
        this, [this, key](const Result<void>& done) {
            if (!done) {
                m_desk.showProblem(done.error());
            } else if (m_desk.currentKey() == key) { // who went on meanwhile stays there
                Q_EMIT saved();
            }
        });
}

void ChangeEditing::keep(const QByteArray& key, const EditDraft& draft)
{
    if (m_saving == std::pair(key, draft.text)) {
        return; // it is being saved; what cannot be saved stays in the editor
    }
    const Hunk* hunk = m_desk.state() ? m_desk.state()->hunk(key) : nullptr;
    m_drafts.insert(key, {draft, hunk != nullptr ? placeText(hunk->targetPath, hunk->firstLine)
                                                 : m_diff.scene().layout.path.display()});
    Q_EMIT draftsChanged();
    Q_EMIT draftKept();
}

/// `text` was saved: neither the draft nor the editor holds anything else.
void ChangeEditing::remove(const QByteArray& key, const QString& text)
{
    m_drafts.remove(key);
    Q_EMIT draftsChanged();
    if (m_diff.isEditing() && m_diff.editPane().text() == text) {
        m_diff.editPane().setTaken();
    }
}

/// The draft goes into the editor, which gives it back when it is left without saving.
std::optional<EditDraft> ChangeEditing::take(const QByteArray& key)
{
    const bool known = m_drafts.contains(key);
    const Draft draft = m_drafts.take(key);
    Q_EMIT draftsChanged();
    return known ? std::optional(draft.typed) : std::nullopt;
}

void ChangeEditing::drop()
{
    m_drafts.clear();
    Q_EMIT draftsChanged();
}

QSet<QByteArray> ChangeEditing::drafts() const
{
    const QList<QByteArray> keys = m_drafts.keys();
    return {keys.begin(), keys.end()};
}

QStringList ChangeEditing::unsaved() const
{
    QStringList places;
    for (const Draft& draft : m_drafts) {
        places.append(draft.place);
    }
    if (m_diff.isEditing() && m_diff.editPane().isChanged() && m_desk.current() >= 0) {
        places.append(placeText(m_desk.currentHunk()->targetPath, m_desk.currentHunk()->firstLine));
    }
    places.sort();
    places.removeDuplicates();
    return places;
}

} // namespace rocport
