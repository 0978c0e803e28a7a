#include "core/translate/likehipify.h"

#include <algorithm>
#include <iterator>

namespace rocport {

namespace {

class CubPass
{
public:
    explicit CubPass(LikeHipifyParts parts)
        : m_context(parts.context), m_walk(parts.context.walk), m_out(parts.out)
    {
    }

    void name(int token)
    {
        int before = m_walk.previous(token);
        if (before >= 0 && m_walk.is(before, "::")) {
            before = m_walk.previous(before);
        }
        if (before < 0) {
            return;
        }
        const bool directive =
            m_walk.is(before, "namespace") && m_walk.is(m_walk.previous(before), "using");
        if (directive ? m_walk.is(m_walk.next(token), ";") : isTypedef(token, before)) {
            rename(token);
        }
    }

    void templateAt(int token);

private:
    void rename(int token)
    {
        TextReplacement out;
        out.range = m_context.rangeOf(token);
        out.text = "hipcub";
        out.header = findHeader("cub/cub.cuh");
        m_out.add(std::move(out));
    }

    [[nodiscard]] bool isTypedef(int token, int before) const;
    [[nodiscard]] bool declaresFunction(int close) const;
    bool parameter(int first, int last);

    TranslateContext& m_context;
    const TokenWalk& m_walk;
    ReplacementSet& m_out;
};

/// "typedef cub::Name<...> X;", the name not going on, no pointer.
bool CubPass::isTypedef(int token, int before) const
{
    while (before >= 0 && (m_walk.is(before, "const") || m_walk.is(before, "volatile"))) {
        before = m_walk.previous(before);
    }
    if (!m_walk.is(before, "typedef")) {
        return false;
    }
    const int name = m_walk.next(m_walk.next(token));
    int after = name < 0 ? -1 : m_walk.next(name);
    if (after >= 0 && m_walk.is(after, "<")) {
        const int close = closingAngle(m_walk, after);
        after = close < 0 ? -1 : m_walk.next(close);
    }
    return after >= 0 && m_walk.isIdentifier(after);
}

bool CubPass::declaresFunction(int close) const
{
    int i = m_walk.next(close);
    while (i >= 0 && m_walk.is(i, "template")) {
        const int open = m_walk.next(i);
        const int end = open < 0 ? -1 : closingAngle(m_walk, open);
        i = end < 0 ? -1 : m_walk.next(end);
    }
    const std::string_view word = m_walk.text(i);
    return i >= 0 && word != "class" && word != "struct" && word != "union" && word != "using" &&
           word != "concept" && word != "friend";
}

/// One template parameter; false: it is of a named type without a namespace, where hipify-clang
/// stops looking.
bool CubPass::parameter(int first, int last)
{
    static constexpr std::string_view kBuiltin[] = {"bool", "char",   "short",    "int",
                                                    "long", "signed", "unsigned", "auto"};
    int i = first;
    while (m_walk.is(i, "const") || m_walk.is(i, "volatile") || m_walk.is(i, "::")) {
        i = m_walk.next(i);
    }
    const std::string_view word = m_walk.text(i);
    if (i < 0 || !m_walk.isIdentifier(i) || word == "typename" || word == "class" ||
        word == "template" ||
        std::find(std::begin(kBuiltin), std::end(kBuiltin), word) != std::end(kBuiltin)) {
        return true;
    }
    const int after = m_walk.next(i);
    if (after < 0 || after > last) {
        return true;
    }
    if (m_walk.is(after, "::")) {
        if (word == "cub") {
            rename(i);
        }
        return true;
    }
    return !m_walk.isIdentifier(after) || m_context.options.names.rocm.major() < 7;
}

void CubPass::templateAt(int token)
{
    const int open = m_walk.next(token);
    const int close = open >= 0 && m_walk.is(open, "<") ? closingAngle(m_walk, open, 512) : -1;
    if (close < 0 || !declaresFunction(close)) {
        return;
    }
    int first = -1;
    int last = -1;
    int depth = 0;
    for (int i = m_walk.next(open); i >= 0 && i <= close; i = m_walk.next(i)) {
        if (i == close || (m_walk.is(i, ",") && depth == 0)) {
            if (first >= 0 && !parameter(first, last)) {
                return;
            }
            first = -1;
            continue;
        }
        if (first < 0) {
            first = i;
        }
        last = i;
        depth += m_walk.is(i, "<") || m_walk.is(i, "(") ? 1 : 0;
        depth -= m_walk.is(i, ">") || m_walk.is(i, ")") ? 1 : 0;
    }
}

} // namespace

void likeCub(LikeHipifyParts parts)
{
    if (parts.context.scan.cubNames.empty()) {
        return;
    }
    CubPass pass(parts);
    for (const int token : parts.context.scan.cubNames) {
        pass.name(token);
    }
    for (int i = 0; i < parts.context.walk.count(); ++i) {
        if (parts.context.walk.is(i, "template")) {
            pass.templateAt(i);
        }
    }
}

} // namespace rocport
