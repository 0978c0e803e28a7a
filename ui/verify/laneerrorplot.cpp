#include "ui/verify/laneerrorplot.h"

#include "ui/verify/lanemap.h"
#include "ui/verify/verifytext.h"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace rocport {

namespace {

/// The least of 1, 2, 5 and their tenfolds that is not below `value`.
double roundedUp(double value)
{
    if (!(value > 0)) {
        return 1;
    }
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 2.0, 4.0, 5.0, 8.0}) {
        if (step * power >= value) {
            return step * power;
        }
    }
    return 10 * power;
}

} // namespace

LaneErrorPlot::LaneErrorPlot(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent), m_provider(provider)
{
    setObjectName(QStringLiteral("laneErrorPlot"));
    connect(&provider, &ThemeProvider::changed, this, [this] { update(); });
    describe();
}

void LaneErrorPlot::setErrors(const LaneErrors& errors)
{
    m_errors = errors;
    m_element = errors.firstDifference();
    describe();
}

void LaneErrorPlot::setElement(qint64 element)
{
    m_element = element;
    update();
}

QSize LaneErrorPlot::minimumSizeHint() const
{
    return {m_provider.theme().scaled(200), m_provider.theme().scaled(140)};
}

void LaneErrorPlot::describe()
{
    const QString least = figure(m_errors.leastLimit());
    const QString most = figure(m_errors.mostLimit());
    setAccessibleName(m_errors.isEmpty()
                          ? tr("No errors by element")
                          : tr("Absolute error of elements %1 to %2: %3 differ, by at most %4; "
                               "the tolerance is %5")
                                .arg(m_errors.first())
                                .arg(m_errors.end() - 1)
                                .arg(m_errors.differing())
                                .arg(figure(m_errors.largestDifference()),
                                     least == most ? least : tr("%1 to %2").arg(least, most)));
    update();
}

std::pair<qint64, qint64> LaneErrorPlot::range() const
{
    if (!m_errors.hasLanes()) {
        return {m_errors.first(), m_errors.end()};
    }
    const qint64 from = m_errors.elementOf(0, 0);
    qint64 last = from;
    for (int lane = 0; lane < m_errors.lanes(); ++lane) {
        last = std::max(last, m_errors.elementOf(m_errors.waves() - 1, lane));
    }
    return {from, last + 1};
}

void LaneErrorPlot::paintWaves(QPainter& painter, const QRectF& area)
{
    const Theme& theme = m_provider.theme();
    const auto [from, to] = range();
    const qreal wide = area.width() * m_errors.lanes() / static_cast<qreal>(to - from);
    painter.setFont(theme.font(TextStep::Caption));
    for (int wave = 0; wave < m_errors.waves(); ++wave) {
        const qreal left = area.left() + wave * wide;
        if (wave > 0) {
            painter.setPen(QPen(theme.control, 1, Qt::DotLine));
            painter.drawLine(QPointF(left, area.top()), QPointF(left, area.bottom()));
        }
        const QString name = tr("Wave %1").arg(wave);
        if (painter.fontMetrics().horizontalAdvance(name) < wide - 4) {
            painter.setPen(theme.muted);
            painter.drawText(QRectF(left, area.top(), wide, theme.lineHeight(TextStep::Caption)),
                             Qt::AlignCenter, name);
        }
    }
}

void LaneErrorPlot::paintAxes(QPainter& painter, const QRectF& area, double top)
{
    const Theme& theme = m_provider.theme();
    const int line = theme.lineHeight(TextStep::Caption);
    painter.setFont(theme.font(TextStep::Caption));
    constexpr int kTicks = 4;
    for (int tick = 0; tick <= kTicks; ++tick) {
        const qreal y = area.bottom() - area.height() * tick / kTicks;
        painter.setPen(tick == 0 ? theme.text2 : theme.border);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(theme.muted);
        painter.drawText(QRectF(0, y - line / 2.0, area.left() - 6, line),
                         Qt::AlignRight | Qt::AlignVCenter,
                         QString::number(top * tick / kTicks, 'g', 3));
    }
    const auto [from, to] = range();
    const QRectF below(area.left(), area.bottom() + 2, area.width(), line);
    painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, QString::number(from));
    painter.drawText(below, Qt::AlignRight | Qt::AlignVCenter, QString::number(to - 1));
    painter.drawText(below, Qt::AlignCenter,
                     m_errors.hasLanes() ? tr("Element of block %1").arg(m_errors.block())
                                         : tr("Element"));
    painter.drawText(QRectF(area.left(), 0, area.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("Absolute error"));
}

/// A step for each element whose tolerance is another than that of the one before.
void LaneErrorPlot::paintTolerance(QPainter& painter, const QRectF& area, double top)
{
    if (!(m_errors.mostLimit() > 0)) {
        return;
    }
    const auto [from, to] = range();
    const qreal wide = area.width() / static_cast<qreal>(std::max<qint64>(1, to - from));
    QPolygonF line;
    for (qint64 element = from; element < to; ++element) {
        if (m_errors.knows(element)) {
            const qreal y = area.bottom() - area.height() * m_errors.limitAt(element) / top;
            const qreal x = area.left() + static_cast<qreal>(element - from) * wide;
            line << QPointF(x, y) << QPointF(x + wide, y);
        }
    }
    painter.setPen(QPen(m_provider.theme().text, 1));
    painter.drawPolyline(line);
}

void LaneErrorPlot::paintEvent(QPaintEvent*)
{
    if (m_errors.isEmpty()) {
        return;
    }
    QPainter painter(this);
    const Theme& theme = m_provider.theme();
    const int line = theme.lineHeight(TextStep::Caption);
    const QRectF area(theme.scaled(52), line + 6, width() - theme.scaled(52) - theme.scaled(12),
                      height() - 2 * line - 12);
    const double top = roundedUp(std::max(m_errors.largest(), m_errors.mostLimit()));
    paintAxes(painter, area, top);
    const auto [from, to] = range();
    const qreal wide = area.width() / static_cast<qreal>(std::max<qint64>(1, to - from));
    // What is no number is as high as the plot.
    const auto heightOf = [&](double error) {
        return area.height() * (std::isfinite(error) ? std::min(1.0, error / top) : 1.0);
    };
    for (qint64 element = from; element < to; ++element) {
        if (!m_errors.knows(element)) {
            continue;
        }
        const qreal high = heightOf(m_errors.errorAt(element));
        const QRectF bar(area.left() + static_cast<qreal>(element - from) * wide,
                         area.bottom() - high, std::max(1.0, wide), high);
        if (m_errors.differs(element)) {
            paintLaneHatch(painter, bar, theme.critFill, theme.base);
        } else {
            painter.fillRect(bar, theme.control);
        }
    }
    if (m_errors.hasLanes()) {
        paintWaves(painter, area);
    }
    paintTolerance(painter, area, top); // the shading never takes its place
    if (m_element >= from && m_element < to) {
        const qreal x = area.left() + (static_cast<qreal>(m_element - from) + 0.5) * wide;
        painter.setPen(QPen(theme.accent, 2));
        painter.drawLine(QPointF(x, area.top() + line), QPointF(x, area.bottom()));
        const QString name = QStringLiteral("[%1]").arg(m_element);
        QFont font = theme.font(TextStep::Caption);
        font.setWeight(QFont::DemiBold);
        painter.setFont(font);
        const int room = painter.fontMetrics().horizontalAdvance(name) + 4;
        const bool right = x - room < area.left();
        painter.drawText(QRectF(right ? x + 4 : x - room, area.top() + line, room, line),
                         Qt::AlignVCenter | Qt::AlignLeft, name);
    }
}

} // namespace rocport
