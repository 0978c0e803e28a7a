#include "ui/review/searchmodel.h"

#include "core/base/linerange.h"

namespace rocport {

QString hitSideText(HitSide side)
{
    switch (side) {
    case HitSide::Original:
        return SearchModel::tr("original");
    case HitSide::Port:
        return SearchModel::tr("port");
    case HitSide::Both:
        break;
    }
    return SearchModel::tr("both");
}

void SearchModel::clear()
{
    beginResetModel();
    m_lines.clear();
    m_files = 0;
    endResetModel();
}

void SearchModel::append(const QVector<FoundLine>& lines)
{
    if (lines.isEmpty()) {
        return;
    }
    const auto first = static_cast<int>(m_lines.size());
    beginInsertRows({}, first, first + static_cast<int>(lines.size()) - 1);
    for (const FoundLine& line : lines) {
        m_files += m_lines.isEmpty() || m_lines.constLast().path != line.path ? 1 : 0;
        m_lines.append(line);
    }
    endInsertRows();
}

int SearchModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int SearchModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant SearchModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const FoundLine& line = m_lines[index.row()];
    const QString place = placeText(line.path, line.shownLine);
    if (role == Qt::AccessibleTextRole && index.column() == PlaceColumn) {
        return tr("%1, line %2, %3: %4")
            .arg(line.path.display(), QString::number(line.shownLine), hitSideText(line.side),
                 line.text);
    }
    if (role == Qt::ToolTipRole && index.column() == PlaceColumn) {
        return place;
    }
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole) {
        return {};
    }
    switch (index.column()) {
    case PlaceColumn:
        return place;
    case SideColumn:
        return hitSideText(line.side);
    default:
        return line.text;
    }
}

QVariant SearchModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case PlaceColumn:
        return tr("Place");
    case SideColumn:
        return tr("Side");
    case TextColumn:
        return tr("Line");
    default:
        return {};
    }
}

} // namespace rocport
