#pragma once

#include "core/base/place.h"
#include "ui/review/diffscene.h"

namespace rocport {

/// The move that a row's line of one version is part of, as it is shown; null: none, or the change
/// is rejected.
const DiffMove* moveOfRow(const DiffScene& scene, int row, PlaceSide side);

/// "Moved to line 41" or "Moved from line 12", as numbered in the other version; empty: the line
/// of that version was not moved.
QString moveText(const DiffScene& scene, int row, PlaceSide side);

/// What there is to say of a row's line besides that it differs, in sentences without a full stop:
/// moved lines, only blanks, only names. Empty for most rows. May compare the words of the line.
QStringList rowFacts(const DiffScene& scene, int row, PlaceSide side);

/// The first of a change's lines that were moved, as moveText() says it; empty: none.
QString moveTextOfChange(const DiffScene& scene, int change);

} // namespace rocport
