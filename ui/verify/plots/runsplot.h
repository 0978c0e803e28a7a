#pragma once

#include "core/verify/verifyrun.h"
#include "ui/verify/plots/plotframe.h"

namespace rocport {

/// Runs over time, one row for each level: passed, failed and not run differ by shape and colour.
class RunsPlot : public PlotFrame
{
    Q_OBJECT

public:
    explicit RunsPlot(ThemeProvider& provider, QWidget* parent = nullptr);

    /// Sets the runs, in any order.
    void setRuns(const QVector<VerifyRun>& runs);
    void clear() { setRuns({}); }
    [[nodiscard]] QString csv() const override;

protected:
    void redraw() override;

private:
    QVector<VerifyRun> m_runs; ///< oldest first
};

} // namespace rocport
