#include "core/translate/brackets.h"

namespace rocport {

// Of -1 there is no token before, after or opposite, so that steps can follow each other without a
// look in between.

int TokenWalk::previous(int i) const
{
    if (i < 0) {
        return -1;
    }
    const bool inDirective = token(i).inDirective;
    for (int j = i - 1; j >= 0; --j) {
        const CToken& t = token(j);
        if (t.kind == CTokenKind::Newline) {
            if (inDirective) {
                return -1;
            }
            continue;
        }
        if (t.kind == CTokenKind::Comment || (!inDirective && t.inDirective)) {
            continue;
        }
        return j;
    }
    return -1;
}

int TokenWalk::next(int i) const
{
    if (i < 0) {
        return -1;
    }
    const bool inDirective = token(i).inDirective;
    for (int j = i + 1; j < count(); ++j) {
        const CToken& t = token(j);
        if (t.kind == CTokenKind::Newline) {
            if (inDirective) {
                return -1;
            }
            continue;
        }
        if (t.kind == CTokenKind::Comment || (!inDirective && t.inDirective)) {
            continue;
        }
        return j;
    }
    return -1;
}

int TokenWalk::partner(int i) const
{
    if (i < 0) {
        return -1;
    }
    if (m_partners.empty()) {
        matchBrackets();
    }
    return m_partners[static_cast<size_t>(i)];
}

void TokenWalk::matchBrackets() const
{
    m_partners.assign(m_tokens.size(), -1);
    std::vector<int> open;
    size_t base = 0; // brackets of a preprocessor line do not meet those of the code around it
    bool inDirective = false;
    for (int i = 0; i < count(); ++i) {
        const CToken& t = token(i);
        if (t.kind == CTokenKind::Directive) {
            base = open.size();
            inDirective = true;
            continue;
        }
        if (t.kind == CTokenKind::Newline && inDirective) {
            open.resize(base);
            base = 0;
            inDirective = false;
            continue;
        }
        if (t.kind != CTokenKind::Punctuator || t.end - t.begin != 1) {
            continue;
        }
        const char c = m_source[t.begin];
        if (c == '(' || c == '[' || c == '{') {
            open.push_back(i);
            continue;
        }
        if (c != ')' && c != ']' && c != '}') {
            continue;
        }
        const char wanted = c == ')' ? '(' : c == ']' ? '[' : '{';
        // A brace closes whatever was left open inside it.
        while (c == '}' && open.size() > base && m_source[token(open.back()).begin] != '{') {
            open.pop_back();
        }
        if (open.size() <= base || m_source[token(open.back()).begin] != wanted) {
            continue;
        }
        m_partners[static_cast<size_t>(i)] = open.back();
        m_partners[static_cast<size_t>(open.back())] = i;
        open.pop_back();
    }
}

namespace {

/// What a token does to a list of arguments.
bool opensBracket(std::string_view text)
{
    return text == "(" || text == "[" || text == "{";
}

bool crossesDirective(const TokenWalk& walk, int from, int to)
{
    if (walk.token(from).inDirective) {
        return false;
    }
    for (int i = from; i < to; ++i) {
        if (walk.kind(i) == CTokenKind::Directive) {
            return true;
        }
    }
    return false;
}

} // namespace

int closingAngle(const TokenWalk& walk, int i, int limit)
{
    int depth = 1;
    int j = i;
    for (int steps = 0; steps < limit; ++steps) {
        j = walk.next(j);
        if (j < 0) {
            return -1;
        }
        const std::string_view text = walk.text(j);
        if (opensBracket(text)) {
            j = walk.partner(j);
            if (j < 0) {
                return -1;
            }
            continue;
        }
        if (text == "<") {
            ++depth;
        } else if (text == ">") {
            depth -= 1;
        } else if (text == ">>") {
            depth -= 2;
        } else if (text == ";" || text == ")" || text == "]" || text == "}" || text == "&&" ||
                   text == "||" || text == "<<<" || text == ">>>") {
            return -1;
        }
        if (depth <= 0) {
            return j;
        }
    }
    return -1;
}

bool splitArguments(const TokenWalk& walk, int open, std::vector<ArgumentTokens>& arguments,
                    int limit)
{
    arguments.clear();
    const int close = walk.partner(open);
    if (close < 0 || close - open > limit || crossesDirective(walk, open, close)) {
        return false;
    }
    ArgumentTokens current;
    bool anyComma = false;
    int angleEnd = -1;
    for (int i = walk.next(open); i >= 0 && i < close; i = walk.next(i)) {
        const std::string_view text = walk.text(i);
        if (text == "<<<" || text == ";") {
            return false; // a launch is no value, and its commas are none of the call's
        }
        if (text == "," && i > angleEnd) {
            arguments.push_back(current);
            current = {};
            anyComma = true;
            continue;
        }
        if (current.first < 0) {
            current.first = i;
        }
        current.last = i;
        if (text == "<" && i > angleEnd && walk.isIdentifier(walk.previous(i))) {
            angleEnd = closingAngle(walk, i);
        }
        if (opensBracket(text)) {
            const int end = walk.partner(i);
            if (end < 0 || end > close) {
                return false;
            }
            i = end;
            current.last = end;
        }
    }
    if (anyComma || !current.isEmpty()) {
        arguments.push_back(current);
    }
    return true;
}

} // namespace rocport
