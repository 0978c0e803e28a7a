// Keys of the main window that no single area knows: panes, why a key does nothing, the list of
// keys.
#include "ui/shell/mainwindow.h"

#include "ui/rules/packtrustbar.h"
#include "ui/shell/noticebar.h"
#include "ui/shell/rail.h"
#include "ui/shell/shortcutsdialog.h"
#include "ui/shell/statusbar.h"
#include "ui/shell/topbar.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/whynot.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QListView>
#include <QMenu>
#include <QShortcut>
#include <QStackedWidget>

#include <algorithm>

namespace rocport {

namespace {

/// A key that types a character. Qt's trees fold with "*", "+" and "-", lists select with a blank.
bool isLetter(const QKeyEvent& event)
{
    const bool command =
        event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
    const QString text = event.text();
    return !command && text.size() == 1 && text.front().isPrint() &&
           !QStringView(u" *+-").contains(text.front());
}

/// Whether the widget takes the key as text or for itself, before any command.
bool takesKey(QWidget& widget, const QKeyEvent& event)
{
    QKeyEvent asked(QEvent::ShortcutOverride, event.key(), event.modifiers(), event.text());
    asked.ignore();
    QCoreApplication::sendEvent(&widget, &asked);
    return asked.isAccepted();
}

bool isShown(const QAction& action)
{
    const QObjectList owners = action.associatedObjects();
    return action.isVisible() && std::any_of(owners.begin(), owners.end(), [](QObject* owner) {
               const auto* widget = qobject_cast<QWidget*>(owner);
               return widget != nullptr && widget->isVisible();
           });
}

bool takesTab(const QWidget& widget)
{
    return widget.isVisible() && widget.isEnabled() && widget.focusProxy() == nullptr &&
           (widget.focusPolicy() & Qt::TabFocus) == Qt::TabFocus && !widget.size().isEmpty();
}

/// What a pane gives the focus to: itself, its first list or text, or its first control. Panes
/// inside of it are panes of their own.
QWidget* entryOf(QWidget& pane, const QVector<QWidget*>& panes)
{
    if (takesTab(pane)) {
        return &pane;
    }
    QWidget* first = nullptr;
    const auto children = pane.findChildren<QWidget*>();
    for (QWidget* child : children) {
        const bool inner = std::any_of(panes.begin(), panes.end(), [&](const QWidget* other) {
            return other != &pane && pane.isAncestorOf(other) &&
                   (other == child || other->isAncestorOf(child));
        });
        if (inner || !takesTab(*child)) {
            continue;
        }
        if (qobject_cast<QAbstractScrollArea*>(child) != nullptr) {
            return child; // lists and texts are what a pane is for
        }
        first = first == nullptr ? child : first;
    }
    return first;
}

} // namespace

void MainWindow::movePane(int step)
{
    QVector<QWidget*> panes;
    const auto all = findChildren<QWidget*>();
    for (QWidget* widget : all) {
        if (widget->property("pane").toBool() && widget->isVisible()) {
            panes.append(widget);
        }
    }
    const QVector<QWidget*> visible = panes;
    panes.removeIf([&](QWidget* pane) { return entryOf(*pane, visible) == nullptr; });
    if (panes.isEmpty()) {
        return;
    }
    std::stable_sort(panes.begin(), panes.end(), [this](QWidget* a, QWidget* b) {
        const QPoint pa = a->mapTo(this, QPoint());
        const QPoint pb = b->mapTo(this, QPoint());
        return pa.y() / 200 != pb.y() / 200 ? pa.y() < pb.y() : pa.x() < pb.x();
    });
    qsizetype now = -1;
    for (qsizetype i = 0; i < panes.size(); ++i) {
        const bool here = panes[i]->hasFocus() || panes[i]->isAncestorOf(focusWidget());
        if (here && (now < 0 || panes[now]->isAncestorOf(panes[i]))) {
            now = i; // the innermost
        }
    }
    now = now < 0 && step < 0 ? 0 : now;
    now = (now + step + panes.size()) % panes.size();
    entryOf(*panes[now], visible)->setFocus(Qt::TabFocusReason);
}

/// What an area names for it, or, where that is out of sight, the first that can have the focus:
/// it never stays with a page that went.
void MainWindow::focusArea(const QWidget& area)
{
    QWidget* target = area.focusProxy();
    if (target == nullptr || !target->isVisible()) {
        const auto inside = area.findChildren<QWidget*>();
        const auto first = std::find_if(inside.begin(), inside.end(),
                                        [](const QWidget* one) { return takesTab(*one); });
        QWidget* otherwise = m_rail->list();
        target = first != inside.end() ? *first : otherwise;
    }
    target->setFocus(Qt::OtherFocusReason);
}

/// Tab goes through all controls, part by part: top bar, notices, rail, area, status. Qt would go
/// to an area by its focus proxy and leave out what stands before that.
bool MainWindow::focusNextPrevChild(bool next)
{
    const QList<QWidget*> parts{m_top, m_notice, m_packTrust, m_rail, m_pages, m_status};
    const auto partOf = [&](const QWidget* widget) {
        for (qsizetype i = 0; i < parts.size(); ++i) {
            if (parts[i] == widget || parts[i]->isAncestorOf(widget)) {
                return i;
            }
        }
        return parts.size();
    };
    QVector<std::pair<qsizetype, QWidget*>> controls;
    QWidget* now = focusWidget();
    QWidget* at = this;
    do {
        if (isAncestorOf(at) && (takesTab(*at) || at == now)) {
            controls.append({partOf(at), at});
        }
        at = at->nextInFocusChain();
    } while (at != this && at != nullptr);
    if (controls.isEmpty()) {
        return false;
    }
    std::stable_sort(controls.begin(), controls.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    qsizetype index = next ? -1 : 0;
    for (qsizetype i = 0; i < controls.size(); ++i) {
        index = controls[i].second == now ? i : index;
    }
    index = (index + (next ? 1 : -1) + controls.size()) % controls.size();
    controls[index].second->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

/// Commands whose keys act where the focus is: those of the widget and of what is around it, and
/// those of the area that act anywhere.
QList<QAction*> MainWindow::commandsAt(const QWidget& widget) const
{
    QList<QAction*> found;
    for (const QWidget* at = &widget; at != nullptr; at = at->parentWidget()) {
        found += at->actions();
        if (at->isWindow()) {
            break;
        }
    }
    if (const WorkArea* area = shownArea()) {
        for (QAction* action : area->commands()) {
            if (action->shortcutContext() == Qt::WindowShortcut && isShown(*action)) {
                found.append(action);
            }
        }
    }
    return found;
}

/// The command of the area shown that a key stands for; null: none. Keys that lists and bars use
/// themselves are left to them: arrows, Enter, a blank.
QAction* MainWindow::areaCommand(const QKeyEvent& event) const
{
    const bool letter = isLetter(event);
    const bool held = event.modifiers() & (Qt::ControlModifier | Qt::AltModifier);
    const bool function = (event.key() >= Qt::Key_F1 && event.key() <= Qt::Key_F35) ||
                          event.key() == Qt::Key_Backspace;
    if (!letter && !held && !function) {
        return nullptr;
    }
    const QKeySequence pressed(event.keyCombination());
    const WorkArea* area = shownArea();
    if (area == nullptr) {
        return nullptr;
    }
    QAction* typed = nullptr; // the key itself comes first
    for (QAction* action : area->commands()) {
        const QList<QKeySequence> keys =
            isShown(*action) ? action->shortcuts() : QList<QKeySequence>();
        if (keys.contains(pressed)) {
            return action;
        }
        const bool same = letter && std::any_of(keys.begin(), keys.end(), [&](const auto& key) {
                              return keyText(key) == event.text();
                          });
        typed = typed == nullptr && same ? action : typed;
    }
    return typed;
}

bool MainWindow::explainKey(QWidget& widget, const QKeyEvent& event)
{
    const QKeySequence pressed(event.keyCombination());
    const bool letter = isLetter(event);
    bool letters = false; // single letters are commands here
    const QAction* exact = nullptr;
    const QAction* typed = nullptr; // "?" and "A" come with Shift or without, by keyboard
    const QList<QAction*> commands = commandsAt(widget);
    for (const QAction* action : commands) {
        const auto prefer = [action](const QAction*& found) {
            found = found == nullptr || action->isEnabled() ? action : found;
        };
        const QList<QKeySequence> keys =
            action->isVisible() ? action->shortcuts() : QList<QKeySequence>();
        for (const QKeySequence& key : keys) {
            letters = letters || keyText(key).size() == 1;
            if (key == pressed) {
                prefer(exact);
            } else if (letter && keyText(key) == event.text()) {
                prefer(typed);
            }
        }
    }
    const QAction* disabled = exact != nullptr ? exact : typed;
    if (disabled != nullptr && disabled->isEnabled()) {
        return false;
    }
    const bool searches = letter && letters && qobject_cast<QAbstractItemView*>(&widget) != nullptr;
    QAction* ofArea = disabled == nullptr ? areaCommand(event) : nullptr;
    if ((disabled == nullptr && ofArea == nullptr && !searches) || takesKey(widget, event)) {
        return false;
    }
    if (ofArea != nullptr && ofArea->isEnabled()) {
        ofArea->trigger(); // the rail or a bar has the focus; the list under ? has the key
        return true;
    }
    disabled = ofArea != nullptr ? ofArea : disabled;
    const QString list = firstKey(*command(QStringLiteral("shortcuts")));
    say(disabled != nullptr ? whyNot(*disabled)
        : list.isEmpty()
            ? tr("%1 does nothing here. The menu has the list of keys.").arg(event.text())
            : tr("%1 does nothing here. Press %2 for the list of keys.").arg(event.text(), list));
    return true;
}

void MainWindow::say(const QString& sentence)
{
    m_status->say(sentence);
}

void MainWindow::setPlaceFacts(const QStringList& facts)
{
    m_status->setPlace(facts);
}

QVector<ShortcutSection> MainWindow::shortcutSections() const
{
    QVector<ShortcutSection> sections;
    const auto add = [&sections](const QString& title, const QList<QAction*>& actions,
                                 const QWidget* around) {
        ShortcutSection section{title, {}};
        const auto append = [&section](const QAction& action) {
            QString text = action.text();
            const ShortcutLine line{keysText(action), text.remove(u'&'), whyNot(action)};
            const bool known = std::any_of(
                section.lines.begin(), section.lines.end(), [&](const ShortcutLine& other) {
                    return other.keys == line.keys && other.text == line.text;
                });
            if (!line.keys.isEmpty() && !known && isShown(action)) {
                section.lines.append(line);
            }
        };
        for (const QAction* action : actions) {
            append(*action);
        }
        const auto parts = around != nullptr ? around->findChildren<QWidget*>() : QList<QWidget*>();
        for (const QWidget* part : parts) { // plots copy their own figures
            const QList<QAction*> own =
                qobject_cast<const QMenu*>(part) == nullptr ? part->actions() : QList<QAction*>();
            for (const QAction* action : own) {
                append(*action);
            }
        }
        // Those of parts that have no commands, such as the bar that finds.
        const auto shortcuts =
            around != nullptr ? around->findChildren<QShortcut*>() : QList<QShortcut*>();
        for (const QShortcut* shortcut : shortcuts) {
            const auto* owner = qobject_cast<const QWidget*>(shortcut->parent());
            if (owner != nullptr && owner->isVisible() && shortcut->isEnabled() &&
                shortcut->property("meaning").isValid()) {
                section.lines.append(
                    {keyText(shortcut->key()), shortcut->property("meaning").toString(), {}});
            }
        }
        if (!section.lines.isEmpty()) {
            sections.append(section);
        }
    };
    QList<QAction*> everywhere;
    for (const QString& name : m_commandOrder) {
        everywhere.append(m_commands.value(name));
    }
    add(tr("Everywhere"), everywhere, nullptr);
    if (const WorkArea* area = shownArea()) {
        add(area->about().name, area->commands(), area);
    }
    return sections;
}

} // namespace rocport
