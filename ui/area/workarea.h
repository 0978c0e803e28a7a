#pragma once

#include "core/base/place.h"
#include "core/base/words.h"

#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QWidget>

#include <functional>
#include <optional>

class QAction;

namespace rocport {

struct InventoryCount;
struct ProjectState;

/// What is about to end.
enum class Leaving : quint8 {
    Project, ///< it is closed, or replaced by another one
    Program,
};

/// Which findings to list; empty members do not narrow the list.
struct FindingsWish
{
    std::optional<Phase> phase;
    QString rule; ///< id
    QString text; ///< as typed into the filter
};

/// Which changes to list; empty members do not narrow the list.
struct ChangesWish
{
    std::optional<Phase> phase;
    QString rule;     ///< id; only with `all`
    bool all = false; ///< including decided ones, grouped by rule
};

/// What one area shows on behalf of all the others.
enum class AreaOffer : quint8 {
    Changes, ///< places and changes of the port, findings and what the inventory counts
    Rules,
    Export, ///< of the report
};

/// One work area of the window, behind its tab. The window gets everything that it needs from here:
/// the tab, the keys, the palette, the menu, the list of shortcuts and the page of help.
class WorkArea : public QWidget
{
    Q_OBJECT

public:
    /// The constant properties of an area.
    struct About
    {
        QString id;       ///< "review": names its settings and, with a dot, its commands' keys
        QString name;     ///< shown on its tab
        QString helpPage; ///< the page of the documentation that F1 opens, without its suffix
        bool compactRail = false; ///< the rail is narrow here below 1680 pixels, unless the user
                                  ///< says otherwise
    };

    explicit WorkArea(About about, QWidget* parent = nullptr);

    [[nodiscard]] const About& about() const { return m_about; }

    /// Everything that can be done here, in the order of the palette and the list of shortcuts.
    [[nodiscard]] const QList<QAction*>& commands() const { return m_commands; }
    /// By object name; null when there is none.
    [[nodiscard]] QAction* command(const QString& name) const { return m_byName.value(name); }
    /// Those that are in the main menu too, in its order.
    [[nodiscard]] const QList<QAction*>& menuCommands() const { return m_menu; }
    /// Sets whether single letters are commands.
    virtual void setLetterKeys(bool on);

    /// Shows changes of this phase only, if the area can narrow its content; nothing: all.
    virtual void setPhaseFilter(std::optional<Phase> phase);
    /// The number beside the name on the tab, which tells how much is left to do here; 0: nothing.
    /// No value: the area has no such number.
    [[nodiscard]] virtual std::optional<int> count(const ProjectState& state) const;
    /// Where the user is in the area, for resume(); empty: nowhere.
    [[nodiscard]] virtual QString place() const;
    /// Goes to what place() returned, once it is available.
    virtual void resume(const QString& place);
    /// Saves at once what is saved automatically; returns what would still be lost, one line each.
    virtual QStringList prepareToLeave(Leaving leaving);

    /// Whether this is the area to which others send their users for this; it then implements the
    /// functions below that belong to the offer.
    [[nodiscard]] virtual bool offers(AreaOffer offer) const;
    /// AreaOffer::Changes: shows a place of a file that has changes.
    virtual void goToPlace(const Place& place);
    /// AreaOffer::Changes: shows one change.
    virtual void goToChange(const QByteArray& hunkKey);
    /// AreaOffer::Changes: lists changes.
    virtual void goToChanges(const ChangesWish& wish);
    /// AreaOffer::Changes: lists findings.
    virtual void goToFindings(const FindingsWish& wish);
    /// AreaOffer::Changes: lists what a row of the inventory counts.
    virtual void goToInventory(const InventoryCount& count);
    /// AreaOffer::Rules: shows one rule.
    virtual void goToRule(const QString& ruleId);
    /// AreaOffer::Rules: shows the next pack of the repository that waits for the user's answer on
    /// whether to trust it.
    virtual void goToWaitingPack();
    /// AreaOffer::Export: writes the chosen formats.
    virtual void exportReport();

Q_SIGNALS:
    /// The user asked for the first action while no project is open.
    void openRequested();
    /// Asks for a place to be shown, in whichever area has it.
    void showPlaceRequested(const rocport::Place& place);
    /// Asks for a change to be shown.
    void showHunkRequested(const QByteArray& key);
    /// What a key did, or why it did nothing; for the status bar.
    void said(const QString& sentence);

protected:
    /// Makes a command whose keys act in the area. `shortText` is shown in rows of keys; empty: the
    /// text. The name of a command is unique in its area.
    QAction* addCommand(const QString& name, const QString& text, const QString& shortText,
                        const QList<QKeySequence>& keys, const std::function<void()>& run);
    /// Adds commands that a part of the area made.
    void adoptCommands(const QList<QAction*>& actions);
    /// The names of the commands that are in the main menu, in its order; call once, at the end of
    /// the constructor.
    void setMenu(const QStringList& names);

private:
    About m_about;
    QList<QAction*> m_commands;
    QHash<QString, QAction*> m_byName;
    QList<QAction*> m_menu;
};

} // namespace rocport
