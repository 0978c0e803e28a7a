#include "core/text/blanks.h"

#include "core/text/ascii.h"

#include <algorithm>

namespace rocport {

namespace {

bool isAnyBlank(char c)
{
    return isLineBlank(c) || c == '\n' || c == '\f' || c == '\v';
}

} // namespace

QByteArray withoutBlanks(QByteArrayView line)
{
    while (!line.isEmpty() && isAnyBlank(line.back())) {
        line.chop(1);
    }
    QByteArray result;
    result.reserve(line.size());
    char quote = '\0';
    bool blank = false; // before the next byte
    for (qsizetype at = 0; at < line.size(); ++at) {
        const char c = line[at];
        if (quote == '\0' && isAnyBlank(c)) {
            blank = true;
            continue;
        }
        if (blank && !result.isEmpty() && isUtf8WordByte(result.back()) && isUtf8WordByte(c)) {
            result += ' ';
        }
        blank = false;
        result += c;
        if (quote != '\0' && c == '\\' && at + 1 < line.size()) {
            result += line[++at];
        } else if (quote == '\0' ? c == '"' || c == '\'' : c == quote) {
            quote = quote == '\0' ? c : '\0';
        }
    }
    return result;
}

bool isSameButBlanks(QByteArrayView left, QByteArrayView right)
{
    return withoutBlanks(left) == withoutBlanks(right);
}

bool isBlankLine(QByteArrayView line)
{
    return std::all_of(line.begin(), line.end(), isAnyBlank);
}

} // namespace rocport
