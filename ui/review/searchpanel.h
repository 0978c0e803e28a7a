#pragma once

#include "ui/review/reviewsearch.h"
#include "ui/theme/widgets.h"

#include <QTimer>

class QTreeView;

namespace rocport {

class FindBar;
class SearchModel;

/// A search through all changes or all files: what to look for, where, and the lines that hold it,
/// as they come. Letters go into the field from everywhere in it.
class SearchPanel : public QWidget
{
    Q_OBJECT

public:
    /// Session and provider outlive the panel.
    SearchPanel(ProjectSession& session, ThemeProvider& provider, QWidget* parent = nullptr);

    /// Gives the field the focus; looks for `text` where there is any.
    void open(const QString& text);
    /// Ends what is under way; what was found stays.
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
    QTimer m_timer;               // a little after the last letter
    const void* m_scan = nullptr; // the scan that was looked through, to be compared only
    bool m_problem = false;       // the expression cannot be used
    bool m_stopped = false;       // by the user
    bool m_enter = false;         // Enter was pressed before anything was found
};

} // namespace rocport
