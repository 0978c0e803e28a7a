#pragma once

#include "core/base/words.h"

#include <QByteArray>

namespace rocport {

/// Text that gives a release before 7.13 what cooperative_groups/reduce.h of CUDA offers for tiles
/// and coalesced groups; empty from that release on, which has it.
QByteArray cooperativeReduce(const Version& rocm);

} // namespace rocport
