// Changes and findings, the switches between them, and the way from a finding to its place and
// back; without the area.
#include "core/store/projectfile.h"
#include "tests/gui/partsfixture.h"
#include "ui/review/findingspage.h"
#include "ui/review/ownchanges.h"
#include "ui/review/reviewmodes.h"

using namespace rocport;

class TestReviewModes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void switchesSayTheSame();
    void focusGoesWithThePage();
    void findingLeadsToItsPlaceAndBack();
    void elsewhereNoFindingLed();
    void undoShowsWhatItWasAbout();
    void numbers();

private:
    [[nodiscard]] bool showsFindings() const { return m_modes->showsFindings(); }
    /// The first finding of src/reduce.cu that has a line.
    [[nodiscard]] Finding finding() const
    {
        for (const auto& file : m_parts->state()->scan->files) {
            if (file->path == DeskFixture::path() && !file->findings.isEmpty()) {
                return file->findings.first();
            }
        }
        return {};
    }

    std::unique_ptr<PartsFixture> m_parts;
    QStackedWidget* m_pages = nullptr;
    QWidget* m_changes = nullptr;
    FindingsPage* m_findings = nullptr;
    std::unique_ptr<OwnChanges> m_own;
    std::unique_ptr<ReviewModes> m_modes;
    QVector<SegmentedControl*> m_switches;
};

void TestReviewModes::init()
{
    m_parts = std::make_unique<PartsFixture>();
    m_pages = new QStackedWidget(m_parts->window.get());
    m_changes = new QWidget(m_pages);
    m_findings = new FindingsPage(*m_parts->project.session, m_parts->project.provider,
                                  m_parts->project.settings, m_parts->syntax, m_pages);
    m_findings->setState(m_parts->state());
    m_pages->addWidget(m_changes);
    m_pages->addWidget(m_findings);
    auto* row = new QHBoxLayout(m_changes);
    row->addWidget(m_parts->list);
    m_parts->window->layout()->addWidget(m_pages);
    m_pages->show();
    m_own = std::make_unique<OwnChanges>(*m_parts->desk, *m_parts->questions, *m_parts->diff);
    m_modes = std::make_unique<ReviewModes>(
        ReviewModes::Parts{*m_parts->desk, *m_parts->commands, *m_parts->navigator, *m_parts->list,
                           *m_own, *m_findings, *m_changes, *m_pages, *m_pages},
        m_parts->project.provider);
    m_modes->addSwitch(*row, false);
    m_modes->addSwitch(*m_findings->toolbarRow(), true);
    m_switches = m_parts->window->findChildren<SegmentedControl*>(QStringLiteral("reviewMode"));
    QCOMPARE(m_switches.size(), 2);
}

void TestReviewModes::cleanup()
{
    m_modes.reset();
    m_own.reset();
    m_parts.reset();
}

void TestReviewModes::switchesSayTheSame()
{
    QVERIFY(!showsFindings());
    m_parts->run("findings");
    QVERIFY(showsFindings());
    for (const SegmentedControl* one : std::as_const(m_switches)) {
        QCOMPARE(one->current(), 1);
    }
    m_switches.last()->setCurrent(0);
    QVERIFY(!showsFindings());
    for (const SegmentedControl* one : std::as_const(m_switches)) {
        QCOMPARE(one->current(), 0);
    }
    Q_EMIT m_findings->findingsRequested();
    QVERIFY(showsFindings());
    Q_EMIT m_findings->changesRequested();
    QVERIFY(!showsFindings());
    m_modes->list({});
    QVERIFY(showsFindings());
    m_parts->navigator->showHunk(m_parts->keyAt(7)); // which is a change
    QVERIFY(!showsFindings());
}

void TestReviewModes::focusGoesWithThePage()
{
    m_modes->show(true);
    QCOMPARE(m_pages->focusProxy(), m_findings->list());
    m_modes->show(false);
    QCOMPARE(m_pages->focusProxy(), m_parts->list->entry());
    QVERIFY(m_parts->list->tree().hasFocus());
    m_parts->list->setText(QStringLiteral("no such file"));
    m_modes->updateFocus();
    QCOMPARE(m_pages->focusProxy(), m_parts->list->entry());
    QVERIFY(m_pages->focusProxy() != &m_parts->list->tree());
}

void TestReviewModes::findingLeadsToItsPlaceAndBack()
{
    const QSignalSpy led(m_modes.get(), &ReviewModes::led);
    const Finding wanted = finding();
    QVERIFY(!wanted.id.isEmpty());
    m_modes->show(true);
    Q_EMIT m_findings->placeRequested(wanted);
    QVERIFY(!showsFindings());
    QCOMPARE(led.size(), 1);
    m_parts->waitForFile(wanted.path);
    QVERIFY(m_modes->ledHere() != nullptr);
    QCOMPARE(m_modes->ledHere()->id, wanted.id);
    m_parts->run("backToFinding");
    QVERIFY(showsFindings());
    m_modes->forget();
    QVERIFY(m_modes->ledHere() == nullptr);
}

void TestReviewModes::elsewhereNoFindingLed()
{
    m_parts->run("backToFinding");
    QCOMPARE(m_parts->said, QStringList{QStringLiteral("No finding led to this place.")});
    QVERIFY(!showsFindings());
    const Finding wanted = finding();
    Q_EMIT m_findings->placeRequested(wanted);
    m_parts->waitForFile(wanted.path);
    m_parts->navigator->showPlace({wanted.path, 1, PlaceSide::Original});
    QVERIFY(m_modes->ledHere() == nullptr);
}

void TestReviewModes::undoShowsWhatItWasAbout()
{
    m_modes->showDecided(findingDecision("some id", FindingState::Done, {}).hunkKey);
    QVERIFY(showsFindings());
    m_modes->showDecided(m_parts->keyAt(11));
    QVERIFY(!showsFindings());
    QCOMPARE(m_parts->desk->current(), m_parts->changeAt(11));
    QVERIFY(m_parts->said.isEmpty());
    m_modes->showDecided(ruleDecision(QStringLiteral("warp-popc"), true, {}).hunkKey);
    QCOMPARE(m_parts->said, QStringList{QStringLiteral(
                                "The rule warp-popc is on. The repository is scanned again.")});
    QVERIFY(!showsFindings());
}

void TestReviewModes::numbers()
{
    m_modes->update(); // both say how many there are of each
    const int changes = m_parts->desk->model().totals().open();
    const int findings = m_findings->model().counts().open();
    QVERIFY(changes > 0 && changes != findings);
    for (const SegmentedControl* one : std::as_const(m_switches)) {
        QVERIFY2(
            one->accessibleDescription().endsWith(
                QStringLiteral("chosen of Changes %1, Findings %2").arg(changes).arg(findings)),
            qPrintable(one->accessibleDescription()));
    }
}

QTEST_MAIN(TestReviewModes)
#include "tst_reviewmodes.moc"
