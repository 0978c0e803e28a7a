#include "core/rules/packs/rulepack.h"
#include "core/rules/python/pythonruleindex.h"
#include "core/rules/rulenames.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace rocport;

namespace {

const QByteArray kHead = "format = 1\nname = \"t\"\n";
const QByteArray kGood = "[[rule]]\n"
                         "id = \"a-rule\"\n"
                         "phase = 3\n"
                         "severity = \"critical\"\n"
                         "languages = [\"cuda\", \"cpp\"]\n"
                         "torch = \">=2.3,<2.12\"\n"
                         "architectures = [\"gfx9*\"]\n"
                         "title = \"T\"\n"
                         "message = \"M {symbol}\"\n"
                         "reason = \"R\"\n"
                         "change = \"C\"\n"
                         "reference = { title = \"X\", url = \"https://example.org/\" }\n"
                         "match = { kind = \"builtin\", name = \"lane-mask-type\", depth = 3 }\n"
                         "fix = { transform = \"widen-lane-mask\" }\n"
                         "way_out = \"W\"\n"
                         "effort = \"minutes\"\n";

QByteArray with(const QByteArray& from, const QByteArray& to)
{
    QByteArray text = kHead + kGood;
    text.replace(from, to);
    return text;
}

} // namespace

class TestRulePack : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void builtInPacksLoad();
    void goodRule();
    void listNames();
    void problems_data();
    void problems();
    void badRuleLeavesOthers();
    void versionRanges_data();
    void versionRanges();
    void extraPackReplaces();
    void missingPack();
    void applicability();
    void anyBytes();
};

void TestRulePack::builtInPacksLoad()
{
    const RuleSet::LoadResult loaded = RuleSet::load();
    for (const Error& error : loaded.problems) {
        qWarning("%s: %s", qPrintable(error.object), qPrintable(error.detail));
    }
    QVERIFY(loaded.problems.isEmpty());
    for (const char* id : {"hipify-api", "hipify-header", "hipify-launch", "hipify-unsupported",
                           "hipify-ptx", "hipify-cutlass", "warp-ballot-type", "warp-mask-literal",
                           "warp-popc", "warp-lane-shift", "warp-size-constant"}) {
        const Rule* rule = loaded.rules.find(QLatin1StringView(id));
        QVERIFY2(rule != nullptr, id);
        QVERIFY(!rule->title.isEmpty() && !rule->reason.isEmpty());
        QVERIFY(rule->referenceUrl.startsWith(u"https://"));
    }
    QVERIFY(!loaded.rules.fingerprint().isEmpty());
    QVERIFY(loaded.rules.find(QStringLiteral("none")) == nullptr);
    // Queries of the program are compiled when they are asked for.
    int queries = 0;
    for (const Rule& rule : loaded.rules.rules()) {
        if (rule.matcher == MatcherKind::TreeSitter && rule.languages.contains(Language::Python)) {
            ++queries;
            QVERIFY2(loaded.rules.python()->query(rule) != nullptr, qPrintable(rule.id));
        }
    }
    QVERIFY(queries > 5);
}

void TestRulePack::listNames()
{
    const RuleSet::LoadResult loaded = RuleSet::load();
    for (const Rule& rule : loaded.rules.rules()) {
        const QString name = listName(rule);
        QVERIFY2(!name.contains(u'{') && !name.contains(u'…') && name != rule.id,
                 qPrintable(rule.id + QStringLiteral(": ") + name));
    }
    const auto nameOf = [](const QByteArray& title) {
        return listName(parseRulePack(with("title = \"T\"\n", title), {}).rules.value(0));
    };
    QCOMPARE(nameOf("title = \"T\"\n"), QStringLiteral("T"));
    QCOMPARE(nameOf("title = \"{symbol} is old\"\n"), QStringLiteral("… is old"));
    QCOMPARE(nameOf("title = \"{symbol} is old\"\nname = \"Old things\"\n"),
             QStringLiteral("Old things"));
}

void TestRulePack::goodRule()
{
    const RulePack pack = parseRulePack(kHead + kGood, QStringLiteral("p.toml"));
    QCOMPARE(pack.problems.size(), 0);
    QCOMPARE(pack.rules.size(), 1);
    const Rule& rule = pack.rules.first();
    QCOMPARE(rule.id, QStringLiteral("a-rule"));
    QCOMPARE(rule.phase, Phase::Wavefront);
    QCOMPARE(rule.severity, Severity::Critical);
    QCOMPARE(rule.languages, (QVector<Language>{Language::Cuda, Language::Cpp}));
    QVERIFY(rule.torch.contains(Version{2, 11}));
    QVERIFY(!rule.torch.contains(Version{2, 12}));
    QVERIFY(rule.rocm.contains(Version{9}));
    QCOMPARE(rule.matcher, MatcherKind::Builtin);
    QCOMPARE(rule.matcherParameters.value(QStringLiteral("depth")).toInt(), 3);
    QCOMPARE(rule.fix.transform, QStringLiteral("widen-lane-mask"));
    QCOMPARE(rule.effort, Effort::Minutes);
    QCOMPARE(rule.packLine, 3);
}

void TestRulePack::problems_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("word");
    QTest::newRow("no toml") << QByteArray("format = \n") << 1 << QString();
    QTest::newRow("format") << QByteArray("format = 2\n") << 1 << QStringLiteral("format");
    QTest::newRow("pack key") << QByteArray("format = 1\ncolour = 1\n") << 2
                              << QStringLiteral("colour");
    QTest::newRow("rule key") << with("way_out", "wayout") << 17 << QStringLiteral("wayout");
    QTest::newRow("phase") << with("phase = 3", "phase = 9") << 5 << QStringLiteral("phase");
    QTest::newRow("severity") << with("\"critical\"", "\"grave\"") << 6 << QStringLiteral("grave");
    QTest::newRow("language") << with("\"cpp\"", "\"cobol\"") << 7 << QStringLiteral("cobol");
    QTest::newRow("language type") << with("\"cpp\"", "5") << 7 << QStringLiteral("only strings");
    QTest::newRow("version") << with(">=2.3", "=2.3") << 8 << QStringLiteral("version range");
    QTest::newRow("no title") << with("title = \"T\"\n", "") << 3 << QStringLiteral("title");
    QTest::newRow("number title") << with("title = \"T\"", "title = 4") << 10
                                  << QStringLiteral("string");
    QTest::newRow("reference") << with("https://", "http://") << 14 << QStringLiteral("https");
    QTest::newRow("matcher") << with("\"builtin\"", "\"regex\"") << 15 << QStringLiteral("regex");
    QTest::newRow("builtin") << with("lane-mask-type", "lane-mask-shape") << 15
                             << QStringLiteral("lane-mask-shape");
    QTest::newRow("transform") << with("widen-lane-mask", "widen") << 16 << QStringLiteral("widen");
    QTest::newRow("no change") << with("change = \"C\"\n", "") << 15 << QStringLiteral("change");
    QTest::newRow("effort") << with("minutes", "years") << 18 << QStringLiteral("years");
    QTest::newRow("twice") << QByteArray(kHead + kGood + kGood) << 19 << QStringLiteral("a-rule");
}

void TestRulePack::problems()
{
    QFETCH(QByteArray, text);
    QFETCH(int, line);
    QFETCH(QString, word);
    const RulePack pack = parseRulePack(text, QStringLiteral("p.toml"));
    QCOMPARE(pack.problems.size(), 1);
    QCOMPARE(pack.problems.first().code, ErrorCode::RulePackInvalid);
    QCOMPARE(pack.problems.first().object, QStringLiteral("p.toml:%1").arg(line));
    QVERIFY2(pack.problems.first().detail.contains(word), qPrintable(pack.problems.first().detail));
}

void TestRulePack::badRuleLeavesOthers()
{
    QByteArray bad = kGood;
    bad.replace("a-rule", "b-rule").replace("phase = 3", "phase = \"three\"");
    QByteArray last = kGood;
    last.replace("a-rule", "c-rule");
    const RulePack pack = parseRulePack(kHead + kGood + bad + last, QStringLiteral("p.toml"));
    QCOMPARE(pack.problems.size(), 1);
    QCOMPARE(pack.rules.size(), 2);
    QCOMPARE(pack.rules.at(1).id, QStringLiteral("c-rule"));
}

void TestRulePack::versionRanges_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("ok");
    QTest::newRow("empty") << QString() << true;
    QTest::newRow("from") << QStringLiteral(">=2.3") << true;
    QTest::newRow("below") << QStringLiteral("<7") << true;
    QTest::newRow("both") << QStringLiteral(" >=2.3 , <2.12 ") << true;
    QTest::newRow("equal") << QStringLiteral("==2.3") << false;
    QTest::newRow("at most") << QStringLiteral("<=2.3") << false;
    QTest::newRow("word") << QStringLiteral(">=two") << false;
    QTest::newRow("tail") << QStringLiteral(">=2.3rc1") << false;
    QTest::newRow("no number") << QStringLiteral(">=") << false;
}

void TestRulePack::versionRanges()
{
    QFETCH(QString, text);
    QFETCH(bool, ok);
    QCOMPARE(parseVersionRange(text).ok(), ok);
}

void TestRulePack::extraPackReplaces()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("own.toml"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QByteArray own = kHead + kGood;
    own.replace("a-rule", "warp-popc").replace("title = \"T\"", "title = \"Mine\"");
    file.write(own);
    file.close();
    const RuleSet::LoadResult plain = RuleSet::load();
    const RuleSet::LoadResult loaded = RuleSet::load({path});
    QCOMPARE(loaded.problems.size(), 0);
    QCOMPARE(loaded.rules.rules().size(), plain.rules.rules().size());
    QCOMPARE(loaded.rules.find(QStringLiteral("warp-popc"))->title, QStringLiteral("Mine"));
    QVERIFY(loaded.rules.fingerprint() != plain.rules.fingerprint());
}

void TestRulePack::missingPack()
{
    const RuleSet::LoadResult loaded = RuleSet::load({QStringLiteral("/no/such/pack.toml")});
    QCOMPARE(loaded.problems.size(), 1);
    QVERIFY(loaded.rules.rules().size() > 5);
}

void TestRulePack::applicability()
{
    const RulePack pack = parseRulePack(kHead + kGood, QStringLiteral("p.toml"));
    QVERIFY(pack.rules.size() == 1);
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("own.toml"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(kHead + kGood);
    file.close();
    const RuleSet rules = RuleSet::load({path}).rules;
    const auto holds = [&](Language language, const TargetSettings& target) {
        const QVector<const Rule*> found = rules.applicable(language, target);
        return std::any_of(found.begin(), found.end(),
                           [](const Rule* rule) { return rule->id == u"a-rule"; });
    };
    TargetSettings target;
    target.torch = {2, 11};
    QVERIFY(holds(Language::Cuda, target));
    QVERIFY(!holds(Language::Python, target));
    target.architectures = {QStringLiteral("gfx1100")};
    QVERIFY(!holds(Language::Cuda, target));
    target.architectures = {QStringLiteral("gfx1100"), QStringLiteral("gfx90a")};
    QVERIFY(holds(Language::Cuda, target));
    target.torch = {2, 12};
    QVERIFY(!holds(Language::Cuda, target));
}

void TestRulePack::anyBytes()
{
    QByteArray deep = "format = 1\nx = " + QByteArray(100000, '[');
    QVERIFY(!parseRulePack(deep, QStringLiteral("d")).problems.isEmpty());
    QVERIFY(!parseRulePack(QByteArray("\0\xff\xfe", 3), QStringLiteral("b")).problems.isEmpty());
    QVERIFY(!parseRulePack({}, QStringLiteral("e")).problems.isEmpty());
}

QTEST_GUILESS_MAIN(TestRulePack)
#include "tst_rulepack.moc"
