#pragma once

#include "ui/theme/themeprovider.h"
#include "ui/verify/laneerrors.h"

#include <QWidget>

namespace rocport {

/// The absolute error of each element around the first difference: beyond the tolerance it is
/// hatched, waves are ruled where they are known, and one element is marked.
class LaneErrorPlot : public QWidget
{
    Q_OBJECT

public:
    explicit LaneErrorPlot(ThemeProvider& provider, QWidget* parent = nullptr);
    void setErrors(const LaneErrors& errors);
    /// Marks an element.
    void setElement(qint64 element);
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// Elements that are drawn: the block's where that is known, else all.
    [[nodiscard]] std::pair<qint64, qint64> range() const;
    void paintAxes(QPainter& painter, const QRectF& area, double top);
    void paintWaves(QPainter& painter, const QRectF& area);
    void paintTolerance(QPainter& painter, const QRectF& area, double top);
    void describe();
    ThemeProvider& m_provider;
    LaneErrors m_errors;
    qint64 m_element = -1;
};

} // namespace rocport
