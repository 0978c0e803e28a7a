#pragma once

#include "ui/plan/planmodel.h"
#include "ui/theme/themeprovider.h"

#include <QGraphicsView>
#include <QHash>

namespace rocport {

class TreeCard;

/// The decision tree drawn as a tree: the taken path 2 px in the accent colour, all others 1 px
/// dashed, phases in a row at the bottom. Fits the width on resize; Ctrl+wheel zooms. Arrow keys
/// move from card to card, Enter selects. Shows the same PlanModel as the outline.
class DecisionTreeView : public QGraphicsView
{
    Q_OBJECT

public:
    DecisionTreeView(PlanModel& model, ThemeProvider& provider, QWidget* parent = nullptr);

    void setCurrent(const QString& id);
    [[nodiscard]] QString current() const { return m_current; }
    /// 1.0: cards at the size given by the text size.
    void setZoom(qreal zoom);
    [[nodiscard]] qreal zoom() const { return m_zoom; }
    /// Fits the whole width again.
    void fit();
    [[nodiscard]] TreeCard* card(const QString& id) const { return m_cards.value(id); }

Q_SIGNALS:
    void subjectChosen(const QString& id);
    void zoomChanged(qreal zoom);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void drawBackground(QPainter* painter, const QRectF& rect) override;

private:
    void rebuild();
    void layOut();
    qreal placeLevel(const QVector<TreeCard*>& cards, qreal y, qreal width);
    void connectCards(const QStringList& leaves, qreal busY, const QVector<TreeCard*>& phases);
    void addNote(qreal y);
    void addPath(const QVector<QPointF>& points, bool taken, const QString& label = {});
    void choose(const QString& id);
    void announce(const QString& id);

    PlanModel& m_model;
    ThemeProvider& m_provider;
    QHash<QString, TreeCard*> m_cards;
    QStringList m_order; ///< reading order, for the arrow keys
    QVector<QGraphicsItem*> m_edges;
    QString m_current;
    qreal m_zoom = 1.0;
    bool m_fit = true;
};

} // namespace rocport
