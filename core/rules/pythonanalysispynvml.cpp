#include "core/rules/pythonbuiltins.h"

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
bool isCaught(const SyntaxTree& tree, qint32 statement)
{
    const qint32 block = tree.parent(statement);
    const qint32 owner = tree.parent(block);
    return tree.kind(owner) == SyntaxKind::TryStatement &&
           tree.child(owner, SyntaxField::Body) == block;
}

void addImport(const PythonFile& file, const Rule& rule, qint32 statement,
               std::vector<PythonSite>& sites)
{
    const SyntaxTree& tree = file.tree();
    PythonSite site;
    site.rule = &rule;
    site.node = statement;
    site.range = tree.range(statement);
    site.symbol = QStringLiteral("import pynvml");
    const std::string name = boundName(tree, statement);
    const QByteArray standIn =
        name.empty() ? QByteArray() : QByteArray::fromStdString(name) + " = None";
    const QVariantMap& parameters = rule.matcherParameters;
    const auto note = [&](const char* key) {
        return noteFor(parameters, QLatin1StringView(key), {});
    };
    if (isCaught(tree, statement)) {
        site.severity = Severity::Info;
        site.captures = {{QStringLiteral("note"), note("caught")}};
        site.wayOut = note("use-instead");
    } else if (name.empty() && tree.kind(statement) == SyntaxKind::ImportStatement) {
        site.captures = {{QStringLiteral("note"), note("several")}};
        site.wayOut = note("split");
    } else if (file.flagKnownAt(statement)) {
        site.captures = {{QStringLiteral("note"), note("import")}};
        site.edits = gateStatements(
            file, statement, statement,
            tree.kind(statement) == SyntaxKind::ImportStatement ? standIn : QByteArray());
        site.sharesLine = site.edits.isEmpty();
        site.change = note("change-import");
    } else if (!name.empty() && tree.kind(statement) == SyntaxKind::ImportStatement) {
        site.captures = {{QStringLiteral("note"), note("early")}};
        site.edits = guardImport(file, statement, standIn);
        site.needsFlag = false;
        site.change = note("change-guard");
    } else {
        site.captures = {{QStringLiteral("note"), note("early")}};
        site.wayOut = note("use-instead");
    }
    sites.push_back(std::move(site));
}

bool isPynvmlCall(const PythonFile& file, qint32 statement, std::string* name)
{
    const SyntaxTree& tree = file.tree();
    if (tree.kind(statement) != SyntaxKind::ExpressionStatement) {
        return false;
    }
    const qint32 call = tree.namedChild(statement, 0);
    if (tree.kind(call) != SyntaxKind::Call || tree.namedChild(statement, 1) >= 0) {
        return false;
    }
    *name = file.qualified(tree.child(call, SyntaxField::Function));
    return name->starts_with("pynvml.");
}

} // namespace

void findPynvml(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const Rule& rule = input.rule;
    if (!file.imports("pynvml")) {
        // `from pynvml import *` binds no name that is known here.
        if (file.source().view().find("pynvml") == std::string_view::npos) {
            return;
        }
    }
    const SyntaxTree& tree = file.tree();
    const auto count = static_cast<qint32>(tree.nodes().size());
    for (qint32 i = 0; i < count; ++i) {
        const SyntaxKind kind = tree.kind(i);
        if ((kind == SyntaxKind::ImportStatement || kind == SyntaxKind::ImportFrom) &&
            importsModule(tree, i, "pynvml")) {
            if (!file.isNvidiaOnly(i)) {
                addImport(file, rule, i, sites);
            }
            continue;
        }
        std::string name;
        if (isPynvmlCall(file, i, &name)) {
            if (file.isNvidiaOnly(i)) {
                i = tree.at(i).subtreeEnd - 1;
                continue;
            }
            qint32 last = i;
            std::string next;
            while (tree.at(last).nextSibling >= 0 &&
                   isPynvmlCall(file, tree.at(last).nextSibling, &next)) {
                last = tree.at(last).nextSibling;
            }
            PythonSite site;
            site.rule = &rule;
            site.node = i;
            site.range = {tree.at(i).begin, tree.codeEnd(last)};
            site.symbol = QString::fromStdString(name);
            site.captures = {{QStringLiteral("note"),
                              noteFor(rule.matcherParameters, QStringLiteral("call"), {})}};
            if (file.flagKnownAt(i)) {
                site.edits = gateStatements(file, i, last);
                site.change = noteFor(rule.matcherParameters, QStringLiteral("change-call"), {});
            }
            if (site.edits.isEmpty()) {
                site.wayOut = noteFor(rule.matcherParameters, QStringLiteral("use-instead"), {});
            }
            sites.push_back(std::move(site));
            i = tree.at(last).subtreeEnd - 1;
        } else if (kind == SyntaxKind::Call && !file.isNvidiaOnly(i)) {
            name = file.qualified(tree.child(i, SyntaxField::Function));
            if (name.starts_with("pynvml.")) {
                PythonSite site;
                site.rule = &rule;
                site.node = i;
                site.range = tree.range(tree.child(i, SyntaxField::Function));
                site.symbol = QString::fromStdString(name);
                site.captures = {{QStringLiteral("note"),
                                  noteFor(rule.matcherParameters, QStringLiteral("value"), {})}};
                site.wayOut = noteFor(rule.matcherParameters, QStringLiteral("use-instead"), {});
                sites.push_back(std::move(site));
            }
        }
    }
}

} // namespace rocport
