// Changes of the user's own where nothing is proposed and no guard can stand, and changes as
// patches that git takes.

#include "core/base/place.h"
#include "core/process/editorcommand.h"
#include "core/project/session/inventoryplaces.h"
#include "tests/integration/portfixture.h"

using namespace rocport;
using namespace rocport::test;

namespace {

const QByteArray kLongMacro = "#define BODY(x) \\\n"
                              "    do { \\\n"
                              "        use(x); \\\n"
                              "    } while (0)\n"
                              "\n"
                              "void run() { BODY(3); }\n";

template <typename T>
T resultOf(QFuture<T> future)
{
    if (!QTest::qWaitFor([&] { return future.isFinished(); }, kPatience)) {
        return Error{ErrorCode::Internal, QStringLiteral("this took too long"), {}};
    }
    return future.result();
}

} // namespace

class TestOwnChanges : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anyTextCanBeChanged_data();
    void anyTextCanBeChanged();
    void guardsStandWhereTheyCan();
    void binaryFilesAreRefused();
    void patchesApply();
    void filesForTheEditor();
};

void TestOwnChanges::anyTextCanBeChanged_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("last");
    QTest::addColumn<QByteArray>("edited");
    QTest::addColumn<int>("verdict");
    const auto row = [](const char* name, const char* path, const QByteArray& text, int first,
                        int last, const QByteArray& edited, Verdict verdict) {
        QTest::newRow(name) << QString::fromLatin1(path) << text << first << last << edited
                            << static_cast<int>(verdict);
    };
    row("a list of packages", "requirements.txt", "numpy\ntorch==2.4\n", 2, 2, "torch==2.5\n",
        Verdict::Unproved);
    row("a script", "run.sh", "#!/bin/sh\nnvidia-smi\n", 2, 2, "rocm-smi\n", Verdict::Unproved);
    row("without a newline at the end", "run.sh", "#!/bin/sh\nnvidia-smi", 2, 2, "rocm-smi",
        Verdict::Unproved);
    row("CRLF", "notes.md", "one\r\ntwo\r\n", 1, 1, "uno\r\n", Verdict::Unproved);
    row("not ASCII", "notes.md", "gr\xc3\xbc\xc3\x9f\ntwo\n", 1, 1, "gr\xc3\xbc\xc3\x9f dich\n",
        Verdict::Unproved);
    row("a line of a macro", "src/macro.cu", kLongMacro, 3, 3, "        use(x + 1); \\\n",
        Verdict::Violated);
}

void TestOwnChanges::anyTextCanBeChanged()
{
    QFETCH(QString, path);
    QFETCH(QByteArray, text);
    QFETCH(int, first);
    QFETCH(int, last);
    QFETCH(QByteArray, edited);
    QFETCH(int, verdict);
    Port port;
    port.repository.write(path, text);
    port.repository.commitAll();
    port.open();
    const RepoPath file(path.toUtf8());
    const LineSpan lines{first, last};
    const auto guarded = resultOf(
        port.session->guardLines(file, lines, QStringLiteral("asked for"), OwnChange::Guarded));
    QVERIFY(!guarded.ok());
    const auto key = resultOf(
        port.session->guardLines(file, lines, QStringLiteral("asked for"), OwnChange::Anywhere));
    QVERIFY2(key.ok(), key.ok() ? "" : qPrintable(key.error().detail));
    port.wait();
    const Hunk* hunk = port.session->state()->hunk(*key);
    QVERIFY(hunk != nullptr);
    QCOMPARE(hunk->verdict, Verdict::Identical); // nothing is changed yet
    QCOMPARE(std::pair(hunk->firstLine, hunk->lastLine), std::pair(first, last));
    const bool violated = verdict == static_cast<int>(Verdict::Violated);
    if (violated) { // proved like any edit
        const auto refused = resultOf(port.session->editHunk(*key, edited));
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().code, ErrorCode::IsolationViolated);
    }
    const auto done = resultOf(port.session->editHunk(
        *key, edited, {}, violated ? QStringLiteral("both need it") : QString()));
    QVERIFY2(done.ok(), done.ok() ? "" : qPrintable(done.error().detail));
    QCOMPARE(static_cast<int>(port.session->state()->verdict(*port.session->state()->hunk(*key))),
             verdict);
    // It becomes part of the port, and survives a restart.
    port.session.reset();
    port.open();
    QCOMPARE(port.session->state()->decisions.kind(*key), DecisionKind::Edited);
    port.commitAll();
    const QByteArray written = port.onBranch(path);
    QVERIFY2(written.contains(edited.trimmed()), written.constData());
    port.session->undoCommit(port.session->state()->commits.last().id);
    port.wait();
    // Undo goes back to a project without it: first the edit, then the change.
    QVERIFY(port.session->undo().ok());
    QVERIFY(port.session->undo().ok());
    port.wait();
    QVERIFY(port.session->state()->hunk(*key) == nullptr);
}

void TestOwnChanges::guardsStandWhereTheyCan()
{
    Port port;
    port.open();
    const QList<QByteArray> lines = kReduce.split('\n');
    const auto line = static_cast<int>(lines.indexOf("    int unrelated = 0;")) + 1;
    QVERIFY(line > 0);
    const auto key = resultOf(port.session->guardLines(
        RepoPath("src/reduce.cu"), {line, line}, QStringLiteral("asked for"), OwnChange::Anywhere));
    QVERIFY2(key.ok(), key.ok() ? "" : qPrintable(key.error().detail));
    port.wait();
    const Hunk* hunk = port.session->state()->hunk(*key);
    QVERIFY(hunk != nullptr);
    QVERIFY(port.proposed(*hunk).contains("#if"));
}

void TestOwnChanges::binaryFilesAreRefused()
{
    Port port;
    port.repository.write(QStringLiteral("data.txt"), QByteArray("a\0b\n", 4));
    port.repository.commitAll();
    port.open();
    const auto key = resultOf(port.session->guardLines(
        RepoPath("data.txt"), {1, 1}, QStringLiteral("asked for"), OwnChange::Anywhere));
    QVERIFY(!key.ok());
    QCOMPARE(key.error().code, ErrorCode::InvalidArgument);
}

/// git applies the patch of one change and of all, and gets what a commit would write.
void TestOwnChanges::patchesApply()
{
    Port port;
    port.open();
    const Hunk* mask = port.hunkAt("mask = __ballot");
    QVERIFY(mask != nullptr);
    QByteArray lines = port.proposed(*mask);
    lines.replace("#else", "        // mine\n#else");
    QVERIFY(port.edit(mask->key, lines).ok());
    QVector<QByteArray> all;
    for (const Hunk& hunk : port.session->state()->scan->hunks) {
        all.append(hunk.key);
    }
    QVERIFY(all.size() > 2);
    const QByteArray one = mask->key;
    for (const QVector<QByteArray>& keys : {QVector<QByteArray>{one}, all}) {
        const auto patch = resultOf(port.session->patchOf(keys));
        QVERIFY2(patch.ok(), patch.ok() ? "" : qPrintable(patch.error().detail));
        QVERIFY(patch->contains("// mine"));
        const QString file = port.data.filePath(QStringLiteral("change.patch"));
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly | QIODevice::Truncate));
        out.write(*patch);
        out.close();
        int code = 0;
        ScratchRepository::runGit(port.repository.path(),
                                  {QStringLiteral("apply"), QStringLiteral("--check"), file},
                                  &code);
        QCOMPARE(code, 0);
        ScratchRepository::runGit(port.repository.path(), {QStringLiteral("apply"), file}, &code);
        QCOMPARE(code, 0);
        QFile applied(port.repository.path() + QStringLiteral("/src/reduce.cu"));
        QVERIFY(applied.open(QIODevice::ReadOnly));
        QVERIFY(applied.readAll().contains("// mine"));
        ScratchRepository::runGit(port.repository.path(),
                                  {QStringLiteral("apply"), QStringLiteral("-R"), file}, &code);
        QCOMPARE(code, 0);
    }
    QVERIFY(!resultOf(port.session->patchOf({"no such key"})).ok());
}

void TestOwnChanges::filesForTheEditor()
{
    Port port;
    port.open();
    const auto file = port.session->localFile({RepoPath("src/reduce.cu"), 3, PlaceSide::Original});
    QVERIFY(file.ok());
    QCOMPARE(
        QFileInfo(*file).canonicalFilePath(),
        QFileInfo(port.repository.path() + QStringLiteral("/src/reduce.cu")).canonicalFilePath());
    QVERIFY(!port.session->localFile({RepoPath("src/none.cu"), 3, PlaceSide::Original}).ok());
    // Nothing leads out of the repository.
    const QString outside = port.data.filePath(QStringLiteral("outside.cu"));
    QFile other(outside);
    QVERIFY(other.open(QIODevice::WriteOnly));
    other.close();
    QVERIFY(QFile::link(outside, port.repository.path() + QStringLiteral("/src/link.cu")));
    QVERIFY(!port.session->localFile({RepoPath("src/link.cu"), 1, PlaceSide::Original}).ok());
    const QByteArray up = "../" + QFileInfo(port.data.path()).fileName().toUtf8() + "/outside.cu";
    QVERIFY(!port.session->localFile({RepoPath(up), 1, PlaceSide::Original}).ok());
    // The editor gets file and line as single words, whatever is in them.
    const QString log = port.data.filePath(QStringLiteral("editor.log"));
    const QString editor = port.data.filePath(QStringLiteral("editor"));
    QFile script(editor);
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\nfor word in \"$@\"; do echo \"[$word]\"; done > '" + log.toUtf8() +
                 ".part' && mv '" + log.toUtf8() + ".part' '" + log.toUtf8() + "'\n");
    script.close();
    QVERIFY(script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    const Place place{RepoPath("src/reduce.cu"), 3, PlaceSide::Original};
    const Result<void> started = port.session->openInEditor(
        place, editor + QStringLiteral(" '$(touch no)' --line {line} {file}"));
    QVERIFY2(started.ok(), started.ok() ? "" : qPrintable(started.error().detail));
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(log), kPatience);
    QFile said(log);
    QVERIFY(said.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(said.readAll()),
             QStringLiteral("[$(touch no)]\n[--line]\n[3]\n[%1]\n").arg(*file));
    QVERIFY(!port.session->openInEditor(place, QStringLiteral("no-such-editor-here")).ok());
    QVERIFY(!port.session->openInEditor(place, QStringLiteral("bin/editor")).ok());
}

QTEST_GUILESS_MAIN(TestOwnChanges)
#include "tst_ownchanges.moc"
