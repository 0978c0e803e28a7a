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
/// project file. StateChange::Verification follows runs, probes and tolerances. Nothing happens if
/// no project is open; if it is read-only, only the state is changed.
class ProjectJournal
{
public:
    explicit ProjectJournal(OpenProject& project) : m_project(project) {}

    void recordRuns(const QVector<VerifyRun>& runs);
    void recordProbe(const ProbeReport& report);
    /// Nothing: the default again.
    void recordTolerance(const QString& tensor, const std::optional<Tolerance>& tolerance);
    /// Sends no signal, since it is not a result.
    void recordCurrentNode(const QString& nodeId);
    /// Appends to the journal only.
    void record(const QVector<JournalEntry>& entries);

private:
    OpenProject& m_project;
};

} // namespace rocport
