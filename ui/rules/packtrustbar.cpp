#include "ui/rules/packtrustbar.h"

#include "core/base/whendone.h"
#include "core/project/session/projectstate.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QPainter>

namespace rocport {

PackTrustBar::PackTrustBar(ProjectSession& session, ThemeProvider& provider, Shown shown,
                           QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_provider(provider),
      m_shown(shown),
      m_text(new TextLabel(provider, TextStep::Body)),
      m_look(makeButton(tr("Review them"))),
      m_use(makeButton(tr("Trust them"))),
      m_later(makeButton(tr("Not now")))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 6, 12, 7);
    row->setSpacing(8);
    m_text->setWordWrap(true);
    row->addWidget(new GlyphLabel(provider, Glyph::MarkAttention, &ThemeColours::warn));
    row->addWidget(m_text, 1);
    for (QPushButton* button : {m_look, m_use, m_later}) {
        button->setProperty("compact", true);
        row->addWidget(button);
    }
    m_look->setObjectName(QStringLiteral("lookAtPacks"));
    m_use->setObjectName(QStringLiteral("usePacks"));
    m_later->setObjectName(QStringLiteral("notNowPacks"));
    connect(m_look, &QPushButton::clicked, this, &PackTrustBar::lookRequested);
    connect(m_use, &QPushButton::clicked, this, [this] { answer(PackAnswer::Trusted); });
    connect(m_later, &QPushButton::clicked, this, [this] { answer(PackAnswer::Refused); });
    connect(&session, &ProjectSession::rulesChanged, this, &PackTrustBar::refresh);
    connect(&session, &ProjectSession::opened, this, &PackTrustBar::refresh);
    connect(&session, &ProjectSession::closed, this, &PackTrustBar::refresh);
    connect(&provider, &ThemeProvider::changed, this, [this] { update(); });
    hide();
    refresh();
}

void PackTrustBar::refresh()
{
    const std::optional<WaitingPacks> packs =
        m_session.state() ? m_session.waitingPacks() : std::nullopt;
    const bool same = packs == m_packs;
    m_packs = packs;
    const bool wanted =
        packs && (m_shown == Shown::WhileWaiting || packs->answer == PackAnswer::None);
    if (!wanted) {
        hide();
        return;
    }
    if (same) {
        return;
    }
    const auto count = static_cast<int>(packs->names.size());
    QString text = count == 1 ? tr("This repository contains 1 rule pack of its own.")
                              : tr("This repository contains %1 rule packs of its own.").arg(count);
    if (packs->changed) {
        text = tr("The rule packs of this repository have changed since you trusted them.");
    }
    text += u' ' + (packs->answer == PackAnswer::Refused ? tr("They are not used.")
                                                         : tr("Rules can propose edits."));
    m_text->setText(text);
    m_later->setVisible(packs->answer == PackAnswer::None);
    for (QPushButton* button : {m_look, m_use, m_later}) {
        button->setEnabled(true);
    }
    setAccessibleName(text);
    show();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void PackTrustBar::answer(PackAnswer answer)
{
    if (!m_packs) {
        return;
    }
    m_use->setEnabled(false);
    m_later->setEnabled(false);
    whenDone(m_session.answerPacks(*m_packs, answer), this, [this](const Result<void>& kept) {
        m_use->setEnabled(true);
        m_later->setEnabled(true);
        if (!kept) {
            Q_EMIT failed(kept.error());
        }
    });
}

void PackTrustBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = m_provider.theme();
    painter.fillRect(rect(), theme.warnSoft);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.border);
}

} // namespace rocport
