#pragma once

#include <QStackedWidget>

namespace rocport {

class EmptyState;
class ErrorPanel;
class ReviewCommands;
class ReviewDesk;
class ShownFile;
class ThemeProvider;

/// What is shown beside the list of changes: the diff, or why there is none.
class ReviewPages : public QStackedWidget
{
    Q_OBJECT

public:
    enum Page { Diff, NoProject, Loading, NoChange, AllDecided, Failed, NotText };

    /// `diff` becomes the first page; the others outlive this.
    ReviewPages(ReviewDesk& desk, ReviewCommands& commands, ShownFile& shown,
                ThemeProvider& provider, QWidget& diff, QWidget* parent = nullptr);

    /// Shows the page for what there is to see now.
    void refresh();
    /// Whether the change that keys act on is the one in view; false while its file is being read.
    [[nodiscard]] bool showsCurrent() const;
    /// The same if there is a current change; tells the user why nothing happens if it is not in
    /// view.
    [[nodiscard]] bool checkInSight() const;

Q_SIGNALS:
    /// Asks for a repository to be opened.
    void openRequested();
    /// Asks for decided changes to be listed too.
    void allRequested();

private:
    EmptyState* addPage(Page page, const QString& title, const QString& text);
    void buildAllDecided(ReviewCommands& commands);
    [[nodiscard]] Page wanted() const;

    ReviewDesk& m_desk;
    ShownFile& m_shown;
    ThemeProvider& m_provider;
    EmptyState* m_allDecided = nullptr;
    EmptyState* m_notText = nullptr;
    ErrorPanel* m_error = nullptr;
};

} // namespace rocport
