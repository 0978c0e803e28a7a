// Construction of the area Verify.
#include "ui/verify/verifyarea.h"

#include "ui/theme/listkeys.h"
#include "ui/theme/stackingsplitter.h"
#include "ui/theme/twolinedelegate.h"
#include "ui/theme/uisettings.h"
#include "ui/theme/windowfit.h"
#include "ui/verify/checkrows.h"
#include "ui/verify/lanepane.h"
#include "ui/verify/levelsmodel.h"
#include "ui/verify/plots/runsplot.h"
#include "ui/verify/plotspane.h"
#include "ui/verify/pyramid.h"
#include "ui/verify/tensordetail.h"

#include <QAction>
#include <QHBoxLayout>
#include <QListView>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace rocport {

namespace {
const auto kBannerKey = QStringLiteral("verify/lanes-banner-hidden");
const auto kLevelsKey = QStringLiteral("verify/levels-width");
constexpr int kLevelsWidth = 320;
constexpr int kLevelsHeight = static_cast<int>(kVerifyLevels.size()) * 48 + 2;
} // namespace

VerifyArea::VerifyArea(RemoteService& remote, ThemeProvider& theme, UiSettings& settings,
                       QWidget* parent)
    : WorkArea({QStringLiteral("verify"), tr("Verify"), QStringLiteral("verify-area")}, parent),
      m_remote(remote),
      m_provider(theme),
      m_settings(settings),
      m_levels(new LevelsModel(this))
{
    auto* split = new StackingSplitter(this);
    split->setHandleWidth(1);
    split->setChildrenCollapsible(false);
    auto* levels = new Surface(theme, &ThemeColours::base, split);
    auto* right = new Surface(theme, &ThemeColours::base, split);
    levels->setProperty("pane", true);
    levels->setAccessibleName(tr("Levels"));
    right->setProperty("pane", true);
    right->setAccessibleName(tr("Results"));
    addCommands();
    buildLevels(levels);
    buildRight(right);
    split->addWidget(levels);
    split->addWidget(right);
    split->setStretchFactor(1, 1);
    const int width = settings.value(kLevelsKey, theme.theme().scaled(kLevelsWidth)).toInt();
    split->setSizes({width, 1200});
    connect(split, &QSplitter::splitterMoved, this, [this, split] {
        if (!split->isStacked()) {
            m_settings.setValue(kLevelsKey, split->sizes().value(0));
        }
    });
    // The list says the same as the pyramid, in less height.
    connect(split, &StackingSplitter::stackedChanged, this,
            [this](bool stacked) { m_pyramid->setVisible(!stacked); });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(split);
    setFocusProxy(m_list);
    connect(&remote, &RemoteService::runsChanged, this, &VerifyArea::refresh);
    connect(&remote, &RemoteService::jobsChanged, this, &VerifyArea::refresh);
    connect(&remote, &RemoteService::nodesChanged, this, &VerifyArea::refresh);
    connect(&remote, &RemoteService::verificationProgress, this,
            [this](const QString& text, int done, int total) {
                m_staticRuns = total > 0;
                m_progressText = text;
                m_done = done;
                m_total = total;
                refresh();
            });
    connect(&theme, &ThemeProvider::changed, m_list, [this] { m_list->viewport()->update(); });
    connect(&theme, &ThemeProvider::changed, this, &VerifyArea::showRunFacts);
    refresh();
}

void VerifyArea::buildLevels(QWidget* pane)
{
    auto* header = new PanelHeader(m_provider, 40, &ThemeColours::window, pane);
    header->row()->addWidget(
        new TextLabel(m_provider, TextStep::BodyStrong, tr("Levels"), &ThemeColours::text, header));
    header->row()->addStretch(1);
    auto* more = makeButton(tr("Run"), ButtonKind::Normal, header);
    more->setObjectName(QStringLiteral("runMenuButton"));
    more->setProperty("compact", true);
    more->setProperty("chevron", true);
    auto* menu = new QMenu(more);
    for (const char* name : {"runStatic", "runBuild", "runLanes", "runLoad", "runNumerical"}) {
        menu->addAction(command(QString::fromLatin1(name)));
    }
    menu->addSeparator();
    menu->addAction(command(QStringLiteral("compareFiles")));
    more->setMenu(menu);
    header->row()->addWidget(more);
    m_pyramid = new Pyramid(m_provider, pane);
    m_list = new QListView(pane);
    m_list->setObjectName(QStringLiteral("levelList"));
    m_list->setAccessibleName(tr("Levels"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setMouseTracking(true);
    m_list->setItemDelegate(new TwoLineDelegate(m_provider, m_list));
    m_list->setModel(m_levels);
    m_list->setFixedHeight(m_provider.theme().scaled(kLevelsHeight));
    m_list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(&m_provider, &ThemeProvider::changed, m_list,
            [this] { m_list->setFixedHeight(m_provider.theme().scaled(kLevelsHeight)); });
    m_factsPane = new QWidget(pane);
    m_factsPane->setObjectName(QStringLiteral("runFacts"));
    m_facts = new QVBoxLayout(m_factsPane);
    m_facts->setContentsMargins(12, 10, 12, 10);
    m_facts->setSpacing(2);
    auto* line = new Surface(m_provider, &ThemeColours::border, pane);
    line->setFixedHeight(1);
    auto* column = new QVBoxLayout(pane);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(header);
    column->addWidget(m_pyramid);
    column->addWidget(m_list);
    column->addWidget(line);
    column->addWidget(m_factsPane);
    column->addStretch(1);
    keepWidth(*column, m_provider, 260);
    connect(m_pyramid, &Pyramid::levelChosen, this, &VerifyArea::showLevel);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                const VerifyRun* shown = run();
                const bool ofNoLevel = shown != nullptr && !shown->isOfLevel();
                if (index.isValid() &&
                    (ofNoLevel || LevelsModel::levelAt(index.row()) != m_level)) {
                    showLevel(LevelsModel::levelAt(index.row()));
                }
            });
}

void VerifyArea::buildRight(QWidget* pane)
{
    auto* column = new QVBoxLayout(pane);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    buildHeader(pane);
    buildStrips(pane);
    buildPages(pane);
}

void VerifyArea::buildHeader(QWidget* pane)
{
    auto* header = new PanelHeader(m_provider, 40, &ThemeColours::window, pane);
    header->row()->setSpacing(8);
    m_title = new ElidedLabel(m_provider, TextStep::BodyStrong, {}, &ThemeColours::text, header);
    m_title->setObjectName(QStringLiteral("runTitle"));
    m_passed = new Chip(m_provider, {}, ChipTone::Ok, Glyph::MarkDone, header);
    m_failed = new Chip(m_provider, {}, ChipTone::Critical, Glyph::MarkFailed, header);
    m_failed->setObjectName(QStringLiteral("failedChip"));
    m_caveat = new Chip(m_provider, {}, ChipTone::Warn, Glyph::MarkAttention, header);
    m_caveat->setObjectName(QStringLiteral("caveatChip"));
    m_onCpu =
        new Chip(m_provider, tr("Executed on the CPU"), ChipTone::Neutral, Glyph::None, header);
    m_onCpu->setObjectName(QStringLiteral("onCpuChip"));
    auto* compare = makeButton(tr("Compare files…"), ButtonKind::Normal, header);
    m_job = makeButton(tr("Show job"), ButtonKind::Normal, header);
    m_job->setObjectName(QStringLiteral("showJobButton"));
    m_stop = makeButton(tr("Stop"), ButtonKind::Destructive, header);
    m_stop->setObjectName(QStringLiteral("stopButton"));
    m_stop->setIcon(m_provider.icon(Glyph::Stop, &ThemeColours::crit));
    m_run = makeButton({}, ButtonKind::Primary, header);
    m_run->setObjectName(QStringLiteral("runButton"));
    header->row()->addWidget(m_title, 1);
    for (Chip* chip : {m_passed, m_failed, m_caveat, m_onCpu}) {
        header->row()->addWidget(chip);
    }
    for (QPushButton* button : {compare, m_job, m_stop, m_run}) {
        header->row()->addWidget(button);
    }
    header->wrapFrom(*compare);
    pane->layout()->addWidget(header);
    auto* bar = new PanelHeader(m_provider, 36, &ThemeColours::base, pane);
    bar->row()->setSpacing(8);
    m_switch = new SegmentedControl(m_provider, bar);
    m_switch->setObjectName(QStringLiteral("verifyPages"));
    m_switch->setAccessibleName(tr("View of the results"));
    m_switch->addSegment(tr("Checks"));
    m_switch->addSegment(tr("Matrix"));
    m_switch->addSegment(tr("History"));
    m_filter =
        new SearchField(m_provider, tr("Filter checks"), QStringLiteral("/"), Glyph::Filter, bar);
    m_filter->setObjectName(QStringLiteral("checkFilter"));
    m_filter->setAccessibleName(tr("Filter checks"));
    m_filter->setMaximumWidth(m_provider.theme().scaled(240));
    auto* copy = makeButton(tr("Copy as CSV"), ButtonKind::Normal, bar);
    copy->setProperty("compact", true);
    copy->setIcon(m_provider.icon(Glyph::Copy));
    bar->row()->addWidget(m_switch);
    bar->row()->addStretch(1);
    bar->row()->addWidget(m_filter);
    bar->row()->addWidget(copy);
    bar->wrapFrom(*m_filter);
    pane->layout()->addWidget(bar);
    connect(compare, &QPushButton::clicked, this, &VerifyArea::askCompare);
    connect(copy, &QPushButton::clicked, this, &VerifyArea::copyTable);
    connect(m_stop, &QPushButton::clicked, this, &VerifyArea::stop);
    connect(m_run, &QPushButton::clicked, this, [this] { startLevel(m_level); });
    connect(m_job, &QPushButton::clicked, this,
            [this] { command(QStringLiteral("showJob"))->trigger(); });
}

void VerifyArea::buildStrips(QWidget* pane)
{
    auto* strip = new Surface(m_provider, &ThemeColours::accentSoft, pane);
    m_progress = strip;
    m_activity = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::text, strip);
    m_activity->setObjectName(QStringLiteral("verifyActivity"));
    m_bar = new ThinProgressBar(m_provider, strip);
    auto* row = new QHBoxLayout(strip);
    row->setContentsMargins(12, 6, 12, 6);
    row->setSpacing(12);
    row->addWidget(
        new GlyphLabel(m_provider, Glyph::MarkRunning, &ThemeColours::accent, 16, strip));
    row->addWidget(m_activity);
    row->addWidget(m_bar, 1);
    pane->layout()->addWidget(strip);
    const auto line = [&](ColourToken fill, Glyph glyph, ColourToken colour, const QString& name,
                          TextLabel*& text) {
        auto* notice = new Surface(m_provider, fill, pane);
        text = new TextLabel(m_provider, TextStep::Body, {}, &ThemeColours::text, notice);
        text->setObjectName(name);
        text->setWordWrap(true);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse);
        auto* noticeRow = new QHBoxLayout(notice);
        noticeRow->setContentsMargins(12, 6, 12, 6);
        noticeRow->setSpacing(8);
        noticeRow->addWidget(new GlyphLabel(m_provider, glyph, colour, 16, notice), 0,
                             Qt::AlignTop);
        noticeRow->addWidget(text, 1);
        notice->hide();
        pane->layout()->addWidget(notice);
        return notice;
    };
    m_notice = line(&ThemeColours::warnSoft, Glyph::MarkAttention, &ThemeColours::warn,
                    QStringLiteral("verifyNotice"), m_noticeText);
    m_sayPane = line(&ThemeColours::alt, Glyph::SeverityInfo, &ThemeColours::muted,
                     QStringLiteral("verifySaid"), m_sayText);
    buildBanner(pane);
}

/// Stays while results on lanes show; hidden, its words are in the header.
void VerifyArea::buildBanner(QWidget* pane)
{
    m_banner = new Surface(m_provider, &ThemeColours::accentSoft, pane);
    m_banner->setObjectName(QStringLiteral("lanesBanner"));
    auto* strong = new TextLabel(m_provider, TextStep::BodyStrong,
                                 tr("Executed on the CPU, not evidence of an AMD GPU."),
                                 &ThemeColours::text, m_banner);
    auto* more = new ElidedLabel(
        m_provider, TextStep::Body,
        tr("Grade in the report: executed on the CPU with 64 lanes. Levels 4 and 5 need a node."),
        &ThemeColours::text2, m_banner);
    auto* hide = makeButton(tr("Hide"), ButtonKind::Normal, m_banner);
    hide->setObjectName(QStringLiteral("hideLanesBanner"));
    hide->setProperty("compact", true);
    auto* row = new QHBoxLayout(m_banner);
    row->setContentsMargins(12, 6, 12, 6);
    row->setSpacing(8);
    row->addWidget(
        new GlyphLabel(m_provider, Glyph::SeverityInfo, &ThemeColours::accent, 16, m_banner));
    row->addWidget(strong);
    row->addWidget(more, 1);
    row->addWidget(hide);
    pane->layout()->addWidget(m_banner);
    connect(hide, &QPushButton::clicked, this, [this] {
        m_settings.setValue(kBannerKey, true);
        showBanner();
    });
}

void VerifyArea::showBanner()
{
    const bool lanes = m_level == VerifyLevel::Lanes && run() != nullptr;
    const bool hidden = m_settings.value(kBannerKey, false).toBool();
    m_banner->setVisible(lanes && !hidden);
    m_onCpu->setVisible(lanes && hidden);
}

void VerifyArea::buildPages(QWidget* pane)
{
    m_pages = new QStackedWidget(pane);
    m_checkModel = new TextTableModel(m_provider, verifyCheckColumns(m_columnsOf, m_timed), this);
    m_checks = new TextTable(m_provider, *m_checkModel, tr("Checks of the run"), pane);
    m_checks->setObjectName(QStringLiteral("checkTable"));
    keepHeight(*m_checks, m_provider, 148); // some rows, whatever the plots need
    m_detail = new TensorDetail(m_provider, pane);
    m_plots = new PlotsPane(m_provider, pane);
    m_lanes = new LanePane(m_provider, pane);
    m_checkSplit = new QSplitter(Qt::Horizontal, pane);
    m_checkSplit->setHandleWidth(1);
    m_checkSplit->setChildrenCollapsible(false);
    m_checkSplit->addWidget(m_checks);
    m_checkSplit->addWidget(m_detail);
    m_checkSplit->setStretchFactor(0, 1);
    layOutChecks();
    auto* vertical = new QSplitter(Qt::Vertical, pane);
    vertical->setHandleWidth(1);
    vertical->setChildrenCollapsible(false);
    vertical->addWidget(m_checkSplit);
    vertical->addWidget(m_plots);
    vertical->addWidget(m_lanes);
    vertical->setStretchFactor(0, 1);
    vertical->setSizes({320, 360, 440});
    m_none = new EmptyState(m_provider, Glyph::Tree, {}, {}, pane);
    m_noneRun = m_none->addAction(tr("Run"), true);
    m_checkPages = new QStackedWidget(pane);
    m_checkPages->addWidget(vertical);
    m_checkPages->addWidget(m_none);
    m_matrixModel = new TextTableModel(m_provider, {}, this);
    m_matrix = new TextTable(m_provider, *m_matrixModel, tr("Checks by node or image"), pane);
    m_matrix->setObjectName(QStringLiteral("matrixTable"));
    m_historyModel = new TextTableModel(m_provider, historyColumns(), this);
    m_history = new TextTable(m_provider, *m_historyModel, tr("Runs, newest first"), pane);
    m_history->setObjectName(QStringLiteral("historyTable"));
    m_pages->addWidget(m_checkPages);
    m_pages->addWidget(m_matrix);
    m_runsPlot = new RunsPlot(m_provider, pane);
    m_runsPlot->setMinimumHeight(m_provider.theme().scaled(120));
    auto* history = new QSplitter(Qt::Vertical, pane);
    history->setHandleWidth(1);
    history->setChildrenCollapsible(false);
    history->addWidget(m_history);
    history->addWidget(m_runsPlot);
    history->setStretchFactor(0, 1);
    history->setSizes({480, 260});
    m_pages->addWidget(history);
    static_cast<QVBoxLayout*>(pane->layout())->addWidget(m_pages, 1);
    m_switch->setCurrent(ChecksPage);
    connect(m_switch, &SegmentedControl::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
    connect(m_noneRun, &QPushButton::clicked, this, [this] { startLevel(m_level); });
    m_checks->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_checks->addAction(command(QStringLiteral("checkFile")));
    m_checks->addAction(command(QStringLiteral("setTolerance")));
    connect(m_checks, &TextTable::currentIdChanged, this, &VerifyArea::showDetail);
    connect(m_history, &TextTable::idActivated, this, &VerifyArea::showRun);
    connect(m_matrix, &TextTable::idActivated, this, &VerifyArea::showMatrixCheck);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& words) {
        m_checks->setFilter(words);
        m_matrix->setFilter(words);
        m_history->setFilter(words);
    });
    joinFilter(*m_filter, [this] { return &shownTable(); });
    connect(m_detail, &TensorDetail::toleranceRequested, this, &VerifyArea::askTolerance);
    connect(m_detail, &TensorDetail::placeRequested, this, &VerifyArea::showPlaceOfCheck);
    connect(m_checks, &TextTable::idActivated, this, &VerifyArea::showChangeOfCheck);
    connect(m_lanes, &LanePane::placeRequested, this, &VerifyArea::showPlaceOfCheck);
    connect(m_lanes, &LanePane::changeRequested, this, &VerifyArea::showChangeOfCheck);
}

} // namespace rocport
