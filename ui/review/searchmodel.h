#pragma once

#include "ui/review/reviewsearch.h"

#include <QAbstractTableModel>

namespace rocport {

/// "original", "port" or "both": the side of a line in a word.
QString hitSideText(HitSide side);

/// The lines of a search as they arrive. Only maps core values to roles.
class SearchModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { PlaceColumn, SideColumn, TextColumn, ColumnCount };

    explicit SearchModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void clear();
    void append(const QVector<FoundLine>& lines);
    [[nodiscard]] const QVector<FoundLine>& lines() const { return m_lines; }
    /// Files that the lines belong to.
    [[nodiscard]] int files() const { return m_files; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index,
                                int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    QVector<FoundLine> m_lines;
    int m_files = 0;
};

} // namespace rocport
