#include "ui/report/sectionhead.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace rocport {

SectionHead::SectionHead(ThemeProvider& provider, const QString& number, const QString& title,
                         QWidget* parent)
    : QAbstractButton(parent),
      m_provider(provider),
      m_chevron(new GlyphLabel(provider, Glyph::ChevronRight, &ThemeColours::text2, 12, this)),
      m_mark(new GlyphLabel(provider, Glyph::None, &ThemeColours::control, 14, this)),
      m_state(new ElidedLabel(provider, TextStep::Caption, {}, &ThemeColours::muted, this))
{
    setFocusPolicy(Qt::StrongFocus);
    setCheckable(true);
    m_state->setObjectName(QStringLiteral("summaryState"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 12, 0);
    row->setSpacing(8);
    row->addWidget(m_chevron);
    row->addWidget(m_mark);
    auto* digit =
        new TextLabel(provider, TextStep::Code, number.isEmpty() ? QStringLiteral(" ") : number,
                      &ThemeColours::text2, this);
    row->addWidget(digit);
    // The title is whole; how it came about gives way.
    row->addWidget(new TextLabel(provider, TextStep::BodyMedium, title, &ThemeColours::text, this),
                   1);
    row->addWidget(m_state);
    connect(&provider, &ThemeProvider::changed, this, qOverload<>(&QWidget::update));
}

void SectionHead::setMark(Mark mark)
{
    m_mark->setMark(mark);
}

void SectionHead::setStateText(const QString& text)
{
    m_state->setText(text);
}

void SectionHead::setOpen(bool open)
{
    m_chevron->setGlyph(open ? Glyph::ChevronDown : Glyph::ChevronRight, &ThemeColours::text2);
    setChecked(open);
}

QSize SectionHead::sizeHint() const
{
    return {200, m_provider.theme().scaled(33)};
}

void SectionHead::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = m_provider.theme();
    QPainter painter(this);
    painter.fillRect(rect(), underMouse() ? theme.hover : theme.base);
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

FoldingSection::FoldingSection(ThemeProvider& provider, const QString& number, const QString& title,
                               QWidget* parent)
    : QWidget(parent),
      m_head(new SectionHead(provider, number, title, this)),
      m_body(new QWidget(this)),
      m_column(new QVBoxLayout(m_body))
{
    m_column->setContentsMargins(12, 4, 12, 12);
    m_column->setSpacing(8);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_head);
    layout->addWidget(m_body);
    m_body->hide();
    connect(m_head, &QAbstractButton::clicked, this, [this] { setOpen(!isOpen()); });
}

void FoldingSection::setOpen(bool open)
{
    if (open == isOpen()) {
        return;
    }
    m_body->setVisible(open);
    m_head->setOpen(open);
    if (open) {
        Q_EMIT opened();
    } else {
        Q_EMIT closed();
    }
}

ReportSection::ReportSection(ThemeProvider& provider, const QString& title, const QString& button,
                             QWidget* parent)
    : FoldingSection(provider, {}, title, parent), m_provider(provider), m_title(title)
{
    auto* show = makeButton(button, ButtonKind::Normal, &body());
    show->setObjectName(QStringLiteral("showSection"));
    auto* foot = new QHBoxLayout;
    foot->addWidget(show);
    foot->addStretch();
    rows().addLayout(foot);
    connect(show, &QPushButton::clicked, this, &ReportSection::showRequested);
}

void ReportSection::setFacts(const QVector<QPair<QString, QString>>& facts, const QString& state)
{
    head().setStateText(state);
    head().setAccessibleName(tr("%1, %2").arg(m_title, state));
    if (facts == m_facts && m_rows != nullptr) {
        return;
    }
    m_facts = facts;
    delete m_rows;
    m_rows = new QWidget(&body());
    auto* grid = new QGridLayout(m_rows);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    int line = 0;
    for (const auto& [name, value] : facts) {
        auto* label =
            new TextLabel(m_provider, TextStep::Small, name, &ThemeColours::muted, m_rows);
        auto* text = new TextLabel(m_provider, TextStep::Small, value, &ThemeColours::text, m_rows);
        text->setWordWrap(true);
        grid->addWidget(label, line, 0, Qt::AlignTop);
        grid->addWidget(text, line, 1);
        ++line;
    }
    rows().insertWidget(0, m_rows);
}

} // namespace rocport
