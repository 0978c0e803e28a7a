#pragma once

#include "ui/review/difffind.h"
#include "ui/review/difffold.h"
#include "ui/review/difflayout.h"

namespace rocport {

/// Who wrote some lines of the original, as the margin shows it.
struct DiffBlame
{
    struct Commit
    {
        QString id;     ///< short
        QString date;   ///< "2024-03-01"
        QString author; ///< shown elided
        QString words;  ///< all of it, for tool tips
    };
    bool shown = false;    ///< its margin is shown
    int firstLine = 0;     ///< 1-based
    QVector<int> commitOf; ///< by line from firstLine on: index into commits, or -1
    QVector<Commit> commits;

    /// The commit of a line of the original; null: not known.
    [[nodiscard]] const Commit* of(int line) const
    {
        const int commit = commitOf.value(line - firstLine, -1);
        return line > 0 && commit >= 0 ? &commits[commit] : nullptr;
    }
};

/// What the parts of the diff show together: text, decisions, and where the user is. Owned by
/// DiffView; the parts hold a reference and are notified when it changes.
struct DiffScene
{
    /// What gutter and map say about one change.
    struct Info
    {
        DecisionKind kind = DecisionKind::Open;
        Verdict verdict = Verdict::Unproved;
        QString ruleId;
        QString title;
        bool draft = false;     ///< an edit of it was begun and not saved
        bool onlyNames = false; ///< only names change, as the tables have them
        bool operator==(const Info&) const = default;
    };

    DiffLayout layout;
    DiffDecisions decisions;
    QVector<Info> info;      ///< one for each DiffLayout::changes
    QVector<bool> struck;    ///< one for each DiffLayout::segments
    int current = -1;        ///< index into DiffLayout::changes, or -1
    QVector<DiffHit> hits;   ///< search hits, by row
    int currentHit = -1;     ///< index into hits, or -1
    int marked = -1;         ///< row of a place that was gone to, or -1
    QVector<DiffFold> folds; ///< rows that are folded away, in order
    DiffBlame blame;
    bool wrapped = false; ///< long lines wrap to the next line of the picture

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

/// "Change 4 of 7, WF-002, open, proved": what a screen reader says about a change.
QString changeAccessibleText(const DiffScene& scene, int change);

} // namespace rocport
