#pragma once

#include "core/base/repopath.h"
#include "core/base/words.h"

#include <QObject>
#include <QStringList>

#include <memory>

class QPoint;
class QWidget;

namespace rocport {

class ChangeDecisions;
class ChangeEditing;
class ChangeList;
class ChangeMenu;
class DecisionCommands;
class DiffPage;
class GuardCommands;
class GuardWidths;
class LineAuthors;
class OwnChanges;
class PlaceCommands;
class ReviewCommands;
class ReviewDesk;
class ReviewDialogs;
class ReviewNavigator;
class ShownFile;
class SyntaxRepository;
class ThemeProvider;
class UiSettings;
class ViewCommands;

/// Actions on changes: holds the parts that perform them, with their commands and the menu over a
/// change, and moves on to the next change after a decision.
class ReviewActions : public QObject
{
    Q_OBJECT

public:
    /// What it needs of Review; all outlive it.
    struct Parts
    {
        ReviewDesk& desk;
        ReviewCommands& commands;
        ReviewNavigator& navigator;
        ChangeList& list;
        ShownFile& shown;
        DiffPage& page;
        SyntaxRepository& syntax;
        ThemeProvider& provider;
        UiSettings& settings;
        QWidget& area; ///< over which dialogs and menus open
    };

    explicit ReviewActions(const Parts& parts, QObject* parent = nullptr);
    ~ReviewActions() override;

    /// Updates which commands can be used now.
    void update() const;
    /// To be called when another state or file is shown: a change that was just made may be edited
    /// now.
    void showNew();
    /// Drops what was typed or asked in a project that is closed.
    void drop();
    /// Places of edits that are not saved.
    [[nodiscard]] QStringList unsaved() const;
    /// Whether an edit of the current change was begun and not saved.
    [[nodiscard]] bool hasDraft() const;
    [[nodiscard]] OwnChanges& own() const { return *m_own; }
    [[nodiscard]] PlaceCommands& places() const { return *m_places; }
    [[nodiscard]] ViewCommands& views() const { return *m_views; }

Q_SIGNALS:
    /// A change was decided; another one may be current.
    void decided();
    /// An undone or redone step was about this decision.
    void wentBack(const QByteArray& decisionKey);
    /// Which commands can be used, or what is known about the current change, has changed.
    void changed();
    /// Asks for L1 for one file.
    void checkRequested(const rocport::RepoPath& file);
    /// The commit dialog was opened.
    void commitOpened();

private:
    void makeCommands(const Parts& parts);
    void connectParts();
    void connectDiff();
    void draftsChanged();
    void afterDecision(int from);
    void editOrSayWhyNot();
    void decideShown(DecisionKind kind);
    void openMenu(const QPoint& at);

    ReviewDesk& m_desk;
    ReviewCommands& m_commands;
    ReviewNavigator& m_navigator;
    ChangeList& m_list;
    ShownFile& m_shown;
    DiffPage& m_page;
    QWidget& m_area;
    std::unique_ptr<GuardWidths> m_widths;
    std::unique_ptr<ChangeDecisions> m_decisions;
    std::unique_ptr<ChangeEditing> m_editing;
    std::unique_ptr<OwnChanges> m_own;
    std::unique_ptr<LineAuthors> m_authors;
    std::unique_ptr<DecisionCommands> m_deciding;
    std::unique_ptr<GuardCommands> m_guards;
    std::unique_ptr<ViewCommands> m_views;
    std::unique_ptr<PlaceCommands> m_places;
    std::unique_ptr<ReviewDialogs> m_dialogs;
    std::unique_ptr<ChangeMenu> m_menu;
};

} // namespace rocport
