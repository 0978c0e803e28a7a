#pragma once

#include "core/base/repopath.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>

class QSplitter;
class QWidget;

namespace rocport {

class DiffFinder;
class DiffView;
class FindBar;
struct FoundLine;
struct InventoryCount;
class PlacesPanel;
class ReviewCommands;
class ReviewDesk;
class ReviewNavigator;
class ReviewPages;
class SearchPanel;
class ShownFile;
class ThemeProvider;

/// Searching: in the file shown, in all changes and files, by symbol, and for what a row of the
/// inventory counts. A line that was found is shown with the match selected.
class ChangeSearch : public QObject
{
    Q_OBJECT

public:
    /// What it needs of Review; all outlive it.
    struct Parts
    {
        ReviewDesk& desk;
        ReviewCommands& commands;
        ReviewNavigator& navigator;
        ReviewPages& pages;
        ShownFile& shown;
        DiffView& diff;
        QWidget& area; ///< dialogs open over it, out of reach of the keys for changes
    };

    /// The bar for the file shown is `bar`; the panels for all files go below in `column`.
    ChangeSearch(const Parts& parts, FindBar& bar, QSplitter& column, ThemeProvider& provider,
                 QObject* parent = nullptr);

    /// Lists what a row of the inventory counts, below the diff.
    void showPlaces(const InventoryCount& count);
    /// Shows a line that was found, with the match selected once its file is loaded.
    void showFound(const FoundLine& found);
    /// Closes the panels and ends all searches, because the project has changed.
    void close();
    /// Updates which commands can be used now.
    void update() const;
    [[nodiscard]] PlacesPanel& places() const { return *m_places; }

private:
    void addCommands();
    void buildSearch(QSplitter& column);
    void buildPlaces(QSplitter& column);
    void openSearch();
    void openSymbols(const std::optional<RepoPath>& file);
    void hideSearch();
    void hidePlaces();
    void selectWanted();

    ReviewDesk& m_desk;
    ReviewCommands& m_commands;
    ReviewNavigator& m_navigator;
    ReviewPages& m_pages;
    DiffView& m_diff;
    QWidget& m_area;
    ThemeProvider& m_provider;
    DiffFinder* m_finder; // owned by this
    SearchPanel* m_search = nullptr;
    PlacesPanel* m_places = nullptr;
    std::shared_ptr<const FoundLine> m_wanted; ///< to be selected in the file being loaded
    QString m_selected;                        ///< text that was selected this way
};

} // namespace rocport
