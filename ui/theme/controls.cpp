#include "ui/theme/widgets.h"

#include "ui/theme/plaintext.h"

#include <QAccessible>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QStyleOptionButton>
#include <QStylePainter>
#include <QVBoxLayout>

#include <algorithm>

namespace rocport {

SegmentedControl::SegmentedControl(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent), m_provider(provider)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    connect(&provider, &ThemeProvider::changed, this, [this] {
        updateGeometry();
        update();
    });
}

int SegmentedControl::addSegment(const QString& text, Glyph glyph, ColourToken colour)
{
    m_segments.append({text, {}, glyph, colour, -1});
    if (m_current < 0) {
        m_current = 0;
    }
    updateGeometry();
    updateAccessibility();
    return int(m_segments.size()) - 1;
}

void SegmentedControl::setCount(int index, int count)
{
    if (index < 0 || index >= m_segments.size() || m_segments[index].count == count) {
        return;
    }
    m_segments[index].count = count;
    updateGeometry();
    updateAccessibility();
    update();
}

void SegmentedControl::setSegmentToolTip(int index, const QString& text)
{
    if (index >= 0 && index < m_segments.size()) {
        m_segments[index].toolTip = text;
    }
}

void SegmentedControl::setSegmentText(int index, const QString& text)
{
    if (index >= 0 && index < m_segments.size() && m_segments[index].text != text) {
        m_segments[index].text = text;
        updateGeometry();
        updateAccessibility();
        update();
    }
}

void SegmentedControl::setCurrent(int index)
{
    if (index == m_current || index < 0 || index >= m_segments.size()) {
        return;
    }
    m_current = index;
    updateAccessibility();
    update();
    Q_EMIT currentChanged(index);
}

QString SegmentedControl::text(int index) const
{
    return index >= 0 && index < m_segments.size() ? m_segments[index].text : QString();
}

int SegmentedControl::widthOf(const Segment& segment) const
{
    const Theme& theme = m_provider.theme();
    int width = 2 * theme.scaled(9);
    width += QFontMetrics(theme.font(TextStep::BodyMedium)).horizontalAdvance(segment.text);
    if (segment.count >= 0) {
        width += theme.scaled(5) + QFontMetrics(theme.font(TextStep::CodeSmall))
                                       .horizontalAdvance(QString::number(segment.count));
    }
    if (segment.glyph != Glyph::None) {
        width += theme.scaled(segment.text.isEmpty() ? 16 : 20);
    }
    return width;
}

QSize SegmentedControl::sizeHint() const
{
    int width = 1;
    for (const Segment& segment : m_segments) {
        width += widthOf(segment) + 1;
    }
    return {width, m_provider.theme().scaled(24)};
}

QVector<QRect> SegmentedControl::rects() const
{
    QVector<QRect> out;
    int x = 1;
    for (const Segment& segment : m_segments) {
        const int w = widthOf(segment);
        out.append(QRect(x, 1, w, height() - 2));
        x += w + 1;
    }
    return out;
}

void SegmentedControl::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = m_provider.theme();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.base);
    painter.drawRoundedRect(rect(), 4, 4);
    const QVector<QRect> boxes = rects();
    for (int i = 0; i < boxes.size(); ++i) {
        const Segment& segment = m_segments[i];
        const QRect box = boxes[i];
        if (i == m_current || i == m_hover) {
            painter.fillRect(box, i == m_current ? theme.selected : theme.hover);
        }
        if (i + 1 < boxes.size()) {
            painter.fillRect(QRect(box.right() + 1, box.top(), 1, box.height()), theme.border);
        }
        int x = box.left() + theme.scaled(9);
        if (segment.glyph != Glyph::None) {
            const int side = theme.scaled(16);
            paintGlyph(painter, segment.glyph,
                       QRect(x - 1, box.center().y() - side / 2, side, side),
                       isEnabled() ? theme.*segment.colour : theme.disabled);
            x += theme.scaled(20);
        }
        painter.setFont(theme.font(TextStep::BodyMedium));
        painter.setPen(!isEnabled() ? theme.disabled : i == m_current ? theme.text : theme.text2);
        const QRect textBox(x, box.top(), box.right() - x + 1, box.height());
        painter.drawText(textBox, Qt::AlignVCenter | Qt::AlignLeft, segment.text);
        if (segment.count >= 0) {
            x += painter.fontMetrics().horizontalAdvance(segment.text) + theme.scaled(5);
            painter.setFont(theme.font(TextStep::CodeSmall));
            painter.drawText(QRect(x, box.top(), box.right() - x + 1, box.height()),
                             Qt::AlignVCenter | Qt::AlignLeft, QString::number(segment.count));
        }
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(theme.border);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
}

void SegmentedControl::mousePressEvent(QMouseEvent* event)
{
    const QVector<QRect> boxes = rects();
    for (int i = 0; i < boxes.size(); ++i) {
        if (boxes[i].adjusted(-1, -1, 1, 1).contains(event->pos())) {
            setCurrent(i);
            return;
        }
    }
}

void SegmentedControl::mouseMoveEvent(QMouseEvent* event)
{
    const QVector<QRect> boxes = rects();
    int hover = -1;
    for (int i = 0; i < boxes.size(); ++i) {
        if (boxes[i].contains(event->pos())) {
            hover = i;
        }
    }
    if (hover != m_hover) {
        m_hover = hover;
        update();
    }
}

void SegmentedControl::leaveEvent(QEvent*)
{
    m_hover = -1;
    update();
}

void SegmentedControl::keyPressEvent(QKeyEvent* event)
{
    const int last = int(m_segments.size()) - 1;
    switch (event->key()) {
    case Qt::Key_Left:
        setCurrent(std::max(0, m_current - 1));
        break;
    case Qt::Key_Right:
        setCurrent(std::min(last, m_current + 1));
        break;
    case Qt::Key_Home:
        setCurrent(0);
        break;
    case Qt::Key_End:
        setCurrent(last);
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

void SegmentedControl::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void SegmentedControl::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

bool SegmentedControl::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QVector<QRect> boxes = rects();
        for (int i = 0; i < boxes.size(); ++i) {
            if (boxes[i].contains(help->pos()) && !m_segments[i].toolTip.isEmpty()) {
                showTip(help->globalPos(), m_segments[i].toolTip, this, boxes[i]);
                return true;
            }
        }
    }
    return QWidget::event(event);
}

/// The name is the caller's; the state describes it.
void SegmentedControl::updateAccessibility()
{
    QStringList all;
    for (const Segment& segment : m_segments) {
        all += segment.count < 0 ? segment.text
                                 : QStringLiteral("%1 %2").arg(segment.text).arg(segment.count);
    }
    setAccessibleDescription(
        tr("%1, chosen of %2").arg(all.value(m_current), all.join(QStringLiteral(", "))));
}

ThinProgressBar::ThinProgressBar(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent), m_provider(provider)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&provider, &ThemeProvider::changed, this, [this] { update(); });
    setAccessibleName(tr("Progress"));
}

void ThinProgressBar::setProgress(int done, int total)
{
    if (done == m_done && total == m_total) {
        return;
    }
    m_done = done;
    m_total = total;
    setAccessibleDescription(total > 0 ? tr("%1 of %2").arg(done).arg(total) : QString());
    update();
}

QSize ThinProgressBar::sizeHint() const
{
    return {m_provider.theme().scaled(96), 4};
}

QSize ThinProgressBar::minimumSizeHint() const
{
    return {24, 4};
}

void ThinProgressBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = m_provider.theme();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const QRectF track(0, (height() - 4) / 2.0, width(), 4);
    painter.setBrush(theme.well);
    painter.drawRoundedRect(track, 2, 2);
    if (m_total > 0 && m_done > 0) {
        const qreal part = std::clamp(qreal(m_done) / m_total, 0.0, 1.0);
        painter.setBrush(theme.accent);
        painter.drawRoundedRect(
            QRectF(track.topLeft(), QSizeF(std::max(4.0, track.width() * part), 4)), 2, 2);
    }
}

SearchField::SearchField(ThemeProvider& provider, const QString& placeholder, const QString& key,
                         Glyph glyph, QWidget* parent)
    : QLineEdit(parent), m_provider(provider), m_key(key), m_glyph(glyph)
{
    setPlaceholderText(placeholder);
    setAccessibleName(placeholder);
    connect(&provider, &ThemeProvider::changed, this, &SearchField::restyle);
    restyle();
}

void SearchField::restyle()
{
    const Theme& theme = m_provider.theme();
    setTextMargins(theme.scaled(22), 0, m_key.isEmpty() ? 0 : theme.scaled(18), 0);
}

void SearchField::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && !text().isEmpty()) {
        clear();
        return;
    }
    if (event->key() == Qt::Key_Down) {
        Q_EMIT downPressed();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void SearchField::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    QPainter painter(this);
    const Theme& theme = m_provider.theme();
    const int side = theme.scaled(16);
    paintGlyph(painter, m_glyph, QRect(theme.scaled(8), (height() - side) / 2, side, side),
               isEnabled() ? theme.muted : theme.disabled);
    if (!m_key.isEmpty() && text().isEmpty() && !hasFocus()) {
        painter.setFont(theme.font(TextStep::Small));
        painter.setPen(theme.muted);
        painter.drawText(rect().adjusted(0, 0, -theme.scaled(13), 0),
                         Qt::AlignVCenter | Qt::AlignRight, m_key);
    }
}

namespace {

/// A push button with room between icon and text, a chevron where it opens a menu, and a ring that
/// stands off the fill when a primary one has the focus.
class Button : public QPushButton
{
public:
    using QPushButton::QPushButton;

protected:
    void initStyleOption(QStyleOptionButton* option) const override
    {
        QPushButton::initStyleOption(option);
        if (!option->icon.isNull() && !option->text.isEmpty()) {
            option->iconSize.rwidth() += 4;
        }
    }

    /// Enter presses the button that has the focus, not the one that a dialog presses else.
    void keyPressEvent(QKeyEvent* event) override
    {
        const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
        if (enter && !(event->modifiers() & ~Qt::KeypadModifier) && !event->isAutoRepeat()) {
            click(); // opens its menu, where it has one
            return;
        }
        QPushButton::keyPressEvent(event);
    }

    void paintEvent(QPaintEvent* event) override
    {
        if (property("chevron").toBool()) {
            paintWithChevron();
        } else {
            QPushButton::paintEvent(event);
        }
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (property("primary").toBool() && hasFocus() && isEnabled()) {
            // Not the button's own palette, which has its fill there.
            painter.setPen(QPen(QGuiApplication::palette().color(QPalette::Base), 1.5));
            painter.drawRoundedRect(QRectF(rect()).adjusted(2.75, 2.75, -2.75, -2.75), 2.5, 2.5);
        }
    }

private:
    /// The style centres a label in the whole button: here it stands in what the chevron leaves.
    void paintWithChevron()
    {
        QStylePainter painter(this);
        QStyleOptionButton option;
        initStyleOption(&option);
        option.features &= ~QStyleOptionButton::HasMenu;
        painter.drawControl(QStyle::CE_PushButtonBevel, option);
        const int side = fontMetrics().height();
        const QRect chevron(width() - side - 5, (height() - side) / 2, side, side);
        option.rect.setRight(chevron.left());
        painter.drawControl(QStyle::CE_PushButtonLabel, option);
        QStyleOption arrow;
        arrow.initFrom(this);
        arrow.rect = chevron;
        painter.drawPrimitive(QStyle::PE_IndicatorArrowDown, arrow);
    }
};

} // namespace

QPushButton* makeButton(const QString& text, ButtonKind kind, QWidget* parent)
{
    auto* button = new Button(text, parent);
    button->setAutoDefault(false);
    switch (kind) {
    case ButtonKind::Normal:
        break;
    case ButtonKind::Primary:
        button->setProperty("primary", true);
        break;
    case ButtonKind::Destructive:
        button->setProperty("destructive", true);
        break;
    case ButtonKind::Flat:
        button->setFlat(true);
        break;
    case ButtonKind::Link:
        button->setProperty("link", true);
        button->setCursor(Qt::PointingHandCursor);
        break;
    }
    button->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    return button;
}

namespace {

constexpr int kReadable = 140; // pixels of the grid that a text which may be elided should have

/// Width that the items of `row` from `from` to before `end` need with its margins. Those that can
/// be narrower than they want get `readable` pixels of it.
int leastWidth(const QHBoxLayout& row, int from, int end, int readable)
{
    int width = row.contentsMargins().left() + row.contentsMargins().right();
    int parts = 0;
    for (int i = from; i < end; ++i) {
        QLayoutItem* item = row.itemAt(i);
        const int least = item->minimumSize().width();
        if (item->spacerItem() != nullptr) {
            width += least;
        } else if (!item->isEmpty()) {
            width += std::max(least, std::min(item->sizeHint().width(), readable));
            ++parts;
        }
    }
    return width + row.spacing() * std::max(0, parts - 1);
}

} // namespace

PanelHeader::PanelHeader(ThemeProvider& provider, int height, ColourToken fill, QWidget* parent)
    : QWidget(parent), m_provider(provider), m_height(height), m_fill(fill), m_row(new QHBoxLayout)
{
    m_row->setContentsMargins(12, 0, 12, 1);
    m_row->setSpacing(8);
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->addLayout(m_row, 1);
    connect(&provider, &ThemeProvider::changed, this, &PanelHeader::restyle);
    restyle();
}

void PanelHeader::restyle()
{
    setFixedHeight(m_provider.theme().scaled(m_height) * (m_wrapped ? 2 : 1));
    update();
}

void PanelHeader::wrapFrom(const QWidget& first)
{
    m_wrapFrom = &first;
    m_second = new QHBoxLayout;
    m_second->setContentsMargins(0, 0, 0, 0); // it takes no room while it is empty
    m_second->setSpacing(m_row->spacing());
    static_cast<QVBoxLayout*>(layout())->addLayout(m_second);
    fitLines();
}

QSize PanelHeader::minimumSizeHint() const
{
    if (m_second == nullptr) {
        return QWidget::minimumSizeHint();
    }
    const int all = m_row->count();
    const int first = m_wrapped ? all : m_row->indexOf(m_wrapFrom);
    const int second = m_wrapped ? leastWidth(*m_second, 0, m_second->count(), 0)
                                 : leastWidth(*m_row, first, all, 0);
    return {std::max(leastWidth(*m_row, 0, first, 0), second), height()};
}

void PanelHeader::fitLines()
{
    if (m_second == nullptr) {
        return;
    }
    const int readable = m_provider.theme().scaled(kReadable);
    const int all =
        leastWidth(*m_row, 0, m_row->count(), readable) +
        (m_wrapped ? leastWidth(*m_second, 0, m_second->count(), readable) + m_row->spacing() -
                         m_second->contentsMargins().left() - m_second->contentsMargins().right()
                   : 0);
    const bool wraps = all > width();
    if (wraps == m_wrapped) {
        return;
    }
    m_wrapped = wraps;
    m_second->setContentsMargins(wraps ? m_row->contentsMargins() : QMargins());
    static_cast<QVBoxLayout*>(layout())->setStretchFactor(m_second, wraps ? 1 : 0);
    const auto move = [](QHBoxLayout& from, int at, QHBoxLayout& to) {
        while (at < from.count()) {
            const int stretch = from.stretch(at);
            to.addItem(from.takeAt(at));
            to.setStretch(to.count() - 1, stretch);
        }
    };
    if (wraps) {
        move(*m_row, m_row->indexOf(m_wrapFrom), *m_second);
        m_row->addStretch(); // what is left stays at the left
        m_second->addStretch();
    } else {
        delete m_row->takeAt(m_row->count() - 1);
        delete m_second->takeAt(m_second->count() - 1);
        move(*m_second, 0, *m_row);
    }
    restyle();
    updateGeometry();
}

bool PanelHeader::event(QEvent* event)
{
    const bool handled = QWidget::event(event);
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) {
        fitLines();
    }
    return handled;
}

void PanelHeader::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = m_provider.theme();
    painter.fillRect(rect(), theme.*m_fill);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.border);
}

Surface::Surface(ThemeProvider& provider, ColourToken fill, QWidget* parent)
    : QWidget(parent), m_provider(provider), m_fill(fill)
{
    connect(&provider, &ThemeProvider::changed, this, [this] { update(); });
}

void Surface::setFill(ColourToken fill)
{
    m_fill = fill;
    update();
}

void Surface::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_provider.theme().*m_fill);
}

} // namespace rocport
