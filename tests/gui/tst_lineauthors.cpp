// Who wrote the lines of a change: found out for the one that is current; without the area.
#include "tests/gui/deskfixture.h"
#include "ui/review/lineauthors.h"

using namespace rocport;

class TestLineAuthors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void ofTheCurrentChange();
    void isRemembered();
    void lateAnswersAreDropped();

private:
    std::unique_ptr<DeskFixture> m_desk;
    std::unique_ptr<LineAuthors> m_authors;
};

void TestLineAuthors::init()
{
    m_desk = std::make_unique<DeskFixture>();
    m_desk->open();
    m_desk->showFile();
    m_authors =
        std::make_unique<LineAuthors>(*m_desk->desk, *m_desk->diff, m_desk->project.settings);
}

void TestLineAuthors::cleanup()
{
    m_authors.reset();
    m_desk.reset();
}

void TestLineAuthors::ofTheCurrentChange()
{
    QVERIFY(!m_authors->isShown());
    m_authors->update(); // nobody asked
    QVERIFY(m_desk->said.isEmpty());
    m_desk->choose(7);
    m_authors->setShown(true);
    QVERIFY(m_authors->isShown());
    QTRY_COMPARE_WITH_TIMEOUT(m_desk->said.size(), 1, DeskFixture::kPatience);
    QVERIFY2(m_desk->said.first().contains(QStringLiteral("Test")),
             qPrintable(m_desk->said.first()));
    QVERIFY(!m_desk->diff->scene().blame.commitOf.isEmpty());
    m_authors->update(); // known
    QVERIFY(!m_desk->diff->scene().blame.commitOf.isEmpty());
    m_desk->choose(11);
    m_authors->update();
    QTRY_COMPARE_WITH_TIMEOUT(m_desk->said.size(), 2, DeskFixture::kPatience);
    m_authors->setShown(false);
    QVERIFY(!m_authors->isShown());
    QCOMPARE(m_desk->said.size(), 3);
}

void TestLineAuthors::isRemembered()
{
    m_authors->setShown(true);
    m_authors =
        std::make_unique<LineAuthors>(*m_desk->desk, *m_desk->diff, m_desk->project.settings);
    QVERIFY(m_authors->isShown());
}

void TestLineAuthors::lateAnswersAreDropped()
{
    m_desk->choose(7);
    m_authors->setShown(true);
    m_desk->desk->setCurrent(-1);
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
    QVERIFY(m_desk->said.isEmpty());
    QVERIFY(m_desk->diff->scene().blame.commitOf.isEmpty());
}

QTEST_MAIN(TestLineAuthors)
#include "tst_lineauthors.moc"
