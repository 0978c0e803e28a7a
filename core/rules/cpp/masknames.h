#pragma once

#include <string_view>

namespace rocport {

/// Whether a name says that it is a mask of lanes: lane_mask_t, kWarpMask, lanemask. Words count as
/// whole parts of the name, so that plane_mask_t is none.
[[nodiscard]] bool isLaneMaskName(std::string_view name);

/// Whether a name says that it is a mask with all bits set: FULL_MASK, kFullWarpMask, fullmask.
[[nodiscard]] bool isFullMaskName(std::string_view name);

/// Whether a name says that it may be a mask of all lanes: one of the above, or ALL_MASK. Neither
/// small_mask nor plane_mask is.
[[nodiscard]] bool isAllLanesName(std::string_view name);

} // namespace rocport
