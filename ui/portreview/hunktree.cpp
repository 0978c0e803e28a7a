#include "ui/portreview/hunktree.h"

#include "core/base/wording.h"
#include "ui/portreview/hunkdelegate.h"
#include "ui/portreview/hunkwords.h"
#include "ui/review/treescroll.h"
#include "ui/theme/listkeys.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

#include <utility>

namespace rocport {

HunkTree::HunkTree(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent), m_provider(provider), m_model(new HunksModel(this))
{
    setObjectName(QStringLiteral("hunkTree"));
    setProperty("pane", true);
    setAccessibleName(tr("Hunks of the port"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildFilter());
    m_values = new PanelHeader(provider, 32, &ThemeColours::accentSoft, this);
    m_values->setObjectName(QStringLiteral("hunkValues"));
    m_valuesText = new TextLabel(provider, TextStep::Small, {}, &ThemeColours::text, m_values);
    m_valuesText->setObjectName(QStringLiteral("hunkValuesText"));
    auto* clear = makeButton(tr("Clear filter"), ButtonKind::Link, m_values);
    clear->setObjectName(QStringLiteral("clearHunks"));
    clear->setToolTip(tr("List all hunks again (Esc)"));
    connect(clear, &QPushButton::clicked, this, [this] { clearFilter(); });
    m_values->row()->addWidget(m_valuesText);
    m_values->row()->addStretch();
    m_values->row()->addWidget(clear);
    m_values->hide();
    layout->addWidget(m_values);
    m_pages = new QStackedWidget(this);
    m_pages->setAccessibleName(tr("Hunks of the port"));
    m_pages->addWidget(buildTree());
    m_none = new EmptyState(provider, Glyph::Filter, tr("Nothing matches"), {}, m_pages);
    m_none->setObjectName(QStringLiteral("noHunkMatches"));
    connect(m_none->addAction(tr("Clear filter")), &QPushButton::clicked, this,
            [this] { clearFilter(); });
    m_pages->addWidget(m_none);
    layout->addWidget(m_pages, 1);
    layout->addWidget(buildFoot());
    connect(&provider, &ThemeProvider::changed, this, &HunkTree::fitColumns);
    fitColumns();
    refresh();
}

QWidget* HunkTree::buildFilter()
{
    auto* header = new PanelHeader(m_provider, 40, &ThemeColours::base, this);
    m_field =
        new SearchField(m_provider, tr("Filter hunks"), QStringLiteral("/"), Glyph::Filter, header);
    m_field->setObjectName(QStringLiteral("hunkFilter"));
    m_field->setAccessibleName(tr("Filter hunks"));
    m_field->setMinimumWidth(m_provider.theme().scaled(88));
    m_field->setMaximumWidth(m_provider.theme().scaled(240));
    connect(m_field, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (!m_filling) {
            HunkFilter filter = m_model->filter();
            filter.text = text;
            applyFilter(filter);
        }
    });
    joinFilter(*m_field, [this] { return m_tree; });
    m_chips = new SegmentedControl(m_provider, header);
    m_chips->setObjectName(QStringLiteral("hunkStatus"));
    m_chips->setAccessibleName(tr("Hunks to show"));
    m_chips->addSegment(tr("Open"));
    m_chips->addSegment(tr("Needs a look"), Glyph::MarkAttention, &ThemeColours::warn);
    m_chips->addSegment(tr("Decided"));
    m_chips->addSegment(tr("All"));
    m_chips->setCurrent(static_cast<int>(HunkStatus::All));
    connect(m_chips, &SegmentedControl::currentChanged, this, [this](int index) {
        if (!m_filling) {
            HunkFilter filter = m_model->filter();
            filter.status = static_cast<HunkStatus>(index);
            applyFilter(filter);
        }
    });
    header->row()->setSpacing(8);
    header->row()->addWidget(m_field, 1);
    header->row()->addWidget(m_chips);
    header->row()->addStretch();
    return header;
}

QWidget* HunkTree::buildTree()
{
    m_tree = new QTreeView(this);
    m_tree->setObjectName(QStringLiteral("hunks"));
    m_tree->setAccessibleName(tr("Hunks of the port"));
    m_tree->setModel(m_model);
    m_tree->setItemDelegate(new HunkDelegate(m_provider, m_tree));
    m_tree->setRootIsDecorated(false);
    m_tree->setIndentation(0);
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setMouseTracking(true);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->installEventFilter(this);
    QHeaderView* header = m_tree->header();
    header->setSectionsMovable(false);
    header->setStretchLastSection(false);
    header->setSectionsClickable(true);
    header->setSortIndicatorShown(false);
    header->setSectionResizeMode(QHeaderView::Fixed);
    header->setSectionResizeMode(HunksModel::HunkColumn, QHeaderView::Stretch);
    connect(header, &QHeaderView::sectionClicked, this, [this, header](int column) {
        // The worst first, then the best first, then as the files have them.
        const bool here =
            header->isSortIndicatorShown() && header->sortIndicatorSection() == column;
        const bool down = here && header->sortIndicatorOrder() == Qt::DescendingOrder;
        const QByteArray id = current();
        const bool plain = column == HunksModel::HunkColumn || (here && !down);
        header->setSortIndicatorShown(!plain);
        header->setSortIndicator(column, down ? Qt::AscendingOrder : Qt::DescendingOrder);
        m_filling = true;
        m_model->sort(plain ? static_cast<int>(HunksModel::HunkColumn) : column,
                      plain || down ? Qt::AscendingOrder : Qt::DescendingOrder);
        m_filling = false;
        restore(id);
    });
    connect(m_tree, &QTreeView::collapsed, this,
            [this](const QModelIndex& index) { m_folded.insert(m_model->file(index)->path); });
    connect(m_tree, &QTreeView::expanded, this,
            [this](const QModelIndex& index) { m_folded.remove(m_model->file(index)->path); });
    connect(m_tree, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        if (m_model->hunk(index) == nullptr) {
            const QModelIndex file = index.siblingAtColumn(0);
            m_tree->setExpanded(file, !m_tree->isExpanded(file));
        } else if (index.column() != HunksModel::HunkColumn) {
            filterByCell(index);
        }
    });
    connect(m_tree, &QTreeView::doubleClicked, this, &HunkTree::readRequested);
    connect(m_tree, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        Q_EMIT menuRequested(m_tree->viewport()->mapToGlobal(at));
    });
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        if (!m_filling) {
            Q_EMIT currentChanged(current());
        }
    });
    connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (!m_filling) {
            Q_EMIT chosenChanged();
        }
    });
    return m_tree;
}

QWidget* HunkTree::buildFoot()
{
    m_foot = new PanelHeader(m_provider, 32, &ThemeColours::base, this);
    m_foot->setObjectName(QStringLiteral("changedHunks"));
    m_footText = new ElidedLabel(m_provider, TextStep::Small, {}, &ThemeColours::text2, m_foot);
    m_footText->setObjectName(QStringLiteral("changedHunksText"));
    m_foot->row()->addWidget(m_footText, 1);
    return m_foot;
}

void HunkTree::fitColumns()
{
    const auto* delegate = static_cast<const HunkDelegate*>(m_tree->itemDelegate());
    const QFontMetrics header(m_tree->header()->font());
    for (const int column :
         {HunksModel::RuleColumn, HunksModel::NvidiaColumn, HunksModel::RocmColumn}) {
        const QString title =
            m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        m_tree->header()->resizeSection(
            column, std::max(delegate->wordWidth(column), header.horizontalAdvance(title) + 20));
    }
}

void HunkTree::setState(const std::shared_ptr<const ReviewState>& state)
{
    const QByteArray id = current();
    const bool sameReview = state && m_model->state() && state->hasHunksOf(*m_model->state());
    const bool otherArms = sameReview && state->review != m_model->state()->review;
    const bool samePort = state && m_model->state() && state->kept.id == m_model->state()->kept.id;
    if (!samePort) {
        m_folded.clear();
    }
    m_filling = true;
    m_model->setState(state);
    m_filling = false;
    if (!sameReview) {
        restore(id);
    }
    refresh();
    if (otherArms && m_model->dependsOnArms()) {
        applyFilter(m_model->filter());
    }
}

/// After a reset: what was folded, and the current hunk, or the first one that is open.
void HunkTree::restore(const QByteArray& id)
{
    m_filling = true;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex file = m_model->index(row, 0);
        m_tree->setExpanded(file, !m_folded.contains(m_model->file(file)->path));
    }
    QModelIndex at = m_model->indexOf(id);
    if (!at.isValid()) {
        at = m_model->indexOf(m_model->nextOpen({}));
    }
    if (!at.isValid()) {
        at = m_model->indexOf(m_model->listed().value(0));
    }
    if (at.isValid()) {
        m_tree->selectionModel()->setCurrentIndex(
            at, QItemSelectionModel::ClearAndSelect |
                    QItemSelectionModel::Rows); // whatever keys are held, as with Ctrl+Z
        scrollToRow(*m_tree, at);
    }
    m_filling = false;
    if (current() != id) {
        Q_EMIT currentChanged(current());
    }
}

void HunkTree::applyFilter(const HunkFilter& filter)
{
    const QByteArray id = current();
    m_filling = true;
    m_model->setFilter(filter);
    m_filling = false;
    restore(id);
    refresh();
}

void HunkTree::setFilter(const HunkFilter& filter)
{
    applyFilter(filter);
}

void HunkTree::setPhase(std::optional<Phase> phase)
{
    HunkFilter filter = m_model->filter();
    filter.phase = phase;
    applyFilter(filter);
}

bool HunkTree::clearFilter()
{
    HunkFilter all;
    all.phase = m_model->filter().phase;
    if (m_model->filter() == all) {
        return false;
    }
    applyFilter(all);
    return true;
}

void HunkTree::filterByCell(const QModelIndex& index)
{
    const ReviewHunk& hunk = *m_model->hunk(index);
    HunkFilter filter = m_model->filter();
    const auto toggle = [](auto& chosen, auto value) {
        chosen = chosen == value ? std::nullopt : std::optional(value);
    };
    switch (index.column()) {
    case HunksModel::RuleColumn:
        toggle(filter.rule, hunk.match);
        break;
    case HunksModel::NvidiaColumn:
        toggle(filter.nvidia, hunk.nvidia);
        break;
    default:
        toggle(filter.rocm, hunk.rocm);
        break;
    }
    applyFilter(filter);
}

void HunkTree::refresh()
{
    m_filling = true;
    const HunkFilter& filter = m_model->filter();
    if (m_field->text() != filter.text) {
        m_field->setText(filter.text);
    }
    m_chips->setCurrent(static_cast<int>(filter.status));
    for (int i = 0; i < m_chips->count(); ++i) {
        m_chips->setCount(i, m_model->counts().at(static_cast<size_t>(i)));
    }
    m_filling = false;
    QStringList values;
    if (filter.rule) {
        values.append(tr("Rule: %1").arg(ruleWord(*filter.rule)));
    }
    if (filter.nvidia) {
        values.append(tr("NVIDIA path: %1").arg(nvidiaWord(*filter.nvidia)));
    }
    if (filter.rocm) {
        values.append(tr("ROCm arm: %1").arg(armWord(*filter.rocm)));
    }
    m_valuesText->setText(tr("Only %1").arg(values.join(QStringLiteral(", "))));
    m_values->setVisible(!values.isEmpty());
    const bool nothing = m_model->state() && m_model->listed().isEmpty();
    m_none->setTexts(
        filter.status == HunkStatus::Open && !filter.isNarrow() ? tr("Every hunk is decided")
                                                                : tr("Nothing matches"),
        filter.phase ? tr("Only phase %1 is listed.").arg(int(*filter.phase)) : QString());
    m_pages->setCurrentIndex(nothing ? 1 : 0);
    const ReviewState* state = m_model->state().get();
    const qsizetype changed = state != nullptr ? state->changed.size() : 0;
    m_foot->setVisible(changed > 0);
    if (changed > 0) {
        const int all = m_model->counts().at(static_cast<size_t>(HunkStatus::All));
        m_footText->setText(tr("± %1 changed since revision %2; %3 keep their state")
                                .arg(counted(changed, tr("hunk"), tr("hunks")))
                                .arg(state->since)
                                .arg(countText(all - changed)));
    }
}

QByteArray HunkTree::current() const
{
    return m_model->idOf(m_tree->currentIndex());
}

void HunkTree::setCurrent(const QByteArray& id)
{
    if (!m_model->indexOf(id).isValid() && m_model->state() &&
        m_model->state()->hunk(id) != nullptr) {
        applyFilter(m_model->filterShowing(id));
        Q_EMIT filterDropped();
    }
    const QModelIndex at = m_model->indexOf(id);
    if (at.isValid()) {
        m_tree->setExpanded(at.parent(), true);
        m_tree->selectionModel()->setCurrentIndex(
            at, QItemSelectionModel::ClearAndSelect |
                    QItemSelectionModel::Rows); // whatever keys are held, as with Ctrl+Z
        scrollToRow(*m_tree, at);
    }
}

QVector<QByteArray> HunkTree::chosen() const
{
    QModelIndexList rows = m_tree->selectionModel()->selectedRows();
    rows.removeIf([this](const QModelIndex& row) {
        return row.parent().isValid() && !m_tree->isExpanded(row.parent());
    });
    const bool several = rows.size() > 1;
    QSet<int> files; // of which hunks are selected
    for (const QModelIndex& row : std::as_const(rows)) {
        if (row.parent().isValid()) {
            files.insert(row.parent().row());
        }
    }
    rows.removeIf([&files](const QModelIndex& row) {
        return !row.parent().isValid() && files.contains(row.row());
    });
    return m_model->idsUnder(several ? rows
                                     : QModelIndexList{m_tree->currentIndex().siblingAtColumn(0)});
}

QByteArray HunkTree::next(int step) const
{
    return m_model->nextFrom(m_tree->currentIndex(), step);
}

QByteArray HunkTree::nextFile(int step) const
{
    return m_model->nextFileFrom(m_tree->currentIndex(), step);
}

bool HunkTree::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_tree && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const QModelIndex at = m_tree->currentIndex().siblingAtColumn(0);
        switch (key->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (m_model->hunk(at) != nullptr) {
                Q_EMIT readRequested();
            } else if (at.isValid()) {
                m_tree->setExpanded(at, !m_tree->isExpanded(at));
            }
            return true;
        case Qt::Key_Escape:
            if (clearFilter()) {
                return true;
            }
            break;
        default:
            break;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace rocport
