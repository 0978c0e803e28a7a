#include "ui/review/symboldialog.h"

#include "core/base/linerange.h"
#include "core/base/wording.h"
#include "ui/theme/elide.h"
#include "ui/theme/listsearch.h"

#include <QKeyEvent>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <utility>

namespace rocport {

using namespace std::chrono_literals;

namespace {

/// Name, then what it is, then where.
class SymbolDelegate : public QStyledItemDelegate
{
public:
    SymbolDelegate(ThemeProvider& provider, QObject* parent)
        : QStyledItemDelegate(parent), m_provider(provider)
    {
    }
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& /*option*/,
                                 const QModelIndex& /*index*/) const override
    {
        return {300, m_provider.theme().scaled(28)};
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override
    {
        const Theme& theme = m_provider.theme();
        painter->save();
        if (option.state & QStyle::State_Selected) {
            painter->fillRect(option.rect, theme.selected);
        } else if (option.state & QStyle::State_MouseOver) {
            painter->fillRect(option.rect, theme.hover);
        }
        const QRect rect = option.rect.adjusted(12, 0, -12, 0);
        painter->setFont(theme.font(TextStep::CodeSmall));
        painter->setPen(theme.muted);
        const QString place =
            elided(painter->fontMetrics(), index.data(SymbolModel::PlaceRole).toString(),
                   ElideAs::Path, rect.width() * 2 / 5);
        painter->drawText(rect, Qt::AlignVCenter | Qt::AlignRight, place);
        int right = painter->fontMetrics().horizontalAdvance(place) + 16;
        painter->setFont(theme.font(TextStep::Caption));
        const QString kind = index.data(SymbolModel::KindRole).toString();
        painter->drawText(rect.adjusted(0, 0, -right, 0), Qt::AlignVCenter | Qt::AlignRight, kind);
        right += painter->fontMetrics().horizontalAdvance(kind) + 16;
        painter->setFont(theme.font(TextStep::Code));
        painter->setPen(theme.text);
        painter->drawText(rect.adjusted(0, 0, -right, 0), Qt::AlignVCenter | Qt::AlignLeft,
                          elided(painter->fontMetrics(), index.data().toString(), ElideAs::Name,
                                 rect.width() - right));
        painter->restore();
    }

private:
    ThemeProvider& m_provider;
};

} // namespace

QString symbolKindName(SymbolKind kind)
{
    switch (kind) {
    case SymbolKind::Function:
        return SymbolDialog::tr("Function");
    case SymbolKind::Kernel:
        return SymbolDialog::tr("Kernel");
    case SymbolKind::Class:
        return SymbolDialog::tr("Class");
    case SymbolKind::Macro:
        return SymbolDialog::tr("Macro");
    }
    return {};
}

void SymbolModel::append(const QVector<FoundLine>& symbols)
{
    m_symbols += symbols;
    m_keys.reserve(m_symbols.size());
    for (const FoundLine& symbol : symbols) {
        m_keys.append(
            (symbol.text + u' ' + symbolKindName(symbol.symbol) + u' ' + symbol.path.display())
                .toCaseFolded());
    }
    match();
}

void SymbolModel::setQuery(const QString& query)
{
    m_query = query;
    match();
}

void SymbolModel::match()
{
    const QStringList words = m_query.toCaseFolded().split(u' ', Qt::SkipEmptyParts);
    QVector<std::pair<int, int>> found; // score, symbol
    for (int i = 0; i < m_symbols.size(); ++i) {
        if (const int good = searchScore(m_keys[i], words)) {
            found.append({good, i});
        }
    }
    const auto shown = std::min<qsizetype>(kMost, found.size());
    std::partial_sort(found.begin(), found.begin() + shown, found.end(),
                      [](const auto& a, const auto& b) {
                          return a.first != b.first ? a.first > b.first : a.second < b.second;
                      });
    beginResetModel();
    m_matching = found.size();
    m_rows.clear();
    for (qsizetype i = 0; i < shown; ++i) {
        m_rows.append(found[i].second);
    }
    endResetModel();
}

const FoundLine* SymbolModel::symbol(const QModelIndex& index) const
{
    return index.isValid() && index.row() < m_rows.size() ? &m_symbols.at(m_rows.at(index.row()))
                                                          : nullptr;
}

int SymbolModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant SymbolModel::data(const QModelIndex& index, int role) const
{
    const FoundLine* found = symbol(index);
    if (found == nullptr) {
        return {};
    }
    const QString place = placeText(found->path, found->shownLine);
    switch (role) {
    case Qt::DisplayRole:
        return found->text;
    case KindRole:
        return found->side == HitSide::Both
                   ? symbolKindName(found->symbol)
                   : tr("%1 of the %2")
                         .arg(symbolKindName(found->symbol),
                              found->side == HitSide::Port ? tr("port") : tr("original"));
    case PlaceRole:
        return place;
    case Qt::AccessibleTextRole:
        return tr("%1, %2, %3").arg(found->text, data(index, KindRole).toString(), place);
    default:
        return {};
    }
}

SymbolDialog::SymbolDialog(ProjectSession& session, ThemeProvider& provider,
                           const std::optional<RepoPath>& file, QWidget* parent)
    : QDialog(parent, Qt::Popup | Qt::FramelessWindowHint),
      m_provider(provider),
      m_search(session),
      m_file(file),
      m_model(new SymbolModel(this)),
      m_field(new SearchField(provider,
                              file ? tr("Function, kernel or class of this file")
                                   : tr("Function, kernel or class of all files"),
                              {}, Glyph::Search)),
      m_list(new QListView),
      m_status(new TextLabel(provider, TextStep::Caption, {}, &ThemeColours::muted))
{
    setObjectName(QStringLiteral("symbolDialog"));
    setWindowTitle(tr("Jump to a symbol"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(9, 9, 9, 9);
    column->setSpacing(8);
    column->addWidget(m_field);
    column->addWidget(m_list, 1);
    column->addWidget(m_status);
    m_field->setAccessibleName(tr("Symbol"));
    m_status->setObjectName(QStringLiteral("symbolStatus"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new SymbolDelegate(provider, m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setAccessibleName(tr("Symbols"));
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_model->setQuery(text);
        m_list->setCurrentIndex(m_model->index(0));
        updateStatus();
    });
    connect(m_field, &QLineEdit::returnPressed, this, &SymbolDialog::choose);
    connect(m_list, &QListView::clicked, this, &SymbolDialog::choose);
    // Hundreds of files come in a second: the list is filled a few times in it.
    m_fill.setSingleShot(true);
    m_fill.setInterval(150ms);
    connect(&m_fill, &QTimer::timeout, this, &SymbolDialog::refresh);
    connect(&m_search, &ReviewSearch::found, this, [this](const QVector<FoundLine>& symbols) {
        m_waiting += symbols;
        if (!m_fill.isActive()) {
            m_fill.start(m_model->total() == 0 ? 0ms : 150ms);
        }
    });
    connect(&m_search, &ReviewSearch::progressed, this, &SymbolDialog::updateStatus);
    const Theme& theme = provider.theme();
    const QWidget* window = parent->window();
    const int width = std::min(theme.scaled(760), window->width() - 32);
    resize(width, std::min(theme.scaled(460), window->height() - 80));
    move(window->mapToGlobal(QPoint((window->width() - width) / 2, theme.scaled(52))));
    m_field->setFocus();
    m_search.startSymbols(file);
    updateStatus();
}

void SymbolDialog::refresh()
{
    const FoundLine* before = m_model->symbol(m_list->currentIndex());
    const bool moved = before != nullptr && m_list->currentIndex().row() > 0;
    const QPair<RepoPath, int> place =
        moved ? QPair<RepoPath, int>(before->path, before->line) : QPair<RepoPath, int>();
    m_model->append(std::exchange(m_waiting, {}));
    int row = 0;
    for (int i = 0; moved && i < m_model->rowCount(); ++i) {
        const FoundLine* one = m_model->symbol(m_model->index(i));
        if (one->path == place.first && one->line == place.second) {
            row = i;
            break;
        }
    }
    m_list->setCurrentIndex(m_model->index(row));
    updateStatus();
}

void SymbolDialog::updateStatus()
{
    const QString symbols = counted(m_model->total(), tr("symbol"), tr("symbols"));
    QString text;
    if (m_search.isRunning() && !m_file) {
        text = tr("%1 so far; %2 of %3 read")
                   .arg(symbols, countText(m_search.filesDone()),
                        counted(m_search.files(), tr("file"), tr("files")));
    } else if (m_search.isRunning() || m_fill.isActive()) {
        text = tr("Reading…");
    } else if (m_search.files() == 0) {
        text = m_file ? tr("Symbols of this kind of file are not known.")
                      : tr("No file here is of a kind whose symbols are known.");
    } else if (m_model->total() == 0) {
        text = m_file ? tr("This file defines none.") : tr("No file defines any.");
    } else if (m_model->matching() == 0) {
        text = tr("None of %1 matches.").arg(symbols);
    } else if (m_model->matching() > m_model->rowCount()) {
        text = tr("%1 of %2 are listed: type more of the name")
                   .arg(countText(m_model->rowCount()), symbols);
    } else {
        text = m_model->matching() == m_model->total()
                   ? symbols
                   : tr("%1 of %2").arg(countText(m_model->matching()), symbols);
    }
    if (m_search.isFull()) {
        text += tr("; there are more, which are not read");
    }
    if (m_search.unreadable() > 0) {
        text += tr("; %1 could not be read")
                    .arg(counted(m_search.unreadable(), tr("file"), tr("files")));
    }
    m_status->setText(text);
}

void SymbolDialog::choose()
{
    if (const FoundLine* found = m_model->symbol(m_list->currentIndex())) {
        const FoundLine symbol = *found;
        accept();
        Q_EMIT chosen(symbol);
    }
}

void SymbolDialog::done(int result)
{
    m_fill.stop();
    m_search.cancel();
    QDialog::done(result);
}

bool SymbolDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_field && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Escape) {
            reject();
            return true;
        }
        const int step = listStep(key);
        if (step != 0) {
            const int last = m_model->rowCount() - 1;
            if (last >= 0) {
                const int row = m_list->currentIndex().row();
                m_list->setCurrentIndex(m_model->index(std::clamp(row + step, 0, last)));
            }
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void SymbolDialog::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    const Theme& theme = m_provider.theme();
    painter.fillRect(rect(), theme.base);
    painter.setPen(theme.control);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace rocport
