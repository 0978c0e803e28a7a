// The file that the diff shows: loaded, laid out, with its lines and the current change; without
// the area.
#include "core/project/session/projectdecisions.h"
#include "tests/gui/partsfixture.h"

using namespace rocport;

class TestShownFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void currentChangeIsMarked();
    void lastOfSeveralIsShown();
    void linesAreReached();
    void questionWaitsForTheFile();
    void fileThatCannotBeRead();
    void backFromAFileThatCannotBeRead();
    void unifiedOrNot();
    void decisionsAreShown();
    void anotherScanKeepsTheLine();
    void draftsAreMarked();
    void placeFacts();

private:
    std::unique_ptr<PartsFixture> m_parts;
    [[nodiscard]] ShownFile& shown() const { return *m_parts->shown; }
    [[nodiscard]] const DiffScene& scene() const { return m_parts->diff->scene(); }
    static Place at(int line) { return {DeskFixture::path(), line, PlaceSide::Original}; }
};

void TestShownFile::init()
{
    m_parts = std::make_unique<PartsFixture>();
}

void TestShownFile::cleanup()
{
    m_parts.reset();
}

void TestShownFile::currentChangeIsMarked()
{
    const QSignalSpy loaded(&shown(), &ShownFile::loaded);
    const QSignalSpy told(&shown(), &ShownFile::shown);
    m_parts->choose(7);
    shown().showCurrent();
    QVERIFY(!shown().showsCurrent()); // it is being read
    QTRY_COMPARE_WITH_TIMEOUT(told.size(), 1, DeskFixture::kPatience);
    QCOMPARE(loaded.size(), 1);
    QVERIFY(shown().showsCurrent());
    QCOMPARE(scene().currentChange()->key, m_parts->desk->currentKey());
    QCOMPARE(shown().content(), ShownFile::Content::Text);
    m_parts->choose(11);
    shown().showCurrent(); // of the same file: at once
    QCOMPARE(told.size(), 2);
    QCOMPARE(loaded.size(), 1);
    QCOMPARE(scene().currentChange()->key, m_parts->desk->currentKey());
    m_parts->desk->setCurrent(m_parts->changeElsewhere());
    QVERIFY(!shown().showsCurrent());
}

void TestShownFile::lastOfSeveralIsShown()
{
    m_parts->desk->setCurrent(m_parts->changeElsewhere());
    shown().showCurrent();
    m_parts->choose(7);
    shown().showCurrent();
    m_parts->waitForFile(DeskFixture::path());
    QCOMPARE(scene().layout.path, DeskFixture::path());
    QVERIFY(shown().showsCurrent());
}

void TestShownFile::linesAreReached()
{
    const QSignalSpy reached(&shown(), &ShownFile::lineReached);
    shown().showLine(at(11));
    m_parts->waitForFile(DeskFixture::path());
    QCOMPARE(reached.size(), 1);
    QCOMPARE(reached[0][0].toInt(), m_parts->changeAt(11));
    shown().showLine(at(10)); // a line that no change has: here at once
    QCOMPARE(reached.size(), 2);
    QCOMPARE(reached[1][0].toInt(), -1);
    QVERIFY(reached[1][1].toInt() >= m_parts->changeAt(7));
    QVERIFY(reached[1][1].toInt() < m_parts->changeAt(11));
    QCOMPARE(m_parts->diff->current(), -1);
    QVERIFY(scene().marked >= 0);
    QCOMPARE(scene().layout.rows[scene().marked].left, 10);
}

void TestShownFile::questionWaitsForTheFile()
{
    int asked = 0;
    const auto ask = [&asked] { ++asked; };
    m_parts->choose(7);
    shown().showCurrent();
    shown().whenShown(ask);
    QCOMPARE(asked, 0);
    m_parts->waitForFile(DeskFixture::path());
    QCOMPARE(asked, 1);
    shown().whenShown(ask); // it is here
    QCOMPARE(asked, 2);
    m_parts->desk->setCurrent(-1);
    shown().showFile(PartsFixture::notes());
    shown().whenShown(ask);
    m_parts->choose(7);
    shown().showCurrent(); // who goes on is not asked any more
    m_parts->waitForFile(DeskFixture::path());
    QCOMPARE(asked, 2);
}

void TestShownFile::fileThatCannotBeRead()
{
    const QSignalSpy loaded(&shown(), &ShownFile::loaded);
    const QSignalSpy content(&shown(), &ShownFile::contentChanged);
    shown().showFile(RepoPath("nowhere.cu"));
    QTRY_COMPARE_WITH_TIMEOUT(shown().content(), ShownFile::Content::Failed,
                              DeskFixture::kPatience);
    QVERIFY(shown().error());
    QVERIFY(!content.isEmpty());
    QVERIFY(loaded.isEmpty());
    shown().retry();
    QTRY_VERIFY_WITH_TIMEOUT(content.size() > 1, DeskFixture::kPatience);
    QCOMPARE(shown().content(), ShownFile::Content::Failed);
}

void TestShownFile::backFromAFileThatCannotBeRead()
{
    m_parts->goTo(7);
    m_parts->desk->setCurrent(-1);
    shown().showFile(RepoPath("nowhere.cu"));
    QTRY_COMPARE_WITH_TIMEOUT(shown().content(), ShownFile::Content::Failed,
                              DeskFixture::kPatience);
    m_parts->choose(7);
    shown().showCurrent(); // whose file the diff still has
    QCOMPARE(shown().content(), ShownFile::Content::Text);
    QVERIFY(shown().showsCurrent());
}

void TestShownFile::unifiedOrNot()
{
    m_parts->goTo(7);
    QVERIFY(!scene().layout.unified);
    shown().setUnified(true);
    QTRY_VERIFY_WITH_TIMEOUT(scene().layout.unified, DeskFixture::kPatience);
    QVERIFY(shown().isUnified());
    QVERIFY(shown().showsCurrent());
    m_parts->navigator->goTo(m_parts->changeElsewhere());
    QTRY_VERIFY_WITH_TIMEOUT(shown().showsCurrent(), DeskFixture::kPatience);
    QVERIFY(scene().layout.unified);
}

void TestShownFile::decisionsAreShown()
{
    m_parts->goTo(7);
    const QByteArray key = m_parts->desk->currentKey();
    QVERIFY(m_parts->project.session->decisions()
                .decide({key}, DecisionKind::Accepted, QStringLiteral("Accept"))
                .ok());
    shown().refresh();
    const int index = m_parts->diff->current();
    QCOMPARE(scene().info[index].kind, DecisionKind::Accepted);
    QCOMPARE(scene().decisions.value(key).kind, DecisionKind::Accepted);
}

void TestShownFile::anotherScanKeepsTheLine()
{
    m_parts->goTo(7);
    m_parts->diff->resize(m_parts->diff->width(), 160);
    shown().showTop(DeskFixture::path(), 5);
    const int top = shown().topLine();
    QVERIFY(top > 1);
    m_parts->desk->setCurrent(-1);
    shown().clear();
    QVERIFY(m_parts->diff->isEmpty());
    QVERIFY(m_parts->desk->texts().path.isEmpty());
    shown().showFile(DeskFixture::path());
    m_parts->waitForFile(DeskFixture::path());
    QCOMPARE(shown().topLine(), top);
    m_parts->desk->setCurrent(-1);
    shown().clear();
    shown().showTop({}, 0); // another change comes into sight
    shown().showFile(DeskFixture::path());
    m_parts->waitForFile(DeskFixture::path());
    QCOMPARE(shown().topLine(), 1);
}

void TestShownFile::draftsAreMarked()
{
    m_parts->goTo(7);
    const int index = m_parts->diff->current();
    QVERIFY(!scene().info[index].draft);
    shown().setDrafts({m_parts->desk->currentKey()});
    QVERIFY(scene().info[index].draft);
    shown().setDrafts({});
    QVERIFY(!scene().info[index].draft);
}

void TestShownFile::placeFacts()
{
    const QSignalSpy told(&shown(), &ShownFile::placeFactsChanged);
    m_parts->goTo(7);
    QVERIFY(!told.isEmpty());
    const QStringList facts = shown().placeFacts();
    QVERIFY2(facts.contains(QStringLiteral("UTF-8")) && facts.contains(QStringLiteral("LF")),
             qPrintable(facts.join(u',')));
    QVERIFY(facts.first().startsWith(QStringLiteral("Ln ")));
    shown().showState();
    QStringList texts;
    for (const ElidedLabel* label : m_parts->diff->findChildren<ElidedLabel*>()) {
        texts.append(label->text());
    }
    const QString base = QString::fromLatin1(m_parts->state()->meta.baseCommit.left(7));
    QVERIFY2(texts.join(u'\n').contains(base), qPrintable(texts.join(u'\n')));
}

QTEST_MAIN(TestShownFile)
#include "tst_shownfile.moc"
