#include "ui/review/reviewdesk.h"

#include "ui/messages/messages.h"

#include <algorithm>

namespace rocport {

ReviewDesk::ReviewDesk(ProjectSession& session, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_model(new ReviewModel(this)),
      m_filter(new ReviewFilter(*m_model, this))
{
}

bool ReviewDesk::isAllDecided() const
{
    const ReviewCounts& counts = m_model->totals();
    return counts.total > 0 && counts.decided == counts.total && m_filter->accepted() == 0 &&
           m_filter->status() == ReviewStatus::Open;
}

QByteArray ReviewDesk::currentKey() const
{
    const Hunk* hunk = currentHunk();
    return hunk != nullptr ? hunk->key : QByteArray();
}

const Hunk* ReviewDesk::currentHunk() const
{
    return m_current >= 0 ? m_model->changes()[m_current].hunk : nullptr;
}

bool ReviewDesk::mayDecideCurrent() const
{
    return m_current >= 0 && (!m_inSight || m_inSight());
}

DiffDecisions ReviewDesk::decisionsOfFile() const
{
    DiffDecisions decisions;
    for (const Hunk& hunk : m_texts.hunks) {
        const Decision* decision = m_state ? m_state->decisions.decision(hunk.key) : nullptr;
        decisions.insert(hunk.key,
                         {m_state ? m_state->decisions.kind(hunk.key) : DecisionKind::Open,
                          decision ? decision->editedText : QByteArray()});
    }
    return decisions;
}

DiffDecisions ReviewDesk::decisionsOf(const RepoPath& path) const
{
    DiffDecisions decisions;
    for (const int change : m_model->changesOfFile(path)) {
        const QByteArray& key = m_model->changes()[change].hunk->key;
        const Decision* decision = m_state->decisions.decision(key);
        decisions.insert(
            key, {m_model->changes()[change].kind, decision ? decision->editedText : QByteArray()});
    }
    return decisions;
}

QVector<int> ReviewDesk::openOnly(const QVector<int>& changes) const
{
    QVector<int> open;
    std::copy_if(changes.begin(), changes.end(), std::back_inserter(open),
                 [this](int change) { return !isDecided(m_model->changes()[change].kind); });
    return open;
}

int ReviewDesk::nextOpen(int change) const
{
    return m_filter->next(change, 1, true, [](const ReviewChange& candidate) {
        return candidate.kind == DecisionKind::Open;
    });
}

int ReviewDesk::changeAfter(const ProjectState* before, const QByteArray& key) const
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

void ReviewDesk::showProblem(const Error& error)
{
    if (error.code != ErrorCode::Cancelled) {
        showProblem(titleFor(error), messageFor(error));
    }
}

void ReviewDesk::showProblem(const QString& title, const QString& sentence)
{
    Q_EMIT problemFound(title, sentence);
}

} // namespace rocport
