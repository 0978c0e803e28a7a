#include "core/base/cancelscope.h"
#include "core/vcs/repository.h"
#include "tests/unit/repositoryfixture.h"

#include <QTest>

#include <sys/stat.h>

using namespace rocport;
using namespace rocport::fixture;

namespace {

QByteArray allBytes()
{
    QByteArray bytes;
    for (int i = 0; i < 256; ++i) {
        bytes += static_cast<char>(i);
    }
    return bytes;
}

} // namespace

class TestPatches : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GitFixture::isolate(m_home.path()); }

    void gitAmTakesThem_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("before"); // null: a new file
        QTest::addColumn<QByteArray>("after");  // null: removed
        const auto row = [](const char* name, const QByteArray& path, const QByteArray& before,
                            const QByteArray& after) {
            QTest::newRow(name) << path << before << after;
        };
        row("plain", "a.cu", "1\n2\n3\n", "1\nx\n3\n");
        row("CRLF", "a.cu", "1\r\n2\r\n3\r\n", "1\r\nx\r\n3\r\n");
        row("mixed line ends", "a.cu", "1\r\n2\n3\r4\n", "1\r\nx\n3\r4\n");
        row("no last newline", "a.cu", "1\n2", "1\n3");
        row("newline at the end added", "a.cu", "1\n2", "1\n2\n");
        row("newline at the end removed", "a.cu", "1\n2\n", "1\n2");
        row("new", "dir/sub/new.cu", {}, "n\n");
        row("new and empty", "new.cu", {}, "");
        row("removed", "gone.cu", "g\n", {});
        row("non-ASCII name", "d\xc3\xa4/\xe6\x97\xa5\xe6\x9c\xac.cu", "1\n", "2\n");
        row("name not UTF-8", "latin\xe9.cu", "1\n", "2\n");
        row("spaces", "with  two spaces .cu", "1\n", "2\n");
        row("leading dash", "-rf.cu", "1\n", "2\n");
        row("quotes", "q\"'\\.cu", "1\n", "2\n");
        row("newline in name", "new\nline.cu", "1\n", "2\n");
        row("Latin-1 content", "a.cu", "caf\xe9\n", "th\xe9\n");
        row("UTF-8 content", "a.cu", "\xe6\x97\xa5\n", "\xe6\x9c\xac\n");
        row("byte order mark", "a.cu",
            "\xef\xbb\xbf"
            "1\n",
            "\xef\xbb\xbf"
            "2\n");
        row("binary", "a.bin", allBytes(), allBytes() + allBytes());
        row("UTF-16", "a.cu",
            QByteArray("\xff\xfe"
                       "1\0\n\0",
                       6),
            QByteArray("\xff\xfe"
                       "2\0\n\0",
                       6));
        row("NUL late", "a.cu", QByteArray(9000, 'x') + QByteArray("\n\0\n", 3),
            QByteArray(9000, 'x') + QByteArray("\n\0y\n", 4));
        row("long line", "a.cu", QByteArray(20000, 'a') + "\n1\n",
            QByteArray(20000, 'a') + "\n2\n");
        row("looks like mail", "a.cu", "From x\n-- \n---\n",
            "From x Mon Sep 17 00:00:00 2001\n-- \n---\n");
        row("trailing blanks", "a.cu", "1  \t\n", "2 \t \n\n\n");
        row("equals signs", "a.cu", "a=3D\r\n", "a=3D=\r\n=\r\n");
        row("form feed", "a.cu", "1\f\n", "2\f\v\n");
    }

    void gitAmTakesThem()
    {
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        GitFixture fixture;
        fixture.run({text("config"), text("core.autocrlf"), text("false")});
        fixture.write("other", "o\n");
        if (!before.isNull()) {
            fixture.write(path, before);
        }
        const QByteArray base = fixture.commitAll();
        checkSeries(fixture, base, {{file(path, after, after.isNull())}}, {text("Port it")});
    }

    void messages_data()
    {
        QTest::addColumn<QString>("message");
        QTest::newRow("one line") << text("Port phase 2");
        QTest::newRow("body") << text("Port phase 2\n\nFound: 3 places.\n\n- a\n- b\n");
        QTest::newRow("non-ASCII") << text("Port d\u00e9tection \u65e5\u672c\u8a9e "
                                           "of a subject that is longer than one encoded word "
                                           "can be \u2013 by far\n\nK\u00f6rper \u2713\n");
        QTest::newRow("long subject") << text("Port ") + QString(300, u'x') + text("\n\nBody\n");
        QTest::newRow("long body line") << text("Port\n\n") + QString(3000, u'y') + u'\n';
        QTest::newRow("Markdown") << text("Port\n\n`a.cu:3`: \"x = y\" *not* =3D\n");
    }

    void messages()
    {
        QFETCH(QString, message);
        GitFixture fixture;
        fixture.write("a", "1\n");
        const QByteArray base = fixture.commitAll();
        checkSeries(fixture, base, {{file("a", "2\n")}}, {message});
    }

    void linesThatLookLikeAPatch()
    {
        GitFixture fixture;
        fixture.write("a", "1\n");
        const QByteArray base = fixture.commitAll();
        const auto opened = Repository::open(fixture.path());
        QVERIFY(opened);
        const auto made = (*opened)->commit(text("p"), base, {file("a", "2\n")},
                                            text("Port\n\nFrom: someone\n---\ndiff --git a/x "
                                                 "b/x\nFrom x Mon Sep 17 00:00:00 2001\n"));
        QVERIFY(made);
        applySeries(fixture, base,
                    *(*opened)->exportPatches(base, made->id, fixture.outside(text("p"))));
        if (QTest::currentTestFailed()) {
            return;
        }
        const QByteArray body = GitFixture::runIn(fixture.outside(text("clone")),
                                                  {text("log"), text("-1"), text("--format=%B")});
        QVERIFY(body.contains("diff --git a/x b/x"));
        QVERIFY(body.contains("From: someone"));
        QCOMPARE(GitFixture::readFile(fixture.outside(text("clone/a"))), QByteArray("2\n"));
    }

    void aSeries()
    {
        GitFixture fixture;
        fixture.write("a", "1\n");
        const QByteArray base = fixture.commitAll();
        QVector<QVector<CommitFile>> commits;
        QStringList messages;
        for (int i = 0; i < 11; ++i) {
            commits.append({file("a", QByteArray::number(i + 2) + '\n'),
                            file("f" + QByteArray::number(i), "x\r\n")});
            messages.append(text("Port phase %1: \u00e4/b").arg(i));
        }
        checkSeries(fixture, base, commits, messages);
        const QStringList names = QDir(fixture.outside(text("patches"))).entryList(QDir::Files);
        QCOMPARE(names.size(), 11);
        QCOMPARE(names.first(), text("0001-Port-phase-0-b.patch"));
    }

    void attributesOfTheCheckoutDoNotMatter()
    {
        GitFixture fixture;
        fixture.write("a.cu", "1\n");
        const QByteArray base = fixture.commitAll();
        fixture.write("a.cu", "2\n");
        const QByteArray tip = fixture.commitAll();
        fixture.write(".gitattributes", "*.cu -diff\n");
        const auto repository = Repository::open(fixture.path());
        QVERIFY(repository.ok());
        const QTemporaryDir folder;
        const auto patches = (*repository)->exportPatches(base, tip, folder.path());
        QVERIFY(patches.ok());
        QFile patch(patches->first());
        QVERIFY(patch.open(QIODevice::ReadOnly));
        QVERIFY(patch.readAll().contains("\n-1\n+2\n"));
        // A pipe would keep whoever opens it waiting for ever.
        QVERIFY(QFile::remove(fixture.path() + QStringLiteral("/.gitattributes")));
        const QByteArray pipe =
            QFile::encodeName(fixture.path() + QStringLiteral("/.gitattributes"));
        QCOMPARE(::mkfifo(pipe.constData(), 0600), 0);
        QVERIFY((*repository)->exportPatches(base, tip, folder.path()).ok());
    }

    void authorWithOddName()
    {
        GitFixture fixture;
        fixture.run({text("config"), text("user.name"), text("J. \"Q\" Public, Jr.")});
        fixture.write("a", "1\n");
        const QByteArray base = fixture.commitAll();
        checkSeries(fixture, base, {{file("a", "2\n")}}, {text("Port")});
    }

    void cancelledOnesEndEarly()
    {
        GitFixture fixture;
        fixture.write("a", "1\n");
        const QByteArray base = fixture.commitAll();
        fixture.write("a", "2\n");
        const QByteArray tip = fixture.commitAll();
        const auto opened = Repository::open(fixture.path());
        QVERIFY(opened.ok());
        const CancelToken cancel;
        const CancelScope scope(cancel);
        cancel.cancel();
        const QTemporaryDir folder;
        const auto patches = (*opened)->exportPatches(base, tip, folder.path());
        QVERIFY(!patches.ok());
        QCOMPARE(patches.error().code, ErrorCode::Cancelled);
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void nothingBetween()
    {
        GitFixture fixture;
        fixture.write("a", "1\n");
        const QByteArray base = fixture.commitAll();
        const auto opened = Repository::open(fixture.path());
        const auto paths = (*opened)->exportPatches(base, base, fixture.outside(text("p")));
        QVERIFY(paths);
        QVERIFY(paths->isEmpty());
    }

    void folderThatCannotBeMade()
    {
        GitFixture fixture;
        fixture.write("a", "1\n");
        const QByteArray base = fixture.commitAll();
        const auto opened = Repository::open(fixture.path());
        const auto made = (*opened)->commit(text("p"), base, {file("a", "2\n")}, text("m"));
        const auto paths =
            (*opened)->exportPatches(base, made->id, fixture.path() + text("/a/patches"));
        QVERIFY(!paths);
        QCOMPARE(paths.error().code, ErrorCode::FileWriteFailed);
    }

private:
    static void applySeries(const GitFixture& fixture, const QByteArray& base,
                            const QStringList& patches)
    {
        const QString clone = fixture.outside(text("clone"));
        fixture.run(
            {text("clone"), text("-q"), text("-c"), text("core.autocrlf=false"), text("."), clone});
        fixture.configure(clone);
        GitFixture::runIn(clone, {text("checkout"), text("-q"), QString::fromLatin1(base)});
        int code = 0;
        const QByteArray said =
            GitFixture::runIn(clone, QStringList{text("am"), text("-q")} + patches, &code);
        QVERIFY2(code == 0, said.constData());
    }

    /// Commits, exports, applies to a clone and compares trees, messages and authors.
    static void checkSeries(const GitFixture& fixture, const QByteArray& base,
                            const QVector<QVector<CommitFile>>& commits,
                            const QStringList& messages)
    {
        const auto opened = Repository::open(fixture.path());
        QVERIFY(opened);
        QByteArray tip = base;
        for (qsizetype i = 0; i < commits.size(); ++i) {
            const auto made = (*opened)->commit(text("p"), tip, commits[i], messages[i]);
            QVERIFY2(made, made ? "" : qPrintable(made.error().detail));
            tip = made->id;
        }
        const auto patches = (*opened)->exportPatches(base, tip, fixture.outside(text("patches")));
        QVERIFY2(patches, patches ? "" : qPrintable(patches.error().detail));
        QCOMPARE(patches->size(), commits.size());
        applySeries(fixture, base, *patches);
        if (QTest::currentTestFailed()) {
            return;
        }
        const QString clone = fixture.outside(text("clone"));
        const QString range = QString::fromLatin1(base) + text("..");
        const QStringList log = {text("log"), text("--format=%T%n%an <%ae>%n%ad%n%B")};
        QCOMPARE(GitFixture::runIn(clone, log + QStringList{range + text("HEAD")}),
                 fixture.run(log + QStringList{range + QString::fromLatin1(tip)}));
    }

    QTemporaryDir m_home;
};

QTEST_GUILESS_MAIN(TestPatches)
#include "tst_patches.moc"
