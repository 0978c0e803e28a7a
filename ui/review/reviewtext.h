#pragma once

#include "core/base/wording.h"
#include "core/base/words.h"
#include "core/rules/guards/guardwidth.h"

#include <QObject>

namespace rocport {

/// "1 change", "3 changes".
inline QString changeCountText(qsizetype count)
{
    return counted(count, QObject::tr("change"), QObject::tr("changes"));
}

/// "1 file", "3 files".
inline QString fileCountText(qsizetype count)
{
    return counted(count, QObject::tr("file"), QObject::tr("files"));
}

/// "Accept", "Reject", and so on.
inline QString verbOf(DecisionKind kind)
{
    switch (kind) {
    case DecisionKind::Accepted:
    case DecisionKind::Edited:
        return QObject::tr("Accept");
    case DecisionKind::Rejected:
        return QObject::tr("Reject");
    case DecisionKind::Deferred:
        return QObject::tr("Defer");
    case DecisionKind::Open:
        break;
    }
    return QObject::tr("Reopen");
}

/// "Line", "Block", and so on: how wide a guard is.
inline QString guardWidthText(GuardWidth width)
{
    switch (width) {
    case GuardWidth::Line:
        return QObject::tr("Line");
    case GuardWidth::Block:
        return QObject::tr("Block");
    case GuardWidth::Function:
        return QObject::tr("Function");
    case GuardWidth::File:
        break;
    }
    return QObject::tr("File");
}

} // namespace rocport
