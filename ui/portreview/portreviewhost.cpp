#include "ui/portreview/portreviewhost.h"

#include "core/project/session/session.h"
#include "ui/portreview/portcommands.h"
#include "ui/portreview/portreviewpage.h"
#include "ui/review/reviewarea.h"
#include "ui/review/reviewguest.h"

#include <QAction>
#include <QHBoxLayout>

namespace rocport {

PortReviewHost::PortReviewHost(ReviewArea& area, ProjectSession& session, ThemeProvider& provider,
                               UiSettings& settings, QObject* parent)
    : QObject(parent),
      m_area(area),
      m_page(new PortReviewPage(session, provider, settings, area.syntax(), &area)),
      m_bar(new PanelHeader(provider, 36, &ThemeColours::accentSoft, &area)),
      m_barText(new ElidedLabel(provider, TextStep::Body, {}, &ThemeColours::text, m_bar))
{
    buildBar(provider);
    ReviewGuest& guest = area.guest();
    guest.set({m_page, m_bar, [this] { return m_page->entry(); },
               [this] { return m_page->unsaved(); },
               [this](std::optional<Phase> phase) { m_page->setPhase(phase); },
               [this] { m_page->commands().updateTips(); }});
    area.addGuestCommands(m_page->commands().all(), {QStringLiteral("reviewPort")});
    connect(m_page, &PortReviewPage::inUseChanged, &guest, &ReviewGuest::setPresent);
    connect(m_page, &PortReviewPage::entryChanged, &guest, &ReviewGuest::entryChanged);
    connect(&m_page->commands(), &PortCommands::given, &guest, [&guest] { guest.show(true); });
    connect(m_page, &PortReviewPage::said, &area, &ReviewArea::said);
    connect(m_page, &PortReviewPage::placeRequested, &area, &ReviewArea::showPlaceRequested);
    connect(m_page, &PortReviewPage::ruleRequested, this, &PortReviewHost::ruleRequested);
    connect(&session.reviews(), &ProjectReviews::changed, m_bar, [this] {
        m_barText->setText(tr("The review of “%1” is still open.").arg(m_page->title()));
    });
    guest.setPresent(m_page->isInUse());
}

void PortReviewHost::buildBar(ThemeProvider& provider)
{
    m_bar->setObjectName(QStringLiteral("portReviewBar"));
    m_bar->setAccessibleName(tr("Port review"));
    m_barText->setText(tr("The review of a port is still open."));
    auto* show = makeButton(tr("Show it"), ButtonKind::Normal, m_bar);
    show->setObjectName(QStringLiteral("portReviewShow"));
    show->setProperty("compact", true);
    auto* close = makeButton(tr("Close review"), ButtonKind::Normal, m_bar);
    close->setObjectName(QStringLiteral("portReviewBarClose"));
    close->setProperty("compact", true);
    m_bar->row()->setSpacing(8);
    m_bar->row()->addWidget(
        new GlyphLabel(provider, Glyph::SeverityInfo, &ThemeColours::accent, 16, m_bar));
    m_bar->row()->addWidget(m_barText, 1);
    m_bar->row()->addWidget(show);
    m_bar->row()->addWidget(close);
    connect(show, &QPushButton::clicked, this, [this] { m_area.guest().show(true); });
    connect(close, &QPushButton::clicked, &m_page->commands().at(QStringLiteral("portClose")),
            &QAction::trigger);
}

} // namespace rocport
