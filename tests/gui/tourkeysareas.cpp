// What the keys of Nodes, Runs, Verify and Rules do.
#include "tests/gui/tourkeys.h"

#include "ui/runs/logview.h"
#include "ui/runs/runpanel.h"
#include "ui/runs/runsarea.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>

namespace rocport::test {

void TourKeys::addAreas()
{
    add({"addNode", "editNode"}, opens("nodeEditor"));
    add({"removeNode"}, opens("removeNodeBox"));
    add({"testConnection"}, calls(QStringLiteral("test")));
    add({"probeNode"}, calls(QStringLiteral("probe")));
    add({"compareProbes"}, [this](const Press& press) {
        part<SegmentedControl>("nodePages")->setCurrent(0);
        press();
        return part<QWidget>("compareTable")->isVisible() ? QString()
                                                          : QStringLiteral("compares nothing");
    });

    RunsArea* runs = &m_window.assembly->runs();
    add({"runAgain"}, opens("newRunDialog"));
    add({"detach"}, calls(QStringLiteral("detachJob")));
    add({"cancel"}, calls(QStringLiteral("cancelJob")));
    add({"findInLogCommand"}, focuses("logSearchField"));
    add({"goToLine"}, opens("QInputDialog"));
    add({"follow"}, toggles([runs] { return QString::number(runs->panel().view().follow()); }));
    add({"wrap"}, toggles([runs] { return QString::number(runs->panel().view().wrap()); }));
    add({"filterJobs"}, focuses("jobFilter"));

    add({"runLevel"}, [this](const Press& press) {
        m_window.remote.verifications.clear();
        press();
        return waitFor(
                   [this] {
                       const QWidget* dialog = QApplication::activeModalWidget();
                       return !m_window.remote.verifications.isEmpty() ||
                              (dialog != nullptr &&
                               dialog->objectName() == QStringLiteral("requestDialog"));
                   },
                   5000)
                   ? QString()
                   : QStringLiteral("runs nothing");
    });
    add({"stopVerification"}, calls(QStringLiteral("cancel")));
    add({"showJob"}, [this](const Press& press) {
        press();
        return m_window.window().currentArea() == QStringLiteral("runs")
                   ? QString()
                   : QStringLiteral("does not lead to Runs");
    });
    add({"verifyFilter"}, focuses("checkFilter"));
    add({"rulesFilterCommand"}, focuses("rulesFilter"));
    add({"Copy as CSV"}, [this](const Press& press) {
        QGuiApplication::clipboard()->clear();
        const auto actions = m_window.area()->findChildren<QAction*>();
        for (QAction* action : actions) {
            auto* plot = qobject_cast<QWidget*>(action->parent());
            if (action->text() == QStringLiteral("Copy as CSV") && plot != nullptr &&
                plot->isVisible() && action->isEnabled()) {
                plot->setFocus();
            }
        }
        press();
        return QGuiApplication::clipboard()->text().contains(u',')
                   ? QString()
                   : QStringLiteral("copies nothing");
    });
}

} // namespace rocport::test
