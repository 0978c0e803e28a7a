#include "ui/plan/inventorymodel.h"

#include "ui/theme/elide.h"

#include <QAbstractItemView>
#include <QLocale>
#include <QPainter>

#include <array>
#include <cmath>

namespace rocport {

namespace {
constexpr int kPad = 12;
constexpr int kLeastBar = 40; // beside long names
constexpr int kMostLines = 5;

InventoryModel::Section sectionOf(const QModelIndex& index)
{
    return static_cast<InventoryModel::Section>(index.data(InventoryModel::SectionRole).toInt());
}

/// Vertical stripes: experimental.
void stripes(QPainter& p, const QRectF& rect, const QColor& colour)
{
    const int count = int(std::ceil(rect.width() / 4));
    for (int i = 0; i < count; ++i) {
        const qreal x = rect.left() + i * 4;
        p.fillRect(QRectF(x, rect.top(), std::min(2.0, rect.right() - x), rect.height()), colour);
    }
}

/// Slanted hatch: unsupported.
void hatch(QPainter& p, const QRectF& rect, const QColor& colour)
{
    p.save();
    p.setClipRect(rect);
    p.setRenderHint(QPainter::Antialiasing);
    p.setPen(QPen(colour, 1.8));
    const int count = int(std::ceil((rect.width() + 2 * rect.height()) / 4));
    for (int i = 0; i < count; ++i) {
        const qreal x = rect.left() - rect.height() + i * 4;
        p.drawLine(QPointF(x, rect.bottom()), QPointF(x + rect.height(), rect.top()));
    }
    p.restore();
}

} // namespace

InventoryDelegate::InventoryDelegate(ThemeProvider& provider, QObject* parent)
    : QStyledItemDelegate(parent), m_provider(provider)
{
}

QSize InventoryDelegate::sizeHint(const QStyleOptionViewItem& option,
                                  const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    if (!index.parent().isValid()) {
        return {200, theme.scaled(32)};
    }
    if (sectionOf(index) != InventoryModel::Section::Risks) {
        return {200, theme.scaled(24)};
    }
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    const int width = view != nullptr ? view->viewport()->width() : option.rect.width();
    const bool place = !index.data(InventoryModel::PathRole).value<RepoPath>().isEmpty();
    return {200, riskText(index, width).height() + theme.scaled(8) +
                     (place ? theme.lineHeight(TextStep::CodeSmall) : 0)};
}

void InventoryDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    painter->save();
    if (!index.parent().isValid()) {
        paintSection(*painter, option.rect, index);
    } else {
        if (option.state & QStyle::State_Selected) {
            painter->fillRect(option.rect,
                              option.state & QStyle::State_Active ? theme.selected : theme.well);
        } else if (option.state & QStyle::State_MouseOver) {
            painter->fillRect(option.rect, theme.hover);
        }
        switch (sectionOf(index)) {
        case InventoryModel::Section::Languages:
            paintLanguage(*painter, option.rect, index);
            break;
        case InventoryModel::Section::Coverage:
            paintCoverage(*painter, option.rect, index);
            break;
        case InventoryModel::Section::Python:
            paintPython(*painter, option.rect, index);
            break;
        case InventoryModel::Section::Risks:
            paintRisk(*painter, option.rect, index);
            break;
        }
    }
    if (option.state & QStyle::State_HasFocus) {
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(theme.accent, 2));
        painter->drawRoundedRect(QRectF(option.rect).adjusted(1, 1, -1, -1), 3, 3);
    }
    painter->restore();
}

void InventoryDelegate::number(QPainter& p, const QRect& rect, int rightInset, int value,
                               const QColor& colour) const
{
    p.setFont(m_provider.theme().font(TextStep::Code));
    p.setPen(colour);
    p.drawText(rect.adjusted(0, 0, -rightInset, 0), Qt::AlignVCenter | Qt::AlignRight,
               QLocale().toString(value));
}

void InventoryDelegate::paintSection(QPainter& p, const QRect& rect, const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    p.fillRect(rect, theme.alt);
    if (index.row() > 0) {
        p.fillRect(QRect(rect.left(), rect.top(), rect.width(), 1), theme.border);
    }
    p.setFont(theme.font(TextStep::BodyStrong));
    p.setPen(theme.text);
    const QString title = index.data().toString();
    p.drawText(rect.adjusted(kPad, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, title);
    const int titleEnd = kPad + p.fontMetrics().horizontalAdvance(title) + 12;
    p.setFont(theme.font(TextStep::Caption));
    p.setPen(theme.muted);
    const auto right = [&](int inset, const QString& text) {
        if (rect.width() - inset - p.fontMetrics().horizontalAdvance(text) < titleEnd) {
            return; // no room beside the title
        }
        p.drawText(rect.adjusted(0, 0, -inset, 0), Qt::AlignVCenter | Qt::AlignRight, text);
    };
    const QString summary = index.data(InventoryModel::SummaryRole).toString();
    if (!summary.isEmpty()) {
        right(kPad, summary);
        return;
    }
    switch (static_cast<InventoryModel::Section>(index.row())) {
    case InventoryModel::Section::Languages:
        right(kPad, tr("Lines"));
        right(kPad + theme.scaled(72), tr("Files"));
        break;
    case InventoryModel::Section::Coverage: {
        int x = rect.right() - kPad;
        const QFontMetrics metrics = p.fontMetrics();
        const auto legend = [&](const QString& text, int kind) {
            const int width = metrics.horizontalAdvance(text) + theme.scaled(14);
            if (x - width < rect.left() + titleEnd) {
                x = 0; // nor the ones further left
                return;
            }
            x -= metrics.horizontalAdvance(text);
            p.drawText(QRect(x, rect.top(), rect.width(), rect.height()),
                       Qt::AlignVCenter | Qt::AlignLeft, text);
            x -= theme.scaled(14);
            const QRectF box(x, rect.center().y() - 3, theme.scaled(10), 8);
            if (kind == 0) {
                p.fillRect(box, theme.okFill);
            } else if (kind == 1) {
                stripes(p, box, theme.warnFill);
            } else {
                hatch(p, box, theme.critFill);
            }
            p.setPen(theme.muted);
            x -= theme.scaled(8);
        };
        legend(tr("unsupported"), 2);
        legend(tr("experimental"), 1);
        legend(tr("supported"), 0);
        break;
    }
    case InventoryModel::Section::Python:
        right(kPad, tr("Count"));
        break;
    case InventoryModel::Section::Risks:
        break;
    }
}

/// Room for the longest name of a section, so that its bars begin in one line: names are whole
/// where they can be, and the bars give way.
int InventoryDelegate::nameWidth(const QFontMetrics& metrics, const QModelIndex& index, int least,
                                 int room) const
{
    int width = least;
    for (int row = 0; row < index.model()->rowCount(index.parent()); ++row) {
        const QString name = index.siblingAtRow(row).data().toString();
        width = std::max(width, metrics.horizontalAdvance(name) + 8);
    }
    const int bars = m_provider.theme().scaled(kLeastBar);
    return std::min(width, std::max(std::min(least, room), room - bars));
}

void InventoryDelegate::paintLanguage(QPainter& p, const QRect& rect,
                                      const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    const auto numbers = index.data(InventoryModel::NumbersRole).value<QList<int>>();
    p.setFont(theme.font(TextStep::Small));
    p.setPen(theme.text);
    const int numbersWidth = theme.scaled(132);
    const int name =
        nameWidth(p.fontMetrics(), index, theme.scaled(92), rect.width() - 2 * kPad - numbersWidth);
    p.drawText(rect.adjusted(kPad, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
               elided(p.fontMetrics(), index.data().toString(), ElideAs::Name, name - 4));
    const int end = rect.width() - kPad - numbersWidth;
    const QRectF track(rect.left() + kPad + name, rect.center().y() - 2, end - kPad - name, 6);
    if (track.width() > 12) {
        p.fillRect(track, theme.well);
        const qreal share = index.data(InventoryModel::ShareRole).toDouble();
        p.fillRect(QRectF(track.topLeft(), QSizeF(std::max(1.0, track.width() * share), 6)),
                   theme.control);
    }
    number(p, rect, kPad, numbers.value(1), theme.text);
    number(p, rect, kPad + theme.scaled(72), numbers.value(0), theme.muted);
}

void InventoryDelegate::paintCoverage(QPainter& p, const QRect& rect,
                                      const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    const auto numbers = index.data(InventoryModel::NumbersRole).value<QList<int>>();
    p.setFont(theme.font(TextStep::Small));
    p.setPen(theme.text);
    const int numbersWidth = theme.scaled(104);
    const int name = nameWidth(p.fontMetrics(), index, theme.scaled(106),
                               rect.width() - 2 * kPad - numbersWidth);
    p.drawText(rect.adjusted(kPad, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
               elided(p.fontMetrics(), index.data().toString(), ElideAs::Name, name - 4));
    const int end = rect.width() - kPad - numbersWidth;
    const QRectF track(rect.left() + kPad + name, rect.center().y() - 3, end - kPad - name, 8);
    const int all = numbers.value(0) + numbers.value(1) + numbers.value(2);
    if (track.width() > 12 && all > 0) {
        // A part that is there is seen: at least 5 pixels.
        qreal widths[3];
        qreal fixed = 0;
        for (int i : {1, 2}) {
            widths[i] =
                numbers.value(i) ? std::max(5.0, track.width() * numbers.value(i) / all) : 0;
            fixed += widths[i];
        }
        widths[0] = std::max(0.0, track.width() - fixed);
        p.fillRect(QRectF(track.left(), track.top(), std::max(0.0, widths[0] - 1), 8),
                   theme.okFill);
        stripes(p, QRectF(track.left() + widths[0], track.top(), widths[1], 8), theme.warnFill);
        hatch(p, QRectF(track.left() + widths[0] + widths[1], track.top(), widths[2], 8),
              theme.critFill);
    }
    number(p, rect, kPad, numbers.value(2), numbers.value(2) ? theme.crit : theme.muted);
    number(p, rect, kPad + theme.scaled(32), numbers.value(1),
           numbers.value(1) ? theme.warn : theme.muted);
    number(p, rect, kPad + theme.scaled(64), numbers.value(0), theme.text);
}

std::optional<ApiSupport> InventoryDelegate::supportAt(const QRect& rect, const QPoint& at) const
{
    // From the right, as paintCoverage() has them.
    const int step = m_provider.theme().scaled(32);
    const int fromRight = rect.right() - kPad / 2 - at.x();
    if (!rect.contains(at) || fromRight < 0 || fromRight >= 3 * step) {
        return std::nullopt;
    }
    constexpr std::array kColumns = {ApiSupport::Unsupported, ApiSupport::Experimental,
                                     ApiSupport::Supported};
    return kColumns.at(static_cast<size_t>(fromRight / step));
}

void InventoryDelegate::paintPython(QPainter& p, const QRect& rect, const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    p.setFont(theme.font(TextStep::CodeSmall));
    p.setPen(theme.text);
    const int room = rect.width() - 2 * kPad - theme.scaled(110);
    p.drawText(rect.adjusted(kPad, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
               elided(p.fontMetrics(), index.data().toString(), ElideAs::Name, room));
    p.setFont(theme.font(TextStep::Caption));
    p.setPen(theme.muted);
    p.drawText(rect.adjusted(0, 0, -kPad - theme.scaled(56), 0), Qt::AlignVCenter | Qt::AlignRight,
               tr("Phase %1").arg(index.data(InventoryModel::PhaseRole).toInt()));
    number(p, rect, kPad, index.data(InventoryModel::NumbersRole).value<QList<int>>().value(0),
           theme.text);
}

/// Where the words of a risk stand in a row of `width` pixels, seen from the row's corner.
QRect InventoryDelegate::riskText(const QModelIndex& index, int width) const
{
    const Theme& theme = m_provider.theme();
    const int left = kPad + theme.scaled(16) + 8;
    const int room = std::max(width - left - kPad, theme.scaled(80));
    const QFont font = theme.font(TextStep::Small);
    const auto lines =
        static_cast<int>(wrapped(font, index.data().toString(), room, kMostLines).size());
    return {left, theme.scaled(4), room, lines * QFontMetrics(font).lineSpacing()};
}

/// What is wrong, on as many lines as it takes, and where below it.
void InventoryDelegate::paintRisk(QPainter& p, const QRect& rect, const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    const Mark mark =
        severityMark(static_cast<Severity>(index.data(InventoryModel::SeverityRole).toInt()));
    const int side = theme.scaled(16);
    const QRect text = riskText(index, rect.width()).translated(rect.topLeft());
    paintGlyph(p, mark.glyph, QRectF(rect.left() + kPad, text.top(), side, side),
               theme.*mark.colour);
    p.setFont(theme.font(TextStep::Small));
    p.setPen(theme.text);
    const QStringList lines = wrapped(p.font(), index.data().toString(), text.width(), kMostLines);
    const int height = p.fontMetrics().lineSpacing();
    for (int i = 0; i < lines.size(); ++i) {
        p.drawText(QRect(text.left(), text.top() + i * height, text.width(), height),
                   Qt::AlignVCenter | Qt::AlignLeft, lines[i]);
    }
    const auto path = index.data(InventoryModel::PathRole).value<RepoPath>();
    if (path.isEmpty()) {
        return;
    }
    p.setFont(theme.font(TextStep::CodeSmall));
    p.setPen(theme.accent);
    const QString place = QStringLiteral("%1:%2").arg(
        path.display(), QString::number(index.data(InventoryModel::LineRole).toInt()));
    const QRect line(text.left(), text.bottom() + 1, text.width(),
                     theme.lineHeight(TextStep::CodeSmall));
    p.drawText(line, Qt::AlignVCenter | Qt::AlignLeft,
               elided(p.fontMetrics(), place, ElideAs::Path, line.width()));
}

} // namespace rocport
