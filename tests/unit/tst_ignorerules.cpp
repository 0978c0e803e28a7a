#include "core/scan/ignorerules.h"
#include "tests/unit/gitfixture.h"

#include <QRandomGenerator>
#include <QTest>

using namespace rocport;

namespace {

std::string_view viewOf(const QByteArray& text)
{
    return {text.constData(), static_cast<size_t>(text.size())};
}

QByteArray answerOf(const QByteArray& rules, const QByteArray& path, bool isFolder)
{
    qint64 work = 0;
    switch (IgnoreFile(rules).ask(viewOf(path), isFolder, work)) {
    case IgnoreFile::Answer::Ignored:
        return "ignored";
    case IgnoreFile::Answer::Kept:
        return "kept";
    case IgnoreFile::Answer::Unsaid:
        break;
    }
    return "unsaid";
}

} // namespace

class TestIgnoreRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GitFixture::isolate(m_home.path()); }

    void patterns_data()
    {
        QTest::addColumn<QByteArray>("rules");
        QTest::addColumn<QByteArray>("path"); // '/' at the end: a folder
        QTest::addColumn<QByteArray>("answer");
        const auto row = [](const char* name, const char* rules, const char* path,
                            const char* answer) {
            QTest::newRow(name) << QByteArray(rules) << QByteArray(path) << QByteArray(answer);
        };
        row("name", "a.o", "a.o", "ignored");
        row("name below", "a.o", "x/y/a.o", "ignored");
        row("other name", "a.o", "b.o", "unsaid");
        row("star", "*.o", "x/b.o", "ignored");
        row("star in a name only", "a*c", "a/c", "unsaid");
        row("rooted", "/a", "a", "ignored");
        row("rooted below", "/a", "x/a", "unsaid");
        row("with a slash", "x/a", "x/a", "ignored");
        row("with a slash below", "x/a", "y/x/a", "unsaid");
        row("folder", "build/", "build/", "ignored");
        row("folder, a file", "build/", "build", "unsaid");
        row("leading stars", "**/a", "x/y/a", "ignored");
        row("leading stars, top", "**/a", "a", "ignored");
        row("stars at the end", "a/**", "a/b/c", "ignored");
        row("stars at the end, itself", "a/**", "a/", "unsaid");
        row("stars between", "a/**/b", "a/x/y/b", "ignored");
        row("stars between, none", "a/**/b", "a/b", "ignored");
        row("stars inside a name", "a**b/c", "axxb/c", "ignored");
        row("question mark", "a?c", "abc", "ignored");
        row("question mark and slash", "x/a?c", "x/a/c", "unsaid");
        row("class", "[a-c]x", "bx", "ignored");
        row("class, not", "[!a-c]x", "bx", "unsaid");
        row("class of names", "[[:digit:]]x", "7x", "ignored");
        row("class that never ends", "[ab", "a", "unsaid");
        row("bracket first", "[]]x", "]x", "ignored");
        row("backslash", "\\*x", "*x", "ignored");
        row("backslash, no star", "\\*x", "ax", "unsaid");
        row("backslash at the end", "a\\", "a", "unsaid");
        row("comment", "# a\na", "# a", "unsaid");
        row("hash", "\\#a", "#a", "ignored");
        row("negated", "*.o\n!a.o", "a.o", "kept");
        row("negated and again", "*.o\n!a.o\na.*", "a.o", "ignored");
        row("spaces at the end", "a.o   ", "a.o", "ignored");
        row("a space that counts", "a\\ ", "a ", "ignored");
        row("line ends of Windows", "a.o\r\n", "a.o", "ignored");
        row("byte order mark",
            "\xef\xbb\xbf"
            "a.o",
            "a.o", "ignored");
        row("empty lines", "\n\n \n/\n!\n", "a", "unsaid");
    }

    void patterns()
    {
        QFETCH(QByteArray, rules);
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, answer);
        const bool folder = path.endsWith('/');
        path.chop(folder ? 1 : 0);
        QCOMPARE(answerOf(rules, path, folder), answer);
    }

    void caseIsIgnoredWhereGitDoes()
    {
        qint64 work = 0;
        const IgnoreFile rules("Makefile.IN\n*.O\n[x-z]1\n", true);
        for (const char* path : {"makefile.in", "a.o", "Y1"}) {
            QCOMPARE(rules.ask(path, false, work), IgnoreFile::Answer::Ignored);
        }
        QCOMPARE(IgnoreFile("*.O\n").ask("a.o", false, work), IgnoreFile::Answer::Unsaid);
    }

    /// Random patterns over a small alphabet say what `git check-ignore` says.
    void sameAsGit()
    {
        const GitFixture fixture;
        QRandomGenerator random(20260101);
        const QByteArrayList parts = {"a",    "b",    "ab", "*",    "?",   "/", "**/", "/**",
                                      "/**/", "[ab]", "c",  "[!a]", "\\a", ".", "*b",  "a*"};
        const QByteArrayList names = {"a", "b", "ab", "abc", "ba", "c", "a.b", "aab"};
        QByteArrayList paths;
        for (int i = 0; i < 120; ++i) {
            QByteArray path = names.at(random.bounded(names.size()));
            for (int depth = random.bounded(3); depth > 0; --depth) {
                path += '/' + names.at(random.bounded(names.size()));
            }
            paths.append(path);
        }
        int ignored = 0;
        for (int round = 0; round < 60; ++round) {
            QByteArray rules;
            QByteArrayList lines;
            for (int n = 1 + random.bounded(3); n > 0; --n) {
                QByteArray line = random.bounded(4) == 0 ? "!" : "";
                for (int part = 1 + random.bounded(4); part > 0; --part) {
                    line += parts.at(random.bounded(parts.size()));
                }
                // Git cuts a pattern at its first wildcard, so that stars that follow a name
                // directly are read in another way than its manual says.
                if (!line.contains("***") && !line.contains("a**") && !line.contains("b**") &&
                    !line.contains("c**") && !line.contains("//")) {
                    lines.append(line);
                }
            }
            rules = lines.join('\n') + '\n';
            fixture.write(".gitignore", rules);
            QProcess git;
            git.setWorkingDirectory(fixture.path());
            // Without folders on the disk every path is a file, and each part above it a folder.
            git.start(QStringLiteral("git"),
                      {QStringLiteral("check-ignore"), QStringLiteral("--no-index"),
                       QStringLiteral("-v"), QStringLiteral("-n"), QStringLiteral("-z"),
                       QStringLiteral("--stdin")});
            git.write(paths.join('\0') + '\0');
            git.closeWriteChannel();
            QVERIFY(git.waitForFinished(30000));
            const QByteArrayList fields = git.readAllStandardOutput().split('\0');
            for (qsizetype i = 0; i < paths.size(); ++i) {
                const QByteArray pattern = fields.value(4 * i + 2);
                const QByteArray& path = paths.at(i);
                QCOMPARE(fields.value(4 * i + 3), path);
                const bool expected = !pattern.isEmpty() && !pattern.startsWith('!');
                // What is inside of an ignored folder is ignored.
                bool got = false;
                for (qsizetype slash = path.indexOf('/'); !got && slash > 0;
                     slash = path.indexOf('/', slash + 1)) {
                    got = answerOf(rules, path.left(slash), true) == "ignored";
                }
                got = got || answerOf(rules, path, false) == "ignored";
                ignored += got ? 1 : 0;
                QVERIFY2(got == expected,
                         (rules + " and " + path + ": git says " + pattern).constData());
            }
        }
        QVERIFY(ignored > 500);
    }

    void matchingIsBounded_data()
    {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QByteArray>("path");
        const QByteArray as(1000, 'a');
        QTest::newRow("stars") << QByteArray("*a").repeated(60) + "b0" << as;
        QTest::newRow("stars below") << "x/" + QByteArray("*a").repeated(60) + "b0"
                                     << "x/" + as;
        QTest::newRow("folders") << QByteArray("**/a/").repeated(60) + "b"
                                 << QByteArray("a/").repeated(500) + "c";
        QTest::newRow("folders and stars")
            << QByteArray("**/*a*a/").repeated(60) + "b" << QByteArray("aaaa/").repeated(200) + "c";
        QTest::newRow("classes") << QByteArray("*[a-z]").repeated(60) + "0" << as;
    }

    void matchingIsBounded()
    {
        QFETCH(QByteArray, pattern);
        QFETCH(QByteArray, path);
        qint64 work = 0;
        QCOMPARE(IgnoreFile(pattern).ask(viewOf(path), false, work), IgnoreFile::Answer::Unsaid);
        QVERIFY2(work <= 2 * pattern.size() * path.size(), qPrintable(QString::number(work)));
    }

    void manyPlainNamesAreLookedUp()
    {
        QByteArray rules;
        for (int i = 0; i < 50000; ++i) {
            rules += "name" + QByteArray::number(i) + ".o\n";
        }
        const IgnoreFile file(rules);
        qint64 work = 0;
        QCOMPARE(file.ask("x/name49999.o", false, work), IgnoreFile::Answer::Ignored);
        QCOMPARE(file.ask("x/other.o", false, work), IgnoreFile::Answer::Unsaid);
        QVERIFY(work < 100);
    }

private:
    QTemporaryDir m_home;
};

QTEST_GUILESS_MAIN(TestIgnoreRules)
#include "tst_ignorerules.moc"
