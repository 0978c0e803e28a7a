#pragma once

#include "core/base/cancel.h"
#include "core/base/finding.h"
#include "core/base/result.h"

#include <QByteArray>

#include <chrono>
#include <memory>
#include <string_view>
#include <vector>

struct TSTree;

namespace rocport {

/// The kinds of Python nodes that rules and projection look at; everything else is Other.
enum class SyntaxKind : quint8 {
    Other,
    Error,
    AliasedImport,
    ArgumentList,
    AsPattern,
    AsPatternTarget,
    Assignment,
    Attribute,
    AugmentedAssignment,
    BinaryOperator,
    Block,
    BooleanOperator,
    Call,
    ClassDefinition,
    Comment,
    ComparisonOperator,
    ConcatenatedString,
    ConditionalExpression,
    DecoratedDefinition,
    Decorator,
    DefaultParameter,
    Dictionary,
    DictionarySplat,
    DottedName,
    ElifClause,
    ElseClause,
    ExceptClause,
    ExpressionList,
    ExpressionStatement,
    False,
    Float,
    ForStatement,
    FunctionDefinition,
    FutureImport,
    GlobalStatement,
    Identifier,
    IfStatement,
    ImportFrom,
    ImportStatement,
    Integer,
    Interpolation,
    KeywordArgument,
    Lambda,
    List,
    Module,
    NamedExpression,
    None,
    NotOperator,
    Pair,
    Parameters,
    Parenthesized,
    Pass,
    Return,
    String,
    StringContent,
    StringEnd,
    StringStart,
    EscapeSequence,
    Subscript,
    True,
    TryStatement,
    Tuple,
    TypedParameter,
    TypedDefaultParameter,
    UnaryOperator,
    WildcardImport,
    With,
    Count
};

/// The fields of nodes that are used.
enum class SyntaxField : quint8 {
    None,
    Alias,
    Alternative,
    Arguments,
    Attribute,
    Body,
    Condition,
    Consequence,
    Definition,
    Function,
    Key,
    Left,
    ModuleName,
    Name,
    Object,
    Operator,
    Parameters,
    Right,
    Subscript,
    Value,
    Argument,
    Count
};

/// One node of a parsed file. Indices are into SyntaxTree::nodes(); -1 is none.
struct SyntaxNode
{
    quint32 begin = 0; ///< byte offset
    quint32 end = 0;
    qint32 parent = -1;
    qint32 firstChild = -1;
    qint32 nextSibling = -1;
    qint32 subtreeEnd = 0; ///< index after its last descendant
    SyntaxKind kind = SyntaxKind::Other;
    SyntaxField field = SyntaxField::None;
    bool named = false;
    bool missing = false; ///< inserted by the parser's error recovery

    [[nodiscard]] bool isLeaf() const { return firstChild < 0; }
};

/// A parsed Python file as one vector of nodes in source order (parents before children), so that
/// walking it needs no recursion. Keeps the tree-sitter tree for queries. The text must outlive it.
class SyntaxTree
{
public:
    /// In processor time of the thread, not wall time.
    static constexpr std::chrono::milliseconds kTimeLimit{10000};
    /// A text gets this plus one millisecond per kBytesPerMillisecond bytes, and never more than
    /// its limit: about twenty times what code takes, so that many files on which the parser is
    /// slow end soon too.
    static constexpr std::chrono::milliseconds kLeastTimeLimit{500};
    static constexpr size_t kBytesPerMillisecond = 250;

    /// Errors: InvalidArgument above 1 GiB, Cancelled, ParseFailed when the time limit is reached.
    /// A syntax error is not an error here; see errorLine().
    static Result<SyntaxTree> parsePython(std::string_view text,
                                          std::chrono::milliseconds limit = kTimeLimit,
                                          const CancelToken* cancel = nullptr);

    [[nodiscard]] const std::vector<SyntaxNode>& nodes() const { return m_nodes; }
    [[nodiscard]] const SyntaxNode& at(qint32 index) const
    {
        return m_nodes[static_cast<size_t>(index)];
    }
    [[nodiscard]] SyntaxKind kind(qint32 index) const
    {
        return index < 0 ? SyntaxKind::Other : at(index).kind;
    }
    [[nodiscard]] std::string_view text(qint32 index) const
    {
        return index < 0 ? std::string_view()
                         : m_text.substr(at(index).begin, at(index).end - at(index).begin);
    }
    [[nodiscard]] std::string_view source() const { return m_text; }
    [[nodiscard]] qint32 parent(qint32 index) const { return index < 0 ? -1 : at(index).parent; }
    /// First child with that field, or -1.
    [[nodiscard]] qint32 child(qint32 index, SyntaxField field) const;
    /// The `number`th (from 0) named child that is not a comment, or -1.
    [[nodiscard]] qint32 namedChild(qint32 index, int number) const;
    /// Named children that are not comments.
    [[nodiscard]] std::vector<qint32> namedChildren(qint32 index) const;
    /// The nearest ancestor of `index` of that kind, or -1.
    [[nodiscard]] qint32 ancestor(qint32 index, SyntaxKind kind) const;
    /// The statement that holds `index` (a child of a block or of the module), or -1.
    [[nodiscard]] qint32 statementOf(qint32 index) const;
    /// The expression without the parentheses around it.
    [[nodiscard]] qint32 unwrapped(qint32 index) const;
    [[nodiscard]] ByteRange range(qint32 index) const { return {at(index).begin, at(index).end}; }
    /// End of the last leaf under `index` that is not a comment.
    [[nodiscard]] quint32 codeEnd(qint32 index) const;
    /// Whether `index` is a string without interpolation; its value (escapes as written) is put
    /// into `value`.
    [[nodiscard]] bool plainString(qint32 index, std::string_view* value) const;

    /// 1-based line of the first syntax error; 0: none.
    [[nodiscard]] int errorLine() const { return m_errorLine; }
    /// For queries.
    [[nodiscard]] const TSTree* handle() const { return m_tree.get(); }

private:
    struct Deleter
    {
        void operator()(TSTree* tree) const;
    };
    /// False when it was cancelled.
    bool flatten(const CancelToken* cancel);
    /// Records a syntax error at `offset` and keeps no nodes but a root.
    void giveUp(quint32 offset);

    std::string_view m_text;
    std::unique_ptr<TSTree, Deleter> m_tree;
    std::vector<SyntaxNode> m_nodes;
    int m_errorLine = 0;
};

} // namespace rocport
