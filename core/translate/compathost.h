#pragma once

#include <string_view>

namespace rocport {

/// As compatCall() (empty: a supplied header declares it), for names of the host API that HIP has
/// and the tables do not know, and for what HIP lacks but can be emulated. `{cuda}` stands for the
/// name itself.
const char* compatHostCall(std::string_view cudaName);

/// The same for graph calls, whose forms in CUDA 13 have more parameters than HIP's: `{name}` is
/// HIP's name without a version suffix, `{number}` the type that such a call uses for 64-bit
/// numbers.
const char* compatGraphCall(std::string_view cudaName);

/// The text that makes address arithmetic of the driver API count in bytes.
inline constexpr std::string_view kCompatAddresses = "host/addresses.h";

/// The text of resources/compat that the text for this name of the host API depends on; empty:
/// none.
std::string_view compatHostBase(std::string_view cudaName);

/// Whether a name is an argument that only the generated header's own form of a call understands,
/// such as an attribute that HIP lacks.
bool needsCallOfHeader(std::string_view cudaName);

} // namespace rocport
