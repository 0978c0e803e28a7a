#include "tests/gui/fakeremote.h"
#include "tests/gui/mapsettings.h"
#include "ui/nodes/askdialog.h"

#include <QTest>

using namespace rocport;

/// Questions of ssh: shown as plain text, answered once, never kept.
class AskDialogTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_window = std::make_unique<QWidget>();
        m_window->resize(800, 600);
        m_window->show();
        m_remote = std::make_unique<test::FakeRemote>();
        m_ask = new AskPresenter(*m_remote, m_provider, m_window.get());
    }
    void cleanup()
    {
        m_window.reset();
        m_remote.reset();
    }
    void secretIsHiddenAndGiven();
    void visibleQuestion();
    void hostKeyNeedsAYes();
    void refused();
    void withdrawn();
    void oneAfterTheOther();
    void promptIsText();

private:
    void ask(int id, const QString& prompt, bool secret = true, bool yesNo = false)
    {
        Q_EMIT m_remote->asked({id, QStringLiteral("mi300x-07"), prompt, secret, yesNo});
    }
    template <typename T>
    T* part(const char* name) const
    {
        return m_ask->dialog()->findChild<T*>(QString::fromLatin1(name));
    }
    MapSettings m_settings;
    ThemeProvider m_provider{m_settings};
    std::unique_ptr<QWidget> m_window;
    std::unique_ptr<test::FakeRemote> m_remote;
    AskPresenter* m_ask = nullptr;
};

void AskDialogTest::secretIsHiddenAndGiven()
{
    ask(7, QStringLiteral("Enter passphrase for key '/home/u/.ssh/id':"));
    QVERIFY(m_ask->dialog() != nullptr);
    QVERIFY(m_ask->dialog()->isVisible());
    QCOMPARE(m_ask->dialog()->windowModality(), Qt::WindowModal);
    QCOMPARE(part<QLineEdit>("askField")->echoMode(), QLineEdit::Password);
    QVERIFY(part<QLabel>("askPrompt")->text().contains(QStringLiteral("passphrase")));
    QPointer<QLineEdit> field = part<QLineEdit>("askField");
    QTest::keyClicks(field, QStringLiteral("open sesame"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(m_remote->calls, QStringList{QStringLiteral("answer 7 open sesame")});
    QVERIFY(m_ask->dialog() == nullptr);
    QVERIFY(!field || field->text().isEmpty());
}

void AskDialogTest::visibleQuestion()
{
    ask(1, QStringLiteral("Verification code:"), false);
    QCOMPARE(part<QLineEdit>("askField")->echoMode(), QLineEdit::Normal);
}

void AskDialogTest::hostKeyNeedsAYes()
{
    const QString prompt = QStringLiteral("ED25519 key fingerprint is SHA256:abc.\nContinue?");
    ask(3, prompt, false, true);
    QVERIFY(part<QLineEdit>("askField") == nullptr);
    QVERIFY(part<QPushButton>("askNo")->hasFocus() ||
            m_ask->dialog()->focusWidget() == part<QPushButton>("askNo"));
    part<QPushButton>("askNo")->click();
    ask(4, prompt, false, true);
    part<QPushButton>("askYes")->click();
    QCOMPARE(m_remote->calls,
             (QStringList{QStringLiteral("answer 3 no"), QStringLiteral("answer 4 yes")}));
}

void AskDialogTest::refused()
{
    ask(5, QStringLiteral("Password:"));
    part<QLineEdit>("askField")->setText(QStringLiteral("typed, not given"));
    QTest::keyClick(m_ask->dialog(), Qt::Key_Escape);
    QCOMPARE(m_remote->calls, QStringList{QStringLiteral("answer 5")});
}

void AskDialogTest::withdrawn()
{
    ask(8, QStringLiteral("Password:"));
    ask(9, QStringLiteral("Another:"));
    QPointer<AskDialog> dialog = m_ask->dialog();
    Q_EMIT m_remote->askWithdrawn(9); // one that waits
    QVERIFY(m_ask->dialog() == dialog);
    Q_EMIT m_remote->askWithdrawn(8);
    QVERIFY(m_ask->dialog() == nullptr);
    QVERIFY(!dialog || !dialog->isVisible());
    QVERIFY(m_remote->calls.isEmpty()); // nobody is answered
}

void AskDialogTest::oneAfterTheOther()
{
    ask(1, QStringLiteral("First:"));
    ask(2, QStringLiteral("Second:"));
    QVERIFY(part<QLabel>("askPrompt")->text().contains(QStringLiteral("First")));
    part<QPushButton>("askYes")->click();
    QTRY_VERIFY(m_ask->dialog() != nullptr);
    QVERIFY(part<QLabel>("askPrompt")->text().contains(QStringLiteral("Second")));
    QVERIFY(part<QLineEdit>("askField")->text().isEmpty());
}

void AskDialogTest::promptIsText()
{
    ask(1, QStringLiteral("<b>bold</b> \x1b[31m\u202Eevil") + QString(100000, u'x'));
    auto* label = part<QLabel>("askPrompt");
    QCOMPARE(label->textFormat(), Qt::PlainText);
    QVERIFY(label->text().startsWith(QStringLiteral("<b>bold</b> [31mevil")));
    QVERIFY(label->text().size() <= AskDialog::kMostPrompt + 1);
}

QTEST_MAIN(AskDialogTest)
#include "tst_askdialog.moc"
