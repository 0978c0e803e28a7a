#include "core/isolation/pythonprojection.h"
#include "core/rules/python/pythonanalysis.h"
#include "core/rules/python/pythonflag.h"
#include "core/text/bytes.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr int kMaxParts = 16;        ///< of a dotted name
constexpr size_t kMaxBindings = 256; ///< of one name in one scope; of more not all are known

/// The same to look something up with: no copy, so that it is not to be kept.
QByteArray rawKeyOf(std::string_view text)
{
    return QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

PythonFile::PythonFile(const SourceBuffer& source, const SyntaxTree& tree,
                       std::function<QString(int line)> places)
    : m_source(source), m_tree(tree), m_places(std::move(places))
{
    const auto count = static_cast<qint32>(tree.nodes().size());
    for (qint32 i = 0; i < count; ++i) {
        if (tree.kind(i) != SyntaxKind::Other) {
            m_byKind[static_cast<size_t>(tree.kind(i))].push_back(i);
        }
    }
    readScopes();
    readImports();
    readAssignments();
    readIndent();
    readFlag();
}

QByteArray PythonFile::flagDefinition() const
{
    const QByteArray torch = QByteArray::fromStdString(m_torchName);
    return torch.isEmpty()
               ? QByteArray("from torch.utils.cpp_extension import IS_HIP_EXTENSION as is_rocm")
               : "is_rocm = hasattr(" + torch + ".version, \"hip\") and " + torch +
                     ".version.hip is not None";
}

void PythonFile::readImports()
{
    qint32 builder = -1;
    const auto count = static_cast<qint32>(m_tree.nodes().size());
    for (qint32 i = 0; i < count; ++i) {
        const SyntaxKind kind = m_tree.kind(i);
        if (kind != SyntaxKind::ImportStatement && kind != SyntaxKind::ImportFrom) {
            continue;
        }
        std::string module;
        if (kind == SyntaxKind::ImportFrom) {
            module = std::string(m_tree.text(m_tree.child(i, SyntaxField::ModuleName)));
            // `from . import config` is the module ".config".
            module += module.ends_with('.') ? "" : ".";
        }
        for (const qint32 name : m_tree.namedChildren(i)) {
            if (m_tree.at(name).field != SyntaxField::Name) {
                continue;
            }
            std::string_view local = m_tree.text(name);
            std::string full = module + std::string(local);
            if (m_tree.kind(name) == SyntaxKind::AliasedImport) {
                local = m_tree.text(m_tree.child(name, SyntaxField::Alias));
                full = module + std::string(m_tree.text(m_tree.child(name, SyntaxField::Name)));
            } else if (module.empty()) {
                local = local.substr(0, local.find('.'));
                full = std::string(local);
            }
            m_imported.insert(toBytes(local), full);
            size_t dot = full.find('.');
            for (int parts = 0; parts < kMaxParts && dot != std::string::npos; ++parts) {
                m_packages.insert(toBytes(full).left(static_cast<qsizetype>(dot)));
                dot = full.find('.', dot + 1);
            }
            m_packages.insert(toBytes(full));
            const bool top = m_tree.kind(m_tree.parent(i)) == SyntaxKind::Module;
            if (top && full == "torch" && m_torchImport < 0) {
                m_torchImport = i;
                m_torchName = std::string(local);
            }
            if (top && builder < 0 && module == "torch.utils.cpp_extension.") {
                builder = i;
            }
        }
    }
    m_torchImport = m_torchImport < 0 ? builder : m_torchImport;
}

/// Parents stand before their children.
void PythonFile::readScopes()
{
    const auto count = static_cast<qint32>(m_tree.nodes().size());
    m_scopes.assign(m_tree.nodes().size(), -1);
    for (qint32 i = 0; i < count; ++i) {
        const qint32 outer = m_tree.parent(i);
        const SyntaxField field = m_tree.at(i).field;
        const bool begins = m_tree.kind(outer) == SyntaxKind::FunctionDefinition &&
                            (field == SyntaxField::Body || field == SyntaxField::Parameters);
        m_scopes[static_cast<size_t>(i)] = begins ? outer : scopeOf(outer);
    }
}

void PythonFile::readAssignments()
{
    for (const qint32 i : nodes(SyntaxKind::Identifier)) {
        const qint32 outer = m_tree.parent(i);
        const SyntaxKind kind = m_tree.kind(outer);
        const SyntaxField field = m_tree.at(i).field;
        Binding binding;
        if (kind == SyntaxKind::Assignment && field == SyntaxField::Left) {
            binding.value = m_tree.child(outer, SyntaxField::Right);
            binding.simple = binding.value >= 0;
        } else if (kind == SyntaxKind::Parameters || kind == SyntaxKind::TypedParameter ||
                   kind == SyntaxKind::AsPatternTarget ||
                   ((kind == SyntaxKind::AugmentedAssignment || kind == SyntaxKind::ForStatement ||
                     m_tree.at(outer).field == SyntaxField::Left) &&
                    (field == SyntaxField::Left || kind == SyntaxKind::Other)) ||
                   ((kind == SyntaxKind::DefaultParameter ||
                     kind == SyntaxKind::TypedDefaultParameter ||
                     kind == SyntaxKind::NamedExpression) &&
                    field == SyntaxField::Name)) {
            binding.simple = false;
        } else {
            continue;
        }
        binding.name = std::string(m_tree.text(i));
        binding.node = i;
        binding.parameter = kind == SyntaxKind::Parameters || kind == SyntaxKind::TypedParameter ||
                            kind == SyntaxKind::DefaultParameter ||
                            kind == SyntaxKind::TypedDefaultParameter;
        binding.scope = scopeOf(i);
        m_bindings[{toBytes(binding.name), binding.scope}].push_back(binding);
    }
}

void PythonFile::readIndent()
{
    for (const qint32 i : nodes(SyntaxKind::Block)) {
        const qint32 first = m_tree.namedChild(i, 0);
        if (first < 0) {
            continue;
        }
        const QByteArray inner = m_source.indentAt(m_tree.at(first).begin);
        const QByteArray outer = m_source.indentAt(m_tree.at(m_tree.parent(i)).begin);
        if (inner.size() > outer.size() && inner.startsWith(outer)) {
            m_unit = inner.mid(outer.size());
            return;
        }
    }
}

void PythonFile::readFlag()
{
    const FlagUse use = flagUse(m_tree, "is_rocm");
    if (use.otherBinding > 0) {
        m_flagProblem =
            QStringLiteral("%1 gives `is_rocm` another meaning").arg(placeOfLine(use.otherBinding));
        return;
    }
    if (use.definition > 0) {
        m_flagDefined = true;
        m_flagLine = use.definition;
        m_flagKnown = m_source.lineRange(use.definition).end;
        return;
    }
    if (m_torchImport < 0) {
        m_flagProblem = QStringLiteral("the file does not import torch at its top level");
        return;
    }
    m_flagKnown = m_tree.at(m_torchImport).end;
}

std::string PythonFile::qualified(qint32 node, int depth) const
{
    constexpr int kMaxDepth = 4;
    std::string tail;
    node = m_tree.unwrapped(node);
    for (int steps = 0; m_tree.kind(node) == SyntaxKind::Attribute; ++steps) {
        if (steps > 16) {
            return {};
        }
        const std::string_view part = m_tree.text(m_tree.child(node, SyntaxField::Attribute));
        tail.insert(0, part).insert(0, 1, '.');
        node = m_tree.unwrapped(m_tree.child(node, SyntaxField::Object));
    }
    if (m_tree.kind(node) != SyntaxKind::Identifier) {
        return {};
    }
    const std::string_view name = m_tree.text(node);
    const auto imported = m_imported.constFind(rawKeyOf(name));
    const bool shadowed = imported != m_imported.constEnd() && isLocal(node);
    if (imported != m_imported.constEnd() && !shadowed) {
        return *imported + tail;
    }
    const qint32 value = depth < kMaxDepth ? m_tree.unwrapped(valueOf(node)) : -1;
    const SyntaxKind kind = m_tree.kind(value);
    if (kind == SyntaxKind::Identifier || kind == SyntaxKind::Attribute) {
        return qualified(value, depth + 1) + tail;
    }
    if (kind == SyntaxKind::Call &&
        qualified(m_tree.child(value, SyntaxField::Function), depth + 1) == "functools.partial") {
        return qualified(positional(value, 0), depth + 1) + tail;
    }
    // A local name that hides an import is not what was imported.
    return (shadowed ? "<local>." : "") + std::string(name) + tail;
}

bool PythonFile::isLocal(qint32 identifier) const
{
    const qint32 scope = scopeOf(identifier);
    return scope >= 0 && bindingsIn(scope, m_tree.text(identifier)) != nullptr;
}

const PythonFile::Bindings* PythonFile::bindingsIn(qint32 scope, std::string_view name) const
{
    const auto found = m_bindings.constFind({rawKeyOf(name), scope});
    return found == m_bindings.constEnd() ? nullptr : &*found;
}

bool PythonFile::imports(std::string_view package) const
{
    return m_packages.contains(rawKeyOf(package));
}

bool PythonFile::isImported(std::string_view name) const
{
    return m_imported.contains(rawKeyOf(name));
}

qint32 PythonFile::valueOf(qint32 identifier) const
{
    if (m_tree.kind(identifier) != SyntaxKind::Identifier) {
        return -1;
    }
    const qint32 scope = scopeOf(identifier);
    const std::string_view name = m_tree.text(identifier);
    const Bindings* bound = scope < 0 ? nullptr : bindingsIn(scope, name);
    bound = bound == nullptr ? bindingsIn(-1, name) : bound;
    return bound != nullptr && bound->size() == 1 && bound->front().simple ? bound->front().value
                                                                           : -1;
}

PythonFile::NameValues PythonFile::valuesOf(qint32 identifier) const
{
    NameValues result;
    const QByteArray name = rawKeyOf(m_tree.text(identifier));
    if (m_tree.kind(identifier) != SyntaxKind::Identifier) {
        result.complete = false;
        return result;
    }
    const qint32 own = scopeOf(identifier);
    const qint32 scope = isLocal(identifier) ? own : -1;
    const Bindings* bound = bindingsIn(scope, m_tree.text(identifier));
    const size_t count = bound == nullptr ? 0 : std::min(bound->size(), kMaxBindings);
    for (size_t i = 0; i < count; ++i) {
        const Binding& one = (*bound)[i];
        if (one.parameter) {
            result.parameters.push_back(one.node);
        } else if (one.simple && one.value >= 0) {
            result.values.push_back(one.value);
        } else {
            result.complete = false;
        }
    }
    result.complete = result.complete && bound != nullptr && bound->size() == count &&
                      (scope >= 0 || !m_imported.contains(name));
    std::sort(result.values.begin(), result.values.end());
    return result;
}

std::optional<qsizetype> PythonFile::offsetAfterFlag() const
{
    if (m_flagLine == 0) {
        return std::nullopt;
    }
    for (qint32 i = m_tree.namedChild(0, 0); i >= 0; i = m_tree.at(i).nextSibling) {
        const ByteRange range = m_tree.range(i);
        const SyntaxKind kind = m_tree.kind(i);
        if (m_source.lineOf(range.begin) <= m_flagLine &&
            m_source.lineOf(std::max(range.begin, range.end - 1)) >= m_flagLine) {
            const bool plain =
                kind == SyntaxKind::ExpressionStatement || kind == SyntaxKind::ImportFrom;
            const qsizetype end = m_source.lineRange(m_flagLine).end;
            // The line ends with the statement, so that a block can follow.
            return plain && static_cast<qsizetype>(m_tree.at(i).end) <= end &&
                           (end < m_source.bytes().size() || m_source.endsWithNewline())
                       ? std::optional(end)
                       : std::nullopt;
        }
    }
    return std::nullopt;
}

std::vector<qint32> PythonFile::itemValues(std::string_view name, std::string_view key) const
{
    for (const qint32 i : m_itemsRead ? std::vector<qint32>() : nodes(SyntaxKind::Assignment)) {
        const qint32 left = m_tree.child(i, SyntaxField::Left);
        const qint32 right = m_tree.child(i, SyntaxField::Right);
        std::string_view written;
        if (right >= 0 && m_tree.kind(left) == SyntaxKind::Subscript &&
            m_tree.plainString(m_tree.child(left, SyntaxField::Subscript), &written)) {
            const std::string_view of = m_tree.text(m_tree.child(left, SyntaxField::Value));
            std::vector<qint32>& values = m_itemValues[{toBytes(of), toBytes(written)}];
            if (values.size() < kMaxBindings) {
                values.push_back(right);
            }
        }
    }
    m_itemsRead = true;
    return m_itemValues.value({rawKeyOf(name), rawKeyOf(key)});
}

qint32 PythonFile::keyword(qint32 call, std::string_view name) const
{
    const qint32 arguments = m_tree.child(call, SyntaxField::Arguments);
    for (const qint32 argument : m_tree.namedChildren(arguments)) {
        if (m_tree.kind(argument) == SyntaxKind::KeywordArgument &&
            m_tree.text(m_tree.child(argument, SyntaxField::Name)) == name) {
            return m_tree.child(argument, SyntaxField::Value);
        }
    }
    return -1;
}

qint32 PythonFile::positional(qint32 call, int number) const
{
    const qint32 arguments = m_tree.child(call, SyntaxField::Arguments);
    for (const qint32 argument : m_tree.namedChildren(arguments)) {
        const SyntaxKind kind = m_tree.kind(argument);
        if (kind == SyntaxKind::KeywordArgument || kind == SyntaxKind::DictionarySplat) {
            return -1;
        }
        if (number-- == 0) {
            return argument;
        }
    }
    return -1;
}

bool PythonFile::runsAtImport(qint32 node) const
{
    for (qint32 i = node; i >= 0; i = m_tree.parent(i)) {
        const SyntaxKind outer = m_tree.kind(m_tree.parent(i));
        if ((outer == SyntaxKind::FunctionDefinition || outer == SyntaxKind::Lambda) &&
            m_tree.at(i).field == SyntaxField::Body) {
            return false;
        }
    }
    return true;
}

bool PythonFile::isNvidiaArm(qint32 node) const
{
    const qint32 outer = m_tree.parent(node);
    const SyntaxKind kind = m_tree.kind(outer);
    const bool statement = kind == SyntaxKind::IfStatement;
    const bool boolean = kind == SyntaxKind::BooleanOperator;
    if (!statement && !boolean && kind != SyntaxKind::ConditionalExpression) {
        return false;
    }
    const std::vector<qint32> parts =
        statement ? std::vector<qint32>() : m_tree.namedChildren(outer);
    qint32 condition = statement ? m_tree.child(outer, SyntaxField::Condition)
                                 : (parts.size() == 3 ? parts[1] : -1);
    if (boolean && parts.size() == 2 && node == parts[1]) {
        condition = parts[0];
    }
    bool negated = false;
    condition = m_tree.unwrapped(condition);
    while (m_tree.kind(condition) == SyntaxKind::NotOperator) {
        negated = !negated;
        condition = m_tree.unwrapped(m_tree.child(condition, SyntaxField::Argument));
    }
    if (m_tree.text(condition) != "is_rocm") {
        return false;
    }
    if (boolean) { // `not is_rocm and X`, `is_rocm or X`
        return negated == (m_tree.text(m_tree.child(outer, SyntaxField::Operator)) == "and");
    }
    const bool whole = statement || parts.size() == 3;
    const bool first =
        statement ? m_tree.at(node).field == SyntaxField::Consequence : whole && node == parts[0];
    const bool other = statement ? m_tree.kind(node) == SyntaxKind::ElseClause ||
                                       m_tree.kind(node) == SyntaxKind::ElifClause
                                 : whole && node == parts[2];
    return negated ? first : other;
}

bool PythonFile::isNvidiaOnly(qint32 node) const
{
    bool answer = false;
    std::vector<qint32> asked; // what is known of one node is known of those that lie in it
    for (qint32 i = node; i >= 0 && !answer; i = m_tree.parent(i)) {
        const auto known = m_nvidiaOnly.constFind(i);
        if (known != m_nvidiaOnly.constEnd()) {
            answer = *known;
            break;
        }
        asked.push_back(i);
        answer = isNvidiaArm(i);
    }
    for (const qint32 one : asked) {
        m_nvidiaOnly.insert(one, answer);
    }
    return answer;
}

bool PythonFile::flagKnownAt(qint32 node) const
{
    return m_flagProblem.isEmpty() &&
           (!runsAtImport(node) || static_cast<qsizetype>(m_tree.at(node).begin) >= m_flagKnown);
}

/// The last of the statements that share the line where `statement` ends: "import a; import b".
qint32 PythonFile::lastOfLine(qint32 statement) const
{
    qint32 last = statement;
    qsizetype end = m_source.lineRange(m_source.lineOf(m_tree.at(last).end)).end;
    for (qint32 i = m_tree.at(last).nextSibling;
         i >= 0 && static_cast<qsizetype>(m_tree.at(i).begin) < end; i = m_tree.at(i).nextSibling) {
        if (m_tree.at(i).named && m_tree.kind(i) != SyntaxKind::Comment) {
            last = i;
            end = m_source.lineRange(m_source.lineOf(m_tree.at(last).end)).end;
        }
    }
    return last;
}

/// Whether one of the statements behind `first` up to `last` may load Inductor.
bool PythonFile::loadsBehind(qint32 first, qint32 last) const
{
    for (qint32 i = first; i != last;) {
        i = m_tree.at(i).nextSibling;
        if (m_tree.at(i).named && m_tree.kind(i) != SyntaxKind::Comment &&
            mayLoadInductor(m_tree, i)) {
            return true;
        }
    }
    return false;
}

bool PythonFile::loadsBesideTorch() const
{
    return m_torchImport >= 0 && loadsBehind(m_torchImport, lastOfLine(m_torchImport));
}

qsizetype PythonFile::insertionOffset(const std::vector<PythonSite>& sites) const
{
    qint32 last = lastOfLine(m_torchImport);
    qsizetype end = m_source.lineRange(m_source.lineOf(m_tree.at(last).end)).end;
    const bool early = std::any_of(sites.begin(), sites.end(), [](const PythonSite& site) {
        return !site.flagBlock.isEmpty() && site.flagBlockEarly;
    });
    std::vector<qsizetype> edited;
    for (const PythonSite& site : sites) {
        if (!site.edits.isEmpty()) {
            edited.push_back(site.range.begin);
        }
    }
    std::sort(edited.begin(), edited.end());
    while (true) {
        // Past empty lines, comments, and imports that are tried, as long as imports follow: code
        // before an import is a fault to linters.
        qint32 next = m_tree.at(last).nextSibling;
        qsizetype from = end;
        const auto isEdited = [&](ByteRange range) {
            const auto first = std::lower_bound(edited.begin(), edited.end(), range.begin);
            return first != edited.end() && *first < range.end;
        };
        for (; next >= 0; next = m_tree.at(next).nextSibling) {
            const SyntaxKind kind = m_tree.kind(next);
            const bool tries =
                !early && (kind == SyntaxKind::TryStatement || kind == SyntaxKind::IfStatement);
            if (kind == SyntaxKind::Comment) {
                continue;
            }
            if (!tries || isEdited(m_tree.range(next)) ||
                m_tree.text(next).find("import ") == std::string_view::npos) {
                break;
            }
            from = m_source.lineRange(m_source.lineOf(m_tree.range(next).end)).begin;
        }
        const SyntaxKind kind = m_tree.kind(next);
        if (next < 0 || (kind != SyntaxKind::ImportStatement && kind != SyntaxKind::ImportFrom) ||
            static_cast<qsizetype>(m_tree.at(next).begin) < from ||
            m_source.lineRange(m_source.lineOf(m_tree.at(next).begin)).begin !=
                static_cast<qsizetype>(m_tree.at(next).begin)) {
            return end;
        }
        const qint32 lastThere = lastOfLine(next);
        const ByteRange all = {m_tree.range(next).begin, m_tree.range(lastThere).end};
        if (isEdited(all) ||
            (early && (mayLoadInductor(m_tree, next) || loadsBehind(next, lastThere)))) {
            return end;
        }
        last = lastThere;
        end = m_source.lineRange(m_source.lineOf(all.end)).end;
    }
}

} // namespace rocport
