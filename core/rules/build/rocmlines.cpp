#include "core/rules/guards/guardwidth.h"

#include <algorithm>
#include <vector>

namespace rocport {

namespace {

/// "#ifdef MACRO" and the like, blanks aside; `rest` gets what follows the word.
QByteArrayView directiveOf(QByteArrayView line, QByteArrayView* rest)
{
    line = line.trimmed();
    if (!line.startsWith('#')) {
        return {};
    }
    line = line.sliced(1).trimmed();
    qsizetype end = 0;
    while (end < line.size() && line[end] >= 'a' && line[end] <= 'z') {
        ++end;
    }
    *rest = line.sliced(end).trimmed();
    return line.first(end);
}

} // namespace

QByteArray rocmLines(const QByteArray& text, const QByteArray& macro)
{
    if (text.contains("R\"") || text.contains("\\\n") || text.contains("\\\r")) {
        return text;
    }
    struct Frame
    {
        bool ours = false; ///< asks for the macro alone
        bool takes = true; ///< the arm at hand is compiled on ROCm, as far as `ours` says
    };
    std::vector<Frame> frames;
    const SourceBuffer buffer(text);
    QByteArray result;
    for (int line = 1; line <= buffer.lineCount(); ++line) {
        const ByteRange range = buffer.lineRange(line);
        const QByteArrayView bytes = QByteArrayView(text).sliced(range.begin, range.size());
        const qsizetype comment = bytes.indexOf("/*");
        if (comment >= 0 && bytes.indexOf("*/", comment) < 0) {
            return text;
        }
        QByteArrayView rest;
        const QByteArrayView word = directiveOf(bytes, &rest);
        bool keep = true;
        if (word == "ifdef" || word == "ifndef" || word == "if") {
            const bool ours = word != "if" && rest == macro;
            frames.push_back({ours, !ours || word == "ifdef"});
            keep = !ours;
        } else if (word.startsWith("el") && !frames.empty() && frames.back().ours) {
            if (word != "else") {
                return text;
            }
            frames.back().takes = !frames.back().takes;
            keep = false;
        } else if (word == "endif") {
            if (frames.empty()) {
                return text;
            }
            keep = !frames.back().ours;
            frames.pop_back();
        }
        const bool taken = std::all_of(frames.begin(), frames.end(),
                                       [](const Frame& frame) { return frame.takes; });
        if (keep && taken) {
            result += bytes;
        }
    }
    return frames.empty() ? result : text;
}

} // namespace rocport
