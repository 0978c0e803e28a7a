#include "core/isolation/isolation.h"
#include "tests/fuzz/require.h"
#include "tests/support/mesonsample.h"

#include <cstdint>

using namespace rocport;

namespace {

void checkReader(const QByteArray& text)
{
    const std::string_view view(text.constData(), static_cast<std::size_t>(text.size()));
    const MesonFile file(view, "use_rocm");
    qsizetype at = 0;
    for (const MesonToken& token : file.tokens().tokens()) {
        require(token.range.begin >= at && token.range.end <= text.size());
        at = token.range.end;
    }
    at = 0;
    for (const MesonStatement& statement : file.tokens().statements()) {
        require(statement.first < statement.last && statement.range.begin >= at &&
                statement.range.end >= statement.range.begin &&
                statement.lines.begin <= statement.range.begin &&
                statement.lines.end >= statement.range.end && statement.lines.end <= text.size());
        at = statement.range.end;
    }
    for (const MesonCall& call : file.calls()) {
        require(call.range.begin >= 0 && call.range.end <= text.size());
        for (const MesonArgument& argument : call.arguments) {
            require(argument.first < argument.last && argument.last <= call.close &&
                    argument.range.begin >= call.range.begin &&
                    argument.range.end <= call.range.end);
        }
    }
}

} // namespace

/// Any bytes as the top file of a meson project, behind a project() that names CUDA or as they are,
/// and as its options: the reader covers the text in order, the edits can be made together, and
/// none reaches the NVIDIA path.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) {
        return 0;
    }
    QByteArray text(reinterpret_cast<const char*>(data + 1), static_cast<qsizetype>(size - 1));
    checkReader(text);
    if (data[0] % 2 == 0) {
        text.prepend("project('p', 'cpp', 'cuda')\n");
    }
    const MesonSample sample({{"meson.build", text}, {"meson_options.txt", text}});
    for (const char* name : {"meson.build", "meson_options.txt"}) {
        const FileAnalysis analysis = sample.analyse(name);
        require(applyHunks(text, analysis.hunks).ok());
        for (const Hunk& hunk : analysis.hunks) {
            require(hunk.verdict != Verdict::Violated);
        }
    }
    return 0;
}
