#include "core/project/session/projecthistory.h"
#include "core/project/session/projecttasks.h"
#include "core/project/session/ruleswitches.h"
#include "core/project/session/taskinfo.h"
#include "tests/gui/rulesfixture.h"
#include "tests/support/paintedtext.h"
#include "ui/editor/syntaxstyler.h"
#include "ui/rules/rulereason.h"

#include <QAction>
#include <QLineEdit>
#include <QSet>
#include <QTextBlock>
#include <QTextTable>

#include <utility>

using namespace rocport;

/// The list of rules, and what leads to it and away from it.
class RulesAreaTest : public RulesFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { setUp(); }
    void cleanup() { tearDown(); }

    void entersFolded();
    void listsRulesWithTheirFindings();
    void switchesARuleByKey();
    void factsBehindARule();
    void idsAreInSight();
    void numbersAreLinks();
    void foldsWhatPointsAtNothing();
    void copiesARule();
    void codeHasAFrameAndColours();
    void codeEndsWithItsLine();
    void narrow();
    void beforeTheFirstScan();
    void filters();
};

/// Without a project there was a list already; what was current there unfolds nothing later.
void RulesAreaTest::entersFolded()
{
    m_area.reset();
    m_fixture->session->close();
    QTRY_VERIFY(m_fixture->session->state() == nullptr);
    m_area =
        std::make_unique<RulesArea>(*m_fixture->session, m_fixture->provider, m_fixture->settings);
    m_area->show();
    QVERIFY(QTest::qWaitForWindowActive(m_area.get()));
    m_area->hide();
    m_fixture->session->openRepository(m_fixture->folder.path());
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->session->state() && m_fixture->session->state()->scan,
                             30000);
    m_area->show();
    const RulesModel& model = m_area->model();
    QTRY_VERIFY(model.isScanned());
    for (int row = 0; row < model.rowCount(); ++row) {
        const std::optional<Phase> phase = model.phase(model.index(row, 0));
        QVERIFY2(!phase || !model.isUnfolded(*phase), qPrintable(QString::number(row)));
    }
}

void RulesAreaTest::listsRulesWithTheirFindings()
{
    QCOMPARE(shown(m_house, RulesModel::FindingsColumn), QStringLiteral("3"));
    QVERIFY(shown(QStringLiteral("hipify-api"), RulesModel::ChangesColumn).toInt() >= 1);
    QCOMPARE(shown(QStringLiteral("hipify-api"), RulesModel::FindingsColumn), QStringLiteral("0"));
    m_area->goToRule(QStringLiteral("warp-popc"));
    QVERIFY(m_area->editor().isHidden());
    QVERIFY(details().contains(QStringLiteral("warp-popc Built-in pack, wavefront.toml")));
    QVERIFY(details().contains(QStringLiteral("Reason")));
    show(m_house);
    QVERIFY(details().contains(QStringLiteral("HOUSE_SYNC becomes ROCM_SYNC")));
    QVERIFY(details().contains(QStringLiteral("It is <b>PTX</b>."))); // never markup
    QVERIFY(details().contains(QStringLiteral("Must match, CUDA C++")));
    QVERIFY(details().contains(QStringLiteral("3 findings in 2 files")));
    QVERIFY(details().contains(QStringLiteral("k.cu:3")));
    QVERIFY(!tree()->accessibleName().isEmpty());
}

void RulesAreaTest::switchesARuleByKey()
{
    m_area->goToRule(m_house);
    tree()->setFocus();
    const auto off = [this] { return m_fixture->session->state()->meta.target.rulesOff; };
    // Off asks for a reason, in the row.
    QTest::keyClick(tree(), Qt::Key_Space);
    auto* field = m_area->findChild<QLineEdit*>(QStringLiteral("ruleReasonField"));
    auto* asked = m_area->findChild<RuleReason*>();
    QTRY_VERIFY(field->isVisible() && field->hasFocus());
    const QModelIndex row = tree()->currentIndex();
    QTRY_COMPARE(asked->geometry().top(), tree()->visualRect(row).top());
    QTRY_VERIFY(tree()->visualRect(row).height() >= asked->height());
    const auto labels = asked->findChildren<QLabel*>();
    QVERIFY(labels.first()->text().contains(QStringLiteral("3 open findings leave the lists.")));
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(off().isEmpty()); // not without one
    QTest::keyClicks(field, QStringLiteral("no node has it"));
    QCOMPARE(m_area->prepareToLeave(Leaving::Project).size(), 1);
    QTest::keyClick(field, Qt::Key_Escape);
    QTRY_VERIFY(!asked->isVisible());
    QVERIFY(off().isEmpty() && tree()->hasFocus());
    QTest::keyClick(tree(), Qt::Key_Space);
    QTRY_VERIFY(field->hasFocus());
    QTest::keyClicks(field, QStringLiteral("Another team has these, fn p"));
    QSignalSpy said(m_area.get(), &RulesArea::said);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(off(), QStringList{m_house});
    QCOMPARE(said.size(), 1);
    QTRY_VERIFY(m_fixture->session->tasks().running().isEmpty());
    const auto found = [this] {
        int count = 0;
        for (const auto& file : m_fixture->session->state()->scan->files) {
            for (const Finding& finding : file->findings) {
                count += finding.ruleId == m_house ? 1 : 0;
            }
        }
        return count;
    };
    QTRY_COMPARE(found(), 0);
    QTRY_COMPARE(shown(m_house, RulesModel::FindingsColumn), QStringLiteral("0"));
    const auto says = [this] {
        return m_area->model().indexOf(m_house).data(RulesModel::SaysRole).toString();
    };
    QCOMPARE(says(), QStringLiteral("Off: Another team has these, fn p"));
    QVERIFY(details().contains(QStringLiteral("Off in this project: Another team has these")));
    // A step of the history like others.
    QVERIFY(m_fixture->session->history().undo().ok());
    QVERIFY(off().isEmpty());
    QTRY_COMPARE(shown(m_house, RulesModel::FindingsColumn), QStringLiteral("3"));
    QVERIFY(m_fixture->session->history().redo().ok());
    QCOMPARE(off(), QStringList{m_house});
    QTRY_COMPARE(says(), QStringLiteral("Off: Another team has these, fn p"));
    QTRY_VERIFY(m_fixture->session->tasks().running().isEmpty());
    QTest::keyClick(tree(), Qt::Key_Space);
    QTRY_COMPARE(shown(m_house, RulesModel::FindingsColumn), QStringLiteral("3"));
    QVERIFY(off().isEmpty());
    QVERIFY(m_fixture->session->state()->decisions.whyOff(m_house).isEmpty());
    // The mouse does the same, anywhere in the cell of the switch.
    const QModelIndex on = tree()->currentIndex().siblingAtColumn(RulesModel::OnColumn);
    tree()->scrollTo(on);
    QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {}, tree()->visualRect(on).center());
    QTRY_VERIFY(field->isVisible());
    QVERIFY(field->text().isEmpty());
}

/// What a rule stands on is said with its versions and its source.
void RulesAreaTest::factsBehindARule()
{
    m_area->goToRule(QStringLiteral("warp-size-constexpr"));
    QVERIFY(details().contains(QStringLiteral("warpSize is no constant expression.")));
    QVERIFY2(details().contains(QStringLiteral("from ROCm 7.0. Source: HIP 7.0 changes")),
             qPrintable(details()));
    m_area->goToRule(QStringLiteral("hipify-memadvise"));
    QVERIFY2(details().contains(QStringLiteral("from ROCm 10.2; the target is ROCm 10.1. Source: "
                                               "changelog of clr")),
             qPrintable(details()));
}

/// Two rules of one title are told apart by their ids, at any width.
void RulesAreaTest::idsAreInSight()
{
    QTest::mouseClick(m_area->findChild<QWidget*>(QStringLiteral("rulesShown")), Qt::LeftButton, {},
                      QPoint(4, 4)); // all
    for (const int width : {1440, 1384, 1226}) {
        m_area->resize(width, 830);
        QCoreApplication::processEvents();
        QSet<QString> titles;
        for (const char* id : {"detect-capability", "detect-capability-cpp"}) {
            const QModelIndex source = m_area->model().indexOf(QLatin1String(id));
            QVERIFY2(source.isValid(), id);
            titles.insert(source.data(RulesModel::HeadRole).toString());
            m_area->goToRule(QLatin1String(id));
            QString all;
            for (const test::PaintedText& text :
                 test::paintedTexts(*tree(), tree()->currentIndex().siblingAtColumn(0))) {
                all += text.text + u'|';
            }
            QVERIFY2(all.contains(QLatin1String(id) + u'|'), qPrintable(all));
        }
        QCOMPARE(titles.size(), 1);
    }
}

/// Numbers lead to their lists, by mouse and key; those of phases as well.
void RulesAreaTest::numbersAreLinks()
{
    QSignalSpy changes(m_area.get(), &RulesArea::changesRequested);
    QSignalSpy findings(m_area.get(), &RulesArea::findingsRequested);
    const QString api = QStringLiteral("hipify-api");
    m_area->goToRule(api);
    const auto click = [this](int column, const QModelIndex& row) {
        const QModelIndex cell = row.siblingAtColumn(column);
        tree()->scrollTo(cell);
        QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {},
                          tree()->visualRect(cell).center());
    };
    click(RulesModel::FindingsColumn, tree()->currentIndex());
    QCOMPARE(findings.size(), 0); // 0 is no link
    click(RulesModel::ChangesColumn, tree()->currentIndex());
    QCOMPARE(changes.size(), 1);
    QCOMPARE(changes.last()[1].toString(), api);
    tree()->setFocus();
    QTest::keyClick(tree(), Qt::Key_Return);
    QCOMPARE(changes.size(), 2);
    QTest::keyClick(tree(), Qt::Key_F);
    QCOMPARE(findings.size(), 0);
    QVERIFY(!m_area->command(QStringLiteral("ruleFindings"))->isEnabled());
    auto* primary = m_area->findChild<QPushButton*>(QStringLiteral("showOfRule"));
    QCOMPARE(primary->text(),
             QStringLiteral("Show %1").arg(
                 shown(api, RulesModel::ChangesColumn) == QStringLiteral("1")
                     ? QStringLiteral("1 change")
                     : shown(api, RulesModel::ChangesColumn) + QStringLiteral(" changes")));
    m_area->goToRule(m_house);
    tree()->setFocus();
    QCOMPARE(primary->text(), QStringLiteral("Show 3 findings"));
    primary->click();
    QCOMPARE(findings.size(), 1);
    QCOMPARE(findings.last()[1].toString(), m_house);
    QTest::keyClick(tree(), Qt::Key_F);
    QCOMPARE(findings.size(), 2);
    click(RulesModel::FindingsColumn, tree()->currentIndex());
    QCOMPARE(findings.size(), 3);
    const QModelIndex group = tree()->currentIndex().parent();
    click(RulesModel::FindingsColumn, group);
    QCOMPARE(findings.size(), 4);
    QVERIFY(findings.last()[1].toString().isEmpty());
    QCOMPARE(findings.last()[0].value<std::optional<Phase>>(), Phase::Translation);
    // n and p go to rules that point at something, round once.
    QSet<QString> seen;
    const int used = m_area->model().usedCount();
    QVERIFY(used >= 2);
    for (int i = 0; i < used; ++i) {
        QTest::keyClick(tree(), Qt::Key_N);
        seen.insert(tree()->currentIndex().siblingAtColumn(0).data().toString());
    }
    QCOMPARE(seen.size(), used);
    const QString last = tree()->currentIndex().siblingAtColumn(0).data().toString();
    QTest::keyClick(tree(), Qt::Key_N);
    QTest::keyClick(tree(), Qt::Key_P);
    QCOMPARE(tree()->currentIndex().siblingAtColumn(0).data().toString(), last);
}

/// Rules that point at nothing are one row; it opens, and so does whoever looks for one of them.
void RulesAreaTest::foldsWhatPointsAtNothing()
{
    const QString popc = QStringLiteral("warp-popc");
    const auto listed = [this](const QString& id) {
        const auto* filter = qobject_cast<const QSortFilterProxyModel*>(tree()->model());
        return filter->mapFromSource(m_area->model().indexOf(id)).isValid();
    };
    QVERIFY(listed(m_house));
    QVERIFY(!listed(popc));
    m_area->setPhaseFilter(Phase::Wavefront); // a click on the rail
    const QModelIndex fold = tree()->currentIndex();
    QCOMPARE(fold.data(RulesModel::KindRole).toInt(), int(RulesModel::FoldKind));
    QVERIFY(tree()->isExpanded(fold.parent()));
    QVERIFY(tree()->viewport()->rect().intersects(tree()->visualRect(fold)));
    QVERIFY(listed(m_house)); // it is no filter
    tree()->setFocus();
    QTest::keyClick(tree(), Qt::Key_Return);
    QVERIFY(listed(popc));
    QTest::keyClick(tree(), Qt::Key_Return);
    QVERIFY(!listed(popc));
    QTest::keyClick(tree(), Qt::Key_Left);
    QVERIFY(!tree()->currentIndex().parent().isValid());
    QTest::keyClick(tree(), Qt::Key_Left);
    QVERIFY(!tree()->isExpanded(tree()->currentIndex()));
    QTest::keyClick(tree(), Qt::Key_Right);
    QVERIFY(tree()->isExpanded(tree()->currentIndex()));
    auto* search = m_area->findChild<QLineEdit*>(QStringLiteral("rulesFilter"));
    search->setText(popc);
    QVERIFY(listed(popc));
    search->clear();
    QVERIFY(!listed(popc));
    auto* switcher = m_area->findChild<SegmentedControl*>(QStringLiteral("rulesShown"));
    switcher->setCurrent(1); // used here
    QVERIFY(listed(m_house) && !listed(popc));
    switcher->setCurrent(2); // off
    QVERIFY(!tree()->isVisible());
    QVERIFY(m_fixture->session->ruleSwitches().set(popc, false, QStringLiteral("not ours")).ok());
    QTRY_VERIFY(listed(popc));
    QVERIFY(!listed(m_house) && tree()->isVisible());
    QTRY_VERIFY(m_fixture->session->tasks().running().isEmpty());
}

/// The program's rule goes into a pack of the project, which takes its place and is edited there.
void RulesAreaTest::copiesARule()
{
    m_area->goToRule(QStringLiteral("warp-popc"));
    tree()->setFocus();
    QTest::keyClick(tree(), Qt::Key_C, Qt::ControlModifier);
    const QString file = m_fixture->path(QStringLiteral(".rocport/rules/warp-popc.toml"));
    QTRY_VERIFY_WITH_TIMEOUT(m_area->editor().isVisible() && m_area->editor().file() == file,
                             20000);
    QTRY_VERIFY(m_area->editor().text().contains(QStringLiteral("id = \"warp-popc\"")));
    QTRY_COMPARE(problems(), QStringLiteral("No problems, 0 samples"));
    const QModelIndex ours = m_area->model().indexOf(QStringLiteral("warp-popc"));
    QCOMPARE(ours.data(RulesModel::NoteRole).toString(), QStringLiteral("warp-popc.toml"));
    QCOMPARE(ours.siblingAtRow(ours.row() + 1).data(RulesModel::SaysRole).toString(),
             QStringLiteral("Replaced by warp-popc.toml"));
    QVERIFY(!m_area->command(QStringLiteral("copyRule"))->isEnabled()); // it is one already
}

/// Before and after, as in the diff: in a frame, with the colours of its language; chips have room.
void RulesAreaTest::codeHasAFrameAndColours()
{
    m_area->goToRule(QStringLiteral("hipify-api"));
    auto* browser = m_area->findChild<RuleDetails*>();
    QTRY_VERIFY(details().contains(QStringLiteral("Before and after")));
    SyntaxRepository syntax;
    m_area->setSyntax(syntax);
    QTRY_VERIFY_WITH_TIMEOUT(syntax.isReady(), 20000);
    const bool dark = m_fixture->provider.theme().dark;
    const QVector<QColor> colours = syntax.colours(dark);
    QSet<QRgb> painted;
    const QTextTable* frame = nullptr;
    const QTextTable* chips = nullptr;
    for (QTextBlock block = browser->document()->begin(); block.isValid(); block = block.next()) {
        QTextCursor cursor(block);
        const QTextTable* table = cursor.currentTable();
        if (table == nullptr) {
            continue;
        }
        chips = chips == nullptr ? table : chips;
        const auto* outer = qobject_cast<const QTextTable*>(table->parentFrame());
        if (outer == nullptr) {
            continue;
        }
        frame = outer;
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            const QColor colour = part.fragment().charFormat().foreground().color();
            if (colours.contains(colour)) {
                painted.insert(colour.rgb());
            }
        }
    }
    QVERIFY(frame != nullptr);
    QCOMPARE(frame->format().background().color(), m_fixture->provider.theme().border);
    QCOMPARE(frame->cellAt(0, 0).format().toTableCellFormat().leftPadding(), 1.0);
    QCOMPARE(frame->cellAt(0, 0).format().toTableCellFormat().bottomPadding(), 1.0);
    QVERIFY2(painted.size() >= 2, qPrintable(QString::number(painted.size())));
    QVERIFY(chips != nullptr);
    const QTextTableCellFormat chip = chips->cellAt(0, 0).format().toTableCellFormat();
    QVERIFY(chip.leftPadding() >= 6 && chip.rightPadding() >= 6 && chip.topPadding() >= 2);
}

/// As everywhere: a backquote without a partner in its line is one.
void RulesAreaTest::codeEndsWithItsLine()
{
    Rule rule;
    rule.id = QStringLiteral("a-rule");
    rule.reason = QStringLiteral("Uses `warpSize`, a ` alone\nand another ` below.");
    RuleView view;
    view.says.title = QStringLiteral("Of `one` word");
    RuleDetails shown(m_fixture->provider);
    shown.showRule(rule, view);
    const QString text = shown.toPlainText();
    QVERIFY2(text.contains(QStringLiteral("Of one word")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("Uses warpSize, a ` alone")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("and another ` below.")), qPrintable(text));
}

/// Less than 980 pixels: the explanation stands over the list, Esc goes back.
void RulesAreaTest::narrow()
{
    m_area->resize(920, 640);
    m_area->goToRule(m_house);
    auto* details = m_area->findChild<RuleDetails*>();
    QTRY_VERIFY(details->isVisible());
    QVERIFY(!tree()->isVisible());
    QTest::keyClick(details, Qt::Key_Escape);
    QTRY_VERIFY(tree()->isVisible() && tree()->hasFocus());
    QVERIFY(!details->isVisible());
    QTest::keyClick(tree(), Qt::Key_Right);
    QTRY_VERIFY(details->isVisible());
    m_area->resize(1240, 640);
    QTRY_VERIFY(tree()->isVisible() && details->isVisible());
}

/// Counts are not known, nothing is folded, and a scan is offered.
void RulesAreaTest::beforeTheFirstScan()
{
    const QTemporaryDir data;
    ProjectSession session(data.path());
    bool first = true;
    connect(&session.tasks(), &ProjectTasks::started, &session, [&](const TaskInfo& task) {
        if (std::exchange(first, false)) {
            session.tasks().cancel(task.id);
        }
    });
    RulesArea area(session, m_fixture->provider, m_fixture->settings);
    area.resize(1240, 640);
    area.show();
    session.openRepository(m_fixture->folder.path());
    QTRY_VERIFY_WITH_TIMEOUT(session.state() && !first && session.tasks().running().isEmpty(),
                             20000);
    QVERIFY(!session.state()->scan);
    auto* scan = area.findChild<QPushButton*>(QStringLiteral("rulesScan"));
    QTRY_VERIFY(scan->isVisible());
    const auto changes = [&] {
        return area.model()
            .indexOf(QStringLiteral("hipify-api"))
            .siblingAtColumn(RulesModel::ChangesColumn)
            .data()
            .toString();
    };
    QCOMPARE(changes(), QStringLiteral("–"));
    QVERIFY(!area.command(QStringLiteral("ruleChanges"))->isEnabled() ||
            !area.findChild<QTreeView*>(QStringLiteral("rulesTree"))->currentIndex().isValid());
    scan->click();
    QTRY_VERIFY_WITH_TIMEOUT(session.state()->scan && session.tasks().running().isEmpty(), 20000);
    QTRY_VERIFY(!scan->isVisible());
    QTRY_COMPARE(changes(), QStringLiteral("1"));
}

void RulesAreaTest::filters()
{
    auto* search = m_area->findChild<QLineEdit*>(QStringLiteral("rulesFilter"));
    QTest::keyClick(tree(), Qt::Key_Slash);
    QTRY_VERIFY(search->hasFocus());
    search->setText(QStringLiteral("house warning"));
    QCOMPARE(tree()->model()->rowCount(), 1);
    const QModelIndex phase = tree()->model()->index(0, 0);
    QCOMPARE(tree()->model()->rowCount(phase), 1);
    QCOMPARE(tree()->model()->index(0, 0, phase).data().toString(), m_house);
    search->setText(QStringLiteral("no such rule at all"));
    QVERIFY(!tree()->isVisible());
    search->clear();
    QVERIFY(tree()->isVisible());
    QVERIFY(tree()->model()->rowCount() > 3);
}

QTEST_MAIN(RulesAreaTest)
#include "tst_rulesarea.moc"
