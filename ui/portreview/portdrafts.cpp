#include "ui/portreview/portdrafts.h"

#include "core/base/linerange.h"
#include "core/project/review/reviewrender.h"
#include "core/text/sourcebuffer.h"

#include <algorithm>

namespace rocport {

namespace {

int firstOf(const ReviewHunk& hunk, bool onBase)
{
    return onBase ? hunk.baseFirst : hunk.headFirst;
}

const ReviewThread* threadOf(const ReviewState& state, const QByteArray& id)
{
    const QVector<ReviewThread>& threads = state.kept.threads;
    const auto found = std::find_if(threads.begin(), threads.end(),
                                    [&id](const auto& thread) { return thread.id == id; });
    return found == threads.end() ? nullptr : &*found;
}

/// The hunk of a thread; of one at a file its first.
QByteArray hunkOfThread(const ReviewState& state, const ReviewThread& thread)
{
    for (const ReviewFile& file : state.review->files) {
        if (thread.hunkId.isEmpty() && file.path == thread.path) {
            return file.hunks.first().id;
        }
    }
    return thread.hunkId;
}

/// The only hunk that changes the same text in the same way; null: there is none, or several.
const ReviewHunk* sameText(const PortReview& review, const QByteArray& textId)
{
    const ReviewHunk* found = nullptr;
    for (const ReviewFile& file : review.files) {
        for (const ReviewHunk& hunk : file.hunks) {
            if (hunk.textId == textId) {
                if (found != nullptr) {
                    return nullptr;
                }
                found = &hunk;
            }
        }
    }
    return found;
}

/// Fills in where it was typed.
void place(PortDraft& draft, const ReviewState& in)
{
    draft.revision = in.kept.revisions.last().number;
    if (draft.kind == PortDraft::Kind::Reply) {
        if (const ReviewThread* thread = threadOf(in, draft.at)) {
            draft.path = thread->path;
            draft.place =
                thread->line > 0 ? placeText(thread->path, thread->line) : thread->path.display();
        }
        return;
    }
    const ReviewHunk* hunk = in.hunk(draft.at);
    if (hunk == nullptr) {
        return;
    }
    const ReviewFile& file = *in.fileOf(draft.at);
    draft.path = file.path;
    // Only where it is the one hunk with this text; another one is not what was written about.
    draft.textId = sameText(*in.review, hunk->textId) == hunk ? hunk->textId : QByteArray();
    draft.hunkFirst = firstOf(*hunk, draft.onBase);
    draft.place = draft.kind == PortDraft::Kind::Edit ? placeOfHunk(file, *hunk)
                  : draft.line > 0                    ? placeText(file.path, draft.line)
                                                      : file.path.display();
}

} // namespace

void PortDrafts::setState(const std::shared_ptr<const ReviewState>& state)
{
    const bool other = !state || !m_state || state->review != m_state->review;
    m_state = state;
    if (other && state) {
        for (PortDraft& draft : m_drafts[state->kept.id]) {
            follow(draft);
        }
    }
    Q_EMIT changed();
}

/// Takes a draft to its hunk in the revision that is shown; one without stays where it was.
void PortDrafts::follow(PortDraft& draft) const
{
    if (draft.kind == PortDraft::Kind::Reply) {
        return;
    }
    const ReviewHunk* hunk = m_state->hunk(draft.at);
    if (hunk == nullptr && !draft.textId.isEmpty()) {
        hunk = sameText(*m_state->review, draft.textId);
    }
    if (hunk == nullptr) {
        return;
    }
    const QVector<PortDraft> all = m_drafts.value(m_state->kept.id);
    if (hunk->id != draft.at && std::any_of(all.begin(), all.end(), [&](const PortDraft& other) {
            return other.kind == draft.kind && other.at == hunk->id;
        })) {
        return; // that hunk has its own
    }
    draft.at = hunk->id;
    if (draft.line > 0) {
        draft.line += firstOf(*hunk, draft.onBase) - draft.hunkFirst;
    }
    place(draft, *m_state);
}

void PortDrafts::put(const ReviewState& in, PortDraft draft)
{
    place(draft, in);
    QVector<PortDraft>& drafts = m_drafts[in.kept.id];
    const auto same = std::find_if(drafts.begin(), drafts.end(), [&draft](const auto& one) {
        return one.kind == draft.kind && one.at == draft.at;
    });
    if (same == drafts.end()) {
        drafts.append(draft);
    } else {
        *same = draft;
    }
    Q_EMIT changed();
}

void PortDrafts::giveBack(const ReviewState& before, const ReviewState& now)
{
    // What is typed now stays, and of comments both do.
    const auto back = [&](PortDraft draft) {
        for (const PortDraft& one : m_drafts.value(before.kept.id)) {
            if (one.kind != draft.kind || one.at != draft.at) {
                continue;
            }
            if (draft.kind == PortDraft::Kind::Edit) {
                return;
            }
            if (one.text != draft.text) {
                draft.text = one.text + QStringLiteral("\n\n") + draft.text;
            }
        }
        put(before, draft);
    };
    const auto& decisions = before.kept.decisions;
    for (auto decision = decisions.cbegin(); decision != decisions.cend(); ++decision) {
        const ReviewDecision is = now.kept.decisions.value(decision.key());
        if (decision->kind == DecisionKind::Edited && decision->editedText != is.editedText &&
            before.hunk(decision.key()) != nullptr) {
            QString text = SourceBuffer(decision->editedText).toDisplay();
            back({PortDraft::Kind::Edit, decision.key(),
                  text.replace(QStringLiteral("\r\n"), QStringLiteral("\n"))});
        }
    }
    for (const ReviewThread& thread : before.kept.threads) {
        const ReviewThread* is = threadOf(now, thread.id);
        const qsizetype kept = is != nullptr ? is->replies.size() : 0;
        QStringList lost;
        for (qsizetype i = kept; i < thread.replies.size(); ++i) {
            lost.append(thread.replies[i].body);
        }
        const QString text = lost.join(QStringLiteral("\n\n"));
        if (!lost.isEmpty() && is != nullptr) {
            back({PortDraft::Kind::Reply, thread.id, text});
        } else if (!lost.isEmpty()) {
            back({PortDraft::Kind::Comment, hunkOfThread(before, thread), text, thread.onBase,
                  thread.line});
        }
    }
}

void PortDrafts::remove(PortDraft::Kind kind, const QByteArray& at)
{
    if (!m_state) {
        return;
    }
    const auto removed = m_drafts[m_state->kept.id].removeIf(
        [&](const PortDraft& one) { return one.kind == kind && one.at == at; });
    if (removed > 0) {
        Q_EMIT changed();
    }
}

void PortDrafts::clear()
{
    m_drafts.clear();
    Q_EMIT changed();
}

const PortDraft* PortDrafts::find(PortDraft::Kind kind, const QByteArray& at) const
{
    const auto drafts = m_state ? m_drafts.constFind(m_state->kept.id) : m_drafts.cend();
    if (drafts == m_drafts.cend()) {
        return nullptr;
    }
    const auto found = std::find_if(drafts->begin(), drafts->end(), [&](const PortDraft& one) {
        return one.kind == kind && one.at == at;
    });
    return found == drafts->end() ? nullptr : &*found;
}

bool PortDrafts::isStranded(const PortDraft& draft) const
{
    if (draft.kind != PortDraft::Kind::Reply) {
        return m_state->hunk(draft.at) == nullptr;
    }
    const ReviewThread* thread = threadOf(*m_state, draft.at);
    const QVector<ReviewFile>& files = m_state->review->files;
    return thread == nullptr || std::none_of(files.begin(), files.end(), [&](const auto& file) {
               return file.path == thread->path;
           });
}

QVector<PortDraft> PortDrafts::stranded() const
{
    QVector<PortDraft> found;
    if (m_state) {
        const QVector<PortDraft> drafts = m_drafts.value(m_state->kept.id);
        std::copy_if(drafts.begin(), drafts.end(), std::back_inserter(found),
                     [this](const PortDraft& draft) { return isStranded(draft); });
    }
    return found;
}

QStringList PortDrafts::lines() const
{
    QStringList lines;
    for (const QVector<PortDraft>& drafts : m_drafts) {
        for (const PortDraft& draft : drafts) {
            switch (draft.kind) {
            case PortDraft::Kind::Edit:
                lines.append(tr("your edit of %1 in the port").arg(draft.place));
                break;
            case PortDraft::Kind::Comment:
                lines.append(tr("your comment on %1 in the port").arg(draft.place));
                break;
            case PortDraft::Kind::Reply:
                lines.append(tr("your reply at %1 in the port").arg(draft.place));
                break;
            }
        }
    }
    return lines;
}

QString PortDrafts::nameOf(const PortDraft& draft)
{
    switch (draft.kind) {
    case PortDraft::Kind::Edit:
        return tr("Your edit of %1").arg(draft.place);
    case PortDraft::Kind::Comment:
        return tr("Your comment on %1").arg(draft.place);
    case PortDraft::Kind::Reply:
        break;
    }
    return tr("Your reply at %1").arg(draft.place);
}

} // namespace rocport
