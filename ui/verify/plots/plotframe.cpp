#include "ui/verify/plots/plotframe.h"

#include <QAbstractAxis>
#include <QAction>
#include <QChart>
#include <QChartView>
#include <QClipboard>
#include <QGraphicsLayout>
#include <QGuiApplication>
#include <QLegend>
#include <QLocale>
#include <QVBoxLayout>

#include <cmath>

namespace rocport {

PlotFrame::PlotFrame(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent),
      m_provider(provider),
      m_column(new QVBoxLayout(this)),
      m_copy(new QAction(tr("Copy as CSV"), this))
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_copy->setShortcut(QKeySequence::Copy);
    m_copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_copy->setEnabled(false);
    addAction(m_copy);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    setFocusPolicy(Qt::StrongFocus);
    setProperty("ring", true); // it paints no focus of its own
    connect(m_copy, &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(csv()); });
    connect(&m_provider, &ThemeProvider::changed, this, &PlotFrame::restyle);
}

QChart* PlotFrame::addChart(const QString& accessibleName, int stretch, int least)
{
    auto* chart = new QChart;
    chart->setAnimationOptions(QChart::NoAnimation);
    chart->setMargins(QMargins(0, 0, 0, 0));
    chart->setBackgroundRoundness(0);
    chart->legend()->hide();
    if (QGraphicsLayout* inner = chart->layout()) {
        inner->setContentsMargins(0, 0, 0, 0); // room for the data
    }
    auto* view = new QChartView(chart, this);
    view->setRenderHint(QPainter::Antialiasing);
    view->setFrameShape(QFrame::NoFrame);
    view->setAccessibleName(accessibleName);
    view->setFocusPolicy(Qt::NoFocus);
    view->setContextMenuPolicy(Qt::NoContextMenu);
    chart->setBackgroundBrush(theme().base);
    view->setBackgroundBrush(theme().base);
    m_views.append(view);
    m_least.append(least);
    keepHeights();
    m_column->addWidget(view, stretch);
    m_charts.append(chart);
    return chart;
}

void PlotFrame::clearChart(QChart* chart)
{
    chart->removeAllSeries();
    const QList<QAbstractAxis*> axes = chart->axes();
    for (QAbstractAxis* axis : axes) {
        chart->removeAxis(axis);
        delete axis;
    }
}

void PlotFrame::styleAxis(QAbstractAxis* axis) const
{
    axis->setLabelsFont(theme().font(TextStep::CodeSmall));
    axis->setLabelsColor(theme().text2);
    axis->setTitleFont(theme().font(TextStep::Caption));
    axis->setTitleBrush(theme().text2);
    axis->setLinePen(QPen(theme().control, 1));
    axis->setGridLinePen(QPen(theme().border, 1));
    axis->setShadesVisible(false);
}

void PlotFrame::describe(const QString& text)
{
    setAccessibleDescription(text);
    m_copy->setEnabled(!csv().isEmpty());
}

/// Those of the text, which may have become larger.
void PlotFrame::keepHeights()
{
    for (qsizetype i = 0; i < m_views.size(); ++i) {
        m_views[i]->setMinimumHeight(theme().scaled(m_least[i]));
    }
}

void PlotFrame::restyle()
{
    keepHeights();
    for (QChart* chart : std::as_const(m_charts)) {
        chart->setBackgroundBrush(theme().base);
    }
    for (QChartView* view : std::as_const(m_views)) {
        view->setBackgroundBrush(theme().base);
    }
    redraw();
}

QString csvField(const QString& text)
{
    if (!text.contains(u',') && !text.contains(u'"') && !text.contains(u'\n') &&
        !text.contains(u'\r')) {
        return text;
    }
    QString quoted = text;
    quoted.replace(u'"', QStringLiteral("\"\""));
    return u'"' + quoted + u'"';
}

QString csvNumber(double value)
{
    if (std::isnan(value)) {
        return QStringLiteral("nan");
    }
    if (std::isinf(value)) {
        return value > 0 ? QStringLiteral("inf") : QStringLiteral("-inf");
    }
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

} // namespace rocport
