#pragma once

#include "ui/theme/themeprovider.h"
#include "ui/verify/laneerrors.h"

#include <QWidget>

namespace rocport {

/// The lanes of one wave as cells, eight in a row: those that wrote something else are hatched. The
/// arrow keys walk from lane to lane; [ and ] go to the wave before and after.
class LaneMap : public QWidget
{
    Q_OBJECT

public:
    explicit LaneMap(ThemeProvider& provider, QWidget* parent = nullptr);
    /// With lanes that are known; it begins at the first difference.
    void setErrors(const LaneErrors& errors);
    void setWave(int wave);
    [[nodiscard]] int wave() const { return m_wave; }
    [[nodiscard]] int lane() const { return m_lane; } ///< that is framed
    /// "Equal, lanes 0–31" and "Differs, lanes 32–63".
    [[nodiscard]] QString equalText() const;
    [[nodiscard]] QString differsText() const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void waveChanged(int wave);
    /// The flat index of the element that the framed lane wrote; negative: none.
    void elementChosen(qint64 element);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    void setLane(int lane);
    void describe();
    [[nodiscard]] QRectF cell(int lane) const;
    [[nodiscard]] QString lanesText(bool differing) const;
    ThemeProvider& m_provider;
    LaneErrors m_errors;
    int m_wave = 0;
    int m_lane = 0;
};

/// Fills a rectangle with the hatch of what differs.
void paintLaneHatch(QPainter& painter, const QRectF& rect, const QColor& fill, const QColor& lines);

} // namespace rocport
