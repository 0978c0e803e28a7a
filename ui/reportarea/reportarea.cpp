#include "ui/reportarea/reportarea.h"

#include "core/base/wording.h"
#include "ui/messages/messages.h"
#include "ui/reportarea/exporttable.h"
#include "ui/reportarea/reportdocument.h"
#include "ui/reportarea/reportpreview.h"
#include "ui/reportarea/summaryeditor.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/windowfit.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QScrollArea>
#include <QSplitter>
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
    : QWidget(parent),
      m_session(session),
      m_provider(provider),
      m_settings(settings),
      m_pages(new QStackedWidget(this)),
      m_splitter(new QSplitter(Qt::Horizontal, m_pages))
{
    setObjectName(QStringLiteral("reportArea"));
    setAccessibleName(tr("Report"));
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
        m_settings.setValue(QStringLiteral("report/editors-width"), m_splitter->sizes().value(0));
    });
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
    connect(&m_previewTimer, &QTimer::timeout, this, &ReportArea::refreshPreview);
    connect(&session, &ProjectSession::stateChanged, this, &ReportArea::refresh);
    connect(&session, &ProjectSession::opened, this, [this] {
        m_folder.clear();
        refresh();
    });
    connect(&session, &ProjectSession::closed, this, &ReportArea::refresh);
    connect(&session, &ProjectSession::failed, this, [this](const Error& error) {
        if (error.code != ErrorCode::Cancelled) {
            m_problem->setText(titleFor(error));
            m_problem->setToolTip(messageFor(error));
            m_problem->setAccessibleName(messageFor(error));
            m_problem->show();
        }
    });
    connect(&provider, &ThemeProvider::changed, this, [this] { setZoom(m_zoom); });
    session.addReportFormat(QStringLiteral("pdf"), reportPdf);
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
                        m_session.setSummary(saved, text);
                    }
                });
        connect(editor, &SummaryEditor::resetRequested, this,
                [this](Phase reset) { m_session.setSummary(reset, {}); });
        connect(editor, &SummaryEditor::opened, this, [this, editor] {
            for (SummaryEditor* other : std::as_const(m_editors)) {
                if (other != editor) {
                    other->setOpen(false);
                }
            }
        });
    }
    rows->addStretch();
    scroll->setWidget(list);
    auto* layout = new QVBoxLayout(pane);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(header);
    layout->addWidget(scroll, 1);
    keepWidth(*layout, m_provider, kEditorsWidth);
}

void ReportArea::buildReport(QWidget* pane)
{
    auto* header = new PanelHeader(m_provider, 40, &ThemeColours::window, pane);
    header->row()->addWidget(
        new TextLabel(m_provider, TextStep::BodyStrong, tr("Report"), &ThemeColours::text, header));
    m_notice = new Chip(m_provider, {}, ChipTone::Warn, Glyph::MarkAttention, header);
    header->row()->addWidget(m_notice);
    m_problem = new Chip(m_provider, {}, ChipTone::Critical, Glyph::SeverityCritical, header);
    m_problem->setObjectName(QStringLiteral("reportProblem"));
    m_problem->hide();
    header->row()->addWidget(m_problem);
    header->row()->addStretch();
    m_export = makeButton({}, ButtonKind::Primary, header);
    m_export->setObjectName(QStringLiteral("exportChosen"));
    m_export->setProperty("compact", true);
    connect(m_export, &QPushButton::clicked, this, &ReportArea::exportChosen);
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

    m_preview = new ReportPreview(m_provider, pane);
    connect(m_preview, &ReportPreview::zoomStepRequested, this, [this](int step) {
        const auto* at = std::find(std::begin(kZooms), std::end(kZooms), m_zoom);
        const auto index = static_cast<int>(at - std::begin(kZooms)) + step;
        if (index >= 0 && index < static_cast<int>(std::size(kZooms))) {
            setZoom(kZooms[index]);
        }
    });
    m_table = new ExportTable(m_provider, pane);
    connect(m_table, &ExportTable::chosenChanged, this, &ReportArea::updateButtons);
    connect(m_table, &ExportTable::exportRequested, this, &ReportArea::exportFormats);
    connect(m_table, &ExportTable::folderChangeRequested, this, &ReportArea::chooseFolder);
    connect(m_table, &ExportTable::folderOpenRequested, this, &ReportArea::folderOpenRequested);
    auto* page = new QHBoxLayout;
    page->setContentsMargins(0, 0, 0, 0);
    page->addStretch(1);
    page->addWidget(m_preview, 100);
    page->addStretch(1);
    auto* bottom = new Surface(m_provider, &ThemeColours::base, pane);
    auto* inner = new QVBoxLayout(bottom);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->addWidget(m_table);
    auto* layout = new QVBoxLayout(pane);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(header);
    layout->addSpacing(16);
    layout->addLayout(page, 1);
    layout->addWidget(bottom);
    const int stored = m_settings.value(QStringLiteral("report/zoom"), 100).toInt();
    const auto* known = std::find(std::begin(kZooms), std::end(kZooms), stored);
    setZoom(known != std::end(kZooms) ? stored : 100);
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
    m_previewStale = true;
    m_previewTimer.start();
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
    m_table->setFolder(m_folder.isEmpty() ? defaultFolder() : m_folder);
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
    const int open = state->hunks - state->decided;
    m_notice->setText(tr("%1 not decided").arg(counted(open, tr("change is"), tr("changes are"))));
    m_notice->setVisible(open > 0);
    m_previewStale = true;
    m_previewTimer.start();
    updateButtons();
}

void ReportArea::refreshPreview()
{
    const std::shared_ptr<const ProjectState> state = m_session.state();
    if (!m_previewStale || !isVisible() || !state || !state->scan) {
        return;
    }
    m_previewStale = false;
    m_preview->show(m_session.makeReport());
}

/// Most of the height is the report's, and of the width what the words of its tables need.
void ReportArea::fitRoom()
{
    m_table->setRoom(height() / 5);
    const Theme& theme = m_provider.theme();
    const int most = std::max(theme.scaled(kEditorsWidth), width() - theme.scaled(kReportWidth));
    const QList<int> sizes = m_splitter->sizes();
    if (isVisible() && sizes.value(0) > most) {
        m_splitter->setSizes({most, sizes.value(0) + sizes.value(1) - most});
    }
}

void ReportArea::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitRoom();
}

void ReportArea::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    QMetaObject::invokeMethod(this, &ReportArea::fitRoom, Qt::QueuedConnection);
    if (m_stale) {
        refresh();
    }
    refreshPreview();
}

void ReportArea::updateButtons()
{
    const int count = static_cast<int>(m_table->chosen().size());
    m_export->setText(tr("Export %1").arg(counted(count, tr("format"), tr("formats"))));
    m_export->setEnabled(count > 0 && m_session.state() && m_session.state()->scan);
}

QString ReportArea::defaultFolder() const
{
    const std::shared_ptr<const ProjectState> state = m_session.state();
    return state ? QFileInfo(state->projectFile).absolutePath() + QStringLiteral("/export")
                 : QString();
}

void ReportArea::exportFormats(const QStringList& formats)
{
    flush();
    m_problem->hide();
    m_session.exportReport(formats, m_table->folder());
}

void ReportArea::exportChosen()
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
        m_folder = folder;
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
