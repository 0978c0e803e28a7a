#include "core/facts/settingnames.h"
#include "mapsettings.h"
#include "samplestate.h"
#include "ui/shell/noticebar.h"
#include "ui/shell/palettedialog.h"
#include "ui/shell/shortcutsdialog.h"
#include "ui/shell/sourceviewer.h"
#include "ui/shell/targetdialog.h"
#include "ui/shell/welcomepage.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QListView>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>

using namespace rocport;

/// The welcome page and the small windows around it.
class TestWelcome : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_provider.attach(*qApp);
        QVERIFY(m_folder.isValid());
    }
    void recentsModel();
    void recentsSurvive();
    void recentsHostile();
    void actions();
    void listOpens();
    void filter();
    void missingFolder();
    void errorIsShown();
    void stacksWhenNarrow();
    void palette_data();
    void palette();
    void paletteKeys();
    void targetProblems_data();
    void targetProblems();
    void targetDialog();
    void shortcuts();
    void sourceViewer();
    void sourceViewerRefusesBinary();
    void notice();

private:
    ProjectState project(const QString& name, bool there)
    {
        ProjectState state = *test::sampleState();
        state.meta.name = name;
        state.meta.repositoryRoot = there ? m_folder.path() : QStringLiteral("/nowhere/") + name;
        state.projectFile = QStringLiteral("/tmp/%1.rocport").arg(name);
        return state;
    }

    QTemporaryDir m_folder;
    MapSettings m_settings;
    ThemeProvider m_provider{m_settings};
};

void TestWelcome::recentsModel()
{
    MapSettings settings;
    RecentModel model(settings);
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    model.remember(project(QStringLiteral("one"), true));
    model.remember(project(QStringLiteral("two"), true));
    model.remember(project(QStringLiteral("one"), true)); // moves up, not twice
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0).data().toString(), QStringLiteral("one"));
    const QString spoken = model.index(0).data(Qt::AccessibleTextRole).toString();
    QVERIFY2(spoken.startsWith(QStringLiteral("one, 37 of 212 changes decided")),
             qPrintable(spoken));
    model.remove(QStringLiteral("/tmp/one.rocport"));
    QCOMPARE(model.rowCount(), 1);
    for (int i = 0; i < 50; ++i) {
        model.remember(project(QString::number(i), true));
    }
    QCOMPARE(model.rowCount(), RecentModel::kMost);
}

void TestWelcome::recentsSurvive()
{
    MapSettings settings;
    {
        RecentModel model(settings);
        model.remember(project(QStringLiteral("kept"), true));
    }
    RecentModel again(settings);
    QCOMPARE(again.rowCount(), 1);
    const RecentProject kept = again.projects().first();
    QCOMPARE(kept.name, QStringLiteral("kept"));
    QCOMPARE(kept.hunks, 212);
    QCOMPARE(kept.phases.at(1), PhaseState::Done);
    QCOMPARE(kept.phases.at(7), PhaseState::Skipped);
}

void TestWelcome::recentsHostile()
{
    MapSettings settings;
    settings.setValue(
        QStringLiteral("recents/list"),
        QVariantList{QVariant(5), QVariantMap{},
                     QVariantMap{{QStringLiteral("file"), QStringLiteral("/x.rocport")},
                                 {QStringLiteral("phases"), QVariantList{99, -1}},
                                 {QStringLiteral("decided"), 10},
                                 {QStringLiteral("hunks"), -3}}});
    RecentModel model(settings);
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.projects().first().phases.size(), kPhaseCount);
    QCOMPARE(model.projects().first().decided, 0);
}

void TestWelcome::actions()
{
    MapSettings settings;
    RecentModel model(settings);
    WelcomePage page(model, m_provider);
    page.resize(1440, 820);
    page.show();
    QSignalSpy repository(&page, &WelcomePage::openRepositoryRequested);
    QSignalSpy file(&page, &WelcomePage::openProjectFileRequested);
    QSignalSpy sample(&page, &WelcomePage::sampleRequested);
    const auto cards = page.findChildren<ActionCard*>();
    QCOMPARE(cards.size(), 3);
    QCOMPARE(cards[0]->accessibleName(), QStringLiteral("Open repository…"));
    for (ActionCard* card : cards) {
        QVERIFY(card->isVisible());
        card->setFocus();
        QTest::keyClick(card, Qt::Key_Space);
    }
    QCOMPARE(repository.count() + file.count() + sample.count(), 3);
    page.setSampleAvailable(false);
    QVERIFY(!cards[2]->isVisible());
    // Nothing opened yet: said, without a button that does nothing.
    const auto empty = page.findChildren<EmptyState*>();
    QCOMPARE(empty.size(), 1);
    QVERIFY(empty.first()->isVisible());
    QCOMPARE(empty.first()->title(), QStringLiteral("No recent projects"));
}

void TestWelcome::listOpens()
{
    MapSettings settings;
    RecentModel model(settings);
    model.remember(project(QStringLiteral("one"), true));
    model.remember(project(QStringLiteral("two"), true));
    WelcomePage page(model, m_provider);
    page.resize(1440, 820);
    page.show();
    auto* list = page.findChild<QListView*>();
    QSignalSpy chosen(&page, &WelcomePage::projectChosen);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                      list->visualRect(list->model()->index(1, 0)).center());
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen.first().first().toString(), QStringLiteral("/tmp/one.rocport"));
    list->setCurrentIndex(list->model()->index(0, 0));
    QTest::keyClick(list, Qt::Key_Return);
    QCOMPARE(chosen.last().first().toString(), QStringLiteral("/tmp/two.rocport"));
    QTest::keyClick(list, Qt::Key_Delete);
    QCOMPARE(model.rowCount(), 1);
}

void TestWelcome::filter()
{
    MapSettings settings;
    RecentModel model(settings);
    model.remember(project(QStringLiteral("seqkernels"), true));
    model.remember(project(QStringLiteral("splat-render"), true));
    WelcomePage page(model, m_provider);
    page.resize(1440, 820);
    page.show();
    auto* field = page.findChild<SearchField*>();
    auto* list = page.findChild<QListView*>();
    page.focusFilter();
    QTest::keyClicks(field, QStringLiteral("SPLAT"));
    QCOMPARE(list->model()->rowCount(), 1);
    QTest::keyClicks(field, QStringLiteral("zzz"));
    auto* empty = page.findChild<EmptyState*>();
    QVERIFY(empty->isVisible());
    QCOMPARE(empty->title(), QStringLiteral("No project matches"));
    auto* clear = empty->findChild<QPushButton*>();
    QCOMPARE(clear->text(), QStringLiteral("Clear filter"));
    clear->click();
    QCOMPARE(list->model()->rowCount(), 2);
    QVERIFY(!empty->isVisible());
}

void TestWelcome::missingFolder()
{
    MapSettings settings;
    RecentModel model(settings);
    model.remember(project(QStringLiteral("mesh-ops"), false));
    model.remember(project(QStringLiteral("here"), true));
    WelcomePage page(model, m_provider);
    page.resize(1440, 820);
    page.show(); // looks for the folders
    QTRY_VERIFY(model.index(1).data(RecentModel::MissingRole).toBool());
    QVERIFY(!model.index(0).data(RecentModel::MissingRole).toBool());
    QVERIFY(model.index(1)
                .data(Qt::AccessibleTextRole)
                .toString()
                .contains(QStringLiteral("folder not found")));
    auto* list = page.findChild<QListView*>();
    auto* delegate = qobject_cast<RecentDelegate*>(list->itemDelegate());
    const QRect row = list->visualRect(list->model()->index(1, 0));
    QSignalSpy locate(&page, &WelcomePage::locateRequested);
    QSignalSpy chosen(&page, &WelcomePage::projectChosen);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, delegate->locateRect(row).center());
    QCOMPARE(locate.count(), 1);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, row.topLeft() + QPoint(40, 20));
    QCOMPARE(chosen.count(), 0); // nothing to open
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, delegate->removeRect(row).center());
    QCOMPARE(model.rowCount(), 1);
}

void TestWelcome::errorIsShown()
{
    MapSettings settings;
    RecentModel model(settings);
    WelcomePage page(model, m_provider);
    page.resize(1440, 820);
    page.show();
    auto* panel = page.findChild<ErrorPanel*>();
    QVERIFY(!panel->isVisible());
    page.setError({ErrorCode::EmptyRepository, {}, QStringLiteral("/tmp/empty")});
    QVERIFY(panel->isVisible());
    QVERIFY(panel->message().startsWith(QStringLiteral("/tmp/empty has no commits yet")));
    page.clearError();
    QVERIFY(!panel->isVisible());
}

void TestWelcome::stacksWhenNarrow()
{
    MapSettings settings;
    RecentModel model(settings);
    WelcomePage page(model, m_provider);
    page.resize(1440, 820);
    page.show();
    auto* card = page.findChild<ActionCard*>();
    auto* list = page.findChild<EmptyState*>();
    const auto x = [&page](QWidget* w) { return w->mapTo(&page, QPoint()).x(); };
    QVERIFY(x(list) > x(card) + 300);
    page.resize(1120, 640);
    QTRY_VERIFY(x(list) < x(card) + 100);
}

void TestWelcome::palette_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QString>("first");
    QTest::addColumn<int>("rows");
    QTest::newRow("commands alone") << QString() << QStringLiteral("Scan again") << 2;
    QTest::newRow("file") << QStringLiteral("WARP") << QStringLiteral("warp_reduce.cuh") << 2;
    QTest::newRow("folder") << QStringLiteral("csrc warp") << QStringLiteral("warp_reduce.cuh")
                            << 1;
    QTest::newRow("rule id") << QStringLiteral("warp-mask")
                             << QStringLiteral("Lane masks are 64 bits wide") << 1;
    QTest::newRow("start of a word first")
        << QStringLiteral("a") << QStringLiteral("Scan again") << 3;
    QTest::newRow("nothing") << QStringLiteral("zzz") << QString() << 0;
}

void TestWelcome::palette()
{
    QFETCH(QString, query);
    QFETCH(QString, first);
    QFETCH(int, rows);
    PaletteModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setEntries({{PaletteEntry::Kind::Command, QStringLiteral("Scan again"), {}, true, {}},
                      {PaletteEntry::Kind::Command, QStringLiteral("Quit"), {}, true, {}},
                      {PaletteEntry::Kind::File,
                       QStringLiteral("warp_reduce.cuh"),
                       QStringLiteral("csrc"),
                       true,
                       {}},
                      {PaletteEntry::Kind::Rule,
                       QStringLiteral("Lane masks are 64 bits wide"),
                       QStringLiteral("warp-mask-literal"),
                       true,
                       {}}});
    model.setQuery(query);
    QCOMPARE(model.rowCount(), rows);
    QCOMPARE(model.index(0).data().toString(), first);
}

void TestWelcome::paletteKeys()
{
    QWidget window;
    window.resize(1200, 800);
    window.show();
    PaletteDialog dialog(m_provider, &window);
    int ran = 0;
    dialog.openWith(
        {{PaletteEntry::Kind::Command, QStringLiteral("One"), {}, true, [&] { ran = 1; }},
         {PaletteEntry::Kind::Command, QStringLiteral("Off"), {}, false, [&] { ran = 9; }},
         {PaletteEntry::Kind::Command, QStringLiteral("Two"), {}, true, [&] { ran = 2; }}});
    QVERIFY(dialog.isVisible());
    QTest::keyClicks(dialog.field(), QStringLiteral("zzz"));
    QTest::keyClick(dialog.field(), Qt::Key_Down); // nothing to go to
    QTest::keyClick(dialog.field(), Qt::Key_Return);
    QCOMPARE(ran, 0);
    dialog.field()->clear();
    QTest::keyClick(dialog.field(), Qt::Key_Down);
    QTest::keyClick(dialog.field(), Qt::Key_Return);
    QCOMPARE(ran, 0); // switched off: stays open
    QVERIFY(dialog.isVisible());
    QTest::keyClick(dialog.field(), Qt::Key_Down);
    QTest::keyClick(dialog.field(), Qt::Key_Down); // stops at the end
    QTest::keyClick(dialog.field(), Qt::Key_Return);
    QCOMPARE(ran, 2);
    QVERIFY(!dialog.isVisible());
}

void TestWelcome::targetProblems_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("right");
    const auto row = [](const char* kind, const char* text, bool right) {
        QTest::addRow("%s %s", kind, text)
            << QString::fromLatin1(kind) << QString::fromLatin1(text) << right;
    };
    row("version", "7.2", true);
    row("version", " 7.0.2 ", true);
    row("version", "7", true);
    row("version", "", false);
    row("version", "7.", false);
    row("version", "seven", false);
    row("version", "99999999999999999999", false);
    row("gfx", "gfx942", true);
    row("gfx", "gfx942, gfx90a gfx1100", true);
    row("gfx", "gfx94", false);
    row("gfx", "sm_90", false);
    row("gfx", "", false);
    row("gfx", "gfx942:xnack+", false);
    row("macro", "USE_ROCM", true);
    row("macro", "_x1", true);
    row("macro", "1X", false);
    row("macro", "A B", false);
    row("macro", "A;rm", false);
    row("macro", "", false);
    row("macro", "__CUDACC__", false);
    row("macro", "NDEBUG", false);
    row("macro", "defined", false);
    row("module", "class", false);
    row("module", "torch", false);
    row("module", "pkg.__init__", false);
    row("module", "", true);
    row("module", "pkg.rocm_flags", true);
    row("module", "pkg.", false);
    row("module", "pkg/rocm.py", false);
    row("module", "1pkg", false);
}

void TestWelcome::targetProblems()
{
    QFETCH(QString, kind);
    QFETCH(QString, text);
    QFETCH(bool, right);
    const QString problem = kind == QStringLiteral("version") ? TargetDialog::versionProblem(text)
                            : kind == QStringLiteral("gfx")
                                ? TargetDialog::architecturesProblem(text)
                            : kind == QStringLiteral("module") ? TargetDialog::moduleProblem(text)
                                                               : TargetDialog::macroProblem(text);
    QCOMPARE(problem.isEmpty(), right);
    const bool macro = kind == QStringLiteral("macro");
    const NameFault fault = macro ? guardMacroFault(text) : flagModuleFault(text);
    if (!right && (macro || kind == QStringLiteral("module")) && fault != NameFault::Malformed) {
        const QString clause = macro ? macroFaultClause(fault) : moduleFaultClause(fault);
        QVERIFY2(problem.endsWith(clause), qPrintable(problem));
    }
}

void TestWelcome::targetDialog()
{
    TargetSettings start;
    start.rulesOff = {QStringLiteral("warp-popc")};
    TargetDialog dialog(start, Strategy::TorchExtension, m_provider);
    dialog.show();
    const auto fields = dialog.findChildren<QLineEdit*>();
    QCOMPARE(fields.size(), 6);
    QPushButton* apply = nullptr;
    const auto buttons = dialog.findChildren<QPushButton*>();
    for (QPushButton* button : buttons) {
        if (button->text() == QStringLiteral("Apply and scan")) {
            apply = button;
        }
    }
    if (!apply) {
        QFAIL("no button to apply");
    }
    QVERIFY(!apply->isEnabled()); // nothing changed
    fields[2]->setText(QStringLiteral("gfx94"));
    QVERIFY(!apply->isEnabled());
    QVERIFY(!dialog.target());
    QVERIFY(fields[2]->property("error").toBool());
    QCOMPARE(fields[2]->accessibleDescription(), QStringLiteral("Unknown architecture: gfx94"));
    fields[2]->setText(QStringLiteral("gfx942, gfx90a"));
    fields[0]->setText(QStringLiteral("6.4"));
    QVERIFY(apply->isEnabled());
    fields[4]->setText(QStringLiteral("pkg/rocm"));
    QVERIFY(!apply->isEnabled());
    fields[4]->setText(QStringLiteral(" pkg.rocm "));
    fields[5]->setText(QStringLiteral("src/../.."));
    QVERIFY(!apply->isEnabled());
    fields[5]->setText(QStringLiteral("src/rocm "));
    const auto choices = dialog.findChildren<QComboBox*>();
    QCOMPARE(choices.size(), 2);
    QCOMPARE(choices[1]->accessibleName(), QStringLiteral("Inductor settings on ROCm"));
    choices[1]->setCurrentIndex(1);
    const auto target = dialog.target();
    QVERIFY(target.has_value());
    QCOMPARE(target->rulesOff, start.rulesOff); // what the dialog does not show stays
    QCOMPARE(target->inductor, InductorProfile::TunedInference);
    QCOMPARE(target->flagModule, QStringLiteral("pkg.rocm"));
    QCOMPARE(target->compatFolder, QStringLiteral("src/rocm"));
    QCOMPARE(target->rocm, Version({6, 4}));
    QCOMPARE(target->architectures,
             QStringList({QStringLiteral("gfx942"), QStringLiteral("gfx90a")}));
    QVERIFY(!target->strategy);
    QSignalSpy accepted(&dialog, &QDialog::accepted);
    apply->click();
    QCOMPARE(accepted.count(), 1);
}

void TestWelcome::shortcuts()
{
    const ShortcutLine done{QStringLiteral("a"), QStringLiteral("Accept"), {}};
    const ShortcutLine dead{QStringLiteral("u"), QStringLiteral("Undo"),
                            QStringLiteral("Nothing to undo.")};
    ShortcutsDialog dialog(m_provider, {{QStringLiteral("Review"), {done, dead}},
                                        {QStringLiteral("Everywhere"),
                                         {{QStringLiteral("F10"), QStringLiteral("Menu"), {}}}}});
    dialog.show();
    QCOMPARE(dialog.findChildren<KeyCap*>().size(), 3);
    QStringList texts;
    const auto labels = dialog.findChildren<QLabel*>();
    for (const QLabel* label : labels) {
        texts.append(label->text());
    }
    QVERIFY(texts.contains(QStringLiteral("Undo (not now: Nothing to undo.)")));
    QVERIFY(texts.contains(QStringLiteral("Accept")));
    QTest::keyClick(&dialog, Qt::Key_Escape);
    QVERIFY(!dialog.isVisible());
}

void TestWelcome::sourceViewer()
{
    SourceViewer viewer(m_provider);
    viewer.show();
    const RepoPath path("csrc/scan.cuh");
    viewer.setLoading(path, 3);
    QCOMPARE(viewer.title(), QStringLiteral("csrc/scan.cuh:3"));
    viewer.setText(RepoPath("other"), "late"); // asked for before: ignored
    QVERIFY(viewer.text()->toPlainText().isEmpty());
    viewer.setText(path, "one\ntwo\nthree\nfour\n");
    QCOMPARE(viewer.text()->shownLine(), 3);
    QCOMPARE(viewer.text()->textCursor().block().text(), QStringLiteral("three"));
    QVERIFY(viewer.text()->isReadOnly());
    viewer.setLoading(path, 99); // beyond the end: the last line
    viewer.setText(path, "one\r\ntwo");
    QCOMPARE(viewer.text()->textCursor().block().text(), QStringLiteral("two"));
    // Long lines scroll sideways, or go on below.
    viewer.setText(path, "one\r\n" + QByteArray("word ").repeated(200));
    QSignalSpy wrapped(&viewer, &SourceViewer::wrapToggled);
    QVERIFY(viewer.text()->horizontalScrollBar()->maximum() > 0);
    QVERIFY(QTest::qWaitForWindowActive(&viewer));
    QTest::keyClick(&viewer, Qt::Key_Z, Qt::AltModifier);
    QTRY_COMPARE(wrapped.count(), 1); // the button is seen to go down
    QVERIFY(wrapped[0][0].toBool());
    QCOMPARE(viewer.text()->horizontalScrollBar()->maximum(), 0);
    viewer.findChild<QPushButton*>(QStringLiteral("wrapSource"))->click();
    QVERIFY(!wrapped[1][0].toBool());
    QVERIFY(viewer.text()->horizontalScrollBar()->maximum() > 0);
    QSignalSpy review(&viewer, &SourceViewer::reviewRequested);
    const auto buttons = viewer.findChildren<QPushButton*>();
    for (QPushButton* button : buttons) {
        if (button->text() == QStringLiteral("Show in Review")) {
            button->click();
        }
    }
    QCOMPARE(review.count(), 1);
    QCOMPARE(review[0][0].value<Place>(), (Place{path, 99, PlaceSide::Original}));
    QVERIFY(!viewer.isVisible());
}

void TestWelcome::sourceViewerRefusesBinary()
{
    SourceViewer viewer(m_provider);
    viewer.show();
    const RepoPath path("lib.so");
    viewer.setLoading(path, 1);
    viewer.setText(path, QByteArray("\x7f"
                                    "ELF\0\0\1\2",
                                    8));
    QVERIFY(viewer.findChild<ErrorPanel*>()->isVisible());
    QVERIFY(viewer.findChild<ErrorPanel*>()->message().contains(QStringLiteral("not a text file")));
}

void TestWelcome::notice()
{
    NoticeBar bar(m_provider);
    QVERIFY(bar.isHidden());
    bar.showError({ErrorCode::DiskFull, {}, QStringLiteral("p.rocport")});
    QVERIFY(bar.isVisible());
    QVERIFY(bar.text().startsWith(QStringLiteral("There is no space left to write p.rocport")));
    const auto buttons = bar.findChildren<QPushButton*>();
    for (QPushButton* button : buttons) {
        if (button->text() == QStringLiteral("Copy details")) {
            button->click();
        }
    }
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("DiskFull\np.rocport"));
    QTest::keyClick(&bar, Qt::Key_Escape);
    QVERIFY(bar.isHidden());
}

QTEST_MAIN(TestWelcome)
#include "tst_welcome.moc"
