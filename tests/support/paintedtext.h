#pragma once

#include <QAbstractItemView>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QStyledItemDelegate>

namespace rocport::test {

/// A piece of text as it was painted.
struct PaintedText
{
    QString text;
    QRectF rect;
};

/// Takes what is painted as text and leaves everything else out.
class TextRecorder : public QPaintDevice
{
public:
    [[nodiscard]] QPaintEngine* paintEngine() const override { return &m_engine; }
    [[nodiscard]] const QVector<PaintedText>& texts() const { return m_engine.texts; }

protected:
    [[nodiscard]] int metric(PaintDeviceMetric metric) const override
    {
        switch (metric) {
        case PdmWidth:
        case PdmHeight:
            return 10000;
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY:
            return 96;
        case PdmDevicePixelRatio:
            return 1;
        case PdmDevicePixelRatioScaled:
            return int(devicePixelRatioFScale());
        case PdmDepth:
            return 32;
        default:
            return 0;
        }
    }

private:
    class Engine : public QPaintEngine
    {
    public:
        Engine() : QPaintEngine(AllFeatures) {}
        bool begin(QPaintDevice*) override { return true; }
        bool end() override { return true; }
        void updateState(const QPaintEngineState&) override {}
        void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
        void drawImage(const QRectF&, const QImage&, const QRectF&,
                       Qt::ImageConversionFlags) override
        {
        }
        void drawPath(const QPainterPath&) override {}
        void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
        void drawTextItem(const QPointF& at, const QTextItem& item) override
        {
            texts.append({item.text(), QRectF(at.x(), at.y() - item.ascent(), item.width(),
                                              item.ascent() + item.descent())});
        }
        [[nodiscard]] Type type() const override { return User; }
        QVector<PaintedText> texts;
    };
    mutable Engine m_engine;
};

/// What the delegate of `view` paints for a cell.
inline QVector<PaintedText> paintedTexts(QAbstractItemView& view, const QModelIndex& index)
{
    struct Opened : QAbstractItemView
    {
        using QAbstractItemView::initViewItemOption;
    };
    QStyleOptionViewItem option;
    (view.*(&Opened::initViewItemOption))(&option);
    option.rect = view.visualRect(index);
    TextRecorder recorder;
    QPainter painter(&recorder);
    view.itemDelegateForIndex(index)->paint(&painter, option, index);
    painter.end();
    return recorder.texts();
}

} // namespace rocport::test
