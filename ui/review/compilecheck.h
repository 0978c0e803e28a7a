#pragma once

#include "core/base/place.h"

#include <QObject>

class QSplitter;

namespace rocport {

class DiffView;
class GatePanel;
class ReviewCommands;
class ReviewDesk;
class ReviewNavigator;
class ThemeProvider;
class UiSettings;

/// The compile check in Review: its commands and the panel with the results, which is hidden until
/// one was asked for.
class CompileCheck : public QObject
{
    Q_OBJECT

public:
    /// All outlive it. The panel goes below in `column`.
    CompileCheck(ReviewDesk& desk, ReviewCommands& commands, ReviewNavigator& navigator,
                 DiffView& diff, QSplitter& column, ThemeProvider& provider, UiSettings& settings,
                 QObject* parent = nullptr);

    /// Shows the results, or hides them.
    void setShown(bool shown);
    /// Hides them without taking the focus: the project is another one.
    void close();
    /// Says which commands can be used now.
    void update() const;
    [[nodiscard]] GatePanel& panel() const { return *m_panel; }

Q_SIGNALS:
    /// A place is to be shown that no file with changes has.
    void placeRequested(const rocport::Place& place);

private:
    void addCommands();

    ReviewCommands& m_commands;
    DiffView& m_diff;
    GatePanel* m_panel;
};

} // namespace rocport
