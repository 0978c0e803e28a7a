#pragma once

#include "ui/theme/celldelegate.h"

namespace rocport {

/// Draws the rows of a RulesModel: phases of 28 pixels; rules of 48 with switch, severity, title
/// and id, below them what the rule says here. A title goes on in a second line before it is cut.
class RuleDelegate : public CellDelegate
{
    Q_OBJECT

public:
    explicit RuleDelegate(ThemeProvider& provider, QObject* parent = nullptr);
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    [[nodiscard]] QStringList titleLines(const QModelIndex& index, int room) const;
    void paintGroup(QPainter& painter, const QStyleOptionViewItem& option,
                    const QModelIndex& index) const;
    void paintRule(QPainter& painter, const QStyleOptionViewItem& option,
                   const QModelIndex& index) const;
};

} // namespace rocport
