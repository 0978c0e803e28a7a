#pragma once

#include "ui/theme/widgets.h"

namespace rocport {

class ReviewCommands;
class ReviewDesk;

/// The toolbar over the changes: how many are decided, the switch of the list, and buttons for
/// commands. What has a key too goes where there is no room.
class ReviewToolbar : public PanelHeader
{
    Q_OBJECT

public:
    /// All outlive it but `status`, which becomes a part of it. The commands are made.
    ReviewToolbar(ReviewDesk& desk, ReviewCommands& commands, SegmentedControl& status,
                  ThemeProvider& provider, QWidget* parent = nullptr);

    /// How many changes are decided is another number.
    void refresh();
    /// Says the number once more to who does not see it.
    void announce();
    /// Shows what has room in so many pixels.
    void fit(int width);
    /// The diff is unified, or side by side.
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
