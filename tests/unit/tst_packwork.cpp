// What rules of packs that are not the program's may do, alone and together. Work is counted; the
// guards of 30 s are only against hanging.
#include "core/project/port/translatetree.h"
#include "core/rules/packs/packcheck.h"
#include "core/rules/packs/packtotals.h"
#include "core/rules/packs/packwork.h"
#include "core/rules/python/pythonruleindex.h"
#include "core/rules/python/treesitterquery.h"
#include "core/scan/scanner.h"
#include "tests/unit/memorytree.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace rocport;

namespace {

constexpr qint64 kHang = 30'000; // ms

QByteArray queryRule(const QByteArray& id, const QByteArray& query)
{
    return "[[rule]]\nid = \"" + id +
           "\"\nphase = 1\nseverity = \"warning\"\nlanguages = [\"python\"]\ntitle = "
           "\"T\"\nmessage = \"M {symbol}\"\nreason = \"R\"\n[rule.match]\nkind = "
           "\"tree-sitter\"\nquery = '''\n" +
           query + "\n'''\n";
}

QByteArray patternRule(const QByteArray& id, const QByteArray& pattern)
{
    return "[[rule]]\nid = \"" + id +
           "\"\nphase = 2\nseverity = \"warning\"\nlanguages = [\"cuda\", \"cpp\"]\ntitle = "
           "\"T\"\nmessage = \"M {symbol}\"\nreason = \"R\"\nmatch = { kind = \"token-pattern\", "
           "patterns = [\"" +
           pattern + "\"] }\n";
}

PackText pack(const QString& name, const QByteArray& rules)
{
    return {name, PackOrigin::Project, "format = 1\nname = \"t\"\n" + rules};
}

/// Compares each with all of its later siblings.
const QByteArray kSlowQuery = "(module (_)* @place (_)* @b (_)* @c)";

QByteArray manyCalls(int lines)
{
    QByteArray text = "import torch\n";
    for (int i = 0; i < lines; ++i) {
        text += "f(a, b, c=" + QByteArray::number(i) + ")\n";
    }
    return text + "m = torch.compile(f, mode=\"reduce-overhead\")\n";
}

std::shared_ptr<const ScanResult> scan(const MemoryTree& tree, const QVector<PackText>& packs,
                                       int threads = 2)
{
    RuleSet::LoadResult loaded = RuleSet::load(packs);
    auto result = scanTree(tree, std::make_shared<const RuleSet>(std::move(loaded.rules)), {}, {},
                           {}, {}, threads);
    return result ? *result : nullptr;
}

QStringList findingsOf(const ScanResult& scan)
{
    QStringList result;
    for (const auto& file : scan.files) {
        for (const Finding& finding : file->findings) {
            result.append(QStringLiteral("%1:%2 %3")
                              .arg(file->path.display())
                              .arg(finding.line)
                              .arg(finding.ruleId));
        }
    }
    return result;
}

QStringList of(const QStringList& findings, const QString& rule)
{
    return findings.filter(QLatin1Char(' ') + rule);
}

} // namespace

class TestPackWork : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sizeOfAQuery_data();
    void sizeOfAQuery();
    void largeQueriesAreRefused_data();
    void largeQueriesAreRefused();
    void ownQueriesFit();
    void fiveHundredQueries();
    void manyPacks();
    void manyWords();
    void longTexts();
    void repeatedCapturesAreHeldOnce();
    void slowQueryStopsItsPack();
    void slowPatternStopsItsPack();
    void stoppedPackIsLeftOutOfTranslation();
    void replacedRuleComesBack();
    void allTogetherAreBounded();
    void alonePacksEndEarly();
    void cancelIsSeenInsideAQuery();
    void oneFileSaysItWasCut();
};

void TestPackWork::sizeOfAQuery_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<int>("nodes");
    QTest::addColumn<int>("quantifiers");
    QTest::addColumn<int>("depth");
    QTest::addColumn<bool>("nested");
    const auto row = [](const char* query, int nodes, int quantifiers, int depth, bool nested) {
        QTest::newRow(query) << QByteArray(query) << nodes << quantifiers << depth << nested;
    };
    row("(call) @place", 1, 0, 1, false);
    row("(call (identifier)* @a (_)? @b) @place", 3, 2, 2, false);
    row("((call)* (call)*)", 3, 2, 2, false);
    row("((call)*)*", 2, 2, 2, true);
    row("((call (identifier)?) @x)+", 3, 2, 3, true);
    row("(call)**", 1, 2, 1, true);
    row("[(call) (identifier)+]? @x", 3, 2, 2, true);
    row("(call)? _ (call)?", 3, 2, 1, false);
    row("(call \"(\" \"*\" @x)", 3, 0, 1, false);
    row("; (a)* (b)*\n(call)", 1, 0, 1, false);
    row("((string) @place (#match? @place \"^(a*)*$\"))", 2, 0, 2, false);
    row("((call)? @a (#eq? @a \"x\") (call)?)", 3, 2, 2, false);
}

void TestPackWork::sizeOfAQuery()
{
    QFETCH(QByteArray, query);
    const QuerySize size = querySize(query);
    QTEST(size.nodes, "nodes");
    QTEST(size.quantifiers, "quantifiers");
    QTEST(size.nested, "nested");
    QFETCH(int, depth);
    QVERIFY(size.depth >= depth && size.depth <= depth + 1); // brackets of predicates count
}

void TestPackWork::largeQueriesAreRefused_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<QString>("word");
    QTest::newRow("nested") << QByteArray("(module ((_)* (_)*)* @place)")
                            << QStringLiteral("repeats what holds a repetition");
    QTest::newRow("300 optional") << "(list " + QByteArray("(_)? ").repeated(300) + ") @place"
                                  << QStringLiteral("more than 64 nodes");
    QTest::newRow("20 optional") << "(list " + QByteArray("(_)? ").repeated(20) + ") @place"
                                 << QStringLiteral("more than 8 of ?, * and +");
    QTest::newRow("deep") << QByteArray("(call ").repeated(30) + "(_) @place" +
                                 QByteArray(")").repeated(30)
                          << QStringLiteral("nested more than 16 deep");
}

/// They never reach the compiler of queries, which would take seconds to minutes for them.
void TestPackWork::largeQueriesAreRefused()
{
    QFETCH(QByteArray, query);
    QFETCH(QString, word);
    QElapsedTimer clock;
    clock.start();
    const PackCheck found = checkPack(pack(QStringLiteral("p.toml"), queryRule("slow", query)));
    QVERIFY(clock.elapsed() < kHang);
    QVERIFY(found.rules.isEmpty());
    QCOMPARE(found.problems.size(), 1);
    QVERIFY2(found.problems.first().detail.contains(word),
             qPrintable(found.problems.first().detail));
}

/// The limits are no burden: the program's own queries but one keep them.
void TestPackWork::ownQueriesFit()
{
    int queries = 0;
    int fit = 0;
    const RuleSet loaded = RuleSet::load().rules;
    for (const Rule& rule : loaded.rules()) {
        if (rule.matcher == MatcherKind::TreeSitter) {
            const QByteArray text =
                rule.matcherParameters.value(QStringLiteral("query")).toString().toUtf8();
            ++queries;
            fit += queryOverLimits(querySize(text)).isEmpty() ? 1 : 0;
        }
    }
    QVERIFY(queries >= 9);
    QVERIFY(fit >= queries - 1);
}

/// Each takes milliseconds to compile and its time in each file.
void TestPackWork::fiveHundredQueries()
{
    QByteArray rules;
    for (int i = 0; i < 500; ++i) {
        rules += queryRule("slow-" + QByteArray::number(i), kSlowQuery);
    }
    QElapsedTimer clock;
    clock.start();
    const RuleSet::LoadResult loaded = RuleSet::load({pack(QStringLiteral("p.toml"), rules)});
    const auto used =
        std::count_if(loaded.rules.rules().begin(), loaded.rules.rules().end(),
                      [](const Rule& rule) { return rule.origin == PackOrigin::Project; });
    QVERIFY(used > 0 && used <= PackSetLimits::kQueries);
    QCOMPARE(loaded.problems.size(), 1);
    QVERIFY2(loaded.problems.first().detail.contains(QStringLiteral("together")),
             qPrintable(loaded.problems.first().detail));
    MemoryTree tree;
    for (int i = 0; i < 20; ++i) {
        tree.files.insert("m" + QByteArray::number(i) + ".py", manyCalls(4000));
    }
    const auto found = scan(tree, {pack(QStringLiteral("p.toml"), rules)});
    QVERIFY(found != nullptr);
    QCOMPARE(found->packProblems.size(), 1); // one rule went over its limit, once
    QVERIFY(of(findingsOf(*found), QStringLiteral("slow-")).isEmpty());
    QVERIFY(clock.elapsed() < kHang);
}

void TestPackWork::manyPacks()
{
    QVector<PackText> packs;
    for (int i = 0; i < 64; ++i) {
        QByteArray rules;
        for (int j = 0; j < 200; ++j) {
            const QByteArray id = QByteArray::number(i) + '-' + QByteArray::number(j);
            rules += j % 2 == 0 ? queryRule("q-" + id, "(call) @place")
                                : patternRule("p-" + id, "HOUSE_" + QByteArray::number(j));
        }
        packs.append(pack(QStringLiteral("p%1.toml").arg(i), rules));
    }
    QElapsedTimer clock;
    clock.start();
    const RuleSet::LoadResult loaded = RuleSet::load(packs);
    int queries = 0;
    int rules = 0;
    for (const Rule& rule : loaded.rules.rules()) {
        const bool own = rule.origin == PackOrigin::BuiltIn;
        rules += own ? 0 : 1;
        queries += !own && rule.matcher == MatcherKind::TreeSitter ? 1 : 0;
    }
    QCOMPARE(queries, PackSetLimits::kQueries);
    QCOMPARE(rules, PackSetLimits::kRules);
    QCOMPARE(loaded.problems.size(), 64 - 1); // the first pack is whole
    QVERIFY(clock.elapsed() < kHang);
    // The bytes of all packs together have a limit too.
    QVector<PackText> large;
    for (int i = 0; i < 20; ++i) {
        large.append(pack(QStringLiteral("l%1.toml").arg(i), '#' + QByteArray(900'000, 'x')));
    }
    const RuleSet::LoadResult cut = RuleSet::load(large);
    QCOMPARE(cut.problems.size(), 20 - 9);
    QVERIFY(cut.problems.first().detail.contains(QStringLiteral("8 MiB together")));
}

/// The table that looks for words has a kilobyte for each letter.
void TestPackWork::manyWords()
{
    const auto words = [](int count, int length) {
        QByteArray list;
        for (int i = 0; i < count; ++i) {
            list += '"' + QByteArray::number(i).rightJustified(length, 'w') + "\", ";
        }
        return "words = [" + list + "]\n";
    };
    const auto rule = [&](const QByteArray& id, int count, int length) {
        return queryRule(id, "(call) @place") + words(count, length);
    };
    QCOMPARE(checkPack(pack(QStringLiteral("p"), rule("a", 100, 100))).rules.size(), 1);
    QCOMPARE(checkPack(pack(QStringLiteral("p"), rule("a", 101, 5))).rules.size(), 0);
    QCOMPARE(checkPack(pack(QStringLiteral("p"), rule("a", 1, 101))).rules.size(), 0);
    const PackCheck three = checkPack(
        pack(QStringLiteral("p"), rule("a", 100, 100) + rule("b", 100, 100) + rule("c", 100, 100)));
    QCOMPARE(three.rules.size(), 2);
    QVERIFY(three.problems.first().detail.contains(QStringLiteral("characters in their words")));
}

/// A message that repeats what it found, of which the file has much.
void TestPackWork::longTexts()
{
    QByteArray rule = queryRule("long", "(module (expression_statement (call) @place)) @all");
    rule.replace("\"M {symbol}\"", '"' + QByteArray("{all}").repeated(2000) + '"');
    RuleSet::LoadResult loaded = RuleSet::load({pack(QStringLiteral("p.toml"), rule)});
    QVERIFY(loaded.problems.isEmpty());
    AnalysisContext context;
    context.rules = std::make_shared<const RuleSet>(std::move(loaded.rules));
    const FileAnalysis analysis =
        analyseFile(RepoPath("a.py"), Language::Python, SourceBuffer(manyCalls(300)), context);
    qsizetype characters = 0;
    int found = 0;
    for (const Finding& finding : analysis.findings) {
        if (finding.ruleId == u"long") {
            ++found;
            characters += finding.message.size();
        }
    }
    QVERIFY(found > 100);
    QVERIFY(characters <= qsizetype(found) * 16 * 1024);
    QByteArray longer = queryRule("long", "(call) @place");
    longer.replace("\"M {symbol}\"", '"' + QByteArray(20'000, 'x') + '"');
    QVERIFY(checkPack(pack(QStringLiteral("p.toml"), longer)).rules.isEmpty());
}

/// The pack is left out whole and said; what all others find is as without it.
/// What repeats gives one capture of each name, not one of each node: a match holds little.
void TestPackWork::repeatedCapturesAreHeldOnce()
{
    const auto query = TreeSitterQuery::compile("(module (_)* @symbol . (_) @place)");
    QVERIFY(query.ok());
    const QByteArray text = manyCalls(200);
    const auto tree = SyntaxTree::parsePython({text.constData(), static_cast<size_t>(text.size())});
    QVERIFY(tree.ok());
    Rule rule;
    rule.origin = PackOrigin::Project;
    const RepoPath path("a.py");
    RuleWork work(nullptr, rule, path, text.size());
    const QueryRun limited = query->run(*tree, {.work = &work});
    QVERIFY(!limited.empty());
    for (const QueryMatch& match : limited) {
        QVERIFY(match.size() <= 2);
    }
    const QueryRun own = query->run(*tree);
    QVERIFY(std::any_of(own.begin(), own.end(),
                        [](const QueryMatch& match) { return match.size() > 100; }));
}

void TestPackWork::slowQueryStopsItsPack()
{
    MemoryTree tree;
    for (int i = 0; i < 6; ++i) {
        tree.files.insert("m" + QByteArray::number(i) + ".py", manyCalls(i == 3 ? 20'000 : 5));
    }
    const PackText slow = pack(QStringLiteral("slow.toml"),
                               queryRule("fine", "(call) @place") + queryRule("slow", kSlowQuery));
    const PackText good =
        pack(QStringLiteral("good.toml"), queryRule("good", "(import_statement) @place"));
    QElapsedTimer clock;
    clock.start();
    const auto without = scan(tree, {good});
    const auto with = scan(tree, {slow, good});
    QVERIFY(clock.elapsed() < kHang);
    QVERIFY(without != nullptr && with != nullptr);
    QVERIFY(!of(findingsOf(*without), QStringLiteral("good")).isEmpty());
    QCOMPARE(findingsOf(*with), findingsOf(*without));
    QCOMPARE(with->hunks.size(), without->hunks.size());
    QVERIFY(without->packProblems.isEmpty());
    QCOMPARE(with->packProblems.size(), 1);
    const Error said = with->packProblems.first();
    QCOMPARE(said.code, ErrorCode::RulePackInvalid);
    QVERIFY(said.object.startsWith(QStringLiteral("slow.toml:")));
    QVERIFY2(said.detail.contains(QStringLiteral("rule slow takes too long in m3.py")) &&
                 said.detail.contains(QStringLiteral("all other rules are used as before")),
             qPrintable(said.detail));
    // Such a result is no start for the next scan.
    QVERIFY(!with->fingerprint.startsWith(without->fingerprint.left(16)));
    QVERIFY(with->fingerprint.startsWith("stopped "));
}

void TestPackWork::slowPatternStopsItsPack()
{
    MemoryTree tree;
    QByteArray code = "#include <cuda_runtime.h>\nvoid f(int* p) { cudaMalloc(&p, 4); }\n";
    code += "int x = " + QByteArray("f + ").repeated(60'000) + "0;\n";
    tree.files.insert("a.cu", code);
    QByteArray rules;
    QByteArray arguments;
    for (int i = 0; i < 50; ++i) {
        arguments += "$$$a" + QByteArray::number(i) + " + ";
    }
    for (int i = 0; i < 20; ++i) {
        rules += patternRule("slow-" + QByteArray::number(i), "f " + arguments + "END");
    }
    QElapsedTimer clock;
    clock.start();
    const auto without = scan(tree, {});
    const auto with = scan(tree, {pack(QStringLiteral("slow.toml"), rules)});
    QVERIFY(clock.elapsed() < kHang);
    QVERIFY(without != nullptr && with != nullptr);
    QCOMPARE(findingsOf(*with), findingsOf(*without));
    QCOMPARE(with->packProblems.size(), 1);
}

/// translate: files that were done before the pack was stopped are as those after it.
void TestPackWork::stoppedPackIsLeftOutOfTranslation()
{
    const auto fixed = [](const QByteArray& id, const QByteArray& pattern) {
        return patternRule(id, pattern) + "change = \"C\"\n" +
               "fix = { transform = \"replace\", text = \"houseRocm()\" }\n";
    };
    QByteArray arguments;
    for (int i = 0; i < 50; ++i) {
        arguments += "$$$a" + QByteArray::number(i) + " + ";
    }
    QByteArray rules = fixed("house", "houseSync ( )");
    for (int i = 0; i < 20; ++i) {
        rules += fixed("slow-" + QByteArray::number(i), "f " + arguments + "END");
    }
    const PackText slow = pack(QStringLiteral("slow.toml"), rules);
    const QByteArray quick =
        "#include <cuda_runtime.h>\nvoid g(int* p) { houseSync(); cudaFree(p); }\n";
    const QByteArray long_ = quick + "int x = " + QByteArray("f + ").repeated(60'000) + "0;\n";
    const auto porterWith = [](const QVector<PackText>& packs) {
        const RuleSet::LoadResult loaded = RuleSet::load(packs);
        return SourcePorter::with(loaded.rules, std::nullopt);
    };
    const QTemporaryDir folder;
    QDir(folder.path()).mkpath(QStringLiteral("in"));
    const auto write = [&](const QString& name, const QByteArray& bytes) {
        QFile file(folder.filePath(QStringLiteral("in/") + name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    };
    for (int i = 0; i < 20; ++i) {
        write(QStringLiteral("a%1.cu").arg(i), quick);
    }
    const auto translated = [&](const SourcePorter& porter, const QString& to) {
        return translateTree(folder.filePath(QStringLiteral("in")), folder.filePath(to), {},
                             &porter, false, {});
    };
    const auto outputOf = [&](const QString& file) {
        QFile out(folder.filePath(file));
        return out.open(QIODevice::ReadOnly) ? out.readAll() : QByteArray();
    };
    // Alone the pack is used.
    const auto used = translated(porterWith({slow}), QStringLiteral("used"));
    QVERIFY(used && used->packProblems.isEmpty());
    QVERIFY(outputOf(QStringLiteral("used/a0.cu")).contains("houseRocm"));
    write(QStringLiteral("m.cu"), long_);
    write(QStringLiteral("note.txt"), "copied once\n");
    const auto stopped = translated(porterWith({slow}), QStringLiteral("stopped"));
    QVERIFY(stopped);
    QCOMPARE(stopped->packProblems.size(), 1);
    QCOMPARE(stopped->packProblems.first().code, ErrorCode::RulePackInvalid);
    QVERIFY(stopped->failures.isEmpty());
    const auto without = translated(porterWith({}), QStringLiteral("without"));
    QVERIFY(without);
    QCOMPARE(stopped->files, without->files);
    QCOMPARE(stopped->changed, without->changed);
    QCOMPARE(stopped->left, without->left);
    for (const QString& name : QDir(folder.filePath(QStringLiteral("in"))).entryList(QDir::Files)) {
        QCOMPARE(outputOf(QStringLiteral("stopped/") + name),
                 outputOf(QStringLiteral("without/") + name));
    }
    const auto alone = translateAlone(RepoPath("m.cu"), SourceBuffer(long_), {}, [&] {
        static const SourcePorter porter = porterWith({slow});
        return &porter;
    }());
    QVERIFY(alone);
    QCOMPARE(alone->packProblems.size(), 1);
    QCOMPARE(alone->output, outputOf(QStringLiteral("without/m.cu")));
}

/// A stopped pack that took the place of a rule of the program gives it back.
void TestPackWork::replacedRuleComesBack()
{
    MemoryTree tree;
    tree.files.insert("m.py", manyCalls(20'000));
    const auto without = scan(tree, {});
    const QString compile = of(findingsOf(*without), QStringLiteral("compile")).value(0);
    QVERIFY(!compile.isEmpty());
    const QByteArray id = compile.section(QLatin1Char(' '), 1).toUtf8();
    const auto with =
        scan(tree, {pack(QStringLiteral("slow.toml"),
                         queryRule(id, "(call) @place") + queryRule("slow", kSlowQuery))});
    QCOMPARE(with->packProblems.size(), 1);
    QCOMPARE(findingsOf(*with), findingsOf(*without));
}

/// Packs that keep their own limits but take too long together.
void TestPackWork::allTogetherAreBounded()
{
    const Rule rule = [] {
        Rule one;
        one.id = QStringLiteral("a");
        one.origin = PackOrigin::User;
        one.packFile = QStringLiteral("a.toml");
        return one;
    }();
    Rule own = rule;
    own.origin = PackOrigin::BuiltIn;
    PackWorkLimits limits;
    limits.scanSteps = 1000;
    limits.scanStepsPerByte = 1;
    PackWork work(limits);
    work.addFile(500);
    const RepoPath file("a.py");
    {
        RuleWork one(&work, own, file, 10);
        QVERIFY(one.spend(1'000'000'000)); // the program's own rules have no limit
    }
    QVERIFY(!work.isAnyStopped());
    for (int i = 0; i < 15; ++i) {
        RuleWork one(&work, rule, file, 10);
        QVERIFY(one.spend(100));
    }
    QCOMPARE(work.spent(), qint64(1500));
    QVERIFY(!work.isAnyStopped());
    {
        RuleWork one(&work, rule, file, 10);
        one.spend(1);
    }
    QVERIFY(work.isAllStopped());
    QVERIFY(work.isStopped(rule) && !work.isStopped(own));
    QCOMPARE(work.problems().size(), 1);
    QVERIFY(work.problems().first().detail.contains(QStringLiteral("too long together")));
}

/// One rule in one file, with its own limit.
void TestPackWork::alonePacksEndEarly()
{
    const PackCheck found =
        checkPack(pack(QStringLiteral("p.toml"), queryRule("slow", kSlowQuery)));
    QVERIFY(found.problems.isEmpty());
    const Rule& rule = found.rules.first();
    const QByteArray text = manyCalls(20'000);
    const Result<SyntaxTree> tree =
        SyntaxTree::parsePython({text.constData(), static_cast<size_t>(text.size())});
    QVERIFY(tree.ok());
    const Result<TreeSitterQuery> query = TreeSitterQuery::compile(kSlowQuery);
    QVERIFY(query.ok());
    PackWork work;
    const RepoPath file("a.py");
    QElapsedTimer clock;
    clock.start();
    {
        RuleWork one(&work, rule, file, text.size());
        const QueryRun run = query->run(*tree, {.work = &one});
        QVERIFY(run.cut);
        QVERIFY(one.isOver());
    }
    QVERIFY(clock.elapsed() < kHang);
    QVERIFY(work.isStopped(rule));
    // What is over the limit is at most the last slice.
    QVERIFY(work.spent() < 2 * work.allowance(text.size()));
    // A query that does little finds all there is.
    const Result<TreeSitterQuery> quick = TreeSitterQuery::compile("(call) @place");
    RuleWork enough(nullptr, rule, file, text.size());
    const QueryRun all = quick->run(*tree, {.limit = 100'000});
    QCOMPARE(all.size(), size_t(20'001));
    QVERIFY(!all.cut);
    const QByteArray less = manyCalls(1000);
    const Result<SyntaxTree> small =
        SyntaxTree::parsePython({less.constData(), static_cast<size_t>(less.size())});
    const QueryRun some = quick->run(*small, {.work = &enough});
    QCOMPARE(some.size(), size_t(1001));
    QVERIFY(!some.cut);
}

void TestPackWork::cancelIsSeenInsideAQuery()
{
    const QByteArray text = manyCalls(20'000);
    const Result<SyntaxTree> tree =
        SyntaxTree::parsePython({text.constData(), static_cast<size_t>(text.size())});
    const Result<TreeSitterQuery> query = TreeSitterQuery::compile("(identifier) @place");
    Rule rule;
    rule.origin = PackOrigin::Project;
    RuleWork work(nullptr, rule, RepoPath("a.py"), text.size());
    const CancelToken cancel;
    cancel.cancel();
    const QueryRun run = query->run(*tree, {.work = &work, .cancel = &cancel});
    QVERIFY(run.cut);
    QVERIFY(run.size() <= 1); // it was looked at after the first slice
    const QueryRun own = query->run(*tree, {.cancel = &cancel});
    QVERIFY(own.cut);
    QVERIFY(own.size() <= 1);
}

/// Without a scan around it the file itself says that places may be missing.
void TestPackWork::oneFileSaysItWasCut()
{
    RuleSet::LoadResult loaded =
        RuleSet::load({pack(QStringLiteral("p.toml"), queryRule("slow", kSlowQuery))});
    AnalysisContext context;
    context.rules = std::make_shared<const RuleSet>(std::move(loaded.rules));
    const FileAnalysis analysis =
        analyseFile(RepoPath("a.py"), Language::Python, SourceBuffer(manyCalls(20'000)), context);
    const bool said =
        std::any_of(analysis.findings.begin(), analysis.findings.end(), [](const Finding& finding) {
            return finding.ruleId == u"slow" && finding.severity == Severity::Info &&
                   finding.wayOut.contains(QStringLiteral("Places may be missing"));
        });
    QVERIFY(said);
}

QTEST_GUILESS_MAIN(TestPackWork)
#include "tst_packwork.moc"
