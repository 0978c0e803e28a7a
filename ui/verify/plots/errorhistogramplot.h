#pragma once

#include "core/tensor/comparison.h"
#include "ui/verify/plots/plotframe.h"

#include <optional>

class QGraphicsSimpleTextItem;

namespace rocport {

/// How many elements use how much of the tolerance: bars by half decades of |error| / tolerance,
/// and the tolerance as a line drawn above all bars. Bars beyond it are hatched, not only red.
class ErrorHistogramPlot : public PlotFrame
{
    Q_OBJECT

public:
    explicit ErrorHistogramPlot(ThemeProvider& provider, QWidget* parent = nullptr);

    void setComparison(const TensorComparison& comparison);
    void clear();
    /// Sets heights by powers of ten (the default), or proportional to the counts.
    void setLogarithmic(bool on);
    [[nodiscard]] bool isLogarithmic() const { return m_logarithmic; }
    [[nodiscard]] QString csv() const override;
    /// The text beside the line: "Tolerance" and the share beyond it.
    [[nodiscard]] QString lineText() const;

protected:
    void redraw() override;

private:
    [[nodiscard]] double heightOf(quint64 count) const;
    double addBars(QChart* chart);
    void addAxes(QChart* chart, double top);
    void placeLineText();

    std::optional<TensorComparison> m_comparison;
    bool m_logarithmic = true;
    QGraphicsSimpleTextItem* m_lineText; ///< owned by the chart
};

} // namespace rocport
