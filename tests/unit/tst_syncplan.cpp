#include "core/remote/syncplan.h"

#include <QTest>

using namespace rocport;

namespace {

SyncFile fileOf(const QByteArray& path, const QByteArray& content,
                SyncFile::Kind kind = SyncFile::Kind::File)
{
    return {RepoPath(path), blobIdentity(content), kind, content.size(),
            [content]() -> Result<QByteArray> { return content; }};
}

QByteArray block(const QByteArray& label, const QByteArray& content)
{
    return label + ' ' + QByteArray::number(content.size()) + '\n' + content;
}

QByteArray answerOf(const SyncList& list, const QByteArray& before, const QByteArray& now,
                    const QByteArray& pending = {})
{
    return "rocport-sync 1\nroot /w/trees/t\nanswer other\nbase abc.12\n" + block("ids", list.ids) +
           block("names", list.names) + block("before", before) + block("now", now) +
           block("pending", pending) + "end\n";
}

} // namespace

class TestSyncPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void identity()
    {
        // git hash-object of "hello\n"
        QCOMPARE(blobIdentity("hello\n"), QByteArray("ce013625030ba8dba906f756967f9e9ca394464a"));
    }

    void names_data()
    {
        QTest::addColumn<QString>("project");
        QTest::addColumn<QString>("begin");
        QTest::newRow("plain") << "seqkernels"
                               << "seqkernels-";
        QTest::newRow("blanks") << "My  Kernels!"
                                << "My-Kernels-";
        QTest::newRow("other letters") << QStringLiteral("Größe/..") << "Gr-e-";
        QTest::newRow("nothing left") << QStringLiteral("…") << "tree-";
        QTest::newRow("dash") << "-rf"
                              << "rf-";
        QTest::newRow("dots") << ".."
                              << "tree-";
    }
    void names()
    {
        QFETCH(QString, project);
        QFETCH(QString, begin);
        const QString name = treeName(project, "a");
        QVERIFY2(name.startsWith(begin), qPrintable(name));
        QCOMPARE(name.size(), begin.size() + 8);
        QVERIFY(name != treeName(project, "b"));
        QCOMPARE(name, treeName(project, "a"));
        QVERIFY(treeName(QString(500, u'x'), "a").size() < 60);
    }

    void links_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<bool>("inside");
        QTest::newRow("beside") << QByteArray("a/l") << QByteArray("b") << true;
        QTest::newRow("up") << QByteArray("a/l") << QByteArray("../b") << true;
        QTest::newRow("the top") << QByteArray("a/l") << QByteArray("..") << true;
        QTest::newRow("out") << QByteArray("a/l") << QByteArray("../../b") << false;
        QTest::newRow("out at the top") << QByteArray("l") << QByteArray("..") << false;
        QTest::newRow("absolute") << QByteArray("l") << QByteArray("/etc") << false;
        QTest::newRow("through a folder") << QByteArray("l") << QByteArray("d/../x") << false;
        QTest::newRow("empty") << QByteArray("l") << QByteArray() << false;
    }
    void links()
    {
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, target);
        QTEST(linkStaysInside(RepoPath(path), target), "inside");
    }

    void listIsOrdered()
    {
        const Result<SyncList> one = makeSyncList({fileOf("b", "2"), fileOf("a", "1")});
        const Result<SyncList> two = makeSyncList({fileOf("a", "1"), fileOf("b", "2")});
        QVERIFY(one.ok() && two.ok());
        QCOMPARE(one->digest, two->digest);
        QCOMPARE(one->names, QByteArray("./a\0./b\0", 8));
        const Result<SyncList> mode =
            makeSyncList({fileOf("a", "1", SyncFile::Kind::Executable), fileOf("b", "2")});
        QVERIFY(mode->digest != one->digest);
        // Identities that are no hash become one, so that nothing in them breaks the list.
        SyncFile odd = fileOf("a", "1");
        odd.identity = "12 34\n56";
        QCOMPARE(makeSyncList({odd})->ids.count('\n'), 1);
    }

    void badLists()
    {
        QVERIFY(!makeSyncList({fileOf("a", "1"), fileOf("a", "2")}).ok());
        const Result<SyncList> folder =
            makeSyncList({fileOf("a", "1"), fileOf("a.b", "1"), fileOf("a/b/c", "2")});
        QVERIFY(!folder.ok());
        QCOMPARE(folder.error().object, QStringLiteral("a/b/c"));
    }

    void plan()
    {
        const SyncList there = *makeSyncList({fileOf("a", "1"), fileOf("b", "2"), fileOf("c", "3"),
                                              fileOf("d", "4"), fileOf("e", "5")});
        // d is missing, c looks different
        const QByteArray bytes =
            answerOf(there, "11111\nla\nlb\nlc\nld\nle\n", "111\nla\nlb\nLC\n01\nle\n",
                     QByteArray("./left\0./../x\0./a\0", 18));
        const Result<SyncAnswer> answer = parseSyncAnswer("Welcome to the node\n" + bytes);
        QVERIFY(answer.ok());
        QCOMPARE(answer->folder, QByteArray("/w/trees/t"));
        QCOMPARE(answer->base, QByteArray("abc.12"));
        const auto list = std::make_shared<SyncList>(
            *makeSyncList({fileOf("a", "1"), fileOf("b", "changed"), fileOf("c", "3"),
                           fileOf("d", "4"), fileOf("new", "n")}));
        const SyncPlan plan = planSync(list, *answer);
        QCOMPARE(plan.send, (QVector<qsizetype>{1, 2, 3, 4}));
        QCOMPARE(plan.restored, 2);
        QCOMPARE(plan.removed, 1);
        QCOMPARE(plan.removals, QByteArray("./e\0./left\0", 11));
        QCOMPARE(plan.additions, QByteArray("./new\0", 6));
    }

    void unknownListingSendsAll()
    {
        const SyncList there = *makeSyncList({fileOf("a", "1"), fileOf("b", "2")});
        for (const char* now : {"", "11\nla\n", "1x\nla\nlb\n", "garbage"}) {
            const Result<SyncAnswer> answer = parseSyncAnswer(answerOf(there, "11\nla\nlb\n", now));
            QVERIFY(answer.ok());
            QCOMPARE(planSync(std::make_shared<SyncList>(there), *answer).send.size(), 2);
        }
    }

    void badAnswers_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const QByteArray good = answerOf(*makeSyncList({fileOf("a", "1")}), "1\nx\n", "1\nx\n");
        QVERIFY(parseSyncAnswer(good).ok());
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("other text") << QByteArray("bash: sh: not found\n");
        QTest::newRow("newer") << QByteArray("rocport-sync 2\nroot /x\nanswer same\nend\n");
        QTest::newRow("no folder") << QByteArray("rocport-sync 1\nanswer same\nend\n");
        QTest::newRow("no end") << QByteArray("rocport-sync 1\nroot /x\nanswer same\n");
        QTest::newRow("odd answer") << QByteArray("rocport-sync 1\nroot /x\nanswer yes\nend\n");
        for (const int cut : {20, 40, 60, 80, 120, 150}) {
            QTest::addRow("cut at %d", cut) << good.left(cut);
        }
        QByteArray huge = good;
        huge.replace("ids 43", "ids 9223372036854775807");
        QVERIFY(huge != good);
        QTest::newRow("huge size") << huge;
        QByteArray negative = good;
        negative.replace("names 4", "names -4");
        QVERIFY(negative != good);
        QTest::newRow("negative size") << negative;
        QByteArray base = good;
        base.replace("base abc.12", "base ../../x");
        QTest::newRow("base") << base;
    }
    void badAnswers()
    {
        QFETCH(QByteArray, bytes);
        const Result<SyncAnswer> answer = parseSyncAnswer(bytes);
        QVERIFY(!answer.ok());
        QCOMPARE(answer.error().code, ErrorCode::ParseFailed);
    }
};

QTEST_GUILESS_MAIN(TestSyncPlan)
#include "tst_syncplan.moc"
