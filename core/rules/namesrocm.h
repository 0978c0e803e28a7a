#pragma once

#include <string_view>

namespace rocport {

/// Whether a name, or one in a text, speaks of AMD's platform by one of its parts: "USE_HIP",
/// "AMDGPU_TARGETS", "torch.version.hip", "IS_HIP_EXTENSION", "gcnArchName", "rocm6"; but not
/// "SHIP", "CHIPSET" or the processor "AMD64". Build files and Python are asked alike.
bool namesRocm(std::string_view text);

} // namespace rocport
