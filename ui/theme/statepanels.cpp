#include "ui/messages/messages.h"
#include "ui/theme/widgets.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace rocport {

namespace {

/// A column of centred labels, as wide as reads well.
TextLabel* centred(TextLabel* label)
{
    label->setAlignment(Qt::AlignHCenter);
    label->setWordWrap(true);
    return label;
}

} // namespace

EmptyState::EmptyState(ThemeProvider& provider, Glyph glyph, const QString& title,
                       const QString& text, QWidget* parent)
    : QWidget(parent),
      m_icon(new GlyphLabel(provider, glyph, &ThemeColours::muted, 24)),
      m_title(centred(new TextLabel(provider, TextStep::BodyStrong, title))),
      m_text(centred(new TextLabel(provider, TextStep::Body, text, &ThemeColours::text2))),
      m_actions(new QHBoxLayout)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 24);
    column->setSpacing(4);
    column->addStretch();
    column->addWidget(m_icon, 0, Qt::AlignHCenter);
    column->addSpacing(8);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addSpacing(8);
    m_actions->setSpacing(8);
    m_actions->addStretch();
    m_actions->addStretch();
    column->addLayout(m_actions);
    column->addStretch();
    setAccessibleName(title);
    setAccessibleDescription(text);
}

void EmptyState::setTexts(const QString& title, const QString& text)
{
    m_title->setText(title);
    m_text->setText(text);
    setAccessibleName(title);
    setAccessibleDescription(text);
}

void EmptyState::setGlyph(Glyph glyph, ColourToken colour)
{
    m_icon->setGlyph(glyph, colour);
}

QPushButton* EmptyState::addAction(const QString& text, bool primary)
{
    auto* button = makeButton(text, primary ? ButtonKind::Primary : ButtonKind::Normal);
    m_actions->insertWidget(m_actions->count() - 1, button);
    return button;
}

ErrorPanel::ErrorPanel(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent),
      m_icon(new GlyphLabel(provider, Glyph::SeverityCritical, &ThemeColours::crit, 24)),
      m_title(centred(new TextLabel(provider, TextStep::BodyStrong))),
      m_text(centred(new TextLabel(provider, TextStep::Body, {}, &ThemeColours::text2))),
      m_retry(makeButton(tr("Try again"), ButtonKind::Primary)),
      m_details(makeButton(tr("Show details"))),
      m_copy(makeButton(tr("Copy details"))),
      m_detailText(new TextLabel(provider, TextStep::Code, {}, &ThemeColours::text2))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 24);
    column->setSpacing(4);
    column->addStretch();
    column->addWidget(m_icon, 0, Qt::AlignHCenter);
    column->addSpacing(8);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addSpacing(8);
    auto* actions = new QHBoxLayout;
    actions->setSpacing(8);
    actions->addStretch();
    actions->addWidget(m_retry);
    actions->addWidget(m_details);
    actions->addWidget(m_copy);
    actions->addStretch();
    column->addLayout(actions);
    column->addSpacing(8);
    m_detailText->setWordWrap(true);
    m_detailText->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    column->addWidget(m_detailText);
    column->addStretch();
    connect(m_retry, &QPushButton::clicked, this, &ErrorPanel::retryRequested);
    connect(m_details, &QPushButton::clicked, this,
            [this] { showDetails(m_detailText->isHidden()); });
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_detailText->text()); });
    showDetails(false);
}

void ErrorPanel::setError(const Error& error, const QString& stillWorks)
{
    const QString sentence = messageFor(error);
    m_title->setText(titleFor(error));
    m_text->setText(stillWorks.isEmpty() ? sentence : sentence + QLatin1Char(' ') + stillWorks);
    m_detailText->setText(detailsFor(error));
    setAccessibleName(titleFor(error));
    setAccessibleDescription(m_text->text());
    showDetails(false);
}

void ErrorPanel::setRetryVisible(bool visible)
{
    m_retry->setVisible(visible);
}

QString ErrorPanel::message() const
{
    return m_text->text();
}

void ErrorPanel::showDetails(bool shown)
{
    m_detailText->setVisible(shown);
    m_copy->setVisible(shown);
    m_details->setText(shown ? tr("Hide details") : tr("Show details"));
}

} // namespace rocport
