#include "core/rules/python/pythonbuiltins.h"
#include "core/rules/python/pythonends.h"
#include "core/rules/python/pythonstops.h"
#include "core/rules/python/pythonvalues.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <set>

namespace rocport {

namespace {

/// What is made of the version's text.
enum class Form : quint8 { Text, Texts, Number, Numbers, Version, Truth, Other };

struct Parsed
{
    qint32 node = -1; ///< the whole expression
    Form form = Form::Text;
    QByteArray callee;      ///< of a Version
    bool isDefault = false; ///< the whole is a variable of the environment, else the version
    bool isAsked = false;   ///< such a variable comes first; a stand-in would pass it over
};

bool isCudaVersion(const PythonFile& file, qint32 node)
{
    const SyntaxTree& tree = file.tree();
    if (tree.kind(node) == SyntaxKind::Attribute) {
        return file.qualified(node) == "torch.version.cuda";
    }
    if (tree.kind(node) == SyntaxKind::Call &&
        tree.text(tree.child(node, SyntaxField::Function)) == "getattr") {
        return file.qualified(file.positional(node, 0)) == "torch.version" &&
               stringOf(tree, file.positional(node, 1)) == "cuda";
    }
    return false;
}

/// One step outwards of what reads the value; false: nothing reads it.
class Climb
{
public:
    Climb(const PythonFile& file, qint32 node) : m_tree(file.tree()) { m_parsed.node = node; }

    Parsed run()
    {
        while (step()) {
        }
        return m_parsed;
    }

private:
    bool step();
    bool stepCall(qint32 call, std::string_view name);
    bool stepMethod(qint32 attribute);
    bool stepComprehension(qint32 clause);
    bool become(qint32 node, Form form)
    {
        m_parsed.isDefault = false;
        m_parsed.node = node;
        m_parsed.form = form;
        return true;
    }

    const SyntaxTree& m_tree;
    Parsed m_parsed;
};

bool Climb::stepMethod(qint32 attribute)
{
    const std::string_view name = m_tree.text(m_tree.child(attribute, SyntaxField::Attribute));
    const qint32 call = m_tree.parent(attribute);
    const bool called = m_tree.kind(call) == SyntaxKind::Call &&
                        m_tree.at(attribute).field == SyntaxField::Function;
    if (!called) {
        if (m_parsed.form != Form::Version) {
            return false;
        }
        return become(attribute, name == "release" ? Form::Numbers : Form::Number);
    }
    if (m_parsed.form != Form::Text) {
        return false;
    }
    if (name == "split" || name == "rsplit" || name == "partition") {
        return become(call, Form::Texts);
    }
    if (name == "replace" || name == "strip" || name == "rstrip" || name == "lower") {
        return become(call, Form::Text);
    }
    return become(call, name == "startswith" || name == "endswith" ? Form::Truth : Form::Other);
}

bool Climb::stepCall(qint32 call, std::string_view name)
{
    const std::string_view last = lastPart(name);
    // os.environ.get("CUDA_VERSION", torch.version.cuda)
    if ((last == "getenv" || name.ends_with("environ.get")) && m_parsed.form == Form::Text &&
        m_tree.namedChild(m_tree.child(call, SyntaxField::Arguments), 1) == m_parsed.node) {
        become(call, Form::Text);
        m_parsed.isDefault = true;
        m_parsed.isAsked = true;
        return true;
    }
    if (last == "int" || last == "float") {
        return m_parsed.form == Form::Text && become(call, Form::Number);
    }
    if (last == "map" && m_parsed.form == Form::Texts) {
        return become(call, Form::Numbers);
    }
    if (last == "tuple" || last == "list") {
        return (m_parsed.form == Form::Texts || m_parsed.form == Form::Numbers) &&
               become(call, m_parsed.form);
    }
    if (last == "Version" || last == "parse" || last == "parse_version" || last == "LooseVersion" ||
        last == "StrictVersion") {
        m_parsed.callee = toBytes(name);
        return m_parsed.form == Form::Text && become(call, Form::Version);
    }
    return false;
}

/// `[int(x) for x in …]`
bool Climb::stepComprehension(qint32 clause)
{
    const qint32 whole = m_tree.parent(clause);
    const std::string_view text = m_tree.text(whole);
    if (!m_tree.text(clause).starts_with("for ") || m_parsed.form != Form::Texts) {
        return false;
    }
    const bool numbers = text.find("int(") != std::string_view::npos ||
                         text.find("float(") != std::string_view::npos;
    return become(whole, numbers ? Form::Numbers : Form::Texts);
}

bool Climb::step()
{
    const qint32 outer = m_tree.parent(m_parsed.node);
    switch (m_tree.kind(outer)) {
    case SyntaxKind::Parenthesized:
        return become(outer, m_parsed.form);
    case SyntaxKind::Attribute:
        return m_tree.at(m_parsed.node).field == SyntaxField::Object && stepMethod(outer);
    case SyntaxKind::Subscript: {
        if (m_tree.at(m_parsed.node).field != SyntaxField::Value) {
            return false;
        }
        const bool slice = m_tree.text(m_tree.child(outer, SyntaxField::Subscript)).find(':') !=
                           std::string_view::npos;
        if (slice || m_parsed.form == Form::Text) {
            return become(outer, m_parsed.form);
        }
        return become(outer, m_parsed.form == Form::Numbers ? Form::Number : Form::Text);
    }
    case SyntaxKind::ArgumentList: {
        const qint32 call = m_tree.parent(outer);
        return stepCall(call, m_tree.text(m_tree.child(call, SyntaxField::Function)));
    }
    case SyntaxKind::Other:
        return stepComprehension(outer);
    default:
        // A generator is the arguments of a call itself.
        if (m_tree.kind(outer) == SyntaxKind::Call &&
            m_tree.at(m_parsed.node).field == SyntaxField::Arguments) {
            return stepCall(outer, m_tree.text(m_tree.child(outer, SyntaxField::Function)));
        }
        return false;
    }
}

/// How many names an assignment unpacks the value into; 0: none.
int unpacked(const SyntaxTree& tree, qint32 node)
{
    const qint32 outer = tree.parent(node);
    const qint32 left = tree.child(outer, SyntaxField::Left);
    if (tree.kind(outer) != SyntaxKind::Assignment || left < 0 ||
        tree.kind(left) == SyntaxKind::Identifier || tree.kind(left) == SyntaxKind::Attribute ||
        tree.kind(left) == SyntaxKind::Subscript) {
        return 0;
    }
    const std::vector<qint32> names = tree.namedChildren(left);
    const bool starred = std::any_of(names.begin(), names.end(),
                                     [&](qint32 name) { return tree.text(name).starts_with('*'); });
    return starred ? 2 : static_cast<int>(names.size());
}

/// What stands for the value on ROCm, such that it is older than any release; empty: unknown.
QByteArray standIn(const SyntaxTree& tree, const Parsed& parsed)
{
    const auto several = [&](const char* one) {
        const int count = std::max(2, unpacked(tree, parsed.node));
        QByteArrayList parts;
        for (int i = 0; i < count; ++i) {
            parts.append(one);
        }
        return parts.join(", ");
    };
    switch (parsed.form) {
    case Form::Text:
        return "\"0\"";
    case Form::Texts:
        return '[' + several("\"0\"") + ']';
    case Form::Number:
        return "0";
    case Form::Numbers: {
        const std::string_view text = tree.text(parsed.node);
        const bool list = text.starts_with('[') || text.starts_with("list");
        return list ? '[' + several("0") + ']' : '(' + several("0") + ')';
    }
    case Form::Version:
        return parsed.callee + "(\"0\")";
    case Form::Truth:
        return "False";
    case Form::Other:
        break;
    }
    return {};
}

/// Whether a statement before `node` in its suite leaves where there is no version.
bool leftWithout(const SyntaxTree& tree, qint32 node, const std::string& version)
{
    const qint32 suite = tree.parent(node);
    if (tree.kind(suite) != SyntaxKind::Block) {
        return false;
    }
    for (const qint32 statement : tree.namedChildren(suite)) {
        if (statement >= node) {
            return false;
        }
        const std::string_view condition = tree.text(tree.child(statement, SyntaxField::Condition));
        const std::vector<qint32> inside =
            tree.namedChildren(tree.child(statement, SyntaxField::Consequence));
        const bool without = condition.find(version + " is None") != std::string_view::npos ||
                             condition.find("not " + version) != std::string_view::npos;
        const std::string_view last =
            inside.empty() ? std::string_view() : tree.text(inside.back());
        if (tree.kind(statement) == SyntaxKind::IfStatement && without && leavesSuite(last)) {
            return true;
        }
    }
    return false;
}

/// Whether something around `node` asks first whether there is a version.
bool isAskedBefore(const PythonFile& file, qint32 node)
{
    const SyntaxTree& tree = file.tree();
    const std::string version(tree.text(node));
    for (qint32 i = node; i >= 0; i = tree.parent(i)) {
        const qint32 outer = tree.parent(i);
        const SyntaxKind kind = tree.kind(outer);
        if (kind == SyntaxKind::BooleanOperator && tree.at(i).field == SyntaxField::Right &&
            tree.text(tree.child(outer, SyntaxField::Left)).find(version) !=
                std::string_view::npos) {
            return true;
        }
        const bool arm = (kind == SyntaxKind::IfStatement || kind == SyntaxKind::ElifClause) &&
                         tree.at(i).field == SyntaxField::Consequence;
        if (arm && tree.text(tree.child(outer, SyntaxField::Condition)).find(version) !=
                       std::string_view::npos) {
            return true;
        }
        if (leftWithout(tree, i, version)) {
            return true;
        }
        if (kind == SyntaxKind::ConditionalExpression) {
            const std::vector<qint32> parts = tree.namedChildren(outer);
            if (parts.size() == 3 && parts[1] != i &&
                tree.text(parts[1]).find(version) != std::string_view::npos) {
                return true;
            }
        }
    }
    return false;
}

/// Whether the value decides by being there: `if v:`, `v is not None`, `not v`, `bool(v)`.
bool isTruth(const PythonFile& file, qint32 node)
{
    const SyntaxTree& tree = file.tree();
    const qint32 outer = tree.parent(node);
    switch (tree.kind(outer)) {
    case SyntaxKind::NotOperator:
    case SyntaxKind::BooleanOperator:
        return true;
    case SyntaxKind::Parenthesized:
        return isTruth(file, outer);
    case SyntaxKind::IfStatement:
    case SyntaxKind::ElifClause:
        return tree.at(node).field == SyntaxField::Condition;
    case SyntaxKind::ComparisonOperator:
        return tree.namedChildren(outer).size() == 2 &&
               tree.kind(tree.namedChild(outer, 1)) == SyntaxKind::None;
    case SyntaxKind::ConditionalExpression:
        return tree.namedChild(outer, 1) == node;
    case SyntaxKind::ArgumentList:
        return tree.text(tree.child(tree.parent(outer), SyntaxField::Function)) == "bool";
    default:
        return false;
    }
}

/// Whether what a truth value decides about reads the version: then it protects that.
bool protects(const SyntaxTree& tree, qint32 node)
{
    const std::string version(tree.text(node));
    for (qint32 i = node; i >= 0; i = tree.parent(i)) {
        const qint32 outer = tree.parent(i);
        const SyntaxKind kind = tree.kind(outer);
        qint32 decided = -1;
        if (kind == SyntaxKind::BooleanOperator && tree.at(i).field == SyntaxField::Left) {
            decided = tree.child(outer, SyntaxField::Right);
        } else if (kind == SyntaxKind::IfStatement || kind == SyntaxKind::ElifClause) {
            decided = tree.child(outer, SyntaxField::Consequence);
        } else if (kind == SyntaxKind::ConditionalExpression) {
            decided = tree.namedChild(outer, 0);
        } else if (kind == SyntaxKind::Block || kind == SyntaxKind::Module) {
            // `if v is None: return` before a line that reads it.
            const bool returns =
                tree.kind(i) == SyntaxKind::IfStatement &&
                tree.text(tree.child(i, SyntaxField::Consequence)).starts_with("return");
            const quint32 end = tree.at(i).end;
            const std::string_view rest = tree.source().substr(end, tree.at(outer).end - end);
            return returns && rest.find(version) != std::string_view::npos;
        }
        if (decided >= 0 && tree.text(decided).find(version) != std::string_view::npos) {
            return true;
        }
    }
    return false;
}

/// Reads the uses of the version in one file.
class Reader
{
public:
    explicit Reader(const PythonInput& input)
        : m_input(input), m_file(input.file), m_tree(input.tree()), m_stops(input.file, input.names)
    {
    }

    void read(qint32 use, std::vector<PythonSite>& sites);

private:
    /// What follows from the names that an assignment binds.
    struct Names
    {
        bool fails = false;   ///< a comparison of them stops the program on ROCm
        bool written = false; ///< they go into a text
    };
    void readPlain(qint32 use, const Parsed& parsed, std::vector<PythonSite>& sites);
    [[nodiscard]] bool failsOnRocm(qint32 node);
    [[nodiscard]] bool isWritten(const Parsed& parsed) const;
    Names namesOf(qint32 node);
    Names readNames(qint32 left, qint32 scope);

    const PythonInput& m_input;
    const PythonFile& m_file;
    const SyntaxTree& m_tree;
    PythonStops m_stops;
    QHash<QByteArray, Names> m_names; ///< by what an assignment binds, and its function
};

/// The comparison around what was parsed, for whether it leads to a failure.
bool Reader::failsOnRocm(qint32 node)
{
    const qint32 comparison = m_tree.parent(node);
    const std::optional<Comparison> read =
        comparisonOf(m_file, comparison, [&](qint32 operand) { return operand == node; });
    return read && m_stops.stops(comparison, !read->asksFor);
}

/// Whether the value becomes part of a text, such as a name or an address, which no stand-in is
/// right for.
bool Reader::isWritten(const Parsed& parsed) const
{
    const bool text = parsed.form == Form::Text || parsed.form == Form::Texts;
    for (qint32 i = parsed.node; i >= 0; i = m_tree.parent(i)) {
        const qint32 outer = m_tree.parent(i);
        switch (m_tree.kind(outer)) {
        case SyntaxKind::Interpolation:
            return true;
        case SyntaxKind::Parenthesized:
        case SyntaxKind::ConditionalExpression:
        case SyntaxKind::Tuple:
        case SyntaxKind::List:
        case SyntaxKind::KeywordArgument:
            continue;
        case SyntaxKind::Return:
            return text;
        case SyntaxKind::BinaryOperator: {
            const auto isText = [&](SyntaxField side) {
                const SyntaxKind kind = m_tree.kind(m_tree.unwrapped(m_tree.child(outer, side)));
                return kind == SyntaxKind::String || kind == SyntaxKind::ConcatenatedString;
            };
            if (text || isText(SyntaxField::Left) || isText(SyntaxField::Right)) {
                return true;
            }
            continue;
        }
        case SyntaxKind::ArgumentList: {
            const std::string_view last =
                lastPart(m_tree.text(m_tree.child(m_tree.parent(outer), SyntaxField::Function)));
            return last == "str" || last == "format" || last == "join" ||
                   (text && last != "len" && last != "print");
        }
        case SyntaxKind::Assignment: {
            const SyntaxKind left = m_tree.kind(m_tree.child(outer, SyntaxField::Left));
            return text && (left == SyntaxKind::Attribute || left == SyntaxKind::Subscript);
        }
        default:
            return false;
        }
    }
    return false;
}

Reader::Names Reader::namesOf(qint32 node)
{
    const qint32 assignment = m_tree.parent(node);
    const qint32 left = m_tree.child(assignment, SyntaxField::Left);
    if (m_tree.kind(assignment) != SyntaxKind::Assignment || left < 0) {
        return {};
    }
    const qint32 function = m_tree.ancestor(node, SyntaxKind::FunctionDefinition);
    const qint32 scope = function < 0 ? 0 : function;
    const std::string_view text = m_tree.text(left);
    const QByteArray key = toBytes(text) + ' ' + QByteArray::number(scope);
    auto known = m_names.constFind(key);
    if (known == m_names.constEnd()) {
        known = m_names.insert(key, readNames(left, scope));
    }
    return *known;
}

/// The comparisons and texts that names are used in, in the function or module.
Reader::Names Reader::readNames(qint32 left, qint32 scope)
{
    Names result;
    std::set<std::string_view> names;
    for (qint32 i = left; i < m_tree.at(left).subtreeEnd; ++i) {
        if (m_tree.kind(i) == SyntaxKind::Identifier && m_tree.text(i) != "_") {
            names.insert(m_tree.text(i));
        }
    }
    for (const std::string_view name : names) {
        for (const qint32 use : m_stops.usesOf(name, scope)) {
            if (use >= left && use < m_tree.at(left).subtreeEnd) {
                continue;
            }
            qint32 whole = use;
            for (SyntaxKind kind = m_tree.kind(m_tree.parent(whole));
                 (kind == SyntaxKind::Subscript || kind == SyntaxKind::Attribute) &&
                 m_tree.at(whole).field != SyntaxField::Subscript &&
                 m_tree.at(whole).field != SyntaxField::Attribute;
                 kind = m_tree.kind(m_tree.parent(whole))) {
                whole = m_tree.parent(whole);
            }
            result.written = result.written || isWritten({whole, Form::Number, {}});
            const qint32 comparison = m_tree.parent(whole);
            const std::optional<Comparison> read =
                comparisonOf(m_file, comparison, [&](qint32 operand) { return operand == whole; });
            result.fails = result.fails || (read && m_stops.stops(comparison, !read->asksFor));
        }
    }
    return result;
}

void Reader::readPlain(qint32 use, const Parsed& parsed, std::vector<PythonSite>& sites)
{
    const qint32 outer = m_tree.parent(parsed.node);
    const std::optional<Comparison> comparison =
        comparisonOf(m_file, outer, [&](qint32 operand) { return operand == parsed.node; });
    const bool isNone = comparison && m_tree.kind(comparison->other) == SyntaxKind::None;
    if (comparison && !isNone) {
        const std::string_view text = m_tree.text(outer);
        const bool ordered = text.find('<') != std::string_view::npos ||
                             text.find('>') != std::string_view::npos ||
                             m_tree.namedChild(outer, 1) == parsed.node;
        if (!ordered || isAskedBefore(m_file, use)) {
            return; // None equals no version
        }
        PythonSite site =
            siteFor(m_input, outer, symbolText(m_tree, outer), QStringLiteral("compared"));
        if (!m_stops.stops(outer, !comparison->asksFor)) {
            site.edits = gateExpression(m_file, outer, comparison->asksFor ? "False" : "True");
        }
        sites.push_back(std::move(site));
    } else if (isTruth(m_file, parsed.node) && !isAskedBefore(m_file, use) &&
               !protects(m_tree, use)) {
        sites.push_back(siteFor(m_input, use, symbolText(m_tree, use), QStringLiteral("truth")));
    }
}

void Reader::read(qint32 use, std::vector<PythonSite>& sites)
{
    if (m_file.isNvidiaOnly(use) || asksForRocm(m_file, use)) {
        return;
    }
    const Parsed parsed = Climb(m_file, use).run();
    if (parsed.isDefault) {
        return; // what is done with it is not known here
    }
    if (parsed.node == use || m_tree.kind(parsed.node) == SyntaxKind::Parenthesized) {
        readPlain(use, parsed, sites);
        return;
    }
    if (isAskedBefore(m_file, use)) {
        return;
    }
    PythonSite site =
        siteFor(m_input, parsed.node, symbolText(m_tree, parsed.node), QStringLiteral("parsed"));
    const QByteArray rocm = standIn(m_tree, parsed);
    const Names names = namesOf(parsed.node);
    const bool truth = parsed.form == Form::Truth;
    if (isWritten(parsed) || names.written) {
        site.captures = {{QStringLiteral("note"), m_input.note(QStringLiteral("written"))}};
        site.wayOut = m_input.note(QStringLiteral("written-way"));
    } else if (!rocm.isEmpty() && !parsed.isAsked && !names.fails && !failsOnRocm(parsed.node) &&
               !(truth && m_stops.stops(parsed.node, false))) {
        site.edits = gateExpression(m_file, parsed.node, rocm);
    }
    sites.push_back(std::move(site));
}

} // namespace

void findCudaVersions(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = input.tree();
    if (!file.imports("torch")) {
        return;
    }
    Reader reader(input);
    const auto count = static_cast<qint32>(tree.nodes().size());
    for (qint32 i = 0; i < count; ++i) {
        const SyntaxKind kind = tree.kind(i);
        if (kind == SyntaxKind::Attribute || kind == SyntaxKind::Call) {
            if (isCudaVersion(file, i)) {
                reader.read(i, sites);
            }
        } else if (kind == SyntaxKind::Identifier && tree.at(i).field != SyntaxField::Left) {
            const qint32 value = tree.unwrapped(file.valueOf(i));
            if (value >= 0 && isCudaVersion(file, value)) {
                reader.read(i, sites);
            }
        }
    }
}

} // namespace rocport
