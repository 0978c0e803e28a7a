#pragma once

#include "core/remote/jobsteps.h"
#include "core/verify/gate.h"
#include "core/verify/nodebuild.h"

namespace rocport {

/// The files that a build for AMD GPUs compiles, with their flags, as the compile check on this
/// machine chooses them. Blocks: for worker threads. Errors: those of planGate().
Result<QVector<JobSource>> jobSources(const GateInput& input, const CancelToken& cancel);

/// What a job keeps in JobSpec::origin so that its build can be judged later: the files it
/// compiles.
QJsonObject buildOrigin(const QVector<JobSource>& sources);

/// A finished build on a node as a run of level L2. `port` traces lines of the ported files back;
/// null: they are no longer known. Errors: those of readNodeBuild().
Result<VerifyRun> readBuildRun(const JobEntry& job, const GateInput* port,
                               const QStringList& architectures);

} // namespace rocport
