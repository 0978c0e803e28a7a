#include "core/rules/python/pythonbuiltins.h"
#include "core/rules/python/pythonvalues.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace rocport {

namespace {

/// One name that an import binds.
struct Imported
{
    std::string module; ///< "flash_attn", "flash_attn.bert_padding"
    std::string name;   ///< empty: the module itself
    std::string local;
};

/// Statements that follow each other and import from flash-attn.
struct ImportRun
{
    qint32 first = -1;
    qint32 last = -1;
    std::vector<Imported> names;
    bool readable = true; ///< no `*`, no other module in the same statement
};

bool isFlashModule(std::string_view module)
{
    return module == "flash_attn" || module.starts_with("flash_attn.");
}

bool isThirdGeneration(std::string_view module)
{
    return module == "flash_attn_interface" || module == "flash_attn_3" ||
           module.starts_with("flash_attn_3.") || module == "hopper.flash_attn_interface";
}

/// Adds what a statement imports; false where it has nothing of flash-attn.
bool readImport(const SyntaxTree& tree, qint32 statement, ImportRun& run)
{
    const bool from = tree.kind(statement) == SyntaxKind::ImportFrom;
    if (!from && tree.kind(statement) != SyntaxKind::ImportStatement) {
        return false;
    }
    const std::string module(tree.text(tree.child(statement, SyntaxField::ModuleName)));
    if (from && !isFlashModule(module) && !isThirdGeneration(module)) {
        return false;
    }
    bool found = false;
    bool others = false;
    for (const qint32 child : tree.namedChildren(statement)) {
        if (tree.kind(child) == SyntaxKind::WildcardImport) {
            found = true;
            run.readable = false;
        }
        if (tree.at(child).field != SyntaxField::Name) {
            continue;
        }
        const bool aliased = tree.kind(child) == SyntaxKind::AliasedImport;
        const std::string name(tree.text(aliased ? tree.child(child, SyntaxField::Name) : child));
        const std::string local(tree.text(aliased ? tree.child(child, SyntaxField::Alias) : child));
        if (from) {
            run.names.push_back({module, name, local});
            found = true;
        } else if (isFlashModule(name) || isThirdGeneration(name)) {
            run.names.push_back({name, {}, local});
            found = true;
        } else {
            others = true;
        }
    }
    run.readable = run.readable && !(found && others);
    return found;
}

bool isConditional(const SyntaxTree& tree, qint32 statement)
{
    return tree.ancestor(statement, SyntaxKind::IfStatement) >= 0;
}

/// The parts of the rule's fix by name.
class StandIns
{
public:
    explicit StandIns(const Rule& rule)
    {
        for (const QVariant& one : rule.fix.parameters.value(QStringLiteral("part")).toList()) {
            const QVariantMap part = one.toMap();
            m_parts.insert(part.value(QStringLiteral("name")).toString(), part);
        }
    }

    [[nodiscard]] bool has(const std::string& name) const
    {
        return name.starts_with("flash_attn_") || name.ends_with("_input") ||
                       name == "index_first_axis"
                   ? m_parts.contains(QString::fromStdString(name))
                   : false;
    }

    /// Adds the lines of a part, after those that it needs, once.
    void add(const QString& name, QByteArrayList& lines)
    {
        if (m_added.contains(name)) {
            return;
        }
        m_added.append(name);
        const QVariantMap part = m_parts.value(name);
        for (const QString& need : part.value(QStringLiteral("needs")).toStringList()) {
            add(need, lines);
        }
        QByteArrayList text =
            part.value(QStringLiteral("text")).toString().toUtf8().trimmed().split('\n');
        if (text.first() == "import torch" && m_added.contains(QStringLiteral("attention"))) {
            text.removeFirst(); // imported already
        }
        while (text.first().isEmpty()) {
            text.removeFirst();
        }
        text.prepend(QByteArray());
        for (const QByteArray& line : std::as_const(text)) {
            // One empty line is enough where all of it is indented.
            if (!line.isEmpty() || (!lines.isEmpty() && !lines.last().isEmpty())) {
                lines.append(line);
            }
        }
    }

private:
    QHash<QString, QVariantMap> m_parts;
    QStringList m_added;
};

/// How many results this file takes from unpad_input: 4, 5, or 0 when it does not show.
int unpaddedResults(const PythonFile& file)
{
    const SyntaxTree& tree = file.tree();
    int result = 0;
    for (const qint32 call : file.nodes(SyntaxKind::Call)) {
        const std::string name = file.qualified(tree.child(call, SyntaxField::Function));
        if (!name.ends_with("bert_padding.unpad_input")) {
            continue;
        }
        const qint32 outer = tree.parent(call);
        int taken = 0;
        if (tree.kind(outer) == SyntaxKind::Assignment) {
            const std::vector<qint32> names =
                tree.namedChildren(tree.child(outer, SyntaxField::Left));
            const bool starred = std::any_of(names.begin(), names.end(), [&](qint32 one) {
                return tree.text(one).starts_with('*');
            });
            taken = starred ? 5 : static_cast<int>(names.size());
        } else if (tree.kind(outer) == SyntaxKind::Subscript) {
            taken = 5;
        }
        if ((taken != 4 && taken != 5) || (result != 0 && result != taken)) {
            return 0;
        }
        result = taken;
    }
    return result;
}

/// More names than these say nothing more in a sentence.
constexpr size_t kMostNamed = 50;

/// As many as decide whether there are stand-ins for all: of these there are fewer than kMostNamed.
std::vector<std::string> firstOf(const std::vector<std::string>& functions)
{
    const size_t count = std::min(functions.size(), 2 * kMostNamed);
    return {functions.begin(), functions.begin() + static_cast<qptrdiff>(count)};
}

QString joined(const std::vector<std::string>& names)
{
    QStringList parts;
    for (const std::string& name : names) {
        parts.append(QStringLiteral("`%1`").arg(QString::fromStdString(name)));
    }
    parts.removeDuplicates();
    if (parts.size() > qsizetype(kMostNamed)) {
        parts = parts.mid(0, qsizetype(kMostNamed)) + QStringList(QStringLiteral("…"));
    }
    return parts.join(QStringLiteral(", "));
}

class FlashAttention
{
public:
    FlashAttention(const PythonInput& input, std::vector<PythonSite>& sites)
        : m_input(input), m_file(input.file), m_tree(input.tree()), m_sites(sites)
    {
    }

    void run();

private:
    void addImports(const ImportRun& run);
    void addCalls();
    /// Empty when a name has no stand-in; `missing` gets those.
    QByteArrayList standInLines(const ImportRun& run, std::vector<std::string>& missing);
    const std::vector<std::string>& moduleUses(const Imported& module);
    /// How many results the file takes from unpad_input: unpaddedResults(), found once.
    int unpadded();
    [[nodiscard]] QByteArray importLines(const ImportRun& run) const;

    const PythonInput& m_input;
    const PythonFile& m_file;
    const SyntaxTree& m_tree;
    std::vector<PythonSite>& m_sites;
    bool m_unpaddedUnknown = false;
    std::optional<int> m_unpadded;
    /// What is taken from each name of the file; nothing: not looked for yet.
    std::optional<std::map<std::string, std::vector<std::string>>> m_uses;
};

int FlashAttention::unpadded()
{
    if (!m_unpadded) {
        m_unpadded = unpaddedResults(m_file);
    }
    return *m_unpadded;
}

/// What the file takes from `import flash_attn`, each once: attributes, or the name itself where it
/// is no plain attribute.
const std::vector<std::string>& FlashAttention::moduleUses(const Imported& module)
{
    if (!m_uses) {
        m_uses.emplace();
        std::set<std::pair<std::string_view, std::string_view>> seen;
        for (const qint32 i : m_file.nodes(SyntaxKind::Identifier)) {
            const qint32 outer = m_tree.parent(i);
            if (m_tree.kind(outer) == SyntaxKind::DottedName ||
                m_tree.kind(outer) == SyntaxKind::AliasedImport ||
                m_tree.at(i).field == SyntaxField::Attribute) {
                continue;
            }
            const std::string_view local = m_tree.text(i);
            const std::string_view taken =
                m_tree.kind(outer) == SyntaxKind::Attribute
                    ? m_tree.text(m_tree.child(outer, SyntaxField::Attribute))
                    : local;
            if (seen.emplace(local, taken).second) {
                (*m_uses)[std::string(local)].emplace_back(taken);
            }
        }
    }
    return (*m_uses)[module.local.substr(0, module.local.find('.'))];
}

QByteArrayList FlashAttention::standInLines(const ImportRun& run, std::vector<std::string>& missing)
{
    StandIns standIns(m_input.rule);
    QByteArrayList lines;
    QByteArrayList bindings;
    std::set<std::array<std::string_view, 3>> seen;
    for (const Imported& one : run.names) {
        if (missing.size() > kMostNamed) {
            break; // there is no stand-in for all, and enough to say so
        }
        if (!seen.insert({one.module, one.name, one.local}).second) {
            continue;
        }
        std::vector<std::string> functions = {one.name};
        if (one.name.empty()) {
            functions.clear();
            if (one.module.find('.') != std::string::npos) {
                functions.push_back(one.module);
            } else {
                functions = firstOf(moduleUses(one));
                if (functions.empty()) { // what others take from it is not known
                    missing.push_back(one.module);
                }
            }
        }
        QByteArrayList members;
        for (const std::string& name : functions) {
            if (!standIns.has(name)) {
                missing.push_back(name);
                continue;
            }
            const QByteArray text = QByteArray::fromStdString(name);
            standIns.add(QString::fromUtf8(text), lines);
            m_unpaddedUnknown = m_unpaddedUnknown || name == "unpad_input";
            const QByteArray member = text + '=' + text;
            if (!members.contains(member)) {
                members.append(member);
            }
            if (!one.name.empty() && one.local != name) {
                bindings.append(QByteArray::fromStdString(one.local) + " = " + text);
            }
        }
        if (one.name.empty()) {
            bindings.append("import types");
            bindings.append(QByteArray::fromStdString(one.local) + " = types.SimpleNamespace(" +
                            members.join(", ") + ')');
        }
    }
    if (!bindings.isEmpty()) {
        lines.append(QByteArray());
    }
    return lines + bindings;
}

/// The import statements as they are written, without the indentation of the first.
QByteArray FlashAttention::importLines(const ImportRun& run) const
{
    const SourceBuffer& source = m_file.source();
    const qsizetype begin = m_tree.at(run.first).begin;
    const qsizetype end = m_tree.codeEnd(run.last);
    return source.bytes().sliced(begin, end - begin);
}

void FlashAttention::addImports(const ImportRun& run)
{
    const bool third = std::any_of(run.names.begin(), run.names.end(), [](const Imported& one) {
        return isThirdGeneration(one.module);
    });
    const bool top = m_tree.kind(m_tree.parent(run.first)) == SyntaxKind::Module;
    std::vector<std::string> all;
    for (const Imported& one : run.names) {
        all.push_back(one.name.empty() ? one.module : one.name);
    }
    const QString symbol =
        all.size() == 1
            ? QString::fromStdString(all.front())
            : QString::fromStdString(run.names.empty() ? "flash_attn" : run.names.front().module);
    const auto add = [&](const char* key, std::optional<Severity> severity) -> PythonSite& {
        PythonSite site = siteFor(m_input, run.first, symbol, QLatin1StringView(key));
        site.range.end = m_tree.codeEnd(run.last);
        site.severity = severity;
        m_sites.push_back(std::move(site));
        return m_sites.back();
    };
    if (third) {
        const bool caught = isInTryBody(m_tree, run.first) || isConditional(m_tree, run.first);
        add("three", caught ? std::optional(Severity::Warning) : std::nullopt);
        return;
    }
    if (isInTryBody(m_tree, run.first) ||
        (isConditional(m_tree, run.first) && m_file.runsAtImport(run.first))) {
        add("caught", Severity::Info);
        return;
    }
    if (!top) {
        add("inside", Severity::Warning);
        return;
    }
    std::vector<std::string> missing;
    const QByteArrayList lines = standInLines(run, missing);
    const int unpadded = m_unpaddedUnknown ? this->unpadded() : 5;
    m_unpaddedUnknown = false;
    if (!missing.empty() || !run.readable || lines.isEmpty()) {
        const bool rotary =
            std::all_of(run.names.begin(), run.names.end(), [](const Imported& one) {
                return one.module == "flash_attn.layers.rotary";
            });
        PythonSite& site = add(rotary && !run.names.empty() ? "rotary" : "no-stand-in", {});
        site.wayOut = m_input.note(QStringLiteral("no-stand-in-way"));
        missing = missing.empty() ? all : missing;
        site.captures.append(
            {QStringLiteral("names"), missing.empty() ? QStringLiteral("`*`") : joined(missing)});
        return;
    }
    if (unpadded == 0) {
        add("unpadded", {});
        return;
    }
    PythonSite& site = add("import", {});
    const QByteArray newline = m_file.source().newlineAt(m_tree.at(run.first).begin);
    const QByteArray unit = m_file.indentUnit();
    QByteArray original = importLines(run);
    original.replace("\n", "\n" + unit + unit);
    QByteArray text =
        "try:" + newline + unit + unit + original + newline + unit + "except ImportError:";
    for (QByteArray line : lines) {
        QByteArray indent = unit + unit;
        while (line.startsWith("    ")) {
            line.remove(0, 4);
            indent += unit;
        }
        line.replace("{fifth}",
                     unpadded == 5 ? ", attention_mask.sum(dim=-1, dtype=torch.int32)" : "");
        text += newline + (line.isEmpty() ? QByteArray() : indent + line);
    }
    site.edits = gateStatements(m_file, run.first, run.last, text);
    site.sharesLine = site.edits.isEmpty();
}

/// One finding for each entry point at its first call, and one for each call with an argument that
/// is not served everywhere.
void FlashAttention::addCalls()
{
    std::map<std::string, std::pair<qint32, RepeatedPlaces>> calls;
    for (const qint32 call : m_file.nodes(SyntaxKind::Call)) {
        const qint32 function = m_tree.child(call, SyntaxField::Function);
        const std::string name = m_file.qualified(function);
        if (!isFlashModule(name) || m_file.isNvidiaOnly(call) || asksForRocm(m_file, call)) {
            continue;
        }
        std::vector<std::string> special;
        for (const char* argument : {"alibi_slopes", "softcap", "block_table", "return_attn_probs",
                                     "return_softmax_lse", "rotary_cos", "page_table", "s_aux"}) {
            const qint32 value = m_file.keyword(call, argument);
            const std::string_view text = m_tree.text(value);
            if (value >= 0 && text != "None" && text != "False" && text != "0.0" && text != "0") {
                special.emplace_back(argument);
            }
        }
        const QString symbol = QString::fromStdString(name.substr(name.rfind('.') + 1));
        if (special.empty()) {
            auto& entry = calls.try_emplace(name, call, RepeatedPlaces()).first->second;
            entry.second.add(m_tree.range(function));
            continue;
        }
        PythonSite site = siteFor(m_input, function, symbol, QStringLiteral("argument"));
        site.captures.append({QStringLiteral("names"), joined(special)});
        site.severity = Severity::Warning;
        m_sites.push_back(std::move(site));
    }
    for (const auto& [name, entry] : calls) {
        PythonSite site = siteFor(m_input, m_tree.child(entry.first, SyntaxField::Function),
                                  QString::fromStdString(name.substr(name.rfind('.') + 1)),
                                  QStringLiteral("call"));
        site.severity = Severity::Info;
        site.captures.append(
            {QStringLiteral("count"),
             entry.second.count == 1
                 ? QStringLiteral("called here")
                 : QStringLiteral("called at %1 places of the file").arg(entry.second.count)});
        site.places = entry.second;
        m_sites.push_back(std::move(site));
    }
}

void FlashAttention::run()
{
    const auto count = static_cast<qint32>(m_tree.nodes().size());
    for (qint32 i = 0; i < count; ++i) {
        const SyntaxKind kind = m_tree.kind(i);
        if (kind != SyntaxKind::ImportFrom && kind != SyntaxKind::ImportStatement) {
            continue;
        }
        ImportRun run;
        if (!readImport(m_tree, i, run)) {
            continue;
        }
        run.first = i;
        run.last = i;
        for (qint32 next = m_tree.at(i).nextSibling; next >= 0;
             next = m_tree.at(next).nextSibling) {
            ImportRun more;
            if (!readImport(m_tree, next, more) || (run.readable && !more.readable)) {
                break;
            }
            std::move(more.names.begin(), more.names.end(), std::back_inserter(run.names));
            run.last = next;
        }
        i = m_tree.at(run.last).subtreeEnd - 1;
        if (!m_file.isNvidiaOnly(run.first) && !asksForRocm(m_file, run.first)) {
            addImports(run);
        }
    }
    addCalls();
}

} // namespace

void findFlashAttention(const PythonInput& input, std::vector<PythonSite>& sites)
{
    if (input.names.ownsPackage("flash_attn")) {
        return; // the project is flash-attn
    }
    FlashAttention(input, sites).run();
}

} // namespace rocport
