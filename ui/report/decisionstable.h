#pragma once

#include "core/base/place.h"
#include "core/report/report.h"
#include "ui/theme/texttable.h"

#include <QFuture>
#include <QHash>

class QStackedWidget;

namespace rocport {

/// Everything that was decided: changes, newest first, then findings that were ticked off,
/// decisions without a place, and overrides.
struct DecisionRows
{
    QVector<TextRow> rows;
    QHash<QString, QByteArray> changes; ///< key of the change that a row is about, by id
    QHash<QString, Place> places;       ///< place of the finding that a row is about, by id
};
DecisionRows decisionRows(const ReportModel& report);

/// The decisions and overrides of a report as a table that can be sorted and filtered.
class DecisionsTable : public QWidget
{
    Q_OBJECT

public:
    explicit DecisionsTable(ThemeProvider& provider, QWidget* parent = nullptr);
    /// Shows `report` once it is ready; an older one still in progress is dropped.
    void show(QFuture<ReportModel> report);

Q_SIGNALS:
    /// Asks for a change, or the place of a finding, to be shown in Review.
    void changeRequested(const QByteArray& hunkKey);
    void placeRequested(const rocport::Place& place);

private:
    void showRows(const DecisionRows& rows);
    void updateCount();

    SearchField* m_filter;
    TextLabel* m_count;
    TextTableModel* m_model;
    TextTable* m_table;
    QStackedWidget* m_pages;
    EmptyState* m_empty;
    DecisionRows m_rows;
    int m_request = 0;
};

} // namespace rocport
