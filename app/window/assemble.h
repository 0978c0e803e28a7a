#pragma once

#include "ui/shell/mainwindow.h"

namespace rocport {

class AskPresenter;
class NodesArea;
class PortReviewHost;
class RemoteService;
class ReportArea;
class ReviewArea;
class RulesArea;
class RunsArea;
class VerifyArea;

/// The main window with its areas in it.
class Assembly
{
public:
    /// Collaborators outlive it.
    Assembly(ProjectSession& session, RemoteService& remote, ThemeProvider& theme,
             UiSettings& settings);

    [[nodiscard]] MainWindow& window() { return m_window; }
    [[nodiscard]] RemoteService& remote() { return m_remote; }
    [[nodiscard]] ReviewArea& review() { return *m_review; }
    [[nodiscard]] PortReviewHost& ports() { return *m_ports; }
    [[nodiscard]] ReportArea& report() { return *m_report; }
    [[nodiscard]] RulesArea& rules() { return *m_rules; }
    [[nodiscard]] NodesArea& nodes() { return *m_nodes; }
    [[nodiscard]] RunsArea& runs() { return *m_runs; }
    [[nodiscard]] VerifyArea& verify() { return *m_verify; }

private:
    void connectAreas();
    void watchJobs();
    void showJob(const QString& jobId);

    MainWindow m_window;
    RemoteService& m_remote;
    ReviewArea* m_review; // all owned by m_window
    NodesArea* m_nodes;
    RunsArea* m_runs;
    VerifyArea* m_verify;
    ReportArea* m_report;
    RulesArea* m_rules;
    PortReviewHost* m_ports = nullptr; // owned by m_review
};

} // namespace rocport
