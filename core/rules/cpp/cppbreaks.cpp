// Where lines of C++ are broken: the costs of breaks and the columns behind them are those of
// clang-format 14 (https://clang.llvm.org/docs/ClangFormatStyleOptions.html, and the behaviour of
// the program), for statements made of names, operators, calls and template arguments.
#include "core/rules/cpp/cppbreaks.h"

#include "core/rules/cpp/cppexpressions.h"

#include <algorithm>
#include <array>
#include <queue>
#include <set>
#include <string>

namespace rocport {

using namespace layoutprecedence;

namespace {

using Token = LayoutToken;
using Kind = LayoutToken::Kind;

constexpr int kPerLevel = 20;         ///< for each bracket around a break
constexpr int kFirstBreak = 15;       ///< of a bracket's content
constexpr int kPerExcess = 1'000'000; ///< for each character beyond the limit
constexpr int kMostNodes = 6'000;     ///< that are looked at for one statement
constexpr int kParameters = 100;      ///< before those of a definition
constexpr int kNever = 10'000;
constexpr int kLongArguments =
    10; ///< characters; a member behind more begins a line, or nothing breaks

int precedenceOf(std::string_view text)
{
    struct Row
    {
        std::string_view text;
        int precedence;
    };
    constexpr std::array<Row, 31> kRows = {
        {{"=", 2},  {"+=", 2},  {"-=", 2},  {"*=", 2},  {"/=", 2},  {"%=", 2}, {"&=", 2},
         {"|=", 2}, {"^=", 2},  {"<<=", 2}, {">>=", 2}, {"?", 3},   {":", 3},  {"||", 4},
         {"&&", 5}, {"|", 6},   {"^", 7},   {"&", 8},   {"==", 9},  {"!=", 9}, {"<", 11},
         {">", 11}, {"<=", 11}, {">=", 11}, {"<<", 12}, {">>", 12}, {"+", 13}, {"-", 13},
         {"*", 14}, {"/", 14},  {"%", 14}}};
    const auto* row =
        std::find_if(kRows.begin(), kRows.end(), [&](const Row& one) { return one.text == text; });
    return row == kRows.end() ? 0 : row->precedence;
}

bool isWordLike(const Token& token)
{
    return token.kind == Kind::Word || token.kind == Kind::String || token.kind == Kind::Close;
}

class Search
{
public:
    Search(const std::vector<Token>& tokens, int column, int limit, const CppStyle& style)
        : m_tokens(tokens), m_column(column), m_limit(limit), m_style(style)
    {
    }
    std::optional<std::vector<int>> run();

private:
    /// What holds within one bracket or expression.
    struct Level
    {
        int indent = 0;
        int lastSpace = 0;
        int callStart = 0;
        int shift = 0;          ///< column of its first <<
        int question = 0;       ///< column of its ?
        int members = 0;        ///< column of members that begin lines
        bool breaksAll = false; ///< each comma and operator breaks
        bool broken = false;    ///< a line was broken in it
        bool noBreak = false;   ///< nothing within breaks
        bool noOperand = false; ///< nothing within the current operand breaks
        bool wrapped = true;    ///< its last operator began a line
        friend bool operator==(const Level&, const Level&) = default;
    };
    struct Node
    {
        int parent = -1;
        int next = 0;   ///< the token that comes
        int column = 0; ///< behind the last one
        int begun = 0;  ///< column at which the last token begins
        int name = 0;   ///< column of the first name that is given a value
        std::vector<Level> levels;
    };

    bool measure();
    [[nodiscard]] int penaltyOf(int at) const;
    [[nodiscard]] bool mustBreak(const Node& node) const;
    [[nodiscard]] bool canBreak(const Node& node) const;
    [[nodiscard]] int columnAfterBreak(const Node& node) const;
    void placeOnNewLine(Node& node, int& penalty) const;
    void placeBehind(Node& node) const;
    void place(Node& node, bool breaks, int& penalty) const;
    void openExpressions(Node& node, int column) const;
    void openBracket(Node& node) const;
    [[nodiscard]] static std::string keyOf(const Node& node);
    [[nodiscard]] const Token& token(int at) const { return m_tokens[static_cast<size_t>(at)]; }
    [[nodiscard]] const LayoutExpressions& expressions(int at) const
    {
        return m_expressions[static_cast<size_t>(at)];
    }
    [[nodiscard]] int penalty(int at) const { return m_penalties[static_cast<size_t>(at)]; }

    const std::vector<Token>& m_tokens;
    int m_column;
    int m_limit;
    const CppStyle& m_style;
    std::vector<LayoutExpressions> m_expressions;
    std::vector<bool> m_outer;    ///< by token: in no bracket
    bool m_severalNames = false;  ///< the statement declares several
    std::vector<int> m_penalties; ///< of a break before each token; kNever: none is broken there
};

/// Whether lines are broken before this operator, not behind it.
bool breaksBefore(const Token& token)
{
    return token.precedence == kConditional || (token.precedence == kShift && token.text == "<<");
}

/// What a break before `at` costs beside what its brackets cost.
int Search::penaltyOf(int at) const
{
    const Token& left = token(at - 1);
    const Token& right = token(at);
    if (right.kind == Kind::Close || right.kind == Kind::Comma || right.kind == Kind::Semicolon ||
        left.text == "return" || right.text == "{") {
        return kNever;
    }
    if (right.kind == Kind::Access) {
        return left.kind == Kind::Close && !left.isAngle ? 35 : 150;
    }
    if (right.precedence > 0) {
        return !breaksBefore(right) ? kNever : right.precedence == kShift ? 1 : kConditional;
    }
    if (left.kind == Kind::Semicolon) {
        return 0;
    }
    if (left.kind == Kind::Comma) {
        return 1;
    }
    if (left.kind == Kind::Open) {
        const std::string_view before = at >= 2 ? token(at - 2).text : std::string_view();
        const bool control = before == "if" || before == "for" || before == "while" ||
                             before == "switch" || before == "constexpr";
        if (left.isAngle) {
            return 100;
        }
        if (left.text == "[" || control || left.partner == at) {
            return kNever;
        }
        const bool isDefinition =
            m_tokens.back().text == "{" && left.partner + 2 == static_cast<int>(m_tokens.size());
        for (int i = at; i < left.partner; ++i) {
            if (token(i).kind == Kind::Comma) {
                return isDefinition ? kParameters : m_style.firstArgument;
            }
            i = token(i).kind == Kind::Open ? std::max(i, token(i).partner) : i;
        }
        return 19;
    }
    return left.precedence > 0 && !breaksBefore(left) ? left.precedence : kNever;
}

bool Search::measure()
{
    m_penalties.assign(m_tokens.size(), kNever);
    int depth = 0;
    int strength = 1;
    bool isSet = false; // a name was given a value
    for (int i = 0; i < static_cast<int>(m_tokens.size()); ++i) {
        if (i > 0 && token(i - 1).kind == Kind::Open) {
            ++depth;
            strength += token(i - 1).isAngle || token(i - 1).text == "[" ? 10 : 1;
        }
        const Token& one = token(i);
        const bool declares = token(0).kind == Kind::Word && token(1).kind == Kind::Word;
        isSet = isSet || (depth == 0 && one.text == "=");
        if (depth == 0 &&
            ((one.kind == Kind::Comma && declares && !isSet) || one.kind == Kind::Close)) {
            return false; // several names without values
        }
        m_severalNames = m_severalNames || (depth == 0 && one.kind == Kind::Comma && declares);
        m_outer.push_back(depth == 0);
        if (i > 0) {
            const int cost = penaltyOf(i);
            m_penalties[static_cast<size_t>(i)] =
                cost < kNever ? cost + kPerLevel * strength : kNever;
        }
        if (one.kind == Kind::Close) {
            --depth;
            strength -= one.isAngle || one.text == "]" ? 10 : 1;
        }
        // A colon that belongs to no question: a label, or a range.
        if (one.text == ":") {
            const bool asked = std::any_of(m_tokens.begin(), m_tokens.begin() + i,
                                           [](const Token& other) { return other.text == "?"; });
            if (!asked) {
                return false;
            }
        }
    }
    return depth == 0 && findExpressions(m_tokens, m_expressions);
}

bool Search::canBreak(const Node& node) const
{
    const Level& level = node.levels.back();
    const Token& next = token(node.next);
    return penalty(node.next) < kNever && !level.noBreak &&
           !(level.noOperand && next.precedence == 0);
}

bool Search::mustBreak(const Node& node) const
{
    const Token& left = token(node.next - 1);
    const Token& right = token(node.next);
    const bool isShift = right.precedence == kShift && right.text == "<<";
    if (isShift && left.kind == Kind::String && node.next + 1 < static_cast<int>(m_tokens.size()) &&
        token(node.next + 1).kind == Kind::String) {
        return true;
    }
    const bool isMember = right.kind == Kind::Access && left.kind == Kind::Close;
    if (isMember && (node.levels.back().breaksAll || node.levels.back().members > 0)) {
        return true;
    }
    if (!node.levels.back().breaksAll) {
        return false;
    }
    if (left.kind == Kind::Comma || left.kind == Kind::Semicolon ||
        (right.precedence == kConditional && left.text != "?")) {
        return true;
    }
    const bool compares = left.precedence >= kEquality && left.precedence <= kRelational;
    const bool afterBinary = node.next >= 2 && expressions(node.next - 2).endsBinary;
    return left.precedence > kConditional && left.text != "<<" && (!compares || afterBinary);
}

int Search::columnAfterBreak(const Node& node) const
{
    const Level& level = node.levels.back();
    const Token& left = token(node.next - 1);
    const Token& right = token(node.next);
    if (right.text == "<<" && right.precedence == kShift && level.shift > 0) {
        return level.shift;
    }
    if (right.kind == Kind::Access) {
        return level.members > 0 ? level.members
                                 : std::max(level.lastSpace, level.indent) + m_style.continuation;
    }
    if (level.question > 0 && right.text == ":" && right.precedence == kConditional) {
        return level.question;
    }
    if (m_severalNames && node.name > 0 && left.kind == Kind::Comma &&
        m_outer[static_cast<size_t>(node.next - 1)]) {
        return node.name;
    }
    const bool goesOn = level.indent == m_column && left.kind != Kind::Comma;
    return level.indent + (goesOn ? m_style.continuation : 0);
}

void Search::placeOnNewLine(Node& node, int& penalty) const
{
    const Token& left = token(node.next - 1);
    const Token& right = token(node.next);
    Level& level = node.levels.back();
    penalty += this->penalty(node.next) + (level.broken ? 0 : kFirstBreak);
    const bool isFirstShift = right.text == "<<" && right.precedence == kShift && level.shift == 0;
    penalty += isFirstShift && (node.column <= m_limit / 3 || level.breaksAll) ? m_limit : 0;
    level.broken = true;
    node.begun = columnAfterBreak(node);
    if (right.kind == Kind::Access && level.members == 0) {
        level.members = node.begun;
    }
    const bool separates = left.kind == Kind::Comma || left.kind == Kind::Semicolon;
    if (separates || left.precedence > 0) {
        level.breaksAll = false;
    }
    if (right.text == "?") {
        level.breaksAll = true;
    } else if (right.precedence > 0) {
        level.breaksAll = false;
    }
    level.noOperand = false;
    level.lastSpace = node.begun;
    for (size_t i = 0; i + 1 < node.levels.size(); ++i) {
        node.levels[i].breaksAll = true;
    }
}

void Search::placeBehind(Node& node) const
{
    const Token& left = token(node.next - 1);
    const Token& right = token(node.next);
    Level& level = node.levels.back();
    const int begin = node.column + right.blanks;
    if (right.text == "=" && node.name == 0 && m_outer[static_cast<size_t>(node.next)]) {
        node.name = node.begun;
        level.lastSpace = m_severalNames ? node.begun : level.lastSpace;
    }
    if (left.kind == Kind::Open) {
        level.indent = begin;
    }
    if (right.kind == Kind::Access && left.kind == Kind::Close && left.text == ")") {
        int length = 0;
        for (int i = left.partner + 1; i < node.next; ++i) {
            length += token(i).blanks + token(i).width;
        }
        level.noBreak = level.noBreak || length > kLongArguments;
    }
    const bool isComma = left.kind == Kind::Comma;
    if (isComma || (left.precedence > kAssignment && left.precedence != kRelational)) {
        const LayoutExpressions& operation = expressions(node.next - 1);
        const bool two = operation.isFirst && !operation.hasNext && left.precedence != kConditional;
        if (breaksBefore(left) ? !level.wrapped : !two) {
            level.noOperand = true;
        }
    }
    const std::string_view before = node.next >= 2 ? token(node.next - 2).text : std::string_view();
    const LayoutExpressions& operation = expressions(node.next - 1);
    const bool condition = left.text == "(" && (before == "if" || before == "for");
    const bool operand =
        left.precedence > 0 && ((left.precedence != kAssignment &&
                                 (left.text != "<<" || !operation.isFirst || operation.hasNext)) ||
                                expressions(node.next).beginsBinary);
    if (condition || isComma || operand) {
        level.lastSpace = begin;
    }
    node.begun = begin;
}

/// Levels for the expressions that begin at the token that is placed at `column`.
void Search::openExpressions(Node& node, int column) const
{
    const std::vector<int>& begins = expressions(node.next).begins;
    const Token* left = node.next > 0 ? &token(node.next - 1) : nullptr;
    bool skips = left != nullptr && (left->kind == Kind::Open || left->kind == Kind::Semicolon ||
                                     left->text == "return" || left->precedence == kAssignment);
    for (auto one = begins.rbegin(); one != begins.rend(); ++one) {
        Level level = node.levels.back();
        level.broken = false;
        level.wrapped = true;
        level.noBreak = level.noBreak || level.noOperand;
        level.noOperand = false;
        level.shift = 0;
        level.question = 0;
        level.members = 0;
        level.indent = std::max({column, level.indent, node.levels.back().lastSpace});
        if (*one > 0) {
            level.lastSpace = std::max(level.lastSpace, column);
        }
        if (*one != kConditional) {
            level.callStart = column;
        }
        if (*one == kConditional || (!skips && *one > kAssignment)) {
            level.indent += m_style.continuation;
        }
        if ((left != nullptr && left->kind != Kind::Open) || *one != 1) {
            level.breaksAll = false;
        }
        node.levels.push_back(level);
        skips = false;
    }
}

void Search::openBracket(Node& node) const
{
    const Level& outer = node.levels.back();
    Level inner;
    inner.indent = m_style.continuation + std::max(outer.lastSpace, outer.callStart);
    inner.lastSpace = outer.lastSpace;
    inner.noBreak = outer.noBreak || outer.noOperand;
    node.levels.push_back(inner);
}

/// Puts the next token behind the last one or on a line of its own.
void Search::place(Node& node, bool breaks, int& penalty) const
{
    const Token& right = token(node.next);
    if (node.next > 0 && breaks) {
        placeOnNewLine(node, penalty);
    } else if (node.next > 0) {
        placeBehind(node);
    }
    const int begin = node.begun;
    if (right.kind == Kind::Comma || right.precedence > 0) {
        node.levels.back().noOperand = false;
        node.levels.back().wrapped = breaks;
    }
    if (right.text == "<<" && right.precedence == kShift && node.levels.back().shift == 0) {
        node.levels.back().shift = begin;
    }
    if (right.text == "?") {
        node.levels.back().question = begin;
    }
    openExpressions(node, begin);
    // A bracket's own level goes before the expressions that end with it.
    if (right.kind == Kind::Close && node.levels.size() > 1) {
        node.levels.pop_back();
    } else if (right.kind == Kind::Open) {
        openBracket(node);
    }
    for (int i = 0; i < expressions(node.next).ends && node.levels.size() > 1; ++i) {
        node.levels.pop_back();
    }
    node.column = begin + right.width;
    if (node.column > m_limit) {
        penalty += kPerExcess * (node.column - std::max(m_limit, begin));
    }
    ++node.next;
}

std::string Search::keyOf(const Node& node)
{
    std::string key;
    const auto add = [&](int value) {
        key += std::to_string(value);
        key += ' ';
    };
    add(node.next);
    add(node.column);
    add(node.name);
    for (const Level& one : node.levels) {
        for (const int value :
             {one.indent, one.lastSpace, one.callStart, one.shift, one.question, one.members}) {
            add(value);
        }
        int flags = 0;
        for (const bool flag :
             {one.breaksAll, one.broken, one.noBreak, one.noOperand, one.wrapped}) {
            flags = 2 * flags + (flag ? 1 : 0);
        }
        add(flags);
    }
    return key;
}

std::optional<std::vector<int>> Search::run()
{
    if (m_tokens.size() < 2 || !measure()) {
        return std::nullopt;
    }
    std::vector<Node> nodes(1);
    std::vector<bool> breaks{false};      // before the last token of each node
    using Entry = std::pair<qint64, int>; // penalty and node, in the order of their making
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    std::set<std::string> seen;
    Node& first = nodes.front();
    first.begun = m_column;
    first.levels.resize(1);
    first.levels[0].indent = m_column;
    first.levels[0].lastSpace = m_column;
    int none = 0;
    place(first, false, none);
    open.emplace(0, 0);
    while (!open.empty() && nodes.size() < kMostNodes) {
        const auto [penalty, at] = open.top();
        open.pop();
        const Node node = nodes[static_cast<size_t>(at)];
        if (node.next == static_cast<int>(m_tokens.size())) {
            std::vector<int> columns(m_tokens.size(), 0);
            for (int i = at; i > 0; i = nodes[static_cast<size_t>(i)].parent) {
                const Node& one = nodes[static_cast<size_t>(i)];
                if (breaks[static_cast<size_t>(i)]) {
                    columns[static_cast<size_t>(one.next - 1)] = one.begun;
                }
            }
            return columns;
        }
        if (!seen.insert(keyOf(node)).second) {
            continue;
        }
        const bool may = canBreak(node);
        const bool must = may && mustBreak(node);
        for (const bool isBroken : {false, true}) {
            if (isBroken ? !may : must) {
                continue;
            }
            Node one = node;
            one.parent = at;
            int cost = 0;
            place(one, isBroken, cost);
            open.emplace(penalty + cost, static_cast<int>(nodes.size()));
            nodes.push_back(std::move(one));
            breaks.push_back(isBroken);
        }
    }
    return std::nullopt;
}

} // namespace

bool classifyLayout(std::vector<Token>& tokens)
{
    std::vector<int> open;
    const int count = static_cast<int>(tokens.size());
    for (int i = 0; i < count; ++i) {
        Token& token = tokens[static_cast<size_t>(i)];
        token.width =
            static_cast<int>(std::count_if(token.text.begin(), token.text.end(), [](char c) {
                return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
            }));
        const bool isLast = i + 1 == count;
        const bool spaced =
            token.blanks > 0 && (isLast || tokens[static_cast<size_t>(i) + 1].blanks > 0);
        const bool follows = i > 0 && isWordLike(tokens[static_cast<size_t>(i - 1)]);
        const std::string_view text = token.text;
        if (token.kind == Kind::Word || token.kind == Kind::String) {
            continue;
        }
        if (text == "(" || text == "[" || (text == "<" && !spaced && follows)) {
            token.kind = Kind::Open;
            token.isAngle = text == "<";
            open.push_back(i);
        } else if (text == ")" || text == "]" ||
                   (text == ">" && !open.empty() && !spaced &&
                    tokens[static_cast<size_t>(open.back())].isAngle)) {
            const std::string_view other = text == ")" ? "(" : text == "]" ? "[" : "<";
            if (open.empty() || tokens[static_cast<size_t>(open.back())].text != other) {
                return false;
            }
            token.kind = Kind::Close;
            token.isAngle = text == ">";
            token.partner = open.back();
            tokens[static_cast<size_t>(open.back())].partner = i;
            open.pop_back();
        } else if (text == ",") {
            token.kind = Kind::Comma;
        } else if (text == ";") {
            token.kind = Kind::Semicolon;
        } else if (text == "." || text == "->") {
            token.kind = Kind::Access;
        } else if (spaced && follows) {
            token.precedence = precedenceOf(text);
            token.kind = token.precedence > 0 ? Kind::Operator : Kind::Other;
        }
    }
    return open.empty();
}

std::optional<std::vector<int>> breakStatement(const std::vector<Token>& tokens, int column,
                                               int limit, const CppStyle& style)
{
    return Search(tokens, column, limit, style).run();
}

} // namespace rocport
