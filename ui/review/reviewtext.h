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

/// "Line", "Block", and so on: how much a guard takes in.
inline QString guardWidthText(GuardWidth width)
{
    switch (width) {
    case GuardWidth::Line:
        return ReviewArea::tr("Line");
    case GuardWidth::Block:
        return ReviewArea::tr("Block");
    case GuardWidth::Function:
        return ReviewArea::tr("Function");
    case GuardWidth::File:
        break;
    }
    return ReviewArea::tr("File");
}

} // namespace rocport
