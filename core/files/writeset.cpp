#include "core/files/writeset.h"

#include "core/files/fileerror.h"
#include "core/files/pending.h"
#include "core/files/writejournal.h"

#include <QCryptographicHash>
#include <QFile>
#include <QSet>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <optional>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rocport {

namespace {

using Entry = WriteJournal::Entry;
using State = WriteJournal::State;

constexpr mode_t kNewFileMode = 0666;

QByteArray hashOf(const QByteArray& bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
}

/// The path of what lies beside a file.
RepoPath beside(const Entry& entry)
{
    const RepoPath folder = entry.path.folder();
    return folder.isEmpty() ? RepoPath(entry.temporary)
                            : RepoPath(folder.bytes() + '/' + entry.temporary);
}

/// The old text while a file system that cannot exchange two names does it in steps.
QByteArray steppedName(const Entry& entry)
{
    return entry.temporary + "-old";
}

/// The hash of a file; empty: there is none.
Result<QByteArray> hashIfThere(const RootFolder& root, const RepoPath& path)
{
    const Result<QByteArray> bytes = root.read(path);
    if (bytes) {
        return hashOf(*bytes);
    }
    return bytes.error().code == ErrorCode::FileNotFound ? Result<QByteArray>(QByteArray())
                                                         : bytes.error();
}

/// Exchanges `name` and `temporary` in `folder`, so that the old text lies beside afterwards. Gives
/// an errno.
int exchange(int folder, const Entry& entry)
{
    const QByteArray name = entry.path.fileName();
    const char* target = name.constData();
    const char* temporary = entry.temporary.constData();
    if (entry.oldHash.isEmpty()) {
        if (::renameat2(folder, temporary, folder, target, RENAME_NOREPLACE) == 0) {
            return 0;
        }
        const bool unknown = errno == EINVAL || errno == ENOSYS;
        return unknown && ::renameat(folder, temporary, folder, target) == 0 ? 0 : errno;
    }
    if (::renameat2(folder, temporary, folder, target, RENAME_EXCHANGE) == 0) {
        return 0;
    }
    if (errno != EINVAL && errno != ENOSYS) {
        return errno;
    }
    const QByteArray old = steppedName(entry);
    if (::linkat(folder, target, folder, old.constData(), 0) != 0) {
        return errno;
    }
    if (::renameat(folder, temporary, folder, target) != 0) {
        const int number = errno;
        ::unlinkat(folder, old.constData(), 0);
        return number;
    }
    return ::renameat(folder, old.constData(), folder, temporary) == 0 ? 0 : errno;
}

/// Ends an exchange that was begun in steps: afterwards either nothing or all of it was done.
void settleSteps(int folder, const Entry& entry)
{
    const QByteArray old = steppedName(entry);
    struct stat status = {};
    if (::fstatat(folder, old.constData(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
        return;
    }
    const bool begun =
        ::fstatat(folder, entry.temporary.constData(), &status, AT_SYMLINK_NOFOLLOW) != 0;
    if (begun) {
        (void)::renameat(folder, old.constData(), folder, entry.temporary.constData());
    } else {
        (void)::unlinkat(folder, old.constData(), 0);
    }
}

/// What became of one file when a write is taken back.
enum class TakenBack {
    AsBefore, ///< it was not touched, or not by this write
    Undone,   ///< it has its old text again, or is gone again
    Kept,     ///< a person has changed it since, from the old text
    KeptNew,  ///< a person has changed it since, from the new text
};

/// The folders of a set that are missing and will be made.
struct MissingFolders
{
    QSet<RepoPath> known;
    QVector<RepoPath>& list; ///< in the journal
};

/// One write() or undoInterruptedWrite(): holds the lock of the folder's journal.
class Work
{
public:
    Work(const RootFolder& root, const std::optional<RootFolder>& records,
         const QString& journalFile)
        : m_root(root), m_records(records), m_journalFile(journalFile)
    {
    }

    ~Work();
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

    Result<void> lock();
    Result<void> write(const QVector<FileChange>& changes);
    Result<std::optional<InterruptedWrite>> undo();

private:
    Result<void> plan(const QVector<FileChange>& changes);
    Result<Entry> planFile(const RootFolder& root, const RepoPath& path, const QByteArray& content,
                           MissingFolders& missing);
    Result<void> save(State state);
    Result<void> prepareAll(const QVector<FileChange>& changes) const;
    Result<void> exchangeAll() const;
    Result<void> takeBackAll(InterruptedWrite& outcome) const;
    Result<TakenBack> takeBack(const RootFolder& root, const Entry& entry) const;
    void removeAllBeside() const;
    void removeFolders() const;
    Result<void> forget();

    const RootFolder& m_root;
    std::optional<RootFolder> m_records;
    QString m_journalFile;
    QByteArray m_lockFile;
    Descriptor m_lock;
    bool m_isLocked = false;
    WriteJournal m_journal;
    quint32 m_number = pending::randomNumber(); ///< of the next temporary name
};

Result<void> Work::lock()
{
    const QString name = m_journalFile + QStringLiteral(".lock");
    const qsizetype slash = m_journalFile.lastIndexOf(u'/');
    if (Result<void> made = makeFolder(m_journalFile.left(slash), FileAccess::Private); !made) {
        return made;
    }
    m_lockFile = QFile::encodeName(name);
    struct stat status = {};
    do {
        m_lock = Descriptor(
            ::open(m_lockFile.constData(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
        if (!m_lock.isOpen()) {
            return writeError(errno, name);
        }
        if (::flock(m_lock.number(), LOCK_EX | LOCK_NB) != 0) {
            return Error{ErrorCode::ProjectLocked,
                         QStringLiteral("another program is writing to this folder"),
                         m_root.path()};
        }
        // Whoever held it removed it in between: it locks nobody out any more.
    } while (::fstat(m_lock.number(), &status) == 0 && status.st_nlink == 0);
    m_isLocked = true;
    return {};
}

Work::~Work()
{
    if (m_isLocked) {
        ::unlink(m_lockFile.constData()); // while it is held
    }
}

Result<void> noteFolders(const RootFolder& root, const RepoPath& path, MissingFolders& missing)
{
    const Result<Descriptor> parent = root.openParent(path, false);
    if (parent) {
        return {};
    }
    if (parent.error().code != ErrorCode::FileNotFound) {
        return parent.error();
    }
    QVector<RepoPath> above;
    for (RepoPath folder = path.folder(); !folder.isEmpty(); folder = folder.folder()) {
        above.prepend(folder);
    }
    // Where one is missing, so are those below it; each look goes all the way from the top.
    const auto first =
        std::partition_point(above.cbegin(), above.cend(), [&root](const RepoPath& folder) {
            // The parent of a file in it is the folder itself.
            const RepoPath inside(folder.bytes() + "/x");
            return static_cast<bool>(root.openParent(inside, false));
        });
    std::for_each(first, above.cend(), [&missing](const RepoPath& folder) {
        if (!missing.known.contains(folder)) {
            missing.known.insert(folder);
            missing.list.append(folder);
        }
    });
    return {};
}

Result<Entry> Work::planFile(const RootFolder& root, const RepoPath& path,
                             const QByteArray& content, MissingFolders& missing)
{
    if (Result<void> noted = noteFolders(root, path, missing); !noted) {
        return noted.error();
    }
    const Result<QByteArray> old = hashIfThere(root, path);
    if (!old) {
        return old.error();
    }
    return Entry{path, pending::nameFor(path.fileName(), m_number++), hashOf(content), *old};
}

Result<void> Work::plan(const QVector<FileChange>& changes)
{
    m_journal.root = m_root.path();
    m_journal.when = QDateTime::currentDateTimeUtc();
    m_journal.recordRoot = m_records ? m_records->path() : QString();
    MissingFolders missing{{}, m_journal.folders};
    MissingFolders missingRecords{{}, m_journal.recordFolders};
    QSet<RepoPath> seen;
    QSet<RepoPath> seenRecords;
    for (const FileChange& change : changes) {
        const bool again = change.record && seenRecords.contains(change.record->path);
        if (seen.contains(change.path) || again || (change.record && !m_records)) {
            return Error{ErrorCode::Internal,
                         QStringLiteral("the same file is written twice, or its record nowhere"),
                         m_root.display(change.path)};
        }
        seen.insert(change.path);
        const Result<Entry> entry = planFile(m_root, change.path, change.content, missing);
        if (!entry) {
            return entry.error();
        }
        if (change.replaces && hashOf(*change.replaces) != entry->oldHash) {
            return Error{ErrorCode::EditStale, {}, m_root.display(change.path)};
        }
        if (change.record) {
            seenRecords.insert(change.record->path);
            const Result<Entry> record =
                planFile(*m_records, change.record->path, change.record->content, missingRecords);
            if (!record) {
                return record.error();
            }
            m_journal.records.insert(m_journal.entries.size(), *record);
        }
        m_journal.entries.append(*entry);
    }
    return {};
}

Result<void> Work::save(State state)
{
    m_journal.state = state;
    return writeFile(m_journalFile, m_journal.toJson(), FileAccess::Private);
}

Result<void> prepare(const RootFolder& root, const Entry& entry, const QByteArray& content)
{
    const Result<Descriptor> folder = root.openParent(entry.path, true);
    if (!folder) {
        return folder.error();
    }
    const QString place = root.display(entry.path);
    Descriptor file;
    if (const int number =
            pending::makeNamed(folder->number(), entry.temporary, kNewFileMode, file)) {
        return writeError(number, place);
    }
    struct stat status = {};
    if (::fstatat(folder->number(), entry.path.fileName().constData(), &status,
                  AT_SYMLINK_NOFOLLOW) == 0) {
        pending::takeOwnerAndMode(file.number(), status);
    }
    int number = pending::writeAll(file.number(), content);
    number = number == 0 ? pending::finish(file, Durability::Synced) : number;
    return number == 0 ? Result<void>() : writeError(number, place);
}

Result<void> Work::prepareAll(const QVector<FileChange>& changes) const
{
    for (qsizetype i = 0; i < changes.size(); ++i) {
        const std::optional<FileRecord>& record = changes[i].record;
        if (record) {
            if (Result<void> done =
                    prepare(*m_records, *m_journal.records.constFind(i), record->content);
                !done) {
                return done;
            }
        }
        if (Result<void> done = prepare(m_root, m_journal.entries[i], changes[i].content); !done) {
            return done;
        }
    }
    return {};
}

Result<void> putInPlace(const RootFolder& root, const Entry& entry)
{
    const Result<Descriptor> folder = root.openParent(entry.path, false);
    if (!folder) {
        return folder.error();
    }
    int number = exchange(folder->number(), entry);
    number = number == 0 ? pending::syncNames(folder->number()) : number;
    return number == 0 ? Result<void>() : writeError(number, root.display(entry.path));
}

/// A record comes before its file: where the file has its new text, the record is there.
Result<void> Work::exchangeAll() const
{
    for (qsizetype i = 0; i < m_journal.entries.size(); ++i) {
        if (const auto record = m_journal.records.constFind(i);
            record != m_journal.records.cend()) {
            if (Result<void> done = putInPlace(*m_records, *record); !done) {
                return done;
            }
        }
        if (Result<void> done = putInPlace(m_root, m_journal.entries[i]); !done) {
            return done;
        }
    }
    return {};
}

Result<void> Work::write(const QVector<FileChange>& changes)
{
    if (Result<void> planned = plan(changes); !planned || changes.isEmpty()) {
        return planned;
    }
    Result<void> done = save(State::Preparing);
    if (done) {
        done = prepareAll(changes);
    }
    if (done) {
        done = save(State::Exchanging);
    }
    if (done) {
        done = exchangeAll();
    }
    if (done) {
        done = save(State::Done);
    }
    if (!done) {
        InterruptedWrite outcome;
        if (takeBackAll(outcome)) { // else the journal stays, and the next start takes it up again
            removeFolders();
            (void)forget();
        }
        return done;
    }
    removeAllBeside();
    (void)forget(); // what stays of it is removed at the next start
    return {};
}

/// Gives a file its old text again where it has the new one, and removes what lies beside.
Result<TakenBack> Work::takeBack(const RootFolder& root, const Entry& entry) const
{
    const Result<Descriptor> folder = root.openParent(entry.path, false);
    if (!folder) {
        return folder.error().code == ErrorCode::FileNotFound ? Result(TakenBack::AsBefore)
                                                              : folder.error();
    }
    settleSteps(folder->number(), entry);
    const Result<QByteArray> now = hashIfThere(root, entry.path);
    const Result<QByteArray> other = hashIfThere(root, beside(entry));
    if (!now || !other) {
        return !now ? now.error() : other.error();
    }
    const bool isNew = *now == entry.newHash && entry.newHash != entry.oldHash;
    if (*now != entry.oldHash && !isNew) {
        // Both texts stay. While files were exchanged, all new texts had been there.
        const bool exchanged = m_journal.state == State::Exchanging && *other == entry.oldHash;
        return exchanged ? TakenBack::KeptNew : TakenBack::Kept;
    }
    bool undone = false;
    if (isNew && entry.oldHash.isEmpty()) {
        // Only a file that this write made: its text is no longer beside it.
        if (other->isEmpty()) {
            if (::unlinkat(folder->number(), entry.path.fileName().constData(), 0) != 0) {
                return writeError(errno, root.display(entry.path));
            }
            undone = true;
        }
    } else if (isNew && *other == entry.oldHash) {
        if (const int number = exchange(folder->number(), entry)) {
            return writeError(number, root.display(entry.path));
        }
        undone = true;
    }
    ::unlinkat(folder->number(), entry.temporary.constData(), 0);
    if (const int number = pending::syncNames(folder->number())) {
        return writeError(number, root.display(entry.path));
    }
    return undone ? TakenBack::Undone : TakenBack::AsBefore;
}

/// After all was done: the old text goes, unless somebody put something else there.
void removeBeside(const RootFolder& root, const Entry& entry)
{
    const Result<Descriptor> folder = root.openParent(entry.path, false);
    const Result<QByteArray> there = hashIfThere(root, beside(entry));
    if (folder && there && *there == entry.oldHash && !there->isEmpty()) {
        ::unlinkat(folder->number(), entry.temporary.constData(), 0);
    }
}

Result<void> Work::takeBackAll(InterruptedWrite& outcome) const
{
    for (qsizetype i = m_journal.entries.size() - 1; i >= 0; --i) {
        const Entry& entry = m_journal.entries[i];
        const Result<TakenBack> file = takeBack(m_root, entry);
        if (!file) {
            return file.error();
        }
        outcome.undone += *file == TakenBack::Undone ? 1 : 0;
        if (*file == TakenBack::Kept || *file == TakenBack::KeptNew) {
            outcome.kept.append(entry.path.display());
        }
        const auto record = m_journal.records.constFind(i);
        if (record == m_journal.records.cend() || !m_records) {
            continue;
        }
        if (*file == TakenBack::KeptNew) {
            removeBeside(*m_records, *record); // what the person changed is the new text
        } else if (const Result<TakenBack> back = takeBack(*m_records, *record); !back) {
            return back.error();
        }
    }
    return {};
}

void Work::removeAllBeside() const
{
    for (qsizetype i = 0; i < m_journal.entries.size(); ++i) {
        removeBeside(m_root, m_journal.entries[i]);
        const auto record = m_journal.records.constFind(i);
        if (record != m_journal.records.cend() && m_records) {
            removeBeside(*m_records, *record);
        }
    }
}

void removeEmpty(const RootFolder& root, const QVector<RepoPath>& folders)
{
    for (auto folder = folders.crbegin(); folder != folders.crend(); ++folder) {
        const Result<Descriptor> above = root.openParent(*folder, false);
        if (above) {
            ::unlinkat(above->number(), folder->fileName().constData(), AT_REMOVEDIR);
        }
    }
}

void Work::removeFolders() const
{
    removeEmpty(m_root, m_journal.folders);
    if (m_records) {
        removeEmpty(*m_records, m_journal.recordFolders);
    }
}

Result<void> Work::forget()
{
    return ::unlink(QFile::encodeName(m_journalFile).constData()) == 0 || errno == ENOENT
               ? Result<void>()
               : Result<void>(writeError(errno, m_journalFile));
}

Result<std::optional<InterruptedWrite>> Work::undo()
{
    const Result<QByteArray> bytes = readFile(m_journalFile);
    if (!bytes) {
        return bytes.error().code == ErrorCode::FileNotFound
                   ? Result<std::optional<InterruptedWrite>>(std::nullopt)
                   : bytes.error();
    }
    Result<WriteJournal> journal = WriteJournal::fromJson(*bytes, m_root.path(), m_journalFile);
    if (!journal) {
        return journal.error();
    }
    m_journal = *std::move(journal);
    m_records.reset();
    if (!m_journal.recordRoot.isEmpty()) {
        Result<RootFolder> records = RootFolder::open(m_journal.recordRoot);
        if (!records && records.error().code != ErrorCode::FileNotFound) {
            return records.error();
        }
        // One that is gone, or a link by now, is not where the records were written.
        if (records && records->path() == m_journal.recordRoot) {
            m_records = *std::move(records);
        }
    }
    InterruptedWrite outcome;
    outcome.when = m_journal.when;
    outcome.files = static_cast<int>(m_journal.entries.size());
    outcome.finished = m_journal.state == State::Done;
    if (outcome.finished) {
        removeAllBeside();
    } else if (Result<void> back = takeBackAll(outcome); !back) {
        return back.error();
    } else {
        removeFolders();
    }
    if (Result<void> forgotten = forget(); !forgotten) {
        return forgotten.error();
    }
    return std::optional(outcome);
}

} // namespace

WriteSet::WriteSet(RootFolder root, const QString& journalFolder, std::optional<RootFolder> records)
    : m_root(std::move(root)), m_records(std::move(records))
{
    const QByteArray name =
        QCryptographicHash::hash(QFile::encodeName(m_root.path()), QCryptographicHash::Sha1)
            .toHex();
    m_journal = journalFolder + u'/' + QString::fromLatin1(name) + QStringLiteral(".json");
}

bool WriteSet::isHalfWritten() const
{
    const Result<QByteArray> bytes = readFile(m_journal);
    if (!bytes) {
        return bytes.error().code != ErrorCode::FileNotFound;
    }
    const Result<WriteJournal> journal = WriteJournal::fromJson(*bytes, m_root.path(), m_journal);
    return !journal || journal->state != State::Done;
}

Result<void> WriteSet::write(const QVector<FileChange>& changes)
{
    Work work(m_root, m_records, m_journal);
    if (Result<void> locked = work.lock(); !locked) {
        return locked;
    }
    if (readFile(m_journal)) {
        return Error{ErrorCode::ProjectLocked,
                     QStringLiteral("an interrupted write has not been undone yet"), m_root.path()};
    }
    return work.write(changes);
}

Result<std::optional<InterruptedWrite>> WriteSet::undoInterruptedWrite()
{
    if (!QFile::exists(m_journal)) {
        return std::optional<InterruptedWrite>();
    }
    Work work(m_root, {}, m_journal);
    if (Result<void> locked = work.lock(); !locked) {
        return locked.error();
    }
    return work.undo();
}

} // namespace rocport
