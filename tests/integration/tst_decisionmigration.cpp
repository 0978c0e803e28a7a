// Decisions, edits made in place and edits made by hand outlive what upstream does to the text.

#include "core/project/session/projectdecisions.h"
#include "core/project/session/projecthistory.h"
#include "core/project/session/projectplan.h"
#include "core/project/session/projectscanner.h"
#include "tests/integration/portfixture.h"

#include <array>

using namespace rocport;
using namespace rocport::test;

class TestDecisionMigration : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void changesElsewhereKeepDecisions_data();
    void changesElsewhereKeepDecisions();
    void anEditIsMergedWithTheNewText();
    void aConflictIsShownAndResolved();
    void aConflictOutlivesTheProcess();
    void whatHasNoPlaceIsListed();
    void renamedFilesTakeTheirDecisionsAlong();
    void upstreamIsMergedIntoThePort();
    void conflictsOnTheBranchAreNamedAndNothingMoves();
    void aSiblingKeepsItsHandEdit();
    void theHeaderKeepsItsHandLines();
    void anEditedHeaderGetsNewNames();
    void anEditedIncludeAsksForMore();
    void undoTakesMigrationBack();
};

void TestDecisionMigration::changesElsewhereKeepDecisions_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::newRow("far away") << QByteArray("void run(") << QByteArray("void far();\n\nvoid run(");
    QTest::newRow("line above") << QByteArray("    int unrelated = 0;\n")
                                << QByteArray("    int unrelated = 7;\n    int more = 2;\n");
    QTest::newRow("line below, touching")
        << QByteArray("    int other = 1;\n") << QByteArray("    int other = 2;\n");
}

void TestDecisionMigration::changesElsewhereKeepDecisions()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    Port port;
    port.open();
    const Hunk* mask = port.hunkAt("mask = __ballot");
    QVERIFY(mask != nullptr);
    const QByteArray key = mask->key;
    QByteArray lines = port.proposed(*mask);
    lines.replace("#else", "// mine\n#else");
    QVERIFY(port.edit(key, lines).ok());
    const QByteArray last = port.hunkAt("last = __ballot")->key;
    QVERIFY(port.session->decisions().decide({last}, DecisionKind::Rejected, QStringLiteral("no")));
    QByteArray text = kReduce;
    text.replace(from, to);
    port.upstream(QStringLiteral("src/reduce.cu"), text);
    const auto state = port.session->state();
    QCOMPARE(state->decisions.kind(key), DecisionKind::Edited);
    QCOMPARE(state->decisions.decision(key)->editedText, lines);
    QCOMPARE(state->decisions.kind(last), DecisionKind::Rejected);
    QVERIFY(state->hunk(key) != nullptr);
    QVERIFY(state->orphaned.isEmpty());
    QVERIFY(state->conflicts.isEmpty());
}

void TestDecisionMigration::anEditIsMergedWithTheNewText()
{
    Port port;
    port.open();
    const Hunk* mask = port.hunkAt("mask = __ballot");
    const QByteArray old = mask->key;
    QByteArray lines = port.proposed(*mask);
    QVERIFY2(lines.contains("#else"), lines.constData());
    lines.replace("#else", "        // mine\n#else"); // after the last ROCm line
    QVERIFY(port.edit(old, lines).ok());
    QByteArray text = kReduce;
    text.replace("__ballot_sync(0xffffffffu, limit)", "__ballot_sync(0xffffffffu, limit > 3)");
    QSignalSpy orphaned(&port.session->scanner(), &ProjectScanner::decisionsOrphaned);
    port.upstream(QStringLiteral("src/reduce.cu"), text);
    const auto state = port.session->state();
    const Hunk* now = port.hunkAt("mask = __ballot");
    QVERIFY(now != nullptr);
    QVERIFY(now->key != old);
    QCOMPARE(state->decisions.kind(now->key), DecisionKind::Edited);
    const Decision* merged = state->decisions.decision(now->key);
    QVERIFY2(merged->editedText.contains("// mine"), merged->editedText.constData());
    QVERIFY2(merged->editedText.contains("limit > 3"), merged->editedText.constData());
    QVERIFY(merged->note.contains(kMergedNote));
    QVERIFY(isProved(state->verdict(*now)) ||
            QTest::qWaitFor([&] { return isProved(port.session->state()->verdict(*now)); }));
    QVERIFY(state->orphaned.isEmpty());
    QVERIFY(orphaned.isEmpty());
}

namespace {

/// An edit of the line that upstream changes too. Returns the key of the change in conflict.
QByteArray makeConflict(const Port& port, QByteArray* edited)
{
    const Hunk* mask = port.hunkAt("mask = __ballot");
    if (mask == nullptr) {
        return {};
    }
    QByteArray lines = port.proposed(*mask);
    const qsizetype at = lines.indexOf("limit");
    lines.replace(at, 5, "limit /* mine */");
    if (!port.edit(mask->key, lines).ok()) {
        return {};
    }
    *edited = lines;
    QByteArray text = kReduce;
    text.replace("__ballot_sync(0xffffffffu, limit)", "__ballot_sync(0xffffffffu, limit > 3)");
    port.upstream(QStringLiteral("src/reduce.cu"), text);
    const Hunk* now = port.hunkAt("mask = __ballot");
    return now == nullptr ? QByteArray() : now->key;
}

} // namespace

void TestDecisionMigration::aConflictIsShownAndResolved()
{
    Port port;
    port.open();
    const QByteArray old = port.hunkAt("mask = __ballot")->key;
    QByteArray edited;
    const QByteArray key = makeConflict(port, &edited);
    QVERIFY(!key.isEmpty());
    QCOMPARE(port.session->state()->decisions.kind(key), DecisionKind::Open);
    const DecisionConflict* conflict = port.session->state()->conflict(key);
    QVERIFY(conflict != nullptr);
    QCOMPARE(conflict->decision.editedText, edited);
    QVERIFY(conflict->merged.contains("<<<<<<< your edit"));
    QVERIFY(conflict->merged.contains("limit /* mine */"));
    QVERIFY(conflict->merged.contains("limit > 3"));
    QVERIFY2(conflict->reason.contains(QStringLiteral("line")), qPrintable(conflict->reason));
    // It is shown as a conflict, not as lost.
    QVERIFY(port.session->state()->orphaned.isEmpty());
    // Text with markers is refused.
    const Result<void> refused = port.edit(key, conflict->merged);
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().code, ErrorCode::MergeConflict);
    QByteArray resolved = port.proposed(*port.session->state()->hunk(key));
    resolved.replace(resolved.indexOf("limit > 3"), 9, "limit > 3 /* mine */");
    const Result<void> done = port.edit(key, resolved);
    QVERIFY2(done.ok(), done.ok() ? "" : qPrintable(done.error().detail));
    QVERIFY(port.session->state()->conflict(key) == nullptr);
    QCOMPARE(port.session->state()->decisions.kind(key), DecisionKind::Edited);
    QCOMPARE(port.session->state()->decisions.kind(old), DecisionKind::Open);
    QVERIFY(port.session->state()->orphaned.isEmpty());
    // Undo brings the conflict back, nothing is gone.
    QVERIFY(port.session->history().undo());
    QVERIFY(port.session->state()->conflict(key) != nullptr);
    // Accepting takes what is proposed now.
    QVERIFY(
        port.session->decisions().decide({key}, DecisionKind::Accepted, QStringLiteral("theirs")));
    QVERIFY(port.session->state()->conflict(key) == nullptr);
    QVERIFY(port.session->state()->orphaned.isEmpty());
}

void TestDecisionMigration::aConflictOutlivesTheProcess()
{
    Port port;
    port.open();
    QByteArray edited;
    const QByteArray key = makeConflict(port, &edited);
    QVERIFY(!key.isEmpty());
    const DecisionConflict before = *port.session->state()->conflict(key);
    port.session.reset();
    port.open();
    const DecisionConflict* after = port.session->state()->conflict(key);
    QVERIFY(after != nullptr);
    QCOMPARE(after->merged, before.merged);
    QCOMPARE(after->decision.editedText, edited);
    QVERIFY(port.session->state()->orphaned.isEmpty());
}

void TestDecisionMigration::whatHasNoPlaceIsListed()
{
    Port port;
    port.open();
    const Hunk* mask = port.hunkAt("mask = __ballot");
    const QByteArray key = mask->key;
    const QByteArray proposed = port.proposed(*mask);
    QVERIFY(port.session->decisions().decide({key}, DecisionKind::Accepted, QStringLiteral("yes"),
                                             QStringLiteral("a note")));
    QByteArray text = kReduce;
    const qsizetype begin = text.indexOf("    if (limit > 0)");
    text.remove(begin, text.indexOf("    int other") - begin);
    QSignalSpy orphaned(&port.session->scanner(), &ProjectScanner::decisionsOrphaned);
    port.upstream(QStringLiteral("src/reduce.cu"), text);
    QCOMPARE(orphaned.size(), 1);
    const auto check = [&] {
        const auto state = port.session->state();
        QCOMPARE(state->orphaned.size(), 1);
        const OrphanedDecision& lost = state->orphaned.first();
        QCOMPARE(lost.decision.kind, DecisionKind::Accepted);
        QCOMPARE(lost.decision.note, QStringLiteral("a note"));
        QVERIFY(lost.text.original.contains("mask = __ballot_sync"));
        QCOMPARE(lost.text.proposed, proposed);
        QCOMPARE(lost.text.targetPath.display(), QStringLiteral("src/reduce.cu"));
        QCOMPARE(lost.text.firstLine, 7);
    };
    check();
    port.session.reset();
    port.open();
    check();
    // The text comes back, and with it the decision.
    port.upstream(QStringLiteral("src/reduce.cu"), kReduce);
    QCOMPARE(port.session->state()->decisions.kind(key), DecisionKind::Accepted);
    QVERIFY(port.session->state()->orphaned.isEmpty());
    port.upstream(QStringLiteral("src/reduce.cu"), text);
    QCOMPARE(port.session->state()->orphaned.size(), 1);
    QVERIFY(port.session->decisions().dismissOrphaned({key}));
    QVERIFY(port.session->state()->orphaned.isEmpty());
    QVERIFY(port.session->history().undo());
    QCOMPARE(port.session->state()->orphaned.size(), 1);
}

void TestDecisionMigration::renamedFilesTakeTheirDecisionsAlong()
{
    Port port;
    port.open();
    const Hunk* mask = port.hunkAt("mask = __ballot");
    QByteArray lines = port.proposed(*mask);
    lines.replace("#else", "// mine\n#else");
    QVERIFY(port.edit(mask->key, lines).ok());
    const QByteArray last = port.hunkAt("last = __ballot")->key;
    QVERIFY(port.session->decisions().decide({last}, DecisionKind::Rejected, QStringLiteral("no"),
                                             QStringLiteral("because")));
    port.repository.git(
        {QStringLiteral("mv"), QStringLiteral("src/reduce.cu"), QStringLiteral("src/votes.cu")});
    port.upstream(QStringLiteral("src/other.txt"), "x\n");
    const QString path = QStringLiteral("src/votes.cu");
    const Hunk* now = port.hunkAt("mask = __ballot", path);
    QVERIFY(now != nullptr);
    QCOMPARE(port.session->state()->decisions.kind(now->key), DecisionKind::Edited);
    QVERIFY(port.session->state()->decisions.decision(now->key)->editedText.contains("// mine"));
    const Hunk* rejected = port.hunkAt("last = __ballot", path);
    QCOMPARE(port.session->state()->decisions.kind(rejected->key), DecisionKind::Rejected);
    QCOMPARE(port.session->state()->decisions.decision(rejected->key)->note,
             QStringLiteral("because"));
    QVERIFY(port.session->state()->orphaned.isEmpty());
}

void TestDecisionMigration::upstreamIsMergedIntoThePort()
{
    Port port;
    port.open();
    port.acceptAll();
    port.commitAll();
    port.byHand(QStringLiteral("src/reduce.cu"), "    cudaDeviceSynchronize();\n",
                "    cudaDeviceSynchronize(); // by hand\n");
    port.byHand(QStringLiteral("src/notes.txt"), "three\n", "three by hand\n");
    QByteArray text = kReduce;
    text.replace("__ballot_sync(0xffffffffu, limit)", "__ballot_sync(0xffffffffu, limit > 3)");
    port.repository.write(QStringLiteral("src/notes.txt"), "one upstream\ntwo\nthree\n");
    port.repository.write(QStringLiteral("src/added.txt"), "new\n");
    port.upstream(QStringLiteral("src/reduce.cu"), text);
    QCOMPARE(port.session->state()->orphaned.size(), 1); // accepted for the old text
    QSignalSpy failed(port.session.get(), &ProjectSession::failed);
    port.acceptAll();
    port.commitAll();
    QVERIFY2(failed.isEmpty(), why(failed).constData());
    const QByteArray reduce = port.onBranch(QStringLiteral("src/reduce.cu"));
    QVERIFY2(reduce.contains("// by hand"), reduce.constData());
    QVERIFY(reduce.contains("limit > 3"));
    QVERIFY2(reduce.contains("__popcll"), reduce.constData());
    QVERIFY(!reduce.contains("<<<<<<<"));
    QVERIFY(!reduce.contains("0xffffffffu, limit)"));
    QCOMPARE(port.onBranch(QStringLiteral("src/notes.txt")),
             QByteArray("one upstream\ntwo\nthree by hand\n"));
    QCOMPARE(port.onBranch(QStringLiteral("src/added.txt")), QByteArray("new\n"));
    const QByteArray head =
        port.repository.git({QStringLiteral("rev-parse"), QStringLiteral("HEAD")}).trimmed();
    QCOMPARE(port.session->state()->meta.baseCommit, head);
    const QByteArray base =
        port.repository.git({QStringLiteral("merge-base"), QStringLiteral("HEAD"),
                             port.session->state()->meta.portBranch});
    QCOMPARE(base.trimmed(), head);
    // Nothing is left to do.
    port.commitAll();
    QCOMPARE(failed.size(), 1);
    QCOMPARE(failed.first().first().value<Error>().code, ErrorCode::NothingToCommit);
}

void TestDecisionMigration::conflictsOnTheBranchAreNamedAndNothingMoves()
{
    Port port;
    port.open();
    port.acceptAll();
    port.commitAll();
    port.byHand(QStringLiteral("src/notes.txt"), "two\n", "two by hand\n");
    const QString branch = port.session->state()->meta.portBranch;
    const QByteArray tip = port.repository.git({QStringLiteral("rev-parse"), branch});
    port.upstream(QStringLiteral("src/notes.txt"), "one\ntwo upstream\nthree\n");
    QSignalSpy failed(port.session.get(), &ProjectSession::failed);
    port.commitAll();
    QCOMPARE(failed.size(), 1);
    const auto error = failed.first().first().value<Error>();
    QCOMPARE(error.code, ErrorCode::MergeConflict);
    QVERIFY2(error.detail.contains(QStringLiteral("src/notes.txt (line")),
             qPrintable(error.detail));
    QCOMPARE(port.repository.git({QStringLiteral("rev-parse"), branch}), tip);
}

void TestDecisionMigration::aSiblingKeepsItsHandEdit()
{
    Port port;
    port.open();
    TargetSettings target = port.session->state()->meta.target;
    target.strategy = Strategy::Sibling;
    port.session->plan().setTarget(target);
    port.wait();
    RepoPath sibling;
    for (const Hunk& hunk : port.session->state()->scan->hunks) {
        if (hunk.sourcePath == RepoPath("src/reduce.cu") && hunk.targetPath != hunk.sourcePath) {
            sibling = hunk.targetPath;
        }
    }
    QVERIFY(!sibling.isEmpty());
    port.acceptAll();
    port.commitAll();
    const QString name = QString::fromUtf8(sibling.bytes());
    QVERIFY(port.onBranch(name).contains("hipDeviceSynchronize"));
    port.byHand(name, "    int unrelated = 0;\n", "    int unrelated = 42; // by hand\n");
    QByteArray text = kReduce;
    text.replace("void run(", "void first() { cudaDeviceReset(); }\n\nvoid run(");
    port.upstream(QStringLiteral("src/reduce.cu"), text);
    port.acceptAll();
    QSignalSpy failed(port.session.get(), &ProjectSession::failed);
    port.commitAll();
    QVERIFY2(failed.isEmpty(), why(failed).constData());
    const QByteArray ported = port.onBranch(name);
    QVERIFY2(ported.contains("int unrelated = 42; // by hand"), ported.constData());
    QVERIFY2(ported.contains("hipDeviceReset"), ported.constData());
    // A second hand edit and a second change of upstream: the base is what was generated, not what
    // was committed.
    port.byHand(name, "int other = 1;", "int other = 11;");
    text.replace("votes<<<1, 128>>>", "votes<<<2, 128>>>");
    port.upstream(QStringLiteral("src/reduce.cu"), text);
    port.acceptAll();
    port.commitAll();
    QVERIFY2(failed.isEmpty(), why(failed).constData());
    const QByteArray again = port.onBranch(name);
    QVERIFY(again.contains("int unrelated = 42; // by hand"));
    QVERIFY(again.contains("int other = 11;"));
    QVERIFY2(again.contains("<<<2, 128>>>") || again.contains("dim3(2)"), again.constData());
}

void TestDecisionMigration::theHeaderKeepsItsHandLines()
{
    Port port;
    port.open();
    const RepoPath header = port.session->state()->scan->compatHeader;
    const QString name = QString::fromUtf8(header.bytes());
    QVERIFY(!name.isEmpty());
    port.acceptAll();
    port.commitAll();
    const QByteArray before = port.onBranch(name);
    QVERIFY(!before.contains("cudaDeviceReset"));
    const qsizetype end = before.lastIndexOf("#endif");
    const QByteArray tail = before.mid(end < 0 ? before.size() - 1 : end);
    port.byHand(name, tail, "#define my_own_name hip_own_name\n" + tail);
    QSignalSpy failed(port.session.get(), &ProjectSession::failed);
    for (const QByteArray call : {"cudaDeviceReset();", "cudaGetLastError();"}) {
        QByteArray text = port.repository.read(QStringLiteral("src/reduce.cu"));
        text.replace("    votes<<<", "    " + call + "\n    votes<<<");
        port.upstream(QStringLiteral("src/reduce.cu"), text);
        port.acceptAll();
        port.commitAll();
        QVERIFY2(failed.isEmpty(), why(failed).constData());
    }
    const QByteArray after = port.onBranch(name);
    QVERIFY2(after.contains("#define my_own_name hip_own_name"), after.constData());
    QVERIFY2(after.contains("cudaDeviceReset"), after.constData());
    QVERIFY2(after.contains("cudaGetLastError"), after.constData());
}

void TestDecisionMigration::anEditedHeaderGetsNewNames()
{
    Port port;
    port.open();
    const Hunk* header = nullptr;
    for (const Hunk& hunk : port.session->state()->scan->hunks) {
        header = hunk.sourcePath.isEmpty() ? &hunk : header;
    }
    QVERIFY(header != nullptr);
    const QByteArray key = header->key;
    QByteArray lines = header->edits.first().replacement;
    lines.prepend("// mine\n");
    QVERIFY(port.edit(key, lines).ok());
    QByteArray text = kReduce;
    text.replace("    votes<<<", "    cudaDeviceReset();\n    votes<<<");
    port.upstream(QStringLiteral("src/reduce.cu"), text);
    const Decision* merged = port.session->state()->decisions.decision(key);
    QCOMPARE(merged->kind, DecisionKind::Edited);
    QVERIFY(merged->editedText.startsWith("// mine\n"));
    QVERIFY2(merged->editedText.contains("cudaDeviceReset"), merged->editedText.constData());
    text.replace("    votes<<<", "    cudaGetLastError();\n    votes<<<");
    port.upstream(QStringLiteral("src/reduce.cu"), text);
    merged = port.session->state()->decisions.decision(key);
    QVERIFY(merged->editedText.startsWith("// mine\n"));
    QVERIFY2(merged->editedText.contains("cudaGetLastError"), merged->editedText.constData());
}

/// The line that includes the header asks for the libraries in use; what was written beside it
/// stays.
void TestDecisionMigration::anEditedIncludeAsksForMore()
{
    Port port;
    port.repository.write(QStringLiteral("CMakeLists.txt"), "project(demo LANGUAGES CXX)\n");
    port.repository.commitAll();
    port.open();
    QCOMPARE(port.session->state()->scan->strategy, Strategy::CompatHeader);
    const auto include = [&]() -> const Hunk* {
        for (const Hunk& hunk : port.session->state()->scan->hunks) {
            if (hunk.targetPath == RepoPath("src/reduce.cu") &&
                hunk.ruleIds.contains(QStringLiteral("hipify-header"))) {
                return &hunk;
            }
        }
        return nullptr;
    };
    QVERIFY(include() != nullptr);
    const QByteArray key = include()->key;
    QByteArray lines = port.proposed(*include());
    QVERIFY(!lines.contains("ROCPORT_USES_HIPBLAS"));
    lines.replace("rocport_compat.h\"\n", "rocport_compat.h\"\n#include \"mine.h\"\n");
    QVERIFY(port.edit(key, lines).ok());
    QByteArray text = kReduce;
    text.replace("    votes<<<",
                 "    cublasHandle_t handle = nullptr;\n    cublasCreate(&handle);\n"
                 "    votes<<<");
    port.upstream(QStringLiteral("src/reduce.cu"), text);
    QCOMPARE(include()->key, key);
    const Decision* const merged = port.session->state()->decisions.decision(key);
    QCOMPARE(merged->kind, DecisionKind::Edited);
    QVERIFY2(merged->editedText.contains("#define ROCPORT_USES_HIPBLAS\n"),
             merged->editedText.constData());
    QVERIFY2(merged->editedText.contains("#include \"mine.h\"\n"), merged->editedText.constData());
}

void TestDecisionMigration::undoTakesMigrationBack()
{
    Port port;
    port.open();
    const Hunk* mask = port.hunkAt("mask = __ballot");
    const QByteArray old = mask->key;
    QByteArray lines = port.proposed(*mask);
    lines.replace("#else", "        // mine\n#else");
    QVERIFY(port.edit(old, lines).ok());
    QByteArray text = kReduce;
    text.replace("__ballot_sync(0xffffffffu, limit)", "__ballot_sync(0xffffffffu, limit > 3)");
    port.upstream(QStringLiteral("src/reduce.cu"), text);
    const QByteArray key = port.hunkAt("mask = __ballot")->key;
    QCOMPARE(port.session->state()->decisions.kind(key), DecisionKind::Edited);
    QVERIFY(port.session->history().undo());
    QCOMPARE(port.session->state()->decisions.kind(key), DecisionKind::Open);
    QCOMPARE(port.session->state()->orphaned.size(), 1);
    QCOMPARE(port.session->state()->orphaned.first().decision.editedText, lines);
}

QTEST_GUILESS_MAIN(TestDecisionMigration)
#include "tst_decisionmigration.moc"
