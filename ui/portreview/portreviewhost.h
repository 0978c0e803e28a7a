#pragma once

#include "ui/theme/uisettings.h"
#include "ui/theme/widgets.h"

#include <QObject>

namespace rocport {

class PortReviewPage;
class ProjectSession;
class ReviewArea;

/// Puts the review of ports into Review: shown in place of the project's own changes while one is
/// under way, with a bar that leads back to it from there.
class PortReviewHost : public QObject
{
    Q_OBJECT

public:
    /// The area owns the page and the bar, and outlives this; it is not in the window yet.
    PortReviewHost(ReviewArea& area, ProjectSession& session, ThemeProvider& provider,
                   UiSettings& settings, QObject* parent = nullptr);

    [[nodiscard]] PortReviewPage& page() const { return *m_page; }

Q_SIGNALS:
    /// The user wants to see a rule in Rules.
    void ruleRequested(const QString& id);

private:
    void buildBar(ThemeProvider& provider);

    ReviewArea& m_area;
    PortReviewPage* m_page;
    PanelHeader* m_bar;
    ElidedLabel* m_barText;
};

} // namespace rocport
