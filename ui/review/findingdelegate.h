#pragma once

#include "ui/theme/themeprovider.h"

#include <QFont>
#include <QHash>
#include <QStyledItemDelegate>

namespace rocport {

class ColumnFit;

/// Draws the rows of a FindingsModel: groups of 28 pixels across all columns, findings of 24 with
/// their mark, note and place; a message takes up to three lines if needed. A place is elided in
/// the middle and keeps its name and line.
class FindingDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit FindingDelegate(ThemeProvider& provider, QObject* parent = nullptr);
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;
    /// Width that a finding's cell needs; 0 for a group, whose row spans all columns.
    [[nodiscard]] int neededWidth(const QModelIndex& index) const;
    void setFit(const ColumnFit* fit) { m_fit = fit; }

private:
    void paintGroup(QPainter& painter, const QRect& rect, const QModelIndex& index,
                    bool expanded) const;
    void paintFinding(QPainter& painter, const QRect& rect, const QModelIndex& index) const;
    [[nodiscard]] QRect messageRoom(const QRect& cell) const;
    void paintPlace(QPainter& painter, const QRect& rect, const QString& place, bool muted) const;
    [[nodiscard]] int linesOf(const QString& message, int room) const;

    ThemeProvider& m_provider;
    const ColumnFit* m_fit = nullptr;
    // A list asks for the height of each of its rows, and most messages of a rule are alike.
    mutable QHash<QString, int> m_lines; ///< by message, in m_room pixels and these fonts
    mutable int m_room = -1;
    mutable QFont m_body, m_code;
};

} // namespace rocport
