#include "ui/verify/plots/stabilityplot.h"

#include "core/base/wording.h"
#include <QChart>
#include <QLineSeries>
#include <QLogValueAxis>
#include <QScatterSeries>
#include <QValueAxis>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rocport {

namespace {

constexpr double kManyDecades = 1000;

/// The ends of what is drawn.
struct StabilityRange
{
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    int finite = 0;

    void add(double value)
    {
        low = std::min(low, value);
        high = std::max(high, value);
        ++finite;
    }
    [[nodiscard]] bool isLogarithmic() const
    {
        return finite > 0 && low > 0 && high / low > kManyDecades;
    }
};

/// Labels that differ where the values do, without powers of ten where people do not write them.
QString formatOf(double low, double high)
{
    const double step = (high - low) / 2;
    const double most = std::max(std::abs(low), std::abs(high));
    if (!std::isfinite(step) || most >= 1e6 || step < 1e-4) {
        return QStringLiteral("%.4g");
    }
    const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step))) + 1);
    return QStringLiteral("%.%1f").arg(decimals);
}

QAbstractAxis* axisOf(const StabilityRange& range)
{
    if (range.isLogarithmic()) {
        auto* axis = new QLogValueAxis;
        axis->setBase(10);
        axis->setLabelFormat(QStringLiteral("%.0e"));
        axis->setRange(std::pow(10.0, std::floor(std::log10(range.low))),
                       std::pow(10.0, std::ceil(std::log10(range.high))));
        return axis;
    }
    auto* axis = new QValueAxis;
    axis->setTickCount(3);
    if (range.finite == 0) {
        axis->setRange(0, 1);
        axis->setLabelFormat(QStringLiteral("%.4g"));
        return axis;
    }
    // A line that does not move stands in the middle, and not on an edge.
    const double spread = range.high - range.low;
    const double least = std::max(std::abs(range.high) * 1e-6, 1e-12);
    const double margin = !std::isfinite(spread) ? 0
                          : spread < least       ? std::max(std::abs(range.high) * 0.05, least)
                                                 : spread * 0.1;
    axis->setRange(range.low - margin, range.high + margin);
    axis->setLabelFormat(formatOf(axis->min(), axis->max()));
    return axis;
}

} // namespace

StabilityPlot::StabilityPlot(ThemeProvider& provider, QWidget* parent) : PlotFrame(provider, parent)
{
    setAccessibleName(tr("Stability over iterations"));
    addChart(tr("Value by iteration"), 4, 80);
    addChart(tr("Milliseconds by iteration"), 4, 80);
    addChart(tr("Memory by iteration"), 6, 112); // it has the title below
    StabilityPlot::redraw();
}

void StabilityPlot::setSamples(const QVector<StabilitySample>& samples)
{
    m_samples = samples;
    redraw();
}

void StabilityPlot::redraw()
{
    for (QChart* chart : charts()) {
        clearChart(chart);
    }
    if (m_samples.isEmpty()) {
        describe(tr("There are no results of a stability test."));
        return;
    }
    const double nan = std::numeric_limits<double>::quiet_NaN();
    drawOne(charts().at(0), tr("Value"), theme().accent,
            [nan](const StabilitySample& s) { return s.finite ? s.value : nan; });
    drawOne(charts().at(1), tr("Time, ms"), theme().text2,
            [](const StabilitySample& s) { return s.milliseconds; });
    const bool known = std::any_of(m_samples.begin(), m_samples.end(),
                                   [](const StabilitySample& s) { return s.memoryMb > 0; });
    drawOne(charts().at(2), known ? tr("Memory, MB") : tr("Memory unknown"), theme().text2,
            [nan](const StabilitySample& s) { return s.memoryMb > 0 ? s.memoryMb : nan; });
    const auto bad = std::count_if(m_samples.begin(), m_samples.end(),
                                   [](const StabilitySample& s) { return !s.finite; });
    describe(tr("%1, %2 of them with NaN or infinity.")
                 .arg(counted(m_samples.size(), tr("iteration"), tr("iterations")))
                 .arg(bad));
}

void StabilityPlot::drawOne(QChart* chart, const QString& name, const QColor& colour,
                            const ValueOf& valueOf)
{
    StabilityRange range;
    QVector<QLineSeries*> lines;
    QVector<double> missing;
    bool open = false;
    for (const StabilitySample& sample : std::as_const(m_samples)) {
        const double value = valueOf(sample);
        if (!std::isfinite(value)) {
            missing.append(sample.iteration);
            open = false;
            continue;
        }
        if (!open) {
            lines.append(new QLineSeries);
            open = true;
        }
        lines.last()->append(sample.iteration, value);
        range.add(value);
    }
    auto* up = axisOf(range);
    auto* across = new QValueAxis;
    const double first = m_samples.first().iteration;
    const double last = m_samples.last().iteration;
    across->setRange(first < last ? first : first - 0.5, first < last ? last : first + 0.5);
    across->setLabelFormat(QStringLiteral("%.0f"));
    across->setTickCount(last - first >= 4 ? 5 : 2);
    across->setGridLineVisible(false);
    up->setTitleText(name);
    if (chart == charts().last()) {
        across->setTitleText(tr("Iteration"));
    }
    chart->addAxis(across, Qt::AlignBottom);
    chart->addAxis(up, Qt::AlignLeft);
    styleAxis(across);
    styleAxis(up);
    for (QLineSeries* line : std::as_const(lines)) {
        line->setPen(QPen(colour, 1.5));
        line->setPointsVisible(line->count() == 1); // a line of one point is not seen
        chart->addSeries(line);
    }
    if (!missing.isEmpty() && chart == charts().first()) {
        auto* marks = new QScatterSeries;
        marks->setName(tr("NaN or infinity"));
        marks->setMarkerShape(QScatterSeries::MarkerShapeRectangle);
        marks->setMarkerSize(theme().scaled(8));
        marks->setColor(theme().crit);
        marks->setBorderColor(theme().crit);
        double low = 0;
        if (const auto* powers = qobject_cast<QLogValueAxis*>(up)) {
            low = powers->min();
        } else if (const auto* plain = qobject_cast<QValueAxis*>(up)) {
            low = plain->min();
        }
        for (const double iteration : std::as_const(missing)) {
            marks->append(iteration, low);
        }
        chart->addSeries(marks);
    }
    const QList<QAbstractSeries*> all = chart->series();
    for (QAbstractSeries* series : all) {
        series->attachAxis(across);
        series->attachAxis(up);
    }
}

QString StabilityPlot::csv() const
{
    if (m_samples.isEmpty()) {
        return {};
    }
    QString out = QStringLiteral("iteration,value,milliseconds,memory_mb,finite,equal_to_first\n");
    for (const StabilitySample& sample : m_samples) {
        out += QStringLiteral("%1,%2,%3,%4,%5,%6\n")
                   .arg(sample.iteration)
                   .arg(csvNumber(sample.value), csvNumber(sample.milliseconds),
                        csvNumber(sample.memoryMb),
                        sample.finite ? QStringLiteral("yes") : QStringLiteral("no"),
                        sample.equalToFirst ? QStringLiteral("yes") : QStringLiteral("no"));
    }
    return out;
}

} // namespace rocport
