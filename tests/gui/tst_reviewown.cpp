// Changes of the user's own: around selected lines, at the caret, and how they are asked for;
// without the area.
#include "tests/gui/deskfixture.h"
#include "ui/editor/qsci.h"
#include "ui/review/ownchanges.h"
#include "ui/review/reviewquestions.h"

#include <QLineEdit>
#include <QStackedWidget>

using namespace rocport;

class TestReviewOwn : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void selectedBytesAreExact();
    void withoutASelectionTheKeyIsSaid();
    void guardsAndIsEditedOnceShown();
    void proposedChangeIsEditedInstead();
    void lateAnswerAsksNobody();

private:
    /// Selects text of the original, or puts the caret before it.
    void select(const QByteArray& wanted, bool caret = false) const
    {
        DiffEditor& editor = m_desk->diff->leftEditor();
        const qsizetype at = m_desk->diff->scene().layout.left.text.indexOf(wanted);
        QVERIFY(at >= 0);
        editor.SendScintilla(QsciScintillaBase::SCI_SETSEL, static_cast<unsigned long>(at),
                             static_cast<long>(at + (caret ? 0 : wanted.size())));
        editor.setFocus();
    }
    [[nodiscard]] bool asks() const { return m_pages->currentWidget() == m_sheet; }

    std::unique_ptr<DeskFixture> m_desk;
    std::unique_ptr<QStackedWidget> m_pages;
    AskSheet* m_sheet = nullptr; // owned by m_pages
    std::unique_ptr<ReviewQuestions> m_questions;
    std::unique_ptr<OwnChanges> m_own;
};

void TestReviewOwn::init()
{
    m_desk = std::make_unique<DeskFixture>();
    m_desk->open();
    m_desk->showFile();
    m_pages = std::make_unique<QStackedWidget>();
    m_pages->addWidget(new QWidget);
    m_sheet = new AskSheet(m_desk->project.provider);
    m_pages->addWidget(m_sheet);
    m_questions = std::make_unique<ReviewQuestions>(*m_sheet, *m_pages);
    m_own = std::make_unique<OwnChanges>(*m_desk->desk, *m_questions, *m_desk->diff);
}

void TestReviewOwn::cleanup()
{
    m_own.reset();
    m_questions.reset();
    m_pages.reset();
    m_desk.reset();
}

void TestReviewOwn::selectedBytesAreExact()
{
    const QByteArray& original = m_desk->desk->texts().original;
    QVERIFY(!m_own->selected());
    for (const QByteArray& wanted : {QByteArray("int unrelated = 0;"), QByteArray("unrelated"),
                                     QByteArray("int other = 1;")}) {
        select(wanted);
        const std::optional<ByteRange> range = m_own->selected();
        QVERIFY(range.has_value());
        QCOMPARE(original.mid(range->begin, range->size()), wanted);
    }
    select("int other", true);
    QVERIFY(!m_own->selected());
    const std::optional<ByteRange> line = m_own->selected(true);
    QVERIFY(line.has_value());
    QCOMPARE(SourceBuffer(original).lineOf(line->begin), 10);
}

void TestReviewOwn::withoutASelectionTheKeyIsSaid()
{
    m_own->guardSelection(QStringLiteral("g"));
    QVERIFY(asks());
    Q_EMIT m_sheet->answered(true);
    QVERIFY(!asks());
    QVERIFY(m_desk->problems.isEmpty());
}

void TestReviewOwn::guardsAndIsEditedOnceShown()
{
    const QSignalSpy wanted(m_own.get(), &OwnChanges::newWanted);
    const QSignalSpy shown(m_own.get(), &OwnChanges::newShown);
    select("    int unrelated = 0;\n");
    m_own->guardSelection({});
    QTRY_VERIFY_WITH_TIMEOUT(asks(), DeskFixture::kPatience);
    m_sheet->findChild<QLineEdit*>()->setText(QStringLiteral("ROCm needs another one"));
    Q_EMIT m_sheet->answered(true);
    QTRY_VERIFY_WITH_TIMEOUT(!m_desk->keyAt(5).isEmpty(), DeskFixture::kPatience);
    m_desk->waitForTasks();
    const QByteArray key = m_desk->keyAt(5);
    m_own->showNew(); // as Review does with each state
    QVERIFY(!wanted.isEmpty());
    QCOMPARE(wanted.last().first().toByteArray(), key);
    QVERIFY(shown.isEmpty()); // the diff has it not yet
    m_desk->showFile();
    m_desk->choose(5);
    m_own->showNew();
    QCOMPARE(shown.size(), 1);
    m_own->showNew(); // once
    QCOMPARE(shown.size(), 1);
    m_own->remove();
    m_desk->waitForTasks();
    QTRY_VERIFY_WITH_TIMEOUT(m_desk->keyAt(5).isEmpty(), DeskFixture::kPatience);
    QVERIFY2(m_desk->problems.isEmpty(), qPrintable(m_desk->problems.join(u' ')));
}

void TestReviewOwn::proposedChangeIsEditedInstead()
{
    const QSignalSpy change(m_own.get(), &OwnChanges::changeWanted);
    const QSignalSpy edit(m_own.get(), &OwnChanges::editWanted);
    select("unsigned mask", true);
    m_own->write();
    QCOMPARE(change.size(), 1);
    QCOMPARE(change.first().first().toInt(), m_desk->desk->model().changeOfKey(m_desk->keyAt(7)));
    QCOMPARE(edit.size(), 1);
    QVERIFY(!asks());
}

void TestReviewOwn::lateAnswerAsksNobody()
{
    select("    int unrelated = 0;\n");
    m_own->guardSelection({});
    m_questions->close(); // another question came, and went
    QTRY_VERIFY_WITH_TIMEOUT(!m_desk->said.isEmpty(), DeskFixture::kPatience);
    QVERIFY(m_desk->said.first().contains(QStringLiteral("is not guarded")));
    QVERIFY(!asks());
}

QTEST_MAIN(TestReviewOwn)
#include "tst_reviewown.moc"
