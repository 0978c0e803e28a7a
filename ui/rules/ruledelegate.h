#pragma once

#include "ui/theme/celldelegate.h"

#include <QPersistentModelIndex>

namespace rocport {

/// Draws the rows of a RulesModel: phases of 28 pixels; rules of 48 with severity, title and id,
/// below them what the rule says here, where it applies, numbers that lead to lists, and its
/// switch. A title wraps to a second line before it is elided.
class RuleDelegate : public CellDelegate
{
    Q_OBJECT

public:
    explicit RuleDelegate(ThemeProvider& provider, QObject* parent = nullptr);
    /// Sets the row that shows a question, with its height in pixels; invalid: none. False: nothing
    /// changed.
    bool setAsking(const QModelIndex& index, int height);
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;

private:
    [[nodiscard]] QStringList titleLines(const QModelIndex& index, int room) const;
    void paintGround(QPainter& painter, const QStyleOptionViewItem& option,
                     const QModelIndex& index) const;
    void paintGroup(QPainter& painter, const QStyleOptionViewItem& option,
                    const QModelIndex& index) const;
    void paintRule(QPainter& painter, const QRect& rect, const QModelIndex& index) const;
    void paintFold(QPainter& painter, const QRect& rect, const QModelIndex& index) const;
    void paintApplies(QPainter& painter, const QRect& rect, const QModelIndex& index) const;
    void paintSwitch(QPainter& painter, const QRect& rect, bool on, bool enabled) const;

    QPersistentModelIndex m_asking;
    int m_askingHeight = 0;
};

} // namespace rocport
