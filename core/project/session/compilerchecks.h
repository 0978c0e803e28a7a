#pragma once

#include "core/base/result.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>

namespace rocport {

class CancelToken;
class OpenProject;
class ProjectJournal;
class ProjectTasks;
class Sandbox;
struct CompilerProof;
struct CompilerProofOptions;
struct GateInput;
struct GateOptions;
struct GateProgress;
struct GateResult;

/// What compilers on this machine say about the accepted port, as tasks of a session: whether it
/// compiles, and whether original and port compile to the same output.
class CompilerChecks : public QObject
{
    Q_OBJECT

public:
    CompilerChecks(OpenProject& project, ProjectTasks& tasks, ProjectJournal& journal);

    /// Compiles the accepted port for the target GPUs on this machine. StateChange::Verification
    /// with the state's `gate`, or failed(), follows. One at a time: a second call while one runs
    /// does nothing.
    void checkCompiles(const GateOptions& options);
    /// The same for what the project's build files compile; they are run in bubblewrap: see
    /// runWholeBuild() and gateOfWholeBuild(). Does not run at the same time as checkCompiles().
    void checkWholeBuild(const GateOptions& options);
    /// Compares what nvcc and Python make of the original and of the port; changes in files that
    /// agree become Compiled. StateChange::Verification and proved(), or failed(), follow. One at a
    /// time.
    void proveByCompiling(const CompilerProofOptions& options);

Q_SIGNALS:
    /// A proof by compilers ended; what it says about single changes is in the state.
    void proved(const std::shared_ptr<const rocport::CompilerProof>& proof);

private:
    using GateWork = std::function<Result<GateResult>(
        const GateInput& input, const GateOptions& options, const CancelToken& cancel,
        const std::function<void(const GateProgress&)>& progress)>;
    void startGate(const QString& title, const GateOptions& options, const GateWork& work);

    OpenProject& m_project;
    ProjectTasks& m_tasks;
    ProjectJournal& m_journal;
    std::shared_ptr<const Sandbox> m_sandbox; // what compilers run in; tested once whether it works
    int m_gateTask = 0;                       // of the compile check under way
    int m_proofTask = 0;                      // of the proof under way
};

} // namespace rocport
