#include "core/rules/python/pythongraphs.h"
#include "core/rules/python/pythontriton.h"
#include "core/text/bytes.h"

#include <QSet>

#include <algorithm>
#include <array>

namespace rocport {

namespace {

constexpr qint64 kLanes = 64;
constexpr qint64 kMaxWarps = 16; ///< 1,024 threads of a workgroup

bool isBlockName(std::string_view name)
{
    return name.find("BLOCK") != std::string_view::npos && !name.ends_with("_K") &&
           name.find("GROUP") == std::string_view::npos;
}

/// The sizes of blocks that a configuration or a launch gives, by name; names that are no number
/// make the rest useless.
struct Blocks
{
    std::map<std::string, qint64> sizes;
    bool known = true;
};

void addBlock(const SyntaxTree& tree, std::string_view name, qint32 value, Blocks& blocks)
{
    if (!isBlockName(name)) {
        return;
    }
    const std::optional<qint64> size = integerOf(tree, value);
    blocks.known = blocks.known && size.has_value();
    blocks.sizes[std::string(name)] = size.value_or(0);
}

Blocks blocksOf(const PythonFile& file, qint32 call, bool config)
{
    const SyntaxTree& tree = file.tree();
    Blocks blocks;
    if (config) {
        const qint32 first = tree.unwrapped(file.positional(call, 0));
        for (const qint32 pair : tree.namedChildren(first)) {
            std::string_view key;
            if (tree.kind(pair) == SyntaxKind::Pair &&
                tree.plainString(tree.child(pair, SyntaxField::Key), &key)) {
                addBlock(tree, key, tree.child(pair, SyntaxField::Value), blocks);
            }
        }
        return blocks;
    }
    for (const qint32 argument : tree.namedChildren(tree.child(call, SyntaxField::Arguments))) {
        if (tree.kind(argument) == SyntaxKind::KeywordArgument) {
            addBlock(tree, tree.text(tree.child(argument, SyntaxField::Name)),
                     tree.child(argument, SyntaxField::Value), blocks);
        }
    }
    return blocks;
}

/// The kernel that a configuration decorates or a launch names; -1: unknown.
qint32 kernelOf(const PythonFile& file, const std::vector<qint32>& kernels, qint32 call,
                bool config)
{
    const SyntaxTree& tree = file.tree();
    if (config) {
        const qint32 outer = tree.ancestor(call, SyntaxKind::DecoratedDefinition);
        const qint32 function = tree.child(outer, SyntaxField::Definition);
        return call < function ? function : -1;
    }
    const qint32 name = tree.child(tree.child(call, SyntaxField::Function), SyntaxField::Value);
    for (const qint32 kernel : kernels) {
        if (tree.text(tree.child(kernel, SyntaxField::Name)) == tree.text(name)) {
            return kernel;
        }
    }
    return -1;
}

/// Whether all block sizes of the kernel are among `blocks`.
bool coversKernel(const SyntaxTree& tree, qint32 kernel, const Blocks& blocks)
{
    const qint32 parameters = tree.child(kernel, SyntaxField::Parameters);
    for (qint32 i = parameters; i >= 0 && i < tree.at(parameters).subtreeEnd; ++i) {
        const bool named = tree.kind(i) == SyntaxKind::Identifier;
        const std::string name(named ? tree.text(i) : std::string_view());
        if (named && isBlockName(name) && blocks.sizes.find(name) == blocks.sizes.end()) {
            return false;
        }
    }
    return kernel >= 0;
}

/// Whether a block size is that of one of several dimensions: "M_BLOCK", "BLOCK_SIZE_N".
bool isOfOneAxis(std::string_view name)
{
    const auto isAxis = [](std::string_view part) {
        return part.size() == 1 &&
               std::string_view("MNKHDXYZmnkhdxyz").find(part[0]) != std::string_view::npos;
    };
    for (size_t begin = 0; begin <= name.size();) {
        const size_t end = std::min(name.find('_', begin), name.size());
        if (isAxis(name.substr(begin, end - begin))) {
            return true;
        }
        begin = end + 1;
    }
    return false;
}

void addBlockSite(const PythonInput& input, qint32 call, bool config,
                  const std::vector<qint32>& kernels, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = file.tree();
    const Blocks blocks = blocksOf(file, call, config);
    const qint32 warpsNode = file.keyword(call, "num_warps");
    const std::optional<qint64> written = integerOf(tree, warpsNode);
    if (!blocks.known || blocks.sizes.empty() || (warpsNode >= 0 && !written)) {
        return;
    }
    qint64 elements = 1;
    for (const auto& [name, size] : blocks.sizes) {
        elements *= std::clamp<qint64>(size, 1, 1 << 16);
    }
    const qint64 warps = written.value_or(4);
    const qint64 threads = warps * kLanes;
    const qint32 kernel = kernelOf(file, kernels, call, config);
    if (kernel < 0 && blocks.sizes.size() == 1 && isOfOneAxis(blocks.sizes.begin()->first)) {
        return; // the kernel has blocks of several dimensions, of which this is one
    }
    const bool covers = coversKernel(tree, kernel, blocks);
    if (elements >= (covers ? threads : kLanes) || makerIsAsked(file, call)) {
        return;
    }
    PythonSite site;
    site.rule = &input.rule;
    site.node = call;
    site.range = tree.range(call);
    site.symbol = shortText(tree, call);
    const auto number = [](qint64 value) { return QString::number(value); };
    site.captures = {{QStringLiteral("elements"), number(elements)},
                     {QStringLiteral("warps"), number(warps)},
                     {QStringLiteral("threads"), number(threads)}};
    sites.push_back(std::move(site));
}

/// A value that is right for NVIDIA only, and what stands on ROCm.
struct NvidiaValue
{
    const char* key = nullptr;
    QByteArray rocm; ///< empty: no value helps
};

NvidiaValue nvidiaValue(const PythonInput& input, std::string_view name, qint32 value, bool config)
{
    const SyntaxTree& tree = input.tree();
    if (tree.kind(tree.unwrapped(value)) == SyntaxKind::ConditionalExpression) {
        return {}; // chosen already
    }
    const std::optional<qint64> number = integerOf(tree, value);
    const QStringList& targets = input.target().architectures;
    const bool wide = std::any_of(targets.begin(), targets.end(), [](const QString& one) {
        return one.startsWith(QStringLiteral("gfx9"));
    });
    if (name == "maxnreg" && tree.kind(value) != SyntaxKind::None) {
        return {"maxnreg", config ? QByteArray("None") : QByteArray()};
    }
    if (name == "num_ctas" && number.value_or(1) > 1) {
        return {"num_ctas", "1"};
    }
    if (name == "cluster_dims" && tree.text(value) != "(1, 1, 1)") {
        return {"cluster_dims", {}};
    }
    if (name == "num_warps" && wide && number.value_or(0) > kMaxWarps) {
        return {"num_warps", QByteArray::number(kMaxWarps)};
    }
    if (name == "num_stages" && number.value_or(0) > 2) {
        return {"num_stages",
                input.target().torch < Version{2, 6} ? QByteArray("0") : QByteArray("2")};
    }
    if (name == "num_consumer_groups" || name == "num_buffers_warp_spec") {
        return {"warp-specialisation", {}};
    }
    return {};
}

/// All values of one list of configurations, or of one launch, are one site.
struct ValueSite
{
    PythonSite site;
    QStringList keys;
    bool editable = true;
};

void addValues(const PythonInput& input, qint32 call, bool config, ValueSite& found)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = file.tree();
    for (const qint32 argument : tree.namedChildren(tree.child(call, SyntaxField::Arguments))) {
        if (tree.kind(argument) != SyntaxKind::KeywordArgument) {
            continue;
        }
        const std::string_view name = tree.text(tree.child(argument, SyntaxField::Name));
        const qint32 value = tree.child(argument, SyntaxField::Value);
        const NvidiaValue wrong = nvidiaValue(input, name, value, config);
        if (wrong.key == nullptr) {
            continue;
        }
        if (found.site.node < 0) {
            found.site.node = argument;
            found.site.range = tree.range(argument);
            found.site.symbol = shortText(tree, argument);
        }
        const QString key = QLatin1StringView(wrong.key);
        if (!found.keys.contains(key)) {
            found.keys.append(key);
        }
        found.editable = found.editable && !wrong.rocm.isEmpty();
        if (!wrong.rocm.isEmpty()) {
            found.site.edits += gateExpression(file, value, wrong.rocm);
        }
    }
}

void finishValues(const PythonInput& input, ValueSite& found, std::vector<PythonSite>& sites)
{
    if (found.site.node < 0) {
        return;
    }
    QStringList notes;
    QStringList waysOut;
    for (const QString& key : std::as_const(found.keys)) {
        notes.append(input.note(key));
        waysOut.append(input.note(key + QStringLiteral("-way-out")));
    }
    PythonSite& site = found.site;
    site.rule = &input.rule;
    site.captures = {{QStringLiteral("note"), notes.join(u' ')}};
    if (found.keys == QStringList{QStringLiteral("num_stages")}) {
        site.severity = Severity::Warning;
    }
    if (!found.editable) {
        site.edits.clear();
        site.wayOut = waysOut.join(u' ');
    }
    sites.push_back(std::move(site));
}

void findValues(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = file.tree();
    QSet<qint32> done;
    for (const qint32 call : file.nodes(SyntaxKind::Call)) {
        const bool config = isTritonConfig(file, call);
        if ((!config && !isTritonLaunch(file, call)) || done.contains(call) ||
            makerIsAsked(file, call)) {
            continue;
        }
        ValueSite found;
        const qint32 list = tree.parent(call);
        if (config && tree.kind(list) == SyntaxKind::List) {
            for (const qint32 other : tree.namedChildren(list)) {
                if (tree.kind(other) == SyntaxKind::Call && isTritonConfig(file, other)) {
                    done.insert(other);
                    addValues(input, other, true, found);
                }
            }
        } else {
            addValues(input, call, config, found);
        }
        finishValues(input, found, sites);
    }
}

bool isInTry(const SyntaxTree& tree, qint32 node)
{
    for (qint32 i = tree.parent(node); i >= 0; i = tree.parent(i)) {
        if (tree.kind(i) == SyntaxKind::TryStatement) {
            return true;
        }
    }
    return false;
}

/// The same import from where Triton 3 chooses the library of the GPU; empty: not known.
QByteArray portableImport(const SyntaxTree& tree, qint32 statement)
{
    const std::string_view text = tree.text(statement);
    QByteArray result = toBytes(text);
    const bool module = result.startsWith("import triton.language.extra.cuda.libdevice as ");
    const bool single = !result.contains('\n') && !result.contains('\\');
    const bool from = result.startsWith("from triton.language.extra.cuda.libdevice import ") ||
                      (result.startsWith("from triton.language.extra.cuda import libdevice") &&
                       !result.contains(','));
    if (!single || (!module && !from)) {
        return {};
    }
    return result.replace("triton.language.extra.cuda", "triton.language.extra");
}

void findImports(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = file.tree();
    for (const SyntaxKind kind : {SyntaxKind::ImportFrom, SyntaxKind::ImportStatement}) {
        for (const qint32 statement : file.nodes(kind)) {
            const std::string_view text = tree.text(statement);
            if (text.find("triton.language.extra.cuda") == std::string_view::npos ||
                isInTry(tree, statement) || makerIsAsked(file, statement)) {
                continue;
            }
            PythonSite site;
            site.rule = &input.rule;
            site.node = statement;
            site.range = tree.range(statement);
            site.symbol = shortText(tree, statement);
            site.captures = {{QStringLiteral("note"), input.note(QStringLiteral("libdevice"))}};
            const QByteArray standIn = portableImport(tree, statement);
            if (input.target().torch >= Version{2, 4} && !standIn.isEmpty() &&
                file.flagKnownAt(statement)) {
                site.edits = gateStatements(file, statement, statement, standIn);
                site.sharesLine = site.edits.isEmpty();
                site.change = input.note(QStringLiteral("change-libdevice"));
            }
            if (site.edits.isEmpty() && !site.sharesLine) {
                site.wayOut = input.note(QStringLiteral("libdevice-way-out"));
            }
            sites.push_back(std::move(site));
        }
    }
}

} // namespace

void findTritonBlocks(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = file.tree();
    const std::vector<qint32> kernels = tritonKernels(file);
    QSet<qint32> lists; // configurations to choose from: one finding for all
    for (const qint32 call : file.nodes(SyntaxKind::Call)) {
        const bool config = isTritonConfig(file, call);
        if (!config && !isTritonLaunch(file, call)) {
            continue;
        }
        const qint32 list = tree.parent(call);
        const bool listed = config && tree.kind(list) == SyntaxKind::List;
        if (listed && lists.contains(list)) {
            continue;
        }
        const size_t before = sites.size();
        addBlockSite(input, call, config, kernels, sites);
        if (listed && sites.size() > before) {
            lists.insert(list);
            // The search leaves it out where others fit better.
            sites.back().severity = tree.namedChild(list, 1) >= 0
                                        ? std::optional<Severity>(Severity::Info)
                                        : std::nullopt;
        }
    }
}

void findTritonNvidia(const PythonInput& input, std::vector<PythonSite>& sites)
{
    findImports(input, sites);
    findValues(input, sites);
    findTritonNvidiaKernels(input, sites);
}

} // namespace rocport
