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

/// Scans the open project as a task, gives the scan its guards, carries the decisions over to it,
/// and shows it. Lives in the session's thread.
class ProjectScanner : public QObject
{
    Q_OBJECT

public:
    /// What a scan is shown with.
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

    /// Scans the repository's newest commit with the packs as they are now; a scan under way ends.
    /// Ends in StateChange::Everything, or failed(). Nothing happens without a project.
    void rescan();
    /// Another project is open, or none: what is being laid out is of the one before.
    void forgetPending();
    /// Gives the scan that is shown, or about to be, its guards anew. Only while a project is
    /// open.
    void layOut();

Q_SIGNALS:
    /// A scan kept decisions but lost the hunks of `keys` (their text changed); said, never silent.
    void decisionsOrphaned(const QVector<QByteArray>& keys);
    /// Wider guards around `keys` could not be had or proved; those changes stay as they were.
    void guardsKept(const QVector<QByteArray>& keys);

private:
    struct Prepared;
    static Result<Prepared> prepared(const ProjectState& state,
                                     const std::shared_ptr<const ScanResult>& raw, bool walked);
    /// Gives a scan its guards and carries decisions over to it, on the pool; then adopts it.
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
