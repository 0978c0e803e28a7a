#include "tests/gui/tourkeys.h"

#include "core/project/session/projecthistory.h"
#include "core/project/session/projecttasks.h"
#include "ui/review/editpane.h"
#include "ui/review/findingspage.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/shortcutsdialog.h"
#include "ui/shell/statusbar.h"
#include "ui/theme/whynot.h"

#include <QAction>
#include <QElapsedTimer>
#include <QMenu>
#include <QShortcut>
#include <QThread>
#include <QTreeView>

namespace rocport::test {

namespace {

const auto kNothingSaid = QStringLiteral("nothing was said yet");

bool isShown(const QAction& action)
{
    const QObjectList owners = action.associatedObjects();
    return action.isVisible() && std::any_of(owners.begin(), owners.end(), [](QObject* owner) {
               const auto* widget = qobject_cast<QWidget*>(owner);
               return widget != nullptr && widget->isVisible() &&
                      qobject_cast<const QMenu*>(widget) == nullptr;
           });
}

QString plain(const QAction& action)
{
    return action.text().remove(u'&');
}

} // namespace

TourKeys::TourKeys(AccessFixture& window) : m_window(window)
{
    addWindow();
    addReview();
    addFind();
    addFindings();
    addAreas();
    const auto actions = window.window().findChildren<QAction*>();
    for (QAction* action : actions) {
        QObject::connect(action, &QAction::triggered, &window.window(),
                         [this, action] { m_triggered.append(action); });
    }
}

void TourKeys::add(std::initializer_list<const char*> names, const Check& check)
{
    for (const char* name : names) {
        m_checks.insert(QLatin1StringView(name), check);
    }
}

bool TourKeys::waitFor(const std::function<bool()>& done, int milliseconds) const
{
    QElapsedTimer timer;
    timer.start();
    while (!done()) {
        if (timer.elapsed() > milliseconds) {
            return false;
        }
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QThread::usleep(100);
    }
    return true;
}

QString TourKeys::said() const
{
    const QString said = m_window.window().findChild<StatusBar*>()->saidText();
    return said == kNothingSaid ? QString() : said;
}

QByteArray TourKeys::shown() const
{
    const DiffView& diff = review().diff();
    const DiffChange* current = diff.scene().currentChange();
    return diff.isVisible() && current != nullptr ? current->key : QByteArray();
}

QByteArray TourKeys::shownFinding() const
{
    const QModelIndex row = review().findings().list()->currentIndex().siblingAtColumn(0);
    const Finding* finding = review().findings().model().finding(row);
    return finding != nullptr ? finding->id : QByteArray();
}

bool TourKeys::isStill() const
{
    return session().tasks().running().isEmpty() &&
           (!review().diff().isVisible() ||
            (!review().diff().isEmpty() && shown() == review().currentKey()));
}

void TourKeys::closeDialogs() const
{
    for (int i = 0; i < 10; ++i) {
        QWidget* top = QApplication::activePopupWidget();
        top = top != nullptr ? top : QApplication::activeModalWidget();
        if (top == nullptr) {
            return;
        }
        top->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
}

/// The state as enter() left it.
void TourKeys::home()
{
    closeDialogs();
    m_window.window().show();
    m_window.window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&m_window.window()));
    QVERIFY(session().state() != nullptr && !state().readOnly);
    const DecisionBatch* newest = state().decisions.undoBatch();
    if ((newest != nullptr ? newest->id : 0) != m_baseline) {
        (void)waitFor([this] { return session().tasks().running().isEmpty(); });
        const Result<void> back = session().history().goTo(m_baseline);
        QVERIFY2(back.ok(), back.ok() ? "" : qPrintable(back.error().detail));
    }
    if (review().diff().isEditing()) {
        review().diff().endEdit();
    }
    (void)waitFor([this] { return session().tasks().running().isEmpty(); });
    const QString wrong = enter(m_state);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

QVector<TourKeys::Line> TourKeys::lines() const
{
    QVector<Line> lines;
    const auto actions = m_window.window().findChildren<QAction*>();
    const auto shortcuts = m_window.window().findChildren<QShortcut*>();
    const QVector<ShortcutSection> sections = m_window.window().shortcutSections();
    for (const ShortcutSection& section : sections) {
        for (const ShortcutLine& said : section.lines) {
            Line line{said.keys, said.text, said.whyNot, nullptr, nullptr};
            for (QAction* action : actions) {
                if (plain(*action) == said.text && keysText(*action) == said.keys &&
                    isShown(*action)) {
                    line.action = action;
                }
            }
            for (QShortcut* shortcut : shortcuts) {
                const auto* owner = qobject_cast<const QWidget*>(shortcut->parent());
                if (shortcut->property("meaning").toString() == said.text && owner != nullptr &&
                    owner->isVisible()) {
                    line.shortcut = shortcut;
                }
            }
            lines.append(line);
        }
    }
    return lines;
}

/// A line as the list has it now: whether it works depends on what was done before.
TourKeys::Line TourKeys::now(const Line& line) const
{
    const QVector<Line> all = lines();
    const auto same = std::find_if(all.begin(), all.end(), [&](const Line& other) {
        return other.keys == line.keys && other.text == line.text;
    });
    return same != all.end() ? *same : line;
}

QString TourKeys::press(const Line& line)
{
    // What ends the work is tried once, after everything else.
    const QString command = line.action != nullptr ? line.action->objectName() : QString();
    if ((command == QStringLiteral("close-project") || command == QStringLiteral("quit")) &&
        m_state != states().last()) {
        return {};
    }
    const QString name = QStringLiteral("%1: %2 (%3): ").arg(m_state, line.keys, line.text);
    QList<QKeySequence> keys;
    if (line.action != nullptr) {
        keys = line.action->shortcuts();
    } else if (line.shortcut != nullptr) {
        keys = {line.shortcut->key()};
    }
    if (keys.isEmpty()) {
        return name + QStringLiteral("nothing answers to it");
    }
    for (const QKeySequence& key : std::as_const(keys)) {
        home();
        if (QTest::currentTestFailed()) {
            return name + QStringLiteral("the state is not reached");
        }
        const QString wrong = pressOne(now(line), key);
        closeDialogs();
        if (!wrong.isEmpty()) {
            return name + key.toString() + u' ' + wrong;
        }
    }
    return {};
}

QString TourKeys::pressOne(const Line& line, const QKeySequence& key)
{
    ++m_pressed;
    m_window.window().say(kNothingSaid);
    const auto act = [this, key] {
        m_triggered.clear(); // what the check did before
        QWidget* at = QApplication::focusWidget();
        QTest::keySequence(at != nullptr ? at : &m_window.window(), key);
    };
    if (!line.whyNot.isEmpty()) {
        return pressInVain(line, act);
    }
    const QString name = line.action != nullptr ? line.action->objectName() : line.text;
    const auto check = m_checks.constFind(name.isEmpty() ? line.text : name);
    if (check == m_checks.cend()) {
        return QStringLiteral("is not known to the tour: add what “%1” does to "
                              "tests/gui/tourkeys*.cpp")
            .arg(name.isEmpty() ? line.text : name);
    }
    QString wrong = (*check)(act);
    if (!wrong.isEmpty()) {
        return wrong;
    }
    if (line.action != nullptr && (m_triggered.size() != 1 || m_triggered.first() != line.action)) {
        QStringList names;
        for (const QAction* action : std::as_const(m_triggered)) {
            names.append(action->objectName());
        }
        return QStringLiteral("gives “%1”").arg(names.join(QStringLiteral(", ")));
    }
    return {};
}

/// A key that does nothing now says why, and does nothing.
QString TourKeys::pressInVain(const Line& line, const Press& press)
{
    const qint64 before = state().decisions.lastBatchId();
    const QByteArray shownBefore = shown();
    const QString area = m_window.window().currentArea();
    press();
    QCoreApplication::processEvents();
    if (said() != line.whyNot) {
        return QStringLiteral("says “%1”, the list says “%2”").arg(said(), line.whyNot);
    }
    if (!m_triggered.isEmpty() || state().decisions.lastBatchId() != before ||
        shown() != shownBefore || m_window.window().currentArea() != area ||
        QApplication::activeModalWidget() != nullptr) {
        return QStringLiteral("does something all the same");
    }
    return {};
}

TourKeys::Check TourKeys::opens(const char* what) const
{
    return [this, what](const Press& press) {
        press();
        const auto opened = [what]() -> QWidget* {
            QWidget* top = QApplication::activePopupWidget();
            top = top != nullptr ? top : QApplication::activeModalWidget();
            return top != nullptr &&
                           (top->inherits(what) || top->objectName() == QLatin1StringView(what))
                       ? top
                       : nullptr;
        };
        if (!waitFor([&] { return opened() != nullptr; }, 5000)) {
            return QStringLiteral("opens no %1").arg(QLatin1StringView(what));
        }
        QTest::keyClick(opened(), Qt::Key_Escape);
        return waitFor([&] { return opened() == nullptr; }, 5000)
                   ? QString()
                   : QStringLiteral("Esc does not close %1").arg(QLatin1StringView(what));
    };
}

TourKeys::Check TourKeys::focuses(const char* field) const
{
    return [this, field](const Press& press) {
        press();
        const auto* wanted = part<QWidget>(field);
        return waitFor([&] { return wanted->hasFocus() && wanted->isVisible(); }, 5000)
                   ? QString()
                   : QStringLiteral("leaves the focus on %1")
                         .arg(AccessFixture::name(QApplication::focusWidget()));
    };
}

TourKeys::Check TourKeys::calls(const QString& call) const
{
    return [this, call](const Press& press) {
        m_window.remote.calls.clear();
        press();
        return m_window.remote.calls.size() == 1 && m_window.remote.calls.first().startsWith(call)
                   ? QString()
                   : QStringLiteral("asks for “%1”, not “%2”")
                         .arg(m_window.remote.calls.join(u','), call);
    };
}

/// A value that is another one after the key, and the first one again after the next.
TourKeys::Check TourKeys::toggles(const std::function<QString()>& value) const
{
    return [this, value](const Press& press) {
        const QString before = value();
        press();
        if (!waitFor([&] { return value() != before; }, 5000)) {
            return QStringLiteral("leaves it at “%1”").arg(before);
        }
        press();
        return waitFor([&] { return value() == before; }, 5000)
                   ? QString()
                   : QStringLiteral("comes not back from “%1”").arg(value());
    };
}

} // namespace rocport::test
