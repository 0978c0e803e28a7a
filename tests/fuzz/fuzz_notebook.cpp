#include "core/isolation/isolation.h"
#include "core/isolation/notebook.h"
#include "core/rules/analyse.h"
#include "tests/fuzz/require.h"
#include "tests/support/builtinrules.h"

#include <cstdint>

using namespace rocport;

namespace {

/// Offsets of the module go up and lie in the file; comments before a cell's lines leave a notebook
/// that is proved.
void checkNotebook(const QByteArray& text, const Notebook& notebook)
{
    qsizetype before = 0;
    for (qsizetype i = 0; i <= notebook.module().size(); ++i) {
        const qsizetype at = notebook.fileOffset(i);
        require(at >= before && at <= text.size());
        before = at;
    }
    for (const NotebookCell& cell : notebook.cells()) {
        require(cell.value.begin <= cell.value.end && cell.value.end <= text.size());
        require(cell.offsets.size() == static_cast<size_t>(cell.text.size()) + 1);
        if (!cell.isRead) {
            continue;
        }
        const auto edits = notebook.toFile({{{cell.begin, cell.begin}, "is_rocm = None\n"}});
        if (!edits) {
            continue;
        }
        QByteArray changed = text;
        changed.insert(edits->first().range.begin, edits->first().replacement);
        const Result<Notebook> again = Notebook::read(changed);
        require(again.ok());
        require(again->outside() == notebook.outside() || again->setAside() != notebook.setAside());
    }
}

} // namespace

/// Any bytes as a notebook: the reader keeps to the file, the edits can be made together and leave
/// a notebook, and what is proposed changes nothing for NVIDIA.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray text(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    if (const Result<Notebook> notebook = Notebook::read(text)) {
        checkNotebook(text, *notebook);
    }
    AnalysisContext context;
    context.rules = builtinRules();
    const FileAnalysis analysis =
        analyseFile(RepoPath("x.ipynb"), Language::Notebook, SourceBuffer(text), context);
    const Result<QByteArray> ported = applyHunks(text, analysis.hunks);
    require(ported.ok());
    for (const Hunk& hunk : analysis.hunks) {
        require(hunk.verdict != Verdict::Violated);
    }
    require(analysis.hunks.isEmpty() || Notebook::read(*ported).ok());
    return 0;
}
