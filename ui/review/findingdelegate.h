#pragma once

#include "ui/theme/themeprovider.h"

#include <QStyledItemDelegate>

namespace rocport {

/// Draws the rows of a FindingsModel: groups of 28 pixels over all columns, findings of 24 with
/// their mark, note and place. A place keeps its name and line and gives way in the middle.
class FindingDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit FindingDelegate(ThemeProvider& provider, QObject* parent = nullptr);
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;

private:
    void paintGroup(QPainter& painter, const QRect& rect, const QModelIndex& index,
                    bool expanded) const;
    void paintFinding(QPainter& painter, const QRect& rect, const QModelIndex& index) const;
    void paintPlace(QPainter& painter, const QRect& rect, const QString& place, bool muted) const;

    ThemeProvider& m_provider;
};

/// `path`, which ends with its name and line, in `width` pixels: folders give way in the middle.
QString elidedPlace(const QFontMetrics& metrics, const QString& path, int width);

} // namespace rocport
