// What a project file keeps beside the scan: decisions, words, commits, exports, proofs.
#include "projectfolder.h"

using namespace rocport;
using fixture::outside;

class TestProjectRecords : public QObject, protected fixture::ProjectFolder
{
    Q_OBJECT

private Q_SLOTS:
    void init() { renew(); }
    void batchesSurvive();
    void overridesAreTheNewestWord();
    void overrideNeedsAReason();
    void summariesSurvive();
    void commitsSurvive();
    void rewrittenCommits();
    void undoneCommitMustExist();
    void exportsSurvive();
    void compiledProofsSurvive();
    void logsAreOnlyAppendedTo_data();
    void logsAreOnlyAppendedTo();
};

void TestProjectRecords::batchesSurvive()
{
    auto file = create();
    Decision edited = fixture::decision("00000000000000ff", DecisionKind::Edited);
    edited.editedText = QByteArray("a\0b\n", 4);
    edited.note = QStringLiteral("größer");
    edited.overrideReason = QStringLiteral("Reviewed by hand.");
    Decision emptied = fixture::decision("00000000000000aa", DecisionKind::Edited);
    const DecisionBatch first = fixture::batch(
        BatchKind::Decide,
        {edited, emptied, fixture::decision("00000000000000bb", DecisionKind::Deferred)});
    QCOMPARE(file->appendBatch(first).value(), 1);
    QCOMPARE(file->appendBatch(fixture::batch(BatchKind::Undo)).value(), 2);
    QCOMPARE(file->appendBatch(fixture::batch(BatchKind::Redo)).value(), 3);
    file.reset();
    const auto batches = reopen()->batches();
    QVERIFY(batches.ok());
    QCOMPARE(batches->size(), 3);
    QCOMPARE(batches->at(0).decisions.size(), 3);
    QCOMPARE(batches->at(0).decisions[0].editedText, edited.editedText);
    QCOMPARE(batches->at(0).decisions[0].note, edited.note);
    QCOMPARE(batches->at(0).decisions[0].overrideReason, edited.overrideReason);
    QCOMPARE(batches->at(0).decisions[1].kind, DecisionKind::Edited);
    QCOMPARE(batches->at(0).decisions[2].hunkKey, QByteArray("00000000000000bb"));
    QCOMPARE(batches->at(0).time, first.time);
    QCOMPARE(batches->at(0).label, first.label);
    QCOMPARE(batches->at(1).kind, BatchKind::Undo);
    QCOMPARE(batches->at(2).kind, BatchKind::Redo);
    QCOMPARE(DecisionLog(*batches).kind("00000000000000ff"), DecisionKind::Edited);
    QCOMPARE(outside(path(), {QStringLiteral("SELECT count(*) FROM decision_history")}),
             QStringLiteral("5"));
}

void TestProjectRecords::overridesAreTheNewestWord()
{
    auto file = create();
    QVERIFY(file->setOverride({QStringLiteral("cutlass"), true, QStringLiteral("one")}, true).ok());
    QVERIFY(
        file->setOverride({QStringLiteral("phase-7"), false, QStringLiteral("two")}, true).ok());
    QVERIFY(
        file->setOverride({QStringLiteral("cutlass"), false, QStringLiteral("three")}, true).ok());
    QVERIFY(file->setOverride({QStringLiteral("phase-7"), false, QString()}, false).ok());
    file.reset();
    const auto overrides = reopen()->overrides();
    QCOMPARE(overrides->size(), 1);
    QCOMPARE(overrides->first().subject, QStringLiteral("cutlass"));
    QCOMPARE(overrides->first().value, false);
    QCOMPARE(overrides->first().reason, QStringLiteral("three"));
    QCOMPARE(outside(path(), {QStringLiteral("SELECT count(*) FROM plan_override")}),
             QStringLiteral("4"));
}

void TestProjectRecords::overrideNeedsAReason()
{
    const auto file = create();
    QCOMPARE(file->setOverride({QStringLiteral("cutlass"), true, QStringLiteral("  ")}, true)
                 .error()
                 .code,
             ErrorCode::InvalidArgument);
    QVERIFY(file->overrides()->isEmpty());
}

void TestProjectRecords::summariesSurvive()
{
    auto file = create();
    QVERIFY(file->setSummary(Phase::Wavefront, QStringLiteral("first")).ok());
    QVERIFY(file->setSummary(Phase::Wavefront, QStringLiteral("41 changes\nin 6 files")).ok());
    QVERIFY(file->setSummary(Phase::Build, QStringLiteral("gone")).ok());
    QVERIFY(file->setSummary(Phase::Build, QString()).ok());
    const QString longest(kLongestSummary, QLatin1Char('x'));
    QVERIFY(file->setSummary(Phase::Libraries, longest).ok());
    QCOMPARE(file->summaries()->last().text, longest);
    QCOMPARE(file->setSummary(Phase::Libraries, longest + QLatin1Char('x')).error().code,
             ErrorCode::InvalidArgument);
    QVERIFY(file->setSummary(Phase::Libraries, QString()).ok());
    file.reset();
    const auto summaries = reopen()->summaries();
    QCOMPARE(summaries->size(), 1);
    QCOMPARE(summaries->first().phase, Phase::Wavefront);
    QCOMPARE(summaries->first().text, QStringLiteral("41 changes\nin 6 files"));
    QVERIFY(summaries->first().edited.isValid());
}

void TestProjectRecords::commitsSurvive()
{
    auto file = create();
    RecordedCommit commit{QByteArray(40, 'b'),
                          Phase::Wavefront,
                          QStringLiteral("rocport/x"),
                          QStringLiteral("Port phase 3"),
                          QDateTime::fromMSecsSinceEpoch(5000, Qt::UTC),
                          {"0000000000000001", "0000000000000002"},
                          false};
    QVERIFY(file->recordCommit(commit).ok());
    commit.id = QByteArray(40, 'c');
    commit.hunkKeys.clear();
    QVERIFY(file->recordCommit(commit).ok());
    QVERIFY(file->recordUndoneCommit(QByteArray(40, 'b')).ok());
    file.reset();
    const auto commits = reopen()->commits();
    QCOMPARE(commits->size(), 2);
    QCOMPARE(commits->at(0).hunkKeys.size(), 2);
    QCOMPARE(commits->at(0).time, commit.time);
    QVERIFY(commits->at(0).undone);
    QVERIFY(!commits->at(1).undone);
    QVERIFY(commits->at(1).hunkKeys.isEmpty());
}

void TestProjectRecords::rewrittenCommits()
{
    auto file = create();
    const auto commit = [](char id, const QVector<QByteArray>& keys) {
        RecordedCommit made;
        made.id = QByteArray(40, id);
        made.phase = Phase::Wavefront;
        made.hunkKeys = keys;
        return made;
    };
    const RecordedCommit one = commit('a', {"1"});
    const RecordedCommit two = commit('b', {"2"});
    const RecordedCommit both = commit('c', {"1", "2"});
    QVERIFY(file->recordCommit(one).ok());
    QVERIFY(file->recordCommit(two).ok());
    QVERIFY(file->recordRewrite({1, {{one.id, both.id}, {two.id, both.id}}, {both}}).ok());
    auto commits = *file->commits();
    QCOMPARE(commits.size(), 3);
    for (int i : {0, 1}) {
        QVERIFY(commits[i].undone);
        QCOMPARE(commits[i].replacedBy, both.id);
        QCOMPARE(commits[i].rewrite, 1);
    }
    QVERIFY(!commits[2].undone);
    QVERIFY(commits[2].replacedBy.isEmpty());
    // Taken back: they are rows of their own again, and what happened stays in the log.
    QVERIFY(file->recordRewrite({0, {{both.id, {}}}, {one, two}}).ok());
    file.reset();
    file = reopen();
    commits = *file->commits();
    QCOMPARE(commits.size(), 5);
    QVERIFY(commits[2].undone && commits[2].replacedBy.isEmpty());
    QVERIFY(!commits[3].undone && !commits[4].undone);
    QCOMPARE(commits[3].id, one.id);
    // All or nothing.
    const RecordedCommit late = commit('d', {"3"});
    QVERIFY(!file->recordRewrite({2, {{one.id, late.id}, {"ff", late.id}}, {late}}).ok());
    QCOMPARE(file->commits()->size(), 5);
    QVERIFY(!file->commits()->at(3).undone);
}

void TestProjectRecords::undoneCommitMustExist()
{
    const auto file = create();
    QCOMPARE(file->recordUndoneCommit("abc").error().code, ErrorCode::InvalidArgument);
    RecordedCommit commit;
    commit.id = "abc";
    QVERIFY(file->recordCommit(commit).ok());
    QVERIFY(file->recordUndoneCommit("abc").ok());
    QCOMPARE(file->recordUndoneCommit("abc").error().code, ErrorCode::InvalidArgument);
    QVERIFY(file->recordCommit(commit).ok()); // made again within the same second
    QVERIFY(file->recordUndoneCommit("abc").ok());
    QCOMPARE(file->recordCommit(RecordedCommit()).error().code, ErrorCode::InvalidArgument);
}

void TestProjectRecords::exportsSurvive()
{
    auto file = create();
    const RecordedExport record{QStringLiteral("tasks-json"), QStringLiteral("/tmp/x.html"),
                                QDateTime::fromMSecsSinceEpoch(7000, Qt::UTC), 12};
    QVERIFY(file->recordExport(record).ok());
    file.reset();
    const auto exports = reopen()->exports();
    QCOMPARE(exports->size(), 1);
    QCOMPARE(exports->first().path, record.path);
    QCOMPARE(exports->first().time, record.time);
    QCOMPARE(exports->first().atBatch, 12);
}

void TestProjectRecords::compiledProofsSurvive()
{
    auto file = create();
    CompiledProof first;
    first.hunkKey = "aa";
    first.baseHash = "bb";
    first.agrees = true;
    first.compiler = QStringLiteral("nvcc 13.0");
    first.evidence = QStringLiteral("equal");
    first.time = QDateTime::fromMSecsSinceEpoch(5000, Qt::UTC);
    CompiledProof other = first;
    other.hunkKey = "cc";
    QVERIFY(file->recordCompiledProofs({first, other}).ok());
    CompiledProof newer = first;
    newer.agrees = false;
    newer.editedHash = "ee";
    QVERIFY(file->recordCompiledProofs({newer}).ok());
    file.reset();
    file = reopen();
    const auto proofs = file->compiledProofs();
    QVERIFY(proofs.ok());
    QCOMPARE(proofs->size(), 2);
    QCOMPARE(proofs->first().hunkKey, QByteArray("cc"));
    QVERIFY(proofs->first().agrees);
    QCOMPARE(proofs->first().evidence, first.evidence);
    QCOMPARE(proofs->first().time, first.time);
    QVERIFY(!proofs->last().agrees);
    QCOMPARE(proofs->last().editedHash, QByteArray("ee"));
    Hunk hunk;
    hunk.key = "aa";
    hunk.baseHash = "bb";
    QVERIFY(first.holdsFor(hunk, {}));
    QVERIFY(!first.holdsFor(hunk, "edited"));
    hunk.baseHash = "changed";
    QVERIFY(!first.holdsFor(hunk, {}));
}

void TestProjectRecords::logsAreOnlyAppendedTo_data()
{
    QTest::addColumn<QString>("statement");
    for (const char* table : {"decision_batch", "decision", "plan_override", "port_commit",
                              "port_commit_hunk", "port_commit_undone", "port_commit_replaced",
                              "report_export", "compiled_proof", "journal"}) {
        const QString name = QString::fromLatin1(table);
        QTest::addRow("delete %s", table) << QStringLiteral("DELETE FROM %1").arg(name);
        QString column = QStringLiteral("time");
        if (name == QLatin1StringView("decision") ||
            name == QLatin1StringView("port_commit_hunk")) {
            column = QStringLiteral("hunk_key");
        } else if (name == QLatin1StringView("port_commit_replaced")) {
            column = QStringLiteral("rewrite");
        }
        QTest::addRow("update %s", table)
            << QStringLiteral("UPDATE %1 SET %2 = 1").arg(name, column);
    }
}

void TestProjectRecords::logsAreOnlyAppendedTo()
{
    QFETCH(QString, statement);
    auto file = create();
    QVERIFY(file->appendBatch(fixture::batch(BatchKind::Decide,
                                             {fixture::decision("a", DecisionKind::Accepted)}))
                .ok());
    QVERIFY(file->setOverride({QStringLiteral("cutlass"), true, QStringLiteral("one")}, true).ok());
    RecordedCommit commit;
    commit.id = "abc";
    commit.hunkKeys = {"a"};
    QVERIFY(file->recordCommit(commit).ok());
    QVERIFY(file->recordRewrite({1, {{"abc", "def"}}, {}}).ok());
    QVERIFY(file->recordExport({QStringLiteral("md"), QStringLiteral("x"), {}, 1}).ok());
    CompiledProof proof;
    proof.hunkKey = "a";
    QVERIFY(file->recordCompiledProofs({proof}).ok());
    QVERIFY(file->appendJournal({{JournalKind::Job, QStringLiteral("j"), {}, "1"}}).ok());
    file.reset();
    const QString answer = outside(path(), {statement});
    QVERIFY2(answer.contains(QStringLiteral("is only appended to")), qPrintable(answer));
}

QTEST_GUILESS_MAIN(TestProjectRecords)
#include "tst_projectrecords.moc"
