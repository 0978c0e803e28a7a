#include "ui/review/changemenu.h"

#include "ui/review/changelist.h"
#include "ui/review/decisioncommands.h"
#include "ui/review/guardcommands.h"
#include "ui/review/reviewcommands.h"
#include "ui/review/reviewdesk.h"

#include <QAction>
#include <QMenu>
#include <QTreeView>

namespace rocport {

ChangeMenu::ChangeMenu(ReviewDesk& desk, ReviewCommands& commands, ChangeList& list,
                       const DecisionCommands& decisions, const GuardCommands& guards,
                       QObject* parent)
    : QObject(parent),
      m_desk(desk),
      m_commands(commands),
      m_list(list),
      m_decisions(decisions),
      m_guards(guards)
{
}

void ChangeMenu::open(const QPoint& globalPos, QWidget& over)
{
    auto* menu = new QMenu(&over); // no nested event loop: it lives until it closes
    menu->setObjectName(QStringLiteral("changeMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fill(*menu);
    menu->popup(globalPos);
}

void ChangeMenu::fill(QMenu& menu)
{
    const auto add = [this, &menu](ReviewCommands::Names names) {
        for (const char* name : names) {
            menu.addAction(&m_commands.at(QLatin1String(name)));
        }
    };
    // Of rows that are selected the keys decide all: what decides the current change alone is not
    // offered beside that.
    const bool keysAreTheirs = m_list.keysMeanSelected();
    if (m_list.tree().hasFocus()) {
        m_decisions.addSelectedTo(menu);
    }
    if (!keysAreTheirs) {
        add({"accept", "reject", "defer"});
    }
    add({"edit", "note", "ownChange"});
    m_guards.addTo(menu);
    if (m_commands.at(QStringLiteral("lostDecisions")).isEnabled()) {
        add({"lostDecisions"});
    }
    if (!keysAreTheirs) {
        addReopen(menu);
    }
    for (const ReviewCommands::Names names : std::initializer_list<ReviewCommands::Names>{
             {"acceptRule", "rejectRule", "deferRule", "acceptFile", "rejectFile", "deferFile",
              "acceptNames"},
             {"explainProof", "checkFile"},
             {"copyPath", "copyPlace", "copyPatch", "openInEditor"},
             {"expandAll", "collapseAll"},
             {"find", "searchChanges", "symbols", "allSymbols"},
             {"unified", "inline", "ignoreBlanks", "goToMoved", "goToFunction"},
             {"showMore", "showAllLines", "foldLines", "wrapLines", "blame"}}) {
        menu.addSeparator();
        add(names);
    }
}

void ChangeMenu::addReopen(QMenu& menu)
{
    QAction* reopen = menu.addAction(tr("Reopen change"));
    reopen->setEnabled(m_desk.current() >= 0 &&
                       m_desk.model().changes()[m_desk.current()].kind != DecisionKind::Open &&
                       m_commands.at(QStringLiteral("accept")).isEnabled());
    connect(reopen, &QAction::triggered, this, [this] { m_decisions.decide(DecisionKind::Open); });
}

} // namespace rocport
