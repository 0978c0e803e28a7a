#include "core/rules/python/pythongraphs.h"
#include "core/text/bytes.h"

#include <QSet>

#include <algorithm>
#include <array>

namespace rocport {

namespace {

/// Something that capture forbids, or that a replay does not repeat.
struct Forbidden
{
    const char* key = nullptr; ///< into the rule's notes
    Severity severity = Severity::Critical;
};

constexpr int kCallDepth = 5;
constexpr int kValueDepth = 6;

/// Looks at the nodes of one region.
class ForbiddenFinder
{
public:
    ForbiddenFinder(const PythonInput& input, const PythonCalls& calls,
                    std::vector<PythonSite>& sites)
        : m_input(input), m_file(input.file), m_tree(input.tree()), m_calls(calls), m_sites(sites)
    {
        readShapeNames();
    }

    void region(const CaptureRegion& region);

private:
    [[nodiscard]] Forbidden kindOf(qint32 node) const;
    [[nodiscard]] Forbidden kindOfCall(qint32 call) const;
    [[nodiscard]] Forbidden kindOfBranch(qint32 statement) const;
    [[nodiscard]] bool onlyRaises(qint32 statement) const;
    [[nodiscard]] bool printsTensor(qint32 call) const;
    [[nodiscard]] bool isTensor(qint32 expression, int depth = 0) const;
    [[nodiscard]] qint32 valueAt(qint32 identifier) const;
    [[nodiscard]] bool hasOpenSize(qint32 call) const;
    void readShapeNames();
    void add(qint32 node, const Forbidden& what, const CaptureRegion& region,
             const std::vector<PythonCalls::Step>& way);

    const PythonInput& m_input;
    const PythonFile& m_file;
    const SyntaxTree& m_tree;
    const PythonCalls& m_calls;
    std::vector<PythonSite>& m_sites;
    QSet<QByteArray> m_shapeNames; ///< bound to sizes of tensors
    QSet<qint32> m_seen;
};

/// `b, s, _ = x.shape`
void ForbiddenFinder::readShapeNames()
{
    for (const qint32 i : m_file.nodes(SyntaxKind::Assignment)) {
        const qint32 left = m_tree.child(i, SyntaxField::Left);
        if (!asksShape(m_tree, m_tree.child(i, SyntaxField::Right))) {
            continue;
        }
        for (qint32 j = left; j < m_tree.at(left).subtreeEnd; ++j) {
            if (m_tree.kind(j) == SyntaxKind::Identifier) {
                m_shapeNames.insert(toBytes(m_tree.text(j)));
            }
        }
    }
}

/// The value of a name where it is read; of one that is bound several times the last before that,
/// as the file is written. -1: not known.
qint32 ForbiddenFinder::valueAt(qint32 identifier) const
{
    const qint32 only = m_file.valueOf(identifier);
    if (only >= 0) {
        return only;
    }
    qint32 last = -1;
    for (const qint32 value : m_file.valuesOf(identifier).values) {
        // `y = y + 1` reads the y of before.
        if (m_tree.at(value).subtreeEnd <= identifier) {
            last = std::max(last, value);
        }
    }
    return last;
}

bool ForbiddenFinder::isTensor(qint32 expression, int depth) const
{
    static constexpr std::array<std::string_view, 10> kResults = {
        "mean", "sum", "max", "min", "norm", "abs", "std", "detach", "argmax", "item"};
    static constexpr std::array<std::string_view, 12> kPlain = {"len",   "int",  "float", "str",
                                                                "range", "list", "dict",  "tuple",
                                                                "type",  "id",   "repr",  "open"};
    const qint32 node = m_tree.unwrapped(expression);
    if (node < 0 || depth > kValueDepth) {
        return false;
    }
    switch (m_tree.kind(node)) {
    case SyntaxKind::Call: {
        const std::string name = m_file.qualified(m_tree.child(node, SyntaxField::Function));
        if (name.starts_with("torch.")) {
            return !name.starts_with("torch.cuda.") && !name.starts_with("torch.distributed");
        }
        if (name.starts_with("numpy") || name.starts_with("time") || name.starts_with("os.") ||
            isOneOf(name, kPlain)) {
            return false;
        }
        return isOneOf(methodOf(m_tree, node), kResults) || depth > 0;
    }
    case SyntaxKind::Identifier:
        return isTensor(valueAt(node), depth + 1);
    case SyntaxKind::BinaryOperator: // of a tensor and anything
        return isTensor(m_tree.child(node, SyntaxField::Left), depth + 1) ||
               isTensor(m_tree.child(node, SyntaxField::Right), depth + 1);
    case SyntaxKind::Subscript:
        return isTensor(m_tree.child(node, SyntaxField::Value), depth + 1);
    default:
        return false;
    }
}

bool ForbiddenFinder::printsTensor(qint32 call) const
{
    for (const qint32 argument : m_tree.namedChildren(m_tree.child(call, SyntaxField::Arguments))) {
        if (m_tree.kind(argument) == SyntaxKind::KeywordArgument) {
            continue;
        }
        if (isTensor(argument)) {
            return true;
        }
        for (qint32 i = argument; i < m_tree.at(argument).subtreeEnd; ++i) {
            if (m_tree.kind(i) == SyntaxKind::Interpolation && isTensor(m_tree.namedChild(i, 0))) {
                return true;
            }
        }
    }
    return false;
}

/// Whether a size is neither a number, nor a setting, nor the size of a tensor.
bool ForbiddenFinder::hasOpenSize(qint32 call) const
{
    const bool isFull = m_file.qualified(m_tree.child(call, SyntaxField::Function)) == "torch.full";
    int position = 0;
    for (const qint32 argument : m_tree.namedChildren(m_tree.child(call, SyntaxField::Arguments))) {
        const bool keyword = m_tree.kind(argument) == SyntaxKind::KeywordArgument;
        const qint32 value = keyword ? m_tree.child(argument, SyntaxField::Value) : argument;
        const bool isSize = keyword
                                ? m_tree.text(m_tree.child(argument, SyntaxField::Name)) == "size"
                                : !isFull || position == 0;
        ++position;
        if (!isSize || asksShape(m_tree, value)) {
            continue;
        }
        for (qint32 i = value; i < m_tree.at(value).subtreeEnd; ++i) {
            if (m_tree.kind(i) == SyntaxKind::Attribute) {
                i = m_tree.at(i).subtreeEnd - 1; // self.hidden_size is a setting
                continue;
            }
            if (m_tree.kind(i) != SyntaxKind::Identifier ||
                m_shapeNames.contains(toBytes(m_tree.text(i)))) {
                continue;
            }
            const std::string_view name = m_tree.text(i);
            const bool constant =
                std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
            const qint32 known = m_file.valueOf(i);
            const bool settled = known >= 0 && (m_tree.kind(known) == SyntaxKind::Integer ||
                                                m_tree.kind(known) == SyntaxKind::Attribute ||
                                                asksShape(m_tree, known));
            if (!constant && !settled && m_tree.kind(m_tree.parent(i)) != SyntaxKind::Call) {
                return true;
            }
        }
    }
    return false;
}

Forbidden ForbiddenFinder::kindOfCall(qint32 call) const
{
    static constexpr std::array<std::string_view, 3> kCopies = {"cpu", "tolist", "numpy"};
    static constexpr std::array<std::string_view, 3> kSizes = {"nonzero", "masked_select",
                                                               "unique"};
    static constexpr std::array<std::string_view, 7> kMakers = {
        "torch.zeros", "torch.ones",  "torch.empty", "torch.full",
        "torch.rand",  "torch.randn", "torch.arange"};
    const std::string_view method = methodOf(m_tree, call);
    const std::string name = m_file.qualified(m_tree.child(call, SyntaxField::Function));
    const int arguments = argumentCount(m_tree, call);
    if (name == "torch.cuda.get_rng_state" || name == "torch.cuda.set_rng_state") {
        return {"rng",
                m_input.target().torch < Version{2, 9} ? Severity::Critical : Severity::Warning};
    }
    if (name == "torch.cuda.synchronize" || (method == "synchronize" && arguments == 0)) {
        return {"synchronize"};
    }
    if (method == "item" && arguments == 0) {
        return {"item"};
    }
    const qint32 first = m_file.positional(call, 0);
    std::string_view text;
    const bool toHost = method == "to" && m_tree.plainString(m_tree.unwrapped(first), &text) &&
                        text == "cpu" && m_file.keyword(call, "non_blocking") < 0;
    if ((isOneOf(method, kCopies) && arguments == 0 && !name.starts_with("numpy")) || toHost) {
        return {"copy"};
    }
    if ((isOneOf(method, kSizes) && arguments <= 1 && !name.starts_with("numpy")) ||
        name == "torch.nonzero" || name == "torch.unique" || name == "torch.masked_select") {
        return {"data-size"};
    }
    if (name == "torch.tensor" || name == "torch.as_tensor") {
        const qint32 device = m_file.keyword(call, "device");
        const bool host = device < 0 || (m_tree.plainString(m_tree.unwrapped(device), &text) &&
                                         text.starts_with("cpu"));
        return host ? Forbidden{} : Forbidden{"host-data"};
    }
    if (isOneOf(name, kMakers) && hasOpenSize(call)) {
        return {"new-size", Severity::Warning};
    }
    if (name == "print" && printsTensor(call)) {
        return {"print"};
    }
    return {};
}

/// An `if` that only raises is a check, which capture passes once.
bool ForbiddenFinder::onlyRaises(qint32 statement) const
{
    const qint32 block = m_tree.child(statement, SyntaxField::Consequence);
    const qint32 first = m_tree.namedChild(block, 0);
    return m_tree.text(first).starts_with("raise") && m_tree.namedChild(block, 1) < 0;
}

Forbidden ForbiddenFinder::kindOfBranch(qint32 statement) const
{
    const qint32 condition = m_tree.child(statement, SyntaxField::Condition);
    if (condition < 0) {
        return {};
    }
    if (asksData(m_file, condition)) {
        return {"data-branch"};
    }
    return asksShape(m_tree, condition) && !onlyRaises(statement)
               ? Forbidden{"shape-branch", Severity::Warning}
               : Forbidden{};
}

Forbidden ForbiddenFinder::kindOf(qint32 node) const
{
    switch (m_tree.kind(node)) {
    case SyntaxKind::Call:
        return kindOfCall(node);
    case SyntaxKind::IfStatement:
    case SyntaxKind::ElifClause:
        return kindOfBranch(node);
    default:
        return {};
    }
}

void ForbiddenFinder::add(qint32 node, const Forbidden& what, const CaptureRegion& region,
                          const std::vector<PythonCalls::Step>& way)
{
    const QString key = QLatin1StringView(what.key);
    const QString note = m_input.note(key);
    if (note.isEmpty()) {
        return; // nothing is wrong with it for this target
    }
    const bool isCall = m_tree.kind(node) == SyntaxKind::Call;
    const qint32 place = isCall ? node : m_tree.child(node, SyntaxField::Condition);
    PythonSite site;
    site.rule = &m_input.rule;
    site.node = node;
    site.range = m_tree.range(place);
    site.symbol =
        isCall ? shortText(m_tree, place) : QStringLiteral("if %1").arg(shortText(m_tree, place));
    site.severity = what.severity;
    site.captures = {{QStringLiteral("way"), wayOf(m_file, region, way)},
                     {QStringLiteral("note"), note}};
    site.wayOut = m_input.note(key + QStringLiteral("-way-out"));
    m_sites.push_back(std::move(site));
}

void ForbiddenFinder::region(const CaptureRegion& region)
{
    for (const PythonCalls::Reached& reached : m_calls.reach(region.roots, kCallDepth)) {
        bool saidShape = false;
        for (const qint32 node : m_calls.ownNodes(reached.root)) {
            const Forbidden what = kindOf(node);
            const bool isShape =
                what.severity == Severity::Warning && m_tree.kind(node) != SyntaxKind::Call;
            if (what.key == nullptr || m_seen.contains(node) || (isShape && saidShape) ||
                m_file.isNvidiaOnly(node)) {
                continue;
            }
            m_seen.insert(node);
            saidShape = saidShape || isShape;
            add(node, what, region, reached.way);
        }
    }
}

} // namespace

void findGraphForbidden(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonCalls calls(input.file);
    ForbiddenFinder finder(input, calls, sites);
    for (const CaptureRegion& region : captureRegions(input.file, calls)) {
        finder.region(region);
    }
}

} // namespace rocport
