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
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rocport {

namespace {

using Entry = WriteJournal::Entry;
using State = WriteJournal::State;

constexpr mode_t kNewFile = 0666;

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

/// One write() or undoInterruptedWrite(): holds the lock of the folder's journal.
class Work
{
public:
    Work(const RootFolder& root, const QString& journalFile)
        : m_root(root), m_journalFile(journalFile)
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
    Result<void> noteFolders(const RepoPath& path);
    Result<void> save(State state);
    Result<void> prepare(const Entry& entry, const QByteArray& content) const;
    Result<void> exchangeAll();
    Result<void> takeBack(const Entry& entry, InterruptedWrite& outcome) const;
    void removeBeside(const Entry& entry) const;
    void removeFolders() const;
    Result<void> forget();

    const RootFolder& m_root;
    QString m_journalFile;
    QByteArray m_lockFile;
    Descriptor m_lock;
    bool m_isLocked = false;
    WriteJournal m_journal;
    QSet<RepoPath> m_missing; ///< folders that are made
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

Result<void> Work::noteFolders(const RepoPath& path)
{
    const Result<Descriptor> parent = m_root.openParent(path, false);
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
        std::partition_point(above.cbegin(), above.cend(), [this](const RepoPath& folder) {
            // The parent of a file in it is the folder itself.
            const RepoPath inside(folder.bytes() + "/x");
            return static_cast<bool>(m_root.openParent(inside, false));
        });
    std::for_each(first, above.cend(), [this](const RepoPath& folder) {
        if (!m_missing.contains(folder)) {
            m_missing.insert(folder);
            m_journal.folders.append(folder);
        }
    });
    return {};
}

Result<void> Work::plan(const QVector<FileChange>& changes)
{
    m_journal.root = m_root.path();
    m_journal.when = QDateTime::currentDateTimeUtc();
    QSet<RepoPath> seen;
    const quint32 first = pending::randomNumber();
    for (const FileChange& change : changes) {
        if (seen.contains(change.path)) {
            return Error{ErrorCode::Internal, QStringLiteral("the same file is written twice"),
                         m_root.display(change.path)};
        }
        seen.insert(change.path);
        if (Result<void> noted = noteFolders(change.path); !noted) {
            return noted;
        }
        const Result<QByteArray> old = hashIfThere(m_root, change.path);
        if (!old) {
            return old.error();
        }
        if (change.replaces && hashOf(*change.replaces) != *old) {
            return Error{ErrorCode::EditStale, {}, m_root.display(change.path)};
        }
        const auto number = static_cast<quint32>(first + m_journal.entries.size());
        m_journal.entries.append({change.path, pending::nameFor(change.path.fileName(), number),
                                  hashOf(change.content), *old});
    }
    return {};
}

Result<void> Work::save(State state)
{
    m_journal.state = state;
    return writeFile(m_journalFile, m_journal.toJson(), FileAccess::Private);
}

Result<void> Work::prepare(const Entry& entry, const QByteArray& content) const
{
    const Result<Descriptor> folder = m_root.openParent(entry.path, true);
    if (!folder) {
        return folder.error();
    }
    const QString place = m_root.display(entry.path);
    Descriptor file;
    if (const int number = pending::makeNamed(folder->number(), entry.temporary, kNewFile, file)) {
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

Result<void> Work::exchangeAll()
{
    for (const Entry& entry : std::as_const(m_journal.entries)) {
        const Result<Descriptor> folder = m_root.openParent(entry.path, false);
        if (!folder) {
            return folder.error();
        }
        int number = exchange(folder->number(), entry);
        number = number == 0 ? pending::syncNames(folder->number()) : number;
        if (number != 0) {
            return writeError(number, m_root.display(entry.path));
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
    for (qsizetype i = 0; i < changes.size() && done; ++i) {
        done = prepare(m_journal.entries[i], changes[i].content);
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
        for (auto entry = m_journal.entries.crbegin(); entry != m_journal.entries.crend();
             ++entry) {
            if (!takeBack(*entry, outcome)) {
                return done; // the journal stays, and the next start takes it up again
            }
        }
        removeFolders();
        (void)forget();
        return done;
    }
    for (const Entry& entry : std::as_const(m_journal.entries)) {
        removeBeside(entry);
    }
    (void)forget(); // what stays of it is removed at the next start
    return {};
}

/// Gives a file its old text again where it has the new one, and removes what lies beside.
Result<void> Work::takeBack(const Entry& entry, InterruptedWrite& outcome) const
{
    const Result<Descriptor> folder = m_root.openParent(entry.path, false);
    if (!folder) {
        return folder.error().code == ErrorCode::FileNotFound ? Result<void>() : folder.error();
    }
    settleSteps(folder->number(), entry);
    const Result<QByteArray> now = hashIfThere(m_root, entry.path);
    const Result<QByteArray> other = hashIfThere(m_root, beside(entry));
    if (!now || !other) {
        return !now ? now.error() : other.error();
    }
    const bool isNew = *now == entry.newHash && entry.newHash != entry.oldHash;
    if (*now != entry.oldHash && !isNew) {
        outcome.kept.append(entry.path.display());
        return {}; // both texts stay: a person has changed the file since
    }
    if (isNew && entry.oldHash.isEmpty()) {
        // Only a file that this write made: its text is no longer beside it.
        if (other->isEmpty()) {
            if (::unlinkat(folder->number(), entry.path.fileName().constData(), 0) != 0) {
                return writeError(errno, m_root.display(entry.path));
            }
            ++outcome.undone;
        }
    } else if (isNew && *other == entry.oldHash) {
        if (const int number = exchange(folder->number(), entry)) {
            return writeError(number, m_root.display(entry.path));
        }
        ++outcome.undone;
    }
    ::unlinkat(folder->number(), entry.temporary.constData(), 0);
    const int number = pending::syncNames(folder->number());
    return number == 0 ? Result<void>() : writeError(number, m_root.display(entry.path));
}

/// After all was done: the old text goes, unless somebody put something else there.
void Work::removeBeside(const Entry& entry) const
{
    const Result<Descriptor> folder = m_root.openParent(entry.path, false);
    const Result<QByteArray> there = hashIfThere(m_root, beside(entry));
    if (folder && there && *there == entry.oldHash && !there->isEmpty()) {
        ::unlinkat(folder->number(), entry.temporary.constData(), 0);
    }
}

void Work::removeFolders() const
{
    for (auto folder = m_journal.folders.crbegin(); folder != m_journal.folders.crend(); ++folder) {
        const Result<Descriptor> above = m_root.openParent(*folder, false);
        if (above) {
            ::unlinkat(above->number(), folder->fileName().constData(), AT_REMOVEDIR); // if empty
        }
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
    InterruptedWrite outcome;
    outcome.when = m_journal.when;
    outcome.finished = m_journal.state == State::Done;
    for (auto entry = m_journal.entries.crbegin(); entry != m_journal.entries.crend(); ++entry) {
        if (outcome.finished) {
            removeBeside(*entry);
        } else if (Result<void> back = takeBack(*entry, outcome); !back) {
            return back.error();
        }
    }
    if (!outcome.finished) {
        removeFolders();
    }
    if (Result<void> forgotten = forget(); !forgotten) {
        return forgotten.error();
    }
    return std::optional(outcome);
}

} // namespace

WriteSet::WriteSet(RootFolder root, const QString& journalFolder) : m_root(std::move(root))
{
    const QByteArray name =
        QCryptographicHash::hash(QFile::encodeName(m_root.path()), QCryptographicHash::Sha1)
            .toHex();
    m_journal = journalFolder + u'/' + QString::fromLatin1(name) + QStringLiteral(".json");
}

Result<void> WriteSet::write(const QVector<FileChange>& changes)
{
    Work work(m_root, m_journal);
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
    Work work(m_root, m_journal);
    if (Result<void> locked = work.lock(); !locked) {
        return locked.error();
    }
    return work.undo();
}

} // namespace rocport
