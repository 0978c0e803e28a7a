#include "ui/theme/texttable.h"

#include "ui/theme/celldelegate.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QSortFilterProxyModel>

#include <algorithm>

namespace rocport {

namespace {

/// Columns as ColumnFit takes them: sentences give way before names, numbers and states.
QVector<TableColumn> tableColumns(const QVector<TextColumn>& columns)
{
    QVector<TableColumn> result;
    for (const TextColumn& column : columns) {
        TableColumn one;
        const bool sentence = column.sentence || (column.wrap && !column.path);
        one.elide = column.path ? ElideAs::Path : sentence ? ElideAs::Sentence : ElideAs::Name;
        one.decides = !sentence;
        one.stretch = column.stretch;
        one.wrap = column.wrap;
        one.optional = column.optional;
        one.least = column.wrap || column.path || column.sentence ? column.width
                                                                  : std::min(column.width, 72);
        result.append(one);
    }
    return result;
}

/// All words, each in some cell of the row.
class TextTableFilter : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setWords(const QString& words)
    {
        m_words = words.split(u' ', Qt::SkipEmptyParts);
        invalidateFilter();
    }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override
    {
        const QAbstractItemModel& model = *sourceModel();
        return std::all_of(m_words.begin(), m_words.end(), [&](const QString& word) {
            for (int column = 0; column < model.columnCount(parent); ++column) {
                const QString text = model.index(row, column, parent).data().toString();
                if (text.contains(word, Qt::CaseInsensitive)) {
                    return true;
                }
            }
            return false;
        });
    }

private:
    QStringList m_words;
};

QString csvCell(QString text)
{
    if (!text.isEmpty() && QStringLiteral("=+-@\t\r").contains(text.at(0))) {
        bool number = false;
        (void)text.toDouble(&number);
        if (!number) {
            text.prepend(u'\''); // a spreadsheet would calculate it
        }
    }
    const bool quote =
        text.contains(u',') || text.contains(u'"') || text.contains(u'\n') || text.contains(u'\r');
    return quote ? u'"' + text.replace(u'"', QStringLiteral("\"\"")) + u'"' : text;
}

} // namespace

TextTableModel::TextTableModel(ThemeProvider& provider, QVector<TextColumn> columns,
                               QObject* parent)
    : QAbstractTableModel(parent), m_provider(provider), m_columns(std::move(columns))
{
    connect(&provider, &ThemeProvider::changed, this, [this] {
        if (!m_rows.isEmpty() && !m_columns.isEmpty()) {
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        }
    });
}

void TextTableModel::setColumns(QVector<TextColumn> columns)
{
    beginResetModel();
    m_columns = std::move(columns);
    m_rows.clear();
    endResetModel();
}

void TextTableModel::setRows(QVector<TextRow> rows)
{
    const bool same = std::equal(rows.begin(), rows.end(), m_rows.begin(), m_rows.end(),
                                 [](const TextRow& a, const TextRow& b) { return a.id == b.id; });
    if (!same) {
        beginResetModel();
    }
    m_rows = std::move(rows);
    if (!same) {
        endResetModel();
    } else if (!m_rows.isEmpty() && !m_columns.isEmpty()) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
}

int TextTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int TextTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant TextTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const TextRow& row = m_rows[index.row()];
    const TextColumn& column = m_columns[index.column()];
    const TextCell cell = row.cells.value(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return cell.text;
    case Qt::ToolTipRole:
        return cell.toolTip.isEmpty() ? cell.text : cell.toolTip;
    case Qt::AccessibleTextRole:
        return cell.text.isEmpty() ? tr("%1: empty").arg(column.title)
                                   : QStringLiteral("%1: %2").arg(column.title, cell.text);
    case Qt::DecorationRole:
        return cell.mark.glyph == Glyph::None
                   ? QVariant()
                   : QVariant(m_provider.icon(cell.mark.glyph, cell.mark.colour));
    case Qt::ForegroundRole:
        return cell.colour == nullptr ? QVariant()
                                      : QVariant(QBrush(m_provider.theme().*cell.colour));
    case Qt::FontRole:
        return m_provider.theme().font(column.code || column.number ? TextStep::Code
                                       : cell.strong                ? TextStep::BodyStrong
                                                                    : TextStep::Body);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment((column.number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    case SortRole:
        return cell.sort.isValid() ? cell.sort : QVariant(cell.text);
    case IdRole:
        return row.id;
    default:
        return {};
    }
}

QVariant TextTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= m_columns.size()) {
        return {};
    }
    if (role == Qt::DisplayRole) {
        return m_columns[section].title;
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(Qt::Alignment(
            (m_columns[section].number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    }
    return {};
}

QString csvOf(const QAbstractItemModel& model)
{
    QStringList lines;
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column) {
        cells.append(csvCell(model.headerData(column, Qt::Horizontal).toString()));
    }
    lines.append(cells.join(u','));
    for (int row = 0; row < model.rowCount(); ++row) {
        cells.clear();
        for (int column = 0; column < model.columnCount(); ++column) {
            cells.append(csvCell(model.index(row, column).data().toString()));
        }
        lines.append(cells.join(u','));
    }
    return lines.join(QStringLiteral("\r\n")) + QStringLiteral("\r\n");
}

TextTable::TextTable(ThemeProvider& provider, TextTableModel& model, const QString& name,
                     QWidget* parent)
    : QTreeView(parent), m_provider(provider), m_model(model), m_sorted(new TextTableFilter(this))
{
    setAccessibleName(name);
    m_sorted->setSourceModel(&model);
    m_sorted->setSortRole(TextTableModel::SortRole);
    m_sorted->setSortCaseSensitivity(Qt::CaseInsensitive);
    setModel(m_sorted);
    setRootIsDecorated(false);
    setItemsExpandable(false);
    setFrameShape(QFrame::NoFrame);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setAllColumnsShowFocus(true);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    header()->setSectionsMovable(false);
    header()->setSortIndicator(-1, Qt::AscendingOrder);
    setSortingEnabled(true);
    auto* delegate = new CellDelegate(provider, 28, this);
    delegate->setRuled(true);
    m_fit = fitColumns(*this, provider, tableColumns(model.columns()), delegate);
    connect(m_sorted, &QAbstractItemModel::modelAboutToBeReset, this,
            [this] { m_resetting = true; });
    connect(m_sorted, &QAbstractItemModel::modelReset, this, &TextTable::keepCurrent);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (!m_resetting && currentId() != m_current) {
            m_current = currentId();
            Q_EMIT currentIdChanged(m_current);
        }
    });
    connect(this, &QTreeView::activated, this, [this](const QModelIndex& index) {
        Q_EMIT idActivated(index.data(TextTableModel::IdRole).toString());
    });
    connect(&provider, &ThemeProvider::changed, this, [this] { viewport()->update(); });
}

void TextTable::applyColumns()
{
    const QVector<TextColumn>& columns = m_model.columns();
    setUniformRowHeights(std::none_of(columns.begin(), columns.end(),
                                      [](const TextColumn& column) { return column.wrap; }));
    m_fit->setColumns(tableColumns(columns));
}

int TextTable::wholeWidth()
{
    m_fit->fit();
    return m_fit->wholeWidth();
}

void TextTable::keepCurrent()
{
    m_resetting = false;
    if (!setCurrentId(m_current)) {
        const QModelIndex first = m_sorted->index(0, 0);
        if (first.isValid()) {
            setCurrentIndex(first);
        } else if (!m_current.isEmpty()) {
            m_current.clear();
            Q_EMIT currentIdChanged(m_current);
        }
    }
}

QString TextTable::currentId() const
{
    return currentIndex().data(TextTableModel::IdRole).toString();
}

bool TextTable::setCurrentId(const QString& id)
{
    for (int row = 0; row < m_sorted->rowCount(); ++row) {
        const QModelIndex index = m_sorted->index(row, 0);
        if (!id.isEmpty() && index.data(TextTableModel::IdRole).toString() == id) {
            setCurrentIndex(index);
            scrollTo(index);
            return true;
        }
    }
    return false;
}

void TextTable::setFilter(const QString& words)
{
    static_cast<TextTableFilter*>(m_sorted)->setWords(words);
    if (!currentIndex().isValid()) {
        setCurrentIndex(m_sorted->index(0, 0));
    }
}

QString TextTable::csv() const
{
    return csvOf(*m_sorted);
}

void TextTable::copyCsv() const
{
    QGuiApplication::clipboard()->setText(csv());
}

void TextTable::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copyCsv();
        return;
    }
    QTreeView::keyPressEvent(event);
}

} // namespace rocport
