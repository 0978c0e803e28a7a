// Compile checks and proofs by compilers as tasks of the session.
#include "core/base/whendone.h"
#include "core/process/localprocess.h"
#include "core/project/nodes/remoterecords.h"
#include "core/project/proof/compilegate.h"
#include "core/project/proof/compilerproofs.h"
#include "core/project/proof/gaterun.h"
#include "core/project/session/openstate.h"
#include "core/project/session/sessionprivate.h"
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

void ProjectSession::checkCompiles(const GateOptions& options)
{
    startGate(QStringLiteral("Checking that the port compiles"), options, runGateAlone);
}

void ProjectSession::checkWholeBuild(const GateOptions& options)
{
    startGate(QStringLiteral("Running the project's build files"), options, runGateOfBuild);
}

void ProjectSession::startGate(const QString& title, const GateOptions& asked, const GateWork& work)
{
    if (!m_state || d->gateTask != 0) {
        return;
    }
    GateOptions options = asked;
    options.sandbox = d->sandbox;
    CancelToken cancel;
    const int task = d->beginTask(title, true, &cancel);
    d->gateTask = task;
    const quint64 at = d->generation;
    const auto progress = [this, task](const GateProgress& step) {
        d->later(
            [this, task, step] { d->updateTask(task, step.done, step.total, step.currentFile); });
    };
    whenDone(QtConcurrent::run(
                 &d->pool,
                 [state = m_state, options, cancel, progress, work]() -> Result<GateResult> {
                     const auto input = gateInput(*state);
                     return input ? work(*input, options, cancel, progress)
                                  : Result<GateResult>(input.error());
                 }),
             this,
             [this, task, at, batch = m_state->decisions.lastBatchId(),
              key = portKeyOf(*m_state)](const Result<GateResult>& result) {
                 d->gateTask = 0;
                 d->endTask(task);
                 if (at != d->generation || !m_state) {
                     return;
                 }
                 if (!result) {
                     Q_EMIT failed(result.error());
                     return;
                 }
                 ProjectState& state = d->writable();
                 state.gate = std::make_shared<const GateResult>(*result);
                 state.gateBatch = batch;
                 recordRuns({gateRun(*result, key)}); // ends in stateChanged(Verification)
             });
}

void ProjectSession::proveByCompiling(const CompilerProofOptions& asked)
{
    if (!m_state || d->nvccTask != 0) {
        return;
    }
    CompilerProofOptions options = asked;
    options.sandbox = d->sandbox;
    struct Outcome
    {
        Result<CompilerProof> proof;
        QVector<CompiledProof> records;
    };
    CancelToken cancel;
    const int task = d->beginTask(QStringLiteral("Proving by compiling"), true, &cancel);
    d->nvccTask = task;
    const quint64 at = d->generation;
    const auto progress = [this, task](const GateProgress& step) {
        d->later(
            [this, task, step] { d->updateTask(task, step.done, step.total, step.currentFile); });
    };
    whenDone(QtConcurrent::run(&d->pool,
                               [state = m_state, options, cancel, progress]() -> Outcome {
                                   auto input = nvccInput(*state, cancel);
                                   if (!input) {
                                       return {input.error(), {}};
                                   }
                                   auto proof = rocport::proveByCompiling(input->input, options,
                                                                          LocalProcessRunner(),
                                                                          cancel, progress);
                                   if (!proof) {
                                       return {proof.error(), {}};
                                   }
                                   return {*proof, recordsOf(*state, input->hunks, *proof)};
                               }),
             this, [this, task, at](const Outcome& outcome) {
                 d->nvccTask = 0;
                 d->endTask(task);
                 if (at != d->generation || !m_state) {
                     return;
                 }
                 if (!outcome.proof) {
                     Q_EMIT failed(outcome.proof.error());
                     return;
                 }
                 ProjectState& state = d->writable();
                 for (const CompiledProof& record : outcome.records) {
                     state.compiled.insert(record.hunkKey, record);
                 }
                 fillCounts(state);
                 if (!state.readOnly && !outcome.records.isEmpty()) {
                     d->write([records = outcome.records](ProjectFile& file) {
                         return file.recordCompiledProofs(records);
                     });
                 }
                 d->publish(StateChange::Verification);
                 Q_EMIT compilersProved(std::make_shared<const CompilerProof>(*outcome.proof));
             });
}

} // namespace rocport
