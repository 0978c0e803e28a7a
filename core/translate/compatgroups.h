#pragma once

#include <QByteArray>

namespace rocport {

/// Text that gives a release before 7.13 what cooperative_groups/reduce.h of CUDA offers for tiles
/// and coalesced groups (see generatedHeadersHold()).
QByteArray cooperativeReduce();

} // namespace rocport
