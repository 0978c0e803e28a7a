// What was typed in the review: saved, or kept while the project is open and offered again.
#include "core/base/whendone.h"
#include "ui/messages/messages.h"
#include "ui/review/diffview.h"
#include "ui/review/findingspage.h"
#include "ui/review/reviewarea.h"

#include <algorithm>

namespace rocport {

struct ReviewArea::Draft
{
    EditDraft typed;
    QString place; ///< "src/a.cu:12", or the file alone where the change is proposed no more
};

void ReviewArea::saveEdit()
{
    auto* pane = m_diff->findChild<EditPane*>();
    if (m_current < 0 || !pane) {
        return;
    }
    const Hunk hunk = *m_model->changes()[m_current].hunk;
    const Result<QByteArray> lines = linesToBytes(m_texts.original, hunk, pane->text());
    if (!lines) {
        pane->setProblem(tr("The file is Latin-1 and cannot hold the character “%1”.")
                             .arg(lines.error().detail));
        return;
    }
    const Decision* known = m_state->decisions.decision(hunk.key);
    const QPair<QByteArray, QString> saving{hunk.key, pane->text()};
    m_savingEdit = saving;
    whenDone(m_session.editHunk(hunk.key, *lines, known ? known->note : QString(), pane->reason()),
             this, [this, pane, saving, reason = pane->reason()](const Result<void>& done) {
                 const auto& [key, text] = saving;
                 if (m_savingEdit == saving) {
                     m_savingEdit = {};
                 }
                 // Who went on to another change meanwhile stays there, with what is typed there.
                 const bool stayed = currentKey() == key;
                 if (done) {
                     dropDraft(key, text);
                     if (stayed) {
                         m_diff->endEdit();
                         afterDecision(m_current);
                     }
                     return;
                 }
                 if (!stayed || !m_diff->isEditing()) {
                     keepDraft(key, {text, reason});
                     showProblem(done.error());
                     return;
                 }
                 if (done.error().code == ErrorCode::IsolationViolated) {
                     pane->askForReason(
                         tr("This edit alters the NVIDIA path. %1 Saving it needs a reason, "
                            "which the report shows.")
                             .arg(done.error().detail));
                 } else {
                     pane->setProblem(messageFor(done.error()));
                 }
             });
}

void ReviewArea::keepDraft(const QByteArray& key, const EditDraft& draft)
{
    if (m_savingEdit == std::pair(key, draft.text)) {
        return; // it is being saved; what cannot be saved stays in the editor
    }
    const Hunk* hunk = m_state ? m_state->hunk(key) : nullptr;
    Draft kept{draft, m_diff->scene().layout.path.display()};
    if (hunk != nullptr) {
        kept.place = hunk->targetPath.display() + u':' + QString::number(hunk->firstLine);
    }
    m_drafts.insert(key, std::make_shared<const Draft>(std::move(kept)));
    draftsChanged();
    updateExplanation();
}

/// The list and the gutter mark changes with a draft.
void ReviewArea::draftsChanged()
{
    const QList<QByteArray> keys = m_drafts.keys();
    m_model->setDrafts(QSet<QByteArray>(keys.begin(), keys.end()));
    if (!m_diff->isEmpty()) {
        m_diff->setInfo(infoOf(m_diff->scene().layout));
    }
}

/// `text` was saved: neither the draft nor the editor holds anything else.
void ReviewArea::dropDraft(const QByteArray& key, const QString& text)
{
    m_drafts.remove(key);
    draftsChanged();
    if (m_diff->isEditing() && m_diff->editPane().text() == text) {
        m_diff->editPane().setTaken();
    }
}

/// The draft goes into the editor, which gives it back when it is left without saving.
std::optional<EditDraft> ReviewArea::takeDraft(const QByteArray& key)
{
    const std::shared_ptr<const Draft> draft = m_drafts.take(key);
    draftsChanged();
    return draft ? std::optional(draft->typed) : std::nullopt;
}

void ReviewArea::dropDrafts()
{
    m_drafts.clear();
    draftsChanged();
    m_sheet->dropDrafts();
    m_findings->dropDrafts();
}

QStringList ReviewArea::unsaved() const
{
    QStringList places;
    for (const std::shared_ptr<const Draft>& draft : m_drafts) {
        places.append(draft->place);
    }
    if (m_diff->isEditing() && m_diff->editPane().isChanged() && m_current >= 0) {
        const Hunk& hunk = *m_model->changes()[m_current].hunk;
        places.append(hunk.targetPath.display() + u':' + QString::number(hunk.firstLine));
    }
    places.sort();
    places.removeDuplicates();
    QStringList lines;
    for (const QString& place : std::as_const(places)) {
        lines.append(tr("your edit of %1").arg(place));
    }
    lines += m_findings->unsaved();
    const QStringList asked = m_sheet->drafts();
    for (const QString& title : asked) {
        lines.append(tr("what you typed under “%1”").arg(title));
    }
    return lines;
}

} // namespace rocport
