#include "ui/theme/focusring.h"

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QApplication>
#include <QFocusEvent>
#include <QLabel>
#include <QPainter>

namespace rocport {

namespace {

constexpr int kWidth = 2;

class Ring : public QWidget
{
public:
    Ring(ThemeProvider& provider, QWidget* parent) : QWidget(parent), m_provider(provider)
    {
        setObjectName(QStringLiteral("focusRing"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter(this).fillRect(rect(), m_provider.theme().accent);
    }
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        setMask(QRegion(rect()) -
                QRegion(rect().adjusted(kWidth, kWidth, -kWidth, -kWidth))); // text stays as it is
    }

private:
    ThemeProvider& m_provider;
};

bool byMouse(Qt::FocusReason reason)
{
    return reason == Qt::MouseFocusReason;
}

/// Whether a pane that gets the focus is to be ringed.
bool wantsRing(const QWidget& widget, Qt::FocusReason reason)
{
    if (qobject_cast<const QLabel*>(&widget) != nullptr) {
        return !byMouse(reason); // its link
    }
    if (widget.property("ring").toBool()) {
        return true;
    }
    return qobject_cast<const QAbstractScrollArea*>(&widget) != nullptr &&
           !widget.property("field").toBool() && // has a border of its own
           !(byMouse(reason) && qobject_cast<const QAbstractItemView*>(&widget) != nullptr);
}

} // namespace

FocusRing::FocusRing(ThemeProvider& provider, QObject* parent)
    : QObject(parent), m_provider(provider)
{
    qApp->installEventFilter(this);
}

FocusRing::~FocusRing()
{
    qApp->removeEventFilter(this);
    delete m_ring;
}

void FocusRing::show(QWidget& pane)
{
    if (m_pane != &pane || m_ring.isNull()) {
        hide();
        m_pane = &pane;
        m_ring = new Ring(m_provider, &pane); // above the viewport, gone with the pane
    }
    place();
    m_ring->show();
    m_ring->raise();
}

void FocusRing::hide()
{
    delete m_ring;
    m_pane.clear();
}

void FocusRing::place()
{
    m_ring->setGeometry(m_pane->rect());
}

bool FocusRing::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::FocusIn: {
        auto* widget = qobject_cast<QWidget*>(watched);
        if (widget == nullptr || !widget->hasFocus()) {
            break;
        }
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        const bool back = reason == Qt::ActiveWindowFocusReason || reason == Qt::PopupFocusReason ||
                          reason == Qt::MenuBarFocusReason;
        if (back && m_pane == widget) {
            break; // as it was
        }
        if (wantsRing(*widget, reason)) {
            show(*widget);
        } else {
            hide();
        }
        break;
    }
    case QEvent::Resize:
        if (watched == m_pane && m_ring) {
            place();
        }
        break;
    case QEvent::ZOrderChange: // laid out anew, a pane puts its scroll bars above all else
        if (m_ring && watched != m_ring && watched->parent() == m_pane) {
            m_ring->raise();
        }
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace rocport
