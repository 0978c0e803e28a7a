#include "core/rules/python/pythonbuiltins.h"
#include "core/rules/python/pythonuses.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace rocport {

namespace {

/// What `import pynvml` or `from pynvml import ...` binds, when that is one name; else empty.
std::string boundName(const SyntaxTree& tree, qint32 statement)
{
    std::string result;
    int names = 0;
    for (const qint32 name : tree.namedChildren(statement)) {
        if (tree.at(name).field != SyntaxField::Name) {
            continue;
        }
        ++names;
        result = std::string(tree.text(tree.kind(name) == SyntaxKind::AliasedImport
                                           ? tree.child(name, SyntaxField::Alias)
                                           : name));
    }
    return names == 1 && result.find('.') == std::string::npos ? result : std::string();
}

bool importsModule(const SyntaxTree& tree, qint32 statement, std::string_view module)
{
    if (tree.kind(statement) == SyntaxKind::ImportFrom) {
        return tree.text(tree.child(statement, SyntaxField::ModuleName)) == module;
    }
    for (const qint32 name : tree.namedChildren(statement)) {
        const qint32 full = tree.kind(name) == SyntaxKind::AliasedImport
                                ? tree.child(name, SyntaxField::Name)
                                : name;
        if (tree.text(full) == module) {
            return true;
        }
    }
    return false;
}

/// Whether the import stands in a try that catches its failure.
bool isCaughtDirectly(const SyntaxTree& tree, qint32 statement)
{
    const qint32 block = tree.parent(statement);
    const qint32 owner = tree.parent(block);
    return tree.kind(owner) == SyntaxKind::TryStatement &&
           tree.child(owner, SyntaxField::Body) == block;
}

/// Functions that only compute, so that leaving them out leaves nothing else out.
bool isPlainBuiltin(std::string_view name)
{
    constexpr std::array<std::string_view, 13> kNames = {"int", "float", "str",   "bytes", "len",
                                                         "min", "max",   "round", "sum",   "range",
                                                         "abs", "list",  "tuple"};
    return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

/// What one function, or the module, does with pynvml.
struct Scope
{
    qint32 function = -1;
    std::set<qint32> gated;        ///< statements that use NVML and nothing else
    std::set<std::string> derived; ///< names that only those statements bind
    bool whole = true;             ///< every use that needs an edit is in one of them
};

class Pynvml
{
public:
    Pynvml(const PythonInput& input, std::vector<PythonSite>& sites)
        : m_input(input),
          m_file(input.file),
          m_tree(input.tree()),
          m_sites(sites),
          m_wildcard(hasWildcard()),
          m_uses(m_file, [this](qint32 identifier) { return isUse(identifier); })
    {
    }

    void run();

private:
    [[nodiscard]] bool hasWildcard() const;
    [[nodiscard]] bool isUse(qint32 identifier) const;
    [[nodiscard]] bool isNvml(qint32 function) const;
    [[nodiscard]] bool isDerived(const Scope& scope, qint32 node) const;
    [[nodiscard]] bool isOnlyNvml(const Scope& scope, qint32 statement) const;
    [[nodiscard]] bool callsOnlyNvml(const Scope& scope, qint32 statement, bool* prints) const;
    void learn(Scope& scope, qint32 identifier) const;
    void readScope(qint32 function, const std::vector<qint32>& reads);
    void gate(const std::set<qint32>& statements);
    void addOpen(qint32 read);
    void addImport(qint32 statement);
    void forceNone(qint32 statement, const std::string& name, PythonSite& site) const;
    [[nodiscard]] PythonSite siteAt(qint32 node, const QString& symbol, const char* key) const;

    const PythonInput& m_input;
    const PythonFile& m_file;
    const SyntaxTree& m_tree;
    std::vector<PythonSite>& m_sites;
    bool m_wildcard = false;
    ImportedUses m_uses;
    std::vector<qint32> m_needing; ///< reads that fail where the name is None and get no edit
};

/// `from pynvml import *`
bool Pynvml::hasWildcard() const
{
    for (const qint32 i : m_file.nodes(SyntaxKind::WildcardImport)) {
        if (importsModule(m_tree, m_tree.parent(i), "pynvml")) {
            return true;
        }
    }
    return false;
}

bool Pynvml::isUse(qint32 identifier) const
{
    const std::string name = m_file.qualified(identifier);
    if (name == "pynvml" || name.starts_with("pynvml.")) {
        return true;
    }
    return m_wildcard && (name.starts_with("nvml") || name.starts_with("NVML"));
}

bool Pynvml::isNvml(qint32 function) const
{
    const std::string name = m_file.qualified(function);
    return name.starts_with("pynvml.") || (m_wildcard && name.starts_with("nvml"));
}

/// Whether the first name of an attribute chain is derived from NVML, or is the module.
bool Pynvml::isDerived(const Scope& scope, qint32 node) const
{
    while (m_tree.kind(node) == SyntaxKind::Attribute) {
        node = m_tree.unwrapped(m_tree.child(node, SyntaxField::Object));
    }
    return m_tree.kind(node) == SyntaxKind::Identifier &&
           (scope.derived.contains(std::string(m_tree.text(node))) || isUse(node));
}

bool Pynvml::callsOnlyNvml(const Scope& scope, qint32 statement, bool* prints) const
{
    for (qint32 i = statement; i < m_tree.at(statement).subtreeEnd; ++i) {
        const SyntaxKind kind = m_tree.kind(i);
        const std::string_view text = m_tree.text(i);
        if (kind == SyntaxKind::NamedExpression || kind == SyntaxKind::Lambda ||
            (kind == SyntaxKind::Other && m_tree.at(i).named &&
             (text.starts_with("yield") || text.starts_with("await")))) {
            return false;
        }
        if (kind != SyntaxKind::Call) {
            continue;
        }
        const qint32 function = m_tree.child(i, SyntaxField::Function);
        const std::string_view name = m_tree.text(function);
        *prints = *prints || name == "print";
        if (!isNvml(function) && !isPlainBuiltin(name) && name != "print" &&
            !isDerived(scope, function)) {
            return false;
        }
    }
    return true;
}

/// A call of NVML, an assignment to names of the function from one, or a print of nothing else.
bool Pynvml::isOnlyNvml(const Scope& scope, qint32 statement) const
{
    const qint32 inner = m_tree.namedChild(statement, 0);
    if (m_tree.kind(statement) != SyntaxKind::ExpressionStatement ||
        m_tree.namedChild(statement, 1) >= 0) {
        return false;
    }
    if (m_tree.kind(inner) == SyntaxKind::Assignment) {
        const qint32 left = m_tree.child(inner, SyntaxField::Left);
        const qint32 right = m_tree.child(inner, SyntaxField::Right);
        const std::vector<qint32> names = m_tree.kind(left) == SyntaxKind::Identifier
                                              ? std::vector<qint32>{left}
                                              : m_tree.namedChildren(left);
        const bool plain = m_tree.kind(left) != SyntaxKind::Attribute &&
                           m_tree.kind(left) != SyntaxKind::Subscript &&
                           std::all_of(names.begin(), names.end(), [&](qint32 name) {
                               return m_tree.kind(name) == SyntaxKind::Identifier;
                           });
        if (scope.function < 0 || !plain || right < 0 ||
            m_tree.kind(right) == SyntaxKind::Assignment) {
            return false;
        }
    } else if (m_tree.kind(inner) != SyntaxKind::Call) {
        return false;
    }
    bool prints = false;
    if (!callsOnlyNvml(scope, statement, &prints)) {
        return false;
    }
    for (qint32 i = statement; prints && i < m_tree.at(statement).subtreeEnd; ++i) {
        const bool attribute = m_tree.at(i).field == SyntaxField::Attribute;
        const bool argument = m_tree.kind(m_tree.parent(i)) == SyntaxKind::KeywordArgument;
        if (m_tree.kind(i) == SyntaxKind::Identifier && !attribute && !argument &&
            !isPlainBuiltin(m_tree.text(i)) && m_tree.text(i) != "print" && !isDerived(scope, i)) {
            return false;
        }
    }
    return true;
}

/// Takes the statement around a use, or around a name that comes from one.
void Pynvml::learn(Scope& scope, qint32 identifier) const
{
    const qint32 statement = m_tree.statementOf(identifier);
    if (scope.gated.contains(statement)) {
        return;
    }
    if (statement < 0 || !isOnlyNvml(scope, statement) || !m_file.flagKnownAt(statement) ||
        gateStatements(m_file, statement, statement).isEmpty()) {
        scope.whole = false;
        return;
    }
    scope.gated.insert(statement);
    const qint32 left = m_tree.child(m_tree.namedChild(statement, 0), SyntaxField::Left);
    if (m_tree.kind(left) == SyntaxKind::Identifier) {
        scope.derived.insert(std::string(m_tree.text(left)));
    } else if (left >= 0) {
        for (const qint32 name : m_tree.namedChildren(left)) {
            scope.derived.insert(std::string(m_tree.text(name)));
        }
    }
}

/// All statements that a function's uses hang on are gated, or none is.
void Pynvml::readScope(qint32 function, const std::vector<qint32>& reads)
{
    Scope scope;
    scope.function = function;
    for (const qint32 read : reads) {
        learn(scope, read);
    }
    if (function >= 0 && !scope.derived.empty()) {
        const std::vector<qint32>& names = m_file.nodes(SyntaxKind::Identifier);
        const auto first = std::lower_bound(names.begin(), names.end(), function);
        // Twice, since a name may be read above the line that makes it a derived one.
        for (int round = 0; round < 2; ++round) {
            for (auto one = first; one != names.end() && *one < m_tree.at(function).subtreeEnd;
                 ++one) {
                const bool attribute = m_tree.at(*one).field == SyntaxField::Attribute;
                const bool argument =
                    m_tree.kind(m_tree.parent(*one)) == SyntaxKind::KeywordArgument &&
                    m_tree.at(*one).field == SyntaxField::Name;
                if (!attribute && !argument && scope.whole &&
                    scope.derived.contains(std::string(m_tree.text(*one)))) {
                    learn(scope, *one);
                }
            }
        }
    }
    if (scope.whole) {
        gate(scope.gated);
        return;
    }
    for (const qint32 read : reads) {
        addOpen(read);
    }
}

/// One change for each run of statements that follow each other.
void Pynvml::gate(const std::set<qint32>& statements)
{
    std::set<qint32> done;
    for (const qint32 first : statements) {
        if (done.contains(first)) {
            continue;
        }
        qint32 last = first;
        for (qint32 next = m_tree.at(first).nextSibling;
             next >= 0 && (m_tree.kind(next) == SyntaxKind::Comment ||
                           (statements.contains(next) && m_file.inSamePart(first, next)));
             next = m_tree.at(next).nextSibling) {
            last = statements.contains(next) ? next : last;
            done.insert(next);
        }
        const qint32 inner = m_tree.namedChild(first, 0);
        const qint32 right = m_tree.child(inner, SyntaxField::Right);
        const qint32 call = m_tree.unwrapped(right >= 0 ? right : inner);
        const std::string name = m_file.qualified(m_tree.child(call, SyntaxField::Function));
        PythonSite site = siteAt(
            first, name.empty() ? QStringLiteral("pynvml") : QString::fromStdString(name), "call");
        site.range.end = m_tree.codeEnd(last);
        gateSite(m_file, first, last, site);
        site.change = m_input.note(QStringLiteral("change-call"));
        m_sites.push_back(std::move(site));
    }
}

PythonSite Pynvml::siteAt(qint32 node, const QString& symbol, const char* key) const
{
    PythonSite site;
    site.rule = &m_input.rule;
    site.node = node;
    site.range = m_tree.range(node);
    site.symbol = symbol;
    site.captures = {{QStringLiteral("note"), m_input.note(QLatin1StringView(key))}};
    return site;
}

/// A finding at the call around a use that gets no edit.
void Pynvml::addOpen(qint32 read)
{
    if (!m_uses.acceptsNone(read)) {
        m_needing.push_back(read);
    }
    qint32 name = read;
    while (m_tree.kind(m_tree.parent(name)) == SyntaxKind::Attribute) {
        name = m_tree.parent(name);
    }
    const qint32 call = m_tree.parent(name);
    if (m_tree.kind(call) != SyntaxKind::Call || m_tree.at(name).field != SyntaxField::Function) {
        return;
    }
    const bool alone = m_tree.kind(m_tree.parent(call)) == SyntaxKind::ExpressionStatement;
    const bool caught = m_uses.handling(read) == Handling::Unclear;
    PythonSite site = siteAt(call, QString::fromStdString(m_file.qualified(name)),
                             caught ? "unclear" : (alone ? "call" : "value"));
    site.range = m_tree.range(name);
    site.wayOut =
        m_input.note(caught ? QStringLiteral("unclear-way") : QStringLiteral("use-instead"));
    m_sites.push_back(std::move(site));
}

/// `if is_rocm: name = None` after the try statement whose handler does the same: what asks for
/// the name then takes the path without NVML.
void Pynvml::forceNone(qint32 statement, const std::string& name, PythonSite& site) const
{
    const SourceBuffer& source = m_file.source();
    const qint32 outer = m_tree.parent(m_tree.parent(statement));
    bool falls = false;
    for (const qint32 i : m_file.nodes(SyntaxKind::Assignment)) {
        const bool none = m_tree.text(m_tree.child(i, SyntaxField::Left)) == name &&
                          m_tree.kind(m_tree.child(i, SyntaxField::Right)) == SyntaxKind::None;
        if (none && asksForRocm(m_file, i)) {
            return; // done already
        }
        falls = falls || (none && i > outer && i < m_tree.at(outer).subtreeEnd);
    }
    const qsizetype end = m_tree.codeEnd(outer);
    const ByteRange line = source.lineRange(source.lineOf(end - 1));
    const bool open = line.end == source.bytes().size() && !source.endsWithNewline();
    if (!falls || name.empty() || open || !m_file.flagKnownAt(outer) || m_uses.reads().empty()) {
        return;
    }
    const qsizetype begin = m_tree.at(outer).begin;
    const QByteArray newline = source.newlineAt(begin);
    const QByteArray indent = source.indentAt(begin);
    site.range.end = end;
    site.edits = {{{line.end, line.end},
                   indent + "if is_rocm:" + newline + indent + m_file.indentUnit() +
                       QByteArray::fromStdString(name) + " = None" + newline}};
    site.change = m_input.note(QStringLiteral("change-none"));
    site.wayOut.clear();
}

void Pynvml::addImport(qint32 statement)
{
    PythonSite site = siteAt(statement, QStringLiteral("import pynvml"), "import");
    const std::string name = boundName(m_tree, statement);
    const bool module = m_tree.kind(statement) == SyntaxKind::ImportStatement;
    const QByteArray standIn =
        name.empty() ? QByteArray() : QByteArray::fromStdString(name) + " = None";
    const auto say = [&](const char* note, const char* wayOut) {
        site.captures = {{QStringLiteral("note"), m_input.note(QLatin1StringView(note))}};
        site.wayOut = m_input.note(QLatin1StringView(wayOut));
    };
    if (isCaughtDirectly(m_tree, statement)) {
        site.severity = Severity::Info;
        say("caught", "use-instead");
        if (m_needing.empty() && module) {
            forceNone(statement, name, site);
        }
    } else if (name.empty() && module) {
        say("several", "split");
    } else if (!m_needing.empty()) {
        say("used", "used-way");
        site.captures.append({QStringLiteral("places"), ImportedUses::linesOf(m_file, m_needing)});
    } else if (m_file.flagKnownAt(statement)) {
        gateSite(m_file, statement, statement, site, module ? standIn : QByteArray());
        site.change = m_input.note(QStringLiteral("change-import"));
    } else if (!name.empty() && module) {
        say("early", "use-instead");
        site.wayOut.clear();
        site.edits = guardImport(m_file, statement, standIn);
        site.needsFlag = false;
        site.change = m_input.note(QStringLiteral("change-guard"));
    } else {
        say("early", "use-instead");
    }
    site.needsRule = !site.edits.isEmpty();
    m_sites.push_back(std::move(site));
}

void Pynvml::run()
{
    std::map<qint32, std::vector<qint32>> scopes;
    for (const qint32 read : m_uses.reads()) {
        if (m_uses.isGuarded(read)) {
            continue;
        }
        switch (m_uses.handling(read)) {
        case Handling::Always:
            break;
        case Handling::Named:
            m_needing.push_back(read);
            break;
        case Handling::Unclear:
            addOpen(read);
            break;
        case Handling::None:
            scopes[m_tree.ancestor(read, SyntaxKind::FunctionDefinition)].push_back(read);
            break;
        }
    }
    for (const auto& [function, reads] : scopes) {
        readScope(function, reads);
    }
    std::sort(m_needing.begin(), m_needing.end());
    for (const SyntaxKind kind : {SyntaxKind::ImportStatement, SyntaxKind::ImportFrom}) {
        for (const qint32 i : m_file.nodes(kind)) {
            if (importsModule(m_tree, i, "pynvml") && !m_file.isNvidiaOnly(i)) {
                addImport(i);
            }
        }
    }
}

} // namespace

void findPynvml(const PythonInput& input, std::vector<PythonSite>& sites)
{
    Pynvml(input, sites).run();
}

} // namespace rocport
