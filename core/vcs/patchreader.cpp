#include "core/vcs/patchreader.h"

#include "core/files/repositoryname.h"
#include "core/vcs/binarypatch.h"
#include "core/vcs/patchmailtext.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace rocport {

namespace {

constexpr qsizetype kMostFiles = 200'000;
constexpr int kMostLine = 100'000'000;

/// Reads one body, line by line.
class PatchReader
{
public:
    PatchReader(const MailText& mail, QString name, bool hasPrefixes)
        : m_text(mail.body),
          m_line(mail.firstLine - 1),
          m_name(std::move(name)),
          m_hasPrefixes(hasPrefixes),
          m_inMessage(mail.hasHeader)
    {
        next();
    }

    Result<QVector<PatchedFile>> run();
    /// Whether names begin with "a/" and "b/" or with folders, as far as was read.
    [[nodiscard]] bool hasPrefixes() const { return m_hasPrefixes; }

private:
    [[nodiscard]] bool atEnd() const { return m_begin >= m_text.size(); }
    [[nodiscard]] QByteArrayView line() const { return m_current; }
    /// The line without its line end.
    [[nodiscard]] QByteArray words() const
    {
        QByteArray bytes = m_current.toByteArray();
        while (bytes.endsWith('\n') || bytes.endsWith('\r')) {
            bytes.chop(1);
        }
        return bytes;
    }
    void next();
    [[nodiscard]] Error fault(const QString& why) const
    {
        return {ErrorCode::ParseFailed, why, m_name + u':' + QString::number(m_line)};
    }
    void readGitHeader(PatchedFile& file);
    Result<void> readNames(PatchedFile& file);
    Result<void> readHunks(PatchedFile& file);
    [[nodiscard]] Result<void> checkAfterHunk() const;
    [[nodiscard]] Result<void> checkBetweenFiles() const;
    Result<PatchHunk> readHunk();
    Result<void> readBinary(PatchedFile& file);
    Result<void> finish(PatchedFile& file, QVector<PatchedFile>& files) const;
    [[nodiscard]] bool beginsUnified() const;

    const QByteArray& m_text;
    qsizetype m_begin = 0;
    qsizetype m_next = 0;
    QByteArrayView m_current;
    int m_line;
    QString m_name;
    bool m_ofGit = false;
    std::optional<QByteArray> m_commonName; ///< of "diff --git", if both sides have the same
    bool m_hasPrefixes;
    bool m_inMessage; ///< what a mail says before its first file, which is any text
};

void PatchReader::next()
{
    m_begin = m_next;
    const qsizetype end = m_text.indexOf('\n', m_begin);
    m_next = end < 0 ? m_text.size() : end + 1;
    m_current = QByteArrayView(m_text).sliced(m_begin, m_next - m_begin);
    ++m_line;
}

/// "--- a/x" with "+++ b/x" in the next line.
bool PatchReader::beginsUnified() const
{
    return m_current.startsWith("--- ") && QByteArrayView(m_text).sliced(m_next).startsWith("+++ ");
}

/// A name as git quotes it: "a/\303\251.cu".
std::optional<QByteArray> unquoted(const QByteArray& text)
{
    if (!text.startsWith('"')) {
        return text;
    }
    QByteArray out;
    for (qsizetype i = 1; i < text.size(); ++i) {
        char c = text[i];
        if (c == '"') {
            return i + 1 == text.size() ? std::optional(out) : std::nullopt;
        }
        if (c == '\\') {
            if (++i >= text.size()) {
                return std::nullopt;
            }
            static const QByteArray names("abtnvfr\"\\");
            static const QByteArray values("\a\b\t\n\v\f\r\"\\");
            const qsizetype at = names.indexOf(text[i]);
            if (at >= 0) {
                c = values[at];
            } else {
                bool octal = false;
                const int value = text.mid(i, 3).toInt(&octal, 8);
                if (!octal || value > 255 || i + 2 >= text.size()) {
                    return std::nullopt;
                }
                c = static_cast<char>(value);
                i += 2;
            }
        }
        out += c;
    }
    return std::nullopt;
}

/// A name behind "--- " or "rename from "; empty: /dev/null. Behind a tab diff -u writes the time.
std::optional<QByteArray> fileName(QByteArray text)
{
    const qsizetype quote = text.startsWith('"') ? text.lastIndexOf('"') : 0;
    if (const qsizetype tab = text.indexOf('\t', quote); tab > 0) {
        text.truncate(tab);
    }
    const std::optional<QByteArray> name = unquoted(text);
    return name && *name == "/dev/null" ? std::optional(QByteArray()) : name;
}

/// A name without "a/", "b/" or the folder that was compared.
QByteArray withoutFirstFolder(const QByteArray& name)
{
    return name.mid(name.indexOf('/') + 1);
}

/// Takes "a/" and "b/", or two folders that were compared, off a pair of names.
void dropPrefixes(QByteArray& before, QByteArray& after)
{
    const auto isLetter = [](const QByteArray& name) {
        return name.isEmpty() || name.indexOf('/') == 1;
    };
    const bool folders = before != after &&
                         withoutFirstFolder(before) == withoutFirstFolder(after) &&
                         before.contains('/') && after.contains('/');
    if (folders || (isLetter(before) && isLetter(after) && before != after)) {
        before = withoutFirstFolder(before);
        after = withoutFirstFolder(after);
    }
}

/// The two names of "diff --git a/x b/x", where they are as long as each other or quoted.
std::optional<std::pair<QByteArray, QByteArray>> namesOfGit(const QByteArray& names)
{
    if (names.startsWith('"')) {
        const qsizetype middle = names.indexOf("\" ");
        const auto left = middle < 0 ? std::nullopt : unquoted(names.left(middle + 1));
        const auto right = middle < 0 ? std::nullopt : unquoted(names.mid(middle + 2));
        return left && right ? std::optional(std::pair(*left, *right)) : std::nullopt;
    }
    const qsizetype half = names.size() / 2;
    if (names.size() % 2 == 0 || names[half] != ' ') {
        return std::nullopt;
    }
    return std::pair(names.left(half), names.mid(half + 1));
}

void PatchReader::readGitHeader(PatchedFile& file)
{
    const auto names = namesOfGit(words().mid(static_cast<qsizetype>(qstrlen("diff --git "))));
    m_commonName.reset();
    if (names && names->first == names->second) {
        m_commonName = names->first; // git diff --no-prefix
        m_hasPrefixes = false;
    } else if (names && names->first.contains('/') && names->second.contains('/') &&
               withoutFirstFolder(names->first) == withoutFirstFolder(names->second)) {
        m_commonName = withoutFirstFolder(names->first);
    }
    if (m_commonName) {
        file.oldPath = file.newPath = RepoPath(*m_commonName);
    }
    bool added = false;
    bool removed = false;
    for (next(); !atEnd(); next()) {
        const QByteArray text = words();
        const auto value = [&](const char* key) -> std::optional<QByteArray> {
            return text.startsWith(key)
                       ? std::optional(text.mid(static_cast<qsizetype>(qstrlen(key))))
                       : std::nullopt;
        };
        const auto name = [&](const char* key, RepoPath& into) {
            const auto written = value(key);
            if (written) {
                into = RepoPath(fileName(*written).value_or(QByteArray()));
            }
            return written.has_value();
        };
        if (const auto mode = value("new file mode ")) {
            added = true;
            file.mode = mode->toUInt(nullptr, 8);
        } else if (value("deleted file mode ")) {
            removed = true;
        } else if (const auto now = value("new mode ")) {
            file.mode = now->toUInt(nullptr, 8);
        } else if (name("rename from ", file.oldPath) || name("rename to ", file.newPath)) {
            file.kind = PatchedFile::Kind::Renamed;
        } else if (name("copy from ", file.oldPath) || name("copy to ", file.newPath)) {
            file.kind = PatchedFile::Kind::Copied;
        } else if (!value("old mode ") && !value("index ") && !value("similarity index ") &&
                   !value("dissimilarity index ")) {
            break;
        }
    }
    if (added) {
        file.kind = PatchedFile::Kind::Added;
        file.oldPath = {};
    } else if (removed) {
        file.kind = PatchedFile::Kind::Removed;
        file.newPath = {};
    }
}

Result<void> PatchReader::readNames(PatchedFile& file)
{
    auto before = fileName(words().mid(4));
    next();
    auto after = fileName(words().mid(4));
    if (!before || !after || (before->isEmpty() && after->isEmpty())) {
        return fault(QStringLiteral("a file name was expected"));
    }
    next();
    if (m_ofGit &&
        (file.kind == PatchedFile::Kind::Renamed || file.kind == PatchedFile::Kind::Copied)) {
        return {}; // its own lines are exact
    }
    const bool oneSide = before->isEmpty() || after->isEmpty();
    const auto isCommon = [this](const QByteArray& name) {
        return name.isEmpty() || name == *m_commonName || name.endsWith('/' + *m_commonName);
    };
    if (m_ofGit && m_commonName && isCommon(*before) && isCommon(*after)) {
        *before = before->isEmpty() ? QByteArray() : *m_commonName;
        *after = after->isEmpty() ? QByteArray() : *m_commonName;
    } else if (*before == *after) {
        m_hasPrefixes = false;
    } else if (m_hasPrefixes || !oneSide) {
        dropPrefixes(*before, *after);
    }
    file.oldPath = RepoPath(*before);
    file.newPath = RepoPath(*after);
    file.kind = before->isEmpty()  ? PatchedFile::Kind::Added
                : after->isEmpty() ? PatchedFile::Kind::Removed
                                   : PatchedFile::Kind::Changed;
    if (!before->isEmpty() && !after->isEmpty() && *before != *after) {
        file.newPath = file.oldPath; // diff -u of two folders names both; the old name is there
        if (m_ofGit) {
            file.newPath = RepoPath(*after);
            file.kind = PatchedFile::Kind::Renamed;
        }
    }
    return {};
}

/// "-12,7" of "@@ -12,7 +12,8 @@".
bool readRange(const QByteArray& text, char sign, int& first, int& count)
{
    if (!text.startsWith(sign)) {
        return false;
    }
    const QList<QByteArray> parts = text.mid(1).split(',');
    bool good = false;
    bool countGood = true;
    first = parts.first().toInt(&good);
    count = parts.size() > 1 ? parts[1].toInt(&countGood) : 1;
    return good && countGood && parts.size() <= 2 && first >= 0 && count >= 0 &&
           first <= kMostLine && count <= kMostLine;
}

Result<PatchHunk> PatchReader::readHunk()
{
    PatchHunk hunk;
    hunk.patchLine = m_line;
    const QList<QByteArray> parts = words().split(' ');
    int oldCount = 0;
    int newCount = 0;
    int newFirst = 0;
    if (parts.size() < 4 || !readRange(parts[1], '-', hunk.oldFirst, oldCount) ||
        !readRange(parts[2], '+', newFirst, newCount) || parts[3] != "@@") {
        return fault(QStringLiteral("\"@@ -LINE,COUNT +LINE,COUNT @@\" was expected"));
    }
    next();
    char last = ' ';
    const auto noNewline = [&] {
        const auto cut = [](QVector<QByteArray>& lines) {
            if (!lines.isEmpty() && lines.last().endsWith('\n')) {
                lines.last().chop(1);
            }
        };
        if (last != '+') {
            cut(hunk.oldLines);
        }
        if (last != '-') {
            cut(hunk.newLines);
        }
    };
    while (oldCount > 0 || newCount > 0) {
        if (atEnd()) {
            return fault(QStringLiteral("the patch ends within a hunk"));
        }
        const QByteArrayView text = line();
        const char kind =
            text[0] == '\n' || text[0] == '\r' ? ' ' : text[0]; // blanks cut by a mail
        QByteArray bytes = kind == text[0] ? text.sliced(1).toByteArray() : text.toByteArray();
        if (!bytes.endsWith('\n') && kind != '\\') {
            bytes += '\n'; // the end of the patch itself
        }
        if (kind == '\\') {
            noNewline();
        } else if (kind == ' ' && oldCount > 0 && newCount > 0) {
            hunk.oldLines.append(bytes);
            hunk.newLines.append(bytes);
            --oldCount;
            --newCount;
        } else if (kind == '-' && oldCount > 0) {
            hunk.oldLines.append(bytes);
            --oldCount;
        } else if (kind == '+' && newCount > 0) {
            hunk.newLines.append(bytes);
            --newCount;
        } else {
            return fault(QStringLiteral("a line of the hunk was expected"));
        }
        last = kind == '\\' ? last : kind;
        next();
    }
    if (!atEnd() && line().startsWith("\\")) {
        noNewline();
        next();
    }
    return hunk;
}

Result<void> PatchReader::readHunks(PatchedFile& file)
{
    while (!atEnd() && line().startsWith("@@ ")) {
        Result<PatchHunk> hunk = readHunk();
        if (!hunk) {
            return hunk.error();
        }
        file.hunks.append(*std::move(hunk));
    }
    return file.hunks.isEmpty() ? Result<void>() : checkAfterHunk();
}

/// Lines that a hunk's first line does not count would be lost, also behind blank ones.
Result<void> PatchReader::checkAfterHunk() const
{
    qsizetype at = m_begin;
    int number = m_line;
    while (at < m_text.size() && (m_text[at] == '\n' || m_text[at] == '\r')) {
        number += m_text[at++] == '\n' ? 1 : 0;
    }
    const QByteArrayView rest = QByteArrayView(m_text).sliced(at);
    const qsizetype end = rest.indexOf('\n');
    const QByteArrayView text = end < 0 ? rest : rest.first(end);
    const bool signature = text == "-- " || text == "-- \r" || text == "--" || text == "--\r";
    const bool nextFile =
        text.startsWith("--- ") && end >= 0 && rest.sliced(end + 1).startsWith("+++ ");
    if (signature || nextFile ||
        (!text.startsWith('+') && !text.startsWith('-') && !text.startsWith(' '))) {
        return {};
    }
    return Error{ErrorCode::ParseFailed,
                 QStringLiteral("the hunk before it is longer than its first line says"),
                 m_name + u':' + QString::number(number)};
}

/// What belongs to a change that this reader cannot know must not be passed over.
Result<void> PatchReader::checkBetweenFiles() const
{
    const QByteArrayView text = line();
    const bool combined = text.startsWith("diff --cc ") || text.startsWith("diff --combined ");
    const bool isMerge = combined && QByteArrayView(m_text).sliced(m_next).startsWith("index ");
    if (isMerge || (!m_inMessage && (combined || text.startsWith("@@@ ")))) {
        return fault(QStringLiteral("a combined diff of a merge is not read; make the patch with "
                                    "git diff BASE HEAD"));
    }
    if (m_inMessage) {
        return {};
    }
    if (text.startsWith("@@ ")) {
        return fault(QStringLiteral("a hunk was found where no file is named"));
    }
    if (text.startsWith("Only in ") && text.contains(": ")) {
        return fault(QStringLiteral("the patch does not hold a file that only one side has; make "
                                    "it with git diff"));
    }
    if (text.startsWith("Binary files ") && words().endsWith(" differ")) {
        return fault(QStringLiteral("the patch says that a binary file differs and does not hold "
                                    "it; make it with git diff --binary"));
    }
    if (text.startsWith("GIT binary patch")) {
        return fault(QStringLiteral("a binary patch was found where no file is named"));
    }
    return {};
}

Result<void> PatchReader::readBinary(PatchedFile& file)
{
    next();
    const QByteArray head = words();
    const bool delta = head.startsWith("delta ");
    bool isNumber = false;
    const qint64 size = head.mid(head.indexOf(' ') + 1).toLongLong(&isNumber);
    if ((!delta && !head.startsWith("literal ")) || !isNumber || size < 0) {
        return fault(QStringLiteral("\"literal SIZE\" or \"delta SIZE\" was expected"));
    }
    if (size > kMaxBinaryPatch) {
        return Error{ErrorCode::FileTooLarge, QString::number(kMaxBinaryPatch), m_name};
    }
    QByteArray coded;
    for (next(); !atEnd() && !words().isEmpty(); next()) {
        if (!decodeBase85Line(words(), coded)) {
            return fault(QStringLiteral("this is not a line of a binary patch"));
        }
    }
    const auto data = inflatedBinary(coded, size);
    if (!data) {
        return fault(QStringLiteral("the binary patch cannot be decompressed to its size"));
    }
    file.binary = delta ? PatchedFile::Binary::Delta : PatchedFile::Binary::Literal;
    file.binaryData = *data;
    next();
    // What follows is the way back.
    if (!atEnd() && (line().startsWith("literal ") || line().startsWith("delta "))) {
        while (!atEnd() && !words().isEmpty()) {
            next();
        }
    }
    return {};
}

Result<void> PatchReader::finish(PatchedFile& file, QVector<PatchedFile>& files) const
{
    if (file.oldPath.isEmpty() && file.newPath.isEmpty()) {
        return fault(QStringLiteral("the patch names no file"));
    }
    for (const RepoPath& path : {file.oldPath, file.newPath}) {
        if (!path.isEmpty()) {
            if (Result<void> checked = checkRepositoryName(path); !checked) {
                Error error = checked.error();
                error.object = path.display().left(300);
                return error;
            }
        }
    }
    if (files.size() >= kMostFiles) {
        return Error{ErrorCode::FileTooLarge, QStringLiteral("more than %1 files").arg(kMostFiles),
                     m_name};
    }
    files.append(std::move(file));
    return {};
}

Result<QVector<PatchedFile>> PatchReader::run()
{
    QVector<PatchedFile> files;
    while (!atEnd()) {
        PatchedFile file;
        file.patchLine = m_line;
        m_ofGit = line().startsWith("diff --git ");
        if (!m_ofGit && !beginsUnified()) {
            if (Result<void> checked = checkBetweenFiles(); !checked) {
                return checked.error();
            }
            next();
            continue;
        }
        m_inMessage = false;
        if (m_ofGit) {
            readGitHeader(file);
        }
        Result<void> read;
        if (!atEnd() && beginsUnified()) {
            read = readNames(file);
            read = read ? readHunks(file) : read;
        } else if (!atEnd() && line().startsWith("GIT binary patch")) {
            read = readBinary(file);
        } else if (!atEnd() && line().startsWith("Binary files ")) {
            file.binary = PatchedFile::Binary::Missing;
            next();
        }
        read = read ? finish(file, files) : read;
        if (!read) {
            return read.error();
        }
    }
    return files;
}

/// A file that is on one side only says nothing of prefixes; the others of the patch do.
Result<QVector<PatchedFile>> readFiles(const MailText& mail, const QString& name)
{
    PatchReader reader(mail, name, true);
    Result<QVector<PatchedFile>> files = reader.run();
    return reader.hasPrefixes() ? files : PatchReader(mail, name, false).run();
}

} // namespace

Result<QVector<PatchCommit>> readPatches(const QByteArray& text, const QString& name)
{
    if (text.size() > kMaxPatchBytes) {
        return Error{ErrorCode::FileTooLarge, QString::number(kMaxPatchBytes), name};
    }
    const Result<QVector<MailText>> mails = readMails(text, name);
    if (!mails) {
        return mails.error();
    }
    QVector<PatchCommit> commits;
    for (const MailText& mail : *mails) {
        Result<QVector<PatchedFile>> files = readFiles(mail, name);
        if (!files) {
            return files.error();
        }
        if (!files->isEmpty()) { // else a cover letter
            commits.append({mail.commit, mail.author, mail.summary, mail.time, *std::move(files)});
        }
    }
    if (commits.isEmpty()) {
        return Error{ErrorCode::ParseFailed, QStringLiteral("there is no patch in it"),
                     name + QStringLiteral(":1")};
    }
    return commits;
}

} // namespace rocport
