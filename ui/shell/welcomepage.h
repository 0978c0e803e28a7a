#pragma once

#include "ui/shell/recents.h"
#include "ui/theme/widgets.h"

#include <QWidget>

class QBoxLayout;
class QListView;
class QScrollArea;
class QSortFilterProxyModel;
class QStackedWidget;

namespace rocport {

/// A large action: icon, title, line, key.
class ActionCard : public QPushButton
{
    Q_OBJECT

public:
    ActionCard(ThemeProvider& provider, Glyph glyph, const QString& title, const QString& text,
               const QString& key);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ThemeProvider& m_provider;
    Glyph m_glyph;
    QString m_title, m_text, m_key;
};

/// Shown while no project is open: actions and recent projects.
class WelcomePage : public QWidget
{
    Q_OBJECT

public:
    WelcomePage(RecentModel& recents, ThemeProvider& provider, QWidget* parent = nullptr);

    /// Sets whether "Try the sample" has something to open.
    void setSampleAvailable(bool available);
    /// Shows above the actions that opening failed, until the next attempt. `canRetry`: "Try again"
    /// is offered and sends retryRequested().
    void setError(const Error& error, bool canRetry = false);
    void clearError();
    void focusFilter();
    /// Gives the first action the focus.
    void focusFirst();

Q_SIGNALS:
    void openRepositoryRequested();
    void openProjectFileRequested();
    void sampleRequested();
    /// Asks to open again what could not be opened.
    void retryRequested();
    /// A recent project was selected.
    void projectChosen(const QString& projectFile, const QString& repository);
    void locateRequested(const QString& projectFile);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeActions();
    QWidget* makeRecents();
    QWidget* makeLegend();
    void updateList();
    void updateColumns();
    void open(const QModelIndex& index);
    void removeCurrent();

    RecentModel& m_recents;
    ThemeProvider& m_provider;
    QSortFilterProxyModel* m_filtered;
    RecentDelegate* m_delegate;
    QBoxLayout* m_columns;
    QWidget* m_actions;
    ErrorPanel* m_error;
    ActionCard* m_first = nullptr;
    ActionCard* m_sample = nullptr;
    QScrollArea* m_scroll = nullptr;
    SearchField* m_filter = nullptr;
    QListView* m_list = nullptr;
    QStackedWidget* m_stack = nullptr;
    EmptyState* m_empty = nullptr;
    QPushButton* m_clearFilter = nullptr;
};

} // namespace rocport
