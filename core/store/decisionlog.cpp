#include "core/store/checksteps.h"
#include "core/store/projectfile.h"

#include <QSet>

namespace rocport {

namespace {

/// Keys of hunks are hexadecimal, so that none begins like this.
const QByteArray kFinding = QByteArrayLiteral("finding:");
const QByteArray kRule = QByteArrayLiteral("rule:");

/// What a key may not hold is written as in web addresses, with "_" in place of "%".
QByteArray ruleKey(const QString& ruleId)
{
    return kRule + ruleId.toUtf8().toPercentEncoding({}, "_~", '_');
}

} // namespace

Decision findingDecision(const QByteArray& findingId, FindingState state, const QString& note)
{
    Decision decision;
    decision.hunkKey = kFinding + findingId;
    decision.kind = state == FindingState::Done        ? DecisionKind::Accepted
                    : state == FindingState::NotNeeded ? DecisionKind::Rejected
                                                       : DecisionKind::Open;
    decision.note = note;
    return decision;
}

std::optional<QByteArray> findingOfKey(const QByteArray& decisionKey)
{
    return decisionKey.startsWith(kFinding)
               ? std::optional<QByteArray>(decisionKey.sliced(kFinding.size()))
               : std::nullopt;
}

Decision ruleDecision(const QString& ruleId, bool on, const QString& reason)
{
    Decision decision;
    decision.hunkKey = ruleKey(ruleId);
    decision.kind = on ? DecisionKind::Accepted : DecisionKind::Rejected;
    decision.note = reason;
    return decision;
}

std::optional<QString> ruleOfKey(const QByteArray& decisionKey)
{
    return decisionKey.startsWith(kRule)
               ? std::optional<QString>(QString::fromUtf8(
                     QByteArray::fromPercentEncoding(decisionKey.sliced(kRule.size()), '_')))
               : std::nullopt;
}

DecisionLog::DecisionLog(const QVector<DecisionBatch>& batches)
{
    for (const DecisionBatch& batch : batches) {
        append(batch);
    }
}

void DecisionLog::append(const DecisionBatch& batch)
{
    m_lastId = std::max(m_lastId, batch.id);
    switch (batch.kind) {
    case BatchKind::Decide:
        m_batches.append(batch);
        m_undo.append(m_batches.size() - 1);
        m_redo.clear();
        apply(m_undo.last());
        break;
    case BatchKind::Undo:
        if (!m_undo.isEmpty()) {
            m_redo.append(m_undo.takeLast());
            takeBack(m_redo.last());
        }
        break;
    case BatchKind::Redo:
        if (!m_redo.isEmpty()) {
            m_undo.append(m_redo.takeLast());
            apply(m_undo.last());
        }
        break;
    }
}

void DecisionLog::apply(qsizetype batch)
{
    const QVector<Decision>& decisions = std::as_const(m_batches)[batch].decisions;
    for (qsizetype i = 0; i < decisions.size(); ++i) {
        m_active[decisions[i].hunkKey].append({batch, i});
    }
}

void DecisionLog::takeBack(qsizetype batch)
{
    // Only the newest applied batch is ever taken back, so its places are the last of each hunk.
    for (const Decision& decision : std::as_const(m_batches)[batch].decisions) {
        const auto places = m_active.find(decision.hunkKey);
        if (places == m_active.end()) {
            continue;
        }
        places->removeLast();
        if (places->isEmpty()) {
            m_active.erase(places);
        }
    }
}

const Decision* DecisionLog::decision(const QByteArray& hunkKey) const
{
    const auto places = m_active.constFind(hunkKey);
    if (places == m_active.constEnd()) {
        return nullptr;
    }
    const Place& place = places->last();
    return &m_batches[place.batch].decisions[place.decision];
}

const DecisionBatch* DecisionLog::batchOf(const QByteArray& hunkKey) const
{
    const auto places = m_active.constFind(hunkKey);
    return places == m_active.constEnd() ? nullptr : &m_batches[places->last().batch];
}

DecisionKind DecisionLog::kind(const QByteArray& hunkKey) const
{
    const Decision* found = decision(hunkKey);
    return found != nullptr ? found->kind : DecisionKind::Open;
}

QHash<QByteArray, DecisionKind> DecisionLog::kinds() const
{
    QHash<QByteArray, DecisionKind> kinds;
    kinds.reserve(m_active.size());
    for (auto it = m_active.begin(); it != m_active.end(); ++it) {
        if (it.key().startsWith(kFinding) || it.key().startsWith(kRule) ||
            phaseOfStepKey(it.key())) {
            continue;
        }
        const Place& place = it->last();
        kinds.insert(it.key(), m_batches[place.batch].decisions[place.decision].kind);
    }
    return kinds;
}

QSet<QByteArray> DecisionLog::tickedFindings() const
{
    QSet<QByteArray> ticked;
    for (auto it = m_active.begin(); it != m_active.end(); ++it) {
        const std::optional<QByteArray> finding = findingOfKey(it.key());
        if (finding && findingState(*finding) != FindingState::Open) {
            ticked.insert(*finding);
        }
    }
    return ticked;
}

FindingState DecisionLog::findingState(const QByteArray& findingId) const
{
    const DecisionKind said = kind(kFinding + findingId);
    return isTaken(said)                    ? FindingState::Done
           : said == DecisionKind::Rejected ? FindingState::NotNeeded
                                            : FindingState::Open;
}

QString DecisionLog::findingNote(const QByteArray& findingId) const
{
    const Decision* found = decision(kFinding + findingId);
    return found != nullptr ? found->note : QString();
}

const DecisionBatch* DecisionLog::findingBatch(const QByteArray& findingId) const
{
    return batchOf(kFinding + findingId);
}

QString DecisionLog::whyOff(const QString& ruleId) const
{
    const Decision* found = decision(ruleKey(ruleId));
    return found != nullptr && found->kind == DecisionKind::Rejected ? found->note : QString();
}

bool DecisionLog::canUndo() const
{
    return !m_undo.isEmpty();
}

bool DecisionLog::canRedo() const
{
    return !m_redo.isEmpty();
}

QString DecisionLog::undoLabel() const
{
    return m_undo.isEmpty() ? QString() : m_batches[m_undo.last()].label;
}

QString DecisionLog::redoLabel() const
{
    return m_redo.isEmpty() ? QString() : m_batches[m_redo.last()].label;
}

const DecisionBatch* DecisionLog::undoBatch() const
{
    return m_undo.isEmpty() ? nullptr : &m_batches[m_undo.last()];
}

const DecisionBatch* DecisionLog::redoBatch() const
{
    return m_redo.isEmpty() ? nullptr : &m_batches[m_redo.last()];
}

QVector<HistoryStep> DecisionLog::history() const
{
    QVector<HistoryStep> steps;
    steps.reserve(m_undo.size() + m_redo.size());
    for (const qsizetype batch : m_undo) {
        steps.append({&m_batches[batch], true});
    }
    for (auto batch = m_redo.crbegin(); batch != m_redo.crend(); ++batch) {
        steps.append({&m_batches[*batch], false});
    }
    return steps;
}

qint64 DecisionLog::lastBatchId() const
{
    return m_lastId;
}

QVector<QByteArray> DecisionLog::hunksOf(const QVector<qsizetype>& stack) const
{
    QVector<QByteArray> hunks;
    if (stack.isEmpty()) {
        return hunks;
    }
    QSet<QByteArray> seen;
    for (const Decision& decision : m_batches[stack.last()].decisions) {
        if (!seen.contains(decision.hunkKey)) {
            seen.insert(decision.hunkKey);
            hunks.append(decision.hunkKey);
        }
    }
    return hunks;
}

QVector<QByteArray> DecisionLog::undoHunks() const
{
    return hunksOf(m_undo);
}

QVector<QByteArray> DecisionLog::redoHunks() const
{
    return hunksOf(m_redo);
}

} // namespace rocport
