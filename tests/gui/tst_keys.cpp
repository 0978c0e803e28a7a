// Keys of the whole window: what they do, what they say when they do nothing, and one rule for
// clicks.
#include "tests/gui/accessfixture.h"
#include "ui/plan/planarea.h"
#include "ui/review/findingspage.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/palettedialog.h"
#include "ui/shell/shortcutsdialog.h"
#include "ui/shell/sourceviewer.h"
#include "ui/shell/statusbar.h"
#include "ui/shell/topbar.h"
#include "ui/theme/texttable.h"
#include "ui/theme/whynot.h"

#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QTabBar>
#include <QTableView>
#include <QTreeView>

using namespace rocport;

class TestKeys : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void altKeepsEveryTab();
    void listOfKeysIsMadeFromCommands_data();
    void listOfKeysIsMadeFromCommands();
    void filtersAreInThePalette();
    void paletteShowsWhatItDoes();
    void disabledLettersSayWhy();
    void lettersAreNoSearch();
    void readOnlyTextSaysWhyToo();
    void endOfTheListIsSaid();
    void enterInTheFilterGoesToTheFirstMatch_data();
    void enterInTheFilterGoesToTheFirstMatch();
    void clickSelectsAndEnterOpens();
    void enterPressesTheButtonWithTheFocus();

private:
    template <typename T>
    T* part(const char* name) const
    {
        return m_window->window().findChild<T*>(QLatin1String(name));
    }
    [[nodiscard]] QTreeView* changes() const { return part<QTreeView>("changeTree"); }
    [[nodiscard]] QTreeView* findings() const { return part<QTreeView>("findingsList"); }
    [[nodiscard]] QString said() const
    {
        return m_window->window().findChild<StatusBar*>()->saidText();
    }
    /// Keeps a picture where ROCPORT_SHOTS names a folder.
    static void keep(QWidget& widget, const char* name)
    {
        const QString folder = qEnvironmentVariable("ROCPORT_SHOTS");
        if (!folder.isEmpty()) {
            QDir().mkpath(folder);
            widget.grab().save(QStringLiteral("%1/%2.png").arg(folder, QLatin1String(name)));
        }
    }
    /// What the list under ? shows, "a  Accept change".
    [[nodiscard]] QStringList listed() const
    {
        m_window->window().command(QStringLiteral("shortcuts"))->trigger();
        auto* dialog = m_window->window().findChild<ShortcutsDialog*>();
        keep(*dialog, "shortcuts");
        QStringList lines;
        const auto labels = dialog->findChildren<QLabel*>();
        for (const QLabel* label : labels) {
            if (label->buddy() != nullptr) {
                lines.append(label->buddy()->accessibleName() + QStringLiteral("  ") +
                             label->text());
            }
        }
        delete dialog;
        return lines;
    }
    void palette(const QString& words) const
    {
        QTest::keyClick(&m_window->window(), Qt::Key_K, Qt::ControlModifier);
        auto* dialog = m_window->window().findChild<PaletteDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        QTest::keyClicks(dialog->field(), words);
        QVERIFY2(dialog->model()->rowCount() > 0, qPrintable(words));
        QTest::keyClick(dialog->field(), Qt::Key_Return);
    }

    std::unique_ptr<AccessFixture> m_window;
};

void TestKeys::init()
{
    m_window = std::make_unique<AccessFixture>();
    m_window->openSample();
}

void TestKeys::cleanup()
{
    m_window.reset();
}

void TestKeys::altKeepsEveryTab()
{
    QTabBar* tabs = m_window->window().findChild<TopBar*>()->tabs();
    const auto places = [&] {
        QVector<QRect> rects;
        for (int tab = 0; tab < tabs->count(); ++tab) {
            rects.append(tabs->tabRect(tab));
        }
        return rects;
    };
    for (const int width : {1440, 1120}) {
        m_window->window().resize(width, 800);
        QCoreApplication::processEvents();
        const QVector<QRect> before = places();
        const QImage plain = tabs->grab().toImage();
        for (const QRect& rect : before) {
            QStringList parts;
            const auto siblings =
                tabs->parentWidget()->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
            for (const QWidget* part : siblings) {
                if (part->isVisible()) {
                    parts.append(QStringLiteral("%1 %2 of %3")
                                     .arg(AccessFixture::name(part))
                                     .arg(part->width())
                                     .arg(part->sizeHint().width()));
                }
            }
            QVERIFY2(tabs->rect().contains(rect.adjusted(1, 0, -1, 0)),
                     AccessFixture::lines(parts));
        }
        QTest::keyPress(&m_window->window(), Qt::Key_Alt);
        QCOMPARE(places(), before);
        keep(m_window->window(), "alt");
        const QImage held = tabs->grab().toImage();
        for (const QRect& rect : before) { // each has its digit, left of its name
            const QRect digit(rect.left(), rect.top(), 12, rect.height());
            QVERIFY(plain.copy(digit) != held.copy(digit));
            const QRect rest = rect.adjusted(12, 0, 0, 0);
            QVERIFY(plain.copy(rest) == held.copy(rest));
        }
        QTest::keyRelease(&m_window->window(), Qt::Key_Alt);
        QCOMPARE(tabs->grab().toImage(), plain);
    }
}

void TestKeys::listOfKeysIsMadeFromCommands_data()
{
    QTest::addColumn<QString>("place");
    for (const QString& place : AccessFixture::places()) {
        QTest::newRow(qPrintable(place)) << place;
    }
}

void TestKeys::listOfKeysIsMadeFromCommands()
{
    QFETCH(QString, place);
    m_window->show(place);
    QStringList lines = listed();
    // Every command that has a key here, and nothing else.
    QStringList commands;
    const auto all = m_window->window().findChildren<QAction*>();
    for (const QAction* action : all) {
        bool here = false;
        for (const QObject* owner : action->associatedObjects()) {
            const auto* widget = qobject_cast<const QWidget*>(owner);
            here = here || (widget != nullptr && widget->isVisible() &&
                            qobject_cast<const QMenu*>(widget) == nullptr);
        }
        if (here && action->isVisible() && !action->shortcuts().isEmpty()) {
            QString text = action->text().remove(u'&');
            text = keysText(*action) + QStringLiteral("  ") + text;
            if (!action->isEnabled()) {
                text += QStringLiteral(" (not now: %1)").arg(whyNot(*action));
            }
            commands.append(text);
        }
    }
    commands.removeDuplicates(); // plots that copy their own figures
    commands.sort();
    lines.sort();
    for (const QString& line : std::as_const(lines)) {
        QVERIFY2(commands.contains(line), qPrintable(line));
    }
    QCOMPARE(lines, commands);
    QVERIFY(lines.size() > 20);
    // No key stands for two commands that could answer.
    QHash<QString, QString> keys;
    for (const QAction* action : all) {
        bool here = false;
        for (const QObject* owner : action->associatedObjects()) {
            const auto* widget = qobject_cast<const QWidget*>(owner);
            here = here || (widget != nullptr && widget->isVisible() &&
                            (widget == &m_window->window() || widget == m_window->area() ||
                             widget->parentWidget()->parentWidget() == m_window->area()));
        }
        if (here && action->isVisible() && action->isEnabled()) {
            for (const QKeySequence& key : action->shortcuts()) {
                QVERIFY2(!keys.contains(key.toString()),
                         qPrintable(key.toString() + u' ' + action->text() + u' ' +
                                    keys.value(key.toString())));
                keys.insert(key.toString(), action->text());
            }
        }
    }
}

void TestKeys::filtersAreInThePalette()
{
    m_window->show(QStringLiteral("plan"));
    auto* status = part<SegmentedControl>("statusFilter");
    const std::pair<const char*, int> filters[] = {{"show decided changes", 2},
                                                   {"show changes that need", 1},
                                                   {"show all changes", 3},
                                                   {"show open changes", 0}};
    for (const auto& [words, index] : filters) {
        palette(QLatin1String(words));
        QCOMPARE(m_window->window().currentArea(), QStringLiteral("review"));
        QVERIFY(status->isVisible());
        QCOMPARE(status->current(), index);
    }
    auto* states = part<SegmentedControl>("findingsState");
    const std::pair<const char*, int> findings[] = {{"show findings that are done", 1},
                                                    {"show findings that are not", 2},
                                                    {"show all findings", 3},
                                                    {"show open findings", 0}};
    for (const auto& [words, index] : findings) {
        palette(QLatin1String(words));
        QVERIFY(states->isVisible());
        QCOMPARE(states->current(), index);
    }
}

void TestKeys::paletteShowsWhatItDoes()
{
    // A decision that is given from elsewhere: its change is in sight when it is made.
    m_window->show(QStringLiteral("findings"));
    m_window->show(QStringLiteral("nodes"));
    palette(QStringLiteral("next change"));
    QCOMPARE(m_window->window().currentArea(), QStringLiteral("review"));
    QVERIFY(!m_window->review().showsFindings());
    QVERIFY(m_window->review().diff().isVisible());
    palette(QStringLiteral("next open finding"));
    QVERIFY(m_window->review().showsFindings());
}

void TestKeys::disabledLettersSayWhy()
{
    m_window->show(QStringLiteral("review"));
    QTreeView* tree = changes();
    tree->setFocus();
    const QModelIndex before = tree->currentIndex();
    QVERIFY(!m_window->review().command(QStringLiteral("undo"))->isEnabled());
    QTest::keyClick(tree, Qt::Key_U);
    QCOMPARE(said(), QStringLiteral("Nothing to undo."));
    QCOMPARE(tree->currentIndex(), before);
    QTest::keyClick(tree, Qt::Key_U, Qt::ShiftModifier);
    QCOMPARE(said(), QStringLiteral("Nothing to redo."));
    QTest::keyClick(tree, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(said(), QStringLiteral("There are no decisions to commit."));
    // A command that can be given does what it does.
    QTest::keyClick(tree, Qt::Key_A);
    QTRY_COMPARE(m_window->state().decided, 1);
    QVERIFY(m_window->review().command(QStringLiteral("undo"))->isEnabled());
}

void TestKeys::lettersAreNoSearch()
{
    for (const char* place : {"review", "findings"}) {
        m_window->show(QLatin1String(place));
        QTreeView* tree = QLatin1String(place) == QLatin1String("review") ? changes() : findings();
        tree->setFocus();
        const QModelIndex before = tree->currentIndex();
        QVERIFY(before.isValid());
        // Letters that are no command there, and with which rows begin.
        for (const char letter : {'q', 'k', 'y', 't', 'd', 'j', '2'}) {
            QTest::keyClick(tree, letter);
            QCOMPARE(tree->currentIndex(), before);
            QCOMPARE(said(), QStringLiteral("%1 does nothing here. Press ? for the list of keys.")
                                 .arg(QLatin1Char(letter)));
        }
    }
    // In the filter they are text.
    auto* filter = part<QLineEdit>("findingsFilter");
    filter->setFocus();
    QTest::keyClicks(filter, QStringLiteral("qx"));
    QCOMPARE(filter->text(), QStringLiteral("qx"));
    // With letters off, lists search again: nothing else answers.
    filter->clear();
    m_window->window().command(QStringLiteral("letter-keys"))->trigger();
    m_window->show(QStringLiteral("review"));
    changes()->setFocus();
    const QString quiet = said();
    QTest::keyClick(changes(), 'q');
    QCOMPARE(said(), quiet);
}

void TestKeys::readOnlyTextSaysWhyToo()
{
    m_window->show(QStringLiteral("review"));
    DiffView& diff = m_window->review().diff();
    diff.focusText();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_U);
    QCOMPARE(said(), QStringLiteral("Nothing to undo."));
    keep(m_window->window(), "dead-key");
    // While a change is edited, letters are its text.
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_E);
    QTRY_VERIFY(diff.isEditing());
    const QString text = diff.editPane().text();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_U);
    QCOMPARE(diff.editPane().text().size(), text.size() + 1);
}

void TestKeys::endOfTheListIsSaid()
{
    m_window->show(QStringLiteral("review"));
    part<QLineEdit>("reviewFilter")->setText(QStringLiteral("no such file"));
    m_window->review().diff().focusText();
    m_window->press("N");
    QCOMPARE(said(), QStringLiteral("No change matches the filter."));
    m_window->press("]");
    QCOMPARE(said(), QStringLiteral("No other file has a change that matches the filter."));
    m_window->press("Ctrl+.");
    QCOMPARE(said(), QStringLiteral("No task is running."));
}

void TestKeys::enterInTheFilterGoesToTheFirstMatch_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("list");
    QTest::addColumn<QString>("words");
    QTest::newRow("review") << "review"
                            << "reviewFilter"
                            << "changeTree"
                            << "train";
    QTest::newRow("findings") << "findings"
                              << "findingsFilter"
                              << "findingsList"
                              << ".cu";
    QTest::newRow("rules") << "rules"
                           << "rulesFilter"
                           << "rulesTree"
                           << "warp";
    QTest::newRow("runs") << "runs"
                          << "jobFilter"
                          << "jobList"
                          << "Build";
    QTest::newRow("verify") << "verify"
                            << "checkFilter"
                            << "checkTable"
                            << "attn_bwd";
}

void TestKeys::enterInTheFilterGoesToTheFirstMatch()
{
    QFETCH(QString, place);
    QFETCH(QString, filter);
    QFETCH(QString, list);
    QFETCH(QString, words);
    m_window->show(place);
    auto* field = m_window->area()->findChild<QLineEdit*>(filter);
    auto* view = m_window->area()->findChild<QAbstractItemView*>(list);
    field->setFocus();
    QTest::keyClicks(field, words);
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(view->hasFocus());
    const QModelIndex current = view->currentIndex();
    QVERIFY(current.isValid());
    QVERIFY(place == QStringLiteral("review") ||
            !view->model()->hasChildren(current.siblingAtColumn(0)));
    // The first that matches: nothing but groups above it. Review keeps the change it showed.
    if (place != QStringLiteral("review")) {
        QModelIndex first = view->model()->index(0, 0);
        while (view->model()->hasChildren(first)) {
            first = view->model()->index(0, 0, first);
        }
        QCOMPARE(current.siblingAtColumn(0), first);
    }
    QVERIFY(view->viewport()->rect().intersects(view->visualRect(current)));
    if (place == QStringLiteral("review")) {
        QTRY_VERIFY(m_window->review().diff().scene().layout.path.display().contains(words));
    }
    // Nothing matches: the focus stays where the text is.
    field->setFocus();
    field->setText(QStringLiteral("zzzz no such thing"));
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(field->hasFocus());
}

/// One click selects and shows beside; Enter and a double click open.
void TestKeys::clickSelectsAndEnterOpens()
{
    const auto click = [](QAbstractItemView* view, const QModelIndex& index) {
        view->scrollTo(index);
        const QPoint at = view->visualRect(index).center();
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, at);
    };
    const auto twice = [](QAbstractItemView* view, const QModelIndex& index) {
        const QPoint at = view->visualRect(index).center();
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, at);
        QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, at);
    };
    MainWindow& window = m_window->window();
    // Evidence of the plan: a click on the place selects its row, no more.
    m_window->show(QStringLiteral("plan"));
    m_window->window().planArea().setFocus();
    auto* evidence = window.planArea().findChild<QTableView*>();
    QTRY_VERIFY(evidence->model()->rowCount() > 0);
    for (int column = 0; column < evidence->model()->columnCount(); ++column) {
        click(evidence, evidence->model()->index(0, column));
        QCOMPARE(window.currentArea(), QStringLiteral("plan"));
        QVERIFY(!window.findChild<SourceViewer*>() ||
                !window.findChild<SourceViewer*>()->isVisible());
    }
    const auto opened = [&] {
        auto* viewer = window.findChild<SourceViewer*>();
        return window.currentArea() == QStringLiteral("review") ||
               (viewer != nullptr && viewer->isVisible());
    };
    evidence->setFocus();
    QTest::keyClick(evidence, Qt::Key_Return);
    QTRY_VERIFY(opened());
    if (auto* viewer = window.findChild<SourceViewer*>()) {
        QTRY_VERIFY(!viewer->text()->toPlainText().isEmpty());
        viewer->close();
    }
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));

    // Changes: a click shows the file, Enter and a double click go into it.
    m_window->show(QStringLiteral("review"));
    QTreeView* tree = changes();
    const QAbstractItemModel* model = tree->model();
    QModelIndex file = model->index(0, 0, model->index(0, 0));
    QVERIFY(file.isValid());
    QTRY_VERIFY(!tree->visualRect(file).isEmpty());
    click(tree, file);
    QVERIFY2(tree->hasFocus(), qPrintable(AccessFixture::name(QApplication::focusWidget())));
    QTest::keyClick(tree, Qt::Key_Return);
    QVERIFY(m_window->review().diff().isAncestorOf(QApplication::focusWidget()));
    twice(tree, file);
    QVERIFY(m_window->review().diff().isAncestorOf(QApplication::focusWidget()));
    // A group folds by a click, by Enter, and a double click is one click.
    const QModelIndex group = model->index(0, 0);
    tree->setFocus();
    tree->setCurrentIndex(group);
    QVERIFY(tree->isExpanded(group));
    QTest::keyClick(tree, Qt::Key_Return);
    QVERIFY(!tree->isExpanded(group));
    QTest::keyClick(tree, Qt::Key_Return);
    QVERIFY(tree->isExpanded(group));

    // Findings: a click shows the detail, a double click and Enter the place.
    m_window->show(QStringLiteral("findings"));
    QTreeView* list = findings();
    const QModelIndex finding = list->model()->index(0, 0, list->model()->index(0, 0));
    click(list, finding);
    QVERIFY(m_window->review().showsFindings());
    QTest::keyClick(list, Qt::Key_Return);
    QTRY_VERIFY(!m_window->review().showsFindings() || opened());

    // Matrix: a click selects, Enter opens the check.
    m_window->show(QStringLiteral("verify"));
    part<SegmentedControl>("verifyPages")->setCurrent(1);
    auto* matrix = part<TextTable>("matrixTable");
    click(matrix, matrix->model()->index(1, 0));
    QVERIFY(matrix->isVisible());
    QTest::keyClick(matrix, Qt::Key_Return);
    QVERIFY(!matrix->isVisible());
    auto* checks = m_window->area()->findChild<TextTable*>(QStringLiteral("checkTable"));
    QVERIFY(checks->hasFocus());
    QCOMPARE(checks->currentIndex().siblingAtColumn(0).data().toString(),
             QStringLiteral("attn_bwd"));
}

void TestKeys::enterPressesTheButtonWithTheFocus()
{
    m_window->show(QStringLiteral("nodes"));
    m_window->press("Ctrl+N");
    auto* dialog = part<QDialog>("nodeEditor");
    QVERIFY(dialog && dialog->isVisible());
    auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("nodeNameField"));
    QTRY_VERIFY(name->hasFocus());
    // Not complete: Enter saves nothing and the dialog says what is missing.
    QTest::keyClick(name, Qt::Key_Return);
    QVERIFY(dialog->isVisible());
    QVERIFY(!dialog->findChild<QLabel*>(QStringLiteral("nodeProblems"))->text().isEmpty());
    QVERIFY(m_window->remote.saved.isEmpty());
    QTest::keyClicks(name, QStringLiteral("box"));
    auto* kind = dialog->findChild<QComboBox*>(QStringLiteral("nodeKind"));
    kind->setCurrentIndex(1);
    name->setFocus();
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(m_window->remote.saved.size(), 1);
    QCOMPARE(m_window->remote.saved.first().name, QStringLiteral("box"));
    QTRY_VERIFY(!part<QDialog>("nodeEditor"));
    // On Cancel, Enter cancels.
    m_window->window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&m_window->window()));
    m_window->show(QStringLiteral("nodes"));
    m_window->press("Ctrl+N");
    QTRY_VERIFY(part<QDialog>("nodeEditor"));
    dialog = part<QDialog>("nodeEditor");
    dialog->findChild<QComboBox*>(QStringLiteral("nodeKind"))->setCurrentIndex(1);
    const auto buttons = dialog->findChildren<QPushButton*>();
    for (QPushButton* button : buttons) {
        if (button->text() == QStringLiteral("Cancel")) {
            button->setFocus();
            QTRY_VERIFY(button->hasFocus());
            QTest::keyClick(button, Qt::Key_Return);
            break;
        }
    }
    QTRY_VERIFY(!part<QDialog>("nodeEditor"));
    QCOMPARE(m_window->remote.saved.size(), 1);
}

QTEST_MAIN(TestKeys)
#include "tst_keys.moc"
