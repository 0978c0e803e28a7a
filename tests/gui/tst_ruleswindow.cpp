#include "core/project/session/projecttasks.h"
#include "core/project/session/rulepacks.h"
#include "core/project/session/ruleswitches.h"
#include "tests/gui/windowfixture.h"
#include "ui/review/explanationpane.h"
#include "ui/review/findingspage.h"
#include "ui/review/reviewmodel.h"
#include "ui/rules/rulesarea.h"
#include "ui/rules/rulesmodel.h"
#include "ui/shell/rail.h"

#include <QLineEdit>
#include <QListView>
#include <QTreeView>

using namespace rocport;

/// The numbers of the area Rules lead to lists that hold just so many.
class RulesWindowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void entersFolded();
    void changesOfARule();
    void findingsOfARule();
    void ofAPhase();
    void aRailClickUnfolds();
    void undoSaysWhatItDid();
    void anotherThemeAfterAnotherScan();
    void pictures_data();
    void pictures();

private:
    [[nodiscard]] RulesArea& rules() const { return m_window->assembly->rules(); }
    [[nodiscard]] QTreeView* tree() const
    {
        return rules().findChild<QTreeView*>(QStringLiteral("rulesTree"));
    }
    void showRules() const
    {
        m_window->window().setCurrentArea(QStringLiteral("rules"));
        QTRY_VERIFY(tree()->isVisible() && rules().model().isScanned());
    }
    /// The rule with most in a column.
    [[nodiscard]] QModelIndex mostOf(int column) const
    {
        QModelIndex best;
        int most = 0;
        for (QModelIndex index = tree()->model()->index(0, 0); index.isValid();
             index = tree()->indexBelow(index)) {
            const int number = index.siblingAtColumn(column).data().toString().toInt();
            if (index.parent().isValid() && number > most) {
                most = number;
                best = index.siblingAtColumn(column);
            }
        }
        return best;
    }
    void click(const QModelIndex& cell) const
    {
        tree()->scrollTo(cell);
        QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {},
                          tree()->visualRect(cell).center());
    }

    std::unique_ptr<WindowFixture> m_window;
};

void RulesWindowTest::initTestCase()
{
    m_window = std::make_unique<WindowFixture>();
    m_window->project.copySample();
    m_window->open();
    showRules();
}

void RulesWindowTest::cleanupTestCase()
{
    m_window.reset();
}

/// Without a project there was a list already; what was current there unfolds nothing now.
void RulesWindowTest::entersFolded()
{
    showRules();
    const RulesModel& model = rules().model();
    QVERIFY(!tree()->currentIndex().data(RulesModel::QuietRole).toBool());
    for (int row = 0; row < model.rowCount(); ++row) {
        const std::optional<Phase> phase = model.phase(model.index(row, 0));
        QVERIFY2(!phase || !model.isUnfolded(*phase), qPrintable(QString::number(row)));
    }
    // What a place fills in is never shown as it stands in the pack.
    for (const Rule& rule : m_window->project.session->rulePacks().rules()->rules()) {
        const RuleSays says = model.says(rule);
        QVERIFY2(!says.title.contains(u'{') && !says.wayOut.contains(u'{'), qPrintable(rule.id));
    }
}

void RulesWindowTest::changesOfARule()
{
    showRules();
    const QModelIndex cell = mostOf(RulesModel::ChangesColumn);
    QVERIFY(cell.isValid());
    const int number = cell.data().toString().toInt();
    const QString rule = cell.siblingAtColumn(0).data().toString();
    click(cell);
    QCOMPARE(m_window->window().currentArea(), QStringLiteral("review"));
    QVERIFY(!m_window->review().showsFindings());
    QCOMPARE(m_window->review().filter().accepted(), number);
    QCOMPARE(m_window->review().model().grouping(), ReviewGrouping::Rules);
    QCOMPARE(m_window->review().findChild<QLineEdit*>(QStringLiteral("reviewFilter"))->text(),
             QStringLiteral("rule:") + rule);
    const Hunk* shown = m_window->state().hunk(m_window->review().currentKey());
    QVERIFY(shown != nullptr);
    QCOMPARE(shown->ruleIds.first(), rule);
}

void RulesWindowTest::findingsOfARule()
{
    showRules();
    const QModelIndex cell = mostOf(RulesModel::FindingsColumn);
    QVERIFY(cell.isValid());
    const int number = cell.data().toString().toInt();
    const QString rule = cell.siblingAtColumn(0).data().toString();
    tree()->setCurrentIndex(cell.siblingAtColumn(0));
    tree()->setFocus();
    QTest::keyClick(tree(), Qt::Key_F);
    QCOMPARE(m_window->window().currentArea(), QStringLiteral("review"));
    QVERIFY(m_window->review().showsFindings());
    QCOMPARE(m_window->review().findings().model().listed(), number);
    QCOMPARE(m_window->review().findings().model().filter().rule, rule);
}

void RulesWindowTest::ofAPhase()
{
    showRules();
    const QModelIndex cell =
        mostOf(RulesModel::ChangesColumn).parent().siblingAtColumn(RulesModel::ChangesColumn);
    const std::optional<Phase> phase =
        phaseFromInt(cell.siblingAtColumn(0).data().toString().left(1).toInt());
    const int number = cell.data().toString().toInt();
    QCOMPARE(number, m_window->state().counts.at(static_cast<qsizetype>(*phase)).hunks);
    click(cell);
    QCOMPARE(m_window->review().filter().accepted(), number);
    QCOMPARE(m_window->review().filter().phase(), phase);
    showRules();
    const QModelIndex found = cell.siblingAtColumn(RulesModel::FindingsColumn);
    QCOMPARE(found.data().toString().toInt(),
             m_window->state().counts.at(static_cast<qsizetype>(*phase)).openFindings());
}

void RulesWindowTest::aRailClickUnfolds()
{
    showRules();
    auto* rail = m_window->window().findChild<Rail*>();
    const auto groups = tree()->model()->rowCount();
    tree()->collapseAll();
    const QModelIndex phase = rail->list()->model()->index(3, 0);
    QTest::mouseClick(rail->list()->viewport(), Qt::LeftButton, {},
                      rail->list()->visualRect(phase).center());
    QCOMPARE(tree()->model()->rowCount(), groups); // nothing is filtered away
    const QModelIndex group = tree()->currentIndex().parent();
    QVERIFY(group.data().toString().startsWith(QStringLiteral("3 ")));
    QVERIFY(tree()->isExpanded(group));
    QVERIFY(tree()->viewport()->rect().contains(tree()->visualRect(group).center()));
}

void RulesWindowTest::undoSaysWhatItDid()
{
    showRules();
    const QString rule = mostOf(RulesModel::ChangesColumn).siblingAtColumn(0).data().toString();
    ProjectSession& session = *m_window->project.session;
    QVERIFY(session.ruleSwitches().set(rule, false, QStringLiteral("for a while")).ok());
    QTRY_VERIFY_WITH_TIMEOUT(session.tasks().running().isEmpty(), 20000);
    QTRY_COMPARE(rules().model().tally(rule).changes, 0);
    m_window->showReview();
    QSignalSpy said(&m_window->review(), &ReviewArea::said);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_U);
    QCOMPARE(said.size(), 1);
    QVERIFY(said.first().first().toString().contains(rule));
    QVERIFY(m_window->state().meta.target.rulesOff.isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(session.tasks().running().isEmpty(), 20000);
}

/// What is explained lives as long as it is shown: another theme paints it anew, and a scan may
/// have replaced it meanwhile.
void RulesWindowTest::anotherThemeAfterAnotherScan()
{
    auto scan = std::make_shared<ScanResult>();
    scan->hunks.resize(1);
    scan->hunks[0].ruleIds = QStringList{QStringLiteral("a-rule")};
    scan->hunks[0].title = QStringLiteral("A title");
    auto state = std::make_shared<ProjectState>();
    state->scan = scan;
    const std::weak_ptr<const ScanResult> alive = scan;
    ThemeProvider& provider = m_window->project.provider;
    ExplanationPane pane(provider);
    {
        Explanation explained;
        explained.state = state;
        explained.hunk = &scan->hunks[0];
        pane.setExplanation(explained);
    }
    scan.reset();
    state.reset();
    QVERIFY(!alive.expired());
    provider.setChoice(ThemeChoice::Dark);
    QCOMPARE(pane.findChild<ElidedLabel*>(QStringLiteral("changeTitle"))->text(),
             QStringLiteral("A title"));
    provider.setChoice(ThemeChoice::Light);
    pane.setExplanation({});
    QVERIFY(alive.expired());
}

void RulesWindowTest::pictures_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("dark");
    QTest::newRow("wide") << QSize(1440, 900) << false;
    QTest::newRow("wide-dark") << QSize(1440, 900) << true;
    QTest::newRow("narrow") << QSize(1120, 680) << false;
}

/// Pictures to look at: ROCPORT_PICTURES names the folder.
void RulesWindowTest::pictures()
{
    QFETCH(QSize, size);
    QFETCH(bool, dark);
    m_window->project.provider.setChoice(dark ? ThemeChoice::Dark : ThemeChoice::Light);
    m_window->window().resize(size);
    showRules();
    tree()->setCurrentIndex(mostOf(RulesModel::ChangesColumn).siblingAtColumn(0));
    tree()->setFocus();
    QTest::qWait(300);
    QCOMPARE(m_window->window().size(), size); // it fits
    QVERIFY(tree()->isVisible());
    const QImage image = tree()->grab().toImage();
    QCOMPARE(image.pixelColor(image.width() - 6, image.height() - 6).lightness() < 128, dark);
    const QString folder = qEnvironmentVariable("ROCPORT_PICTURES");
    const auto save = [&](const char* what) {
        if (!folder.isEmpty()) {
            QVERIFY(m_window->window().grab().save(
                QStringLiteral("%1/ruleswindow-%2%3.png")
                    .arg(folder, QLatin1String(QTest::currentDataTag()), QLatin1String(what))));
        }
    };
    save("");
    QTest::keyClick(tree(), Qt::Key_Space);
    auto* field = rules().findChild<QLineEdit*>(QStringLiteral("ruleReasonField"));
    QTRY_VERIFY(field->isVisible() && field->hasFocus());
    QTest::qWait(100);
    save("-reason");
    QTest::keyClick(field, Qt::Key_Escape);
    QTest::keyClick(tree(), Qt::Key_Right);
    QTest::qWait(100);
    save("-explained");
    m_window->project.provider.setChoice(ThemeChoice::Light);
}

QTEST_MAIN(RulesWindowTest)
#include "tst_ruleswindow.moc"
