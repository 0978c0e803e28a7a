#pragma once

#include "core/project/review/finishreview.h"

#include <optional>

namespace rocport {

class Arguments;

/// What --branch, --accept and --reject of a review ask for.
struct BranchWish
{
    QString branch; ///< empty: none is made
    QStringList accept;
    QStringList reject;
};

void addBranchOptions(Arguments& args);
/// An exit code for wrong usage; else nothing.
std::optional<int> readBranchWish(const Arguments& args, BranchWish& wish);

/// A branch that was made.
struct MadeBranch
{
    QString name;
    QByteArray commit; ///< 40 hex digits
    int taken = 0;     ///< hunks of the port that are in it
};

/// Makes it from the hunks that the wish accepts; all others stay as in the base. Errors:
/// InvalidArgument (no hunk has an id that is named), those of finishReview().
Result<MadeBranch> makeBranch(const PortReview& review, const BranchWish& wish);

} // namespace rocport
