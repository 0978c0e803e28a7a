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

/// The commands that decide changes: the current one, those of its rule or file, those that are
/// chosen in the list; and undo.
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
        ChangeList& list; ///< whose chosen rows are meant where it has the focus
    };

    explicit DecisionCommands(const Parts& parts, QObject* parent = nullptr);

    /// Decides the current change, or all that are chosen where keys mean those.
    void decide(DecisionKind kind) const;
    /// Decides all that are chosen in the list.
    void decideSelected(DecisionKind kind) const;
    /// Says which commands can be used now, and what they are about.
    void update() const;
    /// Adds to a menu what decides all that are chosen in the list: nothing where that is one.
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
