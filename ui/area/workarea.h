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
    Project, ///< it is closed, or another one takes its place
    Program,
};

/// Which findings are to be listed; what is empty does not narrow the list.
struct FindingsWish
{
    std::optional<Phase> phase;
    QString rule; ///< id
    QString text; ///< as typed into the filter
};

/// Which changes are to be listed; what is empty does not narrow the list.
struct ChangesWish
{
    std::optional<Phase> phase;
    QString rule;     ///< id; only with `all`
    bool all = false; ///< decided ones too, grouped by rules
};

/// What one area shows for all the others.
enum class AreaOffer : quint8 {
    Changes, ///< places and changes of the port, findings and what the inventory counts
    Rules,
    Export, ///< of the report
};

/// One work area of the window, behind its tab. The window takes all that it needs from here: the
/// tab, the keys, the palette, the menu, the list of shortcuts and the page of help.
class WorkArea : public QWidget
{
    Q_OBJECT

public:
    /// What stays the same of an area.
    struct About
    {
        QString id;       ///< "review": names its settings and, with a dot, its commands' keys
        QString name;     ///< on its tab
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
    /// Single letters are commands, or not.
    virtual void setLetterKeys(bool on);

    /// Changes of this phase only, where the area can narrow; nothing: all of them.
    virtual void setPhaseFilter(std::optional<Phase> phase);
    /// The number beside the name on the tab, which says what is left to do here; 0: nothing is.
    /// Nothing: the area has no such number.
    [[nodiscard]] virtual std::optional<int> count(const ProjectState& state) const;
    /// Where the user is in it, for resume(); empty: nowhere.
    [[nodiscard]] virtual QString place() const;
    /// Goes to what place() gave, once it is there.
    virtual void resume(const QString& place);
    /// Saves at once what saves itself; returns what would be lost all the same, a line each.
    virtual QStringList prepareToLeave(Leaving leaving);

    /// Whether this is the area that the others send their users to; it then has the functions
    /// below that belong to the offer.
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
    /// AreaOffer::Rules: shows the next pack of the repository that waits for an answer whether it
    /// is trusted.
    virtual void goToWaitingPack();
    /// AreaOffer::Export: writes the formats that are chosen.
    virtual void exportReport();

Q_SIGNALS:
    /// The user asked for the first action where no project is open.
    void openRequested();
    /// A place is to be shown, in whichever area has it.
    void showPlaceRequested(const rocport::Place& place);
    /// A change is to be shown.
    void showHunkRequested(const QByteArray& key);
    /// What a key did, or why it did nothing; for the status bar.
    void said(const QString& sentence);

protected:
    /// Makes a command whose keys act in the area. `shortText` is what rows of keys say; empty: the
    /// text. A command has a name that no other one of the area has.
    QAction* addCommand(const QString& name, const QString& text, const QString& shortText,
                        const QList<QKeySequence>& keys, const std::function<void()>& run);
    /// Takes in commands that a part of the area made.
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
