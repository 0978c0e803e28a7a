#pragma once

#include <QString>
#include <QVector>

#include <optional>

namespace rocport {

class OpenProject;
struct JournalEntry;
struct ProbeReport;
struct Tolerance;
struct VerifyRun;

/// What happened on nodes, kept by a session: in the state at once and in the journal of the
/// project file. Runs, probes and tolerances end in StateChange::Verification. Nothing happens
/// where no project is open; one that is read-only keeps it in the state alone.
class ProjectJournal
{
public:
    explicit ProjectJournal(OpenProject& project) : m_project(project) {}

    void recordRuns(const QVector<VerifyRun>& runs);
    void recordProbe(const ProbeReport& report);
    /// Nothing: back to the default.
    void recordTolerance(const QString& tensor, const std::optional<Tolerance>& tolerance);
    /// Tells nobody: it is no outcome.
    void recordCurrentNode(const QString& nodeId);
    /// Appends to the journal only.
    void record(const QVector<JournalEntry>& entries);

private:
    OpenProject& m_project;
};

} // namespace rocport
