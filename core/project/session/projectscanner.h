#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QObject>
#include <QVector>

#include <memory>

namespace rocport {

class OpenProject;
class ProjectDecisions;
class ProjectGuards;
class ProjectHistory;
class ProjectTasks;
class RulePacks;
class StepRecorder;
struct ProjectState;
struct ScanResult;

/// Scans the open project as a task, lays out the guards of the scan, carries the decisions over to
/// it, and shows it. Lives in the session's thread.
class ProjectScanner : public QObject
{
    Q_OBJECT

public:
    /// What is needed to show a scan.
    struct Parts
    {
        ProjectTasks& tasks;
        RulePacks& packs;
        StepRecorder& recorder;
        ProjectGuards& guards;
        ProjectDecisions& decisions;
        ProjectHistory& history;
    };
    ProjectScanner(OpenProject& project, const Parts& parts);

    /// Scans the repository's newest commit with the packs as they are now; a scan in progress is
    /// ended. StateChange::Everything, or failed(), follows. Does nothing without a project.
    void rescan();
    /// To be called when another project is open, or none: what is being laid out belongs to the
    /// previous one.
    void forgetPending();
    /// Lays out the guards again for the scan that is shown or about to be. Only while a project is
    /// open.
    void layOut();

Q_SIGNALS:
    /// A scan kept the decisions about `keys` but no longer has their hunks (the text changed);
    /// never silent.
    void decisionsOrphaned(const QVector<QByteArray>& keys);
    /// Wider guards around `keys` were not possible or could not be proved; those changes stay as
    /// they were.
    void guardsKept(const QVector<QByteArray>& keys);

private:
    struct Prepared;
    static Result<Prepared> prepared(const ProjectState& state,
                                     const std::shared_ptr<const ScanResult>& raw, bool walked);
    /// Lays out the guards of a scan and carries decisions over to it, in the pool; then adopts it.
    void prepare(const std::shared_ptr<const ScanResult>& raw, bool scanned);
    void adopt(const Prepared& prepared, bool scanned);

    OpenProject& m_project;
    Parts m_parts;
    quint64 m_scanSerial = 0;    // of the newest scan
    quint64 m_prepareSerial = 0; // of the newest preparation
    int m_scanTask = 0;
    std::shared_ptr<const ScanResult> m_preparing; // a scan that is not adopted yet
    bool m_preparingScanned = false;               // it is a new one
};

} // namespace rocport
