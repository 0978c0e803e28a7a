#include "core/rules/cpp/faultfinders.h"

#include "core/text/bytes.h"

#include <string>

namespace rocport {

bool isLive(const CppInput& input, int at)
{
    return !input.file.isInert(input.file.token(at).begin);
}

void addFault(const CppInput& input, TokenSpan span, std::string_view symbol, const QString& note)
{
    input.writer.addFinding(input.rule, input.file.range(span), toText(symbol).simplified(),
                            {{QStringLiteral("note"), note}});
}

QString faultLine(const CppFile& file, int at)
{
    return QString::number(file.source().lineOf(file.token(at).begin));
}

bool isRuntimeCall(std::string_view word, std::string_view name)
{
    return word.ends_with(name) &&
           (word.size() == name.size() + 4
                ? word.starts_with("cuda")
                : word.size() == name.size() + 3 && word.starts_with("hip"));
}

bool isWidthName(std::string_view word)
{
    constexpr size_t kLongest = 24;
    if (word.size() > kLongest) {
        return false;
    }
    std::string plain;
    for (const char one : word) {
        if (one != '_') {
            plain += one >= 'A' && one <= 'Z' ? static_cast<char>(one + ('a' - 'A')) : one;
        }
    }
    if (plain.starts_with('k')) {
        plain.erase(0, 1);
    }
    return plain == "warpsize" || plain == "wavesize" || plain == "wavefrontsize" ||
           plain == "threadsperwarp" || plain == "lanesperwarp" || plain == "warplanes";
}

bool holdsWord(const CppFile& file, TokenSpan span, std::string_view word)
{
    for (int at = span.begin; at < span.end; ++at) {
        if (file.is(at, word)) {
            return true;
        }
    }
    return false;
}

} // namespace rocport
