#pragma once

#include "core/isolation/syntaxtree.h"
#include "core/rules/analyse.h"
#include "core/rules/proposal.h"
#include "core/rules/python/projectstyle.h"

#include <array>
#include <functional>
#include <optional>
#include <QHash>
#include <QSet>
#include <string>
#include <vector>

namespace rocport {

struct PythonStyle;

/// Whole statements that are behind a gate, siblings.
struct PythonGate
{
    qint32 first = -1; ///< -1: the edits are no gate of statements
    qint32 last = -1;
    QByteArray standIn; ///< what ROCm runs instead, as for gateStatements()
};

/// A place that a Python rule found, with the edits that it asks for. `edits` is empty where no
/// edit can be proposed; `wayOut` then says what to do.
struct PythonSite
{
    const Rule* rule = nullptr;
    qint32 node = -1; ///< what must run after the flag is known
    ByteRange range;
    QString symbol;
    Captures captures;
    RepeatedPlaces places;            ///< where it speaks of several, `range` first
    std::optional<Severity> severity; ///< where it differs from the rule's
    QVector<TextEdit> edits;          ///< sorted
    QVector<TextEdit> identity;       ///< as in HunkDraft
    bool needsFlag = true;            ///< the edits ask is_rocm
    bool sharesLine = false;          ///< a statement could not be gated for that reason
    PythonGate gate;                  ///< what `edits` gate; see gateSite()
    std::vector<size_t> joined;       ///< sites whose statements this gate takes in
    bool inOther = false;             ///< it is one of those of another site
    bool needsRule = false;           ///< right only with the edits of the rule's other sites
    QByteArray block;                 ///< lines that the edits need before them; see addBlock()
    QString blockName;                ///< what the block defines
    QString change;                   ///< what the edits do, where the rule's text is too general
    QString wayOut;                   ///< replaces the rule's
    /// Lines (without `if is_rocm:` and indentation) of a block that goes right after the
    /// definition of is_rocm; `edits` are made from it.
    QByteArrayList flagBlock;
    QByteArray flagBlockKey;     ///< the first of these lines as the change's key knows it, without
                                 ///< empty lines
    bool flagBlockEarly = false; ///< before the imports that follow the import of torch
};

/// analysePython(), which gives the tree that it parsed where it needed one and the file is not
/// large; its text is `source`'s.
std::optional<SyntaxTree> analysePythonTree(const SourceBuffer& source,
                                            const AnalysisContext& context, FileAnalysis& analysis,
                                            const std::function<QString(int line)>& places = {});

/// On which builds a place runs, as far as the conditions around it tell.
enum class RocmSide : quint8 {
    Both,
    Rocm,    ///< on ROCm only
    Other,   ///< everywhere else
    Unclear, ///< a condition names ROCm in a way that is not followed
};

/// A Python file as the rules see it: tree, imports, simple assignments, and where is_rocm is
/// known.
class PythonFile
{
public:
    /// `places` names lines where the text is part of another file ("cell 3, line 2").
    PythonFile(const SourceBuffer& source, const SyntaxTree& tree,
               std::function<QString(int line)> places = {});

    /// Whether the text is part of another file, as the cells of a notebook are.
    [[nodiscard]] bool isPart() const { return static_cast<bool>(m_places); }

    /// What a sentence calls the line that `node` begins in: "line 40".
    [[nodiscard]] QString placeOf(qint32 node) const
    {
        return placeOfLine(m_source.lineOf(m_tree.at(node).begin));
    }
    [[nodiscard]] QString placeOfLine(int line) const
    {
        return m_places ? m_places(line) : QStringLiteral("line %1").arg(line);
    }

    /// Whether two nodes are in one cell, where the text is part of a notebook; else always.
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

    /// The full name of what a name or attribute stands for, as far as imports and simple
    /// assignments tell: "torch.compile" for `compile` after `from torch import compile`. Names
    /// that were not imported stay as written; empty when it is no name.
    [[nodiscard]] std::string qualified(qint32 node, int depth = 0) const;
    /// Whether any import binds a name of the package.
    [[nodiscard]] bool imports(std::string_view package) const;
    /// Whether the first name of an attribute chain was bound by an import.
    [[nodiscard]] bool isImported(std::string_view name) const;
    /// The value of a name that is assigned once in the scope of `node` or in the module and
    /// nowhere else; -1 when unknown.
    [[nodiscard]] qint32 valueOf(qint32 identifier) const;
    /// All that a name may be given where it is bound several times.
    struct NameValues
    {
        std::vector<qint32> values;
        std::vector<qint32> parameters; ///< the names of parameters of functions
        bool complete = true;           ///< no other binding (loops, with, +=, imports)
    };
    /// Of the scope of `identifier`, or of the module where that has none.
    [[nodiscard]] NameValues valuesOf(qint32 identifier) const;
    /// Values given to `name["key"]` anywhere.
    [[nodiscard]] std::vector<qint32> itemValues(std::string_view name, std::string_view key) const;
    /// Keyword argument's value, or -1.
    [[nodiscard]] qint32 keyword(qint32 call, std::string_view name) const;
    /// The `number`th positional argument, or -1.
    [[nodiscard]] qint32 positional(qint32 call, int number) const;

    /// Whether the place only runs with is_rocm false.
    [[nodiscard]] bool isNvidiaOnly(qint32 node) const;
    /// Whether is_rocm, there or put there, is known when `node` runs.
    [[nodiscard]] bool flagKnownAt(qint32 node) const;
    [[nodiscard]] bool flagDefined() const { return m_flagDefined; }
    /// Offset after which code that runs at import may use is_rocm, where the file defines it.
    [[nodiscard]] qsizetype flagKnownFrom() const { return m_flagKnown; }
    /// Why is_rocm cannot be had in this file; empty when it can.
    [[nodiscard]] QString flagProblem() const { return m_flagProblem; }
    /// Name under which the file knows torch at the top level; empty: not.
    [[nodiscard]] std::string torchName() const { return m_torchName; }
    /// The statement at the top level that imports torch, or else PyTorch's extension builder; -1.
    [[nodiscard]] qint32 torchImport() const { return m_torchImport; }
    /// The line that defines is_rocm, without indentation or line end: by torch, or where the file
    /// imports the extension builder only, by that.
    [[nodiscard]] QByteArray flagDefinition() const;
    /// Where a block can stand that asks an is_rocm defined in this file at the top level; nothing
    /// where it is defined elsewhere or not at all.
    [[nodiscard]] std::optional<qsizetype> offsetAfterFlag() const;
    /// Where the definition goes, such that sites that run at import have it.
    [[nodiscard]] qsizetype insertionOffset(const std::vector<PythonSite>& sites) const;
    [[nodiscard]] bool runsAtImport(qint32 node) const;

    /// What asksForRocm() found out of single nodes, each once.
    struct Asked
    {
        QHash<qint32, bool> conditions; ///< whether a node's conditions name ROCm
        QHash<qint32, qint32> leaving;  ///< by suite: its first statement that leaves for ROCm
        QHash<qint32, bool> answers;    ///< by node
        QHash<qint32, RocmSide> sides;  ///< by node
        QHash<qint32, std::vector<std::pair<qint32, RocmSide>>> after; ///< by suite, see rocmSide()
    };
    [[nodiscard]] Asked& asked() const { return m_asked; }

    /// An expression with another for ROCm in front of it.
    struct Gated
    {
        qint32 node = -1;
        QByteArray rocm;
    };
    /// What gateExpression() made edits for, by the byte where the expression begins.
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
    void readImports();
    void readAssignments();
    void readFlag();
    void readIndent();
    void readScopes();
    [[nodiscard]] qint32 scopeOf(qint32 node) const
    {
        return node < 0 ? -1 : m_scopes[static_cast<size_t>(node)];
    }
    /// Whether `node` is an arm of the condition right around it that is not run on ROCm.
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
    QSet<QByteArray> m_packages;                               ///< of which a name was imported
    QHash<std::pair<QByteArray, qint32>, Bindings> m_bindings; ///< by name and scope
    mutable QHash<std::pair<QByteArray, QByteArray>, std::vector<qint32>> m_itemValues;
    mutable bool m_itemsRead = false;
    mutable Asked m_asked;
    mutable QHash<qsizetype, Gated> m_gated;
    QByteArray m_unit = "    ";
    std::string m_torchName;
    qint32 m_torchImport = -1; ///< statement; of the extension builder, where torch has none
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
/// Gates of statements that follow each other become one: the edits of the first of them. Only of
/// rules of one phase, since each phase is committed by itself. `sites` are in order of position.
void mergeGates(const PythonFile& file, std::vector<PythonSite>& sites);
/// try/except ImportError around an import, with `standIn` in the handler.
QVector<TextEdit> guardImport(const PythonFile& file, qint32 statement, const QByteArray& standIn);
/// `<rocm> if is_rocm else <what stands there>`; with parentheses where the place needs them.
QVector<TextEdit> gateExpression(const PythonFile& file, qint32 expression, const QByteArray& rocm);
/// Lays gates of expressions out as the project wants its lines, and says `not is_rocm and X` for
/// `False if is_rocm else X` where X is a truth. What a change is known by stays as it was.
void layOutGates(const PythonFile& file, const PythonStyle& style, std::vector<PythonSite>& sites);
/// "..." or '...' like the literal `like`.
QByteArray quotedLike(const PythonFile& file, qint32 like, const QByteArray& value);

/// Whether something around `node` asks for ROCm already: a condition that names is_rocm, hip, rocm
/// or amd, or a statement before it that leaves the function where such a condition holds.
bool asksForRocm(const PythonFile& file, qint32 node);

/// What an expression is on ROCm where it asks for nothing but that: `is_rocm`,
/// `bool(torch.version.hip)`, `torch.version.hip is None`, `not is_rocm`, and a name that is bound
/// to one of those. Nothing for anything else.
std::optional<bool> flagOnRocm(const PythonFile& file, qint32 expression, int depth = 0);

/// The side that a node is on: by conditions, by statements before it that leave the suite, and by
/// the name of its function.
RocmSide rocmSide(const PythonFile& file, qint32 node);
/// Whether ROCm has been thought of around `node` and does not run it: what a rule about ROCm's own
/// settings leaves alone. What runs on ROCm only is not left alone.
bool isLeftToOthers(const PythonFile& file, qint32 node);

/// The places of a tree-sitter query. Appends them in any order.
class TreeSitterQuery;
class RuleWork;
void findByQuery(const PythonFile& file, const Rule& rule, const TreeSitterQuery& query,
                 const AnalysisContext& context, RuleWork& work, std::vector<PythonSite>& sites);

/// What is true of one allocator setting for a target.
struct AllocatorAdvice
{
    Severity severity = Severity::Info;
    QString note;            ///< sentences
    QByteArray rocmValue;    ///< value without what is dangerous; null: no change asked for
    QByteArray rocmVariable; ///< the variable that this torch reads on ROCm; null: as written
};
AllocatorAdvice adviseAllocator(const QString& variable, const std::optional<QByteArray>& value,
                                const TargetSettings& target);
bool isAllocatorVariable(QByteArrayView name);

/// {note} for a symbol, from the parameter `notes` of a rule: a list of tables with symbol (the
/// whole name, or its end after a dot), text, and optionally torch and rocm ranges.
QString noteFor(const QVariantMap& parameters, const QString& symbol, const TargetSettings& target);

} // namespace rocport
