#include "ui/runs/diagnosticsmodel.h"
#include "ui/runs/logview.h"
#include "ui/runs/runfiles.h"
#include "ui/runs/runpanel.h"
#include "ui/runs/stagetimeline.h"
#include "ui/theme/celldelegate.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/findbar.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>

namespace rocport {

namespace {

QPushButton* compact(const QString& text, const QString& name, QWidget* parent,
                     ButtonKind kind = ButtonKind::Normal)
{
    auto* button = makeButton(text, kind, parent);
    button->setObjectName(name);
    button->setProperty("compact", true);
    return button;
}

/// Columns of the diagnostics: what, where and the log's line before the compiler's sentence, which
/// goes on in a second line.
QVector<TableColumn> diagnosticColumns()
{
    QVector<TableColumn> columns(DiagnosticsModel::ColumnCount);
    columns[DiagnosticsModel::LocationColumn] = {ElideAs::Path, true, false, true, 180};
    columns[DiagnosticsModel::MessageColumn] = {ElideAs::Sentence, false, true, true, 240};
    return columns;
}

} // namespace

RunPanel::RunPanel(RemoteService& remote, ThemeProvider& provider, UiSettings& settings,
                   QThreadPool& pool, QWidget* parent)
    : QWidget(parent), m_remote(remote), m_provider(provider), m_settings(settings), m_log(pool)
{
    buildHeader();
    m_timeline = new StageTimeline(provider, this);
    m_noticeBar = buildNotice();
    auto* upper = new QWidget(this);
    m_view = new LogView(m_log, provider, upper);
    m_view->setWrap(settings.value(QStringLiteral("runs/wrap"), false).toBool());
    m_view->setTimes(settings.value(QStringLiteral("runs/times"), true).toBool());
    m_empty = new EmptyState(provider, Glyph::Clock, tr("No output yet"), {}, upper);
    m_error = new ErrorPanel(provider, upper);
    m_logStack = new QStackedWidget(upper);
    m_logStack->addWidget(m_view);
    m_logStack->addWidget(m_empty);
    m_logStack->addWidget(m_error);
    m_stack = new QStackedWidget(upper);
    m_stack->addWidget(m_logStack);
    m_stack->addWidget(buildEnvironment());
    m_files = new RunFiles(provider, pool, upper);
    connect(m_files, &RunFiles::folderOpenRequested, this, &RunPanel::folderOpenRequested);
    connect(m_files, &RunFiles::said, this, &RunPanel::said);
    m_stack->addWidget(m_files);
    auto* upperLayout = new QVBoxLayout(upper);
    upperLayout->setContentsMargins(0, 0, 0, 0);
    upperLayout->setSpacing(0);
    upperLayout->addWidget(buildLogBar());
    m_searchBar = buildSearchBar();
    upperLayout->addWidget(m_searchBar);
    upperLayout->addWidget(m_stack, 1);
    m_splitter = new QSplitter(Qt::Vertical, this);
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(upper);
    m_splitter->addWidget(buildDiagnostics());
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setSizes(
        {520, settings.value(QStringLiteral("runs/diagnostics-height"), 200).toInt()});
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] {
        m_settings.setValue(QStringLiteral("runs/diagnostics-height"),
                            m_splitter->sizes().value(1));
    });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_timeline);
    layout->addWidget(m_noticeBar);
    layout->addWidget(m_splitter, 1);
    connectLog();
}

void RunPanel::buildHeader()
{
    m_header = new PanelHeader(m_provider, 40, &ThemeColours::window, this);
    QHBoxLayout* row = m_header->row();
    row->setSpacing(8);
    m_title = new ElidedLabel(m_provider, TextStep::BodyStrong, {}, &ThemeColours::text, m_header);
    m_title->setObjectName(QStringLiteral("runTitle"));
    m_title->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    m_state = new Chip(m_provider, {}, ChipTone::Neutral, Glyph::None, m_header);
    m_state->setObjectName(QStringLiteral("runState"));
    m_facts = new ElidedLabel(m_provider, TextStep::Small, {}, &ThemeColours::muted, m_header);
    m_facts->setObjectName(QStringLiteral("runFacts"));
    m_copyCommand = compact(tr("Copy command"), QStringLiteral("copyCommandButton"), m_header);
    m_detach = compact(tr("Detach"), QStringLiteral("detachJob"), m_header);
    m_cancel =
        compact(tr("Cancel job"), QStringLiteral("cancelJob"), m_header, ButtonKind::Destructive);
    row->addWidget(m_title);
    row->addWidget(m_state);
    row->addWidget(m_facts, 1);
    row->addWidget(m_copyCommand);
    row->addWidget(m_detach);
    row->addWidget(m_cancel);
    m_header->wrapFrom(*m_copyCommand);
    connect(m_copyCommand, &QPushButton::clicked, this, &RunPanel::copyCommand);
    connect(m_detach, &QPushButton::clicked, this, &RunPanel::detachRequested);
    connect(m_cancel, &QPushButton::clicked, this, &RunPanel::cancelRequested);
}

QWidget* RunPanel::buildNotice()
{
    auto* bar = new Surface(m_provider, &ThemeColours::accentSoft, this);
    bar->setObjectName(QStringLiteral("runNotice"));
    m_noticeMark = new GlyphLabel(m_provider, Glyph::SeverityInfo, &ThemeColours::accent, 16, bar);
    m_noticeText = new MarkupLabel(m_provider, TextStep::Body, &ThemeColours::text, bar);
    m_noticeText->setObjectName(QStringLiteral("runNoticeText"));
    m_noticeText->setWordWrap(true);
    m_noticeText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* text = new QHBoxLayout;
    text->setSpacing(8);
    text->addWidget(m_noticeMark);
    text->addWidget(m_noticeText, 1);
    m_noticeMore = new QWidget(bar);
    auto* buttons = new QHBoxLayout(m_noticeMore);
    buttons->setContentsMargins(24, 0, 0, 0);
    buttons->setSpacing(8);
    m_noticeLine = compact({}, QStringLiteral("noticeLine"), bar);
    m_noticeDump = compact(tr("Copy stack dump command"), QStringLiteral("noticeDump"), bar);
    m_noticeWait = compact(tr("Wait"), QStringLiteral("noticeWait"), bar);
    m_noticeCancel =
        compact(tr("Cancel job"), QStringLiteral("noticeCancel"), bar, ButtonKind::Destructive);
    m_noticeReattach = compact(tr("Reattach"), QStringLiteral("noticeReattach"), bar);
    m_noticeHide = compact(tr("Hide"), QStringLiteral("noticeHide"), bar);
    // One or two stand beside the sentence, so that the log keeps its room.
    for (QPushButton* button : {m_noticeLine, m_noticeReattach, m_noticeHide}) {
        text->addWidget(button);
    }
    for (QPushButton* button : {m_noticeDump, m_noticeWait, m_noticeCancel}) {
        buttons->addWidget(button);
    }
    buttons->addStretch();
    auto* layout = new QVBoxLayout(bar);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(6);
    layout->addLayout(text);
    layout->addWidget(m_noticeMore);
    connect(m_noticeLine, &QPushButton::clicked, this, [this] {
        m_view->goToLine(m_notice.logLine);
        m_view->setFocus();
    });
    connect(m_noticeDump, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(stackDumpCommand(m_job)); });
    connect(m_noticeCancel, &QPushButton::clicked, this, &RunPanel::cancelRequested);
    connect(m_noticeReattach, &QPushButton::clicked, this, &RunPanel::detachRequested);
    for (QPushButton* button : {m_noticeWait, m_noticeHide}) {
        connect(button, &QPushButton::clicked, this, [this] {
            m_hidden.insert(m_job.spec.id + u' ' + m_notice.id);
            updateNotice();
        });
    }
    return bar;
}

QWidget* RunPanel::buildLogBar()
{
    auto* bar = new PanelHeader(m_provider, 36, &ThemeColours::base, this);
    bar->row()->setSpacing(8);
    m_pages = new SegmentedControl(m_provider, bar);
    m_pages->addSegment(tr("Log"));
    m_pages->addSegment(tr("Environment"));
    m_pages->addSegment(tr("Files"));
    m_pages->setCurrent(0);
    m_pages->setObjectName(QStringLiteral("runPages"));
    m_pages->setAccessibleName(tr("View of the run"));
    auto* find = compact(tr("Find"), QStringLiteral("findInLog"), bar);
    m_find = find;
    m_follow = compact(tr("Follow"), QStringLiteral("followLog"), bar);
    m_wrap = compact(tr("Wrap"), QStringLiteral("wrapLog"), bar);
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    m_wrap->setCheckable(true);
    m_wrap->setChecked(m_view->wrap());
    m_times = compact(tr("Time"), QStringLiteral("logTimes"), bar);
    m_times->setAccessibleName(tr("Times of the log's lines"));
    m_times->setCheckable(true);
    m_times->setChecked(m_view->times());
    auto* save = compact(tr("Save log…"), QStringLiteral("saveLog"), bar);
    bar->row()->addWidget(m_pages);
    bar->row()->addStretch();
    for (QPushButton* button : {find, m_follow, m_wrap, m_times, save}) {
        bar->row()->addWidget(button);
    }
    bar->wrapFrom(*find);
    connect(m_pages, &SegmentedControl::currentChanged, this,
            [this](int page) { m_stack->setCurrentIndex(page); });
    connect(find, &QPushButton::clicked, this, &RunPanel::openSearch);
    connect(m_follow, &QPushButton::clicked, this, [this](bool on) { m_view->setFollow(on); });
    connect(m_view, &LogView::followChanged, m_follow, &QPushButton::setChecked);
    connect(m_wrap, &QPushButton::clicked, this, [this](bool on) {
        m_view->setWrap(on);
        m_settings.setValue(QStringLiteral("runs/wrap"), on);
    });
    connect(m_times, &QPushButton::clicked, this, [this](bool on) {
        m_view->setTimes(on);
        m_settings.setValue(QStringLiteral("runs/times"), on);
    });
    connect(save, &QPushButton::clicked, this, &RunPanel::saveLogRequested);
    return bar;
}

FindBar* RunPanel::buildSearchBar()
{
    auto* bar = new FindBar(m_provider, QStringLiteral("logSearch"), tr("Find in log"), this);
    connect(bar, &FindBar::queryChanged, this, &RunPanel::runSearch);
    connect(bar, &FindBar::stepRequested, this, &RunPanel::moveHit);
    connect(bar, &FindBar::closeRequested, this, [this] {
        m_searchBar->field().clear();
        m_searchBar->hide();
        m_view->setFocus();
    });
    connect(bar, &FindBar::downPressed, this, [this] { m_view->setFocus(); });
    bar->hide();
    return bar;
}

QWidget* RunPanel::buildEnvironment()
{
    m_environment = new QPlainTextEdit(this);
    m_environment->setObjectName(QStringLiteral("runEnvironmentText"));
    m_environment->setAccessibleName(tr("Environment of the run, secrets masked"));
    m_environment->setReadOnly(true);
    m_environment->setFrameShape(QFrame::NoFrame);
    m_environment->setFont(m_provider.theme().font(TextStep::Code));
    return m_environment;
}

QWidget* RunPanel::buildDiagnostics()
{
    auto* pane = new QWidget(this);
    auto* header = new PanelHeader(m_provider, 36, &ThemeColours::window, pane);
    header->row()->setSpacing(8);
    header->row()->addWidget(new TextLabel(m_provider, TextStep::BodyStrong, tr("Diagnostics"),
                                           &ThemeColours::text, header));
    m_severities = new SegmentedControl(m_provider, header);
    m_severities->setObjectName(QStringLiteral("diagnosticSeverities"));
    m_severities->setAccessibleName(tr("Severity"));
    m_severities->addSegment(tr("All"));
    m_severities->addSegment(tr("Errors"), Glyph::SeverityCritical, &ThemeColours::crit);
    m_severities->addSegment(tr("Warnings"), Glyph::MarkAttention, &ThemeColours::warn);
    m_severities->addSegment(tr("Notes"), Glyph::SeverityInfo);
    m_severities->setCurrent(0);
    header->row()->addWidget(m_severities);
    header->row()->addStretch();
    m_openPlace = compact(tr("Open in review"), QStringLiteral("openInReview"), header);
    header->row()->addWidget(m_openPlace);
    header->wrapFrom(*m_openPlace);
    m_model = new DiagnosticsModel(
        m_provider,
        [this](const QString& file, int line) {
            const RepoPath path = repositoryPath(m_job, file);
            return path.isEmpty() ? QByteArray()
                                  : m_remote.hunkAt(QString::fromUtf8(path.bytes()), line);
        },
        this);
    m_table = new QTreeView(pane);
    m_table->setObjectName(QStringLiteral("diagnosticsTable"));
    m_table->setAccessibleName(tr("Diagnostics"));
    m_table->setProperty("pane", true);
    m_table->setModel(m_model);
    m_table->setRootIsDecorated(false);
    m_table->setAllColumnsShowFocus(true);
    m_table->setFrameShape(QFrame::NoFrame);
    fitColumns(*m_table, m_provider, diagnosticColumns(), 28);
    auto* layout = new QVBoxLayout(pane);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(header);
    layout->addWidget(m_table, 1);
    return pane;
}

void RunPanel::followFindKey(const QAction& action)
{
    followKey(*m_find, action, tr("Find in the log"));
}

} // namespace rocport
