#include "core/lanes/lanerows.h"

#include "core/text/bytes.h"
#include "core/translate/launches.h"

#include <string_view>

namespace rocport {

namespace {

bool isBuiltInType(std::string_view word)
{
    return isOneOf(word, {"bool", "char", "short", "int", "long", "unsigned", "signed", "float",
                          "double", "auto", "size_t", "int8_t", "uint8_t", "int16_t", "uint16_t",
                          "int32_t", "uint32_t", "int64_t", "uint64_t"});
}

/// Words of statements and expressions without a loop.
bool isPlainWord(std::string_view word)
{
    return isBuiltInType(word) ||
           isOneOf(word, {"const", "if", "else", "return", "true", "false", "sizeof", "static_cast",
                          "reinterpret_cast", "const_cast", "threadIdx", "blockIdx", "blockDim",
                          "gridDim"});
}

/// Functions of the headers that only calculate.
bool isPlainFunction(std::string_view word)
{
    return isOneOf(word, {"abs",   "fabs",   "fabsf",  "sqrt",  "sqrtf",  "rsqrt",      "rsqrtf",
                          "exp",   "expf",   "exp2f",  "log",   "logf",   "log2f",      "sin",
                          "sinf",  "cos",    "cosf",   "tan",   "tanf",   "tanh",       "tanhf",
                          "pow",   "powf",   "fma",    "fmaf",  "fmin",   "fminf",      "fmax",
                          "fmaxf", "min",    "max",    "floor", "floorf", "ceil",       "ceilf",
                          "round", "roundf", "erf",    "erff",  "__expf", "__fdividef", "__logf",
                          "__ldg", "__sinf", "__cosf", "__powf"});
}

class RowReader
{
public:
    RowReader(const TokenWalk& walk, int first, const KernelDeclaration& kernel,
              const LaneNames& names)
        : m_walk(walk), m_first(first), m_kernel(kernel), m_names(names)
    {
    }

    LaneRowPlan plan()
    {
        const int close = m_kernel.body < 0 ? -1 : m_walk.partner(m_kernel.body);
        if (close <= m_kernel.body + 1 || m_kernel.name < 0 || m_walk.token(m_first).inDirective ||
            !takesCopies() || namesSizes() || !mayBeLoop(close)) {
            return {};
        }
        LaneRowPlan plan;
        plan.row = LaneRow::Told;
        if (readTemplate() && readParameters() && isPlain(close)) {
            plan.row = LaneRow::Plain;
            plan.types = m_types;
        }
        return plan;
    }

private:
    /// The body sees copies of the parameters, and other variables with the names of sizes.
    [[nodiscard]] bool takesCopies() const
    {
        const int close = m_walk.partner(m_kernel.open);
        for (int at = m_kernel.open; at >= 0 && at != close; at = m_walk.next(at)) {
            if (isOneOf(m_walk.text(at), {"&", "&&", "blockDim", "gridDim", "#"}) ||
                m_walk.token(at).inDirective) {
                return false;
            }
        }
        return close >= 0;
    }

    /// Whether what stands before the kernel, as a list of a template, has the name of a size,
    /// which the body declares.
    [[nodiscard]] bool namesSizes() const
    {
        for (int at = m_walk.previous(m_first);
             at >= 0 && !isOneOf(m_walk.text(at), {";", "{", "}"}); at = m_walk.previous(at)) {
            if (!m_walk.token(at).inDirective &&
                isOneOf(m_walk.text(at), {"blockDim", "gridDim"})) {
                return true;
            }
        }
        return false;
    }

    /// Whether the body may stand in a function within the kernel; one that waits gains nothing.
    [[nodiscard]] bool mayBeLoop(int close) const
    {
        for (int at = m_kernel.body + 1; at < close; ++at) {
            const std::string_view word = m_walk.text(at);
            if (word == "#" && !m_walk.is(m_walk.next(at), "pragma")) {
                return false; // which braces belong together is not known
            }
            if (word == "[") {
                const int before = m_walk.previous(at);
                const bool isIndex = before >= 0 && (m_walk.isIdentifier(before) ||
                                                     isOneOf(m_walk.text(before), {"]", ")"}));
                if (!isIndex || m_walk.is(before, "return")) {
                    return false; // a function without a name may not see what is around it
                }
            }
            if (m_walk.kind(at) != CTokenKind::Identifier) {
                continue;
            }
            if (isOneOf(word, {"struct", "class", "union", "enum", "asm", "__asm__", "static",
                               "extern", "assert", "__func__", "__FUNCTION__",
                               "__PRETTY_FUNCTION__", "__shared__", "HIP_DYNAMIC_SHARED"}) ||
                m_names.sharedWords.contains(toBytes(word)) ||
                word.find("sync") != std::string_view::npos ||
                word.find("__shfl") != std::string_view::npos) {
                return false;
            }
        }
        return true;
    }

    /// "template <typename T, int N>" before the kernel: T must be plain as well.
    bool readTemplate()
    {
        int at = m_walk.previous(m_first);
        while (isOneOf(m_walk.text(at), {"static", "inline"})) {
            at = m_walk.previous(at);
        }
        if (at < 0 || !m_walk.is(at, ">")) {
            return at < 0 || isOneOf(m_walk.text(at), {";", "}", "{"}) ||
                   m_walk.kind(at) == CTokenKind::String || m_walk.token(at).inDirective;
        }
        const int end = at;
        constexpr int kMostSteps = 64;
        for (int steps = 0; at >= 0 && steps < kMostSteps && !m_walk.is(at, "<"); ++steps) {
            at = m_walk.previous(at);
        }
        const int word = at < 0 ? -1 : m_walk.previous(at);
        if (word < 0 || !m_walk.is(word, "template")) {
            return false;
        }
        for (at = m_walk.next(at); at >= 0 && at != end; at = m_walk.next(at)) {
            const int name = m_walk.next(at);
            const int behind = name < 0 ? -1 : m_walk.next(name);
            if (behind < 0 || !m_walk.isIdentifier(name) ||
                !(behind == end || m_walk.is(behind, ","))) {
                return false;
            }
            if (isOneOf(m_walk.text(at), {"typename", "class"})) {
                m_typeNames.insert(toBytes(m_walk.text(name)));
                addType(toBytes(m_walk.text(name)));
            } else if (isBuiltInType(m_walk.text(at))) {
                m_variables.insert(toBytes(m_walk.text(name)));
            } else {
                return false;
            }
            at = behind;
            if (at == end) {
                break;
            }
        }
        return true;
    }

    bool readParameters()
    {
        std::vector<ArgumentTokens> parameters;
        if (!splitArguments(m_walk, m_kernel.open, parameters)) {
            return false;
        }
        for (const ArgumentTokens& one : parameters) {
            if (one.isEmpty()) {
                continue;
            }
            if (one.first == one.last || !m_walk.isIdentifier(one.last)) {
                return false; // without a name, or with bounds or a default
            }
            for (int at = one.first; at != one.last; at = m_walk.next(at)) {
                if (isOneOf(m_walk.text(at), {"...", "=", "(", "volatile"})) {
                    return false;
                }
            }
            const QByteArray name = toBytes(m_walk.text(one.last));
            m_variables.insert(name);
            addType("decltype(" + name + ')');
        }
        return true;
    }

    /// Whether the body has only words that are known to be neither a loop nor a call of what may
    /// ask for the lane.
    bool isPlain(int close)
    {
        for (int at = m_kernel.body + 1; at < close; ++at) {
            if (m_walk.token(at).inDirective || m_walk.kind(at) == CTokenKind::String ||
                m_walk.is(at, "::")) {
                return false;
            }
            if (m_walk.kind(at) == CTokenKind::Identifier && !isPlainIdentifier(at)) {
                return false;
            }
        }
        return true;
    }

    bool isPlainIdentifier(int at)
    {
        const std::string_view word = m_walk.text(at);
        const QByteArray name = toBytes(word);
        if (m_names.macros.contains(name)) {
            return false;
        }
        const int before = m_walk.previous(at);
        if (isOneOf(m_walk.text(before), {".", "->"})) {
            return isOneOf(word, {"x", "y", "z", "w"});
        }
        if (isPlainWord(word) || m_typeNames.contains(name)) {
            return true;
        }
        const int behind = m_walk.next(at);
        if (behind >= 0 && m_walk.is(behind, "(")) {
            const bool isDeclared = m_variables.contains(name) || isBehindType(before);
            return !isDeclared && isPlainFunction(word) && !m_names.functions.contains(name);
        }
        if (isBehindType(before)) {
            m_variables.insert(name);
            return true;
        }
        return m_variables.contains(name);
    }

    /// "float x", "const T* x" and the like: `at` ends the type.
    [[nodiscard]] bool isBehindType(int at) const
    {
        while (isOneOf(m_walk.text(at), {"*", "const", "&", "__restrict__"})) {
            at = m_walk.previous(at);
        }
        return isBuiltInType(m_walk.text(at)) || m_typeNames.contains(toBytes(m_walk.text(at)));
    }

    void addType(const QByteArray& type) { m_types += (m_types.isEmpty() ? "" : ", ") + type; }

    const TokenWalk& m_walk;
    const int m_first;
    const KernelDeclaration& m_kernel;
    const LaneNames& m_names;
    QSet<QByteArray> m_typeNames;
    QSet<QByteArray> m_variables;
    QByteArray m_types;
};

} // namespace

LaneRowPlan laneRow(const TokenWalk& walk, int first, const KernelDeclaration& kernel,
                    const LaneNames& names)
{
    return RowReader(walk, first, kernel, names).plan();
}

} // namespace rocport
