#pragma once

#include "core/verify/verifyrun.h"
#include "ui/verify/plots/plotframe.h"

#include <functional>

namespace rocport {

/// The samples of a stability test over its iterations: value, time and memory, one above the
/// other. Values that are not finite leave a gap and a mark at the lower edge; a range of more than
/// three decades is drawn on a logarithmic scale.
class StabilityPlot : public PlotFrame
{
    Q_OBJECT

public:
    explicit StabilityPlot(ThemeProvider& provider, QWidget* parent = nullptr);

    void setSamples(const QVector<StabilitySample>& samples);
    void clear() { setSamples({}); }
    [[nodiscard]] QString csv() const override;

protected:
    void redraw() override;

private:
    using ValueOf = std::function<double(const StabilitySample&)>;
    void drawOne(QChart* chart, const QString& name, const QColor& colour, const ValueOf& valueOf);

    QVector<StabilitySample> m_samples;
};

} // namespace rocport
