#pragma once

#include <string_view>

namespace rocport {

/// What generated headers hold for a function or type of CUDA's host API for which renaming is not
/// enough, with `{hip}` for HIP's name, `{cuda}` for the name itself, `{name}` and `{number}` as in
/// compatGraphCall() and `{version}` for HIP's version number; null: renaming is enough.
const char* compatCall(std::string_view cudaName);
/// Whether that text needs nothing of the same name from HIP, so that it is also used where HIP has
/// none.
bool isSuppliedCall(std::string_view cudaName);

/// What replaces a warp function before ROCm 7.0, which provides it by default; null: nothing.
const char* compatWarpCall(std::string_view cudaName);

} // namespace rocport
