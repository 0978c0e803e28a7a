#pragma once

#include "core/verify/verifyrun.h"
#include "ui/theme/widgets.h"

class QBoxLayout;

namespace rocport {

class ErrorHistogramPlot;
class StabilityPlot;

/// Two plots side by side, or one above the other if there is little room: the errors of a tensor
/// against its tolerance, and the samples of a stability test.
class PlotsPane : public QWidget
{
    Q_OBJECT

public:
    explicit PlotsPane(ThemeProvider& provider, QWidget* parent = nullptr);
    /// Null: no tensor is selected.
    void setComparison(const TensorComparison* comparison);
    void setSamples(const QVector<StabilitySample>& samples);
    [[nodiscard]] QString errorText() const { return m_errorText->text(); }
    [[nodiscard]] QString stabilityText() const { return m_stabilityText->text(); }
    [[nodiscard]] bool isStacked() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QBoxLayout* m_row;
    ThemeProvider& m_provider;
    SegmentedControl* m_scale;
    ErrorHistogramPlot* m_errors;
    StabilityPlot* m_stability;
    ElidedLabel* m_errorTitle;
    ElidedLabel* m_stabilityTitle;
    TextLabel* m_errorText;
    TextLabel* m_stabilityText;
};

} // namespace rocport
