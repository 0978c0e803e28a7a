// Rules and rule packs by rocport-cli, as a user runs it: output, files and exit codes.
#include "tests/integration/clifixture.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;
using rocport::test::fileBytes;
using rocport::test::fill;
using rocport::test::Outcome;
using rocport::test::run;
using rocport::test::ScratchRepository;

class TestCliRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void listsAndChecksRules();
    void printsFacts();
    void beginsARulePack();
    void failingSampleIsSaidWithItsLine();
    void usesPacksOfProjectAndUser();
    void asksForTrustInPacks();
};

void TestCliRules::listsAndChecksRules()
{
    const Outcome list = run({QStringLiteral("rules")});
    QCOMPARE(list.code, 0);
    QVERIFY(list.out.contains("compile-mode"));
    QTemporaryDir folder;
    const QString pack = folder.filePath(QStringLiteral("bad.toml"));
    QFile file(pack);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("format = 1\n[[rule]]\nid = 3\n");
    file.close();
    const Outcome checked = run({QStringLiteral("rules"), QStringLiteral("--check"), pack});
    QCOMPARE(checked.code, 1);
    QVERIFY(checked.err.contains("bad.toml:"));
}

void TestCliRules::printsFacts()
{
    const auto facts = [](const QStringList& more) {
        return run(QStringList{QStringLiteral("facts")} + more);
    };
    const Outcome newest = facts({QStringLiteral("hipMemAdvise")});
    QCOMPARE(newest.code, 0);
    QVERIFY2(newest.out.contains("cudaMemAdvise: hipMemAdvise (Runtime, supported) "
                                 "[cuda_to_hip.tsv; from ROCm 3.7.0; HIPIFY 7.0.2]\n"),
             newest.out.constData());
    QVERIFY(newest.out.contains("for ROCm 10.1; "));
    QVERIFY(!newest.out.contains("mem-advise-second"));
    const Outcome later =
        facts({QStringLiteral("hipMemAdvise"), QStringLiteral("--rocm"), QStringLiteral("10.2")});
    QVERIFY2(later.out.contains("mem-advise-second: `hipMemAdvise` takes a location"),
             later.out.constData());
    QVERIFY(later.out.contains("rules: hipify-memadvise]"));
    // What an option cannot be is said the same way by all commands.
    for (const char* const command : {"facts", "translate"}) {
        const Outcome none = run({QLatin1String(command), QStringLiteral("x.cu"),
                                  QStringLiteral("--rocm"), QStringLiteral("newest")});
        QCOMPARE(none.code, 2);
        QVERIFY2(none.err.contains("not a valid value for --rocm"), none.err.constData());
        const Outcome other = run({QLatin1String(command), QStringLiteral("x.cu"),
                                   QStringLiteral("--format"), QStringLiteral("xml")});
        QCOMPARE(other.code, 2);
        QVERIFY2(other.err.contains("--format must be text or json"), other.err.constData());
    }
    const Outcome json =
        facts({QStringLiteral("HIP-NUMBER"), QStringLiteral("--format"), QStringLiteral("json"),
               QStringLiteral("--rocm"), QStringLiteral("7.14")});
    const QJsonObject document = QJsonDocument::fromJson(json.out).object();
    QCOMPARE(document[QLatin1StringView("rocm")].toString(), QStringLiteral("7.14"));
    const QJsonArray rows = document[QLatin1StringView("facts")].toArray();
    QCOMPARE(rows.size(), 1);
    QCOMPARE(rows[0][QLatin1StringView("name")].toString(), QStringLiteral("hip-number-apart"));
    QCOMPARE(rows[0][QLatin1StringView("first")].toString(), QStringLiteral("7.13"));
    QVERIFY(!rows[0][QLatin1StringView("source")].toString().isEmpty());
    QCOMPARE(document[QLatin1StringView("ofOtherReleases")].toInt(), 1);
    QCOMPARE(facts({QStringLiteral("a"), QStringLiteral("b")}).code, 2);
    QCOMPARE(facts({QStringLiteral("--rocm"), QStringLiteral("new")}).code, 2);
    QCOMPARE(facts({QStringLiteral("--format"), QStringLiteral("xml")}).code, 2);
    QCOMPARE(facts({QStringLiteral("no such word")}).out,
             "0 facts hold for ROCm 10.1; 0 more are for other releases\n");
}

void TestCliRules::beginsARulePack()
{
    QTemporaryDir dir;
    const QString pack = dir.filePath(QStringLiteral("new/house.toml"));
    QCOMPARE(run({QStringLiteral("rules"), QStringLiteral("--new"), pack}).code, 0);
    const Outcome checked = run({QStringLiteral("rules"), QStringLiteral("--check"), pack});
    QVERIFY2(checked.code == 0, checked.err.constData());
    QVERIFY(checked.out.contains("2 rules, 4 samples, 0 faults"));
    const Outcome again = run({QStringLiteral("rules"), QStringLiteral("--new"), pack});
    QCOMPARE(again.code, 3); // never written over
    QVERIFY(again.err.contains("exists already"));
}

void TestCliRules::failingSampleIsSaidWithItsLine()
{
    QTemporaryDir dir;
    const QString good = dir.filePath(QStringLiteral("good.toml"));
    const QString bad = dir.filePath(QStringLiteral("bad.toml"));
    QCOMPARE(run({QStringLiteral("rules"), QStringLiteral("--new"), good}).code, 0);
    QByteArray text = fileBytes(good);
    const int line = text.left(text.indexOf("[[rule.sample]]")).count('\n') + 1;
    text.replace("ROCM_SYNC(block);\n#else", "ROCM_SYNC(grid);\n#else");
    text.replace("way_out = \"Ask", "wayout = \"Ask");
    QFile file(bad);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    const Outcome keys = run({QStringLiteral("rules"), QStringLiteral("--check"), good, bad});
    QCOMPARE(keys.code, 1);
    QVERIFY(keys.out.contains("good.toml: 2 rules, 4 samples, 0 faults"));
    QVERIFY2(keys.err.contains("did you mean \"way_out\"?"), keys.err.constData());
    text.replace("wayout = \"Ask", "way_out = \"Ask");
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    const Outcome samples = run({QStringLiteral("rules"), QStringLiteral("--check"), bad});
    QCOMPARE(samples.code, 1);
    const QByteArray expected = bad.toUtf8() + ':' + QByteArray::number(line) +
                                ": a sample of rule house-sync fails: the result differs in line "
                                "3: expected `    ROCM_SYNC(grid);`, found `    "
                                "ROCM_SYNC(block);`";
    QVERIFY2(samples.err.contains(expected), samples.err.constData());
    QCOMPARE(run({QStringLiteral("rules"), QStringLiteral("--check"),
                  dir.filePath(QStringLiteral("none.toml"))})
                 .code,
             3);
}

void TestCliRules::usesPacksOfProjectAndUser()
{
    const ScratchRepository repository;
    fill(repository);
    QTemporaryDir config;
    qputenv("XDG_CONFIG_HOME", config.path().toUtf8());
    const QString user = config.filePath(QStringLiteral("rocport/rules/mine.toml"));
    QCOMPARE(run({QStringLiteral("rules"), QStringLiteral("--new"), user}).code, 0);
    repository.write(QStringLiteral("b.cu"), "void f() { HOUSE_SYNC(block); OLD_SYNC(); }\n");
    repository.write(QStringLiteral(".rocport/rules/p.toml"),
                     "format = 1\n[[rule]]\nid = \"old-sync\"\nphase = 2\nseverity = "
                     "\"critical\"\nlanguages = [\"cuda\"]\ntitle = \"T\"\nmessage = \"M "
                     "{symbol}\"\nreason = \"R\"\nmatch = { kind = \"token-pattern\", patterns = "
                     "[\"OLD_SYNC\"] }\n");
    repository.write(QStringLiteral(".rocport/rules/broken.toml"), "format = 1\nruel = 2\n");
    QCOMPARE(run({QStringLiteral("rules"), repository.path(), QStringLiteral("--trust")}).code, 0);
    const Outcome scan = run({QStringLiteral("scan"), repository.path()});
    QCOMPARE(scan.code, 0);
    QVERIFY2(scan.out.contains("b.cu:1: critical: M OLD_SYNC [old-sync]"), scan.out.constData());
    QVERIFY(scan.out.contains("[house-sync]"));
    QVERIFY2(scan.err.contains("broken.toml:2") && scan.err.contains("did you mean \"rule\"?"),
             scan.err.constData());
    const Outcome without = run({QStringLiteral("scan"), repository.path(),
                                 QStringLiteral("--without"), QStringLiteral("old-sync")});
    QVERIFY(!without.out.contains("[old-sync]"));

    const Outcome list = run({QStringLiteral("rules"), repository.path(), QStringLiteral("--json"),
                              QStringLiteral("--without"), QStringLiteral("old-sync")});
    QHash<QString, QJsonObject> rules;
    const QJsonArray all = QJsonDocument::fromJson(list.out)[QStringLiteral("rules")].toArray();
    for (const auto& rule : all) {
        rules.insert(rule[QStringLiteral("id")].toString(), rule.toObject());
    }
    QVERIFY(rules.size() > 20);
    const QJsonObject old = rules.value(QStringLiteral("old-sync"));
    QCOMPARE(old[QStringLiteral("on")].toBool(true), false);
    QCOMPARE(old[QStringLiteral("origin")].toString(), QStringLiteral("project"));
    QCOMPARE(old[QStringLiteral("phase")].toInt(), 2);
    QCOMPARE(rules.value(QStringLiteral("house-sync"))[QStringLiteral("file")].toString(), user);
    QCOMPARE(rules.value(QStringLiteral("warp-popc"))[QStringLiteral("origin")].toString(),
             QStringLiteral("built-in"));
    qunsetenv("XDG_CONFIG_HOME");
}

/// Packs of a repository are used once the user says so, for one run or until they change.
void TestCliRules::asksForTrustInPacks()
{
    const ScratchRepository repository;
    fill(repository);
    QTemporaryDir config;
    qputenv("XDG_CONFIG_HOME", config.path().toUtf8());
    const QString trust = QStringLiteral("--trust");
    const QString dir = repository.path();
    repository.write(QStringLiteral("b.cu"), "void f() { OLD_SYNC(); }\n");
    const QByteArray pack = "format = 1\n[[rule]]\nid = \"old-sync\"\nphase = 2\nseverity = "
                            "\"critical\"\nlanguages = [\"cuda\"]\ntitle = \"T\"\nmessage = "
                            "\"M {symbol}\"\nreason = \"R\"\nmatch = { kind = "
                            "\"token-pattern\", patterns = [\"OLD_SYNC\"] }\n";
    repository.write(QStringLiteral(".rocport/rules/p.toml"), pack);
    const auto isUsed = [&](const Outcome& scan) {
        const bool used = scan.out.contains("[old-sync]");
        const bool said = scan.err.contains("1 rule pack of ") &&
                          scan.err.contains("p.toml; look at it and run \"rocport-cli rules ") &&
                          scan.err.contains("--trust-packs for this run");
        return scan.code == 0 && used != said ? std::optional<bool>(used) : std::nullopt;
    };
    const auto scan = [&](const QStringList& more = {}) {
        return isUsed(run(QStringList{QStringLiteral("scan"), dir} + more));
    };
    QCOMPARE(scan(), std::optional<bool>(false));
    QCOMPARE(scan({QStringLiteral("--trust-packs")}), std::optional<bool>(true));
    QCOMPARE(scan(), std::optional<bool>(false)); // it was for that run
    for (const char* command : {"plan", "propose"}) {
        const Outcome said = run({QLatin1StringView(command), dir});
        QCOMPARE(said.code, 0);
        QVERIFY2(said.err.contains("1 rule pack of "), said.err.constData());
        const Outcome used =
            run({QLatin1StringView(command), dir, QStringLiteral("--trust-packs")});
        QCOMPARE(used.code, 0);
        QVERIFY2(!used.err.contains("rule pack"), used.err.constData());
    }
    const Outcome given = run({QStringLiteral("rules"), trust, dir});
    QCOMPARE(given.code, 0);
    QVERIFY2(given.out.contains("is trusted from now on"), given.out.constData());
    QVERIFY(!QDir(dir)
                 .entryList(QDir::AllEntries | QDir::Hidden)
                 .contains(QStringLiteral("trusted-packs.json")));
    QCOMPARE(scan(), std::optional<bool>(true));
    repository.write(QStringLiteral(".rocport/rules/p.toml"), pack + "# changed\n");
    QCOMPARE(scan(), std::optional<bool>(false)); // and the sentence says why
    const Outcome changed = run({QStringLiteral("scan"), dir});
    QVERIFY(!changed.out.contains("[old-sync]"));
    QVERIFY2(changed.err.contains("not used, since it changed: p.toml"), changed.err.constData());
    QCOMPARE(run({QStringLiteral("rules"), dir, trust}).code, 0);
    QCOMPARE(scan(), std::optional<bool>(true));
    QCOMPARE(run({QStringLiteral("rules"), dir, QStringLiteral("--distrust")}).code, 0);
    QCOMPARE(scan(), std::optional<bool>(false));
    repository.write(QStringLiteral(".rocport/rules/p.toml"), pack);
    QCOMPARE(scan(), std::optional<bool>(false)); // the earlier answer was taken back too
    QCOMPARE(run({QStringLiteral("rules"), dir, trust, QStringLiteral("--distrust")}).code, 2);
    // An answer that cannot be read is none.
    QVERIFY(QDir().mkpath(config.filePath(QStringLiteral("rocport"))));
    QFile file(config.filePath(QStringLiteral("rocport/trusted-packs.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("[");
    file.close();
    const Outcome broken = run({QStringLiteral("scan"), dir});
    QCOMPARE(broken.code, 0);
    QVERIFY(!broken.out.contains("[old-sync]"));
    QVERIFY2(broken.err.contains("trusted-packs.json"), broken.err.constData());
    QVERIFY(run({QStringLiteral("rules"), dir, trust}).code != 0);
    qunsetenv("XDG_CONFIG_HOME");
}

QTEST_GUILESS_MAIN(TestCliRules)
#include "tst_clirules.moc"
