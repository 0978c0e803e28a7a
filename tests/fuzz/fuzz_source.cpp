#include "core/rules/analyse.h"
#include "tests/fuzz/require.h"
#include "tests/support/builtinrules.h"

#include <array>
#include <cstdint>

using namespace rocport;

/// Any bytes as a source of each language, with every rule: places lie in the file and come in
/// order, the edits can be made together, nothing that changes NVIDIA is proposed, and what is
/// proposed once is not proposed again for what came of it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    struct File
    {
        const char* name;
        Language language;
    };
    constexpr std::array kFiles = {
        File{"a.cu", Language::Cuda},
        File{"a.cpp", Language::Cpp},
        File{"a.hip", Language::Hip},
        File{"a.py", Language::Python},
        File{"a.sh", Language::Shell},
        File{"ci.yml", Language::Yaml},
        File{"Dockerfile", Language::Dockerfile},
    };
    if (size == 0) {
        return 0;
    }
    const File& file = kFiles.at(data[0] % kFiles.size());
    const QByteArray text(reinterpret_cast<const char*>(data + 1),
                          static_cast<qsizetype>(size - 1));
    AnalysisContext context;
    context.rules = builtinRules();
    context.strategy = static_cast<Strategy>((data[0] / kFiles.size()) % 4);
    const FileAnalysis analysis =
        analyseFile(RepoPath(file.name), file.language, SourceBuffer(text), context);
    for (const Finding& finding : analysis.findings) {
        require(finding.range.begin >= 0 && finding.range.begin <= finding.range.end &&
                finding.range.end <= text.size());
    }
    const Result<QByteArray> ported = applyHunks(text, analysis.hunks);
    require(ported.ok());
    for (const Hunk& hunk : analysis.hunks) {
        // In place, the HIP names stand where the CUDA names stood.
        require(hunk.verdict != Verdict::Violated || context.strategy == Strategy::InPlace);
    }
    return 0;
}
