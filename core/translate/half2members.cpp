#include "core/base/cancelscope.h"
#include "core/translate/likehipify.h"

#include <algorithm>
#include <unordered_map>

namespace rocport {

namespace {

/// What the file declares with type "half2": how many subscripts or stars lead to the value.
/// A const one has another type for hipify-clang, and is not of interest.
class Half2Pass
{
public:
    explicit Half2Pass(LikeHipifyParts parts)
        : m_context(parts.context), m_walk(parts.context.walk), m_out(parts.out)
    {
    }

    void run()
    {
        bool any = false;
        for (int i = 0; i < m_walk.count() && !isWorkCancelledAt(i); ++i) {
            if (m_walk.kind(i) == CTokenKind::Punctuator) {
                if (m_walk.is(i, "(") || m_walk.is(i, "{")) {
                    m_open.push_back(i);
                } else if ((m_walk.is(i, ")") || m_walk.is(i, "}")) && !m_open.empty()) {
                    m_open.pop_back();
                }
            } else if (m_walk.isIdentifier(i) && m_walk.is(i, "half2")) {
                declarations(i);
                any = true;
            }
        }
        for (int i = 0; any && i < m_walk.count() && !isWorkCancelledAt(i); ++i) {
            if (m_walk.is(i, ".") &&
                (m_walk.is(m_walk.next(i), "x") || m_walk.is(m_walk.next(i), "y"))) {
                member(i);
            }
        }
    }

private:
    struct Declared
    {
        int depth = 0; ///< of pointers and array dimensions
        bool isFunction = false;
        bool isMember = false;
        int scopeEnd = 0; ///< token
    };

    void declarations(int type);
    [[nodiscard]] Declared scopeHere() const;
    int declarator(int i);
    void member(int dot);
    [[nodiscard]] int postfixBegin(int last, int& depth, int& name, bool& called) const;
    [[nodiscard]] int chainBegin(int name) const;
    [[nodiscard]] bool isCast(int first, int last) const;
    [[nodiscard]] const Declared* find(int name) const;

    TranslateContext& m_context;
    const TokenWalk& m_walk;
    ReplacementSet& m_out;
    std::vector<int> m_open; ///< brackets around the declaration being read
    Declared m_scope;
    /// Per name, by position: the nearest one before a use counts.
    std::unordered_map<std::string_view, std::vector<std::pair<int, Declared>>> m_declared;
};

/// "half2 a, *b, c[3]": one after the other.
void Half2Pass::declarations(int type)
{
    const int before = m_walk.previous(type);
    const bool isConst = m_walk.is(before, "const") || m_walk.is(m_walk.next(type), "const");
    if (m_walk.is(before, "typedef") || m_walk.is(before, "<")) {
        return;
    }
    m_scope = scopeHere();
    m_scope.depth = isConst ? -1024 : 0; // hides others, and is never a value itself
    const bool inParameters = m_walk.is(before, "(") || m_walk.is(before, ",");
    int i = m_walk.next(type);
    for (int count = 0; count < 64 && i >= 0; ++count) {
        i = declarator(i);
        // To the comma, over an initialiser.
        for (int steps = 0; i >= 0 && steps < 256 && !m_walk.is(i, ","); ++steps) {
            if (m_walk.is(i, ";") || m_walk.is(i, ")") || m_walk.is(i, "}") || m_walk.is(i, ":")) {
                return;
            }
            if (m_walk.is(i, "(") || m_walk.is(i, "[") || m_walk.is(i, "{")) {
                i = m_walk.partner(i);
            }
            i = i < 0 ? -1 : m_walk.next(i);
        }
        if (i < 0 || !m_walk.is(i, ",") || inParameters) {
            return;
        }
        i = m_walk.next(i);
    }
}

/// How far a name declared here is seen.
Half2Pass::Declared Half2Pass::scopeHere() const
{
    Declared result;
    result.scopeEnd = m_walk.count();
    if (m_open.empty()) {
        return result;
    }
    const int open = m_open.back();
    const int close = m_walk.partner(open);
    if (close < 0) {
        return result;
    }
    result.scopeEnd = close;
    if (m_walk.is(open, "{")) {
        int i = m_walk.previous(open);
        for (int steps = 0; steps < 8 && i >= 0 && m_walk.isIdentifier(i); ++steps) {
            result.isMember = result.isMember || m_walk.is(i, "struct") || m_walk.is(i, "class") ||
                              m_walk.is(i, "union");
            i = m_walk.previous(i);
        }
        return result;
    }
    // Parameters: up to the end of the body.
    int body = m_walk.next(close);
    for (int steps = 0; steps < 32 && body >= 0; ++steps) {
        if (m_walk.is(body, "{")) {
            result.scopeEnd = std::max(close, m_walk.partner(body));
            return result;
        }
        result.scopeEnd = body; // of a loop's only statement
        if (m_walk.is(body, ";")) {
            return result;
        }
        body = m_walk.next(body);
    }
    return result;
}

int Half2Pass::declarator(int i)
{
    Declared one = m_scope;
    for (; i >= 0 && (m_walk.is(i, "*") || m_walk.is(i, "&") || m_walk.is(i, "__restrict__") ||
                      m_walk.is(i, "__restrict") || m_walk.is(i, "const"));
         i = m_walk.next(i)) {
        one.depth += m_walk.is(i, "*") ? 1 : 0;
    }
    if (i < 0 || !m_walk.isIdentifier(i)) {
        return i;
    }
    const int name = i;
    i = m_walk.next(i);
    while (i >= 0 && m_walk.is(i, "[")) {
        ++one.depth;
        const int close = m_walk.partner(i);
        i = close < 0 ? -1 : m_walk.next(close);
    }
    if (i >= 0 && m_walk.is(i, "(")) {
        const int argument = m_walk.next(i);
        // "half2 f()" and "half2 f(int a)" are functions; "half2 a(b)" mostly is not.
        one.isFunction =
            m_walk.is(argument, ")") ||
            (m_walk.isIdentifier(argument) && m_walk.next(argument) >= 0 &&
             (m_walk.isIdentifier(m_walk.next(argument)) || m_walk.is(m_walk.next(argument), "*") ||
              m_walk.is(m_walk.next(argument), "&")));
    }
    m_declared[m_walk.text(name)].emplace_back(name, one);
    return i;
}

const Half2Pass::Declared* Half2Pass::find(int name) const
{
    const auto it = m_declared.find(m_walk.text(name));
    if (it == m_declared.end()) {
        return nullptr;
    }
    const int before = m_walk.previous(name);
    const bool member = m_walk.is(before, ".") || m_walk.is(before, "->");
    int steps = 0;
    for (auto one = it->second.rbegin(); one != it->second.rend() && ++steps < 256; ++one) {
        const auto& [at, declared] = *one;
        const bool fits = member ? declared.isMember : at < name && name < declared.scopeEnd;
        if (fits) {
            return &declared;
        }
    }
    return nullptr;
}

/// From the last token of a postfix expression back to its name: subscripts count into `depth`.
int Half2Pass::postfixBegin(int last, int& depth, int& name, bool& called) const
{
    int i = last;
    while (i >= 0 && m_walk.is(i, "]")) {
        ++depth;
        i = m_walk.partner(i);
        i = i < 0 ? -1 : m_walk.previous(i);
    }
    if (i >= 0 && m_walk.is(i, ")")) {
        const int open = m_walk.partner(i);
        const int before = open < 0 ? -1 : m_walk.previous(open);
        if (before >= 0 && m_walk.isIdentifier(before) && find(before)) {
            called = true;
            name = before;
            return chainBegin(before);
        }
        return -1;
    }
    if (i < 0 || !m_walk.isIdentifier(i)) {
        return -1;
    }
    name = i;
    return chainBegin(i);
}

/// "a.b[1].name", "p->name", "ns::name": where it begins.
int Half2Pass::chainBegin(int name) const
{
    int i = name;
    for (int steps = 0; steps < 64; ++steps) {
        const int joint = m_walk.previous(i);
        if (joint < 0 ||
            !(m_walk.is(joint, ".") || m_walk.is(joint, "->") || m_walk.is(joint, "::"))) {
            return i;
        }
        int before = m_walk.previous(joint);
        while (before >= 0 && (m_walk.is(before, "]") || m_walk.is(before, ")"))) {
            const int open = m_walk.partner(before);
            before = open < 0 ? -1 : m_walk.previous(open);
        }
        if (before < 0 || !m_walk.isIdentifier(before)) {
            return m_walk.is(joint, "::") ? joint : -1;
        }
        i = before;
    }
    return -1;
}

bool Half2Pass::isCast(int first, int last) const
{
    const int open = m_walk.previous(first);
    const int close = m_walk.next(last);
    if (open < 0 || close < 0 || !m_walk.is(open, "(") || !m_walk.is(close, ")")) {
        return false;
    }
    const int angle = m_walk.previous(open);
    const int reference = angle < 0 ? -1 : m_walk.previous(angle);
    if (angle < 0 || !m_walk.is(angle, ">") || !m_walk.is(reference, "&")) {
        return false;
    }
    int i = reference;
    for (int steps = 0; steps < 8 && i >= 0; ++steps) {
        if (m_walk.is(i, "reinterpret_cast")) {
            return true;
        }
        i = m_walk.previous(i);
    }
    return false;
}

void Half2Pass::member(int dot)
{
    const int value = m_walk.next(dot);
    if (m_walk.is(m_walk.next(value), "(")) {
        return;
    }
    int last = m_walk.previous(dot);
    int depth = 0;
    int name = -1;
    bool called = false;
    int begin = -1;
    if (last >= 0 && m_walk.is(last, ")")) {
        const int open = m_walk.partner(last);
        const int first = open < 0 ? -1 : m_walk.next(open);
        if (first >= 0 && !m_walk.isIdentifier(m_walk.previous(open))) { // "(v).x", "(*v).x"
            int inner = first;
            for (; m_walk.is(inner, "*"); inner = m_walk.next(inner)) {
                ++depth;
            }
            const int end = m_walk.previous(last);
            if (postfixBegin(end, depth, name, called) != inner) {
                return;
            }
            begin = open;
        }
    }
    if (begin < 0) {
        begin = last < 0 ? -1 : postfixBegin(last, depth, name, called);
    }
    const Declared* const declared = begin < 0 ? nullptr : find(name);
    if (!declared || declared->depth != depth || declared->isFunction != called ||
        isCast(begin, value)) {
        return;
    }
    const ByteRange range = m_context.rangeOf(begin, value);
    TextReplacement out;
    out.range = range;
    out.text =
        "reinterpret_cast<half&>(" + m_context.source.bytes().mid(range.begin, range.size()) + ')';
    m_out.add(std::move(out));
}

} // namespace

void likeHalf2(LikeHipifyParts parts)
{
    Half2Pass(parts).run();
}

} // namespace rocport
