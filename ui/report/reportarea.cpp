#include "ui/report/reportarea.h"

#include "core/base/visibletext.h"
#include "core/base/wording.h"
#include "core/project/port/exportreport.h"
#include "core/project/session/projectlocation.h"
#include "core/project/session/projectplan.h"
#include "core/project/session/projectreports.h"
#include "ui/messages/messages.h"
#include "ui/report/decisionstable.h"
#include "ui/report/exporttable.h"
#include "ui/report/patchesview.h"
#include "ui/report/reportdocument.h"
#include "ui/report/reportpreview.h"
#include "ui/report/sectionhead.h"
#include "ui/report/summaryeditor.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/stackingsplitter.h"
#include "ui/theme/windowfit.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <iterator>

namespace rocport {

using namespace std::chrono_literals;

namespace {

constexpr int kZooms[] = {75, 100, 125, 150, 200};
constexpr int kPageWidth = 760;    ///< of the preview at 100 %
constexpr int kEditorsWidth = 320; // at least
constexpr int kReportWidth = 760;  // at which no word of its tables is broken

} // namespace

ReportArea::ReportArea(ProjectSession& session, ThemeProvider& provider, UiSettings& settings,
                       QWidget* parent)
    : WorkArea({QStringLiteral("report"), tr("Report"), QStringLiteral("report")}, parent),
      m_session(session),
      m_provider(provider),
      m_settings(settings),
      m_pages(new QStackedWidget(this)),
      m_splitter(new StackingSplitter(m_pages))
{
    auto* editors = new Surface(provider, &ThemeColours::base, m_splitter);
    auto* report = new Surface(provider, &ThemeColours::well, m_splitter);
    editors->setProperty("pane", true);
    editors->setAccessibleName(tr("Phase summaries"));
    report->setProperty("pane", true);
    report->setAccessibleName(tr("Report and export"));
    buildEditors(editors);
    buildReport(report);
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(editors);
    m_splitter->addWidget(report);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes(
        {settings.value(QStringLiteral("report/editors-width"), 420).toInt(), 900});
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] {
        if (!m_splitter->isStacked()) {
            m_settings.setValue(QStringLiteral("report/editors-width"),
                                m_splitter->sizes().value(0));
        }
        fitHeader();
    });
    connect(m_splitter, &StackingSplitter::stackedChanged, this, &ReportArea::fitHeader);
    auto* none = new EmptyState(provider, Glyph::Repository, tr("No project is open"),
                                tr("Open a repository to write its porting report."), m_pages);
    connect(none->addAction(tr("Open repository…"), true), &QPushButton::clicked, this,
            &ReportArea::openRequested);
    auto* waiting = new EmptyState(provider, Glyph::Clock, tr("Scanning the repository"),
                                   tr("The report appears here when the scan is done."), m_pages);
    m_pages->addWidget(m_splitter);
    m_pages->addWidget(none);
    m_pages->addWidget(waiting);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);

    m_previewTimer.setSingleShot(true);
    m_previewTimer.setInterval(200ms);
    connect(&m_previewTimer, &QTimer::timeout, this, &ReportArea::refreshView);
    connect(&session, &ProjectSession::stateChanged, this, &ReportArea::refresh);
    connect(&session, &ProjectSession::opened, this, [this] {
        m_patches->leave();
        refresh();
    });
    connect(&session, &ProjectSession::closed, this, [this] {
        m_patches->leave();
        refresh();
    });
    connect(&session, &ProjectSession::failed, this, [this](const Error& error) {
        if (error.code != ErrorCode::Cancelled) {
            m_problem->setText(titleFor(error));
            m_problem->setToolTip(messageFor(error));
            m_problem->setAccessibleName(messageFor(error));
            m_problem->show();
            fitHeader();
        }
    });
    connect(&provider, &ThemeProvider::changed, this, [this] { setZoom(m_zoom); });
    session.reports().addFormat(QStringLiteral("pdf"), reportPdf);
    refresh();
}

ReportArea::~ReportArea()
{
    // A field that loses the focus on the way still wants to save, and the session would answer.
    flush();
    disconnect(&m_session, nullptr, this, nullptr);
    for (SummaryEditor* editor : std::as_const(m_editors)) {
        disconnect(editor, nullptr, this, nullptr);
    }
}

void ReportArea::buildEditors(QWidget* pane)
{
    auto* header = new PanelHeader(m_provider, 40, &ThemeColours::window, pane);
    header->row()->addWidget(new TextLabel(m_provider, TextStep::BodyStrong, tr("Phase summaries"),
                                           &ThemeColours::text, header),
                             1);
    m_editedCount = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::muted, header);
    m_editedCount->setObjectName(QStringLiteral("editedCount"));
    header->row()->addWidget(m_editedCount);
    auto* scroll = new QScrollArea(pane);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setAccessibleName(tr("Phase summaries"));
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* list = new Surface(m_provider, &ThemeColours::base, scroll);
    auto* rows = new QVBoxLayout(list);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    for (const Phase phase : kPhases) {
        auto* editor = new SummaryEditor(phase, m_provider, list);
        m_editors.append(editor);
        rows->addWidget(editor);
        auto* line = new Surface(m_provider, &ThemeColours::border, list);
        line->setFixedHeight(1);
        rows->addWidget(line);
        connect(editor, &SummaryEditor::saveRequested, this,
                [this](Phase saved, const QString& text) {
                    if (m_session.state()) {
                        m_session.plan().setSummary(saved, text);
                    }
                });
        connect(editor, &SummaryEditor::resetRequested, this,
                [this](Phase reset) { m_session.plan().setSummary(reset, {}); });
        connect(editor, &SummaryEditor::opened, this, [this, editor] { closeOthers(editor); });
    }
    buildSections(list, *rows);
    rows->addStretch();
    scroll->setWidget(list);
    auto* layout = new QVBoxLayout(pane);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(header);
    layout->addWidget(scroll, 1);
    keepHeight(*scroll, m_provider, 100);
    keepWidth(*layout, m_provider, kEditorsWidth);
}

/// What the report has beside the phases.
void ReportArea::buildSections(QWidget* list, QBoxLayout& rows)
{
    m_decisionSection = new ReportSection(m_provider, tr("Decisions and overrides"),
                                          tr("Show all decisions"), list);
    m_decisionSection->setObjectName(QStringLiteral("decisionSection"));
    m_environmentSection =
        new ReportSection(m_provider, tr("Environment record"), tr("Show in the report"), list);
    m_environmentSection->setObjectName(QStringLiteral("environmentSection"));
    for (ReportSection* section : {m_decisionSection, m_environmentSection}) {
        rows.addWidget(section);
        auto* line = new Surface(m_provider, &ThemeColours::border, list);
        line->setFixedHeight(1);
        rows.addWidget(line);
        connect(section, &ReportSection::opened, this, [this, section] { closeOthers(section); });
    }
    connect(m_decisionSection, &ReportSection::showRequested, this,
            [this] { setView(DecisionsView); });
    connect(m_environmentSection, &ReportSection::showRequested, this, [this] {
        setView(ReportView);
        m_preview->showHeading(QStringLiteral("Environment record")); // as the report has it
    });
}

void ReportArea::closeOthers(const QWidget* open)
{
    QVector<FoldingSection*> sections(m_editors.begin(), m_editors.end());
    sections += {m_decisionSection, m_environmentSection};
    for (FoldingSection* section : std::as_const(sections)) {
        if (section != open) {
            section->setOpen(false);
        }
    }
}

void ReportArea::showSections(const ProjectState& state)
{
    const DecisionTotals totals = decisionTotals(state);
    m_decisionSection->setFacts(
        {{tr("Accepted"),
          tr("%1, of them %2 edited").arg(countText(totals.accepted), countText(totals.edited))},
         {tr("Rejected"), countText(totals.rejected)},
         {tr("Deferred"), countText(totals.deferred)},
         {tr("Findings ticked off"), countText(totals.findingsTicked)},
         {tr("Overrides of the plan"), countText(totals.overrides)}},
        tr("Generated, %1").arg(counted(totals.all(), tr("decision"), tr("decisions"))));
    const TargetSettings& target = state.meta.target;
    m_environmentSection->setFacts(
        {{tr("ROCm"), target.rocm.toString()},
         {tr("torch"), target.torch.toString()},
         {tr("Architectures"), target.architectures.join(QStringLiteral(", "))},
         {tr("Guard macro"), visibleText(target.guardMacro)},
         {tr("C/C++ strategy"), strategyId(state.scan->strategy)},
         {tr("Base commit"), QString::fromLatin1(state.meta.baseCommit.left(12))},
         {tr("Port branch"), visibleText(state.meta.portBranch)}},
        tr("Generated"));
}

void ReportArea::buildReport(QWidget* pane)
{
    auto* header = m_header = new PanelHeader(m_provider, 40, &ThemeColours::window, pane);
    m_title =
        new TextLabel(m_provider, TextStep::BodyStrong, tr("Report"), &ThemeColours::text, header);
    header->row()->addWidget(m_title);
    m_notice = new Chip(m_provider, {}, ChipTone::Warn, Glyph::MarkAttention, header);
    header->row()->addWidget(m_notice);
    m_problem = new Chip(m_provider, {}, ChipTone::Critical, Glyph::SeverityCritical, header);
    m_problem->setObjectName(QStringLiteral("reportProblem"));
    m_problem->hide();
    header->row()->addWidget(m_problem);
    header->row()->addStretch();
    m_viewButtons = new SegmentedControl(m_provider, header);
    m_viewButtons->setObjectName(QStringLiteral("reportViews"));
    m_viewButtons->setAccessibleName(tr("What is shown"));
    for (const QString& name : {tr("Report"), tr("Decisions"), tr("Patches")}) {
        m_viewButtons->addSegment(name);
    }
    m_viewButtons->setCurrent(ReportView);
    header->row()->addWidget(m_viewButtons);
    m_export = makeButton({}, ButtonKind::Primary, header);
    m_export->setObjectName(QStringLiteral("exportChosen"));
    m_export->setProperty("compact", true);
    connect(m_export, &QPushButton::clicked, this, &ReportArea::exportReport);
    header->row()->addWidget(m_export);

    m_zoomButton = makeButton({}, ButtonKind::Normal, header);
    m_zoomButton->setObjectName(QStringLiteral("reportZoom"));
    m_zoomButton->setProperty("compact", true);
    auto* sizes = new QMenu(m_zoomButton);
    for (const int percent : kZooms) {
        sizes->addAction(tr("%1 %").arg(percent), this, [this, percent] { setZoom(percent); });
    }
    m_zoomButton->setMenu(sizes);
    header->row()->insertWidget(header->row()->indexOf(m_export), m_zoomButton);
    header->wrapFrom(*m_viewButtons);

    QWidget* views = buildViews(pane);
    m_table = new ExportTable(m_provider, pane);
    connect(m_table, &ExportTable::chosenChanged, this, &ReportArea::updateButtons);
    connect(m_table, &ExportTable::exportRequested, this, &ReportArea::exportFormats);
    connect(m_table, &ExportTable::folderChangeRequested, this, &ReportArea::chooseFolder);
    connect(m_table, &ExportTable::folderOpenRequested, this, &ReportArea::folderOpenRequested);
    auto* bottom = new Surface(m_provider, &ThemeColours::base, pane);
    auto* inner = new QVBoxLayout(bottom);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->addWidget(m_table);
    auto* layout = new QVBoxLayout(pane);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(header);
    layout->addWidget(views, 1);
    layout->addWidget(bottom);
    const int stored = m_settings.value(QStringLiteral("report/zoom"), 100).toInt();
    const auto* known = std::find(std::begin(kZooms), std::end(kZooms), stored);
    setZoom(known != std::end(kZooms) ? stored : 100);
}

/// The page of the report between two margins, the decisions, and the patches.
QWidget* ReportArea::buildViews(QWidget* pane)
{
    m_views = new QStackedWidget(pane);
    keepHeight(*m_views, m_provider, 160);
    auto* holder = new QWidget(m_views);
    m_preview = new ReportPreview(m_provider, holder);
    connect(m_preview, &ReportPreview::zoomStepRequested, this, [this](int step) {
        const auto* at = std::find(std::begin(kZooms), std::end(kZooms), m_zoom);
        const auto index = static_cast<int>(at - std::begin(kZooms)) + step;
        if (index >= 0 && index < static_cast<int>(std::size(kZooms))) {
            setZoom(kZooms[index]);
        }
    });
    auto* page = new QHBoxLayout(holder);
    page->setContentsMargins(0, 16, 0, 0);
    page->addStretch(1);
    page->addWidget(m_preview, 100);
    page->addStretch(1);
    m_decisions = new DecisionsTable(m_provider, m_views);
    connect(m_decisions, &DecisionsTable::changeRequested, this, &ReportArea::showHunkRequested);
    connect(m_decisions, &DecisionsTable::placeRequested, this, &ReportArea::showPlaceRequested);
    m_patches = new PatchesView(m_provider, m_views);
    connect(m_patches, &PatchesView::retryRequested, this, [this] {
        m_stales.at(PatchesPage) = true;
        refreshView();
    });
    m_views->addWidget(holder);
    m_views->addWidget(m_decisions);
    m_views->addWidget(m_patches);
    connect(m_viewButtons, &SegmentedControl::currentChanged, this,
            [this](int view) { setView(static_cast<View>(view)); });
    return m_views;
}

void ReportArea::setView(View view)
{
    m_viewButtons->setCurrent(view);
    m_views->setCurrentIndex(view);
    m_zoomButton->setVisible(view == ReportView);
    fitHeader();
    refreshView();
}

void ReportArea::setZoom(int percent)
{
    m_zoom = percent;
    m_settings.setValue(QStringLiteral("report/zoom"), percent);
    m_zoomButton->setText(tr("%1 %").arg(percent));
    m_zoomButton->setAccessibleName(tr("Size of the preview, %1 %").arg(percent));
    m_zoomButton->setToolTip(tr("Size of the preview (Ctrl and the wheel)"));
    m_preview->setZoom(percent);
    m_preview->setMaximumWidth(m_provider.theme().scaled(kPageWidth * percent / 100));
    m_stales.at(ReportView) = true;
    m_previewTimer.start();
}

bool ReportArea::offers(AreaOffer offer) const
{
    return offer == AreaOffer::Export;
}

QStringList ReportArea::prepareToLeave(Leaving)
{
    return flush();
}

QStringList ReportArea::flush()
{
    QStringList left;
    for (SummaryEditor* editor : std::as_const(m_editors)) {
        editor->flush();
        if (editor->isTooLong()) {
            left.append(tr("your summary of phase %1, which is too long to be saved")
                            .arg(static_cast<int>(editor->phase())));
        }
    }
    return left;
}

void ReportArea::refresh()
{
    const std::shared_ptr<const ProjectState> state = m_session.state();
    // Nine summaries are drafted from all changes: not at every decision made elsewhere.
    m_stale = !isVisible() && state && state->scan;
    if (!m_stale) {
        showState(state.get());
    }
}

void ReportArea::showState(const ProjectState* state)
{
    m_stale = false;
    m_pages->setCurrentIndex(!state ? 1 : !state->scan ? 2 : 0);
    m_table->setState(state);
    m_table->setFolder(exportFolder());
    if (!state || !state->scan) {
        return;
    }
    int edited = 0;
    for (SummaryEditor* editor : std::as_const(m_editors)) {
        const Phase phase = editor->phase();
        bool own = false;
        const QString text = state->summary(phase, &own);
        QDateTime saved;
        for (const StoredSummary& stored : state->summaries) {
            saved = stored.phase == phase ? stored.edited : saved;
        }
        const auto number = static_cast<qsizetype>(phase);
        editor->setSummary(
            text, own, saved,
            phaseState(state->plan.phases.value(number), state->counts.value(number)),
            state->readOnly);
        edited += own ? 1 : 0;
    }
    m_editedCount->setText(
        tr("%1 edited, %2 generated").arg(edited).arg(m_editors.size() - edited));
    m_open = state->hunks - state->decided;
    m_notice->setText(
        tr("%1 not decided").arg(counted(m_open, tr("change is"), tr("changes are"))));
    fitHeader();
    showSections(*state);
    m_stales.fill(true);
    m_previewTimer.start();
    updateButtons();
}

void ReportArea::refreshView()
{
    const std::shared_ptr<const ProjectState> state = m_session.state();
    const auto view = static_cast<View>(m_views->currentIndex());
    if (!m_stales.at(view) || !isVisible() || !state || !state->scan) {
        return;
    }
    m_stales.at(view) = false;
    switch (view) {
    case ReportView:
        m_preview->show(m_session.reports().make());
        break;
    case DecisionsView:
        m_decisions->show(m_session.reports().make());
        break;
    case PatchesPage:
        m_patches->show(state);
        break;
    }
}

/// Most of the height is the report's, and of the width what the words of its tables need.
void ReportArea::fitRoom()
{
    m_table->setRoom(height() / 4);
    const Theme& theme = m_provider.theme();
    const int most = std::max(theme.scaled(kEditorsWidth), width() - theme.scaled(kReportWidth));
    const QList<int> sizes = m_splitter->sizes();
    const bool beside = !m_splitter->isStacked();
    if (isVisible() && beside && sizes.value(0) > most) {
        m_splitter->setSizes({most, sizes.value(0) + sizes.value(1) - most});
    }
    fitHeader();
}

/// The views and the export keep their place; words that stand elsewhere too give way.
void ReportArea::fitHeader()
{
    const int room = !m_splitter->isStacked() ? m_splitter->sizes().value(1) : m_splitter->width();
    // What stands there anyway, as wide as it is now.
    const QHBoxLayout& row = *m_header->row();
    const QMargins margins = row.contentsMargins();
    int need = margins.left() + margins.right();
    for (const QWidget* part :
         std::initializer_list<const QWidget*>{m_problem, m_viewButtons, m_zoomButton, m_export}) {
        need += part->isHidden() ? 0 : part->sizeHint().width() + row.spacing();
    }
    const auto give = [&](QWidget* words, bool wanted) {
        const int width = words->sizeHint().width() + row.spacing();
        words->setVisible(wanted && need + width <= room);
        need += words->isHidden() ? 0 : width;
    };
    give(m_notice, m_open > 0);
    give(m_title, true);
}

void ReportArea::resizeEvent(QResizeEvent* event)
{
    WorkArea::resizeEvent(event);
    fitRoom();
}

void ReportArea::showEvent(QShowEvent* event)
{
    WorkArea::showEvent(event);
    QMetaObject::invokeMethod(this, &ReportArea::fitRoom, Qt::QueuedConnection);
    if (m_stale) {
        refresh();
    }
    refreshView();
}

void ReportArea::updateButtons()
{
    const int count = static_cast<int>(m_table->chosen().size());
    m_export->setText(tr("Export %1").arg(counted(count, tr("format"), tr("formats"))));
    m_export->setEnabled(count > 0 && m_session.state() && m_session.state()->scan);
    fitHeader();
}

QString ReportArea::folderKey() const
{
    const std::shared_ptr<const ProjectState> state = m_session.state();
    return QStringLiteral("report/folder-") +
           repositoryKey(state ? state->meta.repositoryRoot : QString());
}

/// What the user chose for this project, else beside the project file: projects that lie together
/// have a folder each.
QString ReportArea::exportFolder() const
{
    const std::shared_ptr<const ProjectState> state = m_session.state();
    if (!state) {
        return {};
    }
    const QFileInfo file(state->projectFile);
    const QString chosen = m_settings.value(folderKey(), {}).toString();
    return !chosen.isEmpty()
               ? chosen
               : QStringLiteral("%1/export/%2").arg(file.absolutePath(), file.completeBaseName());
}

void ReportArea::exportFormats(const QStringList& formats)
{
    flush();
    m_problem->hide();
    fitHeader();
    m_session.reports().write(formats, m_table->folder());
}

void ReportArea::exportReport()
{
    if (m_stale) { // out of sight
        showState(m_session.state().get());
    }
    if (m_export->isEnabled()) {
        exportFormats(m_table->chosen());
    }
}

void ReportArea::chooseFolder()
{
    auto* chooser = new QFileDialog(this, tr("Folder for the report"), m_table->folder());
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::Directory);
    chooser->setOption(QFileDialog::ShowDirsOnly);
    connect(chooser, &QFileDialog::fileSelected, this, [this](const QString& folder) {
        m_settings.setValue(folderKey(), folder);
        m_table->setFolder(folder);
    });
    chooser->open();
}

void ReportArea::setPhaseFilter(std::optional<Phase> phase)
{
    if (phase) {
        m_editors[static_cast<qsizetype>(*phase)]->setOpen(true);
    }
}

void ReportArea::followExportKey(const QAction& action)
{
    followKey(*m_export, action, tr("Export the selected formats"));
}

} // namespace rocport
