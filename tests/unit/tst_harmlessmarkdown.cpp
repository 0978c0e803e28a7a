// Summaries in a Markdown report: nothing in them acts, and code stays code.
#include "core/report/harmlessmarkdown.h"

#include <QtTest>

using namespace rocport;

class TestHarmlessMarkdown : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void texts_data();
    void texts();
    void workIsLinear();
};

void TestHarmlessMarkdown::texts_data()
{
    QTest::addColumn<QString>("markdown");
    QTest::addColumn<QString>("harmless");
    const auto row = [](const char* name, const char* markdown, const char* harmless) {
        QTest::newRow(name) << QString::fromUtf8(markdown) << QString::fromUtf8(harmless);
    };
    row("plain", "# a\n\n- **b** `c<d>`\n", "# a\n\n- **b** `c<d>`");
    row("tag", "a <img src=x> b", "a &lt;img src=x> b");
    row("web link", "[a](https://b.c) [d](#e)", "[a](https://b.c) [d](#e)");
    row("script link", "[a](javascript:alert(1))", "[a]\\(javascript:alert(1))");
    row("spelled link", "[a](&#106;avascript:x)", "[a]\\(&#106;avascript:x)");
    row("link in brackets", "[a](<javascript:x>)", "[a]\\(&lt;javascript:x>)");
    row("link on two lines", "[a](\njavascript:x)", "[a]\\(\njavascript:x)");
    row("defined link", "- [a]: javascript:x\n\n[a]", "- [a]\\: javascript:x\n\n[a]");
    row("image", "![a](https://b.c/d.png)", "!\\[a](https://b.c/d.png)");
    row("open backtick", "` <b>", "\\` &lt;b>");
    row("escaped backtick", "\\` <b> `", "\\` &lt;b> \\`");
    row("two lengths", "`` ` <b> ```", "\\`\\` \\` &lt;b> \\`\\`\\`");
    row("longer code", "`` a`<b> `` <c>", "`` a`<b> `` &lt;c>");
    row("code over lines", "`a\n` <b> `", "\\`a\n` <b> `");
    row("escaped backslash", "\\\\<b>", "\\\\&lt;b>");
    row("escaped tag", "\\<b>", "\\<b>");
    row("fence", "```\n<b>\n```\n<c>", "```\n<b>\n```\n&lt;c>");
    row("fence of a list", "- a\n  ```\n<b>\n  ```\n<c>", "- a\n```\n<b>\n```\n&lt;c>");
    row("indented no fence", "    ```\n<b>", "    \\`\\`\\`\n&lt;b>");
    row("no fence", "```a`\n<b>", "\\`\\`\\`a\\`\n&lt;b>");
    row("open fence", "````\n```\n<b>", "````\n```\n<b>\n````");
    row("other fence", "~~~\n```\n~~~\n<b>", "\\~~~\n```\n~~~\n<b>\n```");
    row("table", "| a |\n|---|\n| `b | <c> ` |", "| a |\n|---|\n| `b \\| <c> ` |");
    row("no table", "`a || b`", "`a || b`");
    row("hidden", "a\u202eb", "a\\u202eb");
    row("lone return", "a\rb", "a\\x0db");
}

void TestHarmlessMarkdown::texts()
{
    QFETCH(QString, markdown);
    QFETCH(QString, harmless);
    QCOMPARE(harmlessMarkdown(markdown), harmless);
}

// Twice the text is about twice the output: nothing is looked for again and again. A hang ends at
// the test's limit.
void TestHarmlessMarkdown::workIsLinear()
{
    for (const char* piece : {"`", "`a", "`` ` ", "[", "](", "![", "\\", "<", "|-", "``` "}) {
        QVERIFY(!harmlessMarkdown(QString::fromLatin1(piece).repeated(200'000)).isEmpty());
    }
    QString rising;
    for (int width = 1; width < 1500; ++width) {
        rising += QString(width, u'`') + u' ';
    }
    QVERIFY(!harmlessMarkdown(rising).isEmpty());
}

QTEST_GUILESS_MAIN(TestHarmlessMarkdown)
#include "tst_harmlessmarkdown.moc"
