// The lexer takes any bytes; its tokens lie in order, and nothing but blanks and splices between
// them.

#include "core/text/clexer.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view source(reinterpret_cast<const char*>(data), size);
    std::string storage;
    quint32 at = 0;
    for (const rocport::CToken& token : rocport::lexC(source)) {
        if (token.begin < at || token.end <= token.begin || token.end > size) {
            std::abort();
        }
        rocport::spelling(token, source, storage);
        at = token.end;
    }
    return 0;
}
