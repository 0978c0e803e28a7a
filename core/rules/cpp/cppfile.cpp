#include "core/rules/cpp/cppfile.h"

#include "core/base/cancelscope.h"

#include <algorithm>

namespace rocport {

CppFile::CppFile(const SourceBuffer& source, const QByteArray& guardMacro)
    : m_source(source),
      m_text(source.view()),
      m_guardMacro(guardMacro.toStdString()),
      m_ownTokens(lexC(source.view())),
      m_tokens(m_ownTokens),
      m_sig(significantTokens(m_tokens))
{
    readDirectives();
}

CppFile::CppFile(const SourceBuffer& source, const std::vector<CToken>& tokens,
                 const QByteArray& guardMacro)
    : m_source(source),
      m_text(source.view()),
      m_guardMacro(guardMacro.toStdString()),
      m_tokens(tokens),
      m_sig(significantTokens(m_tokens))
{
    readDirectives();
}

std::string_view CppFile::textOf(TokenSpan span) const
{
    if (span.size() <= 0) {
        return {};
    }
    const ByteRange bytes = range(span);
    return m_source.view().substr(static_cast<size_t>(bytes.begin),
                                  static_cast<size_t>(bytes.size()));
}

bool CppFile::isInert(qsizetype offset) const
{
    const auto after = std::upper_bound(
        m_inert.begin(), m_inert.end(), offset,
        [](qsizetype value, const ByteRange& range) { return value < range.begin; });
    return after != m_inert.begin() && offset < std::prev(after)->end;
}

void CppFile::analyseStructure()
{
    if (m_match.size() == m_sig.size()) {
        return;
    }
    for (const auto step :
         {&CppFile::matchBrackets, &CppFile::findStatements, &CppFile::findFunctions}) {
        if (isWorkCancelled()) {
            return;
        }
        (this->*step)();
    }
}

namespace {

char closerOf(char open)
{
    return open == '(' ? ')' : open == '[' ? ']' : open == '{' ? '}' : '\0';
}

/// Deeper nesting than this is not saved at an #if: a file that has it gets rough brackets.
constexpr int kMaxSavedDepth = 256;

/// The brackets that are open: the innermost one; those around it are m_enclosing of it.
struct OpenBrackets
{
    int top = -1;
    int depth = 0;
};

} // namespace

void CppFile::matchBrackets()
{
    const int count = size();
    m_match.assign(m_sig.size(), -1);
    m_enclosing.assign(m_sig.size(), -1);
    OpenBrackets code;
    OpenBrackets directive;
    std::vector<OpenBrackets> saved;
    CancelLook isCancelled;
    for (int i = 0; i < count && !isCancelled(); ++i) {
        const CToken& one = token(i);
        if (one.kind == CTokenKind::Directive) {
            directive = {};
            // Arms of a conditional open the same braces twice; only one arm may count.
            const std::string_view name = text(i + 1);
            if (name == "if" || name == "ifdef" || name == "ifndef") {
                saved.push_back(code.depth <= kMaxSavedDepth ? code : OpenBrackets());
            } else if ((name == "else" || name == "elif") && !saved.empty()) {
                if (code.depth <= kMaxSavedDepth) {
                    code = saved.back();
                }
            } else if (name == "endif" && !saved.empty()) {
                saved.pop_back();
            }
        }
        OpenBrackets& open =
            one.inDirective || one.kind == CTokenKind::Directive ? directive : code;
        const auto drop = [&] {
            open.top = m_enclosing[open.top];
            --open.depth;
        };
        const bool bracket = one.kind == CTokenKind::Punctuator && one.end - one.begin == 1;
        const char c = bracket ? m_text[one.begin] : '\0';
        if (c == ')' || c == ']' || c == '}') {
            // Unbalanced parentheses end with the block around them.
            while (c == '}' && open.top >= 0 && byteOf(open.top) != '{') {
                drop();
            }
            if (open.top >= 0 && closerOf(text(open.top)[0]) == c) {
                m_match[i] = open.top;
                m_match[open.top] = i;
                drop();
            }
        }
        m_enclosing[i] = open.top;
        if (c == '(' || c == '[' || c == '{') {
            open.top = i;
            ++open.depth;
        }
    }
}

/// What statement() answers, for all tokens: forwards for the beginnings, backwards for the ends.
void CppFile::findStatements()
{
    const int count = size();
    m_statementLevel.resize(m_sig.size());
    m_statementBegin.resize(m_sig.size());
    m_statementEnd.resize(m_sig.size());
    const auto isForeign = [](const CToken& at, const CToken& to) {
        return at.inDirective != to.inDirective || at.kind == CTokenKind::Directive;
    };
    const auto signOf = [this](const CToken& one) {
        return one.end - one.begin == 1 ? m_text[one.begin] : '\0';
    };
    CancelLook isCancelled;
    const CToken* before = nullptr;
    for (int i = 0; i < count && !isCancelled(); ++i) {
        const CToken& one = token(i);
        const int open = m_enclosing[i];
        m_statementLevel[i] = open < 0 || byteOf(open) == '{' ? i : m_statementLevel[open];
        const char sign = before == nullptr ? '\0' : signOf(*before);
        const bool first = before == nullptr || isForeign(*before, one) || sign == ';' ||
                           sign == '{' || sign == '}';
        const bool closer = !first && (sign == ')' || sign == ']') && m_match[i - 1] >= 0;
        m_statementBegin[i] = first ? i : m_statementBegin[closer ? m_match[i - 1] : i - 1];
        before = &one;
    }
    for (int i = count - 1; i >= 0 && !isCancelled(); --i) {
        const CToken& one = token(i);
        const char sign = signOf(one);
        if (sign == '}' || one.kind == CTokenKind::Directive) {
            m_statementEnd[i] = i;
        } else if (sign == ';' || sign == '{') {
            m_statementEnd[i] = i + 1;
        } else {
            const int next = m_match[i] > i ? m_match[i] + 1 : i + 1;
            const bool ends = next >= count || isForeign(token(next), one);
            m_statementEnd[i] = ends ? next : m_statementEnd[next];
        }
    }
}

bool CppFile::functionBefore(int brace, CppFunction& function) const
{
    // Back over what may stand between ')' and '{'.
    int at = brace - 1;
    for (int steps = 0; steps < 24 && at >= 0 && !is(at, ")"); ++steps, --at) {
        const bool word = isKind(at, CTokenKind::Identifier);
        if (token(at).inDirective || !(word || is(at, "->") || is(at, "::") || is(at, "*") ||
                                       is(at, "&") || is(at, "<") || is(at, ">"))) {
            return false;
        }
        const std::string_view name = text(at);
        if (name == "struct" || name == "class" || name == "namespace" || name == "enum" ||
            name == "union" || name == "else" || name == "do" || name == "return") {
            return false;
        }
    }
    for (int rounds = 0; rounds < 8 && at >= 0 && is(at, ")") && match(at) > 0; ++rounds) {
        const int open = match(at);
        const std::string_view before = text(open - 1);
        if (before == "noexcept" || before == "__launch_bounds__" || before == "__attribute__" ||
            before == "throw" || before == "decltype") {
            at = open - 2;
            continue;
        }
        if (!isKind(open - 1, CTokenKind::Identifier) || before == "if" || before == "for" ||
            before == "while" || before == "switch" || before == "catch") {
            return false;
        }
        function.name = before;
        function.nameAt = open - 1;
        function.paramsOpen = open;
        function.paramsClose = at;
        function.bodyOpen = brace;
        return true;
    }
    return false;
}

void CppFile::findFunctions()
{
    const int count = size();
    CancelLook isCancelled;
    for (int i = 0; i < count && !isCancelled(); ++i) {
        if (byteOf(i) != '{' || token(i).inDirective) {
            continue;
        }
        CppFunction function;
        const int close = match(i);
        if (close < 0 || !functionBefore(i, function)) {
            continue;
        }
        function.bodyClose = close;
        int head = function.nameAt;
        while (head > 0 && !token(head - 1).inDirective &&
               token(head - 1).kind != CTokenKind::Directive && byteOf(head - 1) != ';' &&
               byteOf(head - 1) != '}' && byteOf(head - 1) != '{' && function.nameAt - head < 200) {
            --head;
            const std::string_view word = text(head);
            function.device = function.device || word == "__device__";
            function.global = function.global || word == "__global__";
        }
        function.head = head;
        m_functions.push_back(function);
        i = close; // nothing inside is a function of its own: lambdas belong to it
    }
}

int CppFile::functionOf(int at) const
{
    const auto after =
        std::upper_bound(m_functions.begin(), m_functions.end(), at,
                         [](int value, const CppFunction& f) { return value < f.head; });
    if (after == m_functions.begin() || at > std::prev(after)->bodyClose) {
        return -1;
    }
    return static_cast<int>(std::prev(after) - m_functions.begin());
}

int CppFile::mentionBefore(int at, int use) const
{
    const int index = functionOf(use);
    if (index < 0) {
        return -1;
    }
    const int open = m_functions[static_cast<size_t>(index)].paramsOpen;
    const std::string_view name = text(use);
    for (int i = at - 1; i > std::max(open, use - kMostMentioned); --i) {
        const int block = is(i, name) ? enclosing(i) : -1;
        if (is(i, name) && !(block > open && match(block) < use)) {
            return i;
        }
    }
    return -1;
}

std::vector<TokenSpan> CppFile::arguments(int open) const
{
    std::vector<TokenSpan> result;
    const int close = open >= 0 && open < size() ? match(open) : -1;
    if (close < 0 || close == open + 1) {
        return result;
    }
    int begin = open + 1;
    for (int i = open + 1; i < close; ++i) {
        if (match(i) > i) {
            i = match(i);
        } else if (is(i, ",")) {
            result.push_back({begin, i});
            begin = i + 1;
        }
    }
    result.push_back({begin, close});
    return result;
}

TokenSpan CppFile::statement(int at) const
{
    constexpr int kMaxTokens = 2000;
    const int inner = std::max(0, valueAt(m_statementLevel, at));
    return {std::max(valueAt(m_statementBegin, inner), inner - kMaxTokens),
            std::max(valueAt(m_statementEnd, inner), inner + 1)};
}

void CppFile::widenToWholeLines(int& first, int& last) const
{
    if (!m_joinsKnown) {
        m_joinsKnown = true;
        const std::string_view all = m_source.view();
        const auto join = [this](int from, int to) {
            if (!m_joins.empty() && m_joins.back().second >= from) {
                m_joins.back().second = std::max(m_joins.back().second, to);
            } else {
                m_joins.emplace_back(from, to);
            }
        };
        size_t next = 0;
        for (size_t at = all.find('\\'); at != std::string_view::npos;
             at = all.find('\\', at + 1)) {
            // Splices and multi-line tokens in order of position.
            while (next < m_tokens.size() && m_tokens[next].begin < at) {
                const int from = m_source.lineOf(m_tokens[next].begin);
                const int to = m_source.lineOf(m_tokens[next].end - 1);
                if (to > from && m_tokens[next].kind != CTokenKind::Newline) {
                    join(from, to);
                }
                ++next;
            }
            if (at + 1 < all.size() && (all[at + 1] == '\n' || all[at + 1] == '\r')) {
                const int line = m_source.lineOf(static_cast<qsizetype>(at));
                join(line, std::min(line + 1, m_source.lineCount()));
            }
        }
        for (; next < m_tokens.size(); ++next) {
            const CToken& one = m_tokens[next];
            if (one.kind == CTokenKind::Newline || one.end - one.begin < 2) {
                continue;
            }
            const int from = m_source.lineOf(one.begin);
            const int to = m_source.lineOf(one.end - 1);
            if (to > from) {
                join(from, to);
            }
        }
    }
    const auto runOf = [this](int line) {
        return std::lower_bound(
            m_joins.begin(), m_joins.end(), line,
            [](const std::pair<int, int>& run, int value) { return run.second < value; });
    };
    const auto top = runOf(first);
    if (top != m_joins.end() && top->first < first) {
        first = top->first;
    }
    const auto bottom = runOf(last);
    if (bottom != m_joins.end() && bottom->first <= last) {
        last = std::max(last, bottom->second);
    }
}

} // namespace rocport
