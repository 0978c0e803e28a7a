#pragma once

#include "core/lanes/laneverify.h"
#include "core/project/review/review.h"

namespace rocport {

/// Bytes of PortReview::laneRun at most.
inline constexpr qsizetype kMostLaneRunBytes = 1'500'000;

/// A program, or one kernel, that is run on lanes: as the base has it and as the port has it.
struct ReviewExecution
{
    QVector<RepoPath> sources;        ///< as in LaneVerifyRequest, by their paths in the port
    std::optional<KernelCall> kernel; ///< as in LaneVerifyRequest
    QStringList arguments;            ///< of the program
    QStringList checks;               ///< of laneCheckNames()
    QVector<int> lanes{64, 32};       ///< of the port
    bool namesArchitectures = false;  ///< see targetForLanes()
    Tolerances tolerances;
    LaneLimits limits;
    CompilerSearch search;
    QString folder;      ///< as in LaneVerifyRequest
    QString cacheFolder; ///< as in LaneVerifyRequest
};

/// Runs the base on 32 lanes and the whole port on each of `lanes`, and fills `rocm` of the hunks
/// that this says something of: those within a kernel whose results came back, and, where nothing
/// differs, the others of the files that the program was made of. What does not compile for AMD
/// GPUs stays so. `review.lanes` is what came of it. Blocks: for worker threads. Errors: those of
/// verifyLanes() and of reading; InvalidArgument (a source that the port has no file for).
Result<void> executeReview(PortReview& review, const ReviewExecution& execution,
                           const Sandbox& sandbox, const ProcessRunner& runner,
                           const CancelToken& cancel,
                           const std::function<void(const ReviewProgress&)>& progress = {});

/// The same in a temporary folder, with the sandbox, the processes and the cache of this machine.
/// Errors: also those of writeKernelInputs().
Result<void> executeReviewHere(PortReview& review, ReviewExecution execution,
                               const CancelToken& cancel,
                               const std::function<void(const ReviewProgress&)>& progress = {});

} // namespace rocport
