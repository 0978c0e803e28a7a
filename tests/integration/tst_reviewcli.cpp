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
    void branches();
    void gitlabDiscussions();
    void severalFormats();
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
    QTest::newRow("another format without a file")
        << QStringList{QStringLiteral("a..b"), QStringLiteral("--also"), QStringLiteral("md")};
    QTest::newRow("another format that is none")
        << QStringList{QStringLiteral("a..b"), QStringLiteral("--also"), QStringLiteral("x=y")};
    QTest::newRow("two formats in one file")
        << QStringList{QStringLiteral("a..b"), QStringLiteral("-o"), QStringLiteral("./y"),
                       QStringLiteral("--also"), QStringLiteral("md=y")};
    QTest::newRow("a branch of nothing accepted")
        << QStringList{QStringLiteral("a..b"), QStringLiteral("--branch"), QStringLiteral("x")};
    QTest::newRow("accepted for no branch")
        << QStringList{QStringLiteral("a..b"), QStringLiteral("--accept"), QStringLiteral("all")};
    QTest::newRow("accepted by an unknown word")
        << QStringList{QStringLiteral("a..b"), QStringLiteral("--branch"), QStringLiteral("x"),
                       QStringLiteral("--accept"), QStringLiteral("all,some")};
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

void TestReviewCli::branches()
{
    const ScratchRepository repository;
    makePort(repository);
    const QString range = QStringLiteral("HEAD^..HEAD");
    const auto make = [&](const char* name, const QStringList& more) {
        return review(repository,
                      QStringList{range, QStringLiteral("--branch"), QString::fromLatin1(name),
                                  QStringLiteral("--fail-on"), QStringLiteral("none")} +
                          more);
    };
    const auto object = [&repository](const char* name) {
        return repository.git({QStringLiteral("rev-parse"), QString::fromLatin1(name)}).trimmed();
    };
    const QByteArray before = repository.git({QStringLiteral("status"), QStringLiteral("-sb")});
    const Outcome all = make("all", {QStringLiteral("--accept"), QStringLiteral("all")});
    QVERIFY2(all.code == 0, all.err);
    QVERIFY2(all.out.endsWith("\nBranch all at " + object("all") + " has 2 of 2 hunks.\n"),
             all.out);
    QCOMPARE(object("all^{tree}"), object("HEAD^{tree}"));
    QCOMPARE(object("all^"), object("HEAD^"));
    QCOMPARE(make("all", {QStringLiteral("--accept"), QStringLiteral("all")}).code, 3);

    const Outcome some =
        make("some", {QStringLiteral("--accept"), QStringLiteral("unchanged,equal"),
                      QStringLiteral("--format"), QStringLiteral("json")});
    QVERIFY2(some.code == 0, some.err);
    const QJsonObject branch = json(some)[QStringLiteral("branch")].toObject();
    QCOMPARE(branch[QStringLiteral("commit")].toString().toLatin1(), object("some"));
    QCOMPARE(branch[QStringLiteral("hunks")].toInt(), 1);
    const QByteArray text = repository.git({QStringLiteral("show"), QStringLiteral("some:a.cu")});
    QVERIFY(text.startsWith("#ifdef USE_ROCM\n") && text.contains("<<<1, 64>>>"));

    const QJsonArray hunks = json(some)[QStringLiteral("files")]
                                 .toArray()[0]
                                 .toObject()[QStringLiteral("hunks")]
                                 .toArray();
    const QString first = hunks[0].toObject()[QStringLiteral("id")].toString();
    const Outcome second = make("second", {QStringLiteral("--accept"), QStringLiteral("all"),
                                           QStringLiteral("--reject"), first});
    QVERIFY2(second.code == 0, second.err);
    QVERIFY(repository.git({QStringLiteral("show"), QStringLiteral("second:a.cu")})
                .contains("<<<1, 128>>>"));
    const Outcome unknown =
        make("unknown", {QStringLiteral("--accept"), QStringLiteral("0123456789abcdef")});
    QCOMPARE(unknown.code, 3);
    QVERIFY(unknown.err.contains("0123456789abcdef"));
    const Outcome nothing =
        make("nothing", {QStringLiteral("--accept"), first, QStringLiteral("--reject"), first});
    QCOMPARE(nothing.code, 3);
    const Outcome noted = make("noted", {QStringLiteral("--accept"), first,
                                         QStringLiteral("--format"), QStringLiteral("sarif")});
    QCOMPARE(noted.code, 0);
    QVERIFY2(noted.err.contains("Branch noted at " + object("noted")), noted.err);
    QCOMPARE(repository.git({QStringLiteral("status"), QStringLiteral("-sb")}), before);
    QCOMPARE(repository.git({QStringLiteral("branch"), QStringLiteral("--format=%(refname:short)"),
                             QStringLiteral("--list"), QStringLiteral("nothing"),
                             QStringLiteral("unknown")}),
             QByteArray());
}

void TestReviewCli::gitlabDiscussions()
{
    const ScratchRepository repository;
    makePort(repository);
    const Outcome outcome =
        review(repository, {QStringLiteral("HEAD^..HEAD"), QStringLiteral("--format"),
                            QStringLiteral("gitlab-comments")});
    const QJsonArray discussions = QJsonDocument::fromJson(outcome.out).array();
    QVERIFY(!discussions.isEmpty());
    int placed = 0;
    for (const auto& value : discussions) {
        QVERIFY(!value.toObject()[QStringLiteral("body")].toString().isEmpty());
        const QJsonObject position = value.toObject()[QStringLiteral("position")].toObject();
        if (position.isEmpty()) {
            continue;
        }
        ++placed;
        QCOMPARE(position[QStringLiteral("position_type")].toString(), QStringLiteral("text"));
        QCOMPARE(position[QStringLiteral("head_sha")].toString().toLatin1(),
                 repository.git({QStringLiteral("rev-parse"), QStringLiteral("HEAD")}).trimmed());
        QCOMPARE(position[QStringLiteral("old_path")].toString(), QStringLiteral("a.cu"));
        QVERIFY(position.contains(QStringLiteral("new_line")) ||
                position.contains(QStringLiteral("old_line")));
    }
    QVERIFY(placed > 0);
}

/// Each as if it had been asked for alone.
void TestReviewCli::severalFormats()
{
    const ScratchRepository repository;
    makePort(repository);
    const QTemporaryDir folder;
    QStringList arguments{QStringLiteral("HEAD^..HEAD")};
    for (const char* format : {"md", "json", "sarif", "comments", "gitlab-comments"}) {
        arguments.append({QStringLiteral("--also"),
                          QStringLiteral("%1=%2").arg(QLatin1StringView(format),
                                                      folder.filePath(QLatin1StringView(format)))});
    }
    const Outcome all = review(repository, arguments);
    QCOMPARE(all.out, review(repository, {QStringLiteral("HEAD^..HEAD")}).out);
    for (const char* format : {"md", "json", "sarif", "comments", "gitlab-comments"}) {
        const Outcome alone =
            review(repository, {QStringLiteral("HEAD^..HEAD"), QStringLiteral("--format"),
                                QString::fromLatin1(format)});
        QCOMPARE(all.code, alone.code);
        QFile file(folder.filePath(QLatin1StringView(format)));
        QVERIFY2(file.open(QIODevice::ReadOnly), format);
        QCOMPARE(file.readAll(), alone.out);
    }
    QCOMPARE(review(repository, {QStringLiteral("HEAD^..HEAD"), QStringLiteral("--also"),
                                 QStringLiteral("md=/dev/null/x")})
                 .code,
             3);
}

QTEST_GUILESS_MAIN(TestReviewCli)
#include "tst_reviewcli.moc"
