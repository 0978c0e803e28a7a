#pragma once

#include "ui/review/difffind.h"
#include "ui/review/difflayout.h"

namespace rocport {

/// What the parts of the diff show together: text, decisions, and where the user is. Owned by
/// DiffView; the parts hold a reference and are told when it changes.
struct DiffScene
{
    /// What gutter and map say of one change.
    struct Info
    {
        DecisionKind kind = DecisionKind::Open;
        Verdict verdict = Verdict::Unproved;
        QString ruleId;
        QString title;
        bool operator==(const Info&) const = default;
    };

    DiffLayout layout;
    DiffDecisions decisions;
    QVector<Info> info;    ///< one for each DiffLayout::changes
    QVector<bool> struck;  ///< one for each DiffLayout::segments
    int current = -1;      ///< index into DiffLayout::changes, or -1
    QVector<DiffHit> hits; ///< what was looked for and found, by row
    int currentHit = -1;   ///< index into hits, or -1
    int marked = -1;       ///< row that a place led to, or -1

    [[nodiscard]] int rows() const { return static_cast<int>(layout.rows.size()); }
    [[nodiscard]] bool isStruckRow(int row) const
    {
        const int segment = layout.rows[row].segment;
        return segment >= 0 && struck[segment];
    }
    [[nodiscard]] const DiffChange* currentChange() const
    {
        return current >= 0 && current < layout.changes.size() ? &layout.changes[current] : nullptr;
    }
};

/// "Change 4 of 7, WF-002, open, proved": what a screen reader says of a change.
QString changeAccessibleText(const DiffScene& scene, int change);

} // namespace rocport
