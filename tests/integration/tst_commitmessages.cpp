// Messages of commits: the command in them makes the commit again.
#include "core/project/port/reproduce.h"
#include "core/project/session/projectscanner.h"
#include "testpaths.h"
#include "tests/integration/commitsfixture.h"

#include <QDir>
#include <QProcess>

using namespace rocport;
using namespace rocport::test;

class TestCommitMessages : public QObject, protected test::CommitsFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { isolate(); }
    void init() { start(); }
    void cleanup() { stop(); }

    void reproduce();
    void reproduceRules();
    void countEdits();

private:
    /// The command in the message of `commit`, run in a copy of its parent; the tree that it makes.
    QByteArray reproduced(const RecordedCommit& commit) const
    {
        const qsizetype at = commit.message.indexOf(kReproducedBy);
        const QString paragraph =
            commit.message.mid(at + kReproducedBy.size()).section(text("\n\n"), 0, 0);
        const QString command = paragraph.section(text("\nand "), 0, 0);
        const QTemporaryDir copy;
        int code = 0;
        ScratchRepository::runGit(
            copy.path(), {text("clone"), text("-q"), m_port->repository.path(), text(".")}, &code);
        ScratchRepository::runGit(
            copy.path(), {text("checkout"), text("-q"), QString::fromLatin1(commit.id) + u'~'},
            &code);
        QProcess shell;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(text("PATH"),
                           text(ROCPORT_BINARY_DIR "/bin:") + environment.value(text("PATH")));
        shell.setProcessEnvironment(environment);
        shell.setWorkingDirectory(copy.path());
        shell.start(text("sh"), {text("-ec"), command});
        if (at < 0 || !shell.waitForFinished(60000) || shell.exitCode() != 0) {
            return shell.readAllStandardError() + commit.message.toUtf8();
        }
        // What a write leaves for later merges is none of the port.
        QDir(copy.filePath(text(".rocport"))).removeRecursively();
        ScratchRepository::runGit(copy.path(), {text("add"), text("-A")}, &code);
        return ScratchRepository::runGit(copy.path(), {text("write-tree")}, &code);
    }
};

/// The command that a message gives makes the same tree from the commit before it.
void TestCommitMessages::reproduce()
{
    m_port->acceptAll();
    m_port->commitAll();
    QVERIFY(state()->commits.size() >= 3);
    for (const RecordedCommit& commit : state()->commits) {
        QVERIFY2(commit.message.contains(text("\n\nRules:\n- ")), qPrintable(commit.message));
        const QByteArray made = reproduced(commit);
        QCOMPARE(made, git({text("rev-parse"), QString::fromLatin1(commit.id) + text("^{tree}")}));
    }
}

/// Where not all of a phase is taken, the rules are named whose changes all are, and the others are
/// counted; nothing that was left out comes with them.
void TestCommitMessages::reproduceRules()
{
    m_port->repository.write(text("train.py"),
                             "import torch\n\nfrom torch.backends import cudnn\n\n\ndef run(x):\n"
                             "    m = torch.compile(torch.nn.ReLU(), mode=\"reduce-overhead\")\n"
                             "    g = torch.cuda.CUDAGraph()\n    return m(x), g\n");
    m_port->repository.commitAll();
    m_port->session->scanner().rescan();
    m_port->wait();
    int compared = 0;
    for (const Phase phase : kPhases) {
        const QVector<QByteArray> all = keysOf(phase);
        if (all.size() < 2) {
            continue;
        }
        const Hunk left = *state()->hunk(all.last());
        accept(all.mid(0, all.size() - 1));
        commitOne(phase);
        const RecordedCommit commit = state()->commits.last();
        const bool whole = commit.hunkKeys.contains(left.key); // another change needed it
        QCOMPARE(!commit.message.contains(text("--rule ")) &&
                     commit.message.contains(kReproducedBy),
                 whole);
        QVERIFY2(!commit.message.contains(text("--rule ") + left.ruleIds.first() + u' '),
                 qPrintable(commit.message));
        QCOMPARE(commit.message.contains(kReproducedBy) || commit.message.contains(text("by one")),
                 true);
        if (!commit.message.contains(text("one by one"))) {
            ++compared;
            QCOMPARE(reproduced(commit),
                     git({text("rev-parse"), QString::fromLatin1(commit.id) + text("^{tree}")}));
        }
    }
    QVERIFY(compared > 0);
}

/// An edit by hand is in the count of what no command makes.
void TestCommitMessages::countEdits()
{
    const Hunk edited = *state()->hunk(keysOf(Phase::Wavefront).first());
    QByteArray lines = m_port->proposed(edited);
    lines.replace("#ifdef USE_ROCM\n", "#ifdef USE_ROCM\n    // by hand\n");
    const auto done = m_port->edit(edited.key, lines);
    QVERIFY2(done.ok(), done.ok() ? "" : qPrintable(done.error().detail));
    accept(keysOf(Phase::Wavefront).mid(1));
    commitOne(Phase::Wavefront);
    const QString message = state()->commits.last().message;
    QVERIFY2(message.contains(kReproducedBy), qPrintable(message));
    QVERIFY2(message.contains(text("\nand 1 change that was edited or chosen one by one.\n")),
             qPrintable(message));
}

QTEST_GUILESS_MAIN(TestCommitMessages)
#include "tst_commitmessages.moc"
