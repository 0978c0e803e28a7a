#pragma once

#include "core/base/wording.h"
#include "ui/review/reviewarea.h"

namespace rocport {

/// "1 change", "3 changes".
inline QString changeCountText(qsizetype count)
{
    return counted(count, ReviewArea::tr("change"), ReviewArea::tr("changes"));
}

/// "1 file", "3 files".
inline QString fileCountText(qsizetype count)
{
    return counted(count, ReviewArea::tr("file"), ReviewArea::tr("files"));
}

/// "Accept", "Reject", and so on.
inline QString verbOf(DecisionKind kind)
{
    switch (kind) {
    case DecisionKind::Accepted:
    case DecisionKind::Edited:
        return ReviewArea::tr("Accept");
    case DecisionKind::Rejected:
        return ReviewArea::tr("Reject");
    case DecisionKind::Deferred:
        return ReviewArea::tr("Defer");
    case DecisionKind::Open:
        break;
    }
    return ReviewArea::tr("Reopen");
}

} // namespace rocport
