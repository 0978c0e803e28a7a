// What the keys of the whole window do, and how the tour comes to each state.
#include "core/project/session/projectcommits.h"
#include "core/project/session/projectdecisions.h"
#include "core/project/session/projecthistory.h"
#include "core/project/session/projectscanner.h"
#include "core/project/session/projecttasks.h"
#include "tests/gui/tourkeys.h"

#include "ui/review/findingspage.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/palettedialog.h"
#include "ui/shell/rail.h"
#include "ui/shell/welcomepage.h"

#include <QAction>
#include <QListView>
#include <QTreeView>

namespace rocport::test {

QStringList TourKeys::states()
{
    return {QStringLiteral("plan"),
            QStringLiteral("review"),
            QStringLiteral("review, in the list"),
            QStringLiteral("review, in the rail"),
            QStringLiteral("review, unified"),
            QStringLiteral("review, finding"),
            QStringLiteral("review, searching in all"),
            QStringLiteral("review, nothing matches"),
            QStringLiteral("review, every change decided"),
            QStringLiteral("findings"),
            QStringLiteral("findings, each ticked off"),
            QStringLiteral("nodes"),
            QStringLiteral("runs"),
            QStringLiteral("verify"),
            QStringLiteral("report"),
            QStringLiteral("rules"),
            QStringLiteral("nodes, none"),
            QStringLiteral("runs, none"),
            QStringLiteral("verify, nothing was run"),
            QStringLiteral("review, a committed change")};
}

QString TourKeys::enter(const QString& wanted)
{
    const bool again = wanted == m_state;
    const QString place = wanted.section(u',', 0, 0);
    const QString how = wanted.section(u',', 1).trimmed();
    closeDialogs();
    if (!again) {
        if (const Result<void> back = session().history().goTo(0); !back) {
            return back.error().detail;
        }
        m_baseline = 0;
        m_state = wanted;
        m_window.fillRemote(how != QStringLiteral("none") &&
                            how != QStringLiteral("nothing was run"));
    }
    for (const char* close : {"findClose", "searchClose"}) {
        auto* button = part<QPushButton>(close);
        if (button->isVisible()) {
            button->click();
        }
    }
    part<QLineEdit>("reviewFilter")->clear();
    part<QLineEdit>("findingsFilter")->clear();
    part<SegmentedControl>("statusFilter")->setCurrent(0);
    part<SegmentedControl>("findingsState")->setCurrent(0);
    review().setPhaseFilter({});
    QAction* unified = review().command(QStringLiteral("unified"));
    if ((unified->iconText() == QStringLiteral("Unified")) != (how == QStringLiteral("unified"))) {
        unified->trigger();
    }
    m_window.window().setCurrentArea(place == QStringLiteral("findings") ? QStringLiteral("review")
                                                                         : place);
    review().showFindings(place == QStringLiteral("findings"));
    const auto rest = [this] {
        return waitFor([this] { return isStill(); }) ? QString()
                                                     : QStringLiteral("it does not come to rest");
    };
    if (QString wrong = rest(); !wrong.isEmpty()) {
        return wrong;
    }
    const auto decideAll = [this](DecisionKind kind, bool proved) {
        QVector<QByteArray> keys;
        for (const Hunk& hunk : state().scan->hunks) {
            if (!proved || isProved(hunk.verdict)) {
                keys.append(hunk.key);
            }
        }
        return session().decisions().decide(keys, kind, QStringLiteral("the tour")).ok();
    };
    if (how == QStringLiteral("in the list")) {
        part<QTreeView>("changeTree")->setFocus();
    } else if (how == QStringLiteral("in the rail")) {
        m_window.window().findChild<Rail*>()->list()->setFocus();
    } else if (how == QStringLiteral("every change decided")) {
        if (!again && !decideAll(DecisionKind::Rejected, false)) {
            return QStringLiteral("the changes cannot be decided");
        }
        part<QTreeView>("changeTree")->setFocus();
    } else if (how == QStringLiteral("each ticked off")) {
        if (!again) {
            QVector<QByteArray> ids =
                review().findings().model().idsUnder({review().findings().model().index(0, 0)});
            for (int row = 1; row < review().findings().model().rowCount(); ++row) {
                ids += review().findings().model().idsUnder(
                    {review().findings().model().index(row, 0)});
            }
            if (!session()
                     .decisions()
                     .tickFindings(ids, FindingState::Done, QStringLiteral("seen"))
                     .ok()) {
                return QStringLiteral("the findings cannot be ticked off");
            }
        }
        part<SegmentedControl>("findingsState")->setCurrent(1);
        part<SegmentedControl>("findingsState")->setCurrent(0); // lists anew
        review().findings().list()->setFocus();
    } else if (how == QStringLiteral("nothing matches")) {
        part<QLineEdit>("reviewFilter")->setText(QStringLiteral("no such thing anywhere"));
        review().diff().focusText();
    } else if (how == QStringLiteral("finding")) {
        review().diff().focusText();
        review().command(QStringLiteral("find"))->trigger();
        part<QLineEdit>("findField")->setText(QStringLiteral("i"));
        review().diff().focusText();
    } else if (how == QStringLiteral("searching in all")) {
        review().command(QStringLiteral("searchChanges"))->trigger();
        review().diff().focusText();
    } else if (how == QStringLiteral("a committed change")) {
        if (!again) {
            if (!decideAll(DecisionKind::Accepted, true)) {
                return QStringLiteral("the changes cannot be accepted");
            }
            m_baseline = state().decisions.lastBatchId();
            session().commits().commitPhases(QVector<Phase>(kPhases.begin(), kPhases.end()));
            if (!waitFor([this] { return !state().committed.isEmpty(); }, 60'000)) {
                return QStringLiteral("the changes cannot be committed");
            }
        }
        part<SegmentedControl>("statusFilter")->setCurrent(3);
        review().goToChange(*state().committed.cbegin());
        (void)rest();
        review().diff().focusText();
    } else if (place == QStringLiteral("review")) {
        review().diff().focusText();
    } else if (m_window.area() != nullptr && m_window.area()->focusProxy() != nullptr) {
        // As it is when somebody comes from another area.
        m_window.window().setCurrentArea(QStringLiteral("plan"));
        m_window.window().setCurrentArea(place);
    }
    const DecisionBatch* newest = state().decisions.undoBatch();
    m_baseline = newest != nullptr ? newest->id : 0;
    (void)waitFor([] { return true; });
    return rest();
}

void TourKeys::addWindow()
{
    add({"open-repository", "open-project"}, opens("QFileDialog"));
    add({"menu"}, opens("QMenu"));
    add({"shortcuts"}, opens("rocport::ShortcutsDialog"));
    add({"preferences"}, opens("preferences"));
    add({"help"}, [this](const Press& press) {
        press();
        auto* help = m_window.window().findChild<QWidget*>(QStringLiteral("help"));
        const bool shown = help != nullptr && help->isVisible();
        if (shown) {
            help->close();
        }
        m_window.window().activateWindow();
        return waitFor([this] { return m_window.window().isActiveWindow(); }, 5000) && shown
                   ? QString()
                   : QStringLiteral("shows no help");
    });
    add({"palette"}, opens("rocport::PaletteDialog"));
    add({"filter"}, [this](const Press& press) {
        press();
        const bool field = qobject_cast<QLineEdit*>(QApplication::focusWidget()) != nullptr;
        return field || said() == QStringLiteral("Nothing can be filtered here.")
                   ? QString()
                   : QStringLiteral("goes to no field, the focus is on ") +
                         AccessFixture::name(QApplication::focusWidget());
    });
    for (const char* area : {"plan", "review", "nodes", "runs", "verify", "report", "rules"}) {
        m_checks.insert(
            QStringLiteral("area-") + QLatin1StringView(area), [this, area](const Press& press) {
                press();
                return m_window.window().currentArea() == QLatin1StringView(area)
                           ? QString()
                           : QStringLiteral("leads to ") + m_window.window().currentArea();
            });
    }
    add({"rail"}, toggles([this] {
            return QString::number(m_window.window().findChild<Rail*>()->isCompact());
        }));
    const auto size = [this](int from, const std::function<bool(int)>& good) {
        return [this, from, good](const Press& press) {
            ThemeProvider& provider = m_window.project.provider;
            provider.setTextPercent(from);
            press();
            const int now = provider.textPercent();
            provider.setTextPercent(100);
            return good(now) ? QString() : QStringLiteral("makes it %1 %").arg(now);
        };
    };
    add({"text-larger"}, size(100, [](int now) { return now > 100; }));
    add({"text-smaller"}, size(100, [](int now) { return now < 100; }));
    add({"text-normal"}, size(120, [](int now) { return now == 100; }));
    add({"next-pane", "previous-pane"}, [](const Press& press) {
        const QPointer<QWidget> before = QApplication::focusWidget();
        press();
        return QApplication::focusWidget() != before && QApplication::focusWidget() != nullptr
                   ? QString()
                   : QStringLiteral("leaves the focus where it was");
    });
    add({"rescan"}, [this](const Press& press) {
        const std::shared_ptr<const ScanResult> before = state().rawScan;
        press();
        const bool started = !session().tasks().running().isEmpty();
        return waitFor([this] { return isStill(); }, 60'000) && started && state().rawScan != before
                   ? QString()
                   : QStringLiteral("scans nothing");
    });
    add({"cancel-task"}, [this](const Press& press) {
        press();
        if (said().isEmpty()) {
            return QStringLiteral("does not say that no task runs");
        }
        session().scanner().rescan();
        press();
        return waitFor([this] { return session().tasks().running().isEmpty(); }, 60'000)
                   ? QString()
                   : QStringLiteral("does not end the scan");
    });
    add({"export"}, [this](const Press& press) {
        const auto newest = [this] {
            return state().exports.isEmpty() ? QDateTime() : state().exports.last().time;
        };
        const QDateTime before = newest();
        press();
        const bool done = waitFor([&] { return newest() != before && isStill(); });
        return done && m_window.window().currentArea() == QStringLiteral("report")
                   ? QString()
                   : QStringLiteral("exports nothing");
    });
    add({"close-project"}, [this](const Press& press) {
        const QString file = state().projectFile;
        press();
        if (!waitFor([this] { return session().state() == nullptr; })) {
            return QStringLiteral("leaves the project open");
        }
        const bool welcomed =
            waitFor([this] { return m_window.window().welcomePage().isVisible(); });
        session().openProjectFile(file);
        const bool back = waitFor(
            [this] { return session().state() && session().state()->scan && isStill(); }, 60'000);
        return welcomed && back ? QString() : QStringLiteral("does not lead to the first page");
    });
    add({"quit"}, [this](const Press& press) {
        m_window.fillRemote(false); // a job that runs is asked about
        press();
        const bool gone = waitFor([this] { return !m_window.window().isVisible(); });
        m_window.window().show();
        m_window.window().activateWindow();
        return gone && QTest::qWaitForWindowActive(&m_window.window())
                   ? QString()
                   : QStringLiteral("leaves the window open");
    });
}

} // namespace rocport::test
