#pragma once

#include <QObject>

class QMenu;
class QPoint;
class QWidget;

namespace rocport {

class ChangeList;
class DecisionCommands;
class GuardCommands;
class ReviewCommands;
class ReviewDesk;

/// The menu over a change, in the list and in the diff: its entries are commands of Review. For
/// several selected rows of the list it offers commands that decide them all, rather than the
/// current change.
class ChangeMenu : public QObject
{
    Q_OBJECT

public:
    /// All outlive it.
    ChangeMenu(ReviewDesk& desk, ReviewCommands& commands, ChangeList& list,
               const DecisionCommands& decisions, const GuardCommands& guards,
               QObject* parent = nullptr);

    /// Opens the menu, which is deleted when it closes; `over` owns it.
    void open(const QPoint& globalPos, QWidget& over);

private:
    void fill(QMenu& menu);
    void addReopen(QMenu& menu);

    ReviewDesk& m_desk;
    ReviewCommands& m_commands;
    ChangeList& m_list;
    const DecisionCommands& m_decisions;
    const GuardCommands& m_guards;
};

} // namespace rocport
