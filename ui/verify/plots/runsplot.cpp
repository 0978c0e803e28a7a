#include "ui/verify/plots/runsplot.h"

#include "core/base/wording.h"

#include <QCategoryAxis>
#include <QChart>
#include <QDateTimeAxis>
#include <QLegend>
#include <QScatterSeries>

#include <algorithm>
#include <array>

namespace rocport {

namespace {

constexpr qint64 kHourMs = 3600LL * 1000;
constexpr qint64 kDayMs = 24 * kHourMs;

/// How runs of one outcome are drawn.
struct RunsMark
{
    CheckState state;
    QScatterSeries::MarkerShape shape;
    QColor ThemeColours::*colour;
};

} // namespace

RunsPlot::RunsPlot(ThemeProvider& provider, QWidget* parent) : PlotFrame(provider, parent)
{
    setAccessibleName(tr("Runs over time"));
    QChart* chart = addChart(tr("Runs by level and time"));
    chart->legend()->setAlignment(Qt::AlignTop);
    RunsPlot::redraw();
}

void RunsPlot::setRuns(const QVector<VerifyRun>& runs)
{
    m_runs = runs;
    std::stable_sort(m_runs.begin(), m_runs.end(),
                     [](const VerifyRun& a, const VerifyRun& b) { return a.time < b.time; });
    redraw();
}

void RunsPlot::redraw()
{
    QChart* chart = charts().first();
    clearChart(chart);
    chart->legend()->setVisible(!m_runs.isEmpty());
    if (m_runs.isEmpty()) {
        describe(tr("There are no runs yet."));
        return;
    }
    auto* across = new QDateTimeAxis;
    const qint64 first = m_runs.first().time.toMSecsSinceEpoch();
    const qint64 last = m_runs.last().time.toMSecsSinceEpoch();
    const qint64 margin = std::max((last - first) / 20, kHourMs / 2);
    across->setRange(QDateTime::fromMSecsSinceEpoch(first - margin),
                     QDateTime::fromMSecsSinceEpoch(last + margin));
    across->setFormat(last - first > 2 * kDayMs ? QStringLiteral("yyyy-MM-dd")
                                                : QStringLiteral("MM-dd hh:mm"));
    across->setTickCount(4);
    auto* up = new QCategoryAxis;
    up->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    for (const VerifyLevel level : kVerifyLevels) {
        up->append(verifyLevelName(level), verifyLevelNumber(level));
    }
    up->setRange(0.5, double(kVerifyLevels.size()) + 0.5);
    chart->addAxis(across, Qt::AlignBottom);
    chart->addAxis(up, Qt::AlignLeft);
    styleAxis(across);
    styleAxis(up);
    chart->legend()->setLabelColor(theme().text2);
    chart->legend()->setFont(theme().font(TextStep::Caption));

    const std::array<RunsMark, 3> marks = {{
        {CheckState::Passed, QScatterSeries::MarkerShapeCircle, &ThemeColours::ok},
        {CheckState::Failed, QScatterSeries::MarkerShapeRectangle, &ThemeColours::crit},
        {CheckState::NotRun, QScatterSeries::MarkerShapeTriangle, &ThemeColours::muted},
    }};
    const std::array<QString, 3> names = {tr("Passed"), tr("Failed"), tr("Not run")};
    std::array<int, 3> counts{};
    for (size_t i = 0; i < marks.size(); ++i) {
        auto* series = new QScatterSeries;
        series->setName(names[i]);
        series->setMarkerShape(marks[i].shape);
        series->setMarkerSize(theme().scaled(10));
        series->setColor(theme().*marks[i].colour);
        series->setBorderColor(theme().base);
        for (const VerifyRun& run : std::as_const(m_runs)) {
            if (run.state() == marks[i].state) {
                series->append(double(run.time.toMSecsSinceEpoch()),
                               double(verifyLevelNumber(run.level)));
                ++counts[i];
            }
        }
        chart->addSeries(series);
        series->attachAxis(across);
        series->attachAxis(up);
    }
    describe(tr("%1 passed, %2 failed, %3 did not run.")
                 .arg(counted(counts[0], "run", "runs"))
                 .arg(counts[1])
                 .arg(counts[2]));
}

QString RunsPlot::csv() const
{
    if (m_runs.isEmpty()) {
        return {};
    }
    QString out = QStringLiteral("time,level,state,title,node,image,passed,failed\n");
    for (const VerifyRun& run : m_runs) {
        const QStringList fields{run.time.toUTC().toString(Qt::ISODate),
                                 QString::number(verifyLevelNumber(run.level)),
                                 checkStateId(run.state()),
                                 csvField(run.title),
                                 csvField(run.nodeName),
                                 csvField(run.image),
                                 QString::number(run.count(CheckState::Passed)),
                                 QString::number(run.count(CheckState::Failed))};
        out += fields.join(u',') + u'\n';
    }
    return out;
}

} // namespace rocport
