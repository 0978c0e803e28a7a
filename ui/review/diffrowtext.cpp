#include "ui/review/diffrowtext.h"

#include "core/translate/namechange.h"
#include "ui/review/diffgutter.h"

namespace rocport {

const DiffMove* moveOfRow(const DiffScene& scene, int row, PlaceSide side)
{
    if (row < 0 || row >= scene.rows() || scene.isStruckRow(row)) {
        return nullptr;
    }
    const DiffRow& at = scene.layout.rows[row];
    const int move = side == PlaceSide::Original ? at.movedAway : at.movedHere;
    if (move < 0) {
        return nullptr;
    }
    const DiffMove& found = scene.layout.moves[move];
    // Rejected there, it was not moved.
    return scene.isStruckRow(found.fromRow) || scene.isStruckRow(found.toRow) ? nullptr : &found;
}

QString moveText(const DiffScene& scene, int row, PlaceSide side)
{
    const DiffMove* move = moveOfRow(scene, row, side);
    if (move == nullptr) {
        return {};
    }
    const QVector<DiffRow>& rows = scene.layout.rows;
    return side == PlaceSide::Original
               ? DiffGutter::tr("Moved to line %1").arg(rows[move->toRow].number)
               : DiffGutter::tr("Moved from line %1").arg(move->fromLine);
}

QStringList rowFacts(const DiffScene& scene, int row, PlaceSide side)
{
    QStringList facts;
    if (row < 0 || row >= scene.rows()) {
        return facts;
    }
    if (const QString move = moveText(scene, row, side); !move.isEmpty()) {
        facts.append(move);
    }
    const DiffLayout& layout = scene.layout;
    const DiffRow& at = layout.rows[row];
    if (at.blanks) {
        facts.append(at.partner < 0 && at.left > 0 && at.right == 0
                         ? DiffGutter::tr("Only a blank line removed")
                     : at.partner < 0 && at.right > 0 && at.left == 0
                         ? DiffGutter::tr("Only a blank line added")
                         : DiffGutter::tr("Differs only in white space"));
    } else if (at.changed && at.partner >= 0) {
        const bool removed = at.left > 0;
        const DiffPane& right = layout.unified ? layout.left : layout.right;
        if (onlyNamesDiffer(layout.left.line(removed ? row : at.partner),
                            right.line(removed ? at.partner : row))) {
            facts.append(DiffGutter::tr("Only names differ, as the tables have them"));
        }
    }
    return facts;
}

QString moveTextOfChange(const DiffScene& scene, int change)
{
    if (change < 0 || change >= scene.layout.changes.size()) {
        return {};
    }
    const DiffChange& of = scene.layout.changes[change];
    for (int row = of.firstRow; row < of.firstRow + of.rows; ++row) {
        for (const PlaceSide side : {PlaceSide::Original, PlaceSide::Port}) {
            QString text = moveText(scene, row, side);
            if (!text.isEmpty()) {
                return text;
            }
        }
    }
    return {};
}

} // namespace rocport
