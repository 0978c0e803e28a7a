#include "core/scan/looseobject.h"

#include "core/base/repopath.h"
#include "core/files/readfile.h"

#include <QByteArrayView>

#include <algorithm>
#include <array>
#include <optional>
#include <zlib.h>

namespace rocport {

namespace {

constexpr qint64 kInflatedPiece = 64 * 1024;
constexpr qint64 kMaxFactor = 1032; ///< bytes that one byte of deflate can give (zlib, zlib.h)
constexpr size_t kMaxHeader = 32;   ///< "commit 9223372036854775807" and NUL

Error damaged(const QByteArray& path, const QString& why)
{
    return {ErrorCode::GitFailed, QStringLiteral("the object is damaged: %1").arg(why),
            RepoPath(path).display()};
}

/// The header in front of the content: digits only, as git itself writes it.
std::optional<LooseObject> parseHeader(QByteArrayView header)
{
    const qsizetype blank = header.indexOf(' ');
    if (blank < 0) {
        return std::nullopt;
    }
    LooseObject object;
    object.kind = header.first(blank).toByteArray();
    const QByteArrayView digits = header.sliced(blank + 1);
    const bool good = !digits.isEmpty() && std::all_of(digits.begin(), digits.end(),
                                                       [](char c) { return c >= '0' && c <= '9'; });
    bool fits = false;
    object.size = digits.toByteArray().toLongLong(&fits);
    const bool known = object.kind == "blob" || object.kind == "tree" || object.kind == "commit" ||
                       object.kind == "tag";
    return good && fits && known ? std::optional(object) : std::nullopt;
}

/// Inflates a file piece by piece.
class Inflater
{
public:
    Inflater(const OpenFile& file, const QByteArray& path) : m_file(file), m_path(path) {}
    ~Inflater() { ::inflateEnd(&m_stream); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    [[nodiscard]] bool start() { return ::inflateInit(&m_stream) == Z_OK; }

    /// Fills \a room as far as there is something; how many bytes that was.
    Result<qint64> fill(char* room, qint64 size)
    {
        qint64 done = 0;
        while (done < size && !m_ended) {
            if (m_stream.avail_in == 0) {
                if (Result<void> more = feed(); !more) {
                    return more.error();
                }
            }
            const qint64 part = std::min<qint64>(size - done, 1 << 30);
            m_stream.next_out = reinterpret_cast<Bytef*>(room + done); // NOLINT
            m_stream.avail_out = static_cast<uInt>(part);
            const int code = ::inflate(&m_stream, Z_NO_FLUSH);
            done += part - m_stream.avail_out;
            m_ended = code == Z_STREAM_END;
            if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
                return damaged(m_path, QStringLiteral("it cannot be inflated"));
            }
        }
        return done;
    }

    /// Whether the content ended with the file.
    Result<bool> isAtEnd()
    {
        char more = 0;
        const Result<qint64> got = fill(&more, 1);
        if (!got) {
            return got.error();
        }
        return *got == 0 && m_ended && m_stream.avail_in == 0 && m_read == m_file.size;
    }

private:
    Result<void> feed()
    {
        const qint64 count = std::min(kInflatedPiece, m_file.size - m_read);
        if (count == 0) {
            return damaged(m_path, QStringLiteral("it ends too early"));
        }
        Result<QByteArray> piece = readPart(m_file, RepoPath(m_path).display(), m_read, count);
        if (!piece) {
            return piece.error();
        }
        m_piece = *std::move(piece);
        m_read += count;
        m_stream.next_in = reinterpret_cast<Bytef*>(m_piece.data()); // NOLINT
        m_stream.avail_in = static_cast<uInt>(count);
        return {};
    }

    const OpenFile& m_file;
    const QByteArray& m_path;
    z_stream m_stream = {};
    QByteArray m_piece;
    qint64 m_read = 0;
    bool m_ended = false;
};

} // namespace

Result<void> readLooseObject(const QByteArray& path,
                             const std::function<char*(const LooseObject&)>& make)
{
    const Result<OpenFile> file = openFile(path, Links::Followed);
    if (!file) {
        return file.error();
    }
    Inflater inflater(*file, path);
    if (!inflater.start()) {
        return Error{ErrorCode::Internal, QStringLiteral("zlib refused to start"), {}};
    }
    std::array<char, kMaxHeader> head = {};
    size_t length = 0;
    while (length < head.size()) { // a header has few bytes, and what follows it is not to be taken
        const Result<qint64> got = inflater.fill(&head.at(length), 1);
        if (!got) {
            return got.error();
        }
        if (*got == 0 || head.at(length) == '\0') {
            break;
        }
        ++length;
    }
    const auto object = parseHeader(QByteArrayView(head.data(), static_cast<qsizetype>(length)));
    if (!object || length == head.size()) {
        return damaged(path, QStringLiteral("it has no valid header"));
    }
    if (object->size / kMaxFactor > file->size) {
        return damaged(path, QStringLiteral("%1 bytes cannot contain the %2 that it claims")
                                 .arg(file->size)
                                 .arg(object->size));
    }
    if (object->kind != "blob" && object->size > kMaxLooseText) {
        return Error{ErrorCode::FileTooLarge,
                     QStringLiteral("larger than %1 MiB").arg(kMaxLooseText >> 20),
                     RepoPath(path).display()};
    }
    char* room = make(*object);
    if (room == nullptr) {
        return Error{ErrorCode::FileTooLarge, QStringLiteral("there is not enough memory for it"),
                     RepoPath(path).display()};
    }
    const Result<qint64> got = inflater.fill(room, object->size);
    if (!got) {
        return got.error();
    }
    const Result<bool> ended = inflater.isAtEnd();
    if (!ended) {
        return ended.error();
    }
    if (*got != object->size || !*ended) {
        return damaged(
            path, QStringLiteral("it contains %1 than the %2 bytes that it claims")
                      .arg(*got < object->size ? QStringLiteral("less") : QStringLiteral("more"))
                      .arg(object->size));
    }
    return {};
}

} // namespace rocport
