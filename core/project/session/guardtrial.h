#pragma once

#include "core/project/session/projectstate.h"

namespace rocport {

/// What another width would do to the guard of a change.
struct GuardTrial
{
    GuardWidth width = GuardWidth::Line; ///< that was tried last
    LineSpan lines;                      ///< of the original that the change would then cover
    bool changes = false;                ///< whether the file would have other guards
    bool kept = false; ///< a wider guard was rejected: not proved, or it contains a committed
                       ///  change
    bool own = false;  ///< a guard of the user's own, whose lines the user chose
};

/// Tries `widths` in turn and stops at the first that changes anything, so that no width is set
/// without effect; nothing is written. Reads the file of the change. Errors: InvalidArgument (no
/// such change), those of sourceReader().
Result<GuardTrial> tryGuardWidths(const ProjectState& state, const QByteArray& hunkKey,
                                  const QVector<GuardWidth>& widths);

} // namespace rocport
