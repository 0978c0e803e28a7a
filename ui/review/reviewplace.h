#pragma once

#include "core/base/repopath.h"
#include "ui/review/reviewfilter.h"

#include <QByteArray>
#include <QString>

namespace rocport {

/// Where the user is in Review: what is shown, how far it is scrolled, and the filters of its list.
/// Kept as one line of text with the user's settings.
struct ReviewPlace
{
    QByteArray key;  ///< of the current change; empty: none
    RepoPath path;   ///< of the file shown
    int topLine = 0; ///< 1-based line of the original at the upper edge; 0: where the change is
    ReviewStatus status = ReviewStatus::Open;
    ReviewGrouping grouping = ReviewGrouping::Files;
    ChangeChips chips;
    QString text; ///< in the field above the list

    [[nodiscard]] QString toText() const;
    /// Reads what toText() returned, in this version or one that stored only key and path. Missing
    /// or invalid fields have their defaults.
    static ReviewPlace fromText(const QString& line);

    friend bool operator==(const ReviewPlace&, const ReviewPlace&) = default;
};

} // namespace rocport
