#pragma once

#include <QObject>

class QMenu;

namespace rocport {

class ChangeEditing;
class GuardWidths;
class OwnChanges;
class ReviewCommands;
class ReviewDesk;

/// The commands about guards and changes of the user's own: a wider or narrower guard, the width
/// for a change, its file and the project, guards around selected lines.
class GuardCommands : public QObject
{
    Q_OBJECT

public:
    /// All outlive it.
    GuardCommands(ReviewDesk& desk, ReviewCommands& commands, GuardWidths& widths, OwnChanges& own,
                  ChangeEditing& editing, QObject* parent = nullptr);

    /// Updates which commands can be used now.
    void update() const;
    /// Adds the commands to a menu: widths in a submenu, the others if they can be used.
    void addTo(QMenu& menu) const;

private:
    void addWidths(GuardWidths& widths);
    void sayKept(const QVector<QByteArray>& keys) const;

    ReviewDesk& m_desk;
    ReviewCommands& m_commands;
};

} // namespace rocport
