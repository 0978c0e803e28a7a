// Lines that read differently than they run (CVE-2021-42574) are found in every language, and what
// natural languages and emoji need is left alone.
#include "core/rules/analyse.h"

#include <QtTest>

using namespace rocport;

class TestHiddenCharacters : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void lines_data();
    void lines();
    void everyLanguage();
    void placesAreNamed();
    void findingsAreBounded();
    void notebooks();
    void workIsLinear();

private:
    QVector<Finding> hidden(Language language, const QByteArray& bytes) const;
    AnalysisContext m_context;
};

namespace {

QByteArray utf8(const char16_t* text)
{
    return QString::fromUtf16(text).toUtf8();
}

} // namespace

void TestHiddenCharacters::initTestCase()
{
    const RuleSet::LoadResult loaded = RuleSet::load(QStringList());
    QVERIFY(loaded.problems.isEmpty());
    m_context.rules = std::make_shared<const RuleSet>(loaded.rules);
}

QVector<Finding> TestHiddenCharacters::hidden(Language language, const QByteArray& bytes) const
{
    const SourceBuffer source(bytes);
    const FileAnalysis analysis = analyseFile(RepoPath("file"), language, source, m_context);
    QVector<Finding> found;
    for (const Finding& finding : analysis.findings) {
        if (finding.ruleId == u"text-hidden-characters") {
            found.append(finding);
        }
    }
    return found;
}

void TestHiddenCharacters::lines_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("symbol"); // empty: nothing is found
    const auto row = [](const char* name, const char16_t* line, const char* symbol) {
        QTest::newRow(name) << utf8(line) << QString::fromLatin1(symbol);
    };
    row("plain", u"int x; // caf\u00e9 \u4f60\u597d", "");
    row("commented out", u"/*\u202e } \u2066if (admin)\u2069 \u2066 begin */",
        "RLO U+202E, LRI U+2066");
    row("stretched string", u"if (x != \"user\u202e \u2066// admin\u2069 \u2066\") {",
        "RLO U+202E, LRI U+2066, PDI U+2069");
    row("early return", u"\"\"\" say \u2067\"\"\" ;return", "RLI U+2067");
    row("override that ends", u"// \u202dabc\u202c", "LRO U+202D, PDF U+202C");
    row("pair over code", u"f(\"\u2067\", x, \"\u2069\");", "RLI U+2067, PDI U+2069");
    row("pair in a string", u"f(\"\u2067\u05e9\u05dc\u05d5\u05dd\u2069\");", "");
    row("embedding in a comment", u"// \u202b\u05e9\u05dc\u05d5\u05dd\u202c!", "");
    row("closed by the other kind", u"// \u2067\u05e9\u202c", "RLI U+2067, PDF U+202C");
    row("closed by nothing", u"x\u2069 = 1", "PDI U+2069");
    row("mark among Latin letters", u"a\u200f = 1;", "RLM U+200F");
    row("mark beside Hebrew", u"// \u05e9\u05dc\u05d5\u05dd\u200f!", "");
    row("no width in a name", u"che\u200bck()", "ZWSP U+200B");
    row("joiner in a name", u"che\u200dck()", "ZWJ U+200D");
    row("joiner in Persian", u"# \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "");
    row("joiner in Hindi", u"# \u0915\u094d\u200d\u0937", "");
    row("space in Thai", u"# \u0e2a\u0e27\u0e31\u200b\u0e2a\u0e14\u0e35", "");
    row("emoji", u"# \U0001F469\u200d\U0001F4BB \u26a0\ufe0f \u2764\ufe0f\u200d\U0001F525", "");
    row("keycap", u"# 1\ufe0f\u20e3", "");
    row("flag of Scotland",
        u"# \U0001F3F4\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F", "");
    row("tags of nothing", u"# a\U000E0041\U000E0042", "U+E0041, U+E0042");
    row("selectors as bytes", u"x = '\ufe00\ufe01'", "U+FE00, U+FE01");
    row("more selectors", u"x = '\U000E0100\U000E0101'", "U+E0100, U+E0101");
    row("Korean filler as a name", u"int \u3164 = 1;", "HF U+3164");
    row("mark inside", u"int x\ufeff;", "BOM U+FEFF");
    row("separator", u"// a\u2028b()", "LS U+2028");
    row("escape", u"// \u001b[2K", "ESC U+001B");
    row("C1", u"// \u009b2K", "CSI U+009B");
    row("form feed", u"\f", "");
    row("soft hyphen in a word", u"# Donau\u00addampf", "SHY U+00AD");
    row("many", u"\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u200b",
        "LRE U+202A, RLE U+202B, LRO U+202D, RLO U+202E, LRI U+2066, RLI U+2067, \xe2\x80\xa6");
}

void TestHiddenCharacters::lines()
{
    QFETCH(QByteArray, line);
    QFETCH(QString, symbol);
    for (const Language language : {Language::Cpp, Language::Python}) {
        const QVector<Finding> found = hidden(language, "\n" + line + "\n");
        QCOMPARE(found.size(), symbol.isEmpty() ? 0 : 1);
        if (!symbol.isEmpty()) {
            const QString expected =
                symbol.contains(QChar(0xe2)) ? QString::fromUtf8(symbol.toLatin1()) : symbol;
            QCOMPARE(found[0].symbol, expected);
            QCOMPARE(found[0].line, 2);
            QCOMPARE(found[0].severity, Severity::Warning);
            QVERIFY(found[0].message.startsWith(
                QLatin1String("This line is displayed differently from how it runs: ")));
        }
    }
}

void TestHiddenCharacters::everyLanguage()
{
    const QByteArray line = utf8(u"x \u202e y\n");
    for (const Language language :
         {Language::Cuda, Language::Cpp, Language::Hip, Language::Python, Language::CMake,
          Language::Make, Language::Shell, Language::Toml, Language::Requirements, Language::Yaml,
          Language::Dockerfile, Language::Json, Language::Markdown, Language::SetupCfg}) {
        QVERIFY2(hidden(language, line).size() == 1, qPrintable(languageId(language)));
    }
    // The byte order mark is where it belongs; Latin-1 has quotes where Unicode has controls.
    QVERIFY(hidden(Language::Cpp, "\xef\xbb\xbfint x;\n").isEmpty());
    QVERIFY(hidden(Language::Cpp, "// \x93quoted\x94 \xe9\n").isEmpty());
}

void TestHiddenCharacters::placesAreNamed()
{
    const QByteArray bytes = utf8(u"int a;\nint b; // \u202e evil\nint c;\n");
    const QVector<Finding> found = hidden(Language::Cpp, bytes);
    QCOMPARE(found.size(), 1);
    QCOMPARE(found[0].range.begin, bytes.indexOf("\xe2\x80\xae"));
    QCOMPARE(found[0].range.size(), 3);
    QCOMPARE(found[0].excerpt, QStringLiteral("int b; // \\u202e evil"));
    QVERIFY(found[0].message.contains(QLatin1String("`RLO U+202E`")));
    QCOMPARE(found[0].phase, Phase::Detection);
}

void TestHiddenCharacters::findingsAreBounded()
{
    const QVector<Finding> found = hidden(Language::Shell, utf8(u"\u202e\n").repeated(250));
    QCOMPARE(found.size(), 101);
    QVERIFY(found.last().message.contains(QLatin1String("150")));
}

void TestHiddenCharacters::notebooks()
{
    const auto notebook = [](const QByteArray& source) {
        return "{\"cells\": [{\"cell_type\": \"code\", \"metadata\": {}, \"outputs\": [],\n"
               "\"source\": [\"" +
               source + "\"]}],\n\"metadata\": {}, \"nbformat\": 4, \"nbformat_minor\": 5}\n";
    };
    QCOMPARE(hidden(Language::Notebook, notebook("x = 1 # \xe2\x80\xae y")).size(), 1);
    const QVector<Finding> spelled = hidden(Language::Notebook, notebook("x = 1 # \\u202e y"));
    QCOMPARE(spelled.size(), 1);
    QCOMPARE(spelled[0].line, 2);
    QVERIFY(hidden(Language::Notebook, notebook("x = '\\\\u202e'")).isEmpty());
    QVERIFY(
        hidden(Language::Notebook, notebook("# \\ud83d\\udc69\\u200d\\ud83d\\udcbb")).isEmpty());
    QVERIFY(hidden(Language::Notebook, notebook("\\u001b[31mcolour of a traceback")).isEmpty());
}

// A hang ends at the test's limit.
void TestHiddenCharacters::workIsLinear()
{
    for (const char16_t* piece :
         {u"\u2066", u"\u2066\u2069\u2069", u"\U000E0041", u"\u200b", u"\u202e\n"}) {
        QVERIFY(!hidden(Language::Shell, utf8(piece).repeated(300'000)).isEmpty());
    }
    QVERIFY(!hidden(Language::Shell,
                    utf8(u"\u2066").repeated(200'000) + "\"" + utf8(u"\u2069").repeated(200'000))
                 .isEmpty());
}

QTEST_GUILESS_MAIN(TestHiddenCharacters)
#include "tst_hiddencharacters.moc"
