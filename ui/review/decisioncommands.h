#pragma once

#include "core/base/words.h"

#include <QObject>
#include <QVector>

class QMenu;

namespace rocport {

class ChangeDecisions;
class ChangeEditing;
class ChangeList;
class GuardWidths;
class ReviewCommands;
class ReviewDesk;

/// The commands that decide changes: the current one, those of its rule or file, those selected in
/// the list; and undo.
class DecisionCommands : public QObject
{
    Q_OBJECT

public:
    /// What it needs of Review; all outlive it.
    struct Parts
    {
        ReviewDesk& desk;
        ReviewCommands& commands;
        ChangeDecisions& decisions;
        ChangeEditing& editing;
        GuardWidths& widths;
        ChangeList& list; ///< whose selected rows are meant if it has the focus
    };

    explicit DecisionCommands(const Parts& parts, QObject* parent = nullptr);

    /// Decides the current change, or all selected ones if keys apply to these.
    void decide(DecisionKind kind) const;
    /// Decides all changes selected in the list.
    void decideSelected(DecisionKind kind) const;
    /// Updates which commands can be used now, and what they apply to.
    void update() const;
    /// Adds commands to a menu that decide all changes selected in the list; none if only one is.
    void addSelectedTo(QMenu& menu) const;

private:
    void addCommands();
    void addGroupCommands();
    void addSelectedCommands();
    void updateUndo() const;
    void updateSelected() const;

    ReviewDesk& m_desk;
    ReviewCommands& m_commands;
    ChangeDecisions& m_decisions;
    ChangeEditing& m_editing;
    GuardWidths& m_widths;
    ChangeList& m_list;
};

} // namespace rocport
