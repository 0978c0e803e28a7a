#include "core/rules/python/modulevalues.h"

#include "core/base/cancelscope.h"
#include "core/isolation/pythontokens.h"
#include "core/isolation/syntaxtree.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>
#include <vector>

namespace rocport {

namespace {

/// Values of names, fields, options and dictionary keys.
class ValueReader
{
public:
    ValueReader(const SyntaxTree& tree, ModuleSummary& summary) : m_tree(tree), m_summary(summary)
    {
    }

    void run()
    {
        const auto count = static_cast<qint32>(m_tree.nodes().size());
        for (qint32 i = 0; i < count && !isWorkCancelledAt(i); ++i) {
            switch (m_tree.kind(i)) {
            case SyntaxKind::Assignment:
                addAssignment(i);
                break;
            case SyntaxKind::Pair:
                addPair(i);
                break;
            case SyntaxKind::Call:
                addOption(i);
                break;
            default:
                break;
            }
        }
    }

private:
    void add(const QByteArray& name, qint32 value, qint32 place)
    {
        value = m_tree.unwrapped(value);
        NamedValue result;
        std::string_view text;
        switch (m_tree.kind(value)) {
        case SyntaxKind::String:
            if (!m_tree.plainString(value, &text) || text.size() > 60) {
                return;
            }
            result.text = true;
            break;
        case SyntaxKind::True:
        case SyntaxKind::False:
        case SyntaxKind::None:
        case SyntaxKind::Integer:
            text = m_tree.text(value);
            break;
        case SyntaxKind::Call:
            // dataclasses.field(default=…), pydantic.Field(…)
            addField(name, value, place);
            return;
        default:
            return;
        }
        result.name = name;
        result.value = toBytes(text);
        if (name.isEmpty() || result.value.contains('\t') || result.value.contains('\n')) {
            return;
        }
        result.path = m_summary.path;
        result.line =
            1 +
            static_cast<int>(std::count(m_tree.source().begin() + m_lineAt,
                                        m_tree.source().begin() + m_tree.at(place).begin, '\n')) +
            m_line;
        m_line = result.line - 1;
        m_lineAt = m_tree.at(place).begin;
        m_summary.values.append(result);
    }

    void addField(const QByteArray& name, qint32 call, qint32 place)
    {
        const qint32 arguments = m_tree.child(call, SyntaxField::Arguments);
        bool first = true;
        for (const qint32 argument : m_tree.namedChildren(arguments)) {
            const bool keyword = m_tree.kind(argument) == SyntaxKind::KeywordArgument;
            if (keyword && m_tree.text(m_tree.child(argument, SyntaxField::Name)) == "default") {
                const qint32 value = m_tree.child(argument, SyntaxField::Value);
                if (m_tree.kind(m_tree.unwrapped(value)) != SyntaxKind::Call) {
                    add(name, value, place);
                }
                return;
            }
            const std::string_view function =
                m_tree.text(m_tree.child(call, SyntaxField::Function));
            if (first && !keyword && function.ends_with("Field") &&
                m_tree.kind(m_tree.unwrapped(argument)) != SyntaxKind::Call) {
                add(name, argument, place);
                return;
            }
            first = false;
        }
    }

    [[nodiscard]] qint32 functionOf(qint32 node) const
    {
        return m_tree.ancestor(node, SyntaxKind::FunctionDefinition);
    }

    void addAssignment(qint32 node)
    {
        const qint32 left = m_tree.child(node, SyntaxField::Left);
        const qint32 right = m_tree.child(node, SyntaxField::Right);
        if (right < 0) {
            return;
        }
        if (m_tree.kind(left) == SyntaxKind::Identifier) {
            if (functionOf(node) >= 0) {
                return;
            }
            const qint32 owner = m_tree.ancestor(node, SyntaxKind::ClassDefinition);
            QByteArray name = toBytes(m_tree.text(left));
            if (owner >= 0) {
                name.prepend(toBytes(m_tree.text(m_tree.child(owner, SyntaxField::Name))) + '.');
            }
            add(name, right, node);
        } else if (m_tree.kind(left) == SyntaxKind::Attribute &&
                   m_tree.text(m_tree.child(left, SyntaxField::Object)) == "self") {
            const qint32 owner = m_tree.ancestor(node, SyntaxKind::ClassDefinition);
            if (owner >= 0) {
                add(toBytes(m_tree.text(m_tree.child(owner, SyntaxField::Name))) + '.' +
                        toBytes(m_tree.text(m_tree.child(left, SyntaxField::Attribute))),
                    right, node);
            }
        }
    }

    void addPair(qint32 node)
    {
        std::string_view key;
        if (functionOf(node) < 0 &&
            m_tree.plainString(m_tree.child(node, SyntaxField::Key), &key) && key.size() < 60) {
            // A dot keeps keys apart from the constants of the module.
            add("dict." + toBytes(key), m_tree.child(node, SyntaxField::Value), node);
        }
    }

    /// parser.add_argument("--compile-mode", default="max-autotune"), click.option likewise.
    void addOption(qint32 call)
    {
        const qint32 function = m_tree.child(call, SyntaxField::Function);
        const std::string_view name =
            m_tree.kind(function) == SyntaxKind::Attribute
                ? m_tree.text(m_tree.child(function, SyntaxField::Attribute))
                : m_tree.text(function);
        if (name != "add_argument" && name != "option" && name != "Option") {
            return;
        }
        QByteArray option;
        qint32 value = -1;
        for (const qint32 argument :
             m_tree.namedChildren(m_tree.child(call, SyntaxField::Arguments))) {
            std::string_view text;
            if (m_tree.plainString(argument, &text) && text.starts_with("--")) {
                option = toBytes(text.substr(2)).replace('-', '_');
            } else if (m_tree.kind(argument) == SyntaxKind::KeywordArgument) {
                const std::string_view key = m_tree.text(m_tree.child(argument, SyntaxField::Name));
                if (key == "default") {
                    value = m_tree.child(argument, SyntaxField::Value);
                } else if (key == "dest" &&
                           m_tree.plainString(m_tree.child(argument, SyntaxField::Value), &text)) {
                    option = toBytes(text);
                }
            }
        }
        if (!option.isEmpty() && value >= 0 &&
            m_tree.kind(m_tree.unwrapped(value)) != SyntaxKind::Call) {
            add("option." + option, value, call);
        }
    }

    const SyntaxTree& m_tree;
    ModuleSummary& m_summary;
    int m_line = 0; ///< newlines before m_lineAt
    quint32 m_lineAt = 0;
};

using Tokens = std::vector<PythonToken>;

/// A statement of a module from where it begins to the next one.
struct Statement
{
    size_t begin = 0; ///< offsets
    size_t end = 0;
    size_t firstToken = 0;
    size_t lastToken = 0; ///< exclusive
};

bool contains(std::string_view text, std::string_view word)
{
    return text.find(word) != std::string_view::npos;
}

/// Whether a statement may give a value.
class StatementJudge
{
public:
    StatementJudge(std::string_view text, const Tokens& tokens) : m_text(text), m_tokens(tokens) {}

    [[nodiscard]] bool mayGive(const Statement& statement) const
    {
        const std::string_view code =
            m_text.substr(statement.begin, statement.end - statement.begin);
        if (contains(code, "add_argument") || contains(code, "option") ||
            contains(code, "Option")) {
            return true;
        }
        if (isFunction(statement) && !contains(code, "class")) {
            return false; // what it assigns is its own
        }
        // A call gives a value by its argument `default`, or as pydantic's Field.
        const bool calls = contains(code, "default") || contains(code, "Field");
        int depth = 0;
        for (size_t i = statement.firstToken; i < statement.lastToken; ++i) {
            if (m_tokens[i].kind != PythonTokenKind::Operator) {
                continue;
            }
            const std::string_view sign = m_tokens[i].text(m_text);
            depth += sign == "(" || sign == "[" || sign == "{" ? 1 : 0;
            depth -= depth > 0 && (sign == ")" || sign == "]" || sign == "}") ? 1 : 0;
            const bool assigns = sign == "=" && depth == 0;
            const bool pairs = sign == ":" && depth > 0 && followsString(i, statement.firstToken);
            if ((assigns || pairs) && (calls || isLiteral(i + 1, statement.lastToken))) {
                return true;
            }
        }
        return false;
    }

private:
    [[nodiscard]] std::string_view word(size_t token, size_t last) const
    {
        return token < last ? m_tokens[token].text(m_text) : std::string_view();
    }

    /// `def` or `async def`, without decorators.
    [[nodiscard]] bool isFunction(const Statement& statement) const
    {
        const std::string_view first = word(statement.firstToken, statement.lastToken);
        return first == "def" ||
               (first == "async" && word(statement.firstToken + 1, statement.lastToken) == "def");
    }

    /// Whether what stands before a token is a string; comments may lie between.
    [[nodiscard]] bool followsString(size_t token, size_t first) const
    {
        while (token > first && m_tokens[token - 1].kind == PythonTokenKind::Comment) {
            --token;
        }
        return token > first && m_tokens[token - 1].kind == PythonTokenKind::String;
    }

    /// Whether a literal begins at a token, in parentheses or not.
    [[nodiscard]] bool isLiteral(size_t token, size_t last) const
    {
        while (word(token, last) == "(") {
            ++token;
        }
        if (token >= last) {
            return false;
        }
        const std::string_view text = word(token, last);
        const PythonTokenKind kind = m_tokens[token].kind;
        return kind == PythonTokenKind::String || kind == PythonTokenKind::Number ||
               kind == PythonTokenKind::Comment || text == "True" || text == "False" ||
               text == "None";
    }

    std::string_view m_text;
    const Tokens& m_tokens;
};

/// Where statements of the module begin that go on by themselves: `else` belongs to the one before,
/// and what a decorator stands before to the decorator.
std::vector<Statement> statementsOf(std::string_view text, const Tokens& tokens,
                                    const std::vector<quint32>& unindented)
{
    constexpr std::array<std::string_view, 4> kGoOn = {"else", "elif", "except", "finally"};
    std::vector<Statement> statements;
    bool decorated = false;
    size_t token = 0;
    for (const quint32 begin : unindented) {
        while (token < tokens.size() &&
               (tokens[token].begin < begin ||
                (tokens[token].begin == begin && tokens[token].kind == PythonTokenKind::Dedent))) {
            ++token;
        }
        const std::string_view first =
            token < tokens.size() ? tokens[token].text(text) : std::string_view();
        const bool goesOn =
            decorated || std::find(kGoOn.begin(), kGoOn.end(), first) != kGoOn.end();
        decorated = first == "@";
        if (!goesOn || statements.empty()) {
            statements.push_back({begin, text.size(), token, tokens.size()});
        }
    }
    for (size_t i = 1; i < statements.size(); ++i) {
        statements[i - 1].end = statements[i].begin;
        statements[i - 1].lastToken = statements[i].firstToken;
    }
    return statements;
}

/// Line ends that the parser does not know as such.
bool hasLoneReturn(std::string_view text)
{
    for (size_t at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at + 1)) {
        if (at + 1 >= text.size() || text[at + 1] != '\n') {
            return true;
        }
    }
    return false;
}

} // namespace

void readValues(std::string_view text, ModuleSummary& summary, const CancelToken& cancel)
{
    if (const Result<SyntaxTree> tree =
            SyntaxTree::parsePython(text, SyntaxTree::kTimeLimit, &cancel)) {
        ValueReader(*tree, summary).run();
    }
}

QByteArray valueStatements(std::string_view text)
{
    if (hasLoneReturn(text)) {
        return toBytes(text);
    }
    std::vector<quint32> unindented;
    const Tokens tokens = tokenizePython(text, unindented);
    const StatementJudge judge(text, tokens);
    QByteArray result;
    bool any = false;
    size_t at = 0;
    for (const Statement& statement : statementsOf(text, tokens, unindented)) {
        const bool kept = judge.mayGive(statement);
        const size_t end = kept ? statement.begin : statement.end;
        const auto skipped = std::count(text.begin() + static_cast<qsizetype>(at),
                                        text.begin() + static_cast<qsizetype>(end), '\n');
        result.append(skipped, '\n');
        if (kept) {
            result += toBytes(text.substr(statement.begin, statement.end - statement.begin));
            any = true;
        }
        at = statement.end;
    }
    return any ? result : QByteArray();
}

} // namespace rocport
