#pragma once

#include "ui/theme/themeprovider.h"

#include <QVector>
#include <QWidget>

class QAbstractAxis;
class QAction;
class QChart;
class QChartView;
class QVBoxLayout;

namespace rocport {

/// What the plots share: charts in the theme's colours, one above the other, without animation, and
/// "Copy as CSV" in the context menu and by Ctrl+C.
class PlotFrame : public QWidget
{
    Q_OBJECT

public:
    /// The provider outlives the plot.
    explicit PlotFrame(ThemeProvider& provider, QWidget* parent = nullptr);

    /// What is drawn, as CSV with a header line; empty without data.
    [[nodiscard]] virtual QString csv() const = 0;
    [[nodiscard]] QAction* copyAction() const { return m_copy; }
    [[nodiscard]] const QVector<QChart*>& charts() const { return m_charts; }

protected:
    /// `least`: height in pixels at 100 % under which labels would not fit.
    QChart* addChart(const QString& accessibleName, int stretch = 1, int least = 128);
    [[nodiscard]] const Theme& theme() const { return m_provider.theme(); }
    /// Removes the series and axes of a chart.
    static void clearChart(QChart* chart);
    /// Colours and fonts of the theme.
    void styleAxis(QAbstractAxis* axis) const;
    /// Redraws everything, after the data or the theme changed.
    virtual void redraw() = 0;
    /// Sets what a screen reader says about the plot, and whether there is something to copy.
    void describe(const QString& text);

private:
    void restyle();
    void keepHeights();

    ThemeProvider& m_provider;
    QVBoxLayout* m_column;
    QVector<QChart*> m_charts;
    QVector<QChartView*> m_views;
    QVector<int> m_least; // their heights
    QAction* m_copy;
};

/// A field of a CSV line, quoted if necessary.
QString csvField(const QString& text);
/// The shortest form of a number that can be read back exactly; "nan", "inf", "-inf".
QString csvNumber(double value);

} // namespace rocport
