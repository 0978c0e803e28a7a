#pragma once

#include "core/remote/job.h"
#include "core/tensor/compare.h"
#include "core/tensor/tolerances.h"
#include "core/verify/verifyrun.h"

namespace rocport {

/// How the results of a verification are compared.
struct VerifyReading
{
    Tolerances tolerances;
    CompareOptions compare;
    QStringList files; ///< files of the tree that the run covers; empty: all that the port changed
};

/// The outcome of a job of composeVerification(), read from the results in its folder. Tensors are
/// compared here, in this process, with the golden bundle that the request names or with the
/// reference's output files. A job that wrote nothing gives a run with one failed check that says
/// how it ended; a cancelled one gives what it had written. The run counts as on an AMD GPU only if
/// the node's torch is a ROCm build that ran on one, or the program was seen to have one open.
/// Errors: Cancelled.
Result<VerifyRun> readVerification(const JobEntry& job, const VerifyRequest& request,
                                   const VerifyReading& reading = {});

/// Compares two local tensor files or bundles; the result is a run of Numerical that was not on a
/// GPU. Errors: those of compareFiles().
Result<VerifyRun> compareHere(const QString& reference, const QString& candidate,
                              const VerifyReading& reading = {});

/// A comparison as a check of a run, with a sentence about it.
VerifyCheck checkOfComparison(const TensorComparison& comparison);

} // namespace rocport
