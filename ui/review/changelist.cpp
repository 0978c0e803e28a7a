#include "ui/review/changelist.h"

#include "core/base/wording.h"
#include "ui/review/changedelegate.h"
#include "ui/review/filterchips.h"
#include "ui/review/reviewcommands.h"
#include "ui/review/reviewdesk.h"
#include "ui/review/treescroll.h"
#include "ui/theme/columnfit.h"
#include "ui/theme/listkeys.h"
#include "ui/theme/windowfit.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QStackedWidget>
#include <QTreeView>

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

void expandAbove(QTreeView& tree, const QModelIndex& index)
{
    for (QModelIndex above = index.parent(); above.isValid(); above = above.parent()) {
        tree.expand(above);
    }
}

} // namespace

ChangeList::ChangeList(ReviewDesk& desk, ReviewCommands& commands, ThemeProvider& provider,
                       QWidget* parent)
    : Surface(provider, &ThemeColours::base, parent),
      m_desk(desk),
      m_commands(commands),
      m_provider(provider),
      m_model(desk.model()),
      m_filter(desk.filter())
{
    setProperty("pane", true);
    setAccessibleName(tr("Files and changes"));
    const auto widest = [this] { setMaximumWidth(m_provider.theme().scaled(400)); };
    widest();
    connect(&m_provider, &ThemeProvider::changed, this, widest);
    buildStatus();
    buildFilter();
    buildTree();
    buildNoMatch();
    arrange();
    addCommands();
    addChipCommands();
}

void ChangeList::buildStatus()
{
    m_status = new SegmentedControl(m_provider, this);
    m_status->setObjectName(QStringLiteral("statusFilter"));
    m_status->setAccessibleName(tr("Changes to show"));
    m_status->addSegment(tr("Open"));
    m_status->addSegment(tr("Needs a look"), Glyph::MarkAttention, &ThemeColours::warn);
    m_status->addSegment(tr("Decided"));
    m_status->addSegment(tr("All"));
    m_status->setCurrent(0);
    connect(m_status, &SegmentedControl::currentChanged, this, [this](int index) {
        m_filter.setStatus(static_cast<ReviewStatus>(index));
        filterChanged();
    });
}

/// Its field, and what the list is grouped by.
void ChangeList::buildFilter()
{
    m_search =
        new SearchField(m_provider, tr("Filter files"), QStringLiteral("/"), Glyph::Filter, this);
    m_search->setObjectName(QStringLiteral("reviewFilter"));
    m_search->setAccessibleName(tr("Filter by path, rule or title"));
    m_search->installEventFilter(this);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_filter.setText(text);
        filterChanged();
    });
    joinFilter(
        *m_search, [this] { return m_tree; }, [this] { enterFirstMatch(); });
    m_grouping = new SegmentedControl(m_provider, this);
    m_grouping->setObjectName(QStringLiteral("grouping"));
    m_grouping->setAccessibleName(tr("Group by"));
    m_grouping->addSegment(tr("Files"));
    m_grouping->addSegment(tr("Rules"));
    m_grouping->setCurrent(0);
    connect(m_grouping, &SegmentedControl::currentChanged, this, [this](int index) {
        m_tree->setUniformRowHeights(index == 0); // titles of rules take lines
        m_model.setGrouping(index == 0 ? ReviewGrouping::Files : ReviewGrouping::Rules);
        m_filter.setPinned(m_desk.current()); // its row is another one
        expandGroups();
        select(m_desk.current());
    });
    m_chips = new FilterChips(m_provider, m_model, this);
    connect(m_chips, &FilterChips::changed, this, &ChangeList::setChips);
}

void ChangeList::buildTree()
{
    m_tree = new QTreeView(this);
    // Connected before the tree is, which moves its current row when that goes.
    connect(&m_filter, &QAbstractItemModel::rowsAboutToBeRemoved, this,
            [this] { m_rowsGo = true; });
    connect(&m_filter, &QAbstractItemModel::rowsRemoved, this, [this] { m_rowsGo = false; });
    m_tree->setObjectName(QStringLiteral("changeTree"));
    m_tree->setAccessibleName(tr("Changes"));
    m_delegate = new ChangeDelegate(m_provider, m_tree);
    m_tree->setModel(&m_filter);
    m_tree->setItemDelegate(m_delegate);
    m_tree->setHeaderHidden(true);
    m_tree->setRootIsDecorated(false);
    m_tree->setIndentation(0);
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->setMouseTracking(true);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->installEventFilter(this);
    m_tree->viewport()->installEventFilter(this);
    layOutRowsWithWidth(*m_tree);
    connect(m_tree, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        Q_EMIT menuRequested(m_tree->viewport()->mapToGlobal(at));
    });
    connect(m_tree, &QTreeView::doubleClicked, this, [this](const QModelIndex& index) {
        if (index.data(ReviewModel::LevelRole).toInt() != ReviewModel::GroupLevel) {
            openRow(index); // groups have folded with the first click
        }
    });
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &ChangeList::currentRowChanged);
    connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this](const QItemSelection& selected) { rowsSelected(!selected.isEmpty()); });
}

void ChangeList::buildNoMatch()
{
    m_noMatch = new EmptyState(m_provider, Glyph::Filter, tr("No change matches"), {}, this);
    m_noMatch->setObjectName(QStringLiteral("noMatch"));
    connect(m_noMatch->addAction(tr("Clear filter")), &QPushButton::clicked, this, [this] {
        clearFilters();
        setStatus(m_filter.accepted() > 0 ? m_filter.status() : ReviewStatus::All);
    });
    m_pages = new QStackedWidget(this);
    m_pages->addWidget(m_tree);
    m_pages->addWidget(m_noMatch);
}

void ChangeList::arrange()
{
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 8, 8, 6);
    top->setSpacing(8);
    top->addWidget(m_search, 1);
    top->addWidget(m_grouping);
    auto* chips = new QHBoxLayout;
    chips->setContentsMargins(8, 0, 8, 6);
    chips->addWidget(m_chips);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addLayout(chips);
    layout->addWidget(m_pages, 1);
    keepWidth(*layout, m_provider, 216);
}

void ChangeList::addCommands()
{
    m_commands.add(QStringLiteral("filter"), tr("Filter changes"), tr("Filter"), {"/"}, [this] {
        m_search->setFocus();
        m_search->selectAll();
    });
    const auto show = [this](ReviewStatus status) { return [this, status] { setStatus(status); }; };
    m_commands.add(QStringLiteral("showOpen"), tr("Show open changes"), tr("Open"), {},
                   show(ReviewStatus::Open));
    m_commands.add(QStringLiteral("showNeedsLook"), tr("Show changes that need a look"),
                   tr("Needs a look"), {}, show(ReviewStatus::NeedsLook));
    m_commands.add(QStringLiteral("showDecided"), tr("Show decided changes"), tr("Decided"), {},
                   show(ReviewStatus::Decided));
    m_commands.add(QStringLiteral("showAll"), tr("Show all changes"), tr("All"), {},
                   show(ReviewStatus::All));
    m_commands.add(QStringLiteral("groupChanges"), tr("Group changes by file or by rule"),
                   tr("Group by"), {},
                   [this] { m_grouping->setCurrent(m_grouping->current() == 0 ? 1 : 0); });
    m_commands.add(QStringLiteral("expandAll"), tr("Unfold all changes"), tr("Unfold all"), {},
                   [this] { m_tree->expandAll(); });
    m_commands.add(QStringLiteral("collapseAll"), tr("Fold all changes"), tr("Fold all"), {},
                   [this] { m_tree->collapseAll(); });
}

/// One for each chip, which it puts in force or takes back.
void ChangeList::addChipCommands()
{
    const auto add = [this](const QString& group, const QString& id, const QString& text,
                            QSet<int> ChangeChips::*set, int value) {
        m_commands.add(QStringLiteral("filter-%1-%2").arg(group, id),
                       tr("Filter changes: %1").arg(text.toLower()), text, {}, [this, set, value] {
                           ChangeChips chips = m_filter.chips();
                           if (!(chips.*set).remove(value)) {
                               (chips.*set).insert(value);
                           }
                           setChips(chips);
                       });
    };
    for (const Severity severity : kSeverities) {
        add(QStringLiteral("severity"), severityId(severity), severityName(severity),
            &ChangeChips::severities, static_cast<int>(severity));
    }
    for (const Verdict verdict : {Verdict::Violated, Verdict::Unproved, Verdict::Equivalent,
                                  Verdict::Projected, Verdict::Identical, Verdict::Compiled}) {
        add(QStringLiteral("verdict"), verdictId(verdict), verdictChipText(verdict),
            &ChangeChips::verdicts, static_cast<int>(verdict));
    }
    for (const ChangeKind kind : kChangeKinds) {
        add(QStringLiteral("kind"), changeKindId(kind), changeKindName(kind), &ChangeChips::kinds,
            static_cast<int>(kind));
    }
    m_commands.add(QStringLiteral("clearFilters"), tr("Clear the filters of changes"),
                   tr("Clear filters"), {}, [this] { clearFilters(); });
}

QWidget* ChangeList::entry() const
{
    return m_pages->currentIndex() == 0 ? static_cast<QWidget*>(m_tree)
                                        : m_noMatch->findChild<QPushButton*>();
}

void ChangeList::setStatus(ReviewStatus status)
{
    m_status->setCurrent(static_cast<int>(status));
}

void ChangeList::setGrouping(ReviewGrouping grouping)
{
    m_grouping->setCurrent(static_cast<int>(grouping));
}

void ChangeList::setText(const QString& text)
{
    m_search->setText(text);
}

void ChangeList::setPhase(std::optional<Phase> phase)
{
    m_filter.setPhase(phase);
    filterChanged();
}

void ChangeList::setChips(const ChangeChips& chips)
{
    m_chips->setChips(chips);
    m_filter.setChips(chips);
    filterChanged();
}

void ChangeList::clearFilters()
{
    m_search->clear();
    Q_EMIT allPhasesRequested();
    setChips({});
}

void ChangeList::filterChanged()
{
    expandGroups();
    refresh();
    Q_EMIT filtered();
}

void ChangeList::refresh()
{
    const ReviewCounts& counts = m_model.totals();
    m_status->setCount(static_cast<int>(ReviewStatus::Open), counts.open());
    m_status->setCount(static_cast<int>(ReviewStatus::NeedsLook), counts.needsLook);
    m_status->setCount(static_cast<int>(ReviewStatus::Decided), counts.decided);
    m_status->setCount(static_cast<int>(ReviewStatus::All), counts.total);
    const bool none = counts.total > 0 && m_filter.accepted() == 0 && !m_desk.isAllDecided();
    m_pages->setCurrentIndex(none ? 1 : 0);
    if (none) {
        const bool narrowed =
            !m_filter.text().trimmed().isEmpty() || m_filter.phase() || !m_filter.chips().isEmpty();
        m_noMatch->setTexts(
            tr("No change matches"),
            (narrowed ? tr("None of %1 matches the filter.") : tr("None of %1 is in this state."))
                .arg(counted(counts.total, tr("change"), tr("changes"))));
    }
    m_commands.enable({"expandAll", "collapseAll"}, m_commands.whyNothing());
}

void ChangeList::expandGroups()
{
    const std::function<void(const QModelIndex&)> expandBelow = [&](const QModelIndex& above) {
        for (int row = 0; row < m_filter.rowCount(above); ++row) {
            const QModelIndex index = m_filter.index(row, 0, above);
            if (ChangeDelegate::isOuter(index)) {
                m_tree->setExpanded(index, true);
                expandBelow(index);
            }
        }
    };
    expandBelow({});
}

void ChangeList::currentRowChanged(const QModelIndex& index)
{
    if (m_rowsGo) {
        settle();
        return;
    }
    if (m_selecting || !index.isValid()) {
        return;
    }
    const QModelIndex source = m_filter.mapToSource(index);
    if (ChangeDelegate::isOuter(index)) {
        return;
    }
    const QVector<int> below = m_model.changesUnder(source);
    const QVector<int> open = m_desk.openOnly(below);
    Q_EMIT changeChosen(open.isEmpty() ? below.value(0, -1) : open.first());
    settle();
}

/// `any`: rows were taken in, rather than out.
void ChangeList::rowsSelected(bool any)
{
    Q_EMIT selectionChanged();
    if (m_selecting) {
        return;
    }
    // Ctrl+click took a row out: the one that is left is shown.
    const QModelIndexList rows = m_tree->selectionModel()->selectedRows();
    if (!any && rows.size() == 1 && !m_rowsGo) {
        m_tree->selectionModel()->setCurrentIndex(rows.first(), QItemSelectionModel::NoUpdate);
    }
    settle(); // who clicked where no row is took out all
}

/// In a moment, since more rows may go before this is over: what is chosen in the list and what is
/// shown are one. Several rows that are selected stay, and so does a group or folder.
void ChangeList::settle()
{
    if (m_held || std::exchange(m_moved, true)) {
        return;
    }
    const auto later = [this] {
        m_moved = false;
        if (m_held) {
            return; // once it is let go
        }
        m_filter.dropLeft();
        const QModelIndex row = m_tree->currentIndex();
        const bool chosen = row.isValid() && m_tree->selectionModel()->hasSelection();
        if (!chosen ||
            (!ChangeDelegate::isOuter(row) &&
             !m_model.changesUnder(m_filter.mapToSource(row)).contains(m_desk.current()))) {
            select(m_desk.current());
        }
    };
    QMetaObject::invokeMethod(this, later, Qt::QueuedConnection);
}

void ChangeList::select(int change)
{
    if (change < 0) {
        return;
    }
    const QModelIndex file = m_filter.mapFromSource(m_model.fileIndexOfChange(change));
    if (!file.isValid()) {
        return;
    }
    m_selecting = true;
    expandAbove(*m_tree, file);
    const QModelIndex own = m_filter.mapFromSource(m_model.indexOfChange(change));
    choose(m_tree->isExpanded(file) && own.isValid() ? own : file);
    m_selecting = false;
}

void ChangeList::selectFile(const RepoPath& path)
{
    const QVector<int> changes = m_model.changesOfFile(path);
    const QModelIndex file =
        changes.isEmpty() ? QModelIndex()
                          : m_filter.mapFromSource(m_model.fileIndexOfChange(changes.first()));
    m_selecting = true;
    if (file.isValid()) {
        expandAbove(*m_tree, file);
        choose(file);
    } else {
        m_tree->selectionModel()->clear(); // the list does not have it, or its filter hides it
    }
    m_selecting = false;
}

void ChangeList::choose(const QModelIndex& row)
{
    m_tree->selectionModel()->setCurrentIndex(row, QItemSelectionModel::ClearAndSelect);
    scrollToRow(*m_tree, row);
}

QVector<int> ChangeList::selected() const
{
    QVector<int> found;
    for (const QModelIndex& index : m_tree->selectionModel()->selectedRows()) {
        for (const int change : m_model.changesUnder(m_filter.mapToSource(index))) {
            if (m_filter.passes(change) && !found.contains(change)) {
                found.append(change);
            }
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

bool ChangeList::keysMeanSelected() const
{
    return m_tree->hasFocus() && m_tree->selectionModel()->selectedRows().size() > 1;
}

/// Enter in the list: the diff with the change; a group folds.
void ChangeList::openRow(const QModelIndex& index)
{
    if (index.data(ReviewModel::LevelRole).toInt() != ReviewModel::GroupLevel) {
        Q_EMIT readRequested();
    } else {
        m_tree->setExpanded(index, !m_tree->isExpanded(index));
    }
}

/// The change that is shown stays in the list; it need not match.
void ChangeList::enterFirstMatch()
{
    const int first = m_filter.next(-1, 1, false);
    if (first >= 0) {
        Q_EMIT matchWanted(first);
        m_tree->setFocus();
    } else {
        m_desk.say(tr("No change matches the filter."));
    }
}

void ChangeList::mouseEvent(QEvent& event)
{
    const QEvent::Type type = event.type();
    if (type == QEvent::Hide) {
        m_held = false;
        settle();
    }
    if (type != QEvent::MouseButtonPress && type != QEvent::MouseButtonDblClick &&
        type != QEvent::MouseButtonRelease) {
        return;
    }
    const auto& mouse = static_cast<QMouseEvent&>(event);
    if (mouse.button() != Qt::LeftButton) {
        return;
    }
    m_held = type != QEvent::MouseButtonRelease;
    if (!m_held) {
        settle();
    }
    const QModelIndex index = m_tree->indexAt(mouse.pos());
    if (type == QEvent::MouseButtonPress && index.isValid() &&
        mouse.modifiers() == Qt::NoModifier && m_filter.hasChildren(index) &&
        (ChangeDelegate::isOuter(index) ||
         m_delegate->arrowRect(m_tree->visualRect(index), index).contains(mouse.pos()))) {
        m_tree->setExpanded(index, !m_tree->isExpanded(index));
    }
}

bool ChangeList::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_tree->viewport()) {
        mouseEvent(*event);
    }
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (watched == m_tree && (key == Qt::Key_Return || key == Qt::Key_Enter)) {
            openRow(m_tree->currentIndex());
            return true;
        }
        if (watched == m_search && key == Qt::Key_Escape && m_search->text().isEmpty()) {
            m_tree->setFocus();
            return true;
        }
    }
    return Surface::eventFilter(watched, event);
}

} // namespace rocport
