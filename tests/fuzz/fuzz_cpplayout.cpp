#include "core/rules/cpp/cpplayout.h"
#include "core/text/clexer.h"
#include "tests/fuzz/require.h"

#include <QByteArray>

#include <cstdint>
#include <string>

using namespace rocport;

namespace {

std::string tokensOf(const QByteArray& text)
{
    const std::string_view source(text.constData(), static_cast<size_t>(text.size()));
    std::string result;
    for (const CToken& token : lexC(source)) {
        if (token.kind != CTokenKind::Newline) {
            result += token.text(source);
            result += '\n';
        }
    }
    return result;
}

} // namespace

/// Any bytes as lines of the ROCm arm, under the lengths and settings that the first byte picks:
/// tokens stay what they are, in order.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) {
        return 0;
    }
    CppStyle style;
    style.lineLength = 20 + (data[0] & 0x1F) * 2;
    style.backslashes =
        (data[0] & 0x80) == 0 ? CppStyle::Backslashes::Left : CppStyle::Backslashes::Right;
    const QByteArray text(reinterpret_cast<const char*>(data) + 1,
                          static_cast<qsizetype>(size) - 1);
    require(tokensOf(layOutCpp({}, text, style)) == tokensOf(text));
    return 0;
}
