#include "core/store/projectfile.h"
#include "core/store/proposeddecision.h"

#include <QTemporaryDir>
#include <QTest>

using namespace rocport;

/// What happened on nodes is kept, the newest word counts, and nothing else of the file suffers.
class TestJournal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void kindsAreDistinct();
    void newestOfEachSubject();
    void anyBytesSurvive();
    void refusals();
    void readOnly();
    void proposalsOfAgents();
    void badProposalsAreRefused_data();
    void badProposalsAreRefused();
    void stepsOfGuardsStayWithTheirBatch();
    void badStepsOfGuardsAreRefused_data();
    void badStepsOfGuardsAreRefused();

private:
    [[nodiscard]] QString path() const { return m_folder.filePath(QStringLiteral("p.rocport")); }
    std::unique_ptr<ProjectFile> fresh()
    {
        QFile::remove(path());
        ProjectMeta meta;
        meta.name = QStringLiteral("p");
        auto made = ProjectFile::create(path(), meta);
        return made ? std::move(*made) : nullptr;
    }
    static JournalEntry entry(JournalKind kind, const QString& subject, const QByteArray& body)
    {
        return {kind, subject, QDateTime::fromMSecsSinceEpoch(5000, Qt::UTC), body};
    }

    QTemporaryDir m_folder;
};

void TestJournal::kindsAreDistinct()
{
    QSet<QString> ids;
    for (const JournalKind kind :
         {JournalKind::Probe, JournalKind::Job, JournalKind::VerifyRun, JournalKind::Tolerance,
          JournalKind::GuardStep, JournalKind::BranchStep, JournalKind::Proposal,
          JournalKind::Choice}) {
        ids.insert(journalKindId(kind));
    }
    QCOMPARE(ids.size(), 8);
}

void TestJournal::newestOfEachSubject()
{
    auto file = fresh();
    QVERIFY(file);
    QVERIFY(file->appendJournal({entry(JournalKind::Job, QStringLiteral("a"), "1"),
                                 entry(JournalKind::Job, QStringLiteral("b"), "2"),
                                 entry(JournalKind::Probe, QStringLiteral("a"), "3")}));
    QVERIFY(file->appendJournal({entry(JournalKind::Job, QStringLiteral("a"), "4")}));
    file.reset();
    const auto opened = ProjectFile::open(path());
    QVERIFY(opened.ok());
    const auto jobs = (*opened)->journal(JournalKind::Job);
    QVERIFY(jobs.ok());
    QCOMPARE(jobs->size(), 2);
    QCOMPARE(jobs->first().subject, QStringLiteral("b"));
    QCOMPARE(jobs->last().subject, QStringLiteral("a"));
    QCOMPARE(jobs->last().body, QByteArray("4"));
    QCOMPARE(jobs->last().time, QDateTime::fromMSecsSinceEpoch(5000, Qt::UTC));
    QCOMPARE((*opened)->journal(JournalKind::Probe)->size(), 1);
    QVERIFY((*opened)->journal(JournalKind::VerifyRun)->isEmpty());
}

void TestJournal::anyBytesSurvive()
{
    auto file = fresh();
    QVERIFY(file);
    QByteArray body;
    for (int i = 0; i < 256; ++i) {
        body.append(char(i));
    }
    const QString subject = QStringLiteral("name with 'quotes', \u00e9 and\nline");
    JournalEntry untimed = entry(JournalKind::Tolerance, subject, body);
    untimed.time = {};
    const QDateTime before = QDateTime::currentDateTimeUtc().addMSecs(-1);
    QVERIFY(file->appendJournal({untimed}));
    const auto read = file->journal(JournalKind::Tolerance);
    QVERIFY(read.ok());
    QCOMPARE(read->size(), 1);
    QCOMPARE(read->first().subject, subject);
    QCOMPARE(read->first().body, body);
    QVERIFY(read->first().time >= before);
}

void TestJournal::refusals()
{
    auto file = fresh();
    QVERIFY(file);
    const auto unnamed = file->appendJournal(
        {entry(JournalKind::Job, QStringLiteral("x"), "1"), entry(JournalKind::Job, {}, "2")});
    QVERIFY(!unnamed.ok());
    QCOMPARE(unnamed.error().code, ErrorCode::InvalidArgument);
    const auto big = file->appendJournal(
        {entry(JournalKind::Job, QStringLiteral("big"), QByteArray(kMaxJournalBody + 1, 'x'))});
    QVERIFY(!big.ok());
    QCOMPARE(big.error().code, ErrorCode::InvalidArgument);
    QVERIFY2(file->journal(JournalKind::Job)->isEmpty(), "all or nothing");
}

void TestJournal::readOnly()
{
    auto file = fresh();
    QVERIFY(file);
    QVERIFY(file->appendJournal({entry(JournalKind::Choice, QStringLiteral("node"), "\"a\"")}));
    file.reset();
    const auto opened = ProjectFile::open(path(), true);
    QVERIFY(opened.ok());
    QCOMPARE((*opened)->journal(JournalKind::Choice)->size(), 1);
    const auto refused =
        (*opened)->appendJournal({entry(JournalKind::Choice, QStringLiteral("node"), "1")});
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().code, ErrorCode::ProjectReadOnly);
}

/// The newest word of each agent about each change counts.
void TestJournal::proposalsOfAgents()
{
    auto file = fresh();
    QVERIFY(file);
    const auto propose = [&](const char* key, DecisionKind kind, const char* by) {
        ProposedDecision one;
        one.hunkKey = key;
        one.kind = kind;
        one.reason = QStringLiteral("because");
        one.by = QString::fromLatin1(by);
        if (kind == DecisionKind::Edited) {
            one.editedText = "";
        }
        const auto entry = journalEntry(one);
        return entry.ok() && file->appendJournal({*entry}).ok();
    };
    QVERIFY(propose("aa", DecisionKind::Accepted, "first"));
    QVERIFY(propose("aa", DecisionKind::Rejected, "second"));
    QVERIFY(propose("aa", DecisionKind::Edited, "first"));
    QVERIFY(file->appendJournal({entry(JournalKind::Proposal, QStringLiteral("bb x"), "[1]")}));
    const auto all = proposedDecisions(*file);
    QVERIFY(all.ok());
    QCOMPARE(all->size(), 2);
    QCOMPARE(all->first().by, QStringLiteral("second"));
    QCOMPARE(all->first().kind, DecisionKind::Rejected);
    QCOMPARE(all->last().kind, DecisionKind::Edited);
    QVERIFY(all->last().editedText.isEmpty() && !all->last().editedText.isNull());
    QVERIFY(all->last().time.isValid());
}

void TestJournal::badProposalsAreRefused_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QString>("by");
    QTest::addColumn<int>("kind");
    const int reject = int(DecisionKind::Rejected);
    const QString fine = QStringLiteral("fine");
    QTest::newRow("no key") << QByteArray() << fine << fine << reject;
    QTest::newRow("another key") << QByteArray("rule:x") << fine << fine << reject;
    QTest::newRow("no reason") << QByteArray("aa") << QStringLiteral(" ") << fine << reject;
    QTest::newRow("no name") << QByteArray("aa") << fine << QString() << reject;
    QTest::newRow("two lines") << QByteArray("aa") << fine << QStringLiteral("a\nb") << reject;
    QTest::newRow("deferred") << QByteArray("aa") << fine << fine << int(DecisionKind::Deferred);
    QTest::newRow("no text") << QByteArray("aa") << fine << fine << int(DecisionKind::Edited);
}

void TestJournal::badProposalsAreRefused()
{
    QFETCH(QByteArray, key);
    QFETCH(QString, reason);
    QFETCH(QString, by);
    QFETCH(int, kind);
    ProposedDecision one;
    one.hunkKey = key;
    one.reason = reason;
    one.by = by;
    one.kind = DecisionKind(kind);
    const auto entry = journalEntry(one);
    QVERIFY(!entry.ok());
    QCOMPARE(entry.error().code, ErrorCode::InvalidArgument);
    QVERIFY(!entry.error().detail.isEmpty());
}

void TestJournal::stepsOfGuardsStayWithTheirBatch()
{
    auto file = fresh();
    QVERIFY(file);
    DecisionBatch batch;
    batch.label = QStringLiteral("Guard of a.cu:3: block");
    batch.guards.widths = {{QStringLiteral("hunk:abcd"), QString(), QStringLiteral("block")},
                           {QString(), QStringLiteral("file"), QString()}};
    UserGuard guard;
    guard.key = "0123456789abcdef";
    guard.path = RepoPath(QByteArray("dir/\xff name.cu"));
    guard.firstLine = 3;
    guard.lastLine = 5;
    guard.original = QByteArray("int a;\0\xfe\n", 9);
    guard.reason = QStringLiteral("a test");
    batch.guards.guards = {{guard, true}, {guard, false}};
    QVERIFY(file->appendBatches({DecisionBatch(), batch, DecisionBatch()}).ok());
    file.reset();
    const auto opened = ProjectFile::open(path());
    QVERIFY(opened.ok());
    const auto batches = (*opened)->batches();
    QVERIFY2(batches.ok(), batches ? "" : qPrintable(batches.error().detail));
    QCOMPARE(batches->size(), 3);
    QVERIFY(batches->at(0).guards.isEmpty());
    QCOMPARE(batches->at(1).guards, batch.guards);
    QVERIFY(batches->at(2).guards.isEmpty());
}

void TestJournal::badStepsOfGuardsAreRefused_data()
{
    QTest::addColumn<QString>("subject");
    QTest::addColumn<QByteArray>("body");
    const QByteArray fine = R"({"widths":[{"subject":"","before":"","after":"file"}]})";
    QTest::newRow("of no batch") << QStringLiteral("7") << fine;
    QTest::newRow("of no number") << QStringLiteral("x") << fine;
    QTest::newRow("not JSON") << QStringLiteral("1") << QByteArray("{");
    QTest::newRow("a width that is none")
        << QStringLiteral("1")
        << QByteArray(R"({"widths":[{"subject":"","before":"","after":"wide"}]})");
    QTest::newRow("a subject that is none")
        << QStringLiteral("1")
        << QByteArray(R"({"widths":[{"subject":"x","before":"","after":"file"}]})");
    QTest::newRow("a guard outside")
        << QStringLiteral("1")
        << QByteArray(R"({"guards":[{"put":true,"key":"abcd","path":"Li4vYQ==","firstLine":1,)"
                      R"("lastLine":1,"original":"","reason":"r"}]})");
}

void TestJournal::badStepsOfGuardsAreRefused()
{
    QFETCH(QString, subject);
    QFETCH(QByteArray, body);
    auto file = fresh();
    QVERIFY(file);
    QVERIFY(file->appendBatches({DecisionBatch()}).ok());
    QVERIFY(file->appendJournal({entry(JournalKind::GuardStep, subject, body)}).ok());
    const auto batches = file->batches();
    QVERIFY(!batches.ok());
    QCOMPARE(batches.error().code, ErrorCode::ProjectCorrupt);
}

QTEST_GUILESS_MAIN(TestJournal)
#include "tst_journal.moc"
