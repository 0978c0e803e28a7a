#include "ui/messages/messages.h"

#include <QSet>
#include <QTest>

using namespace rocport;

namespace {
constexpr int kCodes = static_cast<int>(ErrorCode::Internal) + 1;
}

/// Every error code has a sentence that names what, where and what to do.
class TestMessages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyCode_data();
    void everyCode();
    void withoutObject_data() { everyCode_data(); }
    void withoutObject();
    void distinct();
    void hostileText();
    void wording_data();
    void wording();
    void details();
};

void TestMessages::everyCode_data()
{
    QTest::addColumn<int>("code");
    for (int code = 0; code < kCodes; ++code) {
        QTest::newRow(qPrintable(errorCodeName(static_cast<ErrorCode>(code)))) << code;
    }
}

void TestMessages::everyCode()
{
    QFETCH(int, code);
    const Error error{static_cast<ErrorCode>(code), QStringLiteral("the exact cause."),
                      QStringLiteral("src/ker nel.cu")};
    const QString text = messageFor(error);
    QVERIFY(text.endsWith(QLatin1Char('.')));
    QVERIFY(!text.endsWith(QStringLiteral("..")));
    QVERIFY2(text.contains(QLatin1Char(';')), "a sentence ends in what to do");
    QVERIFY(!text.contains(QLatin1Char('!')));
    QVERIFY(!text.contains(QLatin1Char('%')));
    QVERIFY(text.at(0).isUpper() || text.startsWith(error.object) ||
            text.startsWith(QStringLiteral("git")));
    QVERIFY(text.contains(QStringLiteral("the exact cause")));
    if (error.code != ErrorCode::NothingToCommit) {
        QVERIFY2(text.contains(error.object), qPrintable(text));
    }
    const QString title = titleFor(error);
    QVERIFY(!title.isEmpty() && !title.endsWith(QLatin1Char('.')) && title.size() < 40);
    QVERIFY(errorCodeName(error.code) != QStringLiteral("Unknown"));
}

void TestMessages::withoutObject()
{
    QFETCH(int, code);
    const QString text = messageFor({static_cast<ErrorCode>(code), {}, {}});
    QVERIFY(text.size() > 20);
    QVERIFY2(!text.contains(QStringLiteral("()")) && !text.contains(QStringLiteral("  ")) &&
                 !text.contains(QLatin1Char('%')) && !text.startsWith(QLatin1Char(' ')),
             qPrintable(text));
    QVERIFY(text.at(0).isUpper() || text.startsWith(QStringLiteral("git")));
}

void TestMessages::distinct()
{
    QSet<QString> sentences, names, titles;
    for (int code = 0; code < kCodes; ++code) {
        const Error error{static_cast<ErrorCode>(code), {}, QStringLiteral("x")};
        sentences.insert(messageFor(error));
        names.insert(errorCodeName(error.code));
        titles.insert(titleFor(error));
    }
    QCOMPARE(sentences.size(), kCodes);
    QCOMPARE(names.size(), kCodes);
    QCOMPARE(titles.size(), kCodes);
}

void TestMessages::hostileText()
{
    const QString path = QStringLiteral("a\nb\x1b[31m%1%2") + QChar(0x202e) + QStringLiteral("cu");
    const QString text = messageFor({ErrorCode::FileNotFound, QStringLiteral("x\r\ny"), path});
    QVERIFY(!text.contains(QLatin1Char('\n')) && !text.contains(QLatin1Char('\r')));
    QVERIFY(!text.contains(QChar(0x1b)) && !text.contains(QChar(0x202e)));
    QVERIFY(text.contains(QStringLiteral("a\\nb\\x1b[31m%1%2\\u202ecu")));

    const QString huge(100000, QLatin1Char('p'));
    QVERIFY(messageFor({ErrorCode::GitFailed, huge, huge}).size() < 1000);
}

void TestMessages::wording_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("detail");
    QTest::addColumn<QString>("object");
    QTest::addColumn<QString>("text");
    QTest::newRow("no repository")
        << int(ErrorCode::NotARepository) << QString() << QStringLiteral("/tmp/x")
        << QStringLiteral("/tmp/x is not inside a git repository; choose a folder that is, or run "
                          "\"git init\" there and commit.");
    QTest::newRow("newer project")
        << int(ErrorCode::ProjectNewer) << QStringLiteral("7") << QStringLiteral("p.rocport")
        << QStringLiteral("The project file p.rocport was written by a newer version of Rocport "
                          "(schema 7); update Rocport to open it; the file was not changed.");
    QTest::newRow("disk full")
        << int(ErrorCode::DiskFull) << QString() << QString()
        << QStringLiteral("There is no space left on the disk; free some space and try again; the "
                          "file is as it was before.");
    QTest::newRow("nobody commits")
        << int(ErrorCode::InvalidArgument) << QStringLiteral("whatever")
        << QStringLiteral("user.name")
        << QStringLiteral("git has no name and e-mail address for commits in this repository; run "
                          "git config user.name \"Your Name\" and git config user.email "
                          "you@example.org there, then try again.");
    // A command may end here: nothing is said of other files.
    QTest::newRow("too large")
        << int(ErrorCode::FileTooLarge) << QStringLiteral("32 MB") << QStringLiteral("job.json")
        << QStringLiteral("job.json is too large to read (32 MB); none of it was read.");
    QTest::newRow("no cause") << int(ErrorCode::FileWriteFailed) << QStringLiteral("Unknown error")
                              << QStringLiteral("a.md")
                              << QStringLiteral("a.md cannot be written; check the folder's "
                                                "permissions, or choose another folder.");
}

void TestMessages::wording()
{
    QFETCH(int, code);
    QFETCH(QString, detail);
    QFETCH(QString, object);
    QTEST(messageFor({static_cast<ErrorCode>(code), detail, object}), "text");
}

void TestMessages::details()
{
    QCOMPARE(detailsFor({ErrorCode::StoreFailed, QStringLiteral("disk I/O error"),
                         QStringLiteral("p.rocport")}),
             QStringLiteral("StoreFailed\np.rocport\ndisk I/O error"));
    QCOMPARE(detailsFor({ErrorCode::Cancelled, {}, {}}), QStringLiteral("Cancelled"));
}

QTEST_GUILESS_MAIN(TestMessages)
#include "tst_messages.moc"
