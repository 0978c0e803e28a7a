// Any bytes are rewritten, with as many lines, and each problem has a line of the text.

#include "core/lanes/lanesource.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray text(reinterpret_cast<const char*>(data), qsizetype(size));
    const rocport::LaneSource once = rocport::laneSource(text, (text.size() & 1) != 0);
    if (once.text.count('\n') != text.count('\n') || (!once.changed && once.text != text)) {
        std::abort();
    }
    for (const rocport::LaneProblem& problem : once.problems) {
        if (problem.line < 1 || problem.line > text.count('\n') + 1) {
            std::abort();
        }
    }
    return 0;
}
