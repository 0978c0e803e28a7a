// rocport-cli review: forms of input, formats and exit codes.

#include "clifixture.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using rocport::test::Outcome;
using rocport::test::run;
using rocport::test::ScratchRepository;

namespace {

QJsonObject json(const Outcome& outcome)
{
    return QJsonDocument::fromJson(outcome.out).object();
}

/// A repository with a port in its newest commit: one hunk under a guard, one that is not.
void makePort(const ScratchRepository& repository)
{
    rocport::test::fill(repository);
    repository.write(QStringLiteral("a.cu"),
                     "#ifdef USE_ROCM\n#include <hip/hip_runtime.h>\n#else\n" +
                         repository.read(QStringLiteral("a.cu"))
                             .replace("time.h>\n", "time.h>\n#endif\n")
                             .replace("<<<1, 64>>>", "<<<1, 128>>>"));
    repository.commitAll(QStringLiteral("port *it*"));
}

Outcome review(const ScratchRepository& repository, const QStringList& more)
{
    return run(QStringList{QStringLiteral("review"), repository.path()} + more);
}

} // namespace

class TestReviewCli : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void formats();
    void failsFor_data();
    void failsFor();
    void usage_data();
    void usage();
    void patchesAndErrors();
    void withoutCompiler();
};

void TestReviewCli::formats()
{
    const ScratchRepository repository;
    makePort(repository);
    const QString range = QStringLiteral("HEAD^..HEAD");
    const auto as = [&](const char* format) {
        return review(repository, {range, QStringLiteral("--format"), QString::fromLatin1(format)});
    };
    const Outcome text = review(repository, {range});
    QCOMPARE(text.code, 1); // one hunk changes the NVIDIA path
    QVERIFY(text.out.contains("2 hunks in 1 file"));
    QVERIFY(text.out.contains("Not touched by this port"));

    const QJsonObject all = json(as("json"));
    QCOMPARE(all[QStringLiteral("format")].toInt(), 1);
    const QJsonObject counts = all[QStringLiteral("counts")].toObject();
    QCOMPARE(counts[QStringLiteral("hunks")].toInt(), 2);
    QCOMPARE(counts[QStringLiteral("nvidiaPath")].toObject()[QStringLiteral("changed")].toInt(), 1);
    QCOMPARE(counts[QStringLiteral("nvidiaPath")].toObject()[QStringLiteral("unchanged")].toInt(),
             1);
    const QJsonArray hunks =
        all[QStringLiteral("files")].toArray()[0].toObject()[QStringLiteral("hunks")].toArray();
    QCOMPARE(hunks.size(), 2);
    QCOMPARE(hunks[0].toObject()[QStringLiteral("id")].toString().size(), 16);
    QVERIFY(!all[QStringLiteral("missing")].toArray().isEmpty());

    const QByteArray markdown = as("md").out;
    QVERIFY(markdown.startsWith("## port \\*it\\*\n"));
    QVERIFY(markdown.contains("### Hunks that need a look"));
    QVERIFY(markdown.contains("### Not touched by this port"));

    const QJsonObject sarif = json(as("sarif"));
    QCOMPARE(sarif[QStringLiteral("version")].toString(), QStringLiteral("2.1.0"));
    const QJsonObject ran = sarif[QStringLiteral("runs")].toArray()[0].toObject();
    const QJsonArray rules = ran[QStringLiteral("tool")]
                                 .toObject()[QStringLiteral("driver")]
                                 .toObject()[QStringLiteral("rules")]
                                 .toArray();
    bool changed = false;
    for (const auto& value : ran[QStringLiteral("results")].toArray()) {
        const QJsonObject result = value.toObject();
        const QString id = result[QStringLiteral("ruleId")].toString();
        changed = changed || id == QStringLiteral("review-nvidia-changed");
        QCOMPARE(rules[result[QStringLiteral("ruleIndex")].toInt()]
                     .toObject()[QStringLiteral("id")]
                     .toString(),
                 id);
    }
    QVERIFY(changed);

    const QJsonObject comments = json(as("comments"));
    QCOMPARE(comments[QStringLiteral("event")].toString(), QStringLiteral("COMMENT"));
    QVERIFY(!comments[QStringLiteral("comments")].toArray().isEmpty());
}

void TestReviewCli::failsFor_data()
{
    QTest::addColumn<QString>("list");
    QTest::addColumn<int>("code");
    QTest::newRow("changed") << QStringLiteral("changed") << 1;
    QTest::newRow("missing") << QStringLiteral("unproved,missing") << 1;
    QTest::newRow("unproved") << QStringLiteral("unproved") << 0;
    QTest::newRow("build without compiling") << QStringLiteral("build") << 2;
    QTest::newRow("none") << QStringLiteral("none") << 0;
}

void TestReviewCli::failsFor()
{
    QFETCH(QString, list);
    QFETCH(int, code);
    const ScratchRepository repository;
    makePort(repository);
    QCOMPARE(
        review(repository, {QStringLiteral("HEAD^..HEAD"), QStringLiteral("--fail-on"), list}).code,
        code);
}

void TestReviewCli::usage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("no range") << QStringList();
    QTest::newRow("two inputs") << QStringList{QStringLiteral("--patches"), QStringLiteral("x"),
                                               QStringLiteral("--bundle"), QStringLiteral("y")};
    QTest::newRow("a branch of nothing")
        << QStringList{QStringLiteral("a..b"), QStringLiteral("--ref"), QStringLiteral("x")};
    QTest::newRow("unknown fault") << QStringList{
        QStringLiteral("a..b"), QStringLiteral("--fail-on"), QStringLiteral("changed,other")};
    QTest::newRow("unknown format")
        << QStringList{QStringLiteral("a..b"), QStringLiteral("--format"), QStringLiteral("x")};
}

void TestReviewCli::usage()
{
    QFETCH(QStringList, arguments);
    const ScratchRepository repository;
    rocport::test::fill(repository);
    const Outcome outcome = review(repository, arguments);
    QCOMPARE(outcome.code, 2);
    QCOMPARE(outcome.err.count('\n'), 1);
}

void TestReviewCli::patchesAndErrors()
{
    const ScratchRepository repository;
    makePort(repository);
    const QTemporaryDir outside;
    const QString series = outside.filePath(QStringLiteral("series"));
    repository.git({QStringLiteral("format-patch"), QStringLiteral("-q"), QStringLiteral("-1"),
                    QStringLiteral("-o"), series});
    const Outcome patches =
        review(repository, {QStringLiteral("HEAD^"), QStringLiteral("--patches"), series});
    QCOMPARE(patches.code, 1);
    QVERIFY(patches.out.contains("2 hunks in 1 file"));

    const Outcome twice = review(repository, {QStringLiteral("--patches"), series});
    QCOMPARE(twice.code, 3);
    QCOMPARE(twice.err.count('\n'), 1);
    QVERIFY2(twice.err.contains("a.cu") && twice.err.contains("does not apply"), twice.err);
    const Outcome nowhere = review(repository, {QStringLiteral("nowhere..HEAD")});
    QCOMPARE(nowhere.code, 3);
    QVERIFY2(nowhere.err.contains("nowhere"), nowhere.err);
}

/// A compiler that is not there is no error: nothing was checked.
void TestReviewCli::withoutCompiler()
{
    const ScratchRepository repository;
    makePort(repository);
    const Outcome outcome =
        review(repository, {QStringLiteral("HEAD^..HEAD"), QStringLiteral("--compile"),
                            QStringLiteral("--compiler"), QStringLiteral("/nowhere/hipcc"),
                            QStringLiteral("--format"), QStringLiteral("json"),
                            QStringLiteral("--fail-on"), QStringLiteral("build")});
    QCOMPARE(outcome.code, 0);
    const QJsonObject arms =
        json(outcome)[QStringLiteral("counts")].toObject()[QStringLiteral("rocmArm")].toObject();
    QCOMPARE(arms[QStringLiteral("not-checked")].toInt(), 2);
}

QTEST_GUILESS_MAIN(TestReviewCli)
#include "tst_reviewcli.moc"
