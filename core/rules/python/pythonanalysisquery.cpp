#include "core/rules/packs/packwork.h"
#include "core/rules/packs/rulepack.h"
#include "core/rules/python/pythonanalysis.h"
#include "core/rules/python/pythonruleindex.h"
#include "core/rules/python/treesitterquery.h"

#include <algorithm>
#include <set>

namespace rocport {

namespace {

/// The node that has exactly that range; the outermost one.
qint32 nodeAt(const SyntaxTree& tree, ByteRange range)
{
    const auto& nodes = tree.nodes();
    const auto first = std::lower_bound(
        nodes.begin(), nodes.end(), range.begin,
        [](const SyntaxNode& node, qsizetype begin) { return node.begin < begin; });
    for (auto node = first; node != nodes.end() && node->begin == range.begin; ++node) {
        if (node->end == range.end) {
            return static_cast<qint32>(node - nodes.begin());
        }
    }
    return -1;
}

void addEdits(const PythonFile& file, const Rule& rule, PythonSite& site)
{
    const QString& transform = rule.fix.transform;
    const bool onRequest = rule.fix.parameters.value(QStringLiteral("on_request")).toBool();
    if (onRequest || !file.flagKnownAt(site.node)) {
        return;
    }
    if (transform == QLatin1StringView("gate-expression")) {
        const QByteArray rocm =
            rule.fix.parameters.value(QStringLiteral("rocm")).toString().toUtf8();
        if (!rocm.isEmpty()) {
            site.edits = gateExpression(file, site.node, rocm);
        }
    } else if (transform == QLatin1StringView("gate-statement") ||
               transform == QLatin1StringView("guard-import") ||
               transform == QLatin1StringView("guard-call")) {
        const qint32 statement = file.tree().statementOf(site.node);
        if (statement >= 0) {
            gateSite(file, statement, statement, site);
        }
    }
}

} // namespace

QString noteFor(const QVariantMap& parameters, const QString& symbol, const TargetSettings& target)
{
    const QVariantList notes = parameters.value(QStringLiteral("notes")).toList();
    for (const QVariant& one : notes) {
        const QVariantMap note = one.toMap();
        const QString name = note.value(QStringLiteral("symbol")).toString();
        if (symbol != name && !symbol.endsWith(u'.' + name)) {
            continue;
        }
        const auto torch = parseVersionRange(note.value(QStringLiteral("torch")).toString());
        const auto rocm = parseVersionRange(note.value(QStringLiteral("rocm")).toString());
        if (torch && rocm && torch->contains(target.torch) && rocm->contains(target.rocm)) {
            QString text = note.value(QStringLiteral("text")).toString();
            text.replace(QStringLiteral("{torch}"), target.torch.toString());
            text.replace(QStringLiteral("{rocm}"), target.rocm.toString());
            return text;
        }
    }
    return {};
}

void findByQuery(const PythonFile& file, const Rule& rule, const TreeSitterQuery& query,
                 const AnalysisContext& context, RuleWork& work, std::vector<PythonSite>& sites)
{
    // The messages of a stranger's rule may repeat a capture as often as they like.
    const qsizetype most = work.isLimited() ? 300 : 100'000;
    const QString within = rule.matcherParameters.value(QStringLiteral("within")).toString();
    const std::string prefix = within.toStdString() + '.';
    std::set<qint32> seen;
    const auto places = context.rules->python()->places(rule, file.source().view());
    const QueryRun run = query.run(
        file.tree(),
        {.places = places ? &*places : nullptr, .work = &work, .cancel = &context.cancel});
    for (const QueryMatch& match : run) {
        if (match.empty()) {
            continue;
        }
        const auto named = [&](const char* name) {
            const auto found =
                std::find_if(match.begin(), match.end(),
                             [&](const QueryCapture& one) { return one.name == name; });
            return found == match.end() ? -1 : nodeAt(file.tree(), found->range);
        };
        qint32 place = named("place");
        place = place >= 0 ? place : nodeAt(file.tree(), match.front().range);
        const qint32 symbol = named("symbol") >= 0 ? named("symbol") : place;
        if (place < 0 || file.isNvidiaOnly(place) || seen.contains(place)) {
            continue;
        }
        const std::string full = file.qualified(symbol);
        if (!within.isEmpty() && !full.starts_with(prefix)) {
            continue;
        }
        seen.insert(place);
        PythonSite site;
        site.rule = &rule;
        site.node = place;
        site.range = file.tree().range(place);
        site.symbol = full.empty() ? QString::fromUtf8(file.tree().text(symbol).data(),
                                                       static_cast<qsizetype>(std::min<size_t>(
                                                           file.tree().text(symbol).size(), 60)))
                                   : QString::fromStdString(full);
        site.captures = {
            {QStringLiteral("note"), noteFor(rule.matcherParameters, site.symbol, context.target)}};
        for (const QueryCapture& capture : match) {
            site.captures.append({QString::fromStdString(capture.name),
                                  QString::fromUtf8(file.source().bytes().sliced(
                                      capture.range.begin, std::min(most, capture.range.size())))});
        }
        addEdits(file, rule, site);
        sites.push_back(std::move(site));
    }
    if (run.cut) {
        PythonSite site;
        site.rule = &rule;
        site.range = {0, static_cast<qsizetype>(file.source().lineText(1).size())};
        site.symbol = QStringLiteral("…");
        site.severity = Severity::Info;
        site.captures = {{QStringLiteral("note"), QStringLiteral("not all of the file was read.")}};
        site.wayOut =
            QStringLiteral("The query of this rule was stopped early in this file, because it "
                           "takes too long or finds too much. Places may be missing.");
        sites.push_back(std::move(site));
    }
}

void analysePython(const SourceBuffer& source, const AnalysisContext& context,
                   FileAnalysis& analysis, const std::function<QString(int line)>& places)
{
    (void)analysePythonTree(source, context, analysis, places);
}

} // namespace rocport
