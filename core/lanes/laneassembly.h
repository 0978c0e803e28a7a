#pragma once

#include "core/lanes/lanewords.h"

#include <vector>

namespace rocport {

/// Adds to `pieces` what makes an asm statement, `asm("…" : "=r"(a) : "r"(b))`, a call that plays
/// its PTX. `keyword` and `open` are the tokens "asm" and "(" of it. False: it does not read like
/// one, and nothing is added.
bool playAssembly(const TokenWalk& walk, int keyword, int open, std::vector<LanePiece>& pieces);

} // namespace rocport
