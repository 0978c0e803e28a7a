#include "core/base/cancelscope.h"
#include "core/rules/build/buildfile.h"
#include "core/rules/build/buildnames.h"
#include "core/rules/cpp/analyseinplace.h"
#include "core/rules/hiddencharacters.h"
#include "core/rules/manifests/envlines.h"
#include "core/rules/packs/packwork.h"
#include "core/rules/provehunks.h"
#include "core/rules/python/pythonanalysis.h"

#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

QString whyNotEditable(Encoding encoding)
{
    switch (encoding) {
    case Encoding::Utf16Le:
    case Encoding::Utf16Be:
        return QStringLiteral("UTF-16 text");
    case Encoding::Binary:
        return QStringLiteral("binary");
    case Encoding::Utf8:
    case Encoding::Latin1:
        break;
    }
    return {};
}

void sortByPosition(FileAnalysis& analysis)
{
    std::stable_sort(
        analysis.findings.begin(), analysis.findings.end(),
        [](const Finding& a, const Finding& b) { return a.range.begin < b.range.begin; });
    std::stable_sort(
        analysis.hunks.begin(), analysis.hunks.end(), [](const Hunk& a, const Hunk& b) {
            const qsizetype left = a.edits.isEmpty() ? 0 : a.edits.first().range.begin;
            const qsizetype right = b.edits.isEmpty() ? 0 : b.edits.first().range.begin;
            return left < right;
        });
    analysis.features.removeDuplicates();
}

/// A build file whose edits reach the NVIDIA path is not read as its tool reads it, as when quotes
/// do not match: its findings stay, and nothing is proposed.
void dropBrokenBuildEdits(FileAnalysis& analysis)
{
    const bool build = analysis.language == Language::CMake ||
                       analysis.language == Language::Make || analysis.language == Language::Meson;
    const bool broken =
        build && std::any_of(analysis.hunks.begin(), analysis.hunks.end(),
                             [](const Hunk& hunk) { return hunk.verdict == Verdict::Violated; });
    if (broken) {
        analysis.hunks.clear();
    }
}

/// The last net under the edits of Python: one that would change what NVIDIA runs, or that does not
/// parse, is not proposed.
void dropViolatedPythonEdits(FileAnalysis& analysis)
{
    if (analysis.language != Language::Python && analysis.language != Language::Notebook) {
        return;
    }
    QSet<QByteArray> answered;
    for (const Hunk& hunk : std::as_const(analysis.hunks)) {
        if (hunk.verdict == Verdict::Violated) {
            answered += QSet<QByteArray>(hunk.findingIds.begin(), hunk.findingIds.end());
        }
    }
    if (answered.isEmpty()) {
        return;
    }
    analysis.hunks.removeIf([](const Hunk& hunk) { return hunk.verdict == Verdict::Violated; });
    for (Finding& finding : analysis.findings) {
        if (answered.contains(finding.id)) {
            finding.wayOut = QStringLiteral("No edit is proposed, because it would change the "
                                            "NVIDIA path here; make the change by hand. %1")
                                 .arg(finding.wayOut)
                                 .trimmed();
        }
    }
}

/// What the project ported itself is left alone: one finding names the other file.
void leaveToTwin(const SourceBuffer& source, const AnalysisContext& context, FileAnalysis& analysis)
{
    QString symbol;
    const Rule* rule = nullptr;
    for (const Finding& one : std::as_const(analysis.findings)) {
        for (const Rule& known : context.rules->rules()) {
            if (rule == nullptr && known.id == one.ruleId) {
                rule = &known;
            }
        }
    }
    analysis.hunks.clear();
    analysis.findings.clear();
    analysis.features.add(FeatureKind::OwnAmdPath);
    if (rule == nullptr) {
        return;
    }
    const QString twin = context.twins->value(analysis.path).display();
    ProposalWriter writer(source, analysis);
    writer.addFinding(
        *rule, {0, std::max<qsizetype>(0, source.lineRange(1).size() - 1)}, twin,
        QStringLiteral("`%1` is the AMD version of this file, so nothing is proposed here.")
            .arg(twin),
        QStringLiteral("Compare the two: what was changed here since may be missing there."),
        Effort::Minutes, {});
    analysis.findings.last().severity = Severity::Info;
    analysis.findings.last().ported = true;
}

/// `tokens`: of C and C++ whose edits are made at once and in place, else null.
FileAnalysis analyse(const RepoPath& path, Language language, const SourceBuffer& source,
                     const std::vector<CToken>* tokens, const AnalysisContext& context)
{
    const CancelScope scope(context.cancel);
    FileAnalysis analysis;
    analysis.path = path;
    analysis.language = language;
    analysis.bytes = source.bytes().size();
    if (tokens == nullptr) {
        analysis.contentHash = contentHash(source.bytes());
    }
    if (!source.isEditable()) {
        analysis.skipped = whyNotEditable(source.encoding());
        return analysis;
    }
    analysis.lines = source.lineCount();
    if (!context.rules) {
        return analysis;
    }
    if (context.packWork) {
        context.packWork->addFile(source.bytes().size());
    }
    std::optional<SyntaxTree> tree; // of Python
    switch (language) {
    case Language::Cuda:
    case Language::Cpp:
    case Language::Hip:
        if (tokens != nullptr) {
            analyseCppInPlace(source, *tokens, context, analysis);
        } else {
            analyseCpp(source, context, analysis);
        }
        break;
    case Language::Python:
        tree = analysePythonTree(source, context, analysis);
        break;
    case Language::Notebook:
        analyseNotebook(source, context, analysis);
        analyseManifest(source, context, analysis); // what its cells install
        break;
    case Language::CMake:
        analyseCMake(source, context, analysis);
        break;
    case Language::Make:
        analyseMake(source, context, analysis);
        break;
    case Language::Meson:
        analyseMeson(source, context, analysis);
        break;
    case Language::Other:
        return analysis;
    case Language::Shell:
    case Language::Dockerfile:
        analyseManifest(source, context, analysis);
        findShellNvcc(source, context, analysis);
        findShellNames(source, context, analysis);
        break;
    case Language::Yaml:
        analyseManifest(source, context, analysis);
        findYamlNames(source, context, analysis);
        break;
    default:
        analyseManifest(source, context, analysis);
        break;
    }
    if (isWorkCancelled()) {
        return analysis;
    }
    if (context.twins && context.twins->contains(path)) {
        leaveToTwin(source, context, analysis);
    }
    addEnvironmentLines(source, context, analysis);
    addHiddenCharacters(source, context, analysis);
    sortByPosition(analysis);
    if (context.proves && !isWorkCancelled()) {
        proveHunks(source, context.target, analysis, tree ? &*tree : nullptr, context.cancel);
    }
    dropBrokenBuildEdits(analysis);
    dropViolatedPythonEdits(analysis);
    if (language == Language::Notebook) {
        dropUnprovedCells(source, context, analysis);
    }
    return analysis;
}

} // namespace

FileAnalysis analyseFile(const RepoPath& path, Language language, const SourceBuffer& source,
                         const AnalysisContext& context)
{
    return analyse(path, language, source, nullptr, context);
}

FileAnalysis analyseInPlace(const RepoPath& path, Language language, const SourceBuffer& source,
                            const std::vector<CToken>& tokens, const AnalysisContext& context)
{
    return analyse(path, language, source, &tokens, context);
}

} // namespace rocport
