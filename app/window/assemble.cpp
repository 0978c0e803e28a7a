#include "app/window/assemble.h"

#include "ui/reportarea/reportarea.h"
#include "ui/review/reviewarea.h"
#include "ui/rules/rulesarea.h"

namespace rocport {

Assembly::Assembly(ProjectSession& session, ThemeProvider& theme, UiSettings& settings)
    : m_window(session, theme, settings),
      m_review(new ReviewArea(session, theme, settings, &m_window)),
      m_report(new ReportArea(session, theme, settings, &m_window)),
      m_rules(new RulesArea(session, theme, settings, &m_window))
{
    WorkArea review;
    review.id = QStringLiteral("review");
    review.name = QObject::tr("Review");
    review.widget = m_review;
    review.compactRail = true;
    review.setPhase = [this](std::optional<Phase> phase) { m_review->setPhaseFilter(phase); };
    review.showFile = [this](const RepoPath& path, int line) { m_review->showFile(path, line); };
    review.showHunk = [this](const QByteArray& key) { m_review->showHunk(key); };
    review.count = [](const ProjectState& state) { return state.hunks - state.decided; };
    review.commands = [this] { return m_review->commands(); };
    review.menu = {m_review->command(QStringLiteral("checkCompiles")),
                   m_review->command(QStringLiteral("proveNvcc"))};
    review.setLetterKeys = [this](bool on) { m_review->setLetterKeys(on); };
    m_window.addArea(review);

    WorkArea report;
    report.id = QStringLiteral("report");
    report.name = QObject::tr("Report");
    report.widget = m_report;
    report.setPhase = [this](std::optional<Phase> phase) { m_report->setPhaseFilter(phase); };
    report.exportReport = [this] { m_report->exportChosen(); };
    m_window.addArea(report);

    WorkArea rules;
    rules.id = QStringLiteral("rules");
    rules.name = QObject::tr("Rules");
    rules.widget = m_rules;
    rules.setPhase = [this](std::optional<Phase> phase) { m_rules->setPhaseFilter(phase); };
    rules.showRule = [this](const QString& id) { m_rules->showRule(id); };
    rules.commands = [this] { return m_rules->commands(); };
    rules.setLetterKeys = [this](bool on) { m_rules->setLetterKeys(on); };
    rules.menu = {m_rules->command(QStringLiteral("rules"))};
    m_window.addArea(rules);

    QObject::connect(m_rules, &RulesArea::showPlaceRequested, &m_window, &MainWindow::showPlace);
    QObject::connect(m_rules, &RulesArea::openRequested, &m_window, [this] {
        if (QAction* open = m_window.command(QStringLiteral("open-repository"))) {
            open->trigger();
        }
    });
    QObject::connect(m_review, &ReviewArea::showPlaceRequested, &m_window, &MainWindow::showPlace);
    QObject::connect(m_review, &ReviewArea::openRequested, &m_window, [this] {
        if (QAction* open = m_window.command(QStringLiteral("open-repository"))) {
            open->trigger();
        }
    });
}

} // namespace rocport
