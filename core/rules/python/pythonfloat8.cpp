#include "core/rules/python/pythonbuiltins.h"
#include "core/rules/python/pythonvalues.h"
#include "core/text/ascii.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>
#include <map>

namespace rocport {

namespace {

/// What a type's name is there for.
enum class Use : quint8 { Choice, Test, Table, View };

bool isFloat8(const PythonFile& file, qint32 node)
{
    const SyntaxTree& tree = file.tree();
    if (tree.kind(node) != SyntaxKind::Attribute && tree.kind(node) != SyntaxKind::Identifier) {
        return false;
    }
    const SyntaxKind outer = tree.kind(tree.parent(node));
    const SyntaxField field = tree.at(node).field;
    if (outer == SyntaxKind::DottedName || outer == SyntaxKind::AliasedImport ||
        field == SyntaxField::Left || field == SyntaxField::Name ||
        (outer == SyntaxKind::Attribute && field == SyntaxField::Attribute)) {
        return false;
    }
    if (tree.kind(node) == SyntaxKind::Identifier && !file.isImported(tree.text(node))) {
        return false; // a name of the file's own is read where it gets its value
    }
    const std::string name = file.qualified(node);
    return name == "torch.float8_e4m3fn" || name == "torch.float8_e5m2";
}

Use useOf(const PythonFile& file, qint32 node)
{
    const SyntaxTree& tree = file.tree();
    for (qint32 i = node; i >= 0; i = tree.parent(i)) {
        const qint32 outer = tree.parent(i);
        switch (tree.kind(outer)) {
        case SyntaxKind::ComparisonOperator:
            return Use::Test;
        case SyntaxKind::Pair:
            return Use::Table;
        case SyntaxKind::Subscript:
            return tree.at(i).field == SyntaxField::Subscript ? Use::Table : Use::Choice;
        case SyntaxKind::List:
        case SyntaxKind::Tuple:
        case SyntaxKind::ExpressionList: {
            // One of several types: a test, or what is supported.
            if (tree.namedChild(outer, 1) >= 0) {
                return Use::Test;
            }
            continue;
        }
        case SyntaxKind::Parenthesized:
        case SyntaxKind::ConditionalExpression:
        case SyntaxKind::KeywordArgument:
            continue;
        case SyntaxKind::ArgumentList: {
            const qint32 call = tree.parent(outer);
            const std::string_view name = tree.text(tree.child(call, SyntaxField::Function));
            if (name.ends_with(".view")) {
                return Use::View;
            }
            return name == "isinstance" || name.ends_with("parametrize") ? Use::Test : Use::Choice;
        }
        case SyntaxKind::Other:
            return tree.text(outer).starts_with('{') ? Use::Test : Use::Choice;
        default:
            return Use::Choice;
        }
    }
    return Use::Choice;
}

/// The largest numbers of the OCP formats, E4M3 and E5M2, which FNUZ has other ones for.
bool isRange(std::string_view number)
{
    const size_t dot = number.find('.');
    const std::string_view whole = number.substr(0, dot);
    const std::string_view rest =
        dot == std::string_view::npos ? std::string_view() : number.substr(dot + 1);
    return (whole == "448" || whole == "57344") &&
           rest.find_first_not_of('0') == std::string_view::npos;
}

bool speaksOfRange(std::string_view text)
{
    constexpr std::array<std::string_view, 10> kWords = {"max",   "min", "clamp",  "clip", "scale",
                                                         "range", "fp8", "float8", "e4m3", "e5m2"};
    const std::string lower = lowered(text.substr(0, 1000));
    return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
        return lower.find(word) != std::string::npos;
    });
}

/// A whole number may be anything, the side of an image for one: it is a range where it has a
/// sign, or where its line or a call around it speaks of one.
bool isRange(const SyntaxTree& tree, qint32 node)
{
    if (!isRange(tree.text(node))) {
        return false;
    }
    const qint32 outer = tree.parent(node);
    if (tree.kind(node) == SyntaxKind::Float || tree.text(outer).starts_with('-')) {
        return true;
    }
    for (qint32 call = tree.ancestor(node, SyntaxKind::Call); call >= 0;
         call = tree.ancestor(call, SyntaxKind::Call)) {
        if (speaksOfRange(tree.text(tree.child(call, SyntaxField::Function)))) {
            return true;
        }
    }
    const std::string_view source = tree.source();
    const size_t before = source.rfind('\n', tree.at(node).begin);
    const size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const size_t end = source.find('\n', tree.at(node).begin);
    return speaksOfRange(source.substr(begin, end == std::string_view::npos ? end : end - begin));
}

/// A name or a text that speaks of a format, or of its range, which the file takes from elsewhere.
bool namesFormat(const PythonFile& file, qint32 node)
{
    const std::string_view text = file.tree().text(node).substr(0, 200);
    if (text.find_first_of("458") == std::string_view::npos) {
        return false; // each of the names has one of these digits
    }
    const std::string lower = lowered(text);
    const auto has = [&](std::string_view word) { return lower.find(word) != std::string::npos; };
    const bool format = has("e4m3") || has("e5m2") || has("float8e4") || has("float8e5");
    if (file.tree().kind(node) == SyntaxKind::String) {
        return format;
    }
    const bool range = has("max") || has("min") || has("range");
    return (has("float8e4") || has("float8e5")) ||
           (range && (format || has("fp8") || has("float8")) &&
            file.isImported(file.tree().text(node)));
}

/// The uses of the types in one file, and what keeps them from being changed: all of a file's go
/// together, or none.
class Types
{
public:
    explicit Types(const PythonInput& input)
        : m_input(input), m_file(input.file), m_tree(input.tree())
    {
    }

    void read();
    void add(std::vector<PythonSite>& sites) const;

private:
    struct Found
    {
        qint32 node = -1;
        Use use = Use::Choice;
    };
    [[nodiscard]] bool mayEdit() const;
    [[nodiscard]] PythonSite choice(qint32 node, bool edits) const;

    const PythonInput& m_input;
    const PythonFile& m_file;
    const SyntaxTree& m_tree;
    std::vector<Found> m_found;
    qint32 m_range = -1; ///< the first number that is one format's range
    bool m_other = false;
};

void Types::read()
{
    const auto count = static_cast<qint32>(m_tree.nodes().size());
    for (qint32 i = 0; i < count; ++i) {
        const SyntaxKind kind = m_tree.kind(i);
        if (isFloat8(m_file, i)) {
            const qint32 node = i;
            i = m_tree.at(i).subtreeEnd - 1;
            if (!m_file.isNvidiaOnly(node) && !asksForRocm(m_file, node)) {
                m_found.push_back({node, useOf(m_file, node)});
            }
        } else if (kind == SyntaxKind::Integer || kind == SyntaxKind::Float) {
            m_range = m_range < 0 && isRange(m_tree, i) ? i : m_range;
        } else if (kind == SyntaxKind::String || kind == SyntaxKind::Identifier) {
            m_other = m_other || namesFormat(m_file, i);
        }
    }
}

bool Types::mayEdit() const
{
    const bool alone = std::all_of(m_found.begin(), m_found.end(), [&](const Found& one) {
        return one.use == Use::Choice && !m_file.runsAtImport(one.node);
    });
    return alone && m_range < 0 && !m_other && !m_file.torchName().empty() &&
           m_tree.source().find("rocm_float8") == std::string_view::npos;
}

PythonSite Types::choice(qint32 node, bool edits) const
{
    PythonSite site = siteFor(m_input, node, symbolText(m_tree, node), QLatin1StringView("choice"));
    const QByteArray block =
        m_input.rule.fix.parameters.value(QStringLiteral("block")).toString().toUtf8();
    if (!edits || block.isEmpty()) {
        site.wayOut = m_input.note(m_file.runsAtImport(node) ? QStringLiteral("import-way")
                                                             : QStringLiteral("together-way"));
        return site;
    }
    const std::string_view written = m_tree.text(node);
    const QByteArray function = "rocm_float8";
    site.edits = gateExpression(m_file, node, function + '(' + toBytes(written) + ')');
    site.block = block;
    site.block.replace("{torch}", QByteArray::fromStdString(m_file.torchName()));
    site.blockName = QString::fromUtf8(function);
    return site;
}

void Types::add(std::vector<PythonSite>& sites) const
{
    const bool edits = mayEdit();
    std::map<Use, size_t> reported; // one finding a file says it of all places
    for (const Found& one : m_found) {
        if (one.use == Use::Choice) {
            sites.push_back(choice(one.node, edits));
            continue;
        }
        const char* key =
            one.use == Use::Test ? "test" : (one.use == Use::Table ? "table" : "view");
        PythonSite site =
            siteFor(m_input, one.node, symbolText(m_tree, one.node), QLatin1StringView(key));
        if (one.use != Use::View) {
            site.severity = Severity::Warning;
            const auto [place, isNew] = reported.emplace(one.use, sites.size());
            if (isNew) {
                sites.push_back(std::move(site));
            }
            sites[place->second].places.add(m_tree.range(one.node));
            continue;
        }
        sites.push_back(std::move(site));
    }
    for (const auto& [use, index] : reported) {
        sites[index].captures.front().second += placesText(sites[index].places);
    }
    if (m_range >= 0 && !m_found.empty()) {
        PythonSite site =
            siteFor(m_input, m_range, symbolText(m_tree, m_range), QLatin1StringView("range"));
        site.severity = Severity::Warning;
        sites.push_back(std::move(site));
    }
}

} // namespace

void findFloat8Types(const PythonInput& input, std::vector<PythonSite>& sites)
{
    if (!input.file.imports("torch") ||
        input.tree().source().find("fnuz") != std::string_view::npos) {
        return; // who names the other formats too chooses already
    }
    Types types(input);
    types.read();
    types.add(sites);
}

} // namespace rocport
