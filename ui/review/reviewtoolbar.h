#pragma once

#include "ui/theme/widgets.h"

namespace rocport {

class ReviewCommands;
class ReviewDesk;

/// The toolbar over the changes: how many are decided, the switch of the list, and buttons for
/// commands. Buttons whose commands have keys are hidden if there is no room.
class ReviewToolbar : public PanelHeader
{
    Q_OBJECT

public:
    /// All outlive it except `status`, which becomes part of it. The commands have been made.
    ReviewToolbar(ReviewDesk& desk, ReviewCommands& commands, SegmentedControl& status,
                  ThemeProvider& provider, QWidget* parent = nullptr);

    /// Updates the number of decided changes.
    void refresh();
    /// Announces the number again to screen readers.
    void announce();
    /// Shows what fits in that many pixels.
    void fit(int width);
    /// Sets whether the diff is unified or side by side.
    void setUnified(bool unified);

private:
    QPushButton* addButton(ReviewCommands& commands, const char* name, ButtonKind kind);

    ReviewDesk& m_desk;
    ThemeProvider& m_provider;
    TextLabel* m_decided;
    ThinProgressBar* m_bar;
    QPushButton* m_lost;
    QPushButton* m_undo;
    QPushButton* m_redo;
    QPushButton* m_layout;
    QPushButton* m_acceptProved;
    bool m_unified = false;
};

} // namespace rocport
