// One question at a time, in the place of what stands there otherwise.
#include "tests/gui/mapsettings.h"
#include "ui/review/reviewquestions.h"
#include "ui/theme/themeprovider.h"

#include <QApplication>
#include <QLineEdit>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTest>

using namespace rocport;

namespace {

AskSheet::Question question(const char* title)
{
    AskSheet::Question question;
    question.title = QString::fromLatin1(title);
    question.field = QStringLiteral("Reason");
    question.yes = QStringLiteral("Do it");
    return question;
}

} // namespace

class TestReviewQuestions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void yesRunsOnceTheQuestionIsGone();
    void noRunsNothing();
    void anotherQuestionTakesThePlace();
    void whatIsTakenBackIsNotAnswered();

private:
    MapSettings m_settings;
    ThemeProvider m_provider{m_settings};
    std::unique_ptr<QStackedWidget> m_pages;
    AskSheet* m_sheet = nullptr; // owned by m_pages
    std::unique_ptr<ReviewQuestions> m_questions;
};

void TestReviewQuestions::init()
{
    m_provider.attach(*qApp);
    m_pages = std::make_unique<QStackedWidget>();
    m_pages->addWidget(new QWidget);
    m_sheet = new AskSheet(m_provider);
    m_pages->addWidget(m_sheet);
    m_questions = std::make_unique<ReviewQuestions>(*m_sheet, *m_pages);
    m_pages->show();
    QVERIFY(QTest::qWaitForWindowActive(m_pages.get()));
}

void TestReviewQuestions::cleanup()
{
    m_questions.reset();
    m_pages.reset();
}

void TestReviewQuestions::yesRunsOnceTheQuestionIsGone()
{
    const QSignalSpy closed(m_questions.get(), &ReviewQuestions::closed);
    QStringList answers;
    m_questions->ask(question("One?"), [&] {
        QCOMPARE(m_pages->currentIndex(), 0);
        answers.append(m_questions->fieldText());
    });
    QCOMPARE(m_pages->currentWidget(), m_sheet);
    m_sheet->findChild<QLineEdit*>()->setText(QStringLiteral("why"));
    Q_EMIT m_sheet->answered(true);
    QCOMPARE(answers, QStringList{QStringLiteral("why")});
    QCOMPARE(closed.size(), 1);
    Q_EMIT m_sheet->answered(true); // of no question
    QCOMPARE(answers.size(), 1);
}

void TestReviewQuestions::noRunsNothing()
{
    bool ran = false;
    m_questions->ask(question("One?"), [&] { ran = true; });
    Q_EMIT m_sheet->answered(false);
    QVERIFY(!ran);
    QCOMPARE(m_pages->currentIndex(), 0);
}

void TestReviewQuestions::anotherQuestionTakesThePlace()
{
    QStringList answers;
    const int before = m_questions->number();
    m_questions->ask(question("One?"), [&] { answers.append(QStringLiteral("one")); });
    const int first = m_questions->number();
    QVERIFY(first != before);
    m_questions->ask(question("Two?"), [&] {
        answers.append(QStringLiteral("two"));
        m_questions->ask(question("Three?"), [&] { answers.append(QStringLiteral("three")); });
    });
    QVERIFY(m_questions->number() != first); // a late answer to the first knows
    Q_EMIT m_sheet->answered(true);
    QCOMPARE(answers, QStringList{QStringLiteral("two")});
    QCOMPARE(m_pages->currentWidget(), m_sheet); // the one that the answer asked
    Q_EMIT m_sheet->answered(true);
    QCOMPARE(answers, (QStringList{QStringLiteral("two"), QStringLiteral("three")}));
}

void TestReviewQuestions::whatIsTakenBackIsNotAnswered()
{
    bool ran = false;
    m_questions->ask(question("One?"), [&] { ran = true; });
    m_sheet->findChild<QLineEdit*>()->setText(QStringLiteral("half a reas"));
    const int asked = m_questions->number();
    m_questions->close();
    QVERIFY(m_questions->number() != asked);
    QCOMPARE(m_pages->currentIndex(), 0);
    Q_EMIT m_sheet->answered(true);
    QVERIFY(!ran);
    QCOMPARE(m_sheet->drafts(), QStringList{QStringLiteral("One?")});
    m_questions->ask(question("One?"), [] {});
    QCOMPARE(m_questions->fieldText(), QStringLiteral("half a reas"));
    // Without a question closing says nothing.
    m_questions->close();
    const QSignalSpy closed(m_questions.get(), &ReviewQuestions::closed);
    m_questions->close();
    QVERIFY(closed.isEmpty());
}

QTEST_MAIN(TestReviewQuestions)
#include "tst_reviewquestions.moc"
