#include "ui/theme/rocportstyle.h"

#include "core/base/visibletext.h"
#include "ui/theme/glyph.h"

#include <QAbstractScrollArea>
#include <QCoreApplication>
#include <QEvent>
#include <QLayout>
#include <QPainter>
#include <QScrollArea>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTableView>

namespace rocport {

namespace {

/// Edges of ticks and thumbs, 1 px lines on whole pixels.
QRectF sharp(const QRect& rect)
{
    return QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5);
}

void drawCheckBox(QPainter& p, const Theme& theme, const QStyleOption& option)
{
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool partly = option.state & QStyle::State_NoChange;
    const bool on = option.state & QStyle::State_On;
    const QRectF box = sharp(option.rect);
    p.save();
    p.setRenderHint(QPainter::Antialiasing);
    if (on || partly) {
        p.setPen(Qt::NoPen);
        p.setBrush(enabled ? theme.accent : theme.disabled);
        p.drawRoundedRect(option.rect, 3, 3);
        p.setPen(QPen(theme.onAccent, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        p.setBrush(Qt::NoBrush);
        const QRectF r(option.rect);
        if (partly) {
            p.drawLine(QPointF(r.left() + r.width() * 0.28, r.center().y()),
                       QPointF(r.right() - r.width() * 0.28, r.center().y()));
        } else {
            const QPointF points[] = {{r.left() + r.width() * 0.26, r.top() + r.height() * 0.53},
                                      {r.left() + r.width() * 0.43, r.top() + r.height() * 0.70},
                                      {r.left() + r.width() * 0.75, r.top() + r.height() * 0.33}};
            p.drawPolyline(points, 3);
        }
    } else {
        p.setPen(enabled ? theme.control : theme.border);
        p.setBrush(enabled ? theme.base : theme.window);
        p.drawRoundedRect(box, 3, 3);
    }
    if (option.state & QStyle::State_HasFocus) {
        p.setPen(QPen(theme.accent, 2));
        p.setBrush(Qt::NoBrush);
        p.drawRoundedRect(QRectF(option.rect).adjusted(-2, -2, 2, 2), 4, 4);
    }
    p.restore();
}

void drawRadio(QPainter& p, const Theme& theme, const QStyleOption& option)
{
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool on = option.state & QStyle::State_On;
    p.save();
    p.setRenderHint(QPainter::Antialiasing);
    const QColor line = !enabled ? theme.border : on ? theme.accent : theme.control;
    p.setPen(QPen(line, 1.5));
    p.setBrush(enabled ? theme.base : theme.window);
    p.drawEllipse(sharp(option.rect));
    if (on) {
        p.setPen(Qt::NoPen);
        p.setBrush(line);
        const qreal inset = option.rect.width() * 0.28;
        p.drawEllipse(QRectF(option.rect).adjusted(inset, inset, -inset, -inset));
    }
    if (option.state & QStyle::State_HasFocus) {
        p.setPen(QPen(theme.accent, 2));
        p.setBrush(Qt::NoBrush);
        p.drawEllipse(QRectF(option.rect).adjusted(-2, -2, 2, 2));
    }
    p.restore();
}

void drawArrow(QPainter& p, const QColor& colour, const QRect& rect,
               QStyle::PrimitiveElement element)
{
    p.save();
    p.setRenderHint(QPainter::Antialiasing);
    p.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF c = QRectF(rect).center();
    QPolygonF line;
    switch (element) {
    case QStyle::PE_IndicatorArrowUp:
        line << c + QPointF(-3.5, 1.75) << c + QPointF(0, -1.75) << c + QPointF(3.5, 1.75);
        break;
    case QStyle::PE_IndicatorArrowLeft:
        line << c + QPointF(1.75, -3.5) << c + QPointF(-1.75, 0) << c + QPointF(1.75, 3.5);
        break;
    case QStyle::PE_IndicatorArrowRight:
        line << c + QPointF(-1.75, -3.5) << c + QPointF(1.75, 0) << c + QPointF(-1.75, 3.5);
        break;
    default:
        line << c + QPointF(-3.5, -1.75) << c + QPointF(0, 1.75) << c + QPointF(3.5, -1.75);
        break;
    }
    p.drawPolyline(line);
    p.restore();
}

} // namespace

RocportStyle::RocportStyle(std::shared_ptr<const Theme> theme)
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))), m_theme(std::move(theme))
{
}

void RocportStyle::polish(QWidget* widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QScrollArea*>(widget) != nullptr) {
        widget->installEventFilter(this);
    }
}

bool RocportStyle::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show) {
        if (auto* area = qobject_cast<QScrollArea*>(watched)) {
            if (area->widget() != nullptr && area->widget()->layout() != nullptr) {
                area->widget()->layout()->invalidate();
                QCoreApplication::postEvent(area->widget(), new QEvent(QEvent::LayoutRequest));
            }
            QCoreApplication::postEvent(area, new QEvent(QEvent::LayoutRequest));
        }
    }
    return QProxyStyle::eventFilter(watched, event);
}

void RocportStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
                                 QPainter* painter, const QWidget* widget) const
{
    switch (element) {
    case PE_FrameFocusRect: {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(m_theme->accent, 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(option->rect).adjusted(1, 1, -1, -1), 3, 3);
        painter->restore();
        return;
    }
    case PE_Frame:
    case PE_FrameGroupBox:
    case PE_FrameMenu:
        painter->save();
        painter->setPen(m_theme->border);
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
        return;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        drawCheckBox(*painter, *m_theme, *option);
        return;
    case PE_IndicatorRadioButton:
        drawRadio(*painter, *m_theme, *option);
        return;
    case PE_IndicatorBranch: {
        if (option->state & State_Children) {
            drawArrow(*painter, m_theme->muted, option->rect,
                      option->state & State_Open ? PE_IndicatorArrowDown : PE_IndicatorArrowRight);
        }
        return;
    }
    case PE_IndicatorArrowDown:
    case PE_IndicatorArrowUp:
    case PE_IndicatorArrowLeft:
    case PE_IndicatorArrowRight:
        drawArrow(*painter, option->state & State_Enabled ? m_theme->text2 : m_theme->disabled,
                  option->rect, element);
        return;
    case PE_PanelTipLabel:
        painter->fillRect(option->rect, m_theme->base);
        painter->save();
        painter->setPen(m_theme->control);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void RocportStyle::drawControl(ControlElement element, const QStyleOption* option,
                               QPainter* painter, const QWidget* widget) const
{
    if (element == CE_Splitter) {
        painter->fillRect(option->rect, m_theme->border);
        return;
    }
    if (const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option);
        item != nullptr && element == CE_ItemViewItem) {
        // Views draw their items' texts without drawItemText(), with U+2028 for line feeds.
        QStyleOptionViewItem shown(*item);
        shown.text.replace(QChar::LineSeparator, u'\n');
        shown.text = visibleText(shown.text).replace(u'\n', QChar::LineSeparator);
        QProxyStyle::drawControl(element, &shown, painter, widget);
        return;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void RocportStyle::drawItemText(QPainter* painter, const QRect& rect, int flags,
                                const QPalette& palette, bool enabled, const QString& text,
                                QPalette::ColorRole role) const
{
    QProxyStyle::drawItemText(painter, rect, flags, palette, enabled, visibleText(text), role);
}

void RocportStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                      QPainter* painter, const QWidget* widget) const
{
    if (control != CC_ScrollBar) {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        return;
    }
    const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (!slider) {
        return;
    }
    // A list without a ground of its own lies on the window.
    const auto* area =
        widget && widget->parentWidget()
            ? qobject_cast<const QAbstractScrollArea*>(widget->parentWidget()->parentWidget())
            : nullptr;
    const bool onWindow = area && !area->viewport()->autoFillBackground();
    painter->fillRect(option->rect, onWindow ? m_theme->window : m_theme->base);
    if (slider->minimum == slider->maximum) {
        return;
    }
    const QRect thumb = subControlRect(CC_ScrollBar, option, SC_ScrollBarSlider, widget);
    const bool lit = (option->activeSubControls & SC_ScrollBarSlider) &&
                     (option->state & (State_MouseOver | State_Sunken));
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    QColor colour = m_theme->control;
    colour.setAlpha(lit ? 255 : 150);
    painter->setBrush(colour);
    painter->drawRoundedRect(QRectF(thumb).adjusted(3, 3, -3, -3), 3, 3);
    painter->restore();
}

QRect RocportStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option,
                                   SubControl subControl, const QWidget* widget) const
{
    const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (control != CC_ScrollBar || !slider) {
        return QProxyStyle::subControlRect(control, option, subControl, widget);
    }
    const bool horizontal = slider->orientation == Qt::Horizontal;
    const int length = horizontal ? slider->rect.width() : slider->rect.height();
    int size = length;
    if (slider->maximum > slider->minimum) {
        const qint64 range = qint64(slider->maximum) - slider->minimum;
        size = static_cast<int>(qint64(slider->pageStep) * length / (range + slider->pageStep));
        size = qBound(qMin(24, length), size, length);
    }
    const int start =
        sliderPositionFromValue(slider->minimum, slider->maximum, slider->sliderPosition,
                                length - size, slider->upsideDown);
    const auto part = [&](int from, int count) {
        const QRect r = horizontal ? QRect(from, 0, count, slider->rect.height())
                                   : QRect(0, from, slider->rect.width(), count);
        return visualRect(slider->direction, slider->rect, r.translated(slider->rect.topLeft()));
    };
    switch (subControl) {
    case SC_ScrollBarSlider:
        return part(start, size);
    case SC_ScrollBarGroove:
        return slider->rect;
    case SC_ScrollBarSubPage:
        return part(0, start);
    case SC_ScrollBarAddPage:
        return part(start + size, length - start - size);
    default:
        return {};
    }
}

int RocportStyle::pixelMetric(PixelMetric metric, const QStyleOption* option,
                              const QWidget* widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent:
        return 12;
    case PM_MessageBoxIconSize:
        return m_theme->scaled(24);
    case PM_ScrollView_ScrollBarSpacing:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_SplitterWidth:
        return 1;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ListViewIconSize:
        return m_theme->scaled(16);
    case PM_ToolTipLabelFrameWidth:
        return 4;
    case PM_FocusFrameHMargin: // plus one: cells of tables begin where their headers do
        return qobject_cast<const QTableView*>(widget) ? 11 : 4;
    case PM_TreeViewIndentation:
        return m_theme->scaled(16);
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

QIcon RocportStyle::standardIcon(StandardPixmap which, const QStyleOption* option,
                                 const QWidget* widget) const
{
    switch (which) {
    case SP_MessageBoxQuestion:
    case SP_MessageBoxWarning:
        return glyphIcon(Glyph::MarkAttention, m_theme, &ThemeColours::warn);
    case SP_MessageBoxInformation:
        return glyphIcon(Glyph::SeverityInfo, m_theme, &ThemeColours::accent);
    case SP_MessageBoxCritical:
        return glyphIcon(Glyph::SeverityCritical, m_theme, &ThemeColours::crit);
    default:
        return QProxyStyle::standardIcon(which, option, widget);
    }
}

int RocportStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                            QStyleHintReturn* returnData) const
{
    switch (hint) {
    case SH_ItemView_ShowDecorationSelected:
    case SH_Menu_Scrollable: // else a long one goes on in a second column, mostly empty
        return 1;
    case SH_EtchDisabledText:
    case SH_DialogButtonBox_ButtonsHaveIcons:
    case SH_ScrollBar_LeftClickAbsolutePosition:
    case SH_ItemView_ActivateItemOnSingleClick:
        return 0;
    default:
        return QProxyStyle::styleHint(hint, option, widget, returnData);
    }
}

QPalette paletteFor(const Theme& theme)
{
    QPalette p;
    p.setColor(QPalette::Window, theme.window);
    p.setColor(QPalette::WindowText, theme.text);
    p.setColor(QPalette::Base, theme.base);
    p.setColor(QPalette::AlternateBase, theme.alt);
    p.setColor(QPalette::Text, theme.text);
    p.setColor(QPalette::PlaceholderText, theme.muted);
    p.setColor(QPalette::Button, theme.base);
    p.setColor(QPalette::ButtonText, theme.text);
    p.setColor(QPalette::BrightText, theme.crit);
    p.setColor(QPalette::ToolTipBase, theme.base);
    p.setColor(QPalette::ToolTipText, theme.text);
    p.setColor(QPalette::Highlight, theme.selected);
    p.setColor(QPalette::HighlightedText, theme.text);
    p.setColor(QPalette::Link, theme.accent);
    p.setColor(QPalette::LinkVisited, theme.accent);
    p.setColor(QPalette::Light, theme.base);
    p.setColor(QPalette::Midlight, theme.hover);
    p.setColor(QPalette::Mid, theme.border);
    p.setColor(QPalette::Dark, theme.control);
    p.setColor(QPalette::Shadow, theme.border);
    p.setColor(QPalette::Inactive, QPalette::Highlight, theme.well);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText,
                            QPalette::HighlightedText, QPalette::PlaceholderText}) {
        p.setColor(QPalette::Disabled, role, theme.disabled);
    }
    p.setColor(QPalette::Disabled, QPalette::Base, theme.window);
    p.setColor(QPalette::Disabled, QPalette::Highlight, theme.well);
    return p;
}

} // namespace rocport
