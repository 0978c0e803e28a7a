#pragma once

#include "core/isolation/syntaxtree.h"
#include "core/rules/analyse.h"
#include "core/rules/proposal.h"
#include "core/rules/python/projectstyle.h"

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <QHash>
#include <QSet>
#include <string>
#include <vector>

namespace rocport {

struct PythonStyle;

/// Whole sibling statements behind a gate.
struct PythonGate
{
    qint32 first = -1; ///< -1: the edits are not a gate for statements
    qint32 last = -1;
    QByteArray standIn; ///< what ROCm runs instead, as for gateStatements()
};

/// A place that a Python rule found, with the edits that it asks for. `edits` is empty if no edit
/// can be proposed; `wayOut` then says what to do.
struct PythonSite
{
    const Rule* rule = nullptr;
    qint32 node = -1; ///< what must run after the flag is known
    ByteRange range;
    QString symbol;
    Captures captures;
    RepeatedPlaces places;            ///< if it is about several, `range` first
    std::optional<Severity> severity; ///< if it differs from the rule's
    QVector<TextEdit> edits;          ///< sorted
    QVector<TextEdit> identity;       ///< as in HunkDraft
    bool needsFlag = true;            ///< the edits test is_rocm
    bool sharesLine = false;          ///< a statement could not be gated for that reason
    PythonGate gate;                  ///< what `edits` gate; see gateSite()
    std::vector<size_t> joined;       ///< sites whose statements this gate includes
    bool inOther = false;             ///< it is one of those of another site
    bool needsRule = false;           ///< only right with the edits of the rule's other sites
    QByteArray block;                 ///< lines that the edits need before them; see addBlock()
    QString blockName;                ///< what the block defines
    QString change;                   ///< what the edits do, if the rule's text is too general
    QString wayOut;                   ///< replaces the rule's
    /// Lines (without `if is_rocm:` and indentation) of a block that goes right after the
    /// definition of is_rocm; `edits` are derived from it.
    QByteArrayList flagBlock;
    QByteArray flagBlockKey;     ///< the first of these lines in the form used for the change's
                                 ///< key, without empty lines
    bool flagBlockEarly = false; ///< before the imports that follow the import of torch
};

/// analysePython(); returns the tree that it parsed if it needed one and the file is not large; the
/// tree's text is that of `source`.
std::optional<SyntaxTree> analysePythonTree(const SourceBuffer& source,
                                            const AnalysisContext& context, FileAnalysis& analysis,
                                            const std::function<QString(int line)>& places = {});

/// On which builds a place runs, as far as the conditions around it tell.
enum class RocmSide : quint8 {
    Both,
    Rocm,    ///< on ROCm only
    Other,   ///< everywhere else
    Unclear, ///< a condition names ROCm in a way that is not understood
};

/// A Python file as the rules see it: tree, imports, simple assignments, and where is_rocm is
/// known.
class PythonFile
{
public:
    /// `places` names lines if the text is part of another file ("cell 3, line 2").
    PythonFile(const SourceBuffer& source, const SyntaxTree& tree,
               std::function<QString(int line)> places = {});

    /// Whether the text is part of another file, like the cells of a notebook.
    [[nodiscard]] bool isPart() const { return static_cast<bool>(m_places); }

    /// How a message refers to the line in which `node` begins: "line 40".
    [[nodiscard]] QString placeOf(qint32 node) const
    {
        return placeOfLine(m_source.lineOf(m_tree.at(node).begin));
    }
    [[nodiscard]] QString placeOfLine(int line) const
    {
        return m_places ? m_places(line) : QStringLiteral("line %1").arg(line);
    }

    /// Whether two nodes are in the same cell, if the text is part of a notebook; otherwise true.
    [[nodiscard]] bool inSamePart(qint32 a, qint32 b) const
    {
        const auto part = [this](qint32 node) { return placeOf(node).section(u',', 0, 0); };
        return !m_places || part(a) == part(b);
    }

    [[nodiscard]] const SourceBuffer& source() const { return m_source; }
    [[nodiscard]] const SyntaxTree& tree() const { return m_tree; }
    /// All nodes of a kind, in order.
    [[nodiscard]] const std::vector<qint32>& nodes(SyntaxKind kind) const
    {
        return m_byKind[static_cast<size_t>(kind)];
    }

    /// The full name of what a name or attribute refers to, as far as imports and simple
    /// assignments tell: "torch.compile" for `compile` after `from torch import compile`. Names
    /// that were not imported stay as written; empty when it is not a name.
    [[nodiscard]] std::string qualified(qint32 node, int depth = 0) const;
    /// Whether any import binds a name of the package.
    [[nodiscard]] bool imports(std::string_view package) const;
    /// Whether the first name of an attribute chain was bound by an import.
    [[nodiscard]] bool isImported(std::string_view name) const;
    /// The value of a name that is assigned exactly once in the scope of `node` or in the module;
    /// -1 when unknown.
    [[nodiscard]] qint32 valueOf(qint32 identifier) const;
    /// All values that a name may have if it is bound several times.
    struct NameValues
    {
        std::vector<qint32> values;
        std::vector<qint32> parameters; ///< the names of parameters of functions
        bool complete = true;           ///< no other binding (loops, with, +=, imports)
    };
    /// Those in the scope of `identifier`, or in the module if that has none.
    [[nodiscard]] NameValues valuesOf(qint32 identifier) const;
    /// Values assigned to `name["key"]` anywhere.
    [[nodiscard]] std::vector<qint32> itemValues(std::string_view name, std::string_view key) const;
    /// Keyword argument's value, or -1.
    [[nodiscard]] qint32 keyword(qint32 call, std::string_view name) const;
    /// The `number`th positional argument, or -1.
    [[nodiscard]] qint32 positional(qint32 call, int number) const;

    /// Whether the place only runs if is_rocm is false.
    [[nodiscard]] bool isNvidiaOnly(qint32 node) const;
    /// Whether is_rocm, existing or added, is defined when `node` runs.
    [[nodiscard]] bool flagKnownAt(qint32 node) const;
    [[nodiscard]] bool flagDefined() const { return m_flagDefined; }
    /// Offset after which code that runs at import may use is_rocm, where the file defines it.
    [[nodiscard]] qsizetype flagKnownFrom() const { return m_flagKnown; }
    /// Why is_rocm is not possible in this file; empty when it is.
    [[nodiscard]] QString flagProblem() const { return m_flagProblem; }
    /// The name by which the file knows torch at the top level; empty: it does not.
    [[nodiscard]] std::string torchName() const { return m_torchName; }
    /// The statement at the top level that imports torch, or else PyTorch's extension builder; -1.
    [[nodiscard]] qint32 torchImport() const { return m_torchImport; }
    /// The line that defines is_rocm, without indentation or line end: with torch, or, if the file
    /// only imports the extension builder, with that.
    [[nodiscard]] QByteArray flagDefinition() const;
    /// Where a block can be placed that tests an is_rocm defined in this file at the top level;
    /// nothing if it is defined elsewhere or not at all.
    [[nodiscard]] std::optional<qsizetype> offsetAfterFlag() const;
    /// Where the definition goes, so that sites that run at import have it.
    [[nodiscard]] qsizetype insertionOffset(const std::vector<PythonSite>& sites) const;
    /// Whether a statement behind the import of torch, on its line, may load torch._inductor: then
    /// no line can be put between them.
    [[nodiscard]] bool loadsBesideTorch() const;
    [[nodiscard]] bool runsAtImport(qint32 node) const;

    /// What asksForRocm() found out about single nodes, each once.
    struct Asked
    {
        QHash<qint32, bool> conditions; ///< whether a node's conditions name ROCm
        QHash<qint32, qint32> leaving;  ///< by suite: its first statement that leaves for ROCm
        QHash<qint32, bool> answers;    ///< by node
        QHash<qint32, RocmSide> sides;  ///< by node
        QHash<qint32, std::vector<std::pair<qint32, RocmSide>>> after; ///< by suite, see rocmSide()
        /// Identifiers by name, once servesOthers() needed them.
        std::optional<std::map<std::string_view, std::vector<qint32>>> names;
        std::map<std::string_view, bool> serving; ///< by name, see servesOthers()
    };
    [[nodiscard]] Asked& asked() const { return m_asked; }

    /// An expression with a ROCm alternative in front of it.
    struct Gated
    {
        qint32 node = -1;
        QByteArray rocm;
    };
    /// What gateExpression() made edits for, by the byte at which the expression begins.
    [[nodiscard]] QHash<qsizetype, Gated>& gated() const { return m_gated; }

    /// One step of indentation in this file.
    [[nodiscard]] QByteArray indentUnit() const { return m_unit; }

private:
    struct Binding
    {
        std::string name;
        std::string target;
        bool simple = true; ///< an assignment with a value
        qint32 value = -1;
        qint32 scope = -1; ///< function, or -1
        qint32 node = -1;
        bool parameter = false;
    };
    [[nodiscard]] qint32 lastOfLine(qint32 statement) const;
    [[nodiscard]] bool loadsBehind(qint32 first, qint32 last) const;
    void readImports();
    void readAssignments();
    void readFlag();
    void readIndent();
    void readScopes();
    [[nodiscard]] qint32 scopeOf(qint32 node) const
    {
        return node < 0 ? -1 : m_scopes[static_cast<size_t>(node)];
    }
    /// Whether `node` is an arm of its enclosing condition that is not run on ROCm.
    [[nodiscard]] bool isNvidiaArm(qint32 node) const;
    /// Whether the function around a name binds it.
    [[nodiscard]] bool isLocal(qint32 identifier) const;

    const SourceBuffer& m_source;
    const SyntaxTree& m_tree;
    std::function<QString(int)> m_places;
    std::array<std::vector<qint32>, static_cast<size_t>(SyntaxKind::Count)> m_byKind;
    std::vector<qint32> m_scopes;             ///< of each node: the function around it, or -1
    mutable QHash<qint32, bool> m_nvidiaOnly; ///< answers of isNvidiaOnly()
    /// What one scope binds to one name.
    using Bindings = std::vector<Binding>;
    [[nodiscard]] const Bindings* bindingsIn(qint32 scope, std::string_view name) const;

    QHash<QByteArray, std::string> m_imported;                 ///< local name -> full name
    QSet<QByteArray> m_packages;                               ///< from which a name was imported
    QHash<std::pair<QByteArray, qint32>, Bindings> m_bindings; ///< by name and scope
    mutable QHash<std::pair<QByteArray, QByteArray>, std::vector<qint32>> m_itemValues;
    mutable bool m_itemsRead = false;
    mutable Asked m_asked;
    mutable QHash<qsizetype, Gated> m_gated;
    QByteArray m_unit = "    ";
    std::string m_torchName;
    qint32 m_torchImport = -1; ///< statement; that of the extension builder if there is none for
                               ///  torch
    bool m_flagDefined = false;
    qsizetype m_flagKnown = 0; ///< offset after which code that runs at import may use the flag
    int m_flagLine = 0;        ///< line of its definition; 0: none
    QString m_flagProblem;
};

/// Puts `if not is_rocm:` (or with `standIn`, `if is_rocm: <standIn> else:`) over the whole lines
/// of the statements first..last, siblings. Empty when they do not fill their lines.
QVector<TextEdit> gateStatements(const PythonFile& file, qint32 first, qint32 last,
                                 const QByteArray& standIn = {});
/// The same as the edits of a site, which mergeGates() may join with those of its neighbours.
void gateSite(const PythonFile& file, qint32 first, qint32 last, PythonSite& site,
              const QByteArray& standIn = {});
/// Merges gates of consecutive statements into one, in the edits of the first. Only for rules of
/// the same phase, since each phase is committed separately. `sites` are in order of position.
void mergeGates(const PythonFile& file, std::vector<PythonSite>& sites);
/// try/except ImportError around an import, with `standIn` in the handler.
QVector<TextEdit> guardImport(const PythonFile& file, qint32 statement, const QByteArray& standIn);
/// `<rocm> if is_rocm else <the expression>`; with parentheses if the place needs them.
QVector<TextEdit> gateExpression(const PythonFile& file, qint32 expression, const QByteArray& rocm);
/// Lays out gates of expressions in the project's style, and writes `not is_rocm and X` for `False
/// if is_rocm else X` if X is a truth value. The identity of a change stays the same.
void layOutGates(const PythonFile& file, const PythonStyle& style, std::vector<PythonSite>& sites);
/// "..." or '...' like the literal `like`.
QByteArray quotedLike(const PythonFile& file, qint32 like, const QByteArray& value);

/// Whether something around `node` tests for ROCm already: a condition that names is_rocm, hip,
/// rocm or amd, or a statement before it that leaves the function if such a condition is true.
bool asksForRocm(const PythonFile& file, qint32 node);

/// The value of an expression on ROCm if it tests for nothing else: `is_rocm`,
/// `bool(torch.version.hip)`, `torch.version.hip is None`, `not is_rocm`, and a name bound to one
/// of these. Nothing for anything else.
std::optional<bool> flagOnRocm(const PythonFile& file, qint32 expression, int depth = 0);

/// The side that a node is on: by conditions, by statements before it that leave the suite, and by
/// the name of its function.
RocmSide rocmSide(const PythonFile& file, qint32 node);
/// Whether code around `node` considers ROCm and does not run it there: rules about ROCm's own
/// settings leave this alone. What runs on ROCm only is not left alone.
bool isLeftToOthers(const PythonFile& file, qint32 node);

/// Whether a set-up script reads the list or the text that `node` is in, or calls its function,
/// only where it is not built for ROCm: `nvcc_flags` of `hipcc_flags if is_rocm else nvcc_flags`.
/// Other modules may use what stands in them, so of those this is not known.
bool servesOthers(const PythonFile& file, qint32 node);
/// Whether a build for ROCm has nothing of it: isNvidiaOnly(), by any condition that rocmSide()
/// understands, or servesOthers().
bool isForOthers(const PythonFile& file, qint32 node);
/// Whether the value is part of a condition that asks for ROCm too: `CUDA_HOME is None and not
/// is_rocm`.
bool isAskedWithRocm(const PythonFile& file, qint32 node);

/// Finds the places of a tree-sitter query. Appends them in any order.
class TreeSitterQuery;
class RuleWork;
void findByQuery(const PythonFile& file, const Rule& rule, const TreeSitterQuery& query,
                 const AnalysisContext& context, RuleWork& work, std::vector<PythonSite>& sites);

/// What is true about one allocator setting for a target.
struct AllocatorAdvice
{
    Severity severity = Severity::Info;
    QString note;            ///< sentences
    QByteArray rocmValue;    ///< value without what is dangerous; null: no change needed
    QByteArray rocmVariable; ///< the variable that this torch reads on ROCm; null: as written
};
AllocatorAdvice adviseAllocator(const QString& variable, const std::optional<QByteArray>& value,
                                const TargetSettings& target);
bool isAllocatorVariable(QByteArrayView name);

/// The {note} for a symbol, from the parameter `notes` of a rule: a list of tables with symbol (the
/// whole name, or its end after a dot), text, and optionally torch and rocm ranges.
QString noteFor(const QVariantMap& parameters, const QString& symbol, const TargetSettings& target);

} // namespace rocport
