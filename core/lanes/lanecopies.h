#pragma once

#include "core/lanes/lanewords.h"

namespace rocport {

/// A call of the runtime that takes memory from the device, if its name stands at the token `i`,
/// says before what it copies: for the record of copies.
void nameLaneCopy(const TokenWalk& walk, int i, std::vector<LanePiece>& pieces);

} // namespace rocport
