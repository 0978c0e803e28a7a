#include "core/joblog/ansi.h"
#include "core/joblog/knownfailures.h"
#include "core/joblog/logdiagnostics.h"
#include "core/joblog/logindex.h"
#include "tests/fuzz/require.h"

#include <algorithm>
#include <cstdint>

using namespace rocport;

namespace {

void checkLine(QByteArrayView bytes)
{
    require(bytes.size() <= LogIndex::kMaxLine);
    const AnsiLine line = parseAnsi(bytes);
    require(plainLogText(bytes) == line.text);
    int end = 0;
    for (const AnsiSpan& span : line.spans) {
        require(span.start >= end && span.length > 0);
        end = span.start + span.length;
    }
    require(end <= line.text.size());
}

} // namespace

/// Any bytes as a log: lines are the same however the bytes arrive, spans keep to the text, places
/// of diagnostics and failures are in the log.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArrayView bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    LogIndex whole;
    LogDiagnosticsParser parser;
    FailureFinder finder(FailureBook::builtIn());
    whole.add(bytes, [&](qint64 line, QByteArrayView shown) {
        checkLine(shown);
        parser.add(line, shown);
        finder.add(line, shown);
    });
    require(whole.byteCount() == bytes.size());
    const qsizetype step = 1 + (bytes.isEmpty() ? 0 : static_cast<unsigned char>(bytes[0]));
    LogIndex pieces;
    for (qsizetype known = 0; known < bytes.size();) {
        known = std::min(known + step, bytes.size());
        pieces.add(bytes.first(known).sliced(pieces.resumeAt()));
    }
    require(pieces.lineCount() == whole.lineCount());
    require(pieces.resumeAt() == whole.resumeAt());
    for (const LogDiagnostic& one : parser.found()) {
        require(one.firstLine <= one.logLine && one.logLine < whole.lineCount());
    }
    for (const FailureMatch& one : finder.found()) {
        require(one.firstLine < whole.lineCount() && one.times >= 1);
    }
    return 0;
}
