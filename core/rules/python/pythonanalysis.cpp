#include "core/rules/python/pythonanalysis.h"

#include "core/base/cancelscope.h"
#include "core/rules/build/buildsetup.h"
#include "core/rules/manifests/manifest.h"
#include "core/rules/packs/packwork.h"
#include "core/rules/python/projectstyle.h"
#include "core/rules/python/pythonbuiltins.h"
#include "core/rules/python/pythonflag.h"
#include "core/rules/python/pythonruleindex.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

/// Traits that the plan does not learn from the scan: "triton", "jax", "cuda-graph".
void addFeatures(const SourceBuffer& source, FileAnalysis& analysis)
{
    struct Trait
    {
        const char* id;
        std::array<std::string_view, 3> words;
    };
    constexpr std::array<Trait, 3> kTraits = {
        Trait{"triton", {"import triton", "from triton", ""}},
        Trait{"jax", {"import jax", "from jax", ""}},
        Trait{"cuda-graph", {"cuda.CUDAGraph", "cuda.graph(", "make_graphed_callables"}}};
    for (const Trait& trait : kTraits) {
        for (const std::string_view word : trait.words) {
            const size_t at = word.empty() ? std::string_view::npos : source.view().find(word);
            if (at == std::string_view::npos) {
                continue;
            }
            const int line = source.lineOf(static_cast<qsizetype>(at));
            const QString excerpt = source.excerpt(line);
            if (!excerpt.startsWith(u'#')) {
                analysis.features.add(FeatureKind::Trait,
                                      {QLatin1StringView(trait.id), excerpt, line, 1});
                break;
            }
        }
    }
}

void findSites(const PythonFile& file, const QVector<const Rule*>& rules,
               const AnalysisContext& context, const RepoPath& path, NameQuestions& names,
               std::vector<PythonSite>& sites)
{
    for (const Rule* rule : rules) {
        if (isWorkCancelled()) {
            break;
        }
        if (context.packWork && context.packWork->isStopped(*rule)) {
            continue;
        }
        RuleWork work(context.packWork.get(), *rule, path, file.source().bytes().size());
        if (rule->matcher == MatcherKind::TreeSitter) {
            findByQuery(file, *rule, *context.rules->python()->query(*rule), context, work, sites);
        } else {
            const PythonBuiltin* builtin =
                pythonBuiltin(rule->matcherParameters.value(QStringLiteral("name")).toString());
            builtin->find({file, *rule, context, path, names}, sites);
            work.spendTime();
        }
    }
    std::stable_sort(sites.begin(), sites.end(), [](const PythonSite& a, const PythonSite& b) {
        return a.range.begin < b.range.begin;
    });
}

QString whyNoEdit(const PythonFile& file, const PythonSite& site)
{
    QString reason;
    if (!file.flagProblem().isEmpty()) {
        reason = file.flagProblem();
    } else if (!file.flagKnownAt(site.node)) {
        reason = QStringLiteral("the line runs before torch is imported");
    } else if (site.sharesLine) {
        reason = QStringLiteral("other statements share its line");
    } else {
        return {};
    }
    return QStringLiteral("No edit is proposed, because %1. ").arg(reason);
}

/// Takes edits away that cannot be made: where is_rocm is not known, or others touch the same text.
void dropImpossibleEdits(const PythonFile& file, std::vector<PythonSite>& sites)
{
    const bool besideTorch = !file.flagDefined() && file.loadsBesideTorch();
    qsizetype end = -1;
    for (PythonSite& site : sites) {
        if (!site.flagBlock.isEmpty() && !file.flagProblem().isEmpty()) {
            site.flagBlock.clear();
        }
        if (!site.flagBlock.isEmpty() && site.flagBlockEarly && besideTorch) {
            site.flagBlock.clear();
            site.wayOut = QStringLiteral("No edit is proposed, because what stands behind the "
                                         "import of torch on its line runs before any line that "
                                         "can be added: write it on a line of its own. ") +
                          site.rule->wayOut;
        }
        if (site.edits.isEmpty() || !site.flagBlock.isEmpty()) {
            continue;
        }
        const bool known = !site.needsFlag || file.flagKnownAt(site.node);
        if (!known || site.edits.first().range.begin < end) {
            site.edits.clear();
            continue;
        }
        end = std::max(site.edits.last().range.end, site.range.end);
    }
    for (PythonSite& site : sites) {
        if (site.edits.isEmpty() && site.flagBlock.isEmpty() && site.wayOut.isEmpty() &&
            !site.rule->fix.transform.isEmpty()) {
            site.wayOut = whyNoEdit(file, site) + site.rule->wayOut;
        }
    }
}

/// A program need not name what it compiles with: its imports do.
void addConfigBlockRule(const QVector<const Rule*>& rules, std::string_view text,
                        NameQuestions& names, QVector<const Rule*>& candidates)
{
    const auto isBlock = [](const Rule* rule) {
        return rule->matcherParameters.value(QStringLiteral("name")) ==
               QStringLiteral("compile-config-block");
    };
    const auto rule = std::find_if(rules.begin(), rules.end(), isBlock);
    if (rule != rules.end() && text.find("torch") != std::string_view::npos &&
        std::none_of(candidates.begin(), candidates.end(), isBlock) &&
        !names.settings().isEmpty()) {
        candidates.append(*rule);
    }
}

/// The module of the target settings that defines is_rocm for the others.
bool isFlagModuleOf(const AnalysisContext& context, const RepoPath& path)
{
    const QByteArray module = context.target.flagModule.toUtf8();
    return !module.isEmpty() && (path == flagModulePath(context) ||
                                 (context.names && context.names->fileOf(path, module) == path));
}

/// The definition of is_rocm, or its import, where it is needed and not there.
QByteArray addFlag(const PythonFile& file, const Rule* rule, const AnalysisContext& context,
                   NameQuestions& names, const std::vector<PythonSite>& sites,
                   ProposalWriter& writer)
{
    const bool isModule = isFlagModuleOf(context, writer.analysis().path);
    const bool needed =
        isModule || std::any_of(sites.begin(), sites.end(), [](const auto& site) {
            return site.needsFlag && (!site.edits.isEmpty() || !site.flagBlock.isEmpty());
        });
    if (!needed || file.flagDefined() || rule == nullptr || !file.flagProblem().isEmpty()) {
        return {};
    }
    const SourceBuffer& source = writer.source();
    const FlagSource from = flagSource(file, context, names, writer.analysis());
    const FlagPlace flag = flagPlace(file, from.import, sites);
    const qsizetype at = flag.offset;
    const QByteArray newline = source.newlineAt(at);
    const auto lineOf = [&](const QByteArray& text) {
        const bool open = at == source.bytes().size() && !source.endsWithNewline();
        return open ? newline + text : text + newline;
    };
    const int importLine = source.lineOf(std::max<qsizetype>(0, at - 1));
    ByteRange place = source.lineRange(importLine);
    place.end = place.begin + static_cast<qsizetype>(source.lineText(importLine).size());
    HunkDraft draft;
    draft.rules = {rule};
    draft.edits = {{{at, at},
                    (flag.spaced ? newline : QByteArray()) +
                        lineOf(from.import.isEmpty() ? file.flagDefinition() : from.import)}};
    // A decision on it holds, however the file comes to the flag.
    draft.identity = {
        {{at, at},
         lineOf(context.target.flagModule.isEmpty() || from.import.isEmpty() ? file.flagDefinition()
                                                                             : from.import)}};
    draft.firstLine = importLine + 1;
    draft.lastLine = importLine;
    draft.findingIds = {writer.addFinding(*rule, place, QStringLiteral("is_rocm"))};
    if (!from.import.isEmpty()) {
        draft.change = QStringLiteral("One line after the import of torch takes `is_rocm` from "
                                      "`%1`, which is imported on CUDA builds too.")
                           .arg(from.module);
        if (!from.isThere) {
            draft.needs = {from.key};
        }
    }
    QByteArray key = writer.addHunk(draft);
    if (isModule) {
        writer.analysis().hunks.last().key = flagModuleKey(flagModulePath(context));
        return writer.analysis().hunks.last().key;
    }
    return key;
}

bool importsFlag(const Hunk& hunk)
{
    return hunk.ruleIds.contains(QStringLiteral("detect-is-rocm")) &&
           hunk.edits.first().replacement.contains("import is_rocm");
}

/// What a block that must come early has to come before: its place, and where that is the import of
/// torch, since the program compiles in other files, the import that follows.
qsizetype firstAfterBlock(const PythonFile& file, const PythonSite& site)
{
    if (site.node != file.torchImport()) {
        return site.range.begin;
    }
    const SyntaxTree& tree = file.tree();
    for (qint32 i = tree.at(site.node).nextSibling; i >= 0; i = tree.at(i).nextSibling) {
        const SyntaxKind kind = tree.kind(i);
        if ((kind == SyntaxKind::ImportStatement || kind == SyntaxKind::ImportFrom) &&
            mayLoadInductor(tree, i)) {
            return tree.range(i).begin;
        }
    }
    return file.source().bytes().size();
}

/// Blocks go right after the definition of is_rocm, in the order of their findings.
void placeBlocks(const PythonFile& file, std::vector<PythonSite>& sites, bool flagAdded,
                 bool flagDefines)
{
    const SourceBuffer& source = file.source();
    std::optional<qsizetype> at = file.offsetAfterFlag();
    if (flagAdded) {
        at = file.insertionOffset(sites);
    }
    for (PythonSite& site : sites) {
        if (site.flagBlock.isEmpty()) {
            continue;
        }
        const bool open = at && *at == source.bytes().size() && !source.endsWithNewline();
        const bool late = at && site.flagBlockEarly && *at > firstAfterBlock(file, site);
        if (!at || open || late) {
            site.flagBlock.clear();
            site.wayOut = QStringLiteral("No edit is proposed, because `is_rocm` is not defined at "
                                         "the top of this file before that place. ") +
                          site.rule->wayOut;
            continue;
        }
        const QByteArray newline = source.newlineAt(*at);
        QByteArray text = "if is_rocm:" + newline;
        for (const QByteArray& line : std::as_const(site.flagBlock)) {
            qsizetype depth = 0;
            while (line.mid(depth * 4).startsWith("    ")) {
                ++depth;
            }
            text += line.isEmpty()
                        ? newline
                        : file.indentUnit().repeated(depth + 1) + line.mid(depth * 4) + newline;
        }
        // The definition of the flag has its empty line already.
        const bool spaced = !flagDefines && isSpacedAfterImport(file, *at);
        site.edits = {{{*at, *at}, (spaced ? newline : QByteArray()) + text}};
        site.identity = {{{*at, *at}, text}};
        if (!site.flagBlockKey.isEmpty()) {
            QByteArray& known = site.identity.first().replacement;
            known.replace(site.flagBlock.first(), site.flagBlockKey);
            known.replace(newline + newline, newline);
        }
        flagDefines = true;
    }
}

/// The statement before one of the same suite, or -1.
qint32 previousStatement(const SyntaxTree& tree, qint32 statement)
{
    qint32 before = -1;
    for (const qint32 one : tree.namedChildren(tree.parent(statement))) {
        if (one >= statement) {
            break;
        }
        before = one;
    }
    return before;
}

/// Where lines that `node` needs go: before the statement of the module that holds it and the
/// comments over it; -1: nowhere.
qsizetype blockOffset(const PythonFile& file, qint32 node, qsizetype known)
{
    const SyntaxTree& tree = file.tree();
    const SourceBuffer& source = file.source();
    qint32 statement = node;
    while (tree.kind(tree.parent(statement)) != SyntaxKind::Module) {
        statement = tree.parent(statement);
        if (statement < 0) {
            return -1;
        }
    }
    int line = source.lineOf(tree.at(statement).begin);
    if (source.lineRange(line).begin != static_cast<qsizetype>(tree.at(statement).begin)) {
        return -1;
    }
    while (line > 1 && source.lineText(line - 1).starts_with('#') &&
           source.lineRange(line - 1).begin >= known) {
        --line;
    }
    // Before the empty lines above it, which then part it from the lines put there, unless a
    // definition ends there: that needs the empty lines itself.
    int above = line;
    while (above > 1 &&
           source.lineText(above - 1).find_first_not_of(" \t\r\f") == std::string_view::npos) {
        --above;
    }
    const qint32 before = previousStatement(tree, statement);
    const SyntaxKind kind = tree.kind(before);
    const bool simple = kind == SyntaxKind::ImportStatement || kind == SyntaxKind::ImportFrom ||
                        kind == SyntaxKind::ExpressionStatement;
    if (simple && source.lineOf(tree.at(before).end - 1) == above - 1 &&
        source.lineRange(above).begin >= known) {
        line = above;
    }
    const qsizetype at = source.lineRange(line).begin;
    return at >= known ? at : -1;
}

/// `lines` (with \n and four blanks) as this file writes them.
QByteArray blockText(const PythonFile& file, const QByteArray& lines, qsizetype at)
{
    const QByteArray newline = file.source().newlineAt(at);
    QByteArray result;
    bool opens = false;
    for (QByteArray line : lines.trimmed().split('\n')) {
        // black and flake8 want a definition apart.
        result += opens && line.trimmed().startsWith("def ") ? newline : QByteArray();
        opens = line.startsWith("if ") && line.endsWith(':');
        QByteArray indent;
        while (line.startsWith("    ")) {
            line.remove(0, 4);
            indent += file.indentUnit();
        }
        result += indent + line + newline;
    }
    return result;
}

/// `at`, where an empty line follows it, so that lines put there keep the file's own spacing; else
/// -1. Empty lines of our own would be left in what NVIDIA sees.
qsizetype spacedOffset(const PythonFile& file, qsizetype at)
{
    const SourceBuffer& source = file.source();
    const bool spaced =
        at >= 0 && at < source.bytes().size() &&
        source.lineText(source.lineOf(at)).find_first_not_of(" \t\r\f") == std::string_view::npos;
    return spaced ? at : -1;
}

/// Empty lines that make two of those at `at`, behind lines that define something, where code
/// follows.
QByteArray spaceAfter(const PythonFile& file, const QByteArray& lines, qsizetype at)
{
    const SourceBuffer& source = file.source();
    if (!lines.contains("def ") || file.isPart()) {
        return {};
    }
    qsizetype empty = 0;
    for (int line = source.lineOf(at); line <= source.lineCount(); ++line) {
        if (source.lineText(line).find_first_not_of(" \t\r\f") != std::string_view::npos) {
            return empty < 2 ? source.newlineAt(at).repeated(2 - empty) : QByteArray();
        }
        ++empty;
    }
    return {};
}

/// Lines that edits of this file need before them, once for each, where the first of them is.
/// Edits that need lines for which there is no place are taken away.
QHash<QByteArray, QByteArray> addBlock(const PythonFile& file, const QByteArray& flagKey,
                                       bool defines, std::vector<PythonSite>& sites,
                                       ProposalWriter& writer)
{
    QHash<QByteArray, QByteArray> keys;
    qsizetype knownFrom = file.flagKnownFrom();
    if (!flagKey.isEmpty()) {
        knownFrom = file.insertionOffset(sites);
    }
    const qsizetype afterFlag =
        spacedOffset(file, flagKey.isEmpty() ? file.offsetAfterFlag().value_or(-1) : knownFrom);
    for (PythonSite& site : sites) {
        if (site.block.isEmpty() || site.edits.isEmpty() || keys.contains(site.block)) {
            continue;
        }
        const qsizetype at = afterFlag >= 0 ? afterFlag : blockOffset(file, site.node, knownFrom);
        if (at < 0) {
            site.edits.clear();
            continue;
        }
        const SourceBuffer& source = writer.source();
        HunkDraft draft;
        draft.rules = {site.rule};
        const QByteArray text = blockText(file, site.block, at);
        const bool spaced = at == afterFlag && !defines && isSpacedAfterImport(file, at);
        draft.edits = {{{at, at},
                        (spaced ? source.newlineAt(at) : QByteArray()) + text +
                            spaceAfter(file, site.block, at)}};
        QByteArray known = text; // as it was when the first ports were decided about
        known.replace(source.newlineAt(at).repeated(2), source.newlineAt(at));
        draft.identity = {{{at, at}, known}};
        draft.firstLine = source.lineOf(at);
        draft.lastLine = draft.firstLine - 1;
        const ByteRange line{at,
                             at + static_cast<qsizetype>(source.lineText(draft.firstLine).size())};
        const QString message =
            QStringLiteral("The changes in this file call `%1`, which it does not define.")
                .arg(site.blockName);
        draft.findingIds = {
            writer.addFinding(*site.rule, line, site.blockName, message, {}, Effort::None, {})};
        writer.analysis().findings.last().severity = Severity::Info;
        draft.change =
            QStringLiteral("Defines `%1` on ROCm; nothing changes on CUDA.").arg(site.blockName);
        if (!flagKey.isEmpty()) {
            draft.needs = {flagKey};
        }
        keys.insert(site.block, writer.addHunk(draft));
    }
    return keys;
}

/// The finding of a site; `fixed`: a hunk answers it.
QByteArray addSiteFinding(const PythonSite& site, bool fixed, ProposalWriter& writer)
{
    Captures captures = site.captures;
    captures.append({QStringLiteral("symbol"), site.symbol});
    const QString wayOut =
        fixed ? QString() : (site.wayOut.isEmpty() ? site.rule->wayOut : site.wayOut);
    QByteArray id = writer.addFinding(
        *site.rule, site.range, site.symbol, fillText(site.rule->message, captures).trimmed(),
        fillText(wayOut, captures), fixed ? Effort::None : site.rule->effort, {});
    Finding& finding = writer.analysis().findings.last();
    finding.severity = site.severity.value_or(finding.severity);
    if (site.places.count > 1) {
        writer.addPlaces(site.places);
    }
    return id;
}

/// A finding, and the hunk that answers it and those that it was joined with: its key, or empty.
QByteArray addSite(const std::vector<PythonSite>& sites, const PythonSite& site,
                   const QByteArray& flagKey, const QByteArray& blockKey, ProposalWriter& writer)
{
    if (site.inOther) {
        return {}; // the site that holds its gate adds it
    }
    const bool fixed = !site.edits.isEmpty();
    QVector<QByteArray> ids = {addSiteFinding(site, fixed, writer)};
    if (!fixed) {
        return {};
    }
    const SourceBuffer& source = writer.source();
    HunkDraft draft;
    draft.rules = {site.rule};
    Severity severity = site.severity.value_or(site.rule->severity);
    qsizetype end = site.range.end;
    QString change = site.change;
    for (const size_t index : site.joined) {
        const PythonSite& other = sites[index];
        ids.append(addSiteFinding(other, true, writer));
        severity = std::max(severity, other.severity.value_or(other.rule->severity));
        end = std::max(end, other.range.end);
        if (!draft.rules.contains(other.rule)) {
            draft.rules.append(other.rule);
        }
        if (other.rule != site.rule || other.change != site.change) {
            change = site.gate.standIn.isEmpty()
                         ? QStringLiteral("The statements run on CUDA builds only, where they stay "
                                          "as they are.")
                         : QStringLiteral("On ROCm the names are bound by other statements; CUDA "
                                          "keeps those of the file.");
        }
    }
    Captures captures = site.captures;
    captures.append({QStringLiteral("symbol"), site.symbol});
    draft.edits = site.edits;
    draft.identity = site.identity;
    draft.firstLine = source.lineOf(std::min(site.range.begin, site.edits.first().range.begin));
    const qsizetype last =
        std::max({end - 1, site.edits.first().range.begin, site.edits.last().range.end - 1});
    draft.lastLine = source.lineOf(last);
    if (!site.flagBlock.isEmpty()) {
        draft.lastLine = source.lineOf(std::max<qsizetype>(0, site.edits.first().range.begin - 1));
        draft.firstLine = draft.lastLine + 1;
    }
    draft.findingIds = ids;
    draft.captures = captures;
    draft.change = change;
    if (site.needsFlag && !flagKey.isEmpty()) {
        draft.needs = {flagKey};
    }
    if (!blockKey.isEmpty()) {
        draft.needs.append(blockKey);
    }
    writer.addHunk(draft);
    Hunk& hunk = writer.analysis().hunks.last();
    hunk.severity = severity;
    return hunk.key;
}

} // namespace

std::optional<SyntaxTree> analysePythonTree(const SourceBuffer& source,
                                            const AnalysisContext& context, FileAnalysis& analysis,
                                            const std::function<QString(int line)>& places)
{
    addFeatures(source, analysis);
    const QVector<const Rule*> rules = context.rules->applicable(Language::Python, context.target);
    QVector<const Rule*> candidates = context.rules->python()->candidates(rules, source.view());
    std::optional<ModuleNames> own; // a file by itself knows at least its own names
    if (!context.names) {
        ModuleSummary summary = summariseModule(analysis.path, Language::Python, source.view());
        summary.scriptLine = 0; // others may import it
        own.emplace(QVector<ModuleSummary>{std::move(summary)});
    }
    NameQuestions names(own ? &*own : context.names.get(), analysis.path);
    if (context.names) {
        addConfigBlockRule(rules, source.view(), names, candidates);
    }
    const bool isSetup = analysis.path.fileName() == "setup.py";
    const bool builds = source.view().find("cpp_extension") != std::string_view::npos ||
                        namesLinkedLibrary(source.view());
    const bool isFlagModule = isFlagModuleOf(context, analysis.path);
    if (!isSetup && !builds && !isFlagModule && candidates.isEmpty()) {
        analysis.features.add(names.asked());
        return std::nullopt;
    }
    Result<SyntaxTree> tree =
        SyntaxTree::parsePython(source.view(), SyntaxTree::kTimeLimit, &context.cancel);
    if (!tree) {
        analysis.skipped = tree.error().detail;
        return std::nullopt;
    }
    const PythonFile file(source, *tree, places);
    std::vector<PythonSite> sites;
    findExtensionBuild(file, BuildRules::of(context, Language::Python), sites);
    findSites(file, candidates, context, analysis.path, names, sites);
    if (isWorkCancelled()) {
        return std::nullopt;
    }
    if (tree->errorLine() > 0) {
        for (PythonSite& site : sites) {
            site.edits.clear();
            site.flagBlock.clear();
            site.wayOut =
                QStringLiteral("No edit is proposed, because line %1 has a syntax error. %2")
                    .arg(tree->errorLine())
                    .arg(site.rule->wayOut)
                    .trimmed();
        }
    }
    dropImpossibleEdits(file, sites);
    mergeGates(file, sites);
    layOutGates(file, context.style ? context.style->pythonStyle(analysis.path) : PythonStyle(),
                sites);
    const Rule* flagRule = nullptr;
    for (const Rule* rule : rules) {
        if (rule->matcherParameters.value(QStringLiteral("name")) == QStringLiteral("rocm-flag")) {
            flagRule = rule;
        }
    }
    ProposalWriter writer(source, analysis);
    const QByteArray flagKey = addFlag(file, flagRule, context, names, sites, writer);
    analysis.features.add(names.asked());
    const bool noFlag = flagKey.isEmpty() && !file.flagDefined();
    const bool defines =
        !flagKey.isEmpty() && std::none_of(analysis.hunks.begin(), analysis.hunks.end(),
                                           [](const Hunk& hunk) { return importsFlag(hunk); });
    placeBlocks(file, sites, !flagKey.isEmpty(), defines);
    for (PythonSite& site : sites) {
        if (noFlag && site.needsFlag) {
            site.edits.clear();
            site.flagBlock.clear();
        }
    }
    const QHash<QByteArray, QByteArray> blocks = addBlock(file, flagKey, defines, sites, writer);
    std::vector<QByteArray> keys(sites.size());
    for (size_t i = 0; i < sites.size(); ++i) {
        const QByteArray key =
            addSite(sites, sites[i], flagKey, blocks.value(sites[i].block), writer);
        keys[i] = sites[i].inOther ? keys[i] : key;
        for (const size_t joined : sites[i].joined) {
            keys[joined] = key;
        }
    }
    linkHunks(sites, keys, flagKey, analysis);
    if (isSetup) {
        const ManifestSummary manifest = readManifest(analysis.path, Language::Python, source);
        addPins(pinsOf(manifest), context, analysis, writer);
        addManifestAdvice(source, manifest, context, analysis, writer);
    }
    constexpr size_t kKept = 1024 * 1024; // of larger files one tree at a time is enough
    return source.view().size() > kKept ? std::nullopt : std::optional(std::move(*tree));
}

} // namespace rocport
