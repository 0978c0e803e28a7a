#pragma once

#include <string_view>

namespace rocport {

/// As compatCall() (empty: a header that is supplied declares it), of names of the host interface
/// that HIP has and the tables do not know, and of what HIP lacks and can be answered for. `{cuda}`
/// stands for the name itself.
const char* compatHostCall(std::string_view cudaName);

/// The same for calls about graphs, whose forms in CUDA 13 have more parameters than HIP's:
/// `{name}` is HIP's name without a version, `{number}` the type that such a call has for 64 bits.
const char* compatGraphCall(std::string_view cudaName);

/// The text that makes addresses of the driver's interface count bytes.
inline constexpr std::string_view kCompatAddresses = "host/addresses.h";

/// The text of resources/compat that the text for this name of the host interface rests on; empty:
/// none.
std::string_view compatHostBase(std::string_view cudaName);

/// Whether a name is an argument that only the generated header's own form of a call understands,
/// such as an attribute that HIP lacks.
bool needsCallOfHeader(std::string_view cudaName);

} // namespace rocport
