#pragma once

#include "core/project/review/rocmchecks.h"

namespace rocport {

/// What is done to find out about the ROCm arm of a port.
struct ReviewCheck
{
    GateOptions gate;
};

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

/// Compiles what the port changes. `plain`: as reviewPort() makes it. Blocks: for worker threads.
/// Errors: those of compileReview().
Result<ReviewChecked> checkReview(const PortReview& plain, const ArmChecks& before,
                                  const ArmBasis& basis, const ReviewCheck& wishes,
                                  const CancelToken& cancel,
                                  const std::function<void(const ReviewProgress&)>& progress);

} // namespace rocport
