// What a repository hides in a text is shown, whoever reads it.
#include "core/base/repopath.h"
#include "core/base/visibletext.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace rocport;

class TestVisibleText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lines_data();
    void lines();
    void textKeepsItsLines();
    void everyHiddenCharacterIsEscaped();
    void names_data();
    void names();
    void bytes_data();
    void bytes();
    void jsonLosesNothing();
    void charactersHaveNames();
};

void TestVisibleText::lines_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char* name, const QString& text, const char* shown) {
        QTest::newRow(name) << text << QString::fromUtf8(shown);
    };
    row("nothing", {}, "");
    row("plain", QStringLiteral("a <b> & \\x1b"), "a <b> & \\x1b");
    row("letters", QStringLiteral("Größe 你好 שלום €"), "Größe 你好 שלום €");
    row("emoji", QStringLiteral("\U0001F469 \u26A0\uFE0F"), "\U0001F469 \u26A0\uFE0F");
    row("C0", QString::fromLatin1("a\x1b[2Jb\bc\rd"), "a\\x1b[2Jb\\x08c\\x0dd");
    row("line feed and tab", QStringLiteral("a\n\tb"), "a\\n\\x09b");
    row("DEL", QStringLiteral("a\x7f"), "a\\x7f");
    row("C1", QString(QChar(0x9b)) + QStringLiteral("31m") + QChar(0x85), "\\u009b31m\\u0085");
    row("overrides", QStringLiteral("a\u202eb\u202cc"), "a\\u202eb\\u202cc");
    row("isolates", QStringLiteral("\u2066a\u2069"), "\\u2066a\\u2069");
    row("marks", QStringLiteral("\u200e\u200f\u061c"), "\\u200e\\u200f\\u061c");
    row("no width", QStringLiteral("a\u200bb\u200cc\u200dd\u2060e\ufeff"),
        "a\\u200bb\\u200cc\\u200dd\\u2060e\\ufeff");
    row("separators", QStringLiteral("a\u2028b\u2029"), "a\\u2028b\\u2029");
    row("tags", QStringLiteral("a\U000E0041\U000E007F"), "a\\U000e0041\\U000e007f");
    row("soft hyphen", QString(QChar(0xad)), "\\u00ad");
    row("invisible letter", QStringLiteral("\u3164"), "\\u3164");
    row("selectors of nothing", QStringLiteral("a\uFE0F\u26A0\uFE0F\uFE0E"),
        "a\\ufe0f\u26A0\uFE0F\\ufe0e");
    row("high surrogate", QString(QChar(0xd83d)) + u'x', "\\ud83dx");
    row("low surrogate", QString(QChar(0xdc00)), "\\udc00");
}

void TestVisibleText::lines()
{
    QFETCH(QString, text);
    QFETCH(QString, shown);
    QCOMPARE(visibleLine(text), shown);
    QCOMPARE(visibleLine(shown), shown);
}

void TestVisibleText::textKeepsItsLines()
{
    QCOMPARE(visibleText(QStringLiteral("a\n\tb\r\nc\rd\u202e")),
             QStringLiteral("a\n\tb\r\nc\\x0dd\\u202e"));
    // A job's log is read by its own reader, which acts on controls.
    QCOMPARE(visibleMarks(QStringLiteral("\x1b[1ma\b\u202e")), QStringLiteral("\x1b[1ma\b\\u202e"));
}

void TestVisibleText::everyHiddenCharacterIsEscaped()
{
    int hidden = 0;
    for (char32_t c = 0; c <= 0x10ffff; ++c) {
        const QString text = c > 0xffff ? QString::fromUcs4(&c, 1) : QString(QChar(char16_t(c)));
        const QString shown = visibleLine(text);
        if (isHiddenCharacter(c)) {
            ++hidden;
            QCOMPARE(shown, escapedCharacter(c));
            QVERIFY(std::all_of(shown.begin(), shown.end(), [](QChar one) {
                return one.unicode() > 0x20 && one.unicode() < 0x7f;
            }));
        } else {
            QCOMPARE(shown, text);
        }
        // What Unicode calls a control or a separator of lines is never shown as it is.
        const QChar::Category category = QChar::category(c);
        const bool acts = category == QChar::Other_Control || category == QChar::Other_Surrogate ||
                          category == QChar::Separator_Line ||
                          category == QChar::Separator_Paragraph;
        QVERIFY2(!acts || isHiddenCharacter(c), qPrintable(escapedCharacter(c)));
        QVERIFY(!isBidiControl(c) || isHiddenCharacter(c));
    }
    QVERIFY(hidden > 6000); // with the surrogates and the tags
}

void TestVisibleText::names_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char* name, const QByteArray& path, const char* shown) {
        QTest::newRow(name) << path << QString::fromUtf8(shown);
    };
    row("UTF-8", "caf\xc3\xa9.cu", "café.cu");
    row("controls", "a\x1b[31m\n\t.cu", "a\\x1b[31m\\n\\x09.cu");
    row("C1", "a\xc2\x9b.cu", "a\\u009b.cu");
    row("override", "a\xe2\x80\xaeuc.cpp", "a\\u202euc.cpp");
    row("mark at the start", "\xef\xbb\xbf.cu", "\\ufeff.cu");
    row("no UTF-8",
        "\x9b\xff"
        "a\xe2\x80\xae",
        "\\x9b\\xffa\\xe2\\x80\\xae");
}

void TestVisibleText::names()
{
    QFETCH(QByteArray, path);
    QFETCH(QString, shown);
    QCOMPARE(visibleName(path), shown);
    QCOMPARE(RepoPath(path).display(), shown);
    QCOMPARE(RepoPath("d/" + path).displayName(), shown);
    QCOMPARE(RepoPath(path + "/f").displayFolder(), shown);
}

void TestVisibleText::bytes_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("shown");
    QTest::newRow("plain") << QByteArray("a\n\tb\xc3\xa9\n") << QByteArray("a\n\tb\xc3\xa9\n");
    QTest::newRow("hidden") << QByteArray("a\xe2\x80\xae\x1b\n") << QByteArray("a\\u202e\\x1b\n");
    QTest::newRow("broken") << QByteArray("\x9b"
                                          "31m\xc3\xa9\xc3")
                            << QByteArray("\\x9b31m\xc3\xa9\\xc3");
    QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << QByteArray("\\xed\\xa0\\x80");
}

void TestVisibleText::bytes()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, shown);
    QCOMPARE(visibleBytes(bytes), shown);
}

void TestVisibleText::jsonLosesNothing()
{
    const QString hostile =
        QStringLiteral("a\u202e\u009b\u200b\x7f\U000E0041é\U0001F469\u2028\ufeff");
    const QByteArray json = QJsonDocument(QJsonObject{{QStringLiteral("path"), hostile}}).toJson();
    const QByteArray shown = visibleJson(json);
    QCOMPARE(QJsonDocument::fromJson(shown).object().value(QStringLiteral("path")).toString(),
             hostile);
    QVERIFY(shown.contains("a\\u202e\\u009b\\u200b"));
    QVERIFY(shown.contains("\\udb40\\udc41"));
    QCOMPARE(QString::fromUtf8(shown), visibleText(QString::fromUtf8(shown)));
    const QByteArray plain = QStringLiteral("{\"a\": \"é\"}").toUtf8();
    QCOMPARE(visibleJson(plain), plain);
}

void TestVisibleText::charactersHaveNames()
{
    QCOMPARE(characterName(0x202e), QStringLiteral("RLO U+202E"));
    QCOMPARE(characterName(0x1b), QStringLiteral("ESC U+001B"));
    QCOMPARE(characterName(0xe0041), QStringLiteral("U+E0041"));
}

QTEST_GUILESS_MAIN(TestVisibleText)
#include "tst_visibletext.moc"
