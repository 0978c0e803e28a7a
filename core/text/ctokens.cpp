#include "core/text/charclass.h"
#include "core/text/clexer.h"

namespace rocport {

std::vector<quint32> significantTokens(const std::vector<CToken>& tokens)
{
    std::vector<quint32> result;
    result.reserve(tokens.size());
    for (size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind != CTokenKind::Comment && tokens[i].kind != CTokenKind::Newline) {
            result.push_back(static_cast<quint32>(i));
        }
    }
    return result;
}

std::string_view spelling(const CToken& token, std::string_view source, std::string& storage)
{
    const std::string_view text = token.text(source);
    if (!token.spliced) {
        return text;
    }
    storage.clear();
    const char* p = text.data();
    const char* const end = p + text.size();
    while (p < end) {
        const char* const after = afterOneSplice(p, end);
        if (after != p) {
            p = after;
        } else {
            storage.push_back(*p++);
        }
    }
    return storage;
}

} // namespace rocport
