#pragma once

#include "ui/theme/themeprovider.h"

#include <QGraphicsObject>
#include <QStringList>

namespace rocport {

/// What a card of the decision tree shows.
struct TreeCardContent
{
    QString id;
    QString title;
    QString subtitle;  ///< second line; wraps
    QString note;      ///< third line, in cards that are not taken
    QStringList chips; ///< evidence in brief
    QString accessibleText;
    bool taken = false;
    bool overridden = false;
    Mark mark;       ///< for a phase; Glyph::None otherwise
    int number = -1; ///< of a phase
};

/// One card: question, answer or phase. Focusable; Enter, Space or a click selects it.
class TreeCard : public QGraphicsObject
{
    Q_OBJECT

public:
    TreeCard(ThemeProvider& provider, TreeCardContent content);

    /// Lays the content out at `width`; the height follows.
    void setWidth(qreal width);
    /// Gives a row of cards the same height.
    void setMinimumCardHeight(qreal height);
    [[nodiscard]] QSizeF cardSize() const { return m_size; }
    [[nodiscard]] const TreeCardContent& content() const { return m_content; }
    void setChosen(bool chosen);
    [[nodiscard]] bool isChosen() const { return m_chosen; }

    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

Q_SIGNALS:
    void chosen(const QString& id);
    void focused(const QString& id);

protected:
    void mousePressEvent(QGraphicsSceneMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    [[nodiscard]] QRectF body() const { return {QPointF(0, 0), m_size}; }
    [[nodiscard]] qreal chipWidth(const QString& text) const;
    void paintPhase(QPainter& painter, const Theme& theme) const;
    void paintText(QPainter& painter, const Theme& theme) const;
    [[nodiscard]] int textHeight(const QString& text, TextStep step, int width) const;

    ThemeProvider& m_provider;
    TreeCardContent m_content;
    QSizeF m_size;
    int m_chipsShown = 0;
    bool m_chosen = false;
};

} // namespace rocport
