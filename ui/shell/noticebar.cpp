#include "ui/shell/noticebar.h"

#include "ui/messages/messages.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>

#include <utility>

namespace rocport {

NoticeBar::NoticeBar(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent),
      m_provider(provider),
      m_icon(new GlyphLabel(provider, Glyph::MarkAttention, &ThemeColours::warn)),
      m_text(new TextLabel(provider, TextStep::Body)),
      m_retry(makeButton(tr("Try again"))),
      m_copy(makeButton(tr("Copy details"))),
      m_close(makeButton({}, ButtonKind::Flat))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 6, 12, 7);
    row->setSpacing(8);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_retry->setObjectName(QStringLiteral("noticeRetry"));
    m_retry->setProperty("compact", true);
    m_copy->setProperty("compact", true);
    m_close->setProperty("compact", true);
    m_close->setIcon(provider.icon(Glyph::Cross));
    m_close->setAccessibleName(tr("Dismiss"));
    m_close->setToolTip(tr("Dismiss (Esc)"));
    row->addWidget(m_icon);
    row->addWidget(m_text, 1);
    row->addWidget(m_retry);
    row->addWidget(m_copy);
    row->addWidget(m_close);
    connect(m_retry, &QPushButton::clicked, this, [this] {
        hide();
        if (const std::function<void()> again = std::exchange(m_again, {})) {
            again();
        }
    });
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_details); });
    connect(m_close, &QPushButton::clicked, this, &QWidget::hide);
    connect(&provider, &ThemeProvider::changed, this, [this] { update(); });
    hide();
}

void NoticeBar::present(const QString& text, const QString& details, bool critical)
{
    m_critical = critical;
    m_details = details;
    m_icon->setGlyph(critical ? Glyph::SeverityCritical : Glyph::MarkAttention,
                     critical ? &ThemeColours::crit : &ThemeColours::warn);
    m_text->setText(text);
    m_again = {};
    m_task.clear();
    m_retry->hide();
    m_copy->setVisible(!details.isEmpty());
    setAccessibleName(text);
    show();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void NoticeBar::showError(const Error& error, const std::function<void()>& retry)
{
    present(messageFor(error), detailsFor(error), true);
    m_again = retry;
    m_retry->setVisible(static_cast<bool>(retry));
}

void NoticeBar::showFailure(const Error& error, const QString& task)
{
    showError(error);
    m_task = task;
}

void NoticeBar::taskBegins(const QString& task)
{
    if (!m_task.isEmpty() && task == m_task) {
        m_task.clear();
        hide();
    }
}

void NoticeBar::showNotice(const QString& text, const QString& details)
{
    present(text, details, false);
}

void NoticeBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        hide();
        return;
    }
    QWidget::keyPressEvent(event);
}

void NoticeBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = m_provider.theme();
    painter.fillRect(rect(), m_critical ? theme.critSoft : theme.warnSoft);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.border);
}

} // namespace rocport
