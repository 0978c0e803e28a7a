#include "core/rules/python/pythongraphs.h"
#include "core/text/bytes.h"

#include <QSet>

#include <algorithm>
#include <iterator>

namespace rocport {

namespace {

constexpr int kCheckDepth = 4;
constexpr int kMostCalls = 500; ///< that are looked at before a capture

std::string callee(const PythonFile& file, qint32 call)
{
    return file.qualified(file.tree().child(call, SyntaxField::Function));
}

bool isGraphObject(const std::string& name)
{
    return name == "torch.cuda.CUDAGraph" || name == "torch.cuda.graphs.CUDAGraph";
}

PythonSite siteAt(const PythonInput& input, qint32 node, const QString& note)
{
    PythonSite site;
    site.rule = &input.rule;
    site.node = node;
    site.range = input.tree().range(node);
    site.symbol = shortText(input.tree(), node);
    site.captures = {{QStringLiteral("note"), note}};
    return site;
}

/// Text of the file, for words that settle a question wherever they stand.
bool mentions(const PythonFile& file, std::string_view word)
{
    return file.source().view().find(word) != std::string_view::npos;
}

QByteArray calleeText(const SyntaxTree& tree, qint32 call)
{
    const std::string_view text = tree.text(tree.child(call, SyntaxField::Function));
    return toBytes(text);
}

/// What a region calls, as written.
QSet<QByteArray> calledIn(const SyntaxTree& tree, const CaptureRegion& region)
{
    QSet<QByteArray> names;
    for (const qint32 root : region.roots) {
        for (qint32 i = root; i >= 0 && i < tree.at(root).subtreeEnd; ++i) {
            if (tree.kind(i) == SyntaxKind::Call) {
                const QByteArray name = calleeText(tree, i);
                if (name != "print" && name != "len") {
                    names.insert(name);
                }
            }
        }
    }
    return names;
}

/// Whether something that the region calls was called before it, as the file is written. True where
/// nothing is known of what is captured.
bool ranBefore(const PythonFile& file, const CaptureRegion& region)
{
    const SyntaxTree& tree = file.tree();
    const QSet<QByteArray> names = calledIn(tree, region);
    const std::vector<qint32>& calls = file.nodes(SyntaxKind::Call);
    return names.isEmpty() || std::any_of(calls.begin(), calls.end(), [&](qint32 call) {
               return call < region.statement && names.contains(calleeText(tree, call));
           });
}

/// Whether a with statement or a decorator around `node` switches gradients off.
bool isWithoutGradients(const SyntaxTree& tree, qint32 node)
{
    const auto saysSo = [&](qint32 outer, SyntaxField inner) {
        const qint32 body = tree.child(outer, inner);
        const std::string_view text = tree.text(outer);
        const auto length = body < 0
                                ? text.size()
                                : static_cast<size_t>(tree.at(body).begin - tree.at(outer).begin);
        const std::string_view head = text.substr(0, length);
        return head.find("no_grad") != std::string_view::npos ||
               head.find("inference_mode") != std::string_view::npos ||
               head.find("set_grad_enabled(False)") != std::string_view::npos;
    };
    for (qint32 i = node; i >= 0; i = tree.parent(i)) {
        const SyntaxKind kind = tree.kind(i);
        if ((kind == SyntaxKind::With && saysSo(i, SyntaxField::Body)) ||
            (kind == SyntaxKind::DecoratedDefinition && saysSo(i, SyntaxField::Definition))) {
            return true;
        }
    }
    return false;
}

/// Whether all that ran before of what is captured ran without gradients, and the capture does not.
bool warmsWithoutGradients(const PythonFile& file, const CaptureRegion& region)
{
    const SyntaxTree& tree = file.tree();
    const QSet<QByteArray> names = calledIn(tree, region);
    if (region.kind != CaptureKind::With || names.isEmpty() ||
        isWithoutGradients(tree, region.statement)) {
        return false;
    }
    const qint32 function = tree.ancestor(region.statement, SyntaxKind::FunctionDefinition);
    const std::vector<qint32>& calls = file.nodes(SyntaxKind::Call);
    auto call = std::lower_bound(calls.begin(), calls.end(), region.statement);
    bool ran = false;
    for (int looked = 0; call != calls.begin() && *std::prev(call) > function; ++looked) {
        --call;
        if (looked >= kMostCalls) {
            return false; // too far away to be a warm-up
        }
        if (!names.contains(calleeText(tree, *call)) ||
            tree.ancestor(*call, SyntaxKind::FunctionDefinition) != function) {
            continue;
        }
        if (!isWithoutGradients(tree, *call)) {
            return false;
        }
        ran = true;
    }
    return ran;
}

bool isInLoop(const SyntaxTree& tree, qint32 node)
{
    for (qint32 i = tree.parent(node); i >= 0; i = tree.parent(i)) {
        if (tree.kind(i) == SyntaxKind::ForStatement) {
            return true;
        }
        if (tree.kind(i) == SyntaxKind::FunctionDefinition) {
            return false;
        }
    }
    return false;
}

bool hasPool(const PythonFile& file, const CaptureRegion& region)
{
    if (file.keyword(region.call, "pool") >= 0) {
        return true;
    }
    return file.positional(region.call, region.kind == CaptureKind::With ? 1 : 0) >= 0;
}

/// What the eager run of a region would be, where that is certain: one assignment of a call of
/// plain names to a plain name, with a callee that was put into evaluation mode.
struct EagerRun
{
    QByteArray output;
    QByteArray call;
};

std::optional<EagerRun> eagerRun(const PythonFile& file, const CaptureRegion& region)
{
    const SyntaxTree& tree = file.tree();
    if (region.kind != CaptureKind::With || region.roots.size() != 1) {
        return std::nullopt;
    }
    const std::vector<qint32> statements = tree.namedChildren(region.roots[0]);
    const qint32 assignment =
        statements.size() == 1 ? tree.namedChild(statements[0], 0) : qint32(-1);
    const qint32 output = tree.child(assignment, SyntaxField::Left);
    const qint32 call = tree.unwrapped(tree.child(assignment, SyntaxField::Right));
    if (tree.kind(assignment) != SyntaxKind::Assignment || tree.kind(call) != SyntaxKind::Call ||
        tree.kind(output) != SyntaxKind::Identifier) {
        return std::nullopt;
    }
    const qint32 function = tree.child(call, SyntaxField::Function);
    if (tree.kind(function) != SyntaxKind::Identifier) {
        return std::nullopt;
    }
    for (const qint32 argument : tree.namedChildren(tree.child(call, SyntaxField::Arguments))) {
        const qint32 value = tree.kind(argument) == SyntaxKind::KeywordArgument
                                 ? tree.child(argument, SyntaxField::Value)
                                 : argument;
        if (tree.kind(value) != SyntaxKind::Identifier || tree.text(value) == tree.text(output)) {
            return std::nullopt;
        }
    }
    const std::string name(tree.text(function));
    const bool evaluates = mentions(file, name + ".eval()") || mentions(file, ").eval()");
    if (!evaluates || mentions(file, name + ".train()")) {
        return std::nullopt;
    }
    const auto bytes = [&](qint32 node) {
        const std::string_view text = tree.text(node);
        return toBytes(text);
    };
    if (bytes(call).contains('\n')) {
        return std::nullopt;
    }
    return EagerRun{bytes(output), bytes(call)};
}

/// The graph's own expression in torch.cuda.graph(…).
QByteArray graphOf(const PythonFile& file, const CaptureRegion& region)
{
    qint32 graph = file.positional(region.call, 0);
    graph = graph >= 0 ? graph : file.keyword(region.call, "cuda_graph");
    const SyntaxKind kind = file.tree().kind(graph);
    if (graph < 0 || (kind != SyntaxKind::Identifier && kind != SyntaxKind::Attribute)) {
        return {};
    }
    return toBytes(file.tree().text(graph));
}

bool comparesResults(const PythonFile& file)
{
    return mentions(file, "allclose") || mentions(file, "assert_close") ||
           mentions(file, "torch.equal") || mentions(file, "assert_allclose") ||
           mentions(file, "assertEqual");
}

/// The first compiled callee that a region reaches; -1: none.
qint32 compiledCall(const PythonFile& file, const PythonCalls& calls, const CaptureRegion& region)
{
    const SyntaxTree& tree = file.tree();
    for (const PythonCalls::Reached& reached : calls.reach(region.roots, kCheckDepth)) {
        for (const qint32 node : calls.ownNodes(reached.root)) {
            if (tree.kind(node) == SyntaxKind::Call &&
                calls.isCompiled(tree.child(node, SyntaxField::Function))) {
                return node;
            }
        }
    }
    return -1;
}

/// torch._dynamo.convert_frame.preserve_global_state = …, or by setattr; -1: neither.
qint32 patchedName(const PythonFile& file, qint32 node)
{
    const SyntaxTree& tree = file.tree();
    const auto isFrame = [&](qint32 object) {
        return file.qualified(object).ends_with("_dynamo.convert_frame");
    };
    if (tree.kind(node) == SyntaxKind::Assignment) {
        const qint32 left = tree.child(node, SyntaxField::Left);
        return tree.kind(left) == SyntaxKind::Attribute &&
                       tree.text(tree.child(left, SyntaxField::Attribute)) ==
                           "preserve_global_state" &&
                       isFrame(tree.child(left, SyntaxField::Object))
                   ? left
                   : -1;
    }
    std::string_view name;
    return tree.kind(node) == SyntaxKind::Call && callee(file, node) == "setattr" &&
                   tree.plainString(file.positional(node, 1), &name) &&
                   name == "preserve_global_state" && isFrame(file.positional(node, 0))
               ? node
               : -1;
}

} // namespace

void findGraphCaptures(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const PythonCalls calls(file);
    const std::vector<CaptureRegion> regions = captureRegions(file, calls);
    for (const CaptureRegion& region : regions) {
        const char* key = region.kind == CaptureKind::With        ? "with"
                          : region.kind == CaptureKind::Callables ? "callables"
                                                                  : "begin";
        sites.push_back(siteAt(input, region.call, input.note(QLatin1StringView(key))));
    }
    if (!regions.empty()) {
        return; // the object is named there
    }
    for (const qint32 call : file.nodes(SyntaxKind::Call)) {
        if (isGraphObject(callee(file, call)) && !file.isNvidiaOnly(call)) {
            sites.push_back(siteAt(input, call, input.note(QStringLiteral("object"))));
        }
    }
}

void findGraphRecompiles(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = file.tree();
    const PythonCalls calls(file);
    const Version torch = input.target().torch;
    for (const SyntaxKind kind : {SyntaxKind::Assignment, SyntaxKind::Call}) {
        for (const qint32 node : file.nodes(kind)) {
            const qint32 patched = patchedName(file, node);
            if (patched >= 0) {
                PythonSite site = siteAt(input, patched, input.note(QStringLiteral("patch")));
                site.severity = torch < Version{2, 8} ? Severity::Warning : Severity::Info;
                site.wayOut = input.note(QStringLiteral("patch-way-out"));
                sites.push_back(std::move(site));
            }
        }
    }
    if (mentions(file, "fail_on_recompile")) {
        return;
    }
    for (const CaptureRegion& region : captureRegions(file, calls)) {
        const qint32 compiled = compiledCall(file, calls, region);
        if (compiled < 0) {
            continue;
        }
        PythonSite site = siteAt(input, region.call, input.note(QStringLiteral("recompile")));
        site.node = region.statement;
        site.captures.append({QStringLiteral("compiled"),
                              shortText(tree, tree.child(compiled, SyntaxField::Function))});
        site.captures.append({QStringLiteral("place"), file.placeOf(compiled)});
        const QByteArray name = QByteArray::fromStdString(file.torchName());
        if (region.kind == CaptureKind::With && torch >= Version{2, 6} && !name.isEmpty()) {
            const auto before = gatedBlock(file, region.statement, false,
                                           {name + ".compiler.set_stance(\"fail_on_recompile\")"});
            const auto after = gatedBlock(file, region.statement, true,
                                          {name + ".compiler.set_stance(\"default\")"});
            if (before && after) {
                site.edits = {*before, *after};
            }
            site.sharesLine = site.edits.isEmpty();
        }
        if (site.edits.isEmpty()) {
            site.wayOut = input.note(QStringLiteral("recompile-way-out"));
        }
        sites.push_back(std::move(site));
    }
}

void findGraphWarmups(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = file.tree();
    const PythonCalls calls(file);
    const std::vector<CaptureRegion> regions = captureRegions(file, calls);
    const bool warms = mentions(file, "warm") || mentions(file, "Warm") ||
                       mentions(file, "torch.cuda.stream(") || mentions(file, "cuda.stream(");
    const auto captures =
        std::count_if(regions.begin(), regions.end(),
                      [](const CaptureRegion& one) { return one.kind != CaptureKind::Callables; });
    const bool setsGradients = mentions(file, "set_grad_enabled") ||
                               mentions(file, "requires_grad_(False)") ||
                               mentions(file, "is_grad_enabled");
    bool saidPool = false;
    for (const CaptureRegion& region : regions) {
        if (region.kind == CaptureKind::Callables) {
            const qint32 number = file.keyword(region.call, "num_warmup_iters");
            if (tree.text(number) == "0") {
                sites.push_back(siteAt(input, region.call, input.note(QStringLiteral("none"))));
            }
            continue;
        }
        if (!warms && !ranBefore(file, region)) {
            sites.push_back(siteAt(input, region.call, input.note(QStringLiteral("missing"))));
            continue;
        }
        if (!setsGradients && warmsWithoutGradients(file, region)) {
            PythonSite site = siteAt(input, region.call, input.note(QStringLiteral("no-grad")));
            site.wayOut = input.note(QStringLiteral("no-grad-way-out"));
            sites.push_back(std::move(site));
        }
        const bool several = captures > 1 || isInLoop(tree, region.statement);
        if (several && !hasPool(file, region) && !saidPool) {
            saidPool = true;
            PythonSite site = siteAt(input, region.call, input.note(QStringLiteral("pool")));
            site.severity = Severity::Info;
            site.wayOut = input.note(QStringLiteral("pool-way-out"));
            sites.push_back(std::move(site));
        }
    }
}

void findGraphReplays(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = file.tree();
    if (comparesResults(file)) {
        return;
    }
    const PythonCalls calls(file);
    const std::optional<Severity> severity = input.target().rocm < Version{7, 14}
                                                 ? std::optional<Severity>()
                                                 : std::optional<Severity>(Severity::Warning);
    QSet<QByteArray> checked;
    for (const CaptureRegion& region : captureRegions(file, calls)) {
        const QByteArray graph = graphOf(file, region);
        const std::optional<EagerRun> eager = eagerRun(file, region);
        const QByteArray torch = QByteArray::fromStdString(file.torchName());
        if (graph.isEmpty() || !eager || torch.isEmpty() || checked.contains(graph)) {
            continue;
        }
        PythonSite site = siteAt(input, region.call, input.note(QStringLiteral("replay")));
        site.node = region.statement;
        site.severity = severity;
        const auto block = gatedBlock(
            file, region.statement, true,
            {"# The first replay must give what the same call gives without a graph.",
             graph + ".replay()",
             torch + ".testing.assert_close(" + eager->output + ", " + eager->call + ")"});
        if (block) {
            checked.insert(graph);
            site.edits = {*block};
            sites.push_back(std::move(site));
        }
    }
    for (const qint32 call : file.nodes(SyntaxKind::Call)) {
        if (methodOf(tree, call) != "replay" || argumentCount(tree, call) != 0 ||
            file.isNvidiaOnly(call) || !file.imports("torch") || !mentions(file, "cuda.")) {
            continue;
        }
        const std::string_view text =
            tree.text(tree.child(tree.child(call, SyntaxField::Function), SyntaxField::Object));
        const QByteArray graph = toBytes(text);
        if (checked.contains(graph) || graph == "super()") {
            continue;
        }
        PythonSite site = siteAt(input, call, input.note(QStringLiteral("replay")));
        site.severity = severity;
        sites.push_back(std::move(site));
        return; // once a file: the others are no news
    }
}

void findGraphSyncs(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = file.tree();
    const PythonCalls calls(file);
    const std::vector<CaptureRegion> regions = captureRegions(file, calls);
    // Work on a side stream that nothing joins again is only seen by the whole device.
    const bool joins = !mentions(file, "cuda.Stream(") || mentions(file, "wait_stream");
    if (regions.empty() || !joins || mentions(file, "torch.distributed")) {
        return;
    }
    // Only next to a capture or a replay is it known what is waited for.
    QSet<qint32> functions;
    QSet<qint32> captured;
    for (const qint32 call : file.nodes(SyntaxKind::Call)) {
        if (methodOf(tree, call) == "replay") {
            functions.insert(tree.ancestor(call, SyntaxKind::FunctionDefinition));
        }
    }
    for (const CaptureRegion& region : regions) {
        functions.insert(tree.ancestor(region.call, SyntaxKind::FunctionDefinition));
        for (const PythonCalls::Reached& reached : calls.reach(region.roots, kCheckDepth)) {
            for (const qint32 node : calls.ownNodes(reached.root)) {
                captured.insert(node);
            }
        }
    }
    const QByteArray torch = QByteArray::fromStdString(file.torchName());
    for (const qint32 call : file.nodes(SyntaxKind::Call)) {
        if (callee(file, call) != "torch.cuda.synchronize" || argumentCount(tree, call) != 0 ||
            captured.contains(call) || file.isNvidiaOnly(call) ||
            !functions.contains(tree.ancestor(call, SyntaxKind::FunctionDefinition))) {
            continue;
        }
        PythonSite site = siteAt(input, call, input.note(QStringLiteral("synchronize")));
        if (!torch.isEmpty()) {
            site.edits = gateExpression(file, call, torch + ".cuda.current_stream().synchronize()");
        }
        sites.push_back(std::move(site));
    }
}

} // namespace rocport
