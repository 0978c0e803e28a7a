// Around a commit: files that are not committed, the hand-over to the user's git, and signing.
#include "tests/gui/commitdialogfixture.h"
#include "ui/review/handoffdialog.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QPlainTextEdit>

using namespace rocport;
using test::text;

class CommitHandOverTest : public QObject, protected test::CommitDialogFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { isolate(); }
    void init() { start(); }
    void cleanup() { stop(); }

    void namesUncommittedFiles();
    void handsOver();
    void saysHowToSign();
    void bannerIsDismissed();
    void bannerGoesWithTheChanges();
};

void CommitHandOverTest::namesUncommittedFiles()
{
    acceptAll();
    open();
    QVERIFY(!child<QLabel>("commitCheckout")->isVisible());
    closeDialog();
    m_fixture->write(text("src/reduce.cu"), test::kReduce + "// more\n");
    m_fixture->write(text("notes.txt"), "x\n");
    open();
    QTRY_VERIFY(child<QLabel>("commitCheckout")->isVisible());
    QCOMPARE(child<QLabel>("commitCheckout")->text(),
             text("2 files in your checkout have uncommitted changes, which are not part of the "
                  "port: notes.txt, src/reduce.cu."));
    commitByKey();
    QVERIFY(!git({text("show"), state()->meta.portBranch + text(":src/reduce.cu")})
                 .contains("// more"));
}

void CommitHandOverTest::handsOver()
{
    acceptAll();
    open();
    QVERIFY(!child<QPushButton>("commitHandOff")->isEnabled());
    commitByKey();
    QTRY_VERIFY(child<QPushButton>("commitHandOff")->isEnabled());
    QTest::mouseClick(child<QPushButton>("commitHandOff"), Qt::LeftButton);
    auto* dialog = m_dialog->findChild<HandOffDialog*>();
    QVERIFY(dialog);
    const auto part = [&dialog](const char* name) {
        return dialog->findChild<QWidget*>(QLatin1String(name));
    };
    auto* body = dialog->findChild<QPlainTextEdit*>(text("handOffText"));
    QTRY_VERIFY(!body->toPlainText().isEmpty());
    // Without a remote there is nothing to push to, and that is said.
    QVERIFY(!part("handOffCopyCommand")->isEnabled());
    QVERIFY(qobject_cast<QLabel*>(part("handOffNote"))
                ->text()
                .contains(
                    text("has no remote to push the branch %1 to").arg(state()->meta.portBranch)));
    for (const QByteArray& subject : log("%s").split('\n')) {
        QVERIFY2(body->toPlainText().contains(QString::fromUtf8("- " + subject)),
                 qPrintable(body->toPlainText()));
    }
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(m_dialog->findChild<HandOffDialog*>() == nullptr);
    // With one, the command does it as it stands.
    const QString remote = m_fixture->data.filePath(text("upstream.git"));
    git({text("init"), text("-q"), text("--bare"), remote});
    git({text("remote"), text("add"), text("fork"), remote});
    QTest::mouseClick(child<QPushButton>("commitHandOff"), Qt::LeftButton);
    dialog = m_dialog->findChild<HandOffDialog*>();
    QVERIFY(dialog);
    auto* command = dialog->findChild<QLineEdit*>(text("handOffCommand"));
    QTRY_VERIFY(!command->text().isEmpty());
    picture(*dialog, "handover");
    QTest::mouseClick(part("handOffCopyCommand"), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), command->text());
    // It is said which of the three was copied last.
    auto* copyCommand = qobject_cast<QPushButton*>(part("handOffCopyCommand"));
    auto* copyText = qobject_cast<QPushButton*>(part("handOffCopyText"));
    QCOMPARE(copyCommand->text(), text("Copied"));
    QTest::mouseClick(copyText, Qt::LeftButton);
    QCOMPARE(copyText->text(), text("Copied"));
    QCOMPARE(copyCommand->text(), text("Copy"));
    QProcess shell;
    shell.start(text("sh"), {text("-c"), command->text()});
    QVERIFY(shell.waitForFinished(20000));
    QCOMPARE(shell.exitCode(), 0);
    QCOMPARE(git({text("ls-remote"), text("fork"), text("refs/heads/") + state()->meta.portBranch})
                 .left(40),
             git({text("rev-parse"), state()->meta.portBranch}));
}

/// Where git signs, it is said that these commits are not, and the command that signs them does.
void CommitHandOverTest::saysHowToSign()
{
    const QString program = m_fixture->data.filePath(text("sign"));
    QFile file(program);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\ncat >/dev/null\nprintf '\\n[GNUPG:] SIG_CREATED \\n' >&2\n"
               "printf -- '-----BEGIN PGP SIGNATURE-----\\nx\\n-----END PGP SIGNATURE-----\\n'\n");
    file.close();
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    acceptAll();
    open();
    QVERIFY(!child<QLabel>("commitUnsigned")->isVisible());
    closeDialog();
    git({text("config"), text("commit.gpgsign"), text("true")});
    git({text("config"), text("gpg.program"), program});
    open();
    QTRY_VERIFY(child<QLabel>("commitUnsigned")->isVisible());
    commitByKey();
    QVERIFY(!git({text("cat-file"), text("commit"), state()->meta.portBranch}).contains("gpgsig"));
    const QByteArray tree = git({text("rev-parse"), state()->meta.portBranch + text("^{tree}")});
    const qsizetype count = log("%H").split('\n').size();
    QTest::mouseClick(child<QPushButton>("commitHandOff"), Qt::LeftButton);
    auto* note = m_dialog->findChild<HandOffDialog*>()->findChild<QLabel*>(text("handOffNote"));
    QTRY_VERIFY(note->text().contains(text("git signs commits")));
    const QString command = note->text().section(text("before you push: "), 1).section(u'\n', 0, 0);
    QProcess shell;
    shell.start(text("sh"), {text("-c"), command});
    QVERIFY(shell.waitForFinished(20000));
    QVERIFY2(shell.exitCode() == 0, shell.readAllStandardError().constData());
    const QList<QByteArray> commits = log("%H").split('\n');
    QCOMPARE(commits.size(), count);
    for (const QByteArray& commit : commits) {
        QVERIFY(git({text("cat-file"), text("commit"), QString::fromLatin1(commit)})
                    .contains("gpgsig"));
    }
    QCOMPARE(git({text("rev-parse"), state()->meta.portBranch + text("^{tree}")}), tree);
}

void CommitHandOverTest::bannerIsDismissed()
{
    QVERIFY(banner());
    QVERIFY(!banner()->isVisible());
    m_fixture->write(text("src/reduce.cu"), test::kReduce + "// more\n");
    m_fixture->write(text("notes.txt"), "x\n"); // nobody scans it
    rescan();
    QTRY_VERIFY(banner()->isVisible());
    QCOMPARE(banner()->text(),
             text("1 file in your checkout has uncommitted changes, which the port does not "
                  "include: src/reduce.cu. Commit them in git and scan again to port them."));
    picture(*m_area, "banner");
    auto* close = banner()->findChild<QPushButton*>(text("checkoutBannerClose"));
    QTest::mouseClick(close, Qt::LeftButton);
    QVERIFY(!banner()->isVisible());
    rescan();
    QTest::qWait(0);
    QVERIFY(!banner()->isVisible());
    // Other files are news.
    m_fixture->write(text("src/extra.cu"), "int x;\n");
    rescan();
    QTRY_VERIFY(banner()->isVisible());
    QVERIFY(banner()->text().startsWith(text("2 files in your checkout have")));
    QTest::keyClick(banner()->findChild<QPushButton*>(text("checkoutBannerClose")), Qt::Key_Escape);
    QVERIFY(!banner()->isVisible());
}

void CommitHandOverTest::bannerGoesWithTheChanges()
{
    m_fixture->write(text("src/reduce.cu"), test::kReduce + "// more\n");
    rescan();
    QTRY_VERIFY(banner()->isVisible());
    git({text("commit"), text("-qam"), text("more")});
    QTest::mouseClick(banner()->findChild<QPushButton*>(text("checkoutBannerScan")),
                      Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!banner()->isVisible(), 20000);
}

QTEST_MAIN(CommitHandOverTest)
#include "tst_commithandover.moc"
