#include "core/rules/linesettings.h"
#include "core/text/bytes.h"

#include <QTest>

using namespace rocport;

/// Which variables a line of a script or of settings sets, and to what.
class TestLineSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
    void ranges();
    void longLines();
};

namespace {

/// "NAME=value", "NAME below", "NAME nothing" for each.
QStringList settings(const QByteArray& text, Language language)
{
    QStringList result;
    const SourceBuffer source(text);
    for (const LineSetting& one : settingsOfLine(source, 1, language)) {
        result.append(toText(one.name) + (one.isBelow      ? QStringLiteral(" below")
                                          : one.hasValue() ? u'=' + toText(one.value)
                                                           : QStringLiteral(" nothing")));
    }
    return result;
}

} // namespace

void TestLineSettings::reads_data()
{
    QTest::addColumn<Language>("language");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("found"); // joined by blanks
    const auto row = [](Language language, const char* text, const char* found) {
        QTest::addRow("%s %s", qPrintable(languageId(language)), text)
            << language << QByteArray(text) << QString::fromLatin1(found);
    };
    row(Language::Shell, "export A=1 B_2='x y' C=\"\"", "A=1 B_2=x y C nothing");
    row(Language::Shell, "A= make; B+=2&& c", "A nothing B=2");
    row(Language::Shell, "echo $A: ${B=x} \"$C=\" [ $D == 1 ] E == 1 F = 1 # G=1", "");
    row(Language::Shell, "A: 1", "");
    row(Language::Shell, "docker run -e 'A=' -e \"B=1\" -DC=2", "A nothing B=1 DC=2");
    row(Language::Shell, "sh -c \"A=\\\"1 2\\\" B=\\\"\\\"\"", "A=1 B nothing");
    row(Language::Shell, "A=\"open", "A=open");
    row(Language::Dockerfile, "ENV A 1", "A=1");
    row(Language::Dockerfile, "env A=1 B=2 \\", "A=1 B=2");
    row(Language::Dockerfile, "ENV A B 1", "A=B");
    row(Language::Dockerfile, "RUN A 1", "");
    row(Language::Make, "A := 1", "A=1");
    row(Language::Make, "A ?= 1", "A=1");
    row(Language::Make, "A::=1", "A=1");
    row(Language::Make, "export A += 1", "A=1");
    row(Language::Toml, "A = \"1\" # c", "A=1");
    row(Language::Toml, "x = { A = '1', B=2}", "x={ A=1 B=2");
    row(Language::Json, "{\"A\": \"1\", \"B\":2}", "A=1 B=2");
    row(Language::Yaml, "- run: A=1 B", "run=A=1 A=1");
    row(Language::Yaml, "A: '1' # B: 2", "A=1");
    row(Language::Yaml, "x: {A: 1, \"B\": 2}", "x={A: A=1 B=2");
    row(Language::Yaml, "image: a:b:1", "image=a:b:1");
    row(Language::Yaml, "A:\n  1", "A below");
    row(Language::Yaml, "A: # why\r\n\r\n  # how\r\n  1", "A below");
    row(Language::Yaml, "- A: >-\n    1", "A below");
    row(Language::Yaml, "A: |", "A nothing");
    row(Language::Yaml, "A:\n- 1", "A below");
    row(Language::Yaml, "A:\nB: 1", "A nothing");
    row(Language::Yaml, "A: ''", "A nothing");
    row(Language::Yaml, "- name: A\n  value: \"1\"", "A=1");
    row(Language::Yaml, "- name: A\n  value: |\n    1", "A below");
    row(Language::Yaml, "- name: A\n  value: \"\"", "A nothing");
    row(Language::Yaml, "- name: A=1\n  run: x", "");
    row(Language::Yaml, "- name: A", "");
}

void TestLineSettings::reads()
{
    QFETCH(Language, language);
    QFETCH(QByteArray, text);
    QFETCH(QString, found);
    QCOMPARE(settings(text, language).join(u' '), found);
}

void TestLineSettings::ranges()
{
    const SourceBuffer source("x\n  A: \"1\"\n- name: B\n  value: 2\n");
    QCOMPARE(settingsOfLine(source, 2, Language::Yaml).value(0).range, (ByteRange{4, 10}));
    QCOMPARE(settingsOfLine(source, 3, Language::Yaml).value(0).range, (ByteRange{19, 20}));
}

void TestLineSettings::longLines()
{
    QCOMPARE(settings("A=1 " + QByteArray(9900, 'x'), Language::Shell).size(), 1);
    QVERIFY(settings("A=1 " + QByteArray(10000, 'x'), Language::Shell).isEmpty());
    QCOMPARE(settings("A=" + QByteArray(5000, 'x'), Language::Shell).value(0).size(), 1002);
}

QTEST_GUILESS_MAIN(TestLineSettings)
#include "tst_linesettings.moc"
