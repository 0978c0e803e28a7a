#pragma once

#include <string_view>

namespace rocport {

/// Whether a name, or one in a text, refers to AMD's platform by one of its parts: "USE_HIP",
/// "AMDGPU_TARGETS", "torch.version.hip", "IS_HIP_EXTENSION", "gcnArchName", "rocm6"; but not
/// "SHIP", "CHIPSET" or the processor "AMD64". Used for build files and Python alike.
bool namesRocm(std::string_view text);

} // namespace rocport
