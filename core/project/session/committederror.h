#pragma once

#include "core/base/finding.h"
#include "core/base/linerange.h"
#include "core/base/result.h"

namespace rocport {

/// The error when a committed change is to be decided or guarded differently.
inline Error committedError(const Hunk& hunk)
{
    return {ErrorCode::NotPossibleNow,
            QStringLiteral("the change is committed, so undo its commit first"),
            placeText(hunk.targetPath, hunk.firstLine)};
}

} // namespace rocport
