#include "ui/verify/lanemap.h"

#include "ui/verify/verifytext.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace rocport {

namespace {

constexpr int kAcross = 8; // cells of a row
constexpr int kCell = 26;
constexpr int kGap = 3;

} // namespace

void paintLaneHatch(QPainter& painter, const QRectF& rect, const QColor& fill, const QColor& lines)
{
    constexpr qreal kStep = 6;
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.fillRect(rect, fill);
    QColor pale = lines;
    pale.setAlphaF(0.35F);
    painter.setPen(QPen(pale, 1.2));
    const int count = static_cast<int>(std::ceil((rect.width() + rect.height()) / kStep));
    for (int i = 0; i <= count; ++i) {
        const qreal x = rect.left() - rect.height() + i * kStep;
        painter.drawLine(QPointF(x, rect.bottom()), QPointF(x + rect.height(), rect.top()));
    }
    painter.restore();
}

LaneMap::LaneMap(ThemeProvider& provider, QWidget* parent) : QWidget(parent), m_provider(provider)
{
    setObjectName(QStringLiteral("laneMap"));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&provider, &ThemeProvider::changed, this, [this] {
        updateGeometry();
        update();
    });
    describe();
}

void LaneMap::setErrors(const LaneErrors& errors)
{
    m_errors = errors;
    m_wave = errors.wave();
    m_lane = 0;
    while (m_lane + 1 < errors.lanes() &&
           errors.elementOf(m_wave, m_lane) != errors.firstDifference()) {
        ++m_lane;
    }
    updateGeometry();
    describe();
}

void LaneMap::setWave(int wave)
{
    if (wave == m_wave || wave < 0 || wave >= m_errors.waves()) {
        return;
    }
    m_wave = wave;
    m_lane = 0;
    for (int lane = m_errors.lanes() - 1; lane >= 0; --lane) {
        m_lane = m_errors.differs(m_errors.elementOf(wave, lane)) ? lane : m_lane;
    }
    describe();
    Q_EMIT waveChanged(wave);
    Q_EMIT elementChosen(m_errors.elementOf(m_wave, m_lane));
}

void LaneMap::setLane(int lane)
{
    m_lane = std::clamp(lane, 0, m_errors.lanes() - 1);
    describe();
    Q_EMIT elementChosen(m_errors.elementOf(m_wave, m_lane));
}

QString LaneMap::lanesText(bool differing) const
{
    QStringList ranges;
    int from = -1;
    for (int lane = 0; lane <= m_errors.lanes(); ++lane) {
        const qint64 element = lane < m_errors.lanes() ? m_errors.elementOf(m_wave, lane) : -1;
        const bool counts = m_errors.knows(element) && m_errors.differs(element) == differing;
        if (counts && from < 0) {
            from = lane;
        } else if (!counts && from >= 0) {
            ranges.append(from == lane - 1 ? QString::number(from)
                                           : QStringLiteral("%1–%2").arg(from).arg(lane - 1));
            from = -1;
        }
    }
    constexpr qsizetype kMost = 6;
    const QString text = ranges.mid(0, kMost).join(QStringLiteral(", "));
    return ranges.size() > kMost ? text + QStringLiteral(", …") : text;
}

QString LaneMap::equalText() const
{
    const QString lanes = lanesText(false);
    bool isOff = false;
    for (int lane = 0; lane < m_errors.lanes(); ++lane) {
        const qint64 element = m_errors.elementOf(m_wave, lane);
        isOff = isOff || (m_errors.knows(element) && !m_errors.differs(element) &&
                          m_errors.errorAt(element) > 0);
    }
    return lanes.isEmpty() ? tr("Equal: no lane")
           : isOff         ? tr("In tolerance, lanes %1").arg(lanes)
                           : tr("Equal, lanes %1").arg(lanes);
}

QString LaneMap::differsText() const
{
    const QString lanes = lanesText(true);
    return lanes.isEmpty() ? tr("Differs: no lane") : tr("Differs, lanes %1").arg(lanes);
}

void LaneMap::describe()
{
    const qint64 element = m_errors.elementOf(m_wave, m_lane);
    QString text = tr("Lanes of wave %1. %2. %3.").arg(m_wave).arg(equalText(), differsText());
    if (m_errors.knows(element)) {
        text += tr(" Lane %1, element %2, off by %3; the tolerance is %4.")
                    .arg(m_lane)
                    .arg(element)
                    .arg(figure(m_errors.errorAt(element)), figure(m_errors.limitAt(element)));
    }
    setAccessibleName(text);
    setToolTip(text);
    update();
}

QSize LaneMap::sizeHint() const
{
    const Theme& theme = m_provider.theme();
    const int rows = std::max(1, m_errors.lanes() / kAcross);
    return {theme.scaled(kAcross * (kCell + kGap) - kGap + 2),
            theme.scaled(rows * (kCell + kGap) - kGap + 2)};
}

QRectF LaneMap::cell(int lane) const
{
    const Theme& theme = m_provider.theme();
    const qreal step = theme.scaled(kCell + kGap);
    const qreal side = theme.scaled(kCell);
    const int row = lane / kAcross;
    const int column = lane % kAcross;
    return {1 + column * step, 1 + row * step, side, side};
}

void LaneMap::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = m_provider.theme();
    painter.setFont(theme.font(TextStep::Code));
    painter.setRenderHint(QPainter::Antialiasing);
    for (int lane = 0; lane < m_errors.lanes(); ++lane) {
        const QRectF box = cell(lane).adjusted(0.5, 0.5, -0.5, -0.5);
        const qint64 element = m_errors.elementOf(m_wave, lane);
        QColor line = theme.control;
        QColor text = theme.muted;
        if (m_errors.differs(element)) {
            paintLaneHatch(painter, box, theme.critSoft, theme.critFill);
            line = theme.critFill;
            text = theme.crit;
        } else if (m_errors.knows(element)) {
            painter.fillRect(box, theme.okSoft);
            line = theme.okFill;
            text = theme.ok;
        }
        QPen pen(line, 1);
        if (element < 0) {
            pen.setStyle(Qt::DashLine); // the block has no such thread
        }
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box);
        painter.setPen(text);
        painter.drawText(box, Qt::AlignCenter, QString::number(lane));
    }
    painter.setPen(QPen(theme.accent, hasFocus() ? 3 : 2));
    painter.drawRect(cell(m_lane).adjusted(0.5, 0.5, -0.5, -0.5));
}

void LaneMap::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        return setLane(m_lane - 1);
    case Qt::Key_Right:
        return setLane(m_lane + 1);
    case Qt::Key_Up:
        return setLane(m_lane >= kAcross ? m_lane - kAcross : m_lane);
    case Qt::Key_Down:
        return setLane(m_lane + kAcross < m_errors.lanes() ? m_lane + kAcross : m_lane);
    case Qt::Key_BracketLeft:
        return setWave(m_wave - 1);
    case Qt::Key_BracketRight:
        return setWave(m_wave + 1);
    default:
        QWidget::keyPressEvent(event);
    }
}

void LaneMap::mousePressEvent(QMouseEvent* event)
{
    for (int lane = 0; lane < m_errors.lanes(); ++lane) {
        if (cell(lane).contains(event->position())) {
            setLane(lane);
        }
    }
}

} // namespace rocport
