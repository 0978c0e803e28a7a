#pragma once

#include "ui/review/diffscene.h"
#include "ui/theme/themeprovider.h"

#include <QWidget>

namespace rocport {

/// The whole file beside the diff, and its scroll bar: block accepted, half block rejected, outline
/// open, triangle needs a look, full width current.
class DiffMinimap : public QWidget
{
    Q_OBJECT

public:
    DiffMinimap(ThemeProvider& provider, const DiffScene& scene, QWidget* parent = nullptr);

    /// Sets the first visible row, how many are visible, and how many there are to scroll through.
    void setView(int firstRow, int rowsInSight);
    [[nodiscard]] int firstRow() const { return m_first; }
    [[nodiscard]] int maximum() const;
    [[nodiscard]] const DiffScene& scene() const { return m_scene; }
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void scrollRequested(int firstRow);
    void wheelTurned(QWheelEvent* event);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QRectF rowsRect(int firstRow, int rows) const;
    [[nodiscard]] int changeAt(int y) const;
    void paintChanges(QPainter& painter) const;
    void paintChange(QPainter& painter, int change) const;

    ThemeProvider& m_provider;
    const DiffScene& m_scene;
    int m_first = 0;
    int m_inSight = 1;
};

} // namespace rocport
