#include "core/isolation/syntaxtree.h"

#include "core/base/cancelscope.h"
#include "core/base/threadtime.h"
#include "core/isolation/pythontokens.h"

#include <algorithm>
#include <array>
#include <tree_sitter/api.h>

extern "C" const TSLanguage* tree_sitter_python();

namespace rocport {

namespace {

constexpr std::array<std::string_view, static_cast<size_t>(SyntaxKind::Count)> kKindNames = {
    "",
    "ERROR",
    "aliased_import",
    "argument_list",
    "as_pattern",
    "as_pattern_target",
    "assignment",
    "attribute",
    "augmented_assignment",
    "binary_operator",
    "block",
    "boolean_operator",
    "call",
    "class_definition",
    "comment",
    "comparison_operator",
    "concatenated_string",
    "conditional_expression",
    "decorated_definition",
    "decorator",
    "default_parameter",
    "dictionary",
    "dictionary_splat",
    "dotted_name",
    "elif_clause",
    "else_clause",
    "except_clause",
    "expression_list",
    "expression_statement",
    "false",
    "float",
    "for_statement",
    "function_definition",
    "future_import_statement",
    "global_statement",
    "identifier",
    "if_statement",
    "import_from_statement",
    "import_statement",
    "integer",
    "interpolation",
    "keyword_argument",
    "lambda",
    "list",
    "module",
    "named_expression",
    "none",
    "not_operator",
    "pair",
    "parameters",
    "parenthesized_expression",
    "pass_statement",
    "return_statement",
    "string",
    "string_content",
    "string_end",
    "string_start",
    "escape_sequence",
    "subscript",
    "true",
    "try_statement",
    "tuple",
    "typed_parameter",
    "typed_default_parameter",
    "unary_operator",
    "wildcard_import",
    "with_statement"};

constexpr std::array<std::string_view, static_cast<size_t>(SyntaxField::Count)> kFieldNames = {
    "",         "alias",      "alternative", "arguments",  "attribute",
    "body",     "condition",  "consequence", "definition", "function",
    "key",      "left",       "module_name", "name",       "object",
    "operator", "parameters", "right",       "subscript",  "value",
    "argument"};

/// From the grammar's numbers to ours.
struct GrammarTables
{
    std::vector<SyntaxKind> kinds;
    std::vector<SyntaxField> fields;

    GrammarTables()
    {
        const TSLanguage* language = tree_sitter_python();
        kinds.assign(ts_language_symbol_count(language), SyntaxKind::Other);
        fields.assign(ts_language_field_count(language) + 1, SyntaxField::None);
        for (size_t i = 2; i < kKindNames.size(); ++i) {
            const std::string_view name = kKindNames[i];
            const TSSymbol symbol = ts_language_symbol_for_name(
                language, name.data(), static_cast<uint32_t>(name.size()), true);
            if (symbol > 0 && symbol < kinds.size()) {
                kinds[symbol] = static_cast<SyntaxKind>(i);
            }
        }
        for (size_t i = 1; i < kFieldNames.size(); ++i) {
            const std::string_view name = kFieldNames[i];
            const TSFieldId field = ts_language_field_id_for_name(
                language, name.data(), static_cast<uint32_t>(name.size()));
            if (field > 0 && field < fields.size()) {
                fields[field] = static_cast<SyntaxField>(i);
            }
        }
    }
};

const GrammarTables& tables()
{
    static const GrammarTables instance;
    return instance;
}

struct ParserDeleter
{
    void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};

/// Whether the token is the colon of a block header behind which no block is indented.
bool endsHeaderWithoutBody(const std::vector<PythonToken>& tokens, size_t i, std::string_view text)
{
    if (text[tokens[i].begin] != ':' || tokens[i].end != tokens[i].begin + 1) {
        return false;
    }
    bool ended = false;
    for (size_t next = i + 1; next < tokens.size(); ++next) {
        switch (tokens[next].kind) {
        case PythonTokenKind::Comment:
            break;
        case PythonTokenKind::Newline:
            ended = true;
            break;
        default:
            return ended && tokens[next].kind != PythonTokenKind::Indent;
        }
        if (next > i + 50) {
            break; // comments
        }
    }
    return false;
}

/// The line from which on `text` is nested deeper than CPython allows (MAXLEVEL and MAXINDENT of
/// its tokenizer), lacks more blocks than anybody forgets, or is more than an old tree-sitter can
/// take; 0: none. Parsers are slow on such text.
int lineTooDeep(std::string_view text)
{
    constexpr int kMaxMissingBlocks = 100;
    int missing = 0;
    constexpr int kMaxBrackets = 200;
    constexpr int kMaxIndents = 100;
    const std::vector<PythonToken> tokens = tokenizePython(text);
    int brackets = 0;
    int indents = 0;
    size_t tooDeep = tokens.size();
#ifdef ROCPORT_OLD_TREE_SITTER
    constexpr size_t kMaxTokens = 60'000;
#else
    constexpr size_t kMaxTokens = 1'000'000; // the tree takes up to 250 bytes for each
#endif
    tooDeep = std::min(tooDeep, kMaxTokens);
    for (size_t i = 0; i < tooDeep; ++i) {
        const PythonToken& token = tokens[i];
        if (token.kind == PythonTokenKind::Operator) {
            const char c = text[token.begin];
            brackets += c == '(' || c == '[' || c == '{' ? 1 : 0;
            brackets -= brackets > 0 && (c == ')' || c == ']' || c == '}') ? 1 : 0;
            missing += brackets == 0 && endsHeaderWithoutBody(tokens, i, text) ? 1 : 0;
        }
        indents += token.kind == PythonTokenKind::Indent ? 1 : 0;
        indents -= token.kind == PythonTokenKind::Dedent ? 1 : 0;
        if (brackets > kMaxBrackets || indents > kMaxIndents || missing > kMaxMissingBlocks) {
            tooDeep = i;
        }
    }
    if (tooDeep == tokens.size()) {
        return 0;
    }
    const auto end = text.begin() + tokens[tooDeep].begin;
    return static_cast<int>(std::count(text.begin(), end, '\n')) + 1;
}

/// The line from which on a statement goes on over more lines that hold nothing but a backslash
/// than anybody writes; 0: none. The parser's scanner reads all of them for each of its attempts.
int lineOfEmptyContinuations(std::string_view text)
{
    constexpr int kMaxLines = 200;
    int run = 0;
    int line = 1;
    for (size_t at = 0; at < text.size(); ++line) {
        size_t end = text.find('\n', at);
        end = end == std::string_view::npos ? text.size() : end;
        const std::string_view code = text.substr(at, end - at);
        const size_t first = code.find_first_not_of(" \t\f");
        const bool empty = first != std::string_view::npos && code[first] == '\\' &&
                           code.find_first_not_of('\r', first + 1) == std::string_view::npos;
        run = empty ? run + 1 : 0;
        if (run > kMaxLines) {
            return line;
        }
        at = end + 1;
    }
    return 0;
}

bool isCancelled(const CancelToken* cancel)
{
    return (cancel != nullptr && cancel->isCancelled()) || isWorkCancelled();
}

/// Parses in slices, so that a cancel is seen within 10 ms.
Result<TSTree*> parseSlices(TSParser* parser, std::string_view text,
                            std::chrono::milliseconds limit, const CancelToken* cancel)
{
    constexpr std::chrono::microseconds kSlice{10'000};
    const std::chrono::nanoseconds end = threadTime() + limit;
    ts_parser_set_timeout_micros(
        parser, static_cast<uint64_t>(std::min<std::chrono::microseconds>(kSlice, limit).count()));
    while (true) {
        TSTree* tree = ts_parser_parse_string(parser, nullptr, text.data(),
                                              static_cast<uint32_t>(text.size()));
        if (tree != nullptr) {
            return tree;
        }
        if (isCancelled(cancel)) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        if (threadTime() >= end) {
            return Error{ErrorCode::ParseFailed,
                         QStringLiteral("parsing took longer than %1 ms").arg(limit.count()),
                         {}};
        }
    }
}

} // namespace

void SyntaxTree::Deleter::operator()(TSTree* tree) const
{
    ts_tree_delete(tree);
}

Result<SyntaxTree> SyntaxTree::parsePython(std::string_view text, std::chrono::milliseconds limit,
                                           const CancelToken* cancel)
{
    constexpr size_t kMaxBytes = size_t(1) << 30;
    if (text.size() > kMaxBytes) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("larger than 1 GiB"), {}};
    }
    if (isCancelled(cancel)) {
        return Error{ErrorCode::Cancelled, {}, {}};
    }
    int line = lineOfEmptyContinuations(text);
    line = line > 0 ? line : lineTooDeep(text);
    if (line > 0) {
        SyntaxTree unread;
        unread.m_text = text;
        unread.m_nodes.resize(1);
        unread.m_errorLine = line;
        return unread;
    }
    const std::unique_ptr<TSParser, ParserDeleter> parser(ts_parser_new());
    if (!ts_parser_set_language(parser.get(), tree_sitter_python())) {
        return Error{ErrorCode::Internal,
                     QStringLiteral("the Python grammar does not match the parser"),
                     {}};
    }
    const std::chrono::milliseconds bySize(
        kLeastTimeLimit.count() + static_cast<int64_t>(text.size() / kBytesPerMillisecond));
    const Result<TSTree*> tree = parseSlices(parser.get(), text, std::min(limit, bySize), cancel);
    if (!tree) {
        return tree.error();
    }
    SyntaxTree result;
    result.m_text = text;
    result.m_tree.reset(*tree);
    if (!result.flatten(cancel)) {
        return Error{ErrorCode::Cancelled, {}, {}};
    }
    return result;
}

void SyntaxTree::giveUp(quint32 offset)
{
    m_tree.reset();
    m_nodes.assign(1, SyntaxNode());
    m_errorLine = static_cast<int>(std::count(m_text.begin(), m_text.begin() + offset, '\n')) + 1;
}

bool SyntaxTree::flatten(const CancelToken* cancel)
{
    // CPython's compiler ends at three times its recursion limit; what walks up from a node may
    // rely on an end as well.
    constexpr int kMaxDepth = 3000;
    constexpr size_t kBetweenLooks = 0x3fff;
    int depth = 0;
    const GrammarTables& grammar = tables();
    const TSNode root = ts_tree_root_node(m_tree.get());
    const bool broken = ts_node_has_error(root);
    TSTreeCursor cursor = ts_tree_cursor_new(root);
    m_nodes.reserve(m_text.size() / 3 + 16);
    qint32 parent = -1;
    qint32 previous = -1;
    bool done = false;
    while (!done) {
        const TSNode current = ts_tree_cursor_current_node(&cursor);
        const auto index = static_cast<qint32>(m_nodes.size());
        SyntaxNode node;
        node.begin = ts_node_start_byte(current);
        node.end = ts_node_end_byte(current);
        node.parent = parent;
        node.subtreeEnd = index + 1;
        node.named = ts_node_is_named(current);
        const TSSymbol symbol = ts_node_symbol(current);
        const TSFieldId field = ts_tree_cursor_current_field_id(&cursor);
        node.field = field < grammar.fields.size() ? grammar.fields[field] : SyntaxField::None;
        if (symbol < grammar.kinds.size()) {
            node.kind = grammar.kinds[symbol];
        } else {
            node.kind = SyntaxKind::Error;
        }
        if (broken) {
            node.missing = ts_node_is_missing(current);
            if (m_errorLine == 0 && (node.missing || node.kind == SyntaxKind::Error)) {
                m_errorLine = static_cast<int>(ts_node_start_point(current).row) + 1;
            }
        }
        if (previous >= 0) {
            m_nodes[static_cast<size_t>(previous)].nextSibling = index;
        } else if (parent >= 0) {
            m_nodes[static_cast<size_t>(parent)].firstChild = index;
        }
        m_nodes.push_back(node);
        const bool cancelled = (m_nodes.size() & kBetweenLooks) == 0 && isCancelled(cancel);
        if (cancelled || depth > kMaxDepth) {
            ts_tree_cursor_delete(&cursor);
            giveUp(node.begin);
            return !cancelled;
        }
        if (ts_tree_cursor_goto_first_child(&cursor)) {
            parent = index;
            previous = -1;
            ++depth;
            continue;
        }
        previous = index;
        while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
            if (parent < 0 || !ts_tree_cursor_goto_parent(&cursor)) {
                done = true;
                break;
            }
            m_nodes[static_cast<size_t>(parent)].subtreeEnd = static_cast<qint32>(m_nodes.size());
            previous = parent;
            parent = m_nodes[static_cast<size_t>(parent)].parent;
            --depth;
        }
    }
    ts_tree_cursor_delete(&cursor);
    if (broken && m_errorLine == 0) {
        m_errorLine = 1;
    }
    return true;
}

qint32 SyntaxTree::child(qint32 index, SyntaxField field) const
{
    if (index < 0) {
        return -1;
    }
    switch (kind(index)) {
    case SyntaxKind::Module:
    case SyntaxKind::ArgumentList:
    case SyntaxKind::List:
    case SyntaxKind::Tuple:
    case SyntaxKind::ExpressionList:
        return -1; // of these no child has a field, and there may be thousands
    default:
        break;
    }
    for (qint32 i = at(index).firstChild; i >= 0; i = at(i).nextSibling) {
        if (at(i).field == field) {
            return i;
        }
    }
    return -1;
}

qint32 SyntaxTree::namedChild(qint32 index, int number) const
{
    if (index < 0) {
        return -1;
    }
    for (qint32 i = at(index).firstChild; i >= 0; i = at(i).nextSibling) {
        if (at(i).named && at(i).kind != SyntaxKind::Comment && number-- == 0) {
            return i;
        }
    }
    return -1;
}

std::vector<qint32> SyntaxTree::namedChildren(qint32 index) const
{
    std::vector<qint32> result;
    if (index < 0) {
        return result;
    }
    for (qint32 i = at(index).firstChild; i >= 0; i = at(i).nextSibling) {
        if (at(i).named && at(i).kind != SyntaxKind::Comment) {
            result.push_back(i);
        }
    }
    return result;
}

qint32 SyntaxTree::ancestor(qint32 index, SyntaxKind kind) const
{
    for (qint32 i = parent(index); i >= 0; i = at(i).parent) {
        if (at(i).kind == kind) {
            return i;
        }
    }
    return -1;
}

qint32 SyntaxTree::statementOf(qint32 index) const
{
    for (qint32 i = index; i >= 0; i = at(i).parent) {
        const SyntaxKind outer = kind(at(i).parent);
        if (outer == SyntaxKind::Module || outer == SyntaxKind::Block) {
            return i;
        }
    }
    return -1;
}

qint32 SyntaxTree::unwrapped(qint32 index) const
{
    while (kind(index) == SyntaxKind::Parenthesized) {
        const qint32 inner = namedChild(index, 0);
        if (inner < 0) {
            break;
        }
        index = inner;
    }
    return index;
}

quint32 SyntaxTree::codeEnd(qint32 index) const
{
    for (qint32 i = at(index).subtreeEnd - 1; i > index; --i) {
        if (at(i).isLeaf() && at(i).kind != SyntaxKind::Comment && at(i).end > at(i).begin) {
            return at(i).end;
        }
    }
    return at(index).end;
}

bool SyntaxTree::plainString(qint32 index, std::string_view* value) const
{
    if (kind(index) != SyntaxKind::String) {
        return false;
    }
    qint32 start = -1;
    qint32 end = -1;
    for (qint32 i = at(index).firstChild; i >= 0; i = at(i).nextSibling) {
        switch (at(i).kind) {
        case SyntaxKind::StringStart:
            start = i;
            break;
        case SyntaxKind::StringEnd:
            end = i;
            break;
        case SyntaxKind::Interpolation:
            return false;
        default:
            break;
        }
    }
    if (start < 0 || end < 0) {
        return false;
    }
    if (value != nullptr) {
        *value = m_text.substr(at(start).end, at(end).begin - at(start).end);
    }
    return true;
}

} // namespace rocport
