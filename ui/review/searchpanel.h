#pragma once

#include "ui/review/reviewsearch.h"
#include "ui/theme/widgets.h"

#include <QTimer>

class QTreeView;

namespace rocport {

class FindBar;
class SearchModel;

/// A search through all changes or all files: what to look for, where, and the matching lines as
/// they arrive. Letters typed anywhere in it go into the field.
class SearchPanel : public QWidget
{
    Q_OBJECT

public:
    /// Session and provider outlive the panel.
    SearchPanel(ProjectSession& session, ThemeProvider& provider, QWidget* parent = nullptr);

    /// Gives the field the focus; searches for `text` if it is not empty.
    void open(const QString& text);
    /// Cancels what is in progress; what was found is kept.
    void stop();
    [[nodiscard]] const SearchModel& model() const { return *m_model; }
    [[nodiscard]] bool isSearching() const { return m_timer.isActive() || m_search.isRunning(); }

Q_SIGNALS:
    void lineChosen(const rocport::FoundLine& line);
    void closeRequested();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildTable();
    void queryChanged();
    void start();
    void stateChanged();
    void found(const QVector<FoundLine>& lines);
    void updateStatus();
    void enterTable();
    [[nodiscard]] FindScope scope() const;

    ProjectSession& m_session;
    ThemeProvider& m_provider;
    ReviewSearch m_search;
    SearchModel* m_model;
    FindBar* m_bar;
    SegmentedControl* m_scope;
    QPushButton* m_stop;
    QTreeView* m_table;
    QTimer m_timer;               // fires shortly after the last letter
    const void* m_scan = nullptr; // the scan that was searched; only for comparison
    bool m_problem = false;       // the expression cannot be used
    bool m_stopped = false;       // stopped by the user
    bool m_enter = false;         // Enter was pressed before anything was found
};

} // namespace rocport
