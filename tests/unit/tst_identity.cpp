// Who git would put into a commit, and what becomes of messages: asked of the git program too.
#include "core/vcs/repository.h"
#include "tests/unit/repositoryfixture.h"

#include <QTest>

using namespace rocport;
using namespace rocport::fixture;

namespace {

/// Sets variables while it lives.
class Environment
{
public:
    explicit Environment(const QList<QByteArray>& settings)
    {
        for (const QByteArray& setting : settings) {
            const QByteArray name = setting.left(setting.indexOf('='));
            m_before.append({name, qgetenv(name)});
            m_wasSet.append(qEnvironmentVariableIsSet(name.constData()));
            qputenv(name, setting.mid(name.size() + 1));
        }
    }
    ~Environment()
    {
        for (qsizetype i = 0; i < m_before.size(); ++i) {
            m_wasSet[i] ? (void)qputenv(m_before[i].first, m_before[i].second)
                        : (void)qunsetenv(m_before[i].first.constData());
        }
    }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

private:
    QList<QPair<QByteArray, QByteArray>> m_before;
    QList<bool> m_wasSet;
};

/// What git says of GIT_AUTHOR_IDENT without the time; empty: it does not know.
QByteArray asked(const GitFixture& fixture, const char* variable)
{
    int code = 0;
    // With the switch git guesses nothing, and takes no EMAIL either.
    const QString guesses =
        text(qEnvironmentVariableIsSet("EMAIL") ? "a.b=c" : "user.useConfigOnly=true");
    const QByteArray said = GitFixture::runIn(
        fixture.path(), {text("-c"), guesses, text("var"), QLatin1String(variable)}, &code);
    return code == 0 ? said.left(said.lastIndexOf('>') + 1) : QByteArray();
}

QByteArray shown(const GitPerson& person)
{
    return person.isComplete() ? person.text().toUtf8() : QByteArray();
}

} // namespace

class TestIdentity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GitFixture::isolate(m_home.path()); }

    void isGits_data()
    {
        QTest::addColumn<QList<QByteArray>>("environment");
        QTest::addColumn<QStringList>("settings"); // of the repository
        QTest::addColumn<QByteArray>("global");    // the user's file
        QTest::addColumn<bool>("known");
        using Environment = QList<QByteArray>;
        const QStringList both{text("user.name=Ada L"), text("user.email=ada@example.org")};
        const QByteArray global = "[user]\nname = Global\nemail = g@example.org\n";
        QTest::newRow("repository") << Environment{} << both << QByteArray() << true;
        QTest::newRow("user's file") << Environment{} << QStringList{} << global << true;
        QTest::newRow("repository over user") << Environment{} << both << global << true;
        QTest::newRow("one of each")
            << Environment{} << QStringList{text("user.name=Ada")} << global << true;
        QTest::newRow("environment")
            << Environment{"GIT_AUTHOR_NAME=Env", "GIT_AUTHOR_EMAIL=env@example.org"} << both
            << global << true;
        QTest::newRow("environment of the committer")
            << Environment{"GIT_COMMITTER_NAME=Com", "GIT_COMMITTER_EMAIL=com@example.org"} << both
            << QByteArray() << true;
        QTest::newRow("author and committer sections")
            << Environment{}
            << (both + QStringList{text("author.name=Writer"), text("author.email=w@example.org"),
                                   text("committer.name=Maker")})
            << QByteArray() << true;
        QTest::newRow("EMAIL") << Environment{"EMAIL=mail@example.org"}
                               << QStringList{text("user.name=Ada")} << QByteArray() << true;
        QTest::newRow("EMAIL comes last")
            << Environment{"EMAIL=mail@example.org"} << both << QByteArray() << true;
        QTest::newRow("no EMAIL where only settings count")
            << Environment{"EMAIL=mail@example.org"}
            << QStringList{text("user.name=Ada"), text("user.useConfigOnly=true")} << QByteArray()
            << false;
        QTest::newRow("given settings")
            << Environment{"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=user.name",
                           "GIT_CONFIG_VALUE_0=Given"}
            << both << QByteArray() << true;
        QTest::newRow("what git strips")
            << Environment{}
            << QStringList{text("user.name= .\"A<d>a\", "), text("user.email=<a@b>.")}
            << QByteArray() << true;
        QTest::newRow("not ASCII")
            << Environment{}
            << QStringList{text("user.name=Zo\u00eb \u6f22"), text("user.email=z@b")}
            << QByteArray() << true;
        QTest::newRow("nobody") << Environment{} << QStringList{} << QByteArray() << false;
        QTest::newRow("no address")
            << Environment{} << QStringList{text("user.name=Ada")} << QByteArray() << false;
        QTest::newRow("no name") << Environment{} << QStringList{text("user.email=a@b")}
                                 << QByteArray() << false;
    }

    void isGits()
    {
        QFETCH(QList<QByteArray>, environment);
        QFETCH(QStringList, settings);
        QFETCH(QByteArray, global);
        QFETCH(bool, known);
        GitFixture fixture;
        fixture.write("a", "1\n");
        fixture.commitAll();
        fixture.run({text("config"), text("--remove-section"), text("user")});
        for (const QString& setting : settings) {
            fixture.run({text("config"), setting.section(u'=', 0, 0), setting.section(u'=', 1)});
        }
        const QString file = fixture.outside(text("global"));
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(global);
        out.close();
        const Environment set(environment +
                              QList<QByteArray>{"GIT_CONFIG_GLOBAL=" + QFile::encodeName(file)});
        const auto repository = Repository::open(fixture.path());
        QVERIFY(repository);
        const auto identity = (*repository)->identity();
        QVERIFY(identity);
        QCOMPARE(shown(identity->author), asked(fixture, "GIT_AUTHOR_IDENT"));
        QCOMPARE(shown(identity->committer), asked(fixture, "GIT_COMMITTER_IDENT"));
        QCOMPARE(identity->author.isComplete(), known);
    }

    void ofALinkedWorktree()
    {
        GitFixture fixture;
        fixture.write("a", "1\n");
        fixture.commitAll();
        const QString other = fixture.outside(text("other"));
        fixture.run({text("worktree"), text("add"), text("-q"), text("-b"), text("side"), other});
        fixture.run({text("config"), text("extensions.worktreeConfig"), text("true")});
        GitFixture::runIn(other, {text("config"), text("--worktree"), text("user.name"),
                                  text("Of the worktree")});
        const auto repository = Repository::open(other);
        QVERIFY(repository);
        QCOMPARE((*repository)->identity()->author.name, text("Of the worktree"));
        QCOMPARE((*Repository::open(fixture.path()))->identity()->author.name,
                 text("Zo\u00eb M\u00fcller"));
    }

    void includedSettings()
    {
        GitFixture fixture;
        fixture.write("a", "1\n");
        fixture.commitAll();
        const QString inner = fixture.outside(text("inner"));
        QFile in(inner);
        QVERIFY(in.open(QIODevice::WriteOnly));
        in.write("[user]\nname = Included\n");
        in.close();
        fixture.run({text("config"), text("includeIf.gitdir:%1/.path").arg(fixture.path()), inner});
        const auto repository = Repository::open(fixture.path());
        QCOMPARE(shown((*repository)->identity()->author), asked(fixture, "GIT_AUTHOR_IDENT"));
        QCOMPARE((*repository)->identity()->author.name, text("Included"));
    }

    void knowsWhetherGitSigns()
    {
        GitFixture fixture;
        fixture.write("a", "1\n");
        fixture.commitAll();
        const auto signs = [&] { return (*Repository::open(fixture.path()))->identity()->signs; };
        QVERIFY(!signs());
        fixture.run({text("config"), text("commit.gpgSign"), text("yes")});
        QVERIFY(signs());
        fixture.run({text("config"), text("commit.gpgSign"), text("off")});
        QVERIFY(!signs());
    }

    void signsOffAsGit_data()
    {
        QTest::addColumn<QString>("message");
        QTest::newRow("subject") << text("One\n");
        QTest::newRow("no line end") << text("One");
        QTest::newRow("body") << text("One\n\nThe body.\n");
        QTest::newRow("trailer") << text("One\n\nBody.\n\nRocport-Phase: 3\n");
        QTest::newRow("trailers") << text("One\n\nReviewed-by: B <b@x>\nRocport-Phase: 3\n");
        QTest::newRow("there already")
            << text("One\n\nRocport-Phase: 3\nSigned-off-by: Ada L <ada@example.org>\n");
        QTest::newRow("there, not the last")
            << text("One\n\nSigned-off-by: Ada L <ada@example.org>\nReviewed-by: B <b@x>\n");
        QTest::newRow("somebody else's") << text("One\n\nSigned-off-by: Bob <bob@example.org>\n");
        QTest::newRow("looks like one in the body")
            << text("One\n\nNote: this is text\nthat goes on here\nfor three lines\nand four\n");
        QTest::newRow("subject like a trailer") << text("fix: it\n");
        QTest::newRow("folded trailer") << text("One\n\nLong: a\n  b\n");
        QTest::newRow("blank lines") << text("\n\nOne  \n\n\n\nBody\n\n\n");
        QTest::newRow("CRLF") << text("One\r\n\r\nBody\r\n");
    }

    void signsOffAsGit()
    {
        QFETCH(QString, message);
        GitFixture fixture;
        const GitPerson ada{text("Ada L"), text("ada@example.org")};
        const QString file = fixture.outside(text("message"));
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(cleanedMessage(message).toUtf8());
        out.close();
        const QByteArray git =
            fixture.run({text("interpret-trailers"), text("--if-exists"), text("addIfDifferent"),
                         text("--trailer"), text("Signed-off-by: Ada L <ada@example.org>"), file});
        QCOMPARE(signedOff(message, ada).toUtf8(), git);
        // Twice is once.
        QCOMPARE(signedOff(signedOff(message, ada), ada), signedOff(message, ada));
    }

    void cleansAsGit()
    {
        GitFixture fixture;
        for (const char* raw :
             {"One", "\n\n  One\t \n\n\n\n two \n\n", "# kept\n\n#also\n", " \n"}) {
            const QString file = fixture.outside(text("message"));
            QFile out(file);
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(raw);
            out.close();
            QProcess git;
            git.setStandardInputFile(file);
            git.start(text("git"), {text("stripspace")});
            QVERIFY(git.waitForFinished());
            QCOMPARE(cleanedMessage(text(raw)).toUtf8(), git.readAllStandardOutput());
        }
    }

    void emptyMessages()
    {
        QVERIFY(isEmptyMessage({}));
        QVERIFY(isEmptyMessage(text(" \n\t\n")));
        QVERIFY(isEmptyMessage(text("\nSigned-off-by: Ada <a@b>\n")));
        QVERIFY(!isEmptyMessage(text("One")));
    }

private:
    QTemporaryDir m_home;
};

QTEST_GUILESS_MAIN(TestIdentity)
#include "tst_identity.moc"
