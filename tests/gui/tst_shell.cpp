#include "core/project/session/projecttasks.h"
#include "core/project/session/rulepacks.h"
#include "core/rules/packs/packtrust.h"
#include "mapsettings.h"
#include "ui/plan/decisiontreeview.h"
#include "ui/plan/planarea.h"
#include "ui/plan/treecard.h"
#include "ui/shell/aboutdialog.h"
#include "ui/shell/helpdialog.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/noticebar.h"
#include "ui/shell/palettedialog.h"
#include "ui/shell/rail.h"
#include "ui/shell/shortcutsdialog.h"
#include "ui/shell/sourceviewer.h"
#include "ui/shell/statusbar.h"
#include "ui/shell/topbar.h"
#include "ui/shell/welcomepage.h"
#include "ui/theme/markupbrowser.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QMimeData>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;

namespace {

/// All that an area needs to be one.
class OtherArea : public WorkArea
{
public:
    OtherArea() : WorkArea({QStringLiteral("other"), QStringLiteral("Other"), {}, false}) {}

    void setPhaseFilter(std::optional<Phase> chosen) override { phase = chosen; }
    [[nodiscard]] std::optional<int> count(const ProjectState&) const override { return 5; }

    std::optional<Phase> phase;
};

/// One that has the rules.
class RulesOwner : public OtherArea
{
public:
    [[nodiscard]] bool offers(AreaOffer offer) const override { return offer == AreaOffer::Rules; }
    void goToWaitingPack() override { ++looked; }
    int looked = 0;
};

} // namespace

/// The real window over a real session on a small repository.
class TestShell : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void welcomeFirst();
    void notARepository();
    void openingIsTriedAgain();
    void opens();
    void areasByKey();
    void letterKeysNotInFields();
    void palette();
    void helpTravelsWithTheProgram();
    void aboutSaysVersions();
    void railKey();
    void panes();
    void evidenceOpensSource();
    void overrideThroughWindow();
    void drop();
    void closeAndRecents();
    void sampleIsAskedFor();
    void rulePacksAreAskedForOnce();
    void narrowAndLarge();
    void screenshots();

private:
    void git(const QStringList& arguments, const QString& folder);
    void write(const QString& name, const QByteArray& text);
    /// Opens the repository and waits for the scan.
    void open();
    void shot(const QString& name) const;

    QTemporaryDir m_folder;
    QString m_repository;
    std::unique_ptr<MapSettings> m_settings;
    std::unique_ptr<ThemeProvider> m_provider;
    std::unique_ptr<ProjectSession> m_session;
    std::unique_ptr<MainWindow> m_window;
    bool m_attached = false;
};

void TestShell::git(const QStringList& arguments, const QString& folder)
{
    QProcess process;
    process.setWorkingDirectory(folder);
    process.start(QStringLiteral("git"),
                  QStringList{QStringLiteral("-c"), QStringLiteral("user.name=T"),
                              QStringLiteral("-c"), QStringLiteral("user.email=t@example.org")} +
                      arguments);
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 0);
}

void TestShell::write(const QString& name, const QByteArray& text)
{
    QFile file(m_repository + QLatin1Char('/') + name);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

void TestShell::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_repository = m_folder.filePath(QStringLiteral("tiny-kernels"));
    QVERIFY(QDir().mkpath(m_repository));
    git({QStringLiteral("init"), QStringLiteral("-q"), QStringLiteral("-b"),
         QStringLiteral("main")},
        m_repository);
    write(QStringLiteral("scale.cu"),
          "#include <cuda_runtime.h>\n"
          "__global__ void scale(float* x, float a) { x[threadIdx.x] *= a; }\n"
          "void run(float* x) { scale<<<1, 32>>>(x, 2.0f); cudaDeviceSynchronize(); }\n");
    write(QStringLiteral("train.py"), "import torch\nimport pynvml\n");
    git({QStringLiteral("add"), QStringLiteral(".")}, m_repository);
    git({QStringLiteral("commit"), QStringLiteral("-qm"), QStringLiteral("first")}, m_repository);
}

void TestShell::init()
{
    m_settings = std::make_unique<MapSettings>();
    m_provider = std::make_unique<ThemeProvider>(*m_settings);
    m_provider->attach(*qApp);
    m_session = std::make_unique<ProjectSession>(m_folder.filePath(QStringLiteral("data")));
    m_window = std::make_unique<MainWindow>(*m_session, *m_provider, *m_settings);
    m_window->resize(1440, 900);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void TestShell::cleanup()
{
    m_window.reset();
    m_session.reset();
    m_provider.reset();
    QDir(m_folder.filePath(QStringLiteral("data"))).removeRecursively();
}

void TestShell::open()
{
    m_window->openPath(m_repository);
    QTRY_VERIFY_WITH_TIMEOUT(m_session->state() && m_session->state()->scan, 20000);
    QTRY_VERIFY(m_window->findChild<DecisionTreeView*>()->isVisible());
}

void TestShell::shot(const QString& name) const
{
    const QString folder = qEnvironmentVariable("ROCPORT_SHOTS");
    if (!folder.isEmpty()) {
        QDir().mkpath(folder);
        m_window->grab().save(folder + QLatin1Char('/') + name);
    }
}

void TestShell::welcomeFirst()
{
    QVERIFY(m_window->welcomePage().isVisible());
    QVERIFY(!m_window->findChild<Rail*>()->isVisible());
    QVERIFY(!m_window->findChild<TopBar*>()->tabs()->isVisible());
    QVERIFY(!m_window->command(QStringLiteral("rescan"))->isEnabled());
    QVERIFY(m_window->command(QStringLiteral("open-repository"))->isEnabled());
    QCOMPARE(m_window->findChild<StatusBar*>()->taskText(), QStringLiteral("No background tasks"));
}

void TestShell::notARepository()
{
    const QString plain = m_folder.filePath(QStringLiteral("plain"));
    QDir().mkpath(plain);
    m_window->openPath(plain);
    auto* panel = m_window->welcomePage().findChild<ErrorPanel*>();
    QTRY_VERIFY(panel->isVisible());
    QVERIFY(panel->message().contains(QStringLiteral("is not inside a git repository")));
    QCOMPARE(m_window->findChild<StatusBar*>()->taskText(), QStringLiteral("No background tasks"));
}

/// What could not be opened is opened with "Try again" once its cause is gone, from the welcome
/// page and over an open project.
void TestShell::openingIsTriedAgain()
{
    const auto folder = [this](const char* name) {
        QString path = m_folder.filePath(QString::fromLatin1(name));
        QDir().mkpath(path);
        return path;
    };
    const auto becomesRepository = [this](const QString& path) {
        git({QStringLiteral("init"), QStringLiteral("-q")}, path);
        git({QStringLiteral("-c"), QStringLiteral("user.name=T"), QStringLiteral("-c"),
             QStringLiteral("user.email=t@example.org"), QStringLiteral("commit"),
             QStringLiteral("-qm"), QStringLiteral("first"), QStringLiteral("--allow-empty")},
            path);
    };
    const auto isOpen = [this](const QString& path) {
        const auto state = m_session->state();
        return state && QFileInfo(state->meta.repositoryRoot) == QFileInfo(path);
    };
    const QString first = folder("later-a-repository");
    m_window->openPath(first);
    auto* panel = m_window->welcomePage().findChild<ErrorPanel*>();
    QTRY_VERIFY(panel->isVisible());
    QVERIFY(panel->retryButton()->isVisible());
    QCOMPARE(m_window->focusWidget(), panel->retryButton()); // Enter tries again
    becomesRepository(first);
    panel->retryButton()->click();
    QTRY_VERIFY(isOpen(first));
    QVERIFY(!panel->isVisible());

    const QString second = folder("later-another-one");
    m_window->openPath(second);
    auto* retry = m_window->findChild<QPushButton*>(QStringLiteral("noticeRetry"));
    QTRY_VERIFY(retry->isVisible());
    QVERIFY(isOpen(first)); // it stays open
    becomesRepository(second);
    retry->click();
    QTRY_VERIFY(isOpen(second));
    QVERIFY(!m_window->noticeBar().isVisible());
    m_window->noticeBar().showError(Error{ErrorCode::DiskFull, {}, second});
    QVERIFY(!retry->isVisible()); // nothing to try again
}

void TestShell::opens()
{
    open();
    QVERIFY(!m_window->welcomePage().isVisible());
    QVERIFY(m_window->findChild<Rail*>()->isVisible());
    QVERIFY(m_window->windowTitle().startsWith(QStringLiteral("tiny-kernels")));
    QVERIFY(m_window->findChild<StatusBar*>()->factsText().contains(QStringLiteral("main @ ")));
    QCOMPARE(m_window->currentArea(), QStringLiteral("plan"));
    auto* tree = m_window->findChild<DecisionTreeView*>();
    QVERIFY(tree->card(QStringLiteral("kernels")));
    QVERIFY(tree->card(QStringLiteral("phase-8")));
    QTRY_COMPARE(m_window->findChild<StatusBar*>()->taskText(),
                 QStringLiteral("No background tasks"));
}

void TestShell::areasByKey()
{
    auto* other = new OtherArea; // owned by the window
    m_window->addArea(*other);
    open();
    QTest::keyClick(m_window.get(), Qt::Key_2, Qt::AltModifier);
    QCOMPARE(m_window->currentArea(), QStringLiteral("other"));
    QVERIFY(other->isVisible());
    auto* rail = m_window->findChild<Rail*>();
    QTest::mouseClick(rail->list()->viewport(), Qt::LeftButton, {},
                      rail->list()->visualRect(rail->list()->model()->index(2, 0)).center());
    QCOMPARE(other->phase, std::optional(Phase::Translation));
    QTest::keyClick(m_window.get(), Qt::Key_1, Qt::AltModifier);
    QCOMPARE(m_window->currentArea(), QStringLiteral("plan"));
    auto* tabs = m_window->findChild<TopBar*>()->tabs();
    QTest::keyPress(m_window.get(), Qt::Key_Alt);
    QCOMPARE(tabs->tabText(0), QStringLiteral("Plan")); // digits stand beside it: tst_keys
    QTest::keyRelease(m_window.get(), Qt::Key_Alt);
    QCOMPARE(tabs->accessibleTabName(1), QStringLiteral("Other, 5 open"));
}

void TestShell::letterKeysNotInFields()
{
    auto* field = m_window->welcomePage().findChild<SearchField*>();
    QTest::keyClick(m_window.get(), Qt::Key_Slash);
    QTRY_VERIFY(field->hasFocus());
    QTest::keyClicks(field, QStringLiteral("a/?"));
    QCOMPARE(field->text(), QStringLiteral("a/?"));
    QVERIFY(!m_window->findChild<ShortcutsDialog*>());
    field->clear();
    m_window->findChild<ActionCard*>()->setFocus();
    QTest::keyClick(m_window.get(), Qt::Key_Question);
    QTRY_VERIFY(m_window->findChild<ShortcutsDialog*>());
    m_window->findChild<ShortcutsDialog*>()->close();
    // Switched off, they do nothing; the commands stay in the menu.
    m_window->command(QStringLiteral("letter-keys"))->trigger();
    QVERIFY(!m_settings->value(QStringLiteral("keys/letters"), true).toBool());
    m_window->findChild<ActionCard*>()->setFocus();
    QTest::keyClick(m_window.get(), Qt::Key_Slash);
    QVERIFY(!field->hasFocus());
    m_window->command(QStringLiteral("filter"))->trigger();
    QVERIFY(field->hasFocus());
}

void TestShell::palette()
{
    open();
    QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
    auto* dialog = m_window->findChild<PaletteDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    QTest::keyClicks(dialog->field(), QStringLiteral("dark theme"));
    QCOMPARE(dialog->model()->rowCount(), 1);
    QTest::keyClick(dialog->field(), Qt::Key_Return);
    QVERIFY(m_provider->theme().dark);
    QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
    QTest::keyClicks(dialog->field(), QStringLiteral("scale.cu"));
    QVERIFY(dialog->model()->rowCount() >= 1);
    QTest::keyClick(dialog->field(), Qt::Key_Return);
    QTRY_VERIFY(m_window->findChild<SourceViewer*>()); // no review area here: a look at the file
    QTRY_VERIFY(m_window->findChild<SourceViewer*>()->text()->toPlainText().contains(
        QStringLiteral("__global__")));
}

void TestShell::helpTravelsWithTheProgram()
{
    m_window->command(QStringLiteral("whats-new"))->trigger();
    auto* help = m_window->findChild<HelpDialog*>();
    QVERIFY(help && help->isVisible());
    QCOMPARE(help->page(), QStringLiteral("changelog"));
    QVERIFY(help->browser().toPlainText().contains(QStringLiteral("Unreleased")));
    const QString folder = qEnvironmentVariable("ROCPORT_SHOTS");
    for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light}) {
        m_provider->setChoice(choice);
        QCoreApplication::processEvents();
        if (!folder.isEmpty()) {
            help->grab().save(folder + (choice == ThemeChoice::Dark
                                            ? QStringLiteral("/help-dark.png")
                                            : QStringLiteral("/help-light.png")));
        }
    }
    // Every page has text, none is markup that was not understood.
    auto* list = help->findChild<QListWidget*>(QStringLiteral("helpPages"));
    QVERIFY(list->count() > 10);
    for (int row = 0; row < list->count(); ++row) {
        list->setCurrentRow(row);
        const QString text = help->browser().toPlainText();
        QVERIFY2(text.size() > 300, qPrintable(help->page()));
        // A link, not a lambda of an example.
        static const QRegularExpression link(QStringLiteral("\\w`?\\]\\("));
        QVERIFY2(!text.contains(link), qPrintable(help->page()));
    }
    // The key shows the page of the area, in the same window.
    open();
    m_window->command(QStringLiteral("help"))->trigger();
    QCOMPARE(m_window->findChildren<HelpDialog*>().size(), 1);
    QCOMPARE(help->page(), QStringLiteral("plan-area"));
    if (!folder.isEmpty()) {
        help->grab().save(folder + QStringLiteral("/help-keys.png"));
    }
    help->close();
}

void TestShell::aboutSaysVersions()
{
    m_window->setLibraries({{QStringLiteral("Testlib"), QStringLiteral("1.2.3")}});
    m_window->command(QStringLiteral("about"))->trigger();
    auto* about = m_window->findChild<AboutDialog*>();
    QVERIFY(about && about->isVisible());
    for (const QString& wanted : {QStringLiteral(ROCPORT_VERSION), QStringLiteral("Testlib 1.2.3"),
                                  QStringLiteral("Qt ") + QLatin1String(qVersion()),
                                  QStringLiteral("libgit2 1."), QStringLiteral("SQLite 3.")}) {
        QVERIFY2(about->facts().contains(wanted), qPrintable(about->facts()));
    }
    const QString folder = qEnvironmentVariable("ROCPORT_SHOTS");
    if (!folder.isEmpty()) {
        about->grab().save(folder + QStringLiteral("/about.png"));
    }
    QTest::mouseClick(about->findChild<QPushButton*>(QStringLiteral("aboutCopy")), Qt::LeftButton);
    QCOMPARE(QApplication::clipboard()->text(), about->facts());
    about->reject();
}

void TestShell::railKey()
{
    open();
    auto* rail = m_window->findChild<Rail*>();
    QVERIFY(!rail->isCompact());
    QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier);
    QVERIFY(rail->isCompact());
    QVERIFY(m_settings->value(QStringLiteral("rail/compact-plan"), false).toBool());
    QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier);
    QVERIFY(!rail->isCompact());
}

void TestShell::panes()
{
    open();
    QSet<QWidget*> visited;
    for (int i = 0; i < 6; ++i) {
        QTest::keyClick(m_window.get(), Qt::Key_F6);
        QVERIFY(m_window->focusWidget());
        visited.insert(m_window->focusWidget());
    }
    QCOMPARE(visited.size(), 6); // top bar, rail, tree, inventory, evidence, status
    QTest::keyClick(m_window.get(), Qt::Key_F6, Qt::ShiftModifier);
    QVERIFY(visited.contains(m_window->focusWidget()));
}

void TestShell::evidenceOpensSource()
{
    open();
    m_window->planArea().showSubject(QStringLiteral("kernels"));
    auto* table = m_window->findChild<QTableView*>();
    QVERIFY(table->model()->rowCount() > 0);
    table->setFocus();
    table->setCurrentIndex(table->model()->index(0, 0));
    QTest::keyClick(table, Qt::Key_Return);
    auto* viewer = m_window->findChild<SourceViewer*>();
    QVERIFY(viewer && viewer->isVisible());
    QTRY_VERIFY(viewer->text()->toPlainText().contains(QStringLiteral("threadIdx")));
    QTest::keyClick(viewer, Qt::Key_Escape);
    QVERIFY(!viewer->isVisible());
}

void TestShell::overrideThroughWindow()
{
    open();
    PlanArea& plan = m_window->planArea();
    Q_EMIT plan.overrideRequested({QStringLiteral("phase-7"), false, QStringLiteral("not used")});
    QTRY_VERIFY(planSubject(m_session->state()->plan, QStringLiteral("phase-7")).overridden);
    auto* tree = m_window->findChild<DecisionTreeView*>();
    QTRY_VERIFY(tree->card(QStringLiteral("phase-7"))
                    ->property("accessibleName")
                    .toString()
                    .contains(QStringLiteral("not used")));
    Q_EMIT plan.clearOverrideRequested(QStringLiteral("phase-7"));
    QTRY_VERIFY(!planSubject(m_session->state()->plan, QStringLiteral("phase-7")).overridden);
}

void TestShell::drop()
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(m_repository)});
    auto* target = m_window->welcomePage().findChild<QListView*>()->viewport();
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent dropped(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &dropped);
    QTRY_VERIFY_WITH_TIMEOUT(m_session->state() != nullptr, 20000);
    QCOMPARE(m_session->state()->meta.name, QStringLiteral("tiny-kernels"));
}

void TestShell::closeAndRecents()
{
    open();
    m_window->command(QStringLiteral("close-project"))->trigger();
    QTRY_VERIFY(m_window->welcomePage().isVisible());
    auto* list = m_window->welcomePage().findChild<QListView*>();
    QCOMPARE(list->model()->rowCount(), 1);
    QCOMPARE(list->model()->index(0, 0).data().toString(), QStringLiteral("tiny-kernels"));
    list->setCurrentIndex(list->model()->index(0, 0));
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(m_session->state() && m_session->state()->scan, 20000);
}

void TestShell::sampleIsAskedFor()
{
    QSignalSpy asked(m_window.get(), &MainWindow::sampleRequested);
    m_window->findChildren<ActionCard*>().at(2)->click();
    QCOMPARE(asked.count(), 1);
}

/// Packs that came with the repository: one question for each content, and nothing used before.
void TestShell::rulePacksAreAskedForOnce()
{
    const QString trust = m_folder.filePath(QStringLiteral("trusted-packs.json"));
    const auto pack = [](const QByteArray& more) {
        return "format = 1\nname = \"House\"\n[[rule]]\nid = \"house-rule\"\nphase = 2\nseverity = "
               "\"warning\"\nlanguages = [\"cuda\"]\ntitle = \"T\"\nmessage = \"M\"\nreason = "
               "\"R\"\nmatch = { kind = \"token-pattern\", patterns = [\"HOUSE\"] }\n" +
               more;
    };
    QVERIFY(QDir(m_repository).mkpath(QStringLiteral(".rocport/rules")));
    write(QStringLiteral(".rocport/rules/a.toml"), pack({}));
    const auto reopen = [&] {
        cleanup();
        init();
        m_session->rulePacks().setTrustFile(trust);
        open();
        QTRY_VERIFY(m_session->tasks().running().isEmpty());
    };
    const auto bar = [&] { return m_window->findChild<QWidget*>(QStringLiteral("packTrust")); };
    const auto press = [&](const char* name) {
        bar()->findChild<QPushButton*>(QLatin1StringView(name))->click();
        QTRY_VERIFY(!bar()->isVisible());
    };
    const auto isUsed = [&] {
        return m_session->rulePacks().rules()->find(QStringLiteral("house-rule")) != nullptr;
    };
    reopen();
    QTRY_VERIFY(bar()->isVisible());
    QVERIFY(bar()->accessibleName().contains(QStringLiteral("contains 1 rule pack of its own")));
    QVERIFY(bar()->accessibleName().contains(QStringLiteral("Rules can propose edits.")));
    QVERIFY(!isUsed());
    // Nothing was answered: it is asked again. "Not now" is an answer.
    reopen();
    QTRY_VERIFY(bar()->isVisible());
    press("notNowPacks");
    reopen();
    QVERIFY(m_session->rulePacks().waiting().has_value());
    QVERIFY(!bar()->isVisible());
    QVERIFY(!isUsed());
    // Another content is another question.
    write(QStringLiteral(".rocport/rules/a.toml"), pack("# more\n"));
    reopen();
    QTRY_VERIFY(bar()->isVisible());
    bar()->findChild<QPushButton*>(QStringLiteral("lookAtPacks"))->click();
    QVERIFY(bar()->isVisible());  // no area has the rules
    auto* owner = new RulesOwner; // owned by the window
    m_window->addArea(*owner);
    press("lookAtPacks");
    QCOMPARE(owner->looked, 1);
    QCOMPARE(m_window->currentArea(), owner->about().id);
    QVERIFY(!isUsed());
    reopen();
    QTRY_VERIFY(bar()->isVisible());
    press("usePacks");
    QTRY_VERIFY(isUsed());
    reopen();
    QVERIFY(isUsed());
    QVERIFY(!bar()->isVisible());
    write(QStringLiteral(".rocport/rules/a.toml"), pack("# changed\n"));
    reopen();
    QTRY_VERIFY(bar()->isVisible());
    QVERIFY(
        bar()->accessibleName().contains(QStringLiteral("have changed since you trusted them")));
    QVERIFY(!isUsed());
    QVERIFY(QDir(m_repository + QStringLiteral("/.rocport")).removeRecursively());
}

void TestShell::narrowAndLarge()
{
    open();
    m_window->resize(1120, 680);
    QTest::qWait(0);
    auto* tree = m_window->findChild<DecisionTreeView*>();
    QVERIFY(tree->zoom() <= 1.0);
    shot(QStringLiteral("plan-1120.png"));
    m_window->resize(1440, 900);
    m_provider->setTextPercent(200);
    QTest::qWait(0);
    QVERIFY(m_window->findChild<TopBar*>()->height() == 88);
    shot(QStringLiteral("plan-200.png"));
    m_window->command(QStringLiteral("close-project"))->trigger();
    QTRY_VERIFY(m_window->welcomePage().isVisible());
    shot(QStringLiteral("welcome-200.png"));
}

void TestShell::screenshots()
{
    open();
    for (const auto choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
        m_provider->setChoice(choice);
        shot(choice == ThemeChoice::Light ? QStringLiteral("window-plan-light.png")
                                          : QStringLiteral("window-plan-dark.png"));
        const QImage image = m_window->grab().toImage();
        QCOMPARE(image.pixelColor(image.width() / 2, 2), m_provider->theme().window);
    }
    m_window->command(QStringLiteral("close-project"))->trigger();
    QTRY_VERIFY(m_window->welcomePage().isVisible());
    shot(QStringLiteral("window-welcome-dark.png"));
    m_provider->setChoice(ThemeChoice::Light);
    shot(QStringLiteral("window-welcome-light.png"));
}

QTEST_MAIN(TestShell)
#include "tst_shell.moc"
