#pragma once

#include "app/cli/arguments.h"
#include "core/lanes/kernelcall.h"
#include "core/lanes/lanebuild.h"

#include <optional>

namespace rocport {

/// --kernel, --grid, --block, --shared and --arg.
void addKernelOptions(Arguments& args);
/// The launch that they describe; `call` stays empty without --kernel. Else: the code to exit with.
std::optional<int> readKernelOptions(const Arguments& args, std::optional<KernelCall>& call);

/// --save, --against, the tolerances, --format and --output, which are for a kernel only.
void addKernelResultOptions(Arguments& args);
/// An exit code where one of them is given and no kernel, or where --save would replace something
/// that is not an earlier result of the kernel.
std::optional<int> checkKernelResultOptions(const Arguments& args,
                                            const std::optional<KernelCall>& call);

/// reportError(), with what is wrong with the kernel or its arguments as a sentence of its own.
int reportKernelError(const Error& error);

/// What came of a kernel that ran to its end: its buffers, saved and compared as `args` say.
/// Returns an exit code.
int reportKernelRun(const Arguments& args, const LaneRequest& request, const LaneProgram& program,
                    const LaneRun& run);

} // namespace rocport
