#include "core/vcs/binarypatch.h"
#include "core/vcs/patchreader.h"

#include "core/base/cancelscope.h"
#include "core/base/visibletext.h"
#include "core/text/linediff.h"

#include <QHash>
#include <QtEndian>

#include <array>
#include <cstring>
#include <zlib.h>

namespace rocport {

namespace {

/// Values of the characters of base 85, -1: none.
const std::array<int, 256>& base85Values()
{
    static const std::array<int, 256> values = [] {
        std::array<int, 256> table{};
        table.fill(-1);
        const char* letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                              "!#$%&()*+-;<=>?@^_`{|}~";
        for (int i = 0; letters[i] != '\0'; ++i) {
            table.at(static_cast<unsigned char>(letters[i])) = i;
        }
        return table;
    }();
    return values;
}

/// The lines of a file, and where a hunk's lines are among them.
class HunkFinder
{
public:
    explicit HunkFinder(const QByteArray& text) : m_lines(linesOf(text, LineEnds::Newline)) {}

    [[nodiscard]] const QVector<QByteArrayView>& lines() const { return m_lines; }
    [[nodiscard]] bool fits(const PatchHunk& hunk, qsizetype at) const
    {
        if (at < 0 || at + hunk.oldLines.size() > m_lines.size()) {
            return false;
        }
        for (qsizetype i = 0; i < hunk.oldLines.size(); ++i) {
            if (m_lines[at + i] != hunk.oldLines[i]) {
                return false;
            }
        }
        return true;
    }
    /// The place nearest to `wanted` that is not before `from`; -1: none.
    qsizetype find(const PatchHunk& hunk, qsizetype wanted, qsizetype from)
    {
        if (wanted >= from && fits(hunk, wanted)) {
            return wanted;
        }
        if (hunk.oldLines.isEmpty()) {
            return wanted >= from && wanted <= m_lines.size() ? wanted : -1;
        }
        if (m_places.isEmpty()) {
            for (qsizetype i = 0; i < m_lines.size(); ++i) {
                m_places[m_lines[i].toByteArray()].append(i);
            }
        }
        // The rarest line of the hunk leads, so that blank lines do not make this slow.
        qsizetype rarest = 0;
        qsizetype fewest = m_lines.size() + 1;
        for (qsizetype i = 0; i < hunk.oldLines.size(); ++i) {
            const auto places = m_places.constFind(hunk.oldLines[i]);
            if (places == m_places.constEnd()) {
                return -1;
            }
            if (places->size() < fewest) {
                fewest = places->size();
                rarest = i;
            }
        }
        qsizetype best = -1;
        int tried = 0;
        for (const qsizetype line : m_places.value(hunk.oldLines[rarest])) {
            const qsizetype at = line - rarest;
            if (at >= from && (best < 0 || qAbs(at - wanted) < qAbs(best - wanted)) &&
                ++tried < kMostTries && fits(hunk, at)) {
                best = at;
            }
        }
        return best;
    }

private:
    static constexpr int kMostTries = 2000;
    QVector<QByteArrayView> m_lines;
    QHash<QByteArray, QVector<qsizetype>> m_places;
};

QString quotedLine(QByteArrayView line)
{
    QByteArray bytes = line.toByteArray();
    while (bytes.endsWith('\n') || bytes.endsWith('\r')) {
        bytes.chop(1);
    }
    return u'"' + visibleText(QString::fromUtf8(bytes.left(160))) + u'"';
}

/// Where hunk and file differ first, in words.
Error doesNotApply(const HunkFinder& finder, const PatchHunk& hunk, qsizetype wanted, int number,
                   const RepoPath& path)
{
    qsizetype at = 0;
    while (at < hunk.oldLines.size() && wanted + at < finder.lines().size() && wanted + at >= 0 &&
           finder.lines()[wanted + at] == hunk.oldLines[at]) {
        ++at;
    }
    const bool there = wanted + at >= 0 && wanted + at < finder.lines().size();
    const QString expected = at < hunk.oldLines.size() ? quotedLine(hunk.oldLines[at])
                                                       : QStringLiteral("the end of the file");
    const QString found =
        there ? QStringLiteral("line %1 of the file is %2")
                    .arg(wanted + at + 1)
                    .arg(quotedLine(finder.lines()[wanted + at]))
              : QStringLiteral("the file ends at line %1").arg(finder.lines().size());
    return {ErrorCode::NotPossibleNow,
            QStringLiteral("hunk %1 of the patch (line %2 of it) does not apply, since it expects "
                           "%3 and %4; choose the base that the patch was made for")
                .arg(number)
                .arg(hunk.patchLine)
                .arg(expected, found),
            path.display()};
}

} // namespace

Result<QByteArray> applyPatchHunks(const QByteArray& text, const QVector<PatchHunk>& hunks,
                                   const RepoPath& path)
{
    HunkFinder finder(text);
    QByteArray out;
    qsizetype done = 0; // lines of the old text that are in `out`
    qsizetype moved = 0;
    int number = 0;
    const auto keep = [&](qsizetype until) {
        for (; done < until; ++done) {
            out += finder.lines()[done];
        }
    };
    for (const PatchHunk& hunk : hunks) {
        if (isWorkCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        const qsizetype wanted = hunk.oldFirst - (hunk.oldLines.isEmpty() ? 0 : 1) + moved;
        const qsizetype at = finder.find(hunk, wanted, done);
        ++number;
        if (at < 0) {
            return doesNotApply(finder, hunk, wanted, number, path);
        }
        moved += at - wanted;
        keep(at);
        for (const QByteArray& line : hunk.newLines) {
            out += line;
        }
        done += hunk.oldLines.size();
    }
    keep(finder.lines().size());
    return out;
}

bool decodeBase85Line(const QByteArray& line, QByteArray& out)
{
    if (line.isEmpty()) {
        return false;
    }
    const char first = line[0];
    const int count = first >= 'A' && first <= 'Z'   ? first - 'A' + 1
                      : first >= 'a' && first <= 'z' ? first - 'a' + 27
                                                     : 0;
    if (count == 0 || line.size() != 1 + (count + 3) / 4 * 5) {
        return false;
    }
    int left = count;
    for (qsizetype i = 1; i < line.size(); i += 5) {
        quint64 value = 0;
        for (qsizetype j = 0; j < 5; ++j) {
            const int digit = base85Values().at(static_cast<unsigned char>(line[i + j]));
            if (digit < 0) {
                return false;
            }
            value = value * 85 + static_cast<quint64>(digit);
        }
        if (value > 0xffffffffU) {
            return false;
        }
        const quint32 word = qToBigEndian(static_cast<quint32>(value));
        std::array<char, 4> bytes{};
        std::memcpy(bytes.data(), &word, 4);
        out.append(bytes.data(), std::min(4, left));
        left -= 4;
    }
    return true;
}

std::optional<QByteArray> inflatedBinary(const QByteArray& deflated, qint64 size)
{
    if (size == 0) {
        return QByteArray();
    }
    if (size > kMaxBinaryPatch || size > deflated.size() * 1100 + 1100) {
        return std::nullopt; // deflate gives no more than that
    }
    QByteArray data(size, '\0');
    uLongf written = static_cast<uLongf>(size);
    const int code = uncompress(reinterpret_cast<Bytef*>(data.data()), &written,
                                reinterpret_cast<const Bytef*>(deflated.constData()),
                                static_cast<uLong>(deflated.size()));
    return code == Z_OK && written == static_cast<uLongf>(size) ? std::optional(data)
                                                                : std::nullopt;
}

Result<QByteArray> applyBinaryDelta(const QByteArray& base, const QByteArray& delta,
                                    const RepoPath& path)
{
    const Error bad{ErrorCode::ParseFailed,
                    QStringLiteral("the binary patch does not fit the file"), path.display()};
    qsizetype at = 0;
    const auto byte = [&]() -> int {
        return at < delta.size() ? static_cast<unsigned char>(delta[at++]) : -1;
    };
    const auto number = [&]() -> qint64 {
        qint64 value = 0;
        for (int shift = 0; shift <= 42; shift += 7) {
            const int next = byte();
            if (next < 0) {
                return -1;
            }
            value |= static_cast<qint64>(next & 0x7f) << shift;
            if ((next & 0x80) == 0) {
                return value;
            }
        }
        return -1;
    };
    const qint64 from = number();
    const qint64 to = number();
    if (from != base.size() || to < 0) {
        return bad;
    }
    if (to > kMaxBinaryPatch) {
        return Error{ErrorCode::FileTooLarge, QString::number(kMaxBinaryPatch), path.display()};
    }
    QByteArray out;
    while (at < delta.size()) {
        const int command = byte();
        if ((command & 0x80) == 0) {
            if (command == 0 || at + command > delta.size() || out.size() + command > to) {
                return bad;
            }
            out.append(delta.constData() + at, command);
            at += command;
            continue;
        }
        qint64 offset = 0;
        qint64 size = 0;
        for (int i = 0; i < 7; ++i) {
            if ((command & (1 << i)) != 0) {
                const int next = byte();
                if (next < 0) {
                    return bad;
                }
                (i < 4 ? offset : size) |= static_cast<qint64>(next) << (8 * (i < 4 ? i : i - 4));
            }
        }
        size = size == 0 ? 0x10000 : size;
        if (offset + size > base.size() || out.size() + size > to) {
            return bad;
        }
        out.append(base.constData() + offset, size);
    }
    return out.size() == to ? Result<QByteArray>(out) : bad;
}

} // namespace rocport
