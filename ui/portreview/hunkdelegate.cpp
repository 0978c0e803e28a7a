#include "ui/portreview/hunkdelegate.h"

#include "ui/portreview/hunksmodel.h"
#include "ui/portreview/hunkwords.h"
#include "ui/theme/codetext.h"
#include "ui/theme/elide.h"
#include "ui/theme/plaintext.h"

#include <QPainter>
#include <QTreeView>

#include <algorithm>

namespace rocport {

namespace {

constexpr int kRow = 24;
constexpr int kMargin = 12;   // as headers have it
constexpr int kMark = 14;     // square of a hunk, ring of a file
constexpr int kFileMark = 32; // left of the mark of a file
constexpr int kHunkMark = 32; // the same of a hunk
constexpr int kTitle = 86;    // left of a hunk's name
constexpr int kWordMark = 12;
constexpr int kAwaited = 8; // height of the bar in place of a word
constexpr int kGap = 6;
constexpr int kCellGap = 4;

const QString kChanged = QStringLiteral("±");

Mark markOfFile(int decided)
{
    switch (decided) {
    case 1:
        return {Glyph::MarkProgress, &ThemeColours::accent};
    case 2:
        return {Glyph::MarkDone, &ThemeColours::okFill};
    default:
        return {Glyph::MarkTodo, &ThemeColours::control};
    }
}

Mark markOfWord(const HunksModel& model, const QModelIndex& index)
{
    const ReviewHunk* hunk = model.hunk(index);
    if (hunk == nullptr) {
        return {};
    }
    return index.column() == HunksModel::NvidiaColumn ? nvidiaMark(hunk->nvidia)
           : index.column() == HunksModel::RocmColumn ? armMark(hunk->rocm)
                                                      : Mark{Glyph::None, ruleColour(hunk->match)};
}

void drawMark(QPainter& painter, const Theme& theme, const Mark& mark, int x, int middle, int size)
{
    paintGlyph(painter, mark.glyph, QRectF(x, middle - size / 2.0 + 0.5, size, size),
               theme.*mark.colour);
}

} // namespace

HunkDelegate::HunkDelegate(ThemeProvider& provider, QObject* parent)
    : QStyledItemDelegate(parent), m_provider(provider)
{
}

QSize HunkDelegate::sizeHint(const QStyleOptionViewItem& /*option*/,
                             const QModelIndex& /*index*/) const
{
    return {120, m_provider.theme().scaled(kRow)};
}

int HunkDelegate::wordWidth(int column) const
{
    const QFontMetrics metrics(m_provider.theme().font(TextStep::Small));
    QStringList words;
    constexpr int kRuleAndNvidiaWords = 4;
    for (int i = 0; column != HunksModel::RocmColumn && i < kRuleAndNvidiaWords; ++i) {
        words.append(column == HunksModel::RuleColumn ? ruleWord(static_cast<RuleMatch>(i))
                                                      : nvidiaWord(static_cast<NvidiaPath>(i)));
    }
    for (const RocmArm arm : kRocmArms) {
        ReviewHunk one;
        one.rocm = arm;
        one.armFacts = {{64, arm, {}}}; // the widest words name lanes
        words += column == HunksModel::RocmColumn ? QStringList{armWord(one)} : QStringList();
    }
    int widest = 0;
    for (const QString& word : words) {
        widest = std::max(widest, metrics.horizontalAdvance(word));
    }
    const int mark =
        column == HunksModel::RuleColumn ? 0 : m_provider.theme().scaled(kWordMark) + kGap;
    return widest + mark + 2 * kCellGap + kGap;
}

void HunkDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    const auto* view = qobject_cast<const QTreeView*>(option.widget);
    const bool file = index.data(HunksModel::IsFileRole).toBool();
    const QRect whole(0, option.rect.top(),
                      view != nullptr ? view->viewport()->width() : option.rect.right() + 1,
                      option.rect.height());
    if (file && index.column() != HunksModel::HunkColumn) {
        return; // its row goes over all columns
    }
    QRect rect = option.rect;
    rect.setLeft(index.column() == HunksModel::HunkColumn ? 0 : rect.left());
    const QRect fill = file ? whole : rect;
    const bool focused = view != nullptr && view->hasFocus();
    painter->save();
    painter->setClipRect(fill);
    if ((option.state & QStyle::State_Selected) != 0) {
        painter->fillRect(fill, focused ? theme.selected : theme.well);
    } else if ((option.state & QStyle::State_MouseOver) != 0) {
        painter->fillRect(fill, theme.hover);
    } else if (file) {
        painter->fillRect(fill, theme.alt);
    }
    if (file) {
        paintFile(*painter, whole, index, view != nullptr && view->isExpanded(index));
    } else if (index.column() == HunksModel::HunkColumn) {
        paintHunk(*painter, rect, index);
    } else {
        paintWord(*painter, rect, index);
    }
    if (focused && view->currentIndex().siblingAtColumn(0) == index.siblingAtColumn(0)) {
        painter->setPen(QPen(theme.accent, 1));
        painter->setClipRect(whole);
        painter->drawRect(whole.adjusted(0, 0, -1, -1));
    }
    painter->restore();
}

void HunkDelegate::paintFile(QPainter& painter, const QRect& rect, const QModelIndex& index,
                             bool expanded) const
{
    const Theme& theme = m_provider.theme();
    const int middle = rect.center().y();
    paintGlyph(painter, expanded ? Glyph::ChevronDown : Glyph::ChevronRight,
               QRectF(kMargin, middle - 5.5, 12, 12), theme.text2);
    drawMark(painter, theme, markOfFile(index.data(HunksModel::DecidedRole).toInt()), kFileMark,
             middle, kMark);
    painter.setFont(theme.font(TextStep::CodeSmall));
    painter.setPen(theme.text2);
    const QString count = index.data(HunksModel::CountRole).toString();
    painter.drawText(rect.adjusted(0, 0, -kMargin, 0), Qt::AlignRight | Qt::AlignVCenter, count);
    int right = rect.right() - 2 * kMargin - painter.fontMetrics().horizontalAdvance(count);
    if (const int comments = index.data(HunksModel::CommentsRole).toInt(); comments > 0) {
        const QFontMetrics caption(theme.font(TextStep::Caption));
        right -= theme.scaled(kWordMark) + 2 + caption.horizontalAdvance(QString::number(comments));
        paintComments(painter, rect, right, comments);
        right -= kGap;
    }
    int x = kFileMark + kMark + kGap;
    painter.setFont(theme.font(TextStep::BodyMedium));
    painter.setPen(theme.text);
    const QString name = elided(painter.fontMetrics(), index.data().toString(), ElideAs::Name,
                                std::max(0, right - x));
    painter.drawText(QRect(x, rect.top(), right - x, rect.height()), Qt::AlignVCenter, name);
    x += painter.fontMetrics().horizontalAdvance(name) + kGap;
    painter.setFont(theme.font(TextStep::Small));
    painter.setPen(theme.muted);
    if (right - x > theme.scaled(32)) {
        painter.drawText(QRect(x, rect.top(), right - x, rect.height()), Qt::AlignVCenter,
                         elidedLine(painter.fontMetrics(),
                                    index.data(HunksModel::FolderRole).toString(), Qt::ElideMiddle,
                                    right - x));
    }
}

/// The number of comments, with its sign.
void HunkDelegate::paintComments(QPainter& painter, const QRect& rect, int x, int comments) const
{
    const Theme& theme = m_provider.theme();
    const int glyph = theme.scaled(kWordMark);
    painter.setFont(theme.font(TextStep::Caption));
    painter.setPen(theme.accent);
    paintGlyph(painter, Glyph::Note, QRectF(x, rect.center().y() - glyph / 2.0 + 0.5, glyph, glyph),
               theme.accent);
    painter.drawText(QRect(x + glyph + 2, rect.top(), rect.right() - x, rect.height()),
                     Qt::AlignVCenter, QString::number(comments));
}

void HunkDelegate::paintHunk(QPainter& painter, const QRect& rect, const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    const int middle = rect.center().y();
    const auto kind = static_cast<DecisionKind>(index.data(HunksModel::KindRole).toInt());
    drawMark(painter, theme, hunkMark(kind), kHunkMark, middle, kMark);
    painter.setFont(theme.font(TextStep::Code));
    painter.setPen(theme.muted);
    const QString line = index.data(HunksModel::LineRole).toString();
    const int digits = painter.fontMetrics().horizontalAdvance(line);
    const int left = std::max(theme.scaled(kTitle), kHunkMark + kMark + kGap + digits + kGap);
    painter.drawText(QRect(left - kGap - digits, rect.top(), digits, rect.height()),
                     Qt::AlignVCenter, line);
    // The signs stand right behind the name, which gives way for them.
    const QFontMetrics caption(theme.font(TextStep::Caption));
    const bool changed = index.data(HunksModel::ChangedRole).toBool();
    const int comments = index.data(HunksModel::CommentsRole).toInt();
    const int changedWidth = changed ? caption.horizontalAdvance(kChanged) + kGap : 0;
    const int commentsWidth = comments > 0
                                  ? theme.scaled(kWordMark) + 2 +
                                        caption.horizontalAdvance(QString::number(comments)) + kGap
                                  : 0;
    const int room = rect.right() - kCellGap - left - changedWidth - commentsWidth;
    const QFont body = theme.font(TextStep::Body);
    painter.setFont(body);
    painter.setPen(theme.text);
    const CodeText name(theme, index.data().toString(), body);
    name.paint(painter, QRect(left, rect.top(), std::max(0, room), rect.height()), 1);
    int x = left + std::min(room, name.width()) + kGap;
    if (changed) {
        painter.setFont(theme.font(TextStep::Caption));
        painter.setPen(theme.accent);
        painter.drawText(QRect(x, rect.top(), changedWidth, rect.height()), Qt::AlignVCenter,
                         kChanged);
        x += changedWidth;
    }
    if (comments > 0) {
        paintComments(painter, rect, x, comments);
    }
}

void HunkDelegate::paintWord(QPainter& painter, const QRect& rect, const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    const auto* model = qobject_cast<const HunksModel*>(index.model());
    if (model == nullptr) {
        return;
    }
    if (index.data(HunksModel::AwaitedRole).toBool()) { // a bar in place of what is to come
        const int height = theme.scaled(kAwaited);
        const QRect bar(rect.left() + kCellGap, rect.center().y() - height / 2,
                        rect.width() - 3 * kCellGap, height);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.border);
        painter.drawRoundedRect(bar, height / 2.0, height / 2.0);
        return;
    }
    const Mark mark = markOfWord(*model, index);
    int x = rect.left() + kCellGap;
    if (mark.glyph != Glyph::None) {
        const int size = theme.scaled(kWordMark);
        drawMark(painter, theme, mark, x, rect.center().y(), size);
        x += size + kGap;
    }
    const bool good = mark.colour == &ThemeColours::ok;
    painter.setFont(theme.font(TextStep::Small));
    painter.setPen(good ? theme.text2 : theme.*mark.colour);
    painter.drawText(QRect(x, rect.top(), rect.right() - x, rect.height()), Qt::AlignVCenter,
                     index.data().toString());
}

} // namespace rocport
