#include "core/text/yamlline.h"

#include "core/text/ascii.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr std::string_view kAround = " \t\r\n\f";

size_t skipBlanks(std::string_view line, size_t at)
{
    return std::min(line.find_first_not_of(kAround, at), line.size());
}

std::string_view scalarAt(std::string_view line, size_t at, size_t codeEnd)
{
    if (at >= codeEnd) {
        return {};
    }
    const char quote = line[at];
    if (quote == '"' || quote == '\'') {
        const size_t close = line.find(quote, at + 1);
        return line.substr(at + 1, std::min(close, line.size()) - at - 1);
    }
    return line.substr(at, std::min(line.find_first_of(kAround, at), codeEnd) - at);
}

} // namespace

size_t endOfCode(std::string_view line)
{
    size_t end = line.size();
    for (size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1)) {
        if (at == 0 || isBlank(line[at - 1])) {
            end = at;
            break;
        }
    }
    return line.substr(0, end).find_last_not_of(kAround) + 1;
}

YamlLine readYamlLine(std::string_view line)
{
    YamlLine result;
    result.end = line.find_last_not_of(kAround) + 1;
    line = line.substr(0, result.end);
    result.codeEnd = endOfCode(line);
    result.indent = skipBlanks(line, 0);
    result.begin = result.indent;
    while (line.substr(result.begin).starts_with("- ")) {
        result.begin = skipBlanks(line, result.begin + 2);
        ++result.items;
    }
    result.value = result.begin;
    const std::string_view code =
        line.substr(result.begin, std::max(result.codeEnd, result.begin) - result.begin);
    const size_t colon = std::min(code.find(": "), code.size());
    if (colon < code.size() || code.ends_with(':')) {
        const size_t size = colon < code.size() ? colon : code.size() - 1;
        result.key = code.substr(0, size);
        result.value = skipBlanks(line, result.begin + size + 1);
    }
    result.scalar = scalarAt(line, result.value, result.codeEnd);
    return result;
}

} // namespace rocport
