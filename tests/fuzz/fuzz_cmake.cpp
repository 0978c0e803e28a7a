#include "core/isolation/isolation.h"
#include "core/rules/analyse.h"
#include "core/rules/build/buildcmakereader.h"
#include "core/rules/build/buildmakereader.h"
#include "core/rules/build/nvccflags.h"
#include "tests/fuzz/require.h"
#include "tests/support/builtinrules.h"

#include <cstdint>

using namespace rocport;

namespace {

void checkReaders(const QByteArray& text)
{
    const std::string_view view(text.constData(), static_cast<std::size_t>(text.size()));
    qsizetype at = 0;
    const CMakeFile file(view, "USE_ROCM");
    for (const CMakeCommand& command : file.commands()) {
        require(command.range.begin >= at && command.range.end <= text.size());
        for (const CMakeArgument& argument : command.arguments) {
            require(argument.range.begin >= command.range.begin &&
                    argument.range.end <= command.range.end);
        }
        at = command.range.end;
    }
    qsizetype line = view.starts_with("\xef\xbb\xbf") ? 3 : 0;
    for (const MakeLine& one : readMake(view, "USE_ROCM")) {
        require(one.range.begin == line && one.range.end > line);
        line = one.range.end;
    }
    require(line == text.size());
    const FlagText flags = hipFlags(text);
    for (const FlagChange& change : flags.changes) {
        require(change.offset >= 0 && change.offset + change.size <= text.size());
    }
}

} // namespace

/// Any bytes as a CMake file and as a makefile: the readers cover the text in order, the edits can
/// be made together, and what is proved projects back to the text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) {
        return 0;
    }
    const QByteArray text(reinterpret_cast<const char*>(data + 1),
                          static_cast<qsizetype>(size - 1));
    checkReaders(text);
    AnalysisContext context;
    context.rules = builtinRules();
    context.strategy = static_cast<Strategy>(data[0] % 4);
    for (const Language language : {Language::CMake, Language::Make}) {
        const RepoPath path(language == Language::CMake ? "CMakeLists.txt" : "Makefile");
        const FileAnalysis analysis = analyseFile(path, language, SourceBuffer(text), context);
        const Result<QByteArray> ported = applyHunks(text, analysis.hunks);
        require(ported.ok());
        for (const Hunk& hunk : analysis.hunks) {
            // What is damaged may stay without a proof; nothing that changes NVIDIA is proposed.
            require(hunk.verdict != Verdict::Violated);
        }
    }
    return 0;
}
