// What the keys of Nodes, Runs, Verify and Rules do.
#include "tests/gui/tourkeys.h"

#include "ui/rules/rulesarea.h"
#include "ui/runs/logview.h"
#include "ui/runs/runpanel.h"
#include "ui/runs/runsarea.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QTreeView>

namespace rocport::test {

void TourKeys::addAreas()
{
    add({"addNode", "editNode"}, opens("nodeEditor"));
    add({"removeNode"}, opens("removeNodeBox"));
    add({"testConnection"}, calls(QStringLiteral("test")));
    add({"probeNode"}, calls(QStringLiteral("probe")));
    add({"openTerminal"}, calls(QStringLiteral("openTerminal")));
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
    add({"times"}, toggles([runs] { return QString::number(runs->panel().view().times()); }));
    add({"copyCommand"}, [](const Press& press) {
        QGuiApplication::clipboard()->clear();
        press();
        return QGuiApplication::clipboard()->text().isEmpty() ? QStringLiteral("copies nothing")
                                                              : QString();
    });
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
    addRules();
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

void TourKeys::addRules()
{
    auto* tree = part<QTreeView>("rulesTree");
    const auto chosen = [tree] {
        return QPersistentModelIndex(tree->currentIndex().siblingAtColumn(0));
    };
    /// A rule that proposes changes and leaves findings, so that every key has something to do.
    const auto choose = [this, tree] {
        const QAbstractItemModel& model = *tree->model();
        for (QModelIndex row = model.index(0, 0); row.isValid(); row = tree->indexBelow(row)) {
            tree->setCurrentIndex(row);
            if (row.parent().isValid() && command("ruleChanges")->isEnabled() &&
                command("switchRule")->isEnabled()) {
                return;
            }
        }
    };
    add({"switchRule"}, [this, choose](const Press& press) {
        choose();
        press();
        auto* reason = part<QLineEdit>("ruleReasonField");
        if (!waitFor([&] { return reason->isVisible() && reason->hasFocus(); }, 5000)) {
            return QStringLiteral("asks for no reason");
        }
        QTest::keyClick(reason, Qt::Key_Escape);
        return reason->isVisible() ? QStringLiteral("Esc does not close the question") : QString();
    });
    add({"ruleFindings"}, [this](const Press& press) {
        press();
        return m_window.window().currentArea() == QStringLiteral("review") &&
                       review().showsFindings()
                   ? QString()
                   : QStringLiteral("does not lead to the findings");
    });
    add({"ruleChanges"}, [this, choose](const Press& press) {
        choose();
        press();
        return m_window.window().currentArea() == QStringLiteral("review") &&
                       !review().showsFindings()
                   ? QString()
                   : QStringLiteral("does not lead to the changes");
    });
    add({"nextRule", "previousRule"}, [chosen](const Press& press) {
        const QPersistentModelIndex before = chosen();
        press();
        return chosen() != before ? QString() : QStringLiteral("stays at the rule");
    });
    add({"foldRules", "unfoldRules"}, [tree, chosen](const Press& press) {
        // From a phase that is open, or folded, the key does the other; from a rule Left goes up.
        const QPersistentModelIndex before = chosen();
        const bool open = tree->isExpanded(before);
        press();
        const bool moved = chosen() != before || tree->isExpanded(chosen()) != open;
        if (moved) {
            return QString();
        }
        tree->setExpanded(before, !open);
        press();
        return chosen() != before || tree->isExpanded(chosen()) == open
                   ? QString()
                   : QStringLiteral("folds and unfolds nothing");
    });
    add({"copyRule"}, [this, choose](const Press& press) {
        choose();
        press();
        const bool shown = waitFor(
            [this] {
                return part<QWidget>("packEditor")->isVisible() || !said().isEmpty() ||
                       QApplication::activeModalWidget() != nullptr ||
                       part<QWidget>("rulesProblem")->isVisible();
            },
            5000);
        return shown ? QString() : QStringLiteral("copies nothing");
    });
    add({"closeExplanation"}, [tree](const Press& press) {
        press();
        return tree->isVisible() ? QString() : QStringLiteral("does not lead to the list");
    });
}

} // namespace rocport::test
