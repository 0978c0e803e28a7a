#include "core/joblog/compilerlines.h"
#include "core/verify/diagnostics.h"
#include "tests/fuzz/require.h"

#include <cstdint>

using namespace rocport;

namespace {

bool isOneLine(const QString& text)
{
    return !text.contains(u'\n') && !text.contains(u'\r');
}

void checkMessage(const CompilerMessage& message)
{
    require(isOneLine(message.text) && isOneLine(message.place.path));
    require(message.place.line >= 0 && message.place.column >= 0);
    require(isOneLine(missingHeader(message)));
    for (const CompilerPlace& place : message.includedFrom) {
        require(place.line >= 0 && isOneLine(place.path));
    }
    for (const CompilerMessage& note : message.notes) {
        checkMessage(note);
    }
}

} // namespace

/// Any bytes as what clang, gcc and nvcc print: places are places, texts are lines, and there are
/// no more of them than asked for.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    const QVector<CompilerMessage> messages = parseCompilerOutput(bytes, 50);
    require(messages.size() <= 50);
    for (const CompilerMessage& message : messages) {
        checkMessage(message);
    }
    return 0;
}
