#include "core/project/session/compilerchecks.h"

#include "core/base/whendone.h"
#include "core/process/localprocess.h"
#include "core/process/sandbox.h"
#include "core/project/nodes/remoterecords.h"
#include "core/project/proof/compilegate.h"
#include "core/project/proof/compilerproofs.h"
#include "core/project/proof/gaterun.h"
#include "core/project/session/derivedstate.h"
#include "core/project/session/openproject.h"
#include "core/project/session/projectjournal.h"
#include "core/project/session/projectstate.h"
#include "core/project/session/projecttasks.h"
#include "core/verify/bytecodeproof.h"
#include "core/verify/wholebuild.h"

#include <QtConcurrent>

namespace rocport {

namespace {

/// Records for the hunks of `proved` whose files a compiler compared.
QVector<CompiledProof> recordsOf(const ProjectState& state, const QVector<QByteArray>& keys,
                                 const CompilerProof& proof)
{
    QHash<RepoPath, const CompilerFileProof*> byPath;
    for (const CompilerFileProof& file : proof.files) {
        if (file.status != CompilerProofStatus::NotChecked) {
            byPath.insert(file.path, &file);
        }
    }
    QVector<CompiledProof> records;
    const QDateTime now = QDateTime::currentDateTimeUtc();
    for (const QByteArray& key : keys) {
        const Hunk* hunk = state.hunk(key);
        const CompilerFileProof* file = hunk != nullptr ? byPath.value(hunk->targetPath) : nullptr;
        if (file == nullptr || hunk->sourcePath != hunk->targetPath) {
            continue;
        }
        CompiledProof record;
        record.hunkKey = key;
        record.baseHash = hunk->baseHash;
        const QByteArray edited = state.editedText(*hunk);
        record.editedHash = edited.isEmpty() ? QByteArray() : contentHash(edited);
        record.agrees = file->status == CompilerProofStatus::Agrees;
        record.compiler = file->compiler;
        record.evidence = file->reason;
        record.time = now;
        records.append(record);
    }
    return records;
}

using GateSteps = std::function<void(const GateProgress&)>;

Result<GateResult> runGateAlone(const GateInput& input, const GateOptions& options,
                                const CancelToken& cancel, const GateSteps& progress)
{
    return runGate(input, options, LocalProcessRunner(), cancel, progress);
}

Result<GateResult> runGateOfBuild(const GateInput& input, const GateOptions& options,
                                  const CancelToken& cancel, const GateSteps& progress)
{
    const auto result = runWholeBuild(input, options, LocalProcessRunner(), cancel,
                                      [&progress](const QString& step) {
                                          progress({0, 0, step});
                                      });
    if (!result) {
        return result.error();
    }
    return gateOfWholeBuild(*result);
}

} // namespace

CompilerChecks::CompilerChecks(OpenProject& project, ProjectTasks& tasks, ProjectJournal& journal)
    : m_project(project),
      m_tasks(tasks),
      m_journal(journal),
      m_sandbox(std::make_shared<const Sandbox>())
{
}

void CompilerChecks::checkCompiles(const GateOptions& options)
{
    startGate(QStringLiteral("Checking that the port compiles"), options, runGateAlone);
}

void CompilerChecks::checkWholeBuild(const GateOptions& options)
{
    startGate(QStringLiteral("Running the project's build files"), options, runGateOfBuild);
}

void CompilerChecks::startGate(const QString& title, const GateOptions& asked, const GateWork& work)
{
    if (!m_project.state() || m_gateTask != 0) {
        return;
    }
    GateOptions options = asked;
    options.sandbox = m_sandbox;
    const auto [task, cancel] = m_tasks.begin(title);
    m_gateTask = task;
    const quint64 at = m_project.generation();
    const auto progress = [this, task = task](const GateProgress& step) {
        m_project.later(
            [this, task, step] { m_tasks.update(task, step.done, step.total, step.currentFile); });
    };
    whenDone(QtConcurrent::run(&m_project.pool(),
                               [state = m_project.state(), options, cancel = cancel, progress,
                                work]() -> Result<GateResult> {
                                   const auto input = gateInput(*state);
                                   return input ? work(*input, options, cancel, progress)
                                                : Result<GateResult>(input.error());
                               }),
             this,
             [this, task = task, at, batch = m_project.state()->decisions.lastBatchId(),
              key = portKeyOf(*m_project.state())](const Result<GateResult>& result) {
                 m_gateTask = 0;
                 m_tasks.end(task);
                 if (!m_project.isOpen(at)) {
                     return;
                 }
                 if (!result) {
                     m_project.fail(result.error());
                     return;
                 }
                 ProjectState& state = m_project.writable();
                 state.gate = std::make_shared<const GateResult>(*result);
                 state.gateBatch = batch;
                 m_journal.recordRuns(
                     {gateRun(*result, key)}); // ends in stateChanged(Verification)
             });
}

void CompilerChecks::proveByCompiling(const CompilerProofOptions& asked)
{
    if (!m_project.state() || m_proofTask != 0) {
        return;
    }
    CompilerProofOptions options = asked;
    options.sandbox = m_sandbox;
    struct Outcome
    {
        Result<CompilerProof> proof;
        QVector<CompiledProof> records;
    };
    const auto [task, cancel] = m_tasks.begin(QStringLiteral("Proving by compiling"));
    m_proofTask = task;
    const quint64 at = m_project.generation();
    const auto progress = [this, task = task](const GateProgress& step) {
        m_project.later(
            [this, task, step] { m_tasks.update(task, step.done, step.total, step.currentFile); });
    };
    whenDone(QtConcurrent::run(
                 &m_project.pool(),
                 [state = m_project.state(), options, cancel = cancel, progress]() -> Outcome {
                     auto input = nvccInput(*state, cancel);
                     if (!input) {
                         return {input.error(), {}};
                     }
                     auto proof = rocport::proveByCompiling(input->input, options,
                                                            LocalProcessRunner(), cancel, progress);
                     if (!proof) {
                         return {proof.error(), {}};
                     }
                     return {*proof, recordsOf(*state, input->hunks, *proof)};
                 }),
             this, [this, task = task, at](const Outcome& outcome) {
                 m_proofTask = 0;
                 m_tasks.end(task);
                 if (!m_project.isOpen(at)) {
                     return;
                 }
                 if (!outcome.proof) {
                     m_project.fail(outcome.proof.error());
                     return;
                 }
                 ProjectState& state = m_project.writable();
                 for (const CompiledProof& record : outcome.records) {
                     state.compiled.insert(record.hunkKey, record);
                 }
                 fillCounts(state);
                 if (!state.readOnly && !outcome.records.isEmpty()) {
                     m_project.write([records = outcome.records](ProjectFile& file) {
                         return file.recordCompiledProofs(records);
                     });
                 }
                 m_project.publish(StateChange::Verification);
                 Q_EMIT proved(std::make_shared<const CompilerProof>(*outcome.proof));
             });
}

} // namespace rocport
