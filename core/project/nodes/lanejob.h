#pragma once

#include "core/remote/job.h"
#include "core/verify/verifyrun.h"

namespace rocport {

/// What a job that runs a project on lanes needs to know.
struct LaneJobContext
{
    QString program;     ///< rocport-cli, absolute
    QString projectFile; ///< absolute
    QByteArray portKey;
    Node node; ///< this machine
};

/// The job that runs the original and the port of a project on lanes: `rocport-cli verify lanes` in
/// a process of its own, which builds and runs the programs in a sandbox below the job's folder.
/// Errors: FileNotFound (the program), InvalidArgument (another level).
Result<JobSpec> laneJob(const VerifyRequest& request, const LaneJobContext& context);

/// What such a job found, from the file that it wrote. A job that wrote none gives a run with one
/// skipped check that says how it ended. Reads a file: for worker threads.
VerifyRun readLaneRun(const JobEntry& job, const VerifyRequest& request);

/// A line of the log about a step: "Step 3 of 6: Building the port on 64 lanes".
QString laneStepLine(const QString& step, int done, int total);
/// The newest such line in the end of a log, without "Step"; empty: there is none.
QString laneStepOf(const QByteArray& logEnd);

} // namespace rocport
