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
/// a check was requested.
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
    /// Hides them without moving the focus, because the project has changed.
    void close();
    /// Updates which commands can be used now.
    void update() const;
    [[nodiscard]] GatePanel& panel() const { return *m_panel; }

Q_SIGNALS:
    /// Asks for a place to be shown that is in no file with changes.
    void placeRequested(const rocport::Place& place);

private:
    void addCommands();

    ReviewCommands& m_commands;
    DiffView& m_diff;
    GatePanel* m_panel;
};

} // namespace rocport
