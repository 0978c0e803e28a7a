#include "core/rules/cpp/cppexpressions.h"

namespace rocport {

using namespace layoutprecedence;

namespace {

using Token = LayoutToken;
using Kind = LayoutToken::Kind;

/// Finds the expressions of a statement, each with its operators of one precedence; members bind
/// closest, at kMember.
class Expressions
{
public:
    Expressions(const std::vector<Token>& tokens, std::vector<LayoutExpressions>& found)
        : m_tokens(tokens), m_found(found)
    {
    }
    /// False: brackets are nested too deeply.
    bool run()
    {
        while (!m_deep && has()) {
            const size_t before = m_at;
            parse(0);
            m_at += m_at == before ? 1 : 0;
        }
        return !m_deep;
    }

private:
    static constexpr int kMostNested = 24;

    [[nodiscard]] bool has() const { return m_at < m_tokens.size(); }
    [[nodiscard]] int precedence() const
    {
        const Token& token = m_tokens[m_at];
        return token.kind == Kind::Comma       ? 1
               : token.kind == Kind::Access    ? kMember
               : token.kind == Kind::Semicolon ? 0
               : token.precedence > 0          ? token.precedence
                                               : -1;
    }
    void enclose(size_t first, int precedence)
    {
        m_found[first].begins.push_back(precedence == kMember ? 0 : precedence);
        m_found[first].beginsBinary = m_found[first].beginsBinary || precedence < kMember;
        if (has()) {
            ++m_found[m_at - 1].ends;
            m_found[m_at - 1].endsBinary = m_found[m_at - 1].endsBinary || precedence < kMember;
        }
    }
    void parseConditional();
    void parse(int precedence);

    const std::vector<Token>& m_tokens;
    std::vector<LayoutExpressions>& m_found;
    size_t m_at = 0;
    int m_nested = 0;
    bool m_deep = false;
};

void Expressions::parseConditional()
{
    const size_t first = m_at;
    parse(kConditional + 1);
    if (!has() || m_tokens[m_at].text != "?") {
        return;
    }
    ++m_at;
    parse(kAssignment);
    if (!has() || m_tokens[m_at].precedence != kConditional) {
        return;
    }
    ++m_at;
    parse(kAssignment);
    enclose(first, kConditional);
}

void Expressions::parse(int precedence)
{
    while (has() && m_tokens[m_at].text == "return") {
        ++m_at;
    }
    if (!has() || precedence > kMember) {
        return;
    }
    if (precedence == kConditional) {
        parseConditional();
        return;
    }
    const size_t first = m_at;
    size_t latest = 0;
    while (has() && !m_deep) {
        parse(precedence + 1);
        if (!has() || m_tokens[m_at].kind == Kind::Close) {
            break;
        }
        const int current = this->precedence();
        const bool isColon = m_tokens[m_at].text == ":" && precedence == kAssignment;
        if ((current != -1 && current < precedence) || (current == kConditional && isColon)) {
            break;
        }
        if (m_tokens[m_at].kind == Kind::Open) {
            m_deep = ++m_nested > kMostNested;
            while (has() && !m_deep &&
                   (m_tokens[m_at].kind != Kind::Close || m_tokens[m_at].partner < 0)) {
                ++m_at;
                parse(0);
            }
            --m_nested;
        } else if (current == precedence && precedence > 0) {
            if (latest > 0) {
                m_found[latest].hasNext = true;
                m_found[m_at].isFirst = false;
            }
            latest = m_at;
        }
        m_at += has() ? 1 : 0;
    }
    if (latest > 0) {
        enclose(first, precedence);
    }
}

} // namespace

bool findExpressions(const std::vector<LayoutToken>& tokens, std::vector<LayoutExpressions>& found)
{
    found.assign(tokens.size(), {});
    return Expressions(tokens, found).run();
}

} // namespace rocport
