#include "ui/theme/columnfit.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>
#include <QTreeView>

#include <algorithm>
#include <numeric>

namespace rocport {

namespace {

constexpr int kMeasured = 240;       // rows of one parent whose widths are measured
constexpr int kNamed = 2000;         // rows whose paths are told apart
constexpr int kMostOfRoom = 60;      // percent of the room that one column may need
constexpr int kOfSentences = 52;     // percent that columns which do not decide get before paths
constexpr int kLeastOfWrapping = 96; // pixels of the grid that a column which wraps keeps
constexpr int kNameOfRoom = 40;      // percent that names of files get before all else

/// Gives `left` to the columns that `which` names in equal parts until each has what it needs.
template <typename Which>
void pour(const QVector<ColumnWish>& wishes, QVector<int>& widths, const Which& which, int& left)
{
    for (;;) {
        QVector<int> wanting;
        for (int i = 0; i < wishes.size(); ++i) {
            if (which(wishes[i]) && widths[i] < wishes[i].need) {
                wanting.append(i);
            }
        }
        if (wanting.isEmpty() || left <= 0) {
            return;
        }
        const int part = std::max(1, left / static_cast<int>(wanting.size()));
        for (const int i : std::as_const(wanting)) {
            const int given = std::min({part, wishes[i].need - widths[i], left});
            widths[i] += given;
            left -= given;
        }
    }
}

/// Gives at most `most` of `left` to the columns that do not decide, by what each lacks.
void pourByNeed(const QVector<ColumnWish>& wishes, QVector<int>& widths, int most, int& left)
{
    qint64 lacking = 0;
    for (int i = 0; i < wishes.size(); ++i) {
        lacking += wishes[i].decides ? 0 : std::max(0, wishes[i].need - widths[i]);
    }
    const qint64 part = std::min<qint64>({lacking, left, std::max(0, most)});
    for (int i = 0; i < wishes.size() && lacking > 0; ++i) {
        const qint64 lacks = wishes[i].decides ? 0 : std::max(0, wishes[i].need - widths[i]);
        const int given = static_cast<int>(part * lacks / lacking);
        widths[i] += given;
        left -= given;
    }
}

/// Takes what `widths` are wider than the room from the columns that wrap.
void narrow(const QVector<ColumnWish>& wishes, QVector<int>& widths, int over)
{
    for (int i = 0; i < wishes.size() && over > 0; ++i) {
        const int taken =
            wishes[i].wraps ? std::min(over, std::max(0, widths[i] - wishes[i].floor)) : 0;
        widths[i] -= taken;
        over -= taken;
    }
}

/// Relays the rows of a view when its viewport's width changes.
class RowLayout : public QObject
{
public:
    explicit RowLayout(QAbstractItemView& view) : QObject(&view), m_view(view)
    {
        view.viewport()->installEventFilter(this);
    }
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Resize && m_width != m_view.viewport()->width()) {
            m_width = m_view.viewport()->width();
            QMetaObject::invokeMethod(
                this, [this] { m_view.doItemsLayout(); }, Qt::QueuedConnection);
        }
        return QObject::eventFilter(watched, event);
    }

private:
    QAbstractItemView& m_view;
    int m_width = 0;
};

} // namespace

QVector<int> shareColumns(const QVector<ColumnWish>& wishes, int room)
{
    QVector<int> widths;
    int left = room;
    int stretch = static_cast<int>(wishes.size()) - 1;
    for (int i = 0; i < wishes.size(); ++i) {
        widths.append(std::min(wishes[i].least, wishes[i].need));
        left -= widths.last();
        stretch = wishes[i].stretch ? i : stretch;
    }
    if (left < 0) {
        narrow(wishes, widths, -left);
        return widths;
    }
    pour(
        wishes, widths, [](const ColumnWish& one) { return one.decides && !one.gives; }, left);
    const bool paths =
        std::any_of(wishes.begin(), wishes.end(), [](const ColumnWish& one) { return one.gives; });
    int sentences = 0;
    for (int i = 0; i < wishes.size(); ++i) {
        sentences += wishes[i].decides ? 0 : widths[i];
    }
    pourByNeed(wishes, widths, paths ? room * kOfSentences / 100 - sentences : left, left);
    pour(
        wishes, widths, [](const ColumnWish& one) { return one.gives; }, left);
    pourByNeed(wishes, widths, left, left);
    if (left > 0 && stretch >= 0) {
        widths[stretch] += left;
    }
    return widths;
}

QHeaderView* headerOf(const QWidget* view)
{
    if (const auto* tree = qobject_cast<const QTreeView*>(view)) {
        return tree->header();
    }
    const auto* table = qobject_cast<const QTableView*>(view);
    return table != nullptr ? table->horizontalHeader() : nullptr;
}

void layOutRowsWithWidth(QAbstractItemView& view)
{
    new RowLayout(view);
}

ColumnFit::ColumnFit(QAbstractItemView& view, ThemeProvider& provider, QVector<TableColumn> columns,
                     Measure measure)
    : QObject(&view),
      m_view(view),
      m_header(*headerOf(&view)),
      m_provider(provider),
      m_measure(std::move(measure))
{
    m_later.setSingleShot(true);
    m_later.setInterval(0);
    connect(&m_later, &QTimer::timeout, this, &ColumnFit::fit);
    m_header.setStretchLastSection(false);
    m_header.setMinimumSectionSize(provider.theme().scaled(24));
    setColumns(std::move(columns));
    view.viewport()->installEventFilter(this);
    connect(&provider, &ThemeProvider::changed, this, [this] {
        m_own.fill(0);
        m_later.start();
    });
    connect(&m_header, &QHeaderView::sectionResized, this, [this](int column, int, int size) {
        if (!m_fitting && column < m_own.size()) {
            m_own[column] = size;
            share();
            layOutRows();
        }
    });
    watchModel();
}

void ColumnFit::watchModel()
{
    const QAbstractItemModel* model = m_view.model();
    const auto later = [this] { m_later.start(); };
    connect(model, &QAbstractItemModel::modelReset, this, later);
    connect(model, &QAbstractItemModel::rowsInserted, this, later);
    connect(model, &QAbstractItemModel::rowsRemoved, this, later);
    connect(model, &QAbstractItemModel::layoutChanged, this, later);
    connect(model, &QAbstractItemModel::dataChanged, this, later);
}

void ColumnFit::setColumns(QVector<TableColumn> columns)
{
    for (const int column : std::as_const(m_out)) {
        m_header.showSection(column);
    }
    m_out.clear();
    m_columns = std::move(columns);
    m_own = QVector<int>(m_columns.size(), 0);
    m_titles = QVector<int>(m_columns.size(), 0);
    fit();
}

const TableColumn& ColumnFit::column(int at) const
{
    static const TableColumn kNone;
    return at >= 0 && at < m_columns.size() ? m_columns[at] : kNone;
}

QVector<int> ColumnFit::telling(int column, const QString& text) const
{
    return column >= 0 && column < m_telling.size() ? m_telling[column].value(text)
                                                    : QVector<int>();
}

void ColumnFit::fit()
{
    m_later.stop();
    measure();
    share();
    layOutRows();
}

/// Rows below `parent`, spread over all of them, and their children: `most` are measured, the paths
/// of `named` are told apart.
void ColumnFit::collect(const QModelIndex& parent, int most, int named, QVector<QStringList>& paths)
{
    const QAbstractItemModel& model = *m_view.model();
    const int rows = model.rowCount(parent);
    const int step = std::max(1, rows / named);
    const int every = std::max(1, rows / step / most);
    for (int row = 0, visit = 0; row < rows; row += step, ++visit) {
        const QModelIndex first = model.index(row, 0, parent);
        for (int column = 0; column < m_needs.size(); ++column) {
            const QModelIndex index = first.siblingAtColumn(column);
            if (m_columns[column].elide != ElideAs::Sentence) {
                paths[column].append(index.data().toString());
            }
            if (visit % every == 0) {
                const int need = m_measure(index);
                m_needs[column] = std::max(m_needs[column], need);
                if (m_columns[column].elide == ElideAs::Path && need > 0) {
                    const QString path = index.data().toString();
                    const auto folders = std::max<qsizetype>(0, path.lastIndexOf(u'/') - 1);
                    m_names[column] =
                        std::max(m_names[column], need - static_cast<int>(folders) * m_char);
                }
            }
        }
        if (!parent.isValid() && visit % every == 0 && model.hasChildren(first)) {
            collect(first, std::max(20, most / rows), std::max(20, named / rows), paths);
        }
    }
}

void ColumnFit::measure()
{
    const auto columns =
        std::min<qsizetype>(m_columns.size(), m_view.model()->columnCount(m_view.rootIndex()));
    m_needs = QVector<int>(columns, 0);
    m_names = QVector<int>(columns, 0);
    m_char = QFontMetrics(m_provider.theme().font(TextStep::Code)).horizontalAdvance(u'm');
    m_telling = QVector<QHash<QString, QVector<int>>>(columns);
    QVector<QStringList> paths(columns);
    collect({}, kMeasured, kNamed, paths);
    for (int column = 0; column < columns; ++column) {
        if (paths[column].size() > 1) {
            m_telling[column] = tellingParts(paths[column], m_columns[column].elide);
        }
        m_needs[column] = std::max(m_needs[column], titleWidth(column));
    }
}

void ColumnFit::share()
{
    const int room = m_view.viewport()->width();
    if (room <= 0 || m_needs.isEmpty()) {
        return;
    }
    QVector<ColumnWish> wishes;
    for (int column = 0; column < m_needs.size(); ++column) {
        const TableColumn& one = m_columns[column];
        const int header = titleWidth(column);
        ColumnWish wish;
        // Words and numbers are never cut: where even the least has no room, the view scrolls.
        const int word =
            one.decides ? std::min(m_needs[column], m_provider.theme().scaled(140)) : 0;
        // A path that goes on in further lines is whole anyway.
        const int name = one.wrap ? 0 : std::min(m_names[column], room * kNameOfRoom / 100);
        wish.least = std::max({m_provider.theme().scaled(one.least), header, word, name});
        const int most = one.decides ? room * kMostOfRoom / 100 : m_needs[column];
        wish.need = std::max({std::min(m_needs[column], most), header, word});
        wish.decides = one.decides;
        wish.stretch = one.stretch;
        wish.gives = one.decides && one.elide == ElideAs::Path;
        wish.wraps = one.wrap;
        wish.floor = std::max(m_provider.theme().scaled(kLeastOfWrapping), header);
        if (m_header.isSectionHidden(column) && !m_out.contains(column)) {
            wish.least = wish.need = 0;
            wish.stretch = false;
        } else if (m_own[column] > 0) {
            wish.least = wish.need = m_own[column];
            wish.stretch = wish.wraps = false;
        }
        wishes.append(wish);
    }
    m_fitting = true;
    leaveOut(wishes, room);
    for (const int column : std::as_const(m_out)) {
        wishes[column] = {};
    }
    const QVector<int> widths = shareColumns(wishes, room);
    for (int column = 0; column < widths.size(); ++column) {
        if (m_header.isSectionHidden(column)) { // after a reset hidden sections take room again
            m_header.showSection(column);
            m_header.hideSection(column);
        }
    }
    bool changed = false;
    for (int column = 0; column < widths.size(); ++column) {
        if (!m_header.isSectionHidden(column) && m_header.sectionSize(column) != widths[column] &&
            m_own[column] == 0) {
            m_header.resizeSection(column, widths[column]);
            changed = true;
        }
    }
    m_fitting = false;
    if (changed) {
        layOutRows();
    }
}

/// Hides optional columns until the least widths of the others have room, and shows them again.
void ColumnFit::leaveOut(const QVector<ColumnWish>& wishes, int room)
{
    int need = 0;
    for (const ColumnWish& wish : wishes) {
        need += std::min(wish.least, wish.need);
    }
    QVector<int> out;
    for (auto column = static_cast<int>(wishes.size()) - 1; column >= 0 && need > room; --column) {
        if (m_columns[column].optional && wishes[column].need > 0) {
            need -= std::min(wishes[column].least, wishes[column].need);
            out.append(column);
        }
    }
    for (const int column : std::as_const(m_out)) {
        if (!out.contains(column)) {
            m_header.showSection(column);
        }
    }
    for (const int column : std::as_const(out)) {
        m_header.hideSection(column);
    }
    m_out = out;
}

/// A hidden section has no size of its own.
int ColumnFit::titleWidth(int column)
{
    if (m_header.isHidden()) {
        return 0;
    }
    if (!m_header.isSectionHidden(column)) {
        m_titles[column] = m_header.sectionSizeHint(column);
    }
    return m_titles[column];
}

int ColumnFit::wholeWidth() const
{
    return std::accumulate(m_needs.begin(), m_needs.end(), 0);
}

/// Rows that wrap get the heights that their columns' widths ask for.
void ColumnFit::layOutRows()
{
    const bool wraps = std::any_of(m_columns.begin(), m_columns.end(),
                                   [](const TableColumn& one) { return one.wrap; });
    if (auto* table = qobject_cast<QTableView*>(&m_view); table != nullptr && wraps) {
        table->resizeRowsToContents();
    } else if (wraps) {
        m_view.doItemsLayout();
    }
    m_view.viewport()->update();
}

bool ColumnFit::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize) {
        share();
    }
    return QObject::eventFilter(watched, event);
}

} // namespace rocport
