#include "ui/shell/mainwindow.h"

#include "core/project/session/projectplan.h"
#include "core/project/session/projectscanner.h"
#include "core/project/session/projecttasks.h"
#include "ui/plan/planarea.h"
#include "ui/rules/packtrustbar.h"
#include "ui/shell/noticebar.h"
#include "ui/shell/palettedialog.h"
#include "ui/shell/rail.h"
#include "ui/shell/sourceviewer.h"
#include "ui/shell/statusbar.h"
#include "ui/shell/topbar.h"
#include "ui/shell/welcomepage.h"
#include "ui/theme/access.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/focusring.h"
#include "ui/theme/uisettings.h"
#include "ui/theme/windowfit.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDialog>
#include <QDropEvent>
#include <QHBoxLayout>
#include <QListView>
#include <QMenu>
#include <QMimeData>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>

namespace rocport {

namespace {
const auto kGeometryKey = QStringLiteral("window/geometry");
constexpr int kRememberDelay = 2000; // ms

/// The local path of what is dragged, or nothing.
QString droppedPath(const QMimeData* data)
{
    if (!data || !data->hasUrls() || data->urls().size() != 1) {
        return {};
    }
    return data->urls().constFirst().toLocalFile();
}

/// A page that scrolls where the window is smaller than it can be, with large text above all.
QScrollArea* scrolling(QWidget* page)
{
    auto* area = new QScrollArea;
    area->setAccessibleName(page->accessibleName());
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidgetResizable(true);
    area->viewport()->setAutoFillBackground(false);
    area->setWidget(page);
    return area;
}
} // namespace

QString MainWindow::railKey(const QString& area)
{
    return QStringLiteral("rail/compact-") + area;
}

MainWindow::MainWindow(ProjectSession& session, ThemeProvider& provider, UiSettings& settings,
                       const QString& sampleFolder, QWidget* parent)
    : QMainWindow(parent),
      m_session(session),
      m_provider(provider),
      m_settings(settings),
      m_sampleFolder(sampleFolder),
      m_recents(new RecentModel(settings, this)),
      m_menu(new QMenu(this)),
      m_repositoryMenu(new QMenu(this)),
      m_keys(settings)
{
    setWindowTitle(QStringLiteral("Rocport"));
    setMinimumSize(1120, 680);
    resize(1440, 900);
    new FocusRing(provider, this); // owned by the window
    setAcceptDrops(true);
    build();
    addCommands();
    addViewCommands();
    addListCommands();
    addHelpCommands();
    fillMenu();
    addArea(*m_plan);
    m_top->followKeys(*command(QStringLiteral("palette")), *command(QStringLiteral("menu")));
    m_plan->followKeys(*command(QStringLiteral("rescan")), *command(QStringLiteral("export")));
    connectPlan();
    connectSession();
    m_remember.setSingleShot(true);
    m_remember.setInterval(kRememberDelay);
    connect(&m_remember, &QTimer::timeout, this, &MainWindow::rememberProject);
    connect(&m_provider, &ThemeProvider::changed, this, &MainWindow::updateRail);
    qApp->installEventFilter(this);
    restoreGeometry(settings.value(kGeometryKey).toByteArray());
    fitWindow(*this);
    refreshState();
    showProject(m_session.state() != nullptr);
}

MainWindow::~MainWindow()
{
    hide(); // parts that are hidden tell of it, which is for a window that lives
    qApp->removeEventFilter(this);
}

void MainWindow::build()
{
    auto* shell = new QWidget;
    auto* column = new QVBoxLayout(shell);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_top = new TopBar(m_provider, m_menu, m_repositoryMenu);
    m_notice = new NoticeBar(m_provider);
    m_rail = new Rail(m_provider);
    m_pages = new QStackedWidget;
    m_welcome = new WelcomePage(*m_recents, m_provider);
    m_status = new StatusBar(m_provider);
    column->addWidget(m_top);
    column->addWidget(m_notice);
    m_packTrust = new PackTrustBar(m_session, m_provider, PackTrustBar::Shown::UntilAnswered);
    m_packTrust->setObjectName(QStringLiteral("packTrust"));
    column->addWidget(m_packTrust);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(m_rail);
    middle->addWidget(m_pages, 1);
    column->addLayout(middle, 1);
    column->addWidget(m_status);
    setCentralWidget(shell);
    m_pages->addWidget(scrolling(m_welcome));
    m_pages->setAccessibleName(tr("Work area"));

    connect(m_top, &TopBar::areaChosen, this, &MainWindow::areaChanged);
    connect(m_top, &TopBar::paletteRequested, this, &MainWindow::openPalette);
    connect(m_rail, &Rail::phaseChosen, this, &MainWindow::choosePhase);
    connect(m_rail, &Rail::changesWanted, this, [this] { showChanges({}); });
    connect(m_rail, &Rail::findingsWanted, this, [this] { showFindings({}); });
    connect(m_status, &StatusBar::cancelRequested, &m_session.tasks(), &ProjectTasks::cancel);
    connect(m_status, &StatusBar::jobChosen, this, &MainWindow::jobChosen);
    connect(m_packTrust, &PackTrustBar::lookRequested, this, [this] {
        if (WorkArea* area = areaWith(AreaOffer::Rules)) {
            m_packTrust->hide(); // the area asks the same
            setCurrentArea(area->about().id);
            area->goToWaitingPack();
        }
    });
    connect(m_packTrust, &PackTrustBar::failed, m_notice,
            [this](const Error& error) { m_notice->showError(error); });
    connect(m_welcome, &WelcomePage::openRepositoryRequested, this, &MainWindow::askRepository);
    connect(m_welcome, &WelcomePage::openProjectFileRequested, this, &MainWindow::askProjectFile);
    connect(m_welcome, &WelcomePage::sampleRequested, this, &MainWindow::openSample);
    connect(m_welcome, &WelcomePage::locateRequested, this, &MainWindow::locate);
    connect(m_welcome, &WelcomePage::retryRequested, this, [this] { openPath(m_failedPath); });
    connect(m_welcome, &WelcomePage::projectChosen, this,
            [this](const QString& file, const QString&) { openPath(file); });

    m_plan = new PlanArea(m_provider, m_settings);
}

void MainWindow::connectPlan()
{
    connect(m_plan, &PlanArea::placesRequested, this, &MainWindow::showPlaces);
    connect(m_plan, &PlanArea::overrideRequested, &m_session.plan(), &ProjectPlan::setOverride);
    connect(m_plan, &PlanArea::clearOverrideRequested, &m_session.plan(),
            &ProjectPlan::clearOverride);
    connect(m_plan, &PlanArea::stepRequested, this, &MainWindow::tickStep);
    connect(m_plan, &PlanArea::rescanRequested, &m_session.scanner(), &ProjectScanner::rescan);
    connect(m_plan, &PlanArea::cancelRequested, &m_session.tasks(), &ProjectTasks::cancel);
    connect(m_plan, &PlanArea::exportRequested, this,
            [this] { m_commands.value(QStringLiteral("export"))->trigger(); });
    connect(m_plan, &PlanArea::reviewRequested, this, [this](Phase phase) {
        showChanges({phase, {}, false});
    });
    connect(m_plan, &PlanArea::findingsRequested, this, [this](Phase phase) {
        showFindings({phase, {}, {}});
    });
}

void MainWindow::addArea(WorkArea& area)
{
    m_areas.append({&area, std::nullopt});
    m_pages->addWidget(scrolling(&area));
    nameContainers(*m_pages);
    const WorkArea::About& about = area.about();
    const int index = m_top->addArea(about.name);
    addCommand(
        QStringLiteral("area-") + about.id, tr("Go to %1").arg(about.name),
        {QKeySequence(Qt::ALT | Qt::Key(Qt::Key_1 + index))},
        [this, id = about.id] { setCurrentArea(id); }, true);
    for (QAction* action : area.menuCommands()) {
        auto* entry = new QAction(action->text(), this);
        entry->setObjectName(action->objectName());
        // The key stays the command's own: two with one key would have neither.
        const auto follow = [action, entry] {
            const QString key = firstKey(*action);
            entry->setText(key.isEmpty() ? action->text() : action->text() + u'\t' + key);
        };
        follow();
        connect(action, &QAction::changed, entry, follow);
        connect(entry, &QAction::triggered, this, [this, action, id = about.id] {
            setCurrentArea(id);
            action->trigger();
        });
        m_menu->insertAction(command(QStringLiteral("export")), entry);
        m_projectCommands.append(entry);
    }
    connectArea(area);
    applyKeys();
    showCount(index);
    updateCommands();
}

/// What every area may ask of the window.
void MainWindow::connectArea(WorkArea& area)
{
    connect(&area, &WorkArea::said, this, &MainWindow::say);
    connect(&area, &WorkArea::openRequested, command(QStringLiteral("open-repository")),
            &QAction::trigger);
    connect(&area, &WorkArea::showPlaceRequested, this, &MainWindow::showPlace);
    connect(&area, &WorkArea::showHunkRequested, this, [this](const QByteArray& key) {
        if (WorkArea* changes = areaWith(AreaOffer::Changes)) {
            setCurrentArea(changes->about().id);
            changes->goToChange(key);
        }
    });
}

QVector<WorkArea*> MainWindow::areas() const
{
    QVector<WorkArea*> areas;
    for (const Area& one : m_areas) {
        areas.append(one.area);
    }
    return areas;
}

/// The area that is shown; null: none is, or no project is open.
WorkArea* MainWindow::shownArea() const
{
    const int index = m_top->currentArea();
    return m_state && index >= 0 && index < m_areas.size() ? m_areas.at(index).area : nullptr;
}

/// The area that the others send their users to for something; null: there is none.
WorkArea* MainWindow::areaWith(AreaOffer offer) const
{
    const auto found = std::find_if(m_areas.begin(), m_areas.end(),
                                    [offer](const Area& one) { return one.area->offers(offer); });
    return found == m_areas.end() ? nullptr : found->area;
}

QString MainWindow::currentArea() const
{
    const WorkArea* area = shownArea();
    return area != nullptr ? area->about().id : QString();
}

void MainWindow::setCurrentArea(const QString& id)
{
    for (int i = 0; i < m_areas.size(); ++i) {
        if (m_areas.at(i).area->about().id == id) {
            m_top->setCurrentArea(i);
            areaChanged(i);
        }
    }
}

void MainWindow::areaChanged(int index)
{
    if (!m_state || index < 0 || index >= m_areas.size()) {
        return;
    }
    const Area& area = m_areas.at(index);
    showPage(area.area);
    m_rail->setCurrentPhase(area.phase);
    updateRail();
    // Its keys work at once; the search field keeps the focus while a person types there.
    if (area.area->focusProxy() != nullptr && isActiveWindow()) {
        focusArea(*area.area);
    }
    shareKeys(area.area);
    if (index == 0 && m_planStale) {
        m_planStale = false;
        m_plan->setState(m_state);
    }
}

void MainWindow::showPage(QWidget* widget)
{
    for (int i = 0; i < m_pages->count(); ++i) {
        if (m_pages->widget(i)->isAncestorOf(widget)) {
            m_pages->setCurrentIndex(i);
        }
    }
}

void MainWindow::showProject(bool open)
{
    m_rail->setVisible(open);
    if (open) {
        areaChanged(m_top->currentArea());
        m_rail->list()->setFocus();
    } else {
        showPage(m_welcome);
        m_welcome->focusFirst();
        shareKeys(nullptr);
    }
    updateCommands();
}

void MainWindow::updateRail()
{
    const int index = m_top->currentArea();
    if (index < 0 || index >= m_areas.size()) {
        return;
    }
    const WorkArea::About& area = m_areas.at(index).area->about();
    const bool automatic = width() < (area.compactRail ? 1680 : 1120) * m_provider.theme().scale;
    m_rail->setCompact(m_settings.value(railKey(area.id), automatic).toBool());
}

void MainWindow::choosePhase(std::optional<Phase> phase)
{
    const int index = m_top->currentArea();
    if (index < 0 || index >= m_areas.size()) {
        return;
    }
    m_areas[index].phase = phase;
    m_areas.at(index).area->setPhaseFilter(phase);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_sureToLeave && (!unsaved(Leaving::Program).isEmpty() || !m_session.isStored())) {
        event->ignore();
        leave(Leaving::Program, tr("Quit"), [this] { closeOnceStored(); });
        return;
    }
    m_settings.setValue(kGeometryKey, saveGeometry());
    rememberProject();
    QMainWindow::closeEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    updateRail();
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Show:
        // No dialog is larger than its screen; the palette stands where it was put.
        if (auto* dialog = qobject_cast<QDialog*>(watched);
            dialog && dialog->windowType() == Qt::Dialog) {
            fitWindow(*dialog);
        }
        // A splitter keeps the least sizes of its panes while it is hidden; text may have grown.
        if (auto* splitter = qobject_cast<QSplitter*>(watched)) {
            QCoreApplication::postEvent(splitter, new QEvent(QEvent::LayoutRequest));
        }
        break;
    case QEvent::KeyPress:
        if (auto* widget = qobject_cast<QWidget*>(watched)) {
            const QWidget* focus = QApplication::focusWidget();
            const bool here = focus != nullptr ? widget == focus && isAncestorOf(widget) &&
                                                     widget->window() == this
                                               : widget == this; // what had it is out of sight
            if (here && explainKey(*widget, *static_cast<QKeyEvent*>(event))) {
                return true;
            }
        }
        [[fallthrough]];
    case QEvent::KeyRelease:
        if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Alt && isActiveWindow()) {
            m_top->showDigits(event->type() == QEvent::KeyPress && m_state);
        }
        break;
    case QEvent::WindowDeactivate:
        if (watched == this) {
            m_top->showDigits(false);
        }
        break;
    case QEvent::DragEnter:
    case QEvent::DragMove:
    case QEvent::Drop: {
        auto* widget = qobject_cast<QWidget*>(watched);
        auto* drop = static_cast<QDropEvent*>(event);
        const QString path = droppedPath(drop->mimeData());
        if (!widget || path.isEmpty() || (widget != this && !isAncestorOf(widget))) {
            break;
        }
        drop->acceptProposedAction();
        if (event->type() == QEvent::Drop) {
            openPath(path);
        }
        return true;
    }
    default:
        break;
    }
    return QMainWindow::eventFilter(watched, event);
}

} // namespace rocport
