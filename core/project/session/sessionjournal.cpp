// What happened on nodes, kept in the project file by the session that owns it.
#include "core/project/nodes/remoterecords.h"
#include "core/project/session/sessionprivate.h"

namespace rocport {

void ProjectSession::record(const QVector<JournalEntry>& entries)
{
    if (m_state && !m_state->readOnly && !entries.isEmpty()) {
        d->write([entries](ProjectFile& file) { return file.appendJournal(entries); });
    }
}

void ProjectSession::recordRuns(const QVector<VerifyRun>& runs)
{
    if (!m_state || runs.isEmpty()) {
        return;
    }
    ProjectState& state = d->writable();
    auto records = std::make_shared<RemoteRecords>(*state.remote);
    QVector<JournalEntry> entries;
    for (const VerifyRun& run : runs) {
        records->runs.prepend(run);
        entries.append(journalEntry(run));
    }
    state.remote = std::move(records);
    record(entries);
    d->publish(StateChange::Verification);
}

void ProjectSession::recordProbe(const ProbeReport& report)
{
    if (!m_state) {
        return;
    }
    auto records = std::make_shared<RemoteRecords>(*m_state->remote);
    records->probes.prepend(report);
    d->writable().remote = std::move(records);
    record({journalEntry(report)});
    d->publish(StateChange::Verification);
}

void ProjectSession::recordTolerance(const QString& tensor,
                                     const std::optional<Tolerance>& tolerance)
{
    if (!m_state) {
        return;
    }
    auto records = std::make_shared<RemoteRecords>(*m_state->remote);
    if (tolerance) {
        records->tolerances.insert(tensor, *tolerance);
    } else {
        records->tolerances.remove(tensor);
    }
    d->writable().remote = std::move(records);
    record({journalEntry(tensor, tolerance)});
    d->publish(StateChange::Verification);
}

void ProjectSession::recordCurrentNode(const QString& nodeId)
{
    if (!m_state || m_state->remote->currentNode == nodeId) {
        return;
    }
    auto records = std::make_shared<RemoteRecords>(*m_state->remote);
    records->currentNode = nodeId;
    d->writable().remote = std::move(records);
    record({currentNodeEntry(nodeId)});
}

} // namespace rocport
