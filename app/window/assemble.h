#pragma once

#include "ui/shell/mainwindow.h"

namespace rocport {

class ReportArea;
class ReviewArea;
class RulesArea;

/// The main window with its areas in it.
class Assembly
{
public:
    /// Collaborators outlive it.
    Assembly(ProjectSession& session, ThemeProvider& theme, UiSettings& settings);

    [[nodiscard]] MainWindow& window() { return m_window; }
    [[nodiscard]] ReviewArea& review() { return *m_review; }
    [[nodiscard]] ReportArea& report() { return *m_report; }
    [[nodiscard]] RulesArea& rules() { return *m_rules; }

private:
    MainWindow m_window;
    ReviewArea* m_review; // owned by m_window
    ReportArea* m_report;
    RulesArea* m_rules;
};

} // namespace rocport
