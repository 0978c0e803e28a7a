#include "core/scan/skippedfile.h"

#include "core/base/wording.h"
#include "core/scan/keptplaces.h"
#include "core/scan/scanner.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

/// Suffixes of files that hold no text for anyone; they are named, not read.
constexpr std::array kBinarySuffixes = {
    "png", "jpg",   "jpeg",   "gif",   "webp",    "bmp",        "ico", "tif",  "tiff",  "pdf",
    "ps",  "gz",    "xz",     "bz2",   "zst",     "zip",        "7z",  "tar",  "tgz",   "whl",
    "jar", "so",    "a",      "o",     "obj",     "lib",        "dll", "exe",  "bin",   "pt",
    "pth", "ckpt",  "npy",    "npz",   "pkl",     "onnx",       "pb",  "h5",   "mp3",   "mp4",
    "wav", "ogg",   "avi",    "mov",   "ttf",     "otf",        "pyc", "woff", "woff2", "sqlite",
    "db",  "cubin", "fatbin", "arrow", "parquet", "safetensors"};

} // namespace

bool isBinaryByName(const RepoPath& path)
{
    const QByteArray suffix = path.suffix();
    return std::any_of(kBinarySuffixes.begin(), kBinarySuffixes.end(),
                       [&](const char* known) { return suffix == known; });
}

QString linkReason()
{
    return QStringLiteral("symbolic link, not followed");
}

QString tooManyPlacesReason()
{
    return QStringLiteral("the files before it gave more than the %1 and changes that one scan "
                          "holds; scan a folder by itself")
        .arg(counted(KeptPlaces::kMost, "finding", "findings"));
}

bool mayBeReadNextTime(const FileAnalysis& file)
{
    return file.skipped == tooManyPlacesReason() ||
           file.skipped.startsWith(QLatin1StringView("cannot be read"));
}

bool isUnreadSource(const FileAnalysis& file)
{
    // Of languages that mostly hold data and text, the rules ask little, and large ones are common.
    const bool isSource = file.language != Language::Other && file.language != Language::Json &&
                          file.language != Language::Markdown;
    if (file.skipped == tooManyPlacesReason()) {
        return true; // whatever it is: others of its kind have findings
    }
    return isSource && !file.skipped.isEmpty() && file.skipped != linkReason();
}

QVector<UnreadFile> unreadSources(const QVector<std::shared_ptr<const FileAnalysis>>& files)
{
    QVector<UnreadFile> unread;
    for (const auto& file : files) {
        if (isUnreadSource(*file)) {
            unread.append({file->path, file->skipped});
        }
    }
    return unread;
}

QString skipReason(const Error& error)
{
    if (error.code == ErrorCode::FileTooLarge) {
        return QStringLiteral("larger than %1 MiB").arg(kMaxAnalysedBytes / (1024 * 1024));
    }
    if (error.code == ErrorCode::FileNotFound) {
        return QStringLiteral("removed since it was listed");
    }
    return QStringLiteral("cannot be read: %1").arg(error.detail);
}

std::shared_ptr<FileAnalysis> skippedFile(const TreeEntry& entry, const QString& reason)
{
    auto analysis = std::make_shared<FileAnalysis>();
    analysis->path = entry.path;
    analysis->language = languageOfFile(entry.path.bytes());
    analysis->bytes = std::max<qint64>(0, entry.size);
    analysis->skipped = reason;
    return analysis;
}

} // namespace rocport
