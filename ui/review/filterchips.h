#pragma once

#include "ui/review/reviewfilter.h"
#include "ui/theme/widgets.h"

class QMenu;

namespace rocport {

/// The active filters for changes, each a chip that a click removes, after a button whose menu adds
/// others. Chips wrap to further rows.
class FilterChips : public QWidget
{
    Q_OBJECT

public:
    /// Provider and model outlive it; the model gives the counts in the menu.
    FilterChips(ThemeProvider& provider, ReviewModel& model, QWidget* parent = nullptr);

    /// Shows filters without sending a signal.
    void setChips(const ChangeChips& chips);
    [[nodiscard]] const ChangeChips& chips() const { return m_chips; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void changed(const rocport::ChangeChips& chips);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void rebuild();
    void fillMenu();
    void addChip(const QString& name, QSet<int> ChangeChips::*set, int value);
    void toggle(QSet<int> ChangeChips::*set, int value);
    int layOut(int width, bool move) const;

    ReviewModel& m_model;
    ChangeChips m_chips;
    QPushButton* m_add;
    QMenu* m_menu;
    QVector<QPushButton*> m_buttons;
};

} // namespace rocport
