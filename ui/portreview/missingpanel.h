#pragma once

#include "core/base/place.h"
#include "core/project/session/projectreviews.h"
#include "ui/theme/texttable.h"

class QStackedWidget;

namespace rocport {

/// "Not touched by this port": the places that rules point at and that the port leaves as they
/// were, by severity.
class MissingPanel : public QWidget
{
    Q_OBJECT

public:
    explicit MissingPanel(ThemeProvider& provider, QWidget* parent = nullptr);

    /// `state` may be null.
    void setState(const std::shared_ptr<const ReviewState>& state);
    [[nodiscard]] TextTable& table() const { return *m_table; }
    [[nodiscard]] QPushButton* closeButton() const { return m_close; }

Q_SIGNALS:
    /// The user wants to see a place of the port.
    void placeRequested(const rocport::Place& place);
    void commentRequested();
    void closeRequested();

private:
    void fill();

    ThemeProvider& m_provider;
    std::shared_ptr<const PortReview> m_review;
    TextLabel* m_count;
    QPushButton* m_comment;
    QPushButton* m_close;
    QStackedWidget* m_pages;
    TextTableModel* m_model;
    TextTable* m_table;
    EmptyState* m_none;
};

} // namespace rocport
