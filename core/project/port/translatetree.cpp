#include "core/project/port/translatetree.h"

#include "core/base/cancelscope.h"
#include "core/files/leftovers.h"
#include "core/files/readfile.h"
#include "core/files/rootfolder.h"
#include "core/rules/cpp/lanemask.h"
#include "core/text/bytes.h"

#include <QDir>
#include <QSet>
#include <QThread>

#include <algorithm>
#include <atomic>
#include <fcntl.h>
#include <filesystem>
#include <mutex>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace rocport {

namespace {

namespace fs = std::filesystem;

/// Files of code beyond this are translated one at a time.
constexpr uintmax_t kLargeBytes = 1024 * 1024;

struct Item
{
    fs::path relative;
    bool code = false;
    uintmax_t size = 0;
    bool copied = false; ///< no code, and done
};

/// A pack of rules is stopped; then another one. Then all are left out.
constexpr int kMostTimes = 3;

bool isStopped(const SourcePorter* porter)
{
    return porter != nullptr && porter->isAnyStopped();
}

bool isCode(const fs::path& path)
{
    const std::string name = path.filename().native();
    const Language language = languageOfFile(toBytes(name));
    return language == Language::Cuda || language == Language::Cpp || language == Language::Hip;
}

Error systemError(ErrorCode code, const fs::path& path, int number)
{
    const ErrorCode real =
        number == ENOSPC || number == EDQUOT || number == EFBIG ? ErrorCode::DiskFull : code;
    const std::string& native = path.native();
    return Error{real, qt_error_string(number), RepoPath(toBytes(native)).display()};
}

/// All regular files below `root`, without version-control folders; links are left out. One folder
/// is open at a time, however deep they lie; one that cannot be listed is named in `failures`.
std::vector<Item> listFiles(const fs::path& root, bool onlyCode, QVector<Error>& failures)
{
    std::vector<Item> items;
    std::vector<fs::path> folders{root};
    while (!folders.empty()) {
        const fs::path folder = std::move(folders.back());
        folders.pop_back();
        std::error_code error;
        fs::directory_iterator it(folder, error);
        for (; !error && it != fs::directory_iterator(); it.increment(error)) {
            std::error_code gone; // since it was listed
            const fs::path name = it->path().filename();
            if (it->is_symlink(gone)) {
                continue;
            }
            if (it->is_directory(gone)) {
                if (name != ".git" && name != ".hg" && name != ".svn") {
                    folders.push_back(it->path());
                }
            } else if (it->is_regular_file(gone)) {
                Item item{it->path().lexically_relative(root), isCode(it->path()),
                          it->file_size(gone)};
                if (item.code || !onlyCode) {
                    items.push_back(std::move(item));
                }
            }
        }
        if (error) {
            failures.append(systemError(ErrorCode::FileUnreadable, folder, error.value()));
        }
    }
    return items;
}

/// The files of a folder, to tell the project's own headers from CUDA's.
class OwnHeaders
{
public:
    explicit OwnHeaders(const std::vector<Item>& items)
    {
        for (const Item& item : items) {
            const std::string& path = item.relative.native();
            m_paths.insert(path);
            m_byName[item.relative.filename().native()].push_back(&path);
        }
    }

    /// Whether `name`, written in quotes in a file of `folder`, can be found beside that file or
    /// below some include folder of the project.
    [[nodiscard]] bool has(const fs::path& folder, std::string_view name) const
    {
        const fs::path written(name);
        if (m_paths.contains((folder / written).lexically_normal().native())) {
            return true;
        }
        const auto found = m_byName.find(written.filename().native());
        if (found == m_byName.end()) {
            return false;
        }
        const std::string end = "/" + written.lexically_normal().native();
        return std::any_of(
            found->second.begin(), found->second.end(),
            [&](const std::string* path) { return *path == name || path->ends_with(end); });
    }

private:
    std::unordered_set<std::string> m_paths;
    std::unordered_map<std::string, std::vector<const std::string*>> m_byName;
};

Result<OpenFile> openToRead(const fs::path& path)
{
    const std::string& name = path.native();
    return openFile(toBytes(name), Links::Refused);
}

/// Copies what is no code, whatever its size, into an open file: a piece at a time, holes stay
/// holes. Gives an errno of writing; a failure of reading goes to `problem`.
int copyFile(const fs::path& from, int to, const CancelToken& cancel, std::optional<Error>& problem)
{
    const Result<OpenFile> opened = openToRead(from);
    if (!opened) {
        problem = opened.error();
        return EIO;
    }
    const int in = opened->descriptor.number();
    constexpr size_t kPiece = size_t{1} << 18;
    std::vector<char> piece(kPiece);
    const qint64 size = opened->size;
    for (qint64 at = 0; at < size;) {
        if (cancel.isCancelled()) {
            problem = Error{ErrorCode::Cancelled, {}, {}};
            return ECANCELED;
        }
        const qint64 data = ::lseek(in, at, SEEK_DATA);
        if (data < 0 && errno == ENXIO) {
            break; // a hole up to the end
        }
        at = std::max(at, data);
        const ssize_t got = ::pread(in, piece.data(), piece.size(), at);
        if (got < 0) {
            problem = systemError(ErrorCode::FileUnreadable, from, errno);
            return EIO;
        }
        if (got == 0) {
            break; // shrunk meanwhile
        }
        for (ssize_t done = 0; done < got;) {
            const ssize_t put =
                ::pwrite(to, piece.data() + done, static_cast<size_t>(got - done), at + done);
            if (put < 0) {
                return errno;
            }
            done += put;
        }
        at += got;
    }
    return ::ftruncate(to, size) == 0 ? 0 : errno;
}

Result<QByteArray> readCode(const fs::path& path)
{
    const Result<OpenFile> file = openToRead(path);
    if (!file) {
        return file.error();
    }
    const QString shown = systemError(ErrorCode::FileUnreadable, path, 0).object;
    Result<QByteArray> bytes = readAll(*file, shown, kMaxTranslatedBytes);
    if (!bytes && bytes.error().code == ErrorCode::FileTooLarge) {
        return Error{ErrorCode::FileTooLarge,
                     bytes.error().detail + QStringLiteral(": copied without translation"), shown};
    }
    return bytes;
}

void countNotes(const Translation& translation, QHash<QString, int>& notes)
{
    for (const TranslateItem& note : translation.items) {
        if (!note.hasEdit && note.api != nullptr) {
            ++notes[QString::fromUtf8(note.api->cuda.data(),
                                      static_cast<qsizetype>(note.api->cuda.size()))];
        }
    }
}

/// Writes files below the output folder; one for each thread.
class OutputFolder
{
public:
    explicit OutputFolder(const RootFolder& root) : m_root(root) {}

    /// Whole or not at all: what was there before stays until the new text is complete.
    Result<void> write(const RepoPath& file, const QByteArray& bytes)
    {
        Result<void> opened = enter(file);
        return opened ? m_root.writeInto(m_parent, file, bytes, Durability::Later) : opened;
    }

    /// The same for a file that is copied.
    Result<void> copy(const RepoPath& file, const fs::path& from, const CancelToken& cancel)
    {
        if (Result<void> opened = enter(file); !opened) {
            return opened;
        }
        std::optional<Error> problem;
        Result<void> done = m_root.writeInto(
            m_parent, file, [&](int to) { return copyFile(from, to, cancel, problem); },
            Durability::Later);
        return problem ? Result<void>(*problem) : done;
    }

private:
    Result<void> enter(const RepoPath& file)
    {
        const RepoPath folder = file.folder();
        if (!m_parent.isOpen() || folder != m_folder) {
            Result<Descriptor> parent = m_root.openParent(file, true);
            if (!parent) {
                return parent.error();
            }
            m_parent = *std::move(parent);
            m_folder = folder;
        }
        return {};
    }

    const RootFolder& m_root;
    RepoPath m_folder;
    Descriptor m_parent;
};

struct Locks
{
    std::mutex total;
    std::mutex large; ///< one large file at a time
};

RepoPath pathOf(const Item& item)
{
    const std::string& name = item.relative.native();
    return RepoPath(toBytes(name));
}

/// One thread's share; merged under a lock at the end. A full disk ends it for all threads.
void translateItems(std::vector<Item>& items, const OwnHeaders& headers, std::atomic<size_t>& next,
                    const fs::path& from, const RootFolder& to, const TranslateOptions& options,
                    const SourcePorter* porter, const CancelToken& cancel, TreeTranslation& total,
                    QVector<Error>& copyFailures, Locks& locks)
{
    const CancelScope scope(cancel);
    TreeTranslation mine;
    QVector<Error> notCopied;
    OutputFolder target(to);
    const auto note = [&](const Result<void>& written, QVector<Error>& failures) {
        if (written || written.error().code == ErrorCode::Cancelled) {
            return;
        }
        failures.append(written.error());
        if (written.error().code == ErrorCode::DiskFull) {
            next.store(items.size());
        }
    };
    const auto copy = [&](const Item& item, QVector<Error>& failures) {
        note(target.copy(pathOf(item), from / item.relative, cancel), failures);
    };
    for (size_t i = next.fetch_add(1);
         i < items.size() && !cancel.isCancelled() && !isStopped(porter); i = next.fetch_add(1)) {
        Item& item = items[i];
        if (!item.code) {
            if (!std::exchange(item.copied, true)) {
                copy(item, notCopied);
            }
            continue;
        }
        std::unique_lock alone(locks.large, std::defer_lock);
        if (item.size > kLargeBytes) {
            alone.lock(); // tokens take many times a file's own size
        }
        auto bytes = readCode(from / item.relative);
        if (!bytes) {
            mine.failures.append(bytes.error());
            if (bytes.error().code == ErrorCode::FileTooLarge) {
                copy(item, mine.failures);
            }
            continue;
        }
        QByteArray output = *bytes;
        ++mine.files;
        mine.bytes += bytes->size();
        const SourceBuffer source(*bytes);
        if (source.isEditable()) {
            TranslateOptions own = options;
            own.isOwnHeader = [&](std::string_view header) {
                return headers.has(item.relative.parent_path(), header);
            };
            Result<FileTranslation> made = translateFile(pathOf(item), source, own, porter);
            if (!made) {
                mine.failures.append(made.error());
            } else {
                output = made->output;
                mine.changed += output == *bytes ? 0 : 1;
                countNotes(made->translation, mine.notes);
                for (const Finding& finding : made->left) {
                    ++mine.left[finding.ruleId];
                }
                mine.totals.add(made->translation);
            }
        }
        if (!cancel.isCancelled()) {
            note(target.write(pathOf(item), output), mine.failures);
        }
    }
    const std::lock_guard merge(locks.total);
    total.files += mine.files;
    total.changed += mine.changed;
    total.bytes += mine.bytes;
    total.failures += mine.failures;
    copyFailures += notCopied;
    for (auto it = mine.left.cbegin(); it != mine.left.cend(); ++it) {
        total.left[it.key()] += it.value();
    }
    total.totals.add(mine.totals);
    for (auto it = mine.notes.cbegin(); it != mine.notes.cend(); ++it) {
        total.notes[it.key()] += it.value();
    }
}

/// CUDA deprecated the warp functions without a mask, which are what the porter writes.
void dropNotesOnOwnWork(Translation& translation)
{
    translation.items.removeIf([](const TranslateItem& item) {
        return item.topic == TranslateTopic::Deprecated && !item.hasEdit && item.api != nullptr &&
               warpBuiltin(item.api->cuda) != WarpBuiltin::None;
    });
}

/// What an interrupted run left beside the files that this one writes.
void removeLeftoversOf(const std::vector<Item>& items, const RootFolder& output)
{
    QHash<RepoPath, QSet<QByteArray>> names;
    for (const Item& item : items) {
        const RepoPath path = pathOf(item);
        names[path.folder()].insert(path.fileName());
    }
    for (auto it = names.cbegin(); it != names.cend(); ++it) {
        const RepoPath inside(it.key().isEmpty() ? QByteArray("x") : it.key().bytes() + "/x");
        if (const Result<Descriptor> folder = output.openParent(inside, false)) {
            removeLeftovers(folder->number(), it.value());
        }
    }
}

bool isInside(const fs::path& inner, const fs::path& outer)
{
    const fs::path relative = inner.lexically_relative(outer);
    return !relative.empty() && *relative.begin() != "..";
}

} // namespace

Result<FileTranslation> translateFile(const RepoPath& path, const SourceBuffer& source,
                                      const TranslateOptions& options, const SourcePorter* porter)
{
    FileTranslation result;
    result.source = source;
    std::vector<CToken> tokens = lexC(source.view());
    if (isWorkCancelled()) {
        return Error{ErrorCode::Cancelled, {}, path.display()};
    }
    if (porter != nullptr) {
        if (auto prepared = porter->prepare(path, source, tokens, &result.left)) {
            result.source = SourceBuffer(*std::move(prepared));
            tokens = lexC(result.source.view());
        }
    }
    if (isWorkCancelled()) {
        return Error{ErrorCode::Cancelled, {}, path.display()};
    }
    TranslateOptions placed = options;
    placed.place = placeOf(path);
    result.translation = translateTokens(result.source, tokens, placed);
    if (porter != nullptr) {
        dropNotesOnOwnWork(result.translation);
    }
    Result<QByteArray> made = applyTranslation(result.source, result.translation);
    if (!made) {
        return made.error();
    }
    result.output = porter == nullptr ? *std::move(made) : porter->finish(*made);
    return result;
}

Result<FileTranslation> translateAlone(const RepoPath& path, const SourceBuffer& source,
                                       const TranslateOptions& options, const SourcePorter* porter)
{
    Result<FileTranslation> made = translateFile(path, source, options, porter);
    std::optional<SourcePorter> reduced;
    const SourcePorter* used = porter;
    for (int time = 1; isStopped(used); ++time) {
        reduced = SourcePorter(used->withoutStopped(time == kMostTimes));
        used = &*reduced;
        made = translateFile(path, source, options, used);
    }
    if (made && used != nullptr) {
        made->packProblems = used->packProblems();
    }
    return made;
}

Result<TreeTranslation> translateTree(const QString& from, const QString& to,
                                      const TranslateOptions& options, const SourcePorter* porter,
                                      bool onlyCode, const CancelToken& cancel)
{
    std::error_code error;
    const fs::path source = fs::weakly_canonical(from.toStdString(), error);
    const fs::path target = fs::weakly_canonical(to.toStdString(), error);
    if (!fs::is_directory(source, error)) {
        return Error{ErrorCode::FileNotFound, QStringLiteral("not a folder"), from};
    }
    if (isInside(source, target) || isInside(target, source)) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("one of the input and output folders is inside the other"), to};
    }
    QVector<Error> notListed;
    std::vector<Item> items = listFiles(source, onlyCode, notListed);
    if (Result<void> made = makeFolder(to); !made) {
        return made.error();
    }
    const Result<RootFolder> output = RootFolder::open(to);
    if (!output) {
        return output.error();
    }
    removeLeftoversOf(items, *output);
    const OwnHeaders headers(items);
    TreeTranslation total;
    QVector<Error> copyFailures;
    std::optional<SourcePorter> reduced;
    const SourcePorter* used = porter;
    for (int time = 1;; ++time) {
        total = {};
        Locks locks;
        std::atomic<size_t> next{0};
        std::vector<std::thread> threads;
        const int count = std::max(1, QThread::idealThreadCount());
        threads.reserve(static_cast<size_t>(count));
        for (int i = 0; i < count; ++i) {
            threads.emplace_back([&] {
                translateItems(items, headers, next, source, *output, options, used, cancel, total,
                               copyFailures, locks);
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        if (!isStopped(used) || cancel.isCancelled()) {
            break;
        }
        reduced = SourcePorter(used->withoutStopped(time == kMostTimes));
        used = &*reduced;
    }
    if (cancel.isCancelled()) {
        return Error{ErrorCode::Cancelled, {}, from};
    }
    if (Result<void> synced = syncFolder(to); !synced) {
        total.failures.append(synced.error());
    }
    total.failures += notListed + copyFailures;
    if (used != nullptr) {
        total.packProblems = used->packProblems();
    }
    return total;
}

} // namespace rocport
