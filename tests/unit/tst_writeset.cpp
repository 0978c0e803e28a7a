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
    void removesLeftoversOfAFinishedWrite();
    void leavesNothingBehind();
    void waitsForAnUndo();
    void distrustsForeignJournals_data();
    void distrustsForeignJournals();

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

QTEST_GUILESS_MAIN(TestWriteSet)
#include "tst_writeset.moc"
