#include "ui/plan/planarea.h"

#include "ui/plan/decisiontreeview.h"
#include "ui/plan/evidencemodel.h"
#include "ui/plan/inventorymodel.h"
#include "ui/plan/overrideform.h"
#include "ui/theme/celldelegate.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/stackingsplitter.h"
#include "ui/theme/uisettings.h"
#include "ui/theme/windowfit.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPainter>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace rocport {

namespace {

constexpr int kCardDelay = 200; // ms; what is done sooner shows no card
const auto kRowsKey = QStringLiteral("plan/rows");
const auto kOutlineKey = QStringLiteral("plan/outline");

/// Placeholder bars: where rows will be.
class PlaceholderRows : public QWidget
{
public:
    PlaceholderRows(ThemeProvider& provider, QWidget* parent = nullptr)
        : QWidget(parent), m_provider(provider)
    {
        setMinimumHeight(40);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.fillRect(QRect(0, 6, width() * 82 / 100, 6), m_provider.theme().well);
        painter.fillRect(QRect(0, 28, width() * 64 / 100, 6), m_provider.theme().well);
    }

private:
    ThemeProvider& m_provider;
};

} // namespace

PlanArea::PlanArea(ThemeProvider& provider, UiSettings& settings, QWidget* parent)
    : WorkArea({QStringLiteral("plan"), tr("Plan"), QStringLiteral("plan-area")}, parent),
      m_provider(provider),
      m_settings(settings),
      m_plan(new PlanModel(this)),
      m_evidence(new EvidenceModel(provider, this)),
      m_inventory(new InventoryModel(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    m_pages = new QStackedWidget;
    column->addWidget(m_pages);

    m_rows = new QSplitter(Qt::Vertical);
    m_rows->addWidget(makeTreePane());
    m_rows->addWidget(makeLowerPane());
    m_rows->setStretchFactor(0, 1);
    m_rows->setSizes({540, 272});
    m_rows->setChildrenCollapsible(false);
    m_split = new QSplitter(Qt::Horizontal);
    m_split->addWidget(m_rows);
    m_split->addWidget(makeInventoryPane());
    m_split->setStretchFactor(0, 1);
    m_split->setCollapsible(0, false);
    m_split->setSizes({860, 380});
    m_rows->restoreState(settings.value(kRowsKey).toByteArray());
    m_split->restoreState(settings.value(splitKey()).toByteArray());
    connect(m_rows, &QSplitter::splitterMoved, this,
            [this] { m_settings.setValue(kRowsKey, m_rows->saveState()); });
    connect(m_split, &QSplitter::splitterMoved, this,
            [this] { m_settings.setValue(splitKey(), m_split->saveState()); });

    m_pages->addWidget(m_split);
    m_pages->addWidget(makeScanCard());
    m_failed = new ErrorPanel(provider);
    connect(m_failed, &ErrorPanel::retryRequested, this, &PlanArea::rescanRequested);
    m_pages->addWidget(m_failed);
    auto* empty = new EmptyState(provider, Glyph::Tree, tr("Not scanned yet"),
                                 tr("The plan is made from a scan of the repository."));
    connect(empty->addAction(tr("Scan"), true), &QPushButton::clicked, this,
            &PlanArea::rescanRequested);
    m_pages->addWidget(empty);
    m_pages->addWidget(new Surface(provider, &ThemeColours::window));
    m_cardDelay.setSingleShot(true);
    m_cardDelay.setInterval(kCardDelay);
    connect(&m_cardDelay, &QTimer::timeout, this, &PlanArea::updatePage);
    if (settings.value(kOutlineKey, false).toBool()) {
        m_mode->setCurrent(1);
    }
    addCommand(QStringLiteral("tick-step"),
               tr("Tick off the step of the checklist, or open it again"), {}, {}, [this] {
                   if (!toggleStep()) {
                       Q_EMIT said(
                           tr("No step of a checklist is selected: choose a phase in Plan."));
                   }
               });
    updatePage();
}

PlanArea::~PlanArea() = default;

QWidget* PlanArea::makeTreePane()
{
    auto* pane = new QWidget;
    pane->setProperty("pane", true);
    pane->setAccessibleName(tr("Decision tree"));
    auto* column = new QVBoxLayout(pane);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_header = new PanelHeader(m_provider, 40, &ThemeColours::window);
    auto* header = m_header;
    header->installEventFilter(this);
    m_headerTitle = new TextLabel(m_provider, TextStep::BodyStrong, tr("Decision tree"));
    header->row()->addWidget(m_headerTitle);
    m_scanned = new ElidedLabel(m_provider, TextStep::Small, {}, &ThemeColours::muted);
    header->row()->addWidget(m_scanned, 1);
    m_mode = new SegmentedControl(m_provider);
    m_mode->setAccessibleName(tr("View of the plan"));
    m_mode->addSegment(tr("Tree"));
    m_mode->addSegment(tr("Outline"));
    m_fit = makeButton(tr("Fit"));
    m_zoom = makeButton(QStringLiteral("100 %"));
    m_rescan = makeButton(tr("Scan again"));
    m_rescan->setIcon(m_provider.icon(Glyph::Refresh));
    m_review = makeButton(tr("Review"), ButtonKind::Primary);
    for (QPushButton* button : {m_fit, m_zoom, m_rescan, m_review}) {
        button->setProperty("compact", true);
    }
    header->row()->addWidget(m_mode);
    header->row()->addWidget(m_fit);
    header->row()->addWidget(m_zoom);
    header->row()->addWidget(m_rescan);
    header->row()->addWidget(m_review);
    header->setMinimumWidth(240); // fitHeader() hides what does not fit
    column->addWidget(header);

    m_tree = new DecisionTreeView(*m_plan, m_provider);
    m_outline = new QTreeView;
    m_outline->setModel(m_plan);
    m_outline->setFrameShape(QFrame::NoFrame);
    m_outline->setAccessibleName(tr("Decision tree, outline"));
    QVector<TableColumn> columns(PlanModel::ColumnCount);
    columns[PlanModel::ReasonColumn] = {ElideAs::Sentence, false, true, true, 200};
    fitColumns(*m_outline, m_provider, columns, 24);
    m_treeStack = new QStackedWidget;
    m_treeStack->addWidget(m_tree);
    m_treeStack->addWidget(m_outline);
    column->addWidget(m_treeStack, 1);

    connect(m_mode, &SegmentedControl::currentChanged, this, [this](int index) {
        m_treeStack->setCurrentIndex(index);
        m_fit->setEnabled(index == 0);
        m_zoom->setEnabled(index == 0);
        m_settings.setValue(kOutlineKey, index == 1);
    });
    connect(m_fit, &QPushButton::clicked, m_tree, &DecisionTreeView::fit);
    connect(m_zoom, &QPushButton::clicked, this, [this] { m_tree->setZoom(1.0); });
    m_zoom->setToolTip(tr("Zoom to 100 % (Ctrl+wheel zooms)"));
    connect(m_tree, &DecisionTreeView::zoomChanged, this, [this](qreal zoom) {
        m_zoom->setText(QStringLiteral("%1 %").arg(qRound(zoom * 100)));
    });
    connect(m_tree, &DecisionTreeView::subjectChosen, this, &PlanArea::showSubject);
    connect(m_outline->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& now) {
                const QString id = now.siblingAtColumn(0).data(PlanModel::IdRole).toString();
                if (!id.isEmpty()) {
                    showSubject(id);
                }
            });
    connect(m_rescan, &QPushButton::clicked, this, &PlanArea::rescanRequested);
    connect(m_review, &QPushButton::clicked, this, [this] {
        if (m_reviewPhase) {
            Q_EMIT reviewRequested(*m_reviewPhase);
        }
    });
    return pane;
}

QWidget* PlanArea::makeLowerPane()
{
    auto* pane = new Surface(m_provider, &ThemeColours::base);
    pane->setProperty("pane", true);
    pane->setAccessibleName(tr("Evidence and override"));
    auto* column = new QVBoxLayout(pane);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* header = new PanelHeader(m_provider, 36, &ThemeColours::base);
    m_subjectTitle = new ElidedLabel(m_provider, TextStep::BodyStrong);
    m_subjectNote = new ElidedLabel(m_provider, TextStep::Small, {}, &ThemeColours::muted);
    m_subjectState = new Chip(m_provider, {}, ChipTone::Accent);
    header->row()->addWidget(m_subjectTitle);
    header->row()->addWidget(m_subjectNote, 1);
    m_subjectChanges = makeButton({}, ButtonKind::Link);
    m_subjectChanges->setObjectName(QStringLiteral("phaseChanges"));
    m_subjectFindings = makeButton({}, ButtonKind::Link);
    m_subjectFindings->setObjectName(QStringLiteral("phaseFindings"));
    header->row()->addWidget(m_subjectChanges);
    header->row()->addWidget(m_subjectFindings);
    header->row()->addWidget(m_subjectState);
    column->addWidget(header);
    connect(m_subjectChanges, &QPushButton::clicked, this, [this] {
        if (const auto phase = phaseOfSubject(m_subject)) {
            Q_EMIT reviewRequested(*phase);
        }
    });
    connect(m_subjectFindings, &QPushButton::clicked, this, [this] {
        if (const auto phase = phaseOfSubject(m_subject)) {
            Q_EMIT findingsRequested(*phase);
        }
    });

    m_evidenceView = new QTableView;
    m_evidenceView->setModel(m_evidence);
    m_evidenceView->setFrameShape(QFrame::NoFrame);
    m_evidenceView->setShowGrid(false);
    m_evidenceView->setAlternatingRowColors(false);
    m_evidenceView->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_evidenceView->setSelectionMode(QAbstractItemView::SingleSelection);
    m_evidenceView->setTabKeyNavigation(false);
    m_evidenceView->verticalHeader()->hide();
    m_evidenceView->verticalHeader()->setDefaultSectionSize(m_provider.theme().scaled(28));
    m_evidenceView->horizontalHeader()->setHighlightSections(false);
    m_evidenceView->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    fitColumns(*m_evidenceView, m_provider,
               {{ElideAs::Path, true, false, false, 120},
                {ElideAs::Sentence, true, true, true, 260},
                {ElideAs::Name, true, false, false, 48}},
               28);
    m_evidenceView->setAccessibleName(tr("Evidence"));
    m_evidenceView->installEventFilter(this);
    connect(m_evidence, &EvidenceModel::stepToggled, this, [this](const QString& step, bool done) {
        if (const std::optional<Phase> phase = phaseOfSubject(m_subject)) {
            Q_EMIT stepRequested(*phase, step, done);
        }
    });
    const auto jump = [this](const QModelIndex& index) {
        const Evidence evidence = m_evidence->evidence(index.row());
        if (!evidence.path.isEmpty()) {
            Q_EMIT showPlaceRequested({evidence.path, evidence.line, PlaceSide::Original});
        }
    };
    connect(m_evidenceView, &QTableView::activated, this, jump);
    m_noEvidence = new TextLabel(m_provider, TextStep::Body, {}, &ThemeColours::muted);
    m_noEvidence->setAlignment(Qt::AlignCenter);
    m_noEvidence->setWordWrap(true);
    m_evidenceStack = new QStackedWidget;
    m_evidenceStack->addWidget(m_evidenceView);
    m_evidenceStack->addWidget(m_noEvidence);

    m_form = new OverrideForm(m_provider);
    connect(m_form, &OverrideForm::overrideRequested, this,
            [this](const PlanOverride& planOverride) {
                clearOverrides(planOverride.subject, planOverride.subject);
                Q_EMIT overrideRequested(planOverride);
            });
    connect(m_form, &OverrideForm::detectedAnswerRequested, this,
            [this](const QString& subject) { clearOverrides(subject, {}); });
    auto* split = new StackingSplitter;
    keepWidth(*m_evidenceStack, m_provider, 220);
    keepHeight(*m_evidenceStack, m_provider, 84);
    split->addWidget(m_evidenceStack);
    // Scrolls where text is large and the pane low.
    auto* formScroll = new QScrollArea;
    formScroll->setFrameShape(QFrame::NoFrame);
    formScroll->setWidgetResizable(true);
    formScroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    keepWidth(*formScroll, m_provider, 200);
    formScroll->viewport()->installEventFilter(this);
    m_formViewport = formScroll->viewport();
    connect(&m_provider, &ThemeProvider::changed, formScroll,
            [this] { m_form->setAvailableWidth(m_formViewport->width()); });
    formScroll->setWidget(m_form);
    m_form->setAutoFillBackground(false);
    formScroll->viewport()->setAutoFillBackground(false);
    split->addWidget(formScroll);
    split->setChildrenCollapsible(false);
    split->setStretchFactor(0, 1);
    split->setSizes({560, 296});
    column->addWidget(split, 1);
    return pane;
}

QWidget* PlanArea::makeInventoryPane()
{
    auto* pane = new QWidget;
    pane->setProperty("pane", true);
    pane->setAccessibleName(tr("Inventory"));
    keepWidth(*pane, m_provider, 220, 320); // names beside numbers, in large text too
    auto* column = new QVBoxLayout(pane);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* header = new PanelHeader(m_provider, 40, &ThemeColours::window);
    header->row()->addWidget(new TextLabel(m_provider, TextStep::BodyStrong, tr("Inventory")));
    header->row()->addStretch();
    auto* exportButton = makeButton(tr("Export"));
    exportButton->setProperty("compact", true);
    exportButton->setIcon(m_provider.icon(Glyph::Export));
    m_export = exportButton;
    connect(exportButton, &QPushButton::clicked, this, &PlanArea::exportRequested);
    header->row()->addWidget(exportButton);
    column->addWidget(header);

    m_inventoryView = new QTreeView;
    m_inventoryView->setModel(m_inventory);
    m_inventoryView->setItemDelegate(new InventoryDelegate(m_provider, m_inventoryView));
    m_inventoryView->setHeaderHidden(true);
    m_inventoryView->setRootIsDecorated(false);
    m_inventoryView->setIndentation(0);
    m_inventoryView->setItemsExpandable(true);
    m_inventoryView->setFrameShape(QFrame::NoFrame);
    m_inventoryView->setMouseTracking(true);
    m_inventoryView->setAccessibleName(tr("Inventory"));
    m_inventoryView->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_inventoryView->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    layOutRowsWithWidth(*m_inventoryView);
    column->addWidget(m_inventoryView, 1);
    connect(m_inventory, &QAbstractItemModel::modelReset, this, &PlanArea::expandAll);
    m_inventoryView->viewport()->setCursor(Qt::PointingHandCursor);
    m_inventoryView->viewport()->installEventFilter(this);
    m_inventoryView->installEventFilter(this);
    connect(m_inventoryView, &QTreeView::clicked, this,
            [this](const QModelIndex& index) { showInventoryPlaces(index, m_inventoryClick); });
    connect(&m_provider, &ThemeProvider::changed, this, [this] {
        m_inventoryView->doItemsLayout();
        m_outline->doItemsLayout();
        fitHeader();
        m_evidenceView->verticalHeader()->setDefaultSectionSize(m_provider.theme().scaled(28));
    });
    return pane;
}

QWidget* PlanArea::makeScanCard()
{
    auto* page = new Surface(m_provider, &ThemeColours::window);
    auto* outer = new QVBoxLayout(page);
    auto* card = new Surface(m_provider, &ThemeColours::base);
    card->setFixedWidth(440);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(8);
    auto* top = new QHBoxLayout;
    m_scanTitle = new TextLabel(m_provider, TextStep::BodyStrong);
    m_scanPercent = new TextLabel(m_provider, TextStep::CodeSmall, {}, &ThemeColours::muted);
    top->addWidget(m_scanTitle);
    top->addStretch();
    top->addWidget(m_scanPercent);
    column->addLayout(top);
    m_scanBar = new ThinProgressBar(m_provider);
    column->addWidget(m_scanBar);
    m_scanFile = new ElidedLabel(m_provider, TextStep::CodeSmall, {}, &ThemeColours::muted);
    m_scanFile->setElideMode(Qt::ElideMiddle);
    column->addWidget(m_scanFile);
    column->addWidget(new PlaceholderRows(m_provider));
    m_scanCancel = makeButton(tr("Cancel"));
    connect(m_scanCancel, &QPushButton::clicked, this, [this] {
        if (m_task) {
            m_scanCancel->setEnabled(false);
            m_scanCancel->setText(tr("Cancelling…"));
            Q_EMIT cancelRequested(m_task->id);
        }
    });
    column->addWidget(m_scanCancel);
    outer->addStretch();
    outer->addWidget(card, 0, Qt::AlignHCenter);
    outer->addStretch();
    return page;
}

void PlanArea::followKeys(const QAction& rescan, const QAction& exportReport)
{
    followKey(*m_rescan, rescan, tr("Scan again"));
    followKey(*m_export, exportReport, tr("Export the report with this inventory"));
}

} // namespace rocport
