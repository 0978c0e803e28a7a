#include "core/project/translatetree.h"

#include "core/project/files.h"
#include "core/rules/lanemask.h"

#include <QDir>
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
};

bool isCode(const fs::path& path)
{
    const std::string name = path.filename().native();
    const Language language =
        languageOfFile(QByteArray(name.data(), static_cast<qsizetype>(name.size())));
    return language == Language::Cuda || language == Language::Cpp || language == Language::Hip;
}

/// All regular files below `root`, without version-control folders; links are left out.
std::vector<Item> listFiles(const fs::path& root, bool onlyCode)
{
    std::vector<Item> items;
    std::error_code error;
    fs::recursive_directory_iterator it(root, fs::directory_options::skip_permission_denied, error);
    const fs::recursive_directory_iterator end;
    while (!error && it != end) {
        const fs::path name = it->path().filename();
        const bool link = it->is_symlink(error);
        if (!link && it->is_directory(error)) {
            if (name == ".git" || name == ".hg" || name == ".svn") {
                it.disable_recursion_pending();
            }
        } else if (!link && it->is_regular_file(error)) {
            Item item{it->path().lexically_relative(root), isCode(it->path()),
                      it->file_size(error)};
            if (item.code || !onlyCode) {
                items.push_back(std::move(item));
            }
        }
        it.increment(error);
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

Error systemError(ErrorCode code, const fs::path& path, int number)
{
    const ErrorCode real =
        number == ENOSPC || number == EDQUOT || number == EFBIG ? ErrorCode::DiskFull : code;
    const std::string& native = path.native();
    return Error{
        real, qt_error_string(number),
        RepoPath(QByteArray(native.data(), static_cast<qsizetype>(native.size()))).display()};
}

/// A descriptor that closes itself.
struct OwnFd
{
    explicit OwnFd(int descriptor) : fd(descriptor) {}
    ~OwnFd()
    {
        if (fd >= 0) {
            ::close(fd);
        }
    }
    OwnFd(const OwnFd&) = delete;
    OwnFd& operator=(const OwnFd&) = delete;
    int fd;
};

int openToRead(const fs::path& path)
{
    return ::open(path.c_str(), // NOLINT(cppcoreguidelines-pro-type-vararg)
                  O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
}

/// Copies what is no code, whatever its size: a piece at a time, holes stay holes.
Result<void> copyFile(const fs::path& from, const fs::path& to, const CancelToken& cancel)
{
    const OwnFd in(openToRead(from));
    struct stat status = {};
    if (in.fd < 0 || ::fstat(in.fd, &status) != 0) {
        return systemError(ErrorCode::FileUnreadable, from, errno);
    }
    if (!S_ISREG(status.st_mode)) {
        return systemError(ErrorCode::FileUnreadable, from, EINVAL);
    }
    const OwnFd out(::open(to.c_str(), // NOLINT(cppcoreguidelines-pro-type-vararg)
                           O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644));
    if (out.fd < 0) {
        return systemError(ErrorCode::FileWriteFailed, to, errno);
    }
    constexpr size_t kPiece = size_t{1} << 18;
    std::vector<char> piece(kPiece);
    const qint64 size = status.st_size;
    for (qint64 at = 0; at < size;) {
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        const qint64 data = ::lseek(in.fd, at, SEEK_DATA);
        if (data < 0 && errno == ENXIO) {
            break; // a hole up to the end
        }
        at = std::max(at, data);
        const ssize_t got = ::pread(in.fd, piece.data(), piece.size(), at);
        if (got < 0) {
            return systemError(ErrorCode::FileUnreadable, from, errno);
        }
        if (got == 0) {
            break; // shrunk meanwhile
        }
        for (ssize_t done = 0; done < got;) {
            const ssize_t put =
                ::pwrite(out.fd, piece.data() + done, static_cast<size_t>(got - done), at + done);
            if (put < 0) {
                return systemError(ErrorCode::FileWriteFailed, to, errno);
            }
            done += put;
        }
        at += got;
    }
    if (::ftruncate(out.fd, size) != 0) {
        return systemError(ErrorCode::FileWriteFailed, to, errno);
    }
    return {};
}

/// Plain system calls: thousands of small files, names of any bytes.
Result<QByteArray> readAll(const fs::path& path)
{
    const int fd = openToRead(path);
    if (fd < 0) {
        return systemError(ErrorCode::FileUnreadable, path, errno);
    }
    struct stat status = {};
    ::fstat(fd, &status);
    if (!S_ISREG(status.st_mode) || status.st_size > kMaxTranslatedBytes) {
        ::close(fd);
        return S_ISREG(status.st_mode)
                   ? Error{ErrorCode::FileTooLarge,
                           QStringLiteral("larger than %1 MiB: copied as it is, not translated")
                               .arg(kMaxTranslatedBytes / (1024 * 1024)),
                           systemError(ErrorCode::FileTooLarge, path, 0).object}
                   : systemError(ErrorCode::FileUnreadable, path, EINVAL);
    }
    QByteArray bytes(static_cast<qsizetype>(status.st_size), Qt::Uninitialized);
    qsizetype done = 0;
    while (done < bytes.size()) {
        const ssize_t got =
            ::read(fd, bytes.data() + done, static_cast<size_t>(bytes.size() - done));
        if (got < 0) {
            const int number = errno;
            ::close(fd);
            return systemError(ErrorCode::FileUnreadable, path, number);
        }
        if (got == 0) {
            break;
        }
        done += got;
    }
    ::close(fd);
    bytes.truncate(done);
    return bytes;
}

Result<void> writeAll(const fs::path& path, const QByteArray& bytes, mode_t mode)
{
    const int fd =
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode);
    if (fd < 0) {
        return systemError(ErrorCode::FileWriteFailed, path, errno);
    }
    qsizetype done = 0;
    while (done < bytes.size()) {
        const ssize_t put =
            ::write(fd, bytes.constData() + done, static_cast<size_t>(bytes.size() - done));
        if (put < 0) {
            const int number = errno;
            ::close(fd);
            return systemError(ErrorCode::FileWriteFailed, path, number);
        }
        done += put;
    }
    if (::close(fd) != 0) {
        return systemError(ErrorCode::FileWriteFailed, path, errno);
    }
    return {};
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

struct Locks
{
    std::mutex total;
    std::mutex large; ///< one large file at a time
};

/// One thread's share; merged under a lock at the end.
void translateItems(const std::vector<Item>& items, const OwnHeaders& headers,
                    std::atomic<size_t>& next, const fs::path& from, const fs::path& to,
                    const TranslateOptions& options, const SourcePorter* porter,
                    const CancelToken& cancel, TreeTranslation& total, Locks& locks)
{
    TreeTranslation mine;
    const auto copy = [&](const Item& item) {
        if (Result<void> done = copyFile(from / item.relative, to / item.relative, cancel);
            !done && done.error().code != ErrorCode::Cancelled) {
            mine.failures.append(done.error());
        }
    };
    for (size_t i = next.fetch_add(1); i < items.size() && !cancel.isCancelled();
         i = next.fetch_add(1)) {
        const Item& item = items[i];
        if (!item.code) {
            copy(item);
            continue;
        }
        std::unique_lock alone(locks.large, std::defer_lock);
        if (item.size > kLargeBytes) {
            alone.lock(); // tokens take many times a file's own size
        }
        auto bytes = readAll(from / item.relative);
        if (!bytes) {
            mine.failures.append(bytes.error());
            if (bytes.error().code == ErrorCode::FileTooLarge) {
                copy(item);
            }
            continue;
        }
        QByteArray output = *bytes;
        ++mine.files;
        mine.bytes += bytes->size();
        const SourceBuffer source(*bytes);
        if (source.isEditable()) {
            const std::string& name = item.relative.native();
            TranslateOptions own = options;
            own.isOwnHeader = [&](std::string_view header) {
                return headers.has(item.relative.parent_path(), header);
            };
            Result<FileTranslation> made = translateFile(
                RepoPath(QByteArray(name.data(), static_cast<qsizetype>(name.size()))), source, own,
                porter);
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
        const Result<void> written = writeAll(to / item.relative, output, 0644);
        if (!written) {
            mine.failures.append(written.error());
        }
    }
    const std::lock_guard merge(locks.total);
    total.files += mine.files;
    total.changed += mine.changed;
    total.bytes += mine.bytes;
    total.failures += mine.failures;
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
    if (porter != nullptr) {
        if (auto prepared = porter->prepare(path, source, tokens, &result.left)) {
            result.source = SourceBuffer(*std::move(prepared));
            tokens = lexC(result.source.view());
        }
    }
    result.translation = translateTokens(result.source, tokens, options);
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
                     QStringLiteral("the output folder and the input folder lie in each other"),
                     to};
    }
    const std::vector<Item> items = listFiles(source, onlyCode);
    std::vector<fs::path> folders;
    for (const Item& item : items) {
        fs::path folder = target / item.relative.parent_path();
        if (folders.empty() || folders.back() != folder) {
            folders.push_back(std::move(folder));
        }
    }
    for (const fs::path& folder : folders) {
        fs::create_directories(folder, error);
        if (error) {
            return systemError(ErrorCode::FileWriteFailed, folder, error.value());
        }
    }
    const OwnHeaders headers(items);
    TreeTranslation total;
    Locks locks;
    std::atomic<size_t> next{0};
    std::vector<std::thread> threads;
    const int count = std::max(1, QThread::idealThreadCount());
    threads.reserve(static_cast<size_t>(count));
    for (int i = 0; i < count; ++i) {
        threads.emplace_back([&] {
            translateItems(items, headers, next, source, target, options, porter, cancel, total,
                           locks);
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    if (cancel.isCancelled()) {
        return Error{ErrorCode::Cancelled, {}, from};
    }
    return total;
}

} // namespace rocport
