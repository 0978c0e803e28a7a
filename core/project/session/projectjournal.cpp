#include "core/project/session/projectjournal.h"

#include "core/project/nodes/remoterecords.h"
#include "core/project/session/openproject.h"
#include "core/project/session/projectstate.h"

namespace rocport {

void ProjectJournal::record(const QVector<JournalEntry>& entries)
{
    const auto state = m_project.state();
    if (state && !state->readOnly && !entries.isEmpty()) {
        m_project.write([entries](ProjectFile& file) { return file.appendJournal(entries); });
    }
}

void ProjectJournal::recordRuns(const QVector<VerifyRun>& runs)
{
    if (!m_project.state() || runs.isEmpty()) {
        return;
    }
    ProjectState& state = m_project.writable();
    auto records = std::make_shared<RemoteRecords>(*state.remote);
    for (const VerifyRun& run : runs) {
        records->runs.prepend(run);
    }
    state.remote = std::move(records);
    if (!state.readOnly) {
        // A run may be large, so its record is made where it is written.
        m_project.write([runs](ProjectFile& file) {
            QVector<JournalEntry> entries;
            for (const VerifyRun& run : runs) {
                entries.append(journalEntry(run));
            }
            return file.appendJournal(entries);
        });
    }
    m_project.publish(StateChange::Verification);
}

void ProjectJournal::recordProbe(const ProbeReport& report)
{
    if (!m_project.state()) {
        return;
    }
    auto records = std::make_shared<RemoteRecords>(*m_project.state()->remote);
    records->probes.prepend(report);
    m_project.writable().remote = std::move(records);
    record({journalEntry(report)});
    m_project.publish(StateChange::Verification);
}

void ProjectJournal::recordTolerance(const QString& tensor,
                                     const std::optional<Tolerance>& tolerance)
{
    if (!m_project.state()) {
        return;
    }
    auto records = std::make_shared<RemoteRecords>(*m_project.state()->remote);
    if (tolerance) {
        records->tolerances.insert(tensor, *tolerance);
    } else {
        records->tolerances.remove(tensor);
    }
    m_project.writable().remote = std::move(records);
    record({journalEntry(tensor, tolerance)});
    m_project.publish(StateChange::Verification);
}

void ProjectJournal::recordCurrentNode(const QString& nodeId)
{
    const auto state = m_project.state();
    if (!state || state->remote->currentNode == nodeId) {
        return;
    }
    auto records = std::make_shared<RemoteRecords>(*state->remote);
    records->currentNode = nodeId;
    m_project.writable().remote = std::move(records);
    record({currentNodeEntry(nodeId)});
}

} // namespace rocport
