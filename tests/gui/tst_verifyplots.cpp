// What the plots of the Verify area draw: series, labels and ranges.

#include "tests/gui/mapsettings.h"
#include "ui/verify/plots/errorhistogramplot.h"
#include "ui/verify/plots/runsplot.h"
#include "ui/verify/plots/stabilityplot.h"

#include <QAction>
#include <QBarSet>
#include <QCategoryAxis>
#include <QChart>
#include <QClipboard>
#include <QGraphicsScene>
#include <QGraphicsTextItem>
#include <QGuiApplication>
#include <QLineSeries>
#include <QLogValueAxis>
#include <QScatterSeries>
#include <QStackedBarSeries>
#include <QTest>
#include <QValueAxis>

#include <cmath>
#include <limits>

using namespace rocport;

namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();

StabilitySample sample(int iteration, double value, double memory = 100)
{
    StabilitySample made;
    made.iteration = iteration;
    made.value = value;
    made.milliseconds = 5;
    made.memoryMb = memory;
    made.finite = std::isfinite(value);
    return made;
}

VerifyRun run(VerifyLevel level, CheckState state, const QDateTime& time)
{
    VerifyRun made;
    made.level = level;
    made.time = time;
    made.title = QStringLiteral("Block, \"bf16\"");
    if (state != CheckState::NotRun) {
        VerifyCheck check;
        check.state = state;
        made.checks.append(check);
    }
    return made;
}

template <typename T>
QVector<T*> seriesOf(const QChart* chart)
{
    QVector<T*> found;
    for (QAbstractSeries* series : chart->series()) {
        if (auto* wanted = qobject_cast<T*>(series)) {
            found.append(wanted);
        }
    }
    return found;
}

template <typename T>
T* axisOf(const QChart* chart, Qt::Orientation orientation)
{
    const auto axes = chart->axes(orientation);
    return axes.size() == 1 ? qobject_cast<T*>(axes.first()) : nullptr;
}

} // namespace

class VerifyPlotsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void histogram();
    void histogramOfNothing();
    void histogramLinear();
    void stability();
    void stabilityLabelsAreWhole();
    void stabilityWithGaps();
    void stabilityOfOneSample();
    void stabilityOverManyDecades();
    void stabilityOfZeros();
    void stabilityAllNan();
    void runs();
    void oneRun();
    void copies();
    void themeChanges();

private:
    MapSettings m_settings;
    ThemeProvider m_provider{m_settings};
};

void VerifyPlotsTest::histogram()
{
    TensorComparison comparison;
    comparison.name = QStringLiteral("out");
    comparison.histogram[0] = 1000000;
    comparison.histogram[8] = 1;
    comparison.histogram[9] = 10;
    comparison.histogram[17] = 3;
    ErrorHistogramPlot plot(m_provider);
    plot.resize(600, 300);
    plot.setComparison(comparison);
    QChart* chart = plot.charts().first();
    QCOMPARE(chart->animationOptions(), QChart::NoAnimation);
    const auto bars = seriesOf<QStackedBarSeries>(chart);
    QCOMPARE(bars.size(), 1);
    const auto sets = bars.first()->barSets();
    QCOMPARE(sets.size(), 2);
    QCOMPARE(sets.at(0)->count(), TensorComparison::kBins);
    QCOMPARE(sets.at(0)->at(0), 7.0);
    QCOMPARE(sets.at(0)->at(1), 0.0);
    QCOMPARE(sets.at(0)->at(8), 1.0); // one element is seen
    QCOMPARE(sets.at(0)->at(9), 0.0);
    QCOMPARE(sets.at(1)->at(9), 2.0);
    QVERIFY(sets.at(1)->at(17) > 1);
    QCOMPARE(sets.at(1)->at(8), 0.0);
    QVERIFY(sets.at(1)->brush().style() != Qt::SolidPattern); // told apart without colour
    // The line is the last series, above the bars, over the whole height.
    const auto lines = seriesOf<QLineSeries>(chart);
    QCOMPARE(lines.size(), 1);
    QCOMPARE(chart->series().last(), lines.first());
    QCOMPARE(lines.first()->at(0).x(), 8.5);
    auto* up = axisOf<QCategoryAxis>(chart, Qt::Vertical);
    QVERIFY(up != nullptr);
    QCOMPARE(up->min(), 0.0);
    QVERIFY(up->max() > 7);
    QCOMPARE(lines.first()->at(1).y(), up->max());
    QVERIFY(up->categoriesLabels().contains(QStringLiteral("1e6")));
    auto* across = axisOf<QCategoryAxis>(chart, Qt::Horizontal);
    QVERIFY(across != nullptr);
    QCOMPARE(across->categoriesLabels(),
             (QStringList{QStringLiteral("1e-4"), QStringLiteral("1e-2"), QStringLiteral("1"),
                          QStringLiteral("100"), QStringLiteral("1e4")}));
    QCOMPARE(across->endValue(QStringLiteral("1")), 8.5);
    QCOMPARE(across->min(), -0.5);
    QCOMPARE(across->max(), 17.5);
    QCOMPARE(plot.lineText(), QStringLiteral("Tolerance · < 0.01 % beyond"));
    QVERIFY(plot.accessibleDescription().startsWith(QStringLiteral("13 of 1000014 elements")));
    const QStringList lines_ = plot.csv().split(u'\n');
    QCOMPARE(lines_.size(), 20);
    QCOMPARE(lines_.at(1), QStringLiteral("0,0.0001,1000000"));
    QCOMPARE(lines_.at(9), QStringLiteral("0.316228,1,1"));
    QCOMPARE(lines_.at(18), QStringLiteral("10000,inf,3"));
    plot.clear();
    QVERIFY(chart->series().isEmpty());
    QVERIFY(plot.csv().isEmpty());
    QVERIFY(!plot.copyAction()->isEnabled());
}

void VerifyPlotsTest::histogramOfNothing()
{
    ErrorHistogramPlot plot(m_provider);
    plot.setComparison({});
    auto* up = axisOf<QCategoryAxis>(plot.charts().first(), Qt::Vertical);
    QVERIFY(up != nullptr);
    QVERIFY(up->max() > up->min());
    QCOMPARE(plot.lineText(), QStringLiteral("Tolerance"));
    QVERIFY(!plot.grab().isNull());
}

void VerifyPlotsTest::histogramLinear()
{
    TensorComparison comparison;
    comparison.histogram[3] = 40;
    ErrorHistogramPlot plot(m_provider);
    plot.setLogarithmic(false);
    plot.setComparison(comparison);
    const QChart* chart = plot.charts().first();
    QCOMPARE(seriesOf<QStackedBarSeries>(chart).first()->barSets().first()->at(3), 40.0);
    auto* up = axisOf<QValueAxis>(chart, Qt::Vertical);
    QVERIFY(up != nullptr);
    QVERIFY(qobject_cast<QCategoryAxis*>(up) == nullptr);
    QVERIFY(up->max() >= 40);
}

void VerifyPlotsTest::stability()
{
    StabilityPlot plot(m_provider);
    plot.setSamples({sample(1, 2, 100), sample(2, 4, 120), sample(3, 3, 140)});
    QCOMPARE(plot.charts().size(), 3);
    const auto lines = seriesOf<QLineSeries>(plot.charts().at(0));
    QCOMPARE(lines.size(), 1);
    QCOMPARE(lines.first()->points(), (QList<QPointF>{{1, 2}, {2, 4}, {3, 3}}));
    const auto memory = seriesOf<QLineSeries>(plot.charts().at(2));
    QCOMPARE(memory.first()->at(2), QPointF(3, 140));
    auto* up = axisOf<QValueAxis>(plot.charts().at(0), Qt::Vertical);
    QVERIFY(up->min() < 2 && up->max() > 4);
    QCOMPARE(up->titleText(), QStringLiteral("Value"));
    auto* across = axisOf<QValueAxis>(plot.charts().at(2), Qt::Horizontal);
    QCOMPARE(across->min(), 1.0);
    QCOMPARE(across->max(), 3.0);
    QCOMPARE(across->titleText(), QStringLiteral("Iteration"));
    QVERIFY(plot.csv().contains(QStringLiteral("2,4,5,120,yes,yes\n")));
}

/// As large as the window of 1440 x 900 has room for: nothing is elided, and labels differ.
void VerifyPlotsTest::stabilityLabelsAreWhole()
{
    StabilityPlot plot(m_provider);
    QVector<StabilitySample> samples;
    for (int i = 0; i < 100; ++i) {
        samples.append(sample(i, 6.2 + 0.001 * (i % 7), 27'400));
    }
    plot.setSamples(samples);
    plot.resize(450, 285);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    for (const QChart* chart : plot.charts()) {
        QStringList texts;
        const auto items = chart->scene()->items();
        for (const QGraphicsItem* item : items) {
            if (const auto* text = dynamic_cast<const QGraphicsTextItem*>(item)) {
                if (text->isVisible() && !text->toPlainText().isEmpty()) {
                    texts.append(text->toPlainText());
                }
            }
        }
        QVERIFY2(texts.size() >= 8, qPrintable(texts.join(u' ')));
        QVERIFY2(texts.filter(QStringLiteral("...")).isEmpty(), qPrintable(texts.join(u' ')));
        QVERIFY2(texts.filter(QStringLiteral("e+")).isEmpty(), qPrintable(texts.join(u' ')));
        const QSet<QString> different(texts.begin(), texts.end());
        QCOMPARE(different.size(), texts.size());
    }
}

void VerifyPlotsTest::stabilityWithGaps()
{
    StabilityPlot plot(m_provider);
    plot.setSamples({sample(1, 1), sample(2, kNan), sample(3, 2), sample(4, 2)});
    const QChart* chart = plot.charts().first();
    const auto lines = seriesOf<QLineSeries>(chart);
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines.at(0)->pointsVisible()); // one point alone
    QVERIFY(!lines.at(1)->pointsVisible());
    const auto marks = seriesOf<QScatterSeries>(chart);
    QCOMPARE(marks.size(), 1);
    QCOMPARE(marks.first()->at(0).x(), 2.0);
    auto* up = axisOf<QValueAxis>(chart, Qt::Vertical);
    QCOMPARE(marks.first()->at(0).y(), up->min());
    QVERIFY(std::isfinite(up->min()) && std::isfinite(up->max()));
    QVERIFY(plot.accessibleDescription().contains(QStringLiteral("1 of them")));
    QVERIFY(plot.csv().contains(QStringLiteral("2,nan,")));
}

void VerifyPlotsTest::stabilityOfOneSample()
{
    StabilityPlot plot(m_provider);
    plot.setSamples({sample(1, 5)});
    const QChart* chart = plot.charts().first();
    QVERIFY(seriesOf<QLineSeries>(chart).first()->pointsVisible());
    auto* across = axisOf<QValueAxis>(chart, Qt::Horizontal);
    QVERIFY(across->min() < 1 && across->max() > 1);
    auto* up = axisOf<QValueAxis>(chart, Qt::Vertical);
    QVERIFY(up->min() < 5 && up->max() > 5);
    QVERIFY(!plot.grab().isNull());
}

void VerifyPlotsTest::stabilityOverManyDecades()
{
    StabilityPlot plot(m_provider);
    plot.setSamples({sample(1, 1e-3), sample(2, 1e3)});
    auto* up = axisOf<QLogValueAxis>(plot.charts().first(), Qt::Vertical);
    QVERIFY(up != nullptr);
    QVERIFY(up->min() <= 1e-3 && up->min() > 0);
    QVERIFY(up->max() >= 1e3);
    // Through zero there are no decades.
    plot.setSamples({sample(1, 0), sample(2, 1e6)});
    QVERIFY(axisOf<QValueAxis>(plot.charts().first(), Qt::Vertical) != nullptr);
    QVERIFY(!plot.grab().isNull());
}

void VerifyPlotsTest::stabilityOfZeros()
{
    StabilityPlot plot(m_provider);
    plot.setSamples({sample(1, 0, 0), sample(2, 0, 0)});
    auto* up = axisOf<QValueAxis>(plot.charts().first(), Qt::Vertical);
    QVERIFY(up->min() < 0 && up->max() > 0);
    auto* memory = axisOf<QValueAxis>(plot.charts().at(2), Qt::Vertical);
    QCOMPARE(memory->titleText(), QStringLiteral("Memory unknown"));
    QVERIFY(seriesOf<QScatterSeries>(plot.charts().at(2)).isEmpty());
}

void VerifyPlotsTest::stabilityAllNan()
{
    StabilityPlot plot(m_provider);
    plot.setSamples({sample(1, kNan), sample(2, kNan)});
    const QChart* chart = plot.charts().first();
    QVERIFY(seriesOf<QLineSeries>(chart).isEmpty());
    QCOMPARE(seriesOf<QScatterSeries>(chart).first()->count(), 2);
    QVERIFY(!plot.grab().isNull());
    plot.clear();
    QVERIFY(chart->series().isEmpty());
}

void VerifyPlotsTest::runs()
{
    const QDateTime time(QDate(2026, 5, 1), QTime(12, 0), Qt::UTC);
    RunsPlot plot(m_provider);
    plot.setRuns({run(VerifyLevel::Numerical, CheckState::Failed, time.addSecs(7200)),
                  run(VerifyLevel::Build, CheckState::Passed, time),
                  run(VerifyLevel::Load, CheckState::NotRun, time.addSecs(60))});
    const QChart* chart = plot.charts().first();
    const auto series = seriesOf<QScatterSeries>(chart);
    QCOMPARE(series.size(), 3);
    QCOMPARE(series.at(0)->name(), QStringLiteral("Passed"));
    QCOMPARE(series.at(0)->at(0), QPointF(double(time.toMSecsSinceEpoch()), 2));
    QCOMPARE(series.at(1)->at(0).y(), 5.0);
    QCOMPARE(series.at(2)->count(), 1);
    QVERIFY(series.at(0)->markerShape() != series.at(1)->markerShape());
    auto* up = axisOf<QCategoryAxis>(chart, Qt::Vertical);
    QCOMPARE(up->categoriesLabels().size(), 5);
    QCOMPARE(up->categoriesLabels().first(), verifyLevelName(VerifyLevel::Static));
    const QStringList lines = plot.csv().split(u'\n');
    QCOMPARE(lines.at(1),
             QStringLiteral("2026-05-01T12:00:00Z,2,passed,\"Block, \"\"bf16\"\"\",,,1,0"));
    QVERIFY(plot.accessibleDescription().contains(QStringLiteral("1 failed")));
}

void VerifyPlotsTest::oneRun()
{
    const QDateTime time(QDate(2026, 5, 1), QTime(12, 0), Qt::UTC);
    RunsPlot plot(m_provider);
    plot.setRuns({run(VerifyLevel::Static, CheckState::Passed, time)});
    QCOMPARE(seriesOf<QScatterSeries>(plot.charts().first()).first()->count(), 1);
    QVERIFY(!plot.grab().isNull());
    plot.clear();
    QVERIFY(plot.charts().first()->series().isEmpty());
}

void VerifyPlotsTest::copies()
{
    StabilityPlot plot(m_provider);
    QVERIFY(!plot.copyAction()->isEnabled());
    plot.setSamples({sample(1, 5)});
    QVERIFY(plot.copyAction()->isEnabled());
    plot.copyAction()->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), plot.csv());
    QCOMPARE(csvField(QStringLiteral("a\nb")), QStringLiteral("\"a\nb\""));
    QCOMPARE(csvNumber(-std::numeric_limits<double>::infinity()), QStringLiteral("-inf"));
}

void VerifyPlotsTest::themeChanges()
{
    m_provider.setChoice(ThemeChoice::Light);
    ErrorHistogramPlot plot(m_provider);
    TensorComparison comparison;
    comparison.histogram[2] = 5;
    plot.setComparison(comparison);
    const QColor light = plot.charts().first()->backgroundBrush().color();
    QCOMPARE(light, m_provider.theme().base);
    m_provider.setChoice(ThemeChoice::Dark);
    QCOMPARE(plot.charts().first()->backgroundBrush().color(), m_provider.theme().base);
    QVERIFY(light != m_provider.theme().base);
    QCOMPARE(seriesOf<QLineSeries>(plot.charts().first()).first()->pen().color(),
             m_provider.theme().text);
    QVERIFY(!plot.accessibleName().isEmpty());
}

QTEST_MAIN(VerifyPlotsTest)
#include "tst_verifyplots.moc"
