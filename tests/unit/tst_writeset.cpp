// Several files are written together or not at all, and an interrupted write is taken back.

#include "core/files/pending.h"
#include "core/files/writejournal.h"
#include "core/files/writeset.h"
#include "tests/support/filesizelimit.h"

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;
using rocport::test::FileSizeLimit;
using State = WriteJournal::State;

namespace {

QByteArray hashOf(const QByteArray& bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
}

void put(const QString& path, const QByteArray& bytes)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

/// All files below a folder with their content, folders with "/".
QMap<QString, QByteArray> treeOf(const QString& folder)
{
    QMap<QString, QByteArray> tree;
    QDirIterator it(folder, QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot,
                    QDirIterator::Subdirectories);
    while (it.hasNext()) {
        const QString path = it.next();
        const QString name = QDir(folder).relativeFilePath(path);
        if (it.fileInfo().isDir()) {
            tree.insert(name + u'/', {});
        } else {
            QFile file(path);
            tree.insert(name, file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray());
        }
    }
    return tree;
}

} // namespace

class TestWriteSet : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void writesAll();
    void allOrNone_data();
    void allOrNone();
    void refusesStaleText();
    void takesBackWhatWasInterrupted_data();
    void takesBackWhatWasInterrupted();
    void keepsWhatAPersonChangedSince();
    void recordsShareTheFateOfTheirFiles_data();
    void recordsShareTheFateOfTheirFiles();
    void recordsWithoutTheirFolder();
    void removesLeftoversOfAFinishedWrite();
    void leavesNothingBehind();
    void waitsForAnUndo();
    void distrustsForeignJournals_data();
    void distrustsForeignJournals();
    void readsJournalsOfBefore();

private:
    [[nodiscard]] QString at(const char* name) const
    {
        return m_dir->filePath(QStringLiteral("repository/") + QString::fromLatin1(name));
    }
    [[nodiscard]] WriteSet set() const
    {
        return {*RootFolder::open(m_root), m_dir->filePath(QStringLiteral("journals"))};
    }
    /// A journal over a.cu (changed), b.cu (changed) and new/c.h (made), as a kill in `state`
    /// leaves.
    [[nodiscard]] WriteJournal journal(State state) const;
    void save(const WriteJournal& journal) const;

    std::unique_ptr<QTemporaryDir> m_dir;
    QString m_root;
    QMap<QString, QByteArray> m_before;
    const QVector<FileChange> m_changes{{RepoPath("a.cu"), "new a"},
                                        {RepoPath("b.cu"), "new b"},
                                        {RepoPath("new/er/c.h"), "new c"}};
};

void TestWriteSet::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    m_root = m_dir->filePath(QStringLiteral("repository"));
    put(at("a.cu"), "old a");
    put(at("b.cu"), "old b");
    m_root = QFileInfo(m_root).canonicalFilePath();
    m_before = treeOf(m_root);
}

void TestWriteSet::cleanup()
{
    m_dir.reset();
}

WriteJournal TestWriteSet::journal(State state) const
{
    WriteJournal journal;
    journal.state = state;
    journal.root = m_root;
    journal.when = QDateTime::currentDateTimeUtc();
    journal.folders = {RepoPath("new"), RepoPath("new/er")};
    quint32 number = 0xfffffffe;
    for (const FileChange& change : m_changes) {
        const QByteArray old = m_before.value(QString::fromLatin1(change.path.bytes()));
        journal.entries.append({change.path, pending::nameFor(change.path.fileName(), number++),
                                hashOf(change.content),
                                old.isEmpty() ? QByteArray() : hashOf(old)});
    }
    return journal;
}

void TestWriteSet::save(const WriteJournal& journal) const
{
    put(set().journalFile(), journal.toJson());
}

void TestWriteSet::writesAll()
{
    WriteSet writing = set();
    QVERIFY(writing.write(m_changes).ok());
    QMap<QString, QByteArray> after = m_before;
    after[QStringLiteral("a.cu")] = "new a";
    after[QStringLiteral("b.cu")] = "new b";
    after[QStringLiteral("new/")] = {};
    after[QStringLiteral("new/er/")] = {};
    after[QStringLiteral("new/er/c.h")] = "new c";
    QCOMPARE(treeOf(m_root), after);
    QVERIFY(!QFile::exists(writing.journalFile()));
    QVERIFY(writing.write({}).ok());
    const auto undone = writing.undoInterruptedWrite();
    QVERIFY(undone.ok() && !*undone);
}

void TestWriteSet::allOrNone_data()
{
    QTest::addColumn<QString>("obstacle");
    QTest::addColumn<int>("code");
    QTest::newRow("full disk") << QStringLiteral("full") << int(ErrorCode::DiskFull);
    QTest::newRow("a link") << QStringLiteral("link") << int(ErrorCode::PathOutsideRepository);
    QTest::newRow("a folder of that name")
        << QStringLiteral("folder") << int(ErrorCode::FileUnreadable);
    QTest::newRow("out of the folder")
        << QStringLiteral("up") << int(ErrorCode::PathOutsideRepository);
    QTest::newRow("twice the same file") << QStringLiteral("twice") << int(ErrorCode::Internal);
}

void TestWriteSet::allOrNone()
{
    QFETCH(QString, obstacle);
    QFETCH(int, code);
    QVector<FileChange> changes = m_changes;
    RepoPath last("z.cu");
    rlim_t room = RLIM_INFINITY;
    if (obstacle == QLatin1StringView("full")) {
        changes.append({last, QByteArray(100'000, 'z')});
        room = 50'000; // the journal and the first files fit
    } else if (obstacle == QLatin1StringView("link")) {
        QVERIFY(QFile::link(m_dir->filePath(QStringLiteral("elsewhere")), at("z.cu")));
        changes.append({last, "z"});
    } else if (obstacle == QLatin1StringView("folder")) {
        QVERIFY(QDir().mkpath(at("z.cu")));
        changes.append({last, "z"});
    } else {
        changes.append({RepoPath(obstacle == QLatin1StringView("up") ? "../z.cu" : "a.cu"), "z"});
    }
    const QMap<QString, QByteArray> before = treeOf(m_root);
    Result<void> written;
    {
        const FileSizeLimit limit(room);
        written = set().write(changes);
    }
    QVERIFY(!written.ok());
    QCOMPARE(int(written.error().code), code);
    QCOMPARE(treeOf(m_root), before);
    QVERIFY(!QFile::exists(set().journalFile()));
    QVERIFY(!QFile::exists(m_dir->filePath(QStringLiteral("elsewhere"))));
}

void TestWriteSet::refusesStaleText()
{
    QVector<FileChange> changes = m_changes;
    changes[1].replaces = "what b was when it was read";
    const auto written = set().write(changes);
    QVERIFY(!written.ok());
    QCOMPARE(written.error().code, ErrorCode::EditStale);
    QCOMPARE(treeOf(m_root), m_before);
    changes[1].replaces = "old b";
    QVERIFY(set().write(changes).ok());
}

void TestWriteSet::takesBackWhatWasInterrupted_data()
{
    QTest::addColumn<int>("prepared");  // new texts that lie beside
    QTest::addColumn<int>("exchanged"); // of these, how many are in their place
    QTest::addColumn<int>("undone");
    QTest::newRow("before anything") << 0 << 0 << 0;
    QTest::newRow("while preparing") << 2 << 0 << 0;
    QTest::newRow("prepared") << 3 << 0 << 0;
    QTest::newRow("one exchanged") << 3 << 1 << 1;
    QTest::newRow("two exchanged") << 3 << 2 << 2;
    QTest::newRow("all exchanged") << 3 << 3 << 3;
}

void TestWriteSet::takesBackWhatWasInterrupted()
{
    QFETCH(int, prepared);
    QFETCH(int, exchanged);
    QFETCH(int, undone);
    const WriteJournal left = journal(prepared == 3 ? State::Exchanging : State::Preparing);
    for (int i = 0; i < prepared; ++i) {
        const RepoPath& path = m_changes[i].path;
        const QString target = at(path.bytes().constData());
        const QString beside =
            QFileInfo(target).path() + u'/' + QString::fromLatin1(left.entries[i].temporary);
        const bool done = i < exchanged;
        const QByteArray old = m_before.value(QString::fromLatin1(path.bytes()));
        if (!done || !old.isEmpty()) {
            put(beside, done ? old : m_changes[i].content);
        }
        if (done) {
            put(target, m_changes[i].content);
        }
    }
    save(left);
    const auto result = set().undoInterruptedWrite();
    QVERIFY2(result.ok(), result.ok() ? "" : qPrintable(result.error().detail));
    QVERIFY(result->has_value());
    QCOMPARE((*result)->undone, undone);
    QVERIFY(!(*result)->finished);
    QVERIFY((*result)->kept.isEmpty());
    QCOMPARE(treeOf(m_root), m_before);
    QVERIFY(!QFile::exists(set().journalFile()));
}

void TestWriteSet::keepsWhatAPersonChangedSince()
{
    const WriteJournal left = journal(State::Exchanging);
    put(at("a.cu"), "a person's text");
    put(at(left.entries[0].temporary.constData()), "old a");
    save(left);
    const auto result = set().undoInterruptedWrite();
    QVERIFY(result.ok() && result->has_value());
    QCOMPARE((*result)->kept, QStringList{QStringLiteral("a.cu")});
    const auto tree = treeOf(m_root);
    QCOMPARE(tree.value(QStringLiteral("a.cu")), QByteArray("a person's text"));
    QCOMPARE(tree.value(QString::fromLatin1(left.entries[0].temporary)), QByteArray("old a"));
}

void TestWriteSet::recordsShareTheFateOfTheirFiles_data()
{
    QTest::addColumn<QString>("end");
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("record");
    const QByteArray byHand = "a person's text";
    QTest::newRow("written") << QStringLiteral("written") << QByteArray("new a")
                             << QByteArray("r2");
    QTest::newRow("failed") << QStringLiteral("failed") << QByteArray("old a") << QByteArray("r1");
    QTest::newRow("killed after the record")
        << QStringLiteral("record") << QByteArray("old a") << QByteArray("r1");
    QTest::newRow("killed after the file")
        << QStringLiteral("file") << QByteArray("old a") << QByteArray("r1");
    QTest::newRow("killed at the end")
        << QStringLiteral("done") << QByteArray("new a") << QByteArray("r2");
    QTest::newRow("edited before it was exchanged")
        << QStringLiteral("record edited") << byHand << QByteArray("r1");
    QTest::newRow("edited after it was exchanged")
        << QStringLiteral("file edited") << byHand << QByteArray("r2");
}

/// What is known of a file is true after any end of a write.
void TestWriteSet::recordsShareTheFateOfTheirFiles()
{
    QFETCH(QString, end);
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, record);
    const QString folder = QFileInfo(m_dir->path()).canonicalFilePath() + QStringLiteral("/git");
    const QString kept = folder + QStringLiteral("/kept/1");
    put(kept, "r1");
    WriteSet writing(*RootFolder::open(m_root), m_dir->filePath(QStringLiteral("journals")),
                     *RootFolder::open(folder));
    QVector<FileChange> changes{{RepoPath("a.cu"), "new a"}};
    changes[0].record = FileRecord{RepoPath("kept/1"), "r2"};
    changes.append({RepoPath("b.cu"), "new b"});
    changes[1].record = FileRecord{RepoPath("fresh/2"), "s2"};
    if (end == QLatin1StringView("written") || end == QLatin1StringView("failed")) {
        if (end == QLatin1StringView("failed")) {
            QVERIFY(QFile::link(kept, folder + QStringLiteral("/fresh")));
        }
        QCOMPARE(writing.write(changes).ok(), end == QLatin1StringView("written"));
        QCOMPARE(treeOf(folder).value(QStringLiteral("fresh/2")),
                 end == QLatin1StringView("written") ? QByteArray("s2") : QByteArray());
    } else {
        WriteJournal left;
        left.state = end == QLatin1StringView("done") ? State::Done : State::Exchanging;
        left.root = m_root;
        left.recordRoot = folder;
        left.entries = {
            {RepoPath("a.cu"), pending::nameFor("a.cu", 1), hashOf("new a"), hashOf("old a")}};
        left.records.insert(
            0, {RepoPath("kept/1"), pending::nameFor("1", 2), hashOf("r2"), hashOf("r1")});
        const QString beside = at(left.entries[0].temporary.constData());
        put(kept, "r2");
        put(folder + QStringLiteral("/kept/") + QString::fromLatin1(left.records[0].temporary),
            "r1");
        const bool exchanged = !end.startsWith(QLatin1StringView("record"));
        put(beside, exchanged ? "old a" : "new a");
        put(at("a.cu"), exchanged ? "new a" : "old a");
        if (end.endsWith(QLatin1StringView("edited"))) {
            put(at("a.cu"), "a person's text");
        }
        save(left);
        QCOMPARE(writing.isHalfWritten(), end != QLatin1StringView("done"));
        const auto result = writing.undoInterruptedWrite();
        QVERIFY2(result.ok(), result.ok() ? "" : qPrintable(result.error().detail));
        QCOMPARE((*result)->finished, end == QLatin1StringView("done"));
        QCOMPARE((*result)->files, 1);
        QCOMPARE((*result)->undone, end == QLatin1StringView("file") ? 1 : 0);
        QCOMPARE(treeOf(folder).size(), 2); // nothing beside
    }
    QVERIFY(!writing.isHalfWritten());
    QCOMPARE(treeOf(m_root).value(QStringLiteral("a.cu")), file);
    QCOMPARE(treeOf(folder).value(QStringLiteral("kept/1")), record);
}

/// Files are taken back also where the folder of their records is gone, or leads elsewhere by now.
void TestWriteSet::recordsWithoutTheirFolder()
{
    const QString elsewhere = m_dir->filePath(QStringLiteral("elsewhere"));
    const QString gone = QFileInfo(m_dir->path()).canonicalFilePath() + QStringLiteral("/gone");
    put(elsewhere + QStringLiteral("/1"), "r2");
    for (const bool isLink : {false, true}) {
        WriteJournal left = journal(State::Exchanging);
        left.recordRoot = gone;
        left.records.insert(0, {RepoPath("1"), pending::nameFor("1", 2), hashOf("r2"), {}});
        if (isLink) {
            QVERIFY(QFile::link(elsewhere, gone));
        }
        put(at("a.cu"), "new a");
        put(at(left.entries[0].temporary.constData()), "old a");
        save(left);
        const auto result = set().undoInterruptedWrite();
        QVERIFY2(result.ok(), result.ok() ? "" : qPrintable(result.error().detail));
        QCOMPARE((*result)->undone, 1);
        QCOMPARE(treeOf(m_root), m_before);
        QCOMPARE(treeOf(elsewhere).value(QStringLiteral("1")), QByteArray("r2"));
    }
}

/// Neither a journal nor its lock stays in the user's folder.
void TestWriteSet::leavesNothingBehind()
{
    const QString journals = m_dir->filePath(QStringLiteral("journals"));
    QVERIFY(QDir().mkpath(journals));
    const QFileInfo journal(set().journalFile());
    put(QStringLiteral("%1/.%2.0123abcd.rocport-new").arg(journal.path(), journal.fileName()),
        "half");
    for (int i = 0; i < 2; ++i) {
        QVERIFY(set().write(m_changes).ok());
        QCOMPARE(QDir(journals).entryList(QDir::Files | QDir::Hidden), QStringList());
    }
    save(this->journal(State::Preparing));
    QVERIFY(set().undoInterruptedWrite().ok());
    QCOMPARE(QDir(journals).entryList(QDir::Files | QDir::Hidden), QStringList());
}

void TestWriteSet::removesLeftoversOfAFinishedWrite()
{
    const WriteJournal left = journal(State::Done);
    put(at("a.cu"), "new a");
    put(at(left.entries[0].temporary.constData()), "old a");
    save(left);
    const auto result = set().undoInterruptedWrite();
    QVERIFY(result.ok() && result->has_value() && (*result)->finished);
    QMap<QString, QByteArray> after = m_before;
    after[QStringLiteral("a.cu")] = "new a";
    QCOMPARE(treeOf(m_root), after);
}

void TestWriteSet::waitsForAnUndo()
{
    save(journal(State::Exchanging));
    QCOMPARE(set().write(m_changes).error().code, ErrorCode::ProjectLocked);
    QVERIFY(set().undoInterruptedWrite().ok());
    QVERIFY(set().write(m_changes).ok());
}

void TestWriteSet::distrustsForeignJournals_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("beside");
    QTest::addColumn<QString>("root");
    QTest::newRow("another folder")
        << QByteArray("a.cu") << QByteArray() << QStringLiteral("/elsewhere");
    QTest::newRow("leads out") << QByteArray("../a.cu") << QByteArray() << QString();
    QTest::newRow("a name that is no leftover")
        << QByteArray("a.cu") << QByteArray("b.cu") << QString();
}

void TestWriteSet::distrustsForeignJournals()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, beside);
    QFETCH(QString, root);
    WriteJournal left = journal(State::Exchanging);
    left.root = root.isEmpty() ? left.root : root;
    left.entries[0].path = RepoPath(path);
    if (!beside.isEmpty()) {
        left.entries[0].temporary = beside;
    }
    save(left);
    const auto result = set().undoInterruptedWrite();
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::ParseFailed);
    QCOMPARE(treeOf(m_root), m_before);
}

/// A write that a version without records began is taken back too.
void TestWriteSet::readsJournalsOfBefore()
{
    const WriteJournal left = journal(State::Exchanging);
    QByteArray text = left.toJson();
    QVERIFY(text.contains("\"version\": 2"));
    text.replace("\"version\": 2", "\"version\": 1");
    put(at("a.cu"), "new a");
    put(at(left.entries[0].temporary.constData()), "old a");
    put(set().journalFile(), text);
    const auto result = set().undoInterruptedWrite();
    QVERIFY2(result.ok(), result.ok() ? "" : qPrintable(result.error().detail));
    QCOMPARE(treeOf(m_root), m_before);
    text.replace("\"version\": 1", "\"version\": 3");
    put(set().journalFile(), text);
    QCOMPARE(set().undoInterruptedWrite().error().code, ErrorCode::ParseFailed);
}

QTEST_GUILESS_MAIN(TestWriteSet)
#include "tst_writeset.moc"
