#include "ui/portreview/portnotice.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QKeyEvent>

namespace rocport {

PortNotice::PortNotice(ThemeProvider& provider, const QString& name, QWidget* parent)
    : Surface(provider, &ThemeColours::accentSoft, parent),
      m_mark(new GlyphLabel(provider, Glyph::SeverityInfo, &ThemeColours::accent, 16, this)),
      m_text(new TextLabel(provider, TextStep::Body, {}, &ThemeColours::text, this)),
      m_button(makeButton({}, ButtonKind::Normal, this)),
      m_close(makeButton({}, ButtonKind::Flat, this))
{
    setObjectName(name);
    m_text->setObjectName(name + QStringLiteral("Text"));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_button->setObjectName(name + QStringLiteral("Button"));
    m_button->setProperty("compact", true);
    m_close->setObjectName(name + QStringLiteral("Close"));
    m_close->setProperty("compact", true);
    m_close->setIcon(provider.icon(Glyph::Cross));
    m_close->setAccessibleName(tr("Dismiss"));
    m_close->setToolTip(tr("Dismiss (Esc)"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 5, 12, 6);
    row->setSpacing(8);
    row->addWidget(m_mark);
    row->addWidget(m_text, 1);
    row->addWidget(m_button);
    row->addWidget(m_close);
    connect(m_close, &QPushButton::clicked, this, [this] {
        hide();
        Q_EMIT dismissed();
    });
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_once) {
            hide();
        }
        if (m_run) {
            m_run();
        }
    });
    hide();
}

void PortNotice::showNotice(Mark mark, const QString& text, const QString& action,
                            const std::function<void()>& run, bool once)
{
    m_mark->setMark(mark);
    m_text->setText(text);
    setAccessibleName(text);
    m_button->setText(action);
    m_button->setVisible(!action.isEmpty());
    m_run = run;
    m_once = once;
    show();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void PortNotice::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        hide();
        Q_EMIT dismissed();
        return;
    }
    Surface::keyPressEvent(event);
}

} // namespace rocport
