#include "ui/verify/plots/errorhistogramplot.h"

#include <QBarSet>
#include <QCategoryAxis>
#include <QChart>
#include <QGraphicsSimpleTextItem>
#include <QLineSeries>
#include <QStackedBarSeries>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace rocport {

namespace {

constexpr int kBinsWithin = 9; ///< up to a ratio of 1; the edges are those of TensorComparison
/// Bar i reaches from i - 0.5 to i + 0.5; the edge between bins i and i + 1 is at i + 0.5.
constexpr double kLinePlace = kBinsWithin - 0.5;
constexpr double kFirstPlace = -0.5;
constexpr double kLastPlace = TensorComparison::kBins - 0.5;

/// The lower end of a bin; 0 of the first.
double lowerEdge(int bin)
{
    return bin == 0 ? 0 : std::pow(10.0, -4 + 0.5 * (bin - 1));
}

QString powerOfTen(int exponent)
{
    return exponent >= 0 && exponent < 4 ? QString::number(std::pow(10.0, exponent), 'f', 0)
                                         : QStringLiteral("1e%1").arg(exponent);
}

} // namespace

ErrorHistogramPlot::ErrorHistogramPlot(ThemeProvider& provider, QWidget* parent)
    : PlotFrame(provider, parent), m_lineText(nullptr)
{
    setAccessibleName(tr("Histogram of errors"));
    QChart* chart = addChart(tr("Elements by error over tolerance"));
    m_lineText = new QGraphicsSimpleTextItem(chart);
    connect(chart, &QChart::plotAreaChanged, this, &ErrorHistogramPlot::placeLineText);
    redraw();
}

void ErrorHistogramPlot::setComparison(const TensorComparison& comparison)
{
    m_comparison = comparison;
    redraw();
}

void ErrorHistogramPlot::clear()
{
    m_comparison.reset();
    redraw();
}

void ErrorHistogramPlot::setLogarithmic(bool on)
{
    m_logarithmic = on;
    redraw();
}

QString ErrorHistogramPlot::lineText() const
{
    return m_lineText->text();
}

/// One element must be seen: on the scale of powers, 1 is one step above 0.
double ErrorHistogramPlot::heightOf(quint64 count) const
{
    if (!m_logarithmic) {
        return static_cast<double>(count);
    }
    return count == 0 ? 0 : std::log10(static_cast<double>(count)) + 1;
}

double ErrorHistogramPlot::addBars(QChart* chart)
{
    auto* within = new QBarSet(tr("Within the tolerance"));
    auto* beyond = new QBarSet(tr("Beyond the tolerance"));
    double top = 1;
    for (int bin = 0; bin < TensorComparison::kBins; ++bin) {
        const double height = heightOf(m_comparison->histogram[size_t(bin)]);
        within->append(bin < kBinsWithin ? height : 0);
        beyond->append(bin < kBinsWithin ? 0 : height);
        top = std::max(top, height);
    }
    within->setBrush(theme().control);
    within->setPen(QPen(theme().base, 1));
    beyond->setBrush(QBrush(theme().crit, Qt::BDiagPattern));
    beyond->setPen(QPen(theme().crit, 1));
    auto* bars = new QStackedBarSeries;
    bars->setBarWidth(1);
    bars->append(within);
    bars->append(beyond);
    chart->addSeries(bars);
    return top;
}

void ErrorHistogramPlot::addAxes(QChart* chart, double top)
{
    auto* across = new QCategoryAxis;
    across->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    for (int exponent = -4; exponent <= 4; exponent += 2) {
        across->append(powerOfTen(exponent), kLinePlace + 2.0 * exponent);
    }
    across->setRange(kFirstPlace, kLastPlace);
    across->setGridLineVisible(false);
    across->setTitleText(tr("Error / (atol + rtol × |reference|)"));
    QValueAxis* up = nullptr;
    if (m_logarithmic) {
        auto* powers = new QCategoryAxis;
        powers->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
        const int highest = static_cast<int>(std::ceil(top));
        const int step = highest > 6 ? 2 : 1;
        powers->append(QStringLiteral("0"), 0);
        for (int place = 1; place <= highest; place += step) {
            powers->append(powerOfTen(place - 1), place);
        }
        up = powers;
    } else {
        up = new QValueAxis;
        up->setLabelFormat(top < 100000 ? QStringLiteral("%.0f") : QStringLiteral("%.1e"));
    }
    // Room above the highest bar: for the words beside the line.
    up->setRange(0, top * 1.15);
    up->setTitleText(tr("Elements"));
    chart->addAxis(across, Qt::AlignBottom);
    chart->addAxis(up, Qt::AlignLeft);
    styleAxis(across);
    styleAxis(up);
    auto* line = new QLineSeries;
    line->setName(tr("Tolerance"));
    line->setPen(QPen(theme().text, 2));
    line->append(kLinePlace, 0);
    line->append(kLinePlace, top * 1.15);
    chart->addSeries(line); // after the bars, and so above them
    const QList<QAbstractSeries*> all = chart->series();
    for (QAbstractSeries* series : all) {
        series->attachAxis(across);
        series->attachAxis(up);
    }
}

void ErrorHistogramPlot::redraw()
{
    QChart* chart = charts().first();
    clearChart(chart);
    m_lineText->setVisible(m_comparison.has_value());
    if (!m_comparison) {
        m_lineText->setText({});
        describe(tr("No tensor is chosen."));
        return;
    }
    addAxes(chart, addBars(chart));
    quint64 all = 0;
    quint64 beyond = 0;
    for (int bin = 0; bin < TensorComparison::kBins; ++bin) {
        const quint64 count = m_comparison->histogram[size_t(bin)];
        all += count;
        beyond += bin < kBinsWithin ? 0 : count;
    }
    const double share = all > 0 ? 100.0 * double(beyond) / double(all) : 0;
    const QString percent =
        share > 0 && share < 0.01 ? QStringLiteral("< 0.01") : QString::number(share, 'f', 2);
    m_lineText->setText(beyond > 0 ? tr("Tolerance · %1 % beyond").arg(percent) : tr("Tolerance"));
    m_lineText->setFont(theme().font(TextStep::BodyStrong));
    m_lineText->setBrush(beyond > 0 ? theme().crit : theme().text);
    m_lineText->setZValue(20);
    placeLineText();
    describe(tr("%1 of %2 elements of %3 are beyond the tolerance.")
                 .arg(beyond)
                 .arg(all)
                 .arg(m_comparison->name));
}

void ErrorHistogramPlot::placeLineText()
{
    const QRectF area = charts().first()->plotArea();
    const double share = (kLinePlace - kFirstPlace) / (kLastPlace - kFirstPlace);
    const double line = area.left() + share * area.width();
    const double width = m_lineText->boundingRect().width();
    const double left = std::min(line + 6, std::max(area.left(), area.right() - width));
    m_lineText->setPos(left, area.top());
}

QString ErrorHistogramPlot::csv() const
{
    if (!m_comparison) {
        return {};
    }
    QString out = QStringLiteral("over,up_to,elements\n");
    for (int bin = 0; bin < TensorComparison::kBins; ++bin) {
        const bool last = bin == TensorComparison::kBins - 1;
        out += QStringLiteral("%1,%2,%3\n")
                   .arg(QString::number(lowerEdge(bin), 'g', 6),
                        last ? QStringLiteral("inf") : QString::number(lowerEdge(bin + 1), 'g', 6))
                   .arg(m_comparison->histogram[size_t(bin)]);
    }
    return out;
}

} // namespace rocport
