#include "core/scan/gitvariables.h"

#include <QTest>

using namespace rocport;

/// What is counted of a configuration is what libgit2 names its variables; the fuzz target of that
/// name asks libgit2 itself.
class TestGitVariables : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void names_data();
    void names();
    void plain_data();
    void plain();
};

void TestGitVariables::names_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("section") << QByteArray("[Core]\nBare = false\n") << QByteArray("core.bare");
    QTest::newRow("subsection") << QByteArray("[branch \"Main\"]\n\tRemote = x\n")
                                << QByteArray("branch.Main.remote");
    QTest::newRow("in the heading's line") << QByteArray("[a]b=1") << QByteArray("a.b");
    QTest::newRow("above any heading") << QByteArray("a = 1\n[b]\nc=1\n") << QByteArray("a");
    QTest::newRow("behind a byte order mark")
        << QByteArray("\xef\xbb\xbf[a]\nb=1\n") << QByteArray("a.b");
    QTest::newRow("no value") << QByteArray("[a]\nb") << QByteArray("a.b");
}

void TestGitVariables::names()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, name);
    GitVariables variables;
    variables.add(text);
    QVERIFY(variables.mayHave(name));
    QVERIFY(!variables.mayHave(name + 'x'));
    QVERIFY(!variables.mayHave('.' + name));
    QVERIFY(variables.isPlain());
    QVERIFY(!variables.isEndless());
}

void TestGitVariables::plain_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("a value goes on") << QByteArray("[a]\nb = c\\\nd = 1\n");
    QTest::newRow("escape in a heading") << QByteArray("[a \"b\\\"c\"]\nd=1\n");
    QTest::newRow("NUL") << QByteArray("[a]\nb\0c = 1\n", 12);
    QTest::newRow("two headings in a line") << QByteArray("[a] [b] c = 1\n");
}

void TestGitVariables::plain()
{
    QFETCH(QByteArray, text);
    GitVariables variables;
    variables.add(text);
    QVERIFY(!variables.isPlain());
}

QTEST_GUILESS_MAIN(TestGitVariables)
#include "tst_gitvariables.moc"
