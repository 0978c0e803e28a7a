// Samples of rule packs, what is said of bad packs, and where packs come from.
#include "core/rules/packs/packcheck.h"
#include "core/rules/packs/packfiles.h"
#include "core/rules/packs/rulecopy.h"
#include "core/rules/packs/rulekeys.h"
#include "testpaths.h"
#include "tests/support/cputime.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace rocport;

namespace {

const QByteArray kHead = "format = 1\nname = \"t\"\n";

QByteArray rule(const QByteArray& id, const QByteArray& language, const QByteArray& match)
{
    return "[[rule]]\nid = \"" + id + "\"\nphase = 3\nseverity = \"warning\"\nlanguages = [\"" +
           language +
           "\"]\ntitle = \"T\"\nmessage = \"M {symbol}\"\nreason = \"R\"\nchange = \"C\"\n" + match;
}

const QByteArray kPattern =
    rule("house-sync", "cuda",
         "match = { kind = \"token-pattern\", patterns = [\"HOUSE_SYNC ( "
         "$scope )\"] }\n"
         "fix = { transform = \"replace\", text = \"ROCM_SYNC($scope)\" }\n");

QByteArray sample(const QByteArray& rest)
{
    return "[[rule.sample]]\nlanguage = \"cuda\"\n" + rest;
}

PackCheck check(const QByteArray& text, PackOrigin origin = PackOrigin::User)
{
    return checkPack({QStringLiteral("p.toml"), origin, text});
}

void write(const QString& path, const QByteArray& text)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

QJsonObject schema()
{
    QFile file(QStringLiteral(ROCPORT_SOURCE_DIR "/docs/rule-pack.schema.json"));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                          : QJsonObject();
}

} // namespace

class TestPackCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void templatePasses();
    void builtInSamplesPass();
    void builtInRulesCanBeCopied();
    void samples_data();
    void samples();
    void problems_data();
    void problems();
    void endlessExpression();
    void versionsOfASample();
    void limits();
    void ruleAtLine();
    void nearestName_data();
    void nearestName();
    void schemaKnowsTheKeys();
    void schemaAcceptsThePacks();
    void placesAndOrder();
    void projectPacksStayInside();
    void projectRoot();
};

void TestPackCheck::templatePasses()
{
    const PackCheck found = check(packTemplate());
    for (const Error& error : found.problems) {
        qWarning("%s: %s", qPrintable(error.object), qPrintable(error.detail));
    }
    QVERIFY(found.problems.isEmpty());
    QCOMPARE(found.rules.size(), 2);
    QCOMPARE(found.samples, 4);
}

void TestPackCheck::builtInSamplesPass()
{
    const QDir folder(QStringLiteral(ROCPORT_SOURCE_DIR "/resources/rules"));
    const QStringList names = folder.entryList({QStringLiteral("*.toml")});
    QVERIFY(names.size() >= 5);
    for (const QString& name : names) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const PackCheck found = checkPack({file.fileName(), PackOrigin::BuiltIn, file.readAll()});
        for (const Error& error : found.problems) {
            qWarning("%s: %s", qPrintable(error.object), qPrintable(error.detail));
        }
        QVERIFY(found.problems.isEmpty());
    }
}

/// A copy of each of the program's rules is a good pack of a project, with the same rule.
void TestPackCheck::builtInRulesCanBeCopied()
{
    const RuleSet rules = RuleSet::load().rules;
    int copied = 0;
    int samples = 0;
    for (const Rule& rule : rules.rules()) {
        const Result<QByteArray> pack = packOfRule(rule);
        QCOMPARE(pack.ok(), rule.matcher != MatcherKind::Probe);
        if (!pack) {
            QCOMPARE(pack.error().code, ErrorCode::InvalidArgument);
            continue;
        }
        const PackCheck found =
            checkPack({QStringLiteral("copy.toml"), PackOrigin::Project, *pack});
        QVERIFY2(found.problems.isEmpty(), qPrintable(rule.id + found.problems.value(0).detail));
        QCOMPARE(found.rules.size(), 1);
        const Rule& copy = found.rules.first();
        QCOMPARE(copy.id, rule.id);
        QCOMPARE(copy.reason, rule.reason);
        QCOMPARE(copy.wayOut, rule.wayOut);
        QCOMPARE(copy.matcherParameters, rule.matcherParameters);
        QCOMPARE(copy.fix.parameters, rule.fix.parameters);
        QCOMPARE(copy.samples.size(), rule.samples.size());
        samples += int(rule.samples.size());
        ++copied;
    }
    QVERIFY(copied > 50);
    QVERIFY(samples > 0);
}

void TestPackCheck::samples_data()
{
    QTest::addColumn<QByteArray>("rest");
    QTest::addColumn<QString>("problem"); // empty: passes
    QTest::newRow("found") << QByteArray("match = true\ncode = 'void f() { HOUSE_SYNC(a); }'\n")
                           << QString();
    QTest::newRow("not found") << QByteArray("match = true\ncode = 'void f() {}'\n")
                               << QStringLiteral("expected a finding, found none");
    QTest::newRow("comment") << QByteArray("match = false\ncode = '// HOUSE_SYNC(a)'\n")
                             << QString();
    QTest::newRow("found too much")
        << QByteArray("match = false\ncode = '''\nvoid f() {\nHOUSE_SYNC(a); }'''\n")
        << QStringLiteral("expected no finding, found `HOUSE_SYNC(a)` in line 2");
    QTest::newRow("line and symbol")
        << QByteArray("match = true\nline = 2\nsymbol = 'HOUSE_SYNC(b)'\ncode = "
                      "'''\nvoid f() { HOUSE_SYNC(a);\nHOUSE_SYNC(b); }'''\n")
        << QString();
    QTest::newRow("wrong line")
        << QByteArray("match = true\nline = 3\ncode = 'void f() { HOUSE_SYNC(a); }'\n")
        << QStringLiteral("expected a finding in line 3, found `HOUSE_SYNC(a)` in line 1");
    QTest::newRow("wrong symbol")
        << QByteArray("match = true\nsymbol = 'X'\ncode = 'void f() { HOUSE_SYNC(a); }'\n")
        << QStringLiteral("expected `X`, found `HOUSE_SYNC(a)` in line 1");
    const QByteArray edited = "match = true\ncode = '''\nvoid f() {\n  HOUSE_SYNC(a);\n}\n'''\n"
                              "result = '''\nvoid f() {\n#ifdef USE_ROCM\n  ROCM_SYNC(a);\n#else\n"
                              "  HOUSE_SYNC(a);\n#endif\n}\n'''\n";
    QTest::newRow("result") << edited << QString();
    QTest::newRow("wrong result")
        << QByteArray(edited).replace("ROCM_SYNC(a)", "ROCM_SYNC(b)")
        << QStringLiteral("the result differs in line 3: expected `  ROCM_SYNC(b);`, found "
                          "`  ROCM_SYNC(a);`");
}

void TestPackCheck::samples()
{
    QFETCH(QByteArray, rest);
    QFETCH(QString, problem);
    const QByteArray before = kHead + kPattern;
    const PackCheck found = check(before + sample(rest));
    QCOMPARE(found.samples, 1);
    QCOMPARE(found.problems.size(), problem.isEmpty() ? 0 : 1);
    if (!problem.isEmpty()) {
        QCOMPARE(found.problems.first().object,
                 QStringLiteral("p.toml:%1").arg(before.count('\n') + 1));
        QCOMPARE(found.problems.first().detail,
                 QStringLiteral("a sample of rule house-sync fails: ") + problem);
    }
}

void TestPackCheck::problems_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("word");
    const auto query = [](const QByteArray& text) {
        return kHead + rule("q", "python", "[rule.match]\nkind = \"tree-sitter\"\n" + text);
    };
    QTest::newRow("near key") << QByteArray(kHead + kPattern).replace("severity", "severty") << 6
                              << QStringLiteral("did you mean \"severity\"?");
    QTest::newRow("pack key") << QByteArray("format = 1\nnmae = \"x\"\n") << 2
                              << QStringLiteral("did you mean \"name\"?");
    QTest::newRow("match key") << QByteArray(kHead + kPattern).replace("patterns", "paterns") << 12
                               << QStringLiteral("did you mean \"patterns\"?");
    QTest::newRow("fix key") << QByteArray(kHead + kPattern).replace("text =", "txt =") << 13
                             << QStringLiteral("did you mean \"text\"?");
    QTest::newRow("matcher")
        << QByteArray(kHead + kPattern).replace("token-pattern", "token-patern") << 12
        << QStringLiteral("did you mean \"token-pattern\"?");
    QTest::newRow("transform") << QByteArray(kHead + kPattern).replace("\"replace\"", "\"replce\"")
                               << 13 << QStringLiteral("did you mean \"replace\"?");
    QTest::newRow("pattern start") << QByteArray(kHead + kPattern).replace("HOUSE_SYNC", "$x") << 12
                                   << QStringLiteral("must begin with a token");
    QTest::newRow("pattern empty")
        << QByteArray(kHead + kPattern).replace("HOUSE_SYNC ( $scope )", "/* */") << 12
        << QStringLiteral("is empty");
    QTest::newRow("pattern name") << QByteArray(kHead + kPattern).replace("$scope )", "$ )") << 12
                                  << QStringLiteral("$ without a name");
    QTest::newRow("replacement name")
        << kHead + rule("e", "cuda",
                        "match = { kind = \"token-pattern\", entries = [{ pattern = \"A ( $x )\", "
                        "replace = \"B($y)\" }] }\n")
        << 12 << QStringLiteral("has no $y");
    QTest::newRow("query kind") << query("query = \"(cal) @place\"\n") << 14
                                << QStringLiteral("unknown kind of node");
    QTest::newRow("query row") << query("query = '''\n(call) @place\n(calls) @place\n'''\n") << 16
                               << QStringLiteral("calls) @place");
    QTest::newRow("query missing")
        << query("words = [\"a\"]\n") << 12 << QStringLiteral("needs query");
    QTest::newRow("query expression")
        << query("query = '''\n((identifier) @a\n (#match? @a \"(\"))\n'''\n") << 16
        << QStringLiteral("bad regular expression");
    QTest::newRow("query predicate")
        << query("query = '''\n((identifier) @a\n (#like? @a \"b\"))\n'''\n") << 16
        << QStringLiteral("unknown predicate #like?");
    QTest::newRow("sample key") << kHead + kPattern +
                                       sample("match = true\ncod = 'x'\ncode = 'x'\n")
                                << 17 << QStringLiteral("did you mean \"code\"?");
    QTest::newRow("sample match") << kHead + kPattern + sample("code = 'x'\n") << 14
                                  << QStringLiteral("needs match");
    QTest::newRow("sample language")
        << kHead + kPattern + "[[rule.sample]]\nlanguage = \"python\"\nmatch = true\ncode = 'x'\n"
        << 14 << QStringLiteral("not one of rule house-sync");
    QTest::newRow("sample code") << kHead + kPattern + sample("match = true\n") << 14
                                 << QStringLiteral("has no code");
    QTest::newRow("sample result")
        << kHead + kPattern + sample("match = false\ncode = 'x'\nresult = 'x'\n") << 14
        << QStringLiteral("must not match");
}

void TestPackCheck::problems()
{
    QFETCH(QByteArray, text);
    QFETCH(int, line);
    QFETCH(QString, word);
    const PackCheck found = check(text);
    QVERIFY(!found.problems.isEmpty());
    bool said = false;
    for (const Error& problem : found.problems) {
        QCOMPARE(problem.code, ErrorCode::RulePackInvalid);
        said = said || (problem.detail.contains(word) && lineOf(problem) == line);
        if (!said) {
            qWarning("%s: %s", qPrintable(problem.object), qPrintable(problem.detail));
        }
    }
    QVERIFY(said);
}

/// An expression that backtracks without end is ended, and the finding says so.
void TestPackCheck::endlessExpression()
{
    const QByteArray text =
        kHead + rule("slow", "python",
                     "[rule.match]\nkind = \"tree-sitter\"\nquery = '''\n((string) @place (#match? "
                     "@place \"^(.?a|a+)*(a|aa)+$\"))\n'''\n");
    const PackCheck found = check(text);
    QVERIFY(found.problems.isEmpty());
    const AnalysisContext context = contextFor(found.rules.first(), {});
    QByteArray code;
    for (int i = 0; i < 200; ++i) {
        code += "x = \"" + QByteArray(4000, 'a') + "b\"\n";
    }
    CpuTimer clock;
    const FileAnalysis analysis =
        analyseFile(RepoPath("a.py"), Language::Python, SourceBuffer(code), context);
    QVERIFY2(clock.elapsed() < 5000, qPrintable(QString::number(clock.elapsed())));
    QCOMPARE(analysis.findings.size(), 1);
    QVERIFY(analysis.findings.first().wayOut.contains(QStringLiteral("stopped early")));
}

void TestPackCheck::versionsOfASample()
{
    for (const QByteArray range : {"torch = \"<2.3\"\n", "rocm = \">=9.1\"\n", "rocm = \"<6\"\n",
                                   "architectures = [\"gfx11*\"]\n"}) {
        QByteArray text = kHead + kPattern;
        text.replace("title = ", range + "title = ");
        const PackCheck found =
            check(text + sample("match = true\ncode = 'void f() { HOUSE_SYNC(a); }'\n"));
        QVERIFY2(found.problems.isEmpty(), range.constData());
        QCOMPARE(found.samples, 1);
    }
}

void TestPackCheck::limits()
{
    const QByteArray large = kHead + "# " + QByteArray(1024 * 1024, 'x');
    QCOMPARE(check(large).problems.size(), 1);
    QVERIFY(check(large, PackOrigin::BuiltIn).problems.isEmpty());
    QByteArray longPattern = kHead + kPattern;
    longPattern.replace("$scope )", "$scope " + QByteArray(600, '+') + ")");
    QVERIFY(check(longPattern).problems.first().detail.contains(QStringLiteral("longer than")));
    QByteArray many = kHead + kPattern;
    for (int i = 0; i < 201; ++i) {
        many += sample("match = true\ncode = 'x'\n");
    }
    QVERIFY(check(many).problems.first().detail.contains(QStringLiteral("200 samples")));
    QByteArray rules = kHead;
    for (int i = 0; i < 501; ++i) {
        rules += QByteArray(kPattern).replace("house-sync", "r" + QByteArray::number(i));
    }
    QVERIFY(check(rules).problems.first().detail.contains(QStringLiteral("500 rules")));
}

void TestPackCheck::ruleAtLine()
{
    const QByteArray text = kHead + kPattern + QByteArray(kPattern).replace("house-sync", "second");
    const PackCheck found = check(text);
    QCOMPARE(found.rules.size(), 2);
    QVERIFY(rocport::ruleAtLine(found, 2) == nullptr);
    QCOMPARE(rocport::ruleAtLine(found, 3)->id, QStringLiteral("house-sync"));
    QCOMPARE(rocport::ruleAtLine(found, 13)->id, QStringLiteral("house-sync"));
    QCOMPARE(rocport::ruleAtLine(found, 14)->id, QStringLiteral("second"));
    QCOMPARE(rocport::ruleAtLine(found, 900)->id, QStringLiteral("second"));
    const PackCheck broken = check(QByteArray(text).replace("\"house-sync\"", "5"));
    QCOMPARE(broken.rules.size(), 1);
    QVERIFY(rocport::ruleAtLine(broken, 5) == nullptr);
    QCOMPARE(rocport::ruleAtLine(broken, 14)->id, QStringLiteral("second"));
}

void TestPackCheck::nearestName_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("near");
    QTest::newRow("dropped") << QStringLiteral("wayout") << QStringLiteral("way_out");
    QTest::newRow("swapped") << QStringLiteral("lanugages") << QStringLiteral("languages");
    QTest::newRow("dash") << QStringLiteral("way-out") << QStringLiteral("way_out");
    QTest::newRow("case") << QStringLiteral("Title") << QStringLiteral("title");
    QTest::newRow("far") << QStringLiteral("colour") << QString();
    QTest::newRow("empty") << QString() << QString();
}

void TestPackCheck::nearestName()
{
    QFETCH(QString, name);
    QFETCH(QString, near);
    QCOMPARE(rocport::nearestName(name, packKeys(PackTable::Rule)), near);
}

void TestPackCheck::schemaKnowsTheKeys()
{
    const QJsonObject root = schema();
    const QJsonObject definitions = root[QStringLiteral("definitions")].toObject();
    QVERIFY(!definitions.isEmpty());
    const QPair<PackTable, const char*> tables[] = {{PackTable::Pack, ""},
                                                    {PackTable::Rule, "rule"},
                                                    {PackTable::Reference, "reference"},
                                                    {PackTable::ApiTable, "api-table"},
                                                    {PackTable::TokenPattern, "token-pattern"},
                                                    {PackTable::TreeSitter, "tree-sitter"},
                                                    {PackTable::ManifestKey, "manifest-key"},
                                                    {PackTable::Builtin, "builtin"},
                                                    {PackTable::Entry, "entry"},
                                                    {PackTable::Note, "note"},
                                                    {PackTable::Fix, "fix"},
                                                    {PackTable::Sample, "sample"},
                                                    {PackTable::Probe, "probe"}};
    for (const auto& [table, name] : tables) {
        const QJsonObject one =
            *name == '\0' ? root : definitions[QLatin1StringView(name)].toObject();
        QStringList inSchema = one[QStringLiteral("properties")].toObject().keys();
        QStringList inReader = packKeys(table);
        inSchema.sort();
        inReader.sort();
        QCOMPARE(inSchema, inReader);
    }
    QStringList languages;
    for (const auto& value :
         definitions[QStringLiteral("language")][QStringLiteral("enum")].toArray()) {
        languages.append(value.toString());
        QVERIFY2(languageFromId(languages.last()).has_value(), qPrintable(languages.last()));
    }
    QCOMPARE(languages.size(), static_cast<int>(Language::Meson) + 1);
}

/// By another reader of TOML and JSON Schema, which also has to refuse what this one refuses.
void TestPackCheck::schemaAcceptsThePacks()
{
    QTemporaryDir dir;
    write(dir.filePath(QStringLiteral("template.toml")), packTemplate());
    write(dir.filePath(QStringLiteral("bad-key.toml")),
          QByteArray(kHead + kPattern).replace("patterns", "paterns"));
    write(dir.filePath(QStringLiteral("bad-sample.toml")),
          kHead + kPattern + sample("code = 'x'\n"));
    write(dir.filePath(QStringLiteral("bad-version.toml")),
          QByteArray(kHead + kPattern).replace("phase = 3", "phase = 3\ntorch = \"=2\""));
    QProcess python;
    python.start(QStringLiteral("python3"),
                 {QStringLiteral(ROCPORT_SOURCE_DIR "/tests/unit/rulepack_schema.py"),
                  QStringLiteral(ROCPORT_SOURCE_DIR), dir.path()});
    if (!python.waitForStarted()) {
        QSKIP("python3 is not installed");
    }
    QVERIFY(python.waitForFinished(60000));
    const QByteArray said = python.readAllStandardOutput() + python.readAllStandardError();
    if (python.exitCode() == 77) {
        QSKIP("python3-jsonschema or a reader of TOML is not installed; schemaKnowsTheKeys() "
              "checks what this program could get wrong");
    }
    QVERIFY2(python.exitCode() == 0, said.constData());
}

void TestPackCheck::placesAndOrder()
{
    QTemporaryDir dir;
    const QString root = dir.filePath(QStringLiteral("repo"));
    const QString user = dir.filePath(QStringLiteral("config/rocport/rules"));
    const auto pack = [](const QByteArray& title) {
        return QByteArray(kHead + kPattern).replace("title = \"T\"", "title = \"" + title + "\"");
    };
    write(root + QStringLiteral("/.rocport/rules/b.toml"), pack("project"));
    write(root + QStringLiteral("/.rocport/rules/a.toml"),
          pack("builtin").replace("house-sync", "warp-popc"));
    write(root + QStringLiteral("/.rocport/rules/broken.toml"), "format = \n");
    write(root + QStringLiteral("/.rocport/rules/notes.txt"), "no pack");
    const PackTrust all = PackTrust::all();
    RuleSet::LoadResult loaded = loadRules({root, user, all});
    QCOMPARE(loaded.problems.size(), 1);
    QVERIFY(loaded.problems.first().object.endsWith(QStringLiteral("broken.toml:1")));
    const Rule* house = loaded.rules.find(QStringLiteral("house-sync"));
    QVERIFY(house != nullptr);
    QCOMPARE(house->title, QStringLiteral("project"));
    QCOMPARE(house->origin, PackOrigin::Project);
    QCOMPARE(house->packName, QStringLiteral("t"));
    const Rule* popc = loaded.rules.find(QStringLiteral("warp-popc"));
    QCOMPARE(popc->title, QStringLiteral("builtin"));
    QVERIFY(popc->replaces.endsWith(QStringLiteral("wavefront.toml")));
    QVERIFY(loaded.rules.rules().size() > 20);

    write(user + QStringLiteral("/mine.toml"), pack("user"));
    const RuleSet::LoadResult both = loadRules({root, user, all});
    QCOMPARE(both.rules.find(QStringLiteral("house-sync"))->title, QStringLiteral("user"));
    QVERIFY(
        both.rules.find(QStringLiteral("house-sync"))->replaces.endsWith(QStringLiteral("b.toml")));
    QVERIFY(both.rules.fingerprint() != loaded.rules.fingerprint());
    QVERIFY(loadRules({}).problems.isEmpty());
    QVERIFY(loadRules({}).rules.find(QStringLiteral("house-sync")) == nullptr);
}

void TestPackCheck::projectPacksStayInside()
{
    QTemporaryDir dir;
    const QString root = dir.filePath(QStringLiteral("repo"));
    const QString outside = dir.filePath(QStringLiteral("secret.toml"));
    write(outside, kHead + kPattern);
    QDir().mkpath(root + QStringLiteral("/.rocport/rules"));
    QVERIFY(QFile::link(outside, root + QStringLiteral("/.rocport/rules/link.toml")));
    QVERIFY(QDir().mkpath(root + QStringLiteral("/.rocport/rules/folder.toml")));
    const PackTexts texts = readPacks({root, {}, PackTrust::all()});
    QVERIFY(texts.packs.isEmpty());
    QCOMPARE(texts.problems.size(), 1);
    QVERIFY(texts.problems.first().detail.contains(QStringLiteral("outside the repository")));
}

void TestPackCheck::projectRoot()
{
    QTemporaryDir dir;
    QVERIFY(QDir().mkpath(dir.filePath(QStringLiteral("repo/.git"))));
    QVERIFY(QDir().mkpath(dir.filePath(QStringLiteral("repo/src/deep"))));
    QCOMPARE(projectRootOf(dir.filePath(QStringLiteral("repo/src/deep"))),
             dir.filePath(QStringLiteral("repo")));
    QVERIFY(projectRuleFolder({}).isEmpty());
    QVERIFY(userRuleFolder().endsWith(QStringLiteral("/rocport/rules")));
}

QTEST_GUILESS_MAIN(TestPackCheck)
#include "tst_packcheck.moc"
