#include "core/rules/cpp/cppparts.h"
#include "core/rules/cpp/cppsupplied.h"
#include "core/rules/cpp/cpptranslate.h"
#include "core/translate/compatparts.h"
#include "core/translate/extensionnames.h"

#include <algorithm>
#include <array>
#include <set>

namespace rocport {

namespace {

using namespace std::string_view_literals;

/// 1-based inclusive lines of consecutive CUDA includes.
struct Run
{
    int first = 0;
    int last = 0;
    bool conditional = false;
    std::set<QByteArray> parts; ///< of the generated header, that stand for what is included
};

/// PyTorch maps the other headers.
bool isReplacedInExtension(const CppInclude& include, const Version& rocm)
{
    const HeaderFact* const fact = findHeader(include.header);
    return isSuppliedInclude(include, rocm) ||
           (fact != nullptr && !include.inert && extensionReplaces(*fact, rocm, include.quoted));
}

std::vector<Run> runsOf(const CppFile& file, const AnalysisContext& context)
{
    std::vector<Run> runs;
    for (const CppInclude& include : file.includes()) {
        const bool isReplaced = context.strategy == Strategy::TorchExtension
                                    ? isReplacedInExtension(include, context.target.rocm)
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
            runs.push_back({first, last, include.conditional, {}});
        }
        if (const QByteArray part = partOf(include, context); !part.isEmpty()) {
            runs.back().parts.insert(part);
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

/// The lines that ask the generated header for these parts.
QByteArray asking(const std::set<QByteArray>& parts, const QByteArray& newline)
{
    QByteArray lines;
    for (const QByteArray& part : parts) {
        lines += "#define " + QByteArray(kAsksForPart) + part + newline;
    }
    return lines;
}

QString capturedHeader(const AnalysisContext& context)
{
    return context.compatHeader.display();
}

/// The lines around the includes of one file.
class IncludeEdits
{
public:
    IncludeEdits(const CppFile& file, const AnalysisContext& context, const RepoPath& path,
                 const std::set<QByteArray>& byName, HunkDraft& draft)
        : m_file(file),
          m_source(file.source()),
          m_macro(context.target.guardMacro.toUtf8()),
          m_include("#include \"" + context.compatHeader.relativeTo(path.folder()) + '"'),
          m_everywhere(byName),
          m_draft(draft)
    {
    }

    void write(const std::vector<Run>& runs, bool ownComesFirst)
    {
        // What stands under no condition is asked for at the first place, all else where it stands.
        for (const Run& run : runs) {
            if (!run.conditional) {
                m_everywhere.insert(run.parts.begin(), run.parts.end());
            }
        }
        if (runs.empty() || runs.front().conditional || ownComesFirst) {
            atTop();
        }
        for (const Run& run : runs) {
            around(run);
        }
        for (QVector<TextEdit>* edits : {&m_draft.edits, &m_draft.identity}) {
            std::stable_sort(
                edits->begin(), edits->end(),
                [](const TextEdit& a, const TextEdit& b) { return a.range.begin < b.range.begin; });
        }
        if (m_draft.identity == m_draft.edits) {
            m_draft.identity.clear();
        }
    }

private:
    /// `identity`: the text of the time when the header brought everything; the key is made of it,
    /// so that decisions of that time hold.
    void insertAt(qsizetype offset, const QByteArray& text, const QByteArray& identity)
    {
        m_draft.edits.append(TextEdit{{offset, offset}, text});
        m_draft.identity.append(TextEdit{{offset, offset}, identity});
    }

    void atTop()
    {
        const qsizetype offset = m_file.includeOffset();
        const QByteArray newline = m_source.newlineAt(offset);
        // At the end of a file without a last newline the guard needs one before it.
        const bool atEnd =
            offset == m_source.bytes().size() && !m_source.endsWithNewline() && offset > 0;
        const auto text = [&](const std::set<QByteArray>& parts) {
            const QByteArray block = "#ifdef " + m_macro + newline + asking(parts, newline) +
                                     m_include + newline + "#endif";
            return atEnd ? newline + block : block + newline;
        };
        insertAt(offset, text(m_everywhere), text({}));
        m_draft.firstLine = atEnd ? m_source.lineCount() + 1 : m_source.lineOf(offset);
        m_draft.lastLine = m_draft.firstLine - 1;
        m_included = true;
    }

    void around(const Run& run)
    {
        const qsizetype begin = std::max(m_source.bomLength(), m_source.lineRange(run.first).begin);
        const qsizetype end = m_source.lineRange(run.last).end;
        const QByteArray newline = m_source.newlineAt(begin);
        const char last = m_source.bytes().at(end - 1);
        std::set<QByteArray> parts = m_included ? run.parts : m_everywhere;
        if (m_included) {
            std::erase_if(parts,
                          [&](const QByteArray& one) { return m_everywhere.count(one) != 0; });
        }
        const auto text = [&](const std::set<QByteArray>& asked) {
            return m_included && asked.empty()
                       ? "#ifndef " + m_macro + newline
                       : "#ifdef " + m_macro + newline + asking(asked, newline) + m_include +
                             newline + "#else" + newline;
        };
        insertAt(begin, text(parts), text({}));
        const bool ends = last == '\n' || last == '\r';
        const QByteArray close = ends ? "#endif" + newline : newline + "#endif";
        insertAt(end, close, close);
        m_included = true;
        m_draft.firstLine =
            m_draft.edits.size() <= 2 ? run.first : std::min(m_draft.firstLine, run.first);
        m_draft.lastLine = run.last;
    }

    const CppFile& m_file;
    const SourceBuffer& m_source;
    QByteArray m_macro;
    QByteArray m_include;
    std::set<QByteArray> m_everywhere; ///< parts that the first place asks for
    HunkDraft& m_draft;
    bool m_included = false;
};

} // namespace

void addIncludeHunk(const CppFile& file, const Rule& rule, const AnalysisContext& context,
                    bool needsHeader, const QVector<QByteArray>& findingIds, ProposalWriter& writer)
{
    if (includesGenerated(file, context.compatHeader)) {
        return; // ported already
    }
    const std::vector<Run> runs = runsOf(file, context);
    if (runs.empty() && !needsHeader) {
        return;
    }
    HunkDraft draft;
    draft.rules = {&rule};
    draft.findingIds = findingIds;
    draft.captures = {{QStringLiteral("header"), capturedHeader(context)}};
    draft.needs = {compatHeaderKey(context)};
    const bool isExtension = context.strategy == Strategy::TorchExtension;
    if (isExtension) {
        draft.change =
            QStringLiteral("Under the ROCm guard the file includes `%1`, which holds what "
                           "it uses of CUDA and HIP or PyTorch's tables lack. PyTorch maps its "
                           "other names.")
                .arg(capturedHeader(context));
    }
    const FileAnalysis& analysis = writer.analysis();
    IncludeEdits(file, context, analysis.path, partsByName(file, analysis, context), draft)
        .write(runs, !isExtension && ownHeaderComesFirst(file, analysis.path, context.target));
    writer.addHunk(draft);
}

} // namespace rocport
