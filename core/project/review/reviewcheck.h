#pragma once

#include "core/project/review/reviewlanes.h"
#include "core/project/review/rocmchecks.h"

namespace rocport {

/// What is done to find out about the ROCm arm of a port.
struct ReviewCheck
{
    bool compile = true;
    GateOptions gate;                         ///< with `compile`
    std::optional<ReviewExecution> execution; ///< folders are left to checkReview()
};

/// What of a port can be run on lanes.
struct ReviewPrograms
{
    struct Kernel
    {
        RepoPath file;
        QString shown; ///< "ns::scale<T>(float* x, int n)"
        QString name;  ///< "ns::scale"
    };
    QVector<RepoPath> programs; ///< files that define main(), by their paths in the port
    QVector<Kernel> kernels;
};
/// Reads the sources that base and port both have; a bounded number of them. Errors: Cancelled and
/// those of listing; what cannot be read is passed over.
Result<ReviewPrograms> programsOf(const PortReview& review, const CancelToken& cancel);

/// The results of a check, with those that were known before it.
struct ReviewChecked
{
    ArmChecks checks;
    std::shared_ptr<const PortReview> review; ///< with all of them; never null
};

/// The compiler that a check would use. Blocks. Errors: those of findHipCompiler().
Result<HipCompiler> reviewCompiler(const PortReview& review, const CompilerSearch& search,
                                   const CancelToken& cancel);
/// How many files the compile check is about: those of C, C++ and their kin that the port has and
/// the base has not, or has otherwise.
int filesToCompile(const PortReview& review);

/// Compiles what the port changes, and then runs it on lanes. `plain`: as reviewPort() makes it.
/// Blocks: for worker threads. Errors: those of compileReview() and executeReviewHere().
Result<ReviewChecked> checkReview(const PortReview& plain, const ArmChecks& before,
                                  const ArmBasis& basis, const ReviewCheck& wishes,
                                  const CancelToken& cancel,
                                  const std::function<void(const ReviewProgress&)>& progress);

} // namespace rocport
