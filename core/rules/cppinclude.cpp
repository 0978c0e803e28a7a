#include "core/rules/cppsupplied.h"
#include "core/rules/cpptranslate.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

using namespace std::string_view_literals;

/// 1-based inclusive lines of consecutive CUDA includes.
struct Run
{
    int first = 0;
    int last = 0;
    bool conditional = false;
};

std::vector<Run> runsOf(const CppFile& file, const AnalysisContext& context)
{
    std::vector<Run> runs;
    for (const CppInclude& include : file.includes()) {
        // PyTorch maps the other headers.
        const bool isReplaced = context.strategy == Strategy::TorchExtension
                                    ? isSuppliedInclude(include, context.target.rocm)
                                    : isCudaInclude(include, context.target);
        if (!isReplaced) {
            continue;
        }
        int first = include.line;
        int last = include.line;
        file.widenToWholeLines(first, last);
        if (!runs.empty() && runs.back().last + 1 == first &&
            runs.back().conditional == include.conditional) {
            runs.back().last = last;
        } else {
            runs.push_back({first, last, include.conditional});
        }
    }
    return runs;
}

/// <vector>, <math.h>, <sys/time.h>: a header that rests on nothing of CUDA.
bool isStandard(const CppInclude& include)
{
    constexpr std::array kC = {"assert.h"sv, "ctype.h"sv,  "errno.h"sv,   "fcntl.h"sv,
                               "float.h"sv,  "limits.h"sv, "math.h"sv,    "memory.h"sv,
                               "signal.h"sv, "stdarg.h"sv, "stdbool.h"sv, "stddef.h"sv,
                               "stdint.h"sv, "stdio.h"sv,  "stdlib.h"sv,  "string.h"sv,
                               "time.h"sv,   "unistd.h"sv, "windows.h"sv};
    const std::string_view name = include.header;
    return !include.quoted &&
           (name.find_first_of("./") == std::string_view::npos || name.starts_with("sys/") ||
            std::find(kC.begin(), kC.end(), name) != kC.end());
}

/// Whether the project's own headers come before the first CUDA include of a unit that nvcc
/// compiles: nvcc puts CUDA's runtime before all of them.
bool ownHeaderComesFirst(const CppFile& file, const RepoPath& path, const TargetSettings& target)
{
    if (path.suffix() != "cu") {
        return false;
    }
    for (const CppInclude& include : file.includes()) {
        if (isCudaInclude(include, target)) {
            return false;
        }
        if (!include.inert && !isStandard(include)) {
            return true;
        }
    }
    return false;
}

QString capturedHeader(const AnalysisContext& context)
{
    return context.compatHeader.display();
}

} // namespace

void addIncludeHunk(const CppFile& file, const Rule& rule, const AnalysisContext& context,
                    bool needsHeader, const QVector<QByteArray>& findingIds, ProposalWriter& writer)
{
    if (includesGenerated(file, context.compatHeader)) {
        return; // ported already
    }
    const SourceBuffer& source = file.source();
    const std::vector<Run> runs = runsOf(file, context);
    if (runs.empty() && !needsHeader) {
        return;
    }
    const QByteArray macro = context.target.guardMacro.toUtf8();
    const QByteArray include =
        "#include \"" + context.compatHeader.relativeTo(writer.analysis().path.folder()) + '"';
    HunkDraft draft;
    draft.rules = {&rule};
    draft.findingIds = findingIds;
    draft.captures = {{QStringLiteral("header"), capturedHeader(context)}};
    draft.needs = {compatHeaderKey(context)};
    if (context.strategy == Strategy::TorchExtension) {
        draft.change =
            QStringLiteral("Under the ROCm guard the file includes `%1`, which holds what "
                           "it uses of CUDA and HIP lacks. PyTorch maps its other names.")
                .arg(capturedHeader(context));
    }
    bool included = false;
    const auto insertAt = [&](qsizetype offset, const QByteArray& text) {
        draft.edits.append(TextEdit{{offset, offset}, text});
    };
    const bool isExtension = context.strategy == Strategy::TorchExtension;
    if (runs.empty() || runs.front().conditional ||
        (!isExtension && ownHeaderComesFirst(file, writer.analysis().path, context.target))) {
        const qsizetype offset = file.includeOffset();
        const QByteArray newline = source.newlineAt(offset);
        QByteArray text = "#ifdef " + macro + newline + include + newline + "#endif";
        // At the end of a file without a last newline the guard needs one before it.
        const bool atEnd =
            offset == source.bytes().size() && !source.endsWithNewline() && offset > 0;
        insertAt(offset, atEnd ? newline + text : text + newline);
        draft.firstLine = atEnd ? source.lineCount() + 1 : source.lineOf(offset);
        draft.lastLine = draft.firstLine - 1;
        included = true;
    }
    for (const Run& run : runs) {
        const qsizetype begin = std::max(source.bomLength(), source.lineRange(run.first).begin);
        const qsizetype end = source.lineRange(run.last).end;
        const QByteArray newline = source.newlineAt(begin);
        const char last = source.bytes().at(end - 1);
        const bool ends = last == '\n' || last == '\r';
        insertAt(begin, included
                            ? "#ifndef " + macro + newline
                            : "#ifdef " + macro + newline + include + newline + "#else" + newline);
        insertAt(end, ends ? "#endif" + newline : newline + "#endif");
        included = true;
        draft.firstLine =
            draft.edits.size() <= 2 ? run.first : std::min(draft.firstLine, run.first);
        draft.lastLine = run.last;
    }
    std::stable_sort(
        draft.edits.begin(), draft.edits.end(),
        [](const TextEdit& a, const TextEdit& b) { return a.range.begin < b.range.begin; });
    writer.addHunk(draft);
}

} // namespace rocport
