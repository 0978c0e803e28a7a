#include "core/base/cancelscope.h"
#include "core/rules/cpp/cppbuiltins.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace rocport {

namespace {

using namespace std::string_view_literals;

/// A definition at file scope: `head` to `close`, the parameters between `open` and its partner.
struct Definition
{
    int head = 0;
    int name = 0;
    int open = 0;
    int body = 0;
    int close = 0;
};

/// One spelling for each integer type: "unsigned long long int" is "unsigned long long".
std::string canonicalType(const CppFile& file, TokenSpan span)
{
    std::string type;
    for (int i = span.begin; i < span.end; ++i) {
        const std::string_view word = file.text(i);
        if (word == "const" || word == "volatile" || word == "std" || word == "::" || word == "&" ||
            word == "*" || word == "__restrict__" || (word == "int" && !type.empty())) {
            continue;
        }
        type += (type.empty() ? "" : " ") + std::string(word);
    }
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 8> aliases = {{
        {"unsigned", "unsigned int"},
        {"uint", "unsigned int"},
        {"uint32_t", "unsigned int"},
        {"int32_t", "int"},
        {"uint64_t", "unsigned long"},
        {"size_t", "unsigned long"},
        {"int64_t", "long"},
        {"ull", "unsigned long long"},
    }};
    for (const auto& [alias, real] : aliases) {
        if (type == alias) {
            return std::string(real);
        }
    }
    return type;
}

class ClashFinder
{
public:
    ClashFinder(const CppFile& file, const Rule& rule, ProposalWriter& writer,
                QVector<Replacement>& edits)
        : m_file(file), m_rule(rule), m_writer(writer), m_edits(edits)
    {
    }

    void run()
    {
        CancelLook isCancelled;
        for (int i = 0; i < m_file.size() && !isCancelled(); ++i) {
            if (!m_file.isKind(i, CTokenKind::Identifier)) {
                continue;
            }
            const std::string_view word = m_file.text(i);
            if (word == "CUresult") {
                judgeErrors(i - 2);
                continue;
            }
            const bool candidate = word == "operator" || word == "max" || word == "min" ||
                                   word.starts_with("atomic") || word.starts_with("__shfl");
            if (!candidate || m_file.enclosing(i) >= 0 || m_file.token(i).inDirective ||
                m_file.isInert(m_file.token(i).begin)) {
                continue;
            }
            if (const std::optional<Definition> found = definitionAt(i)) {
                judge(*found);
                i = found->close;
            }
        }
    }

private:
    [[nodiscard]] std::optional<Definition> definitionAt(int at) const
    {
        Definition found;
        found.name = at;
        found.open = m_file.is(at, "operator") ? at + 2 : at + 1;
        if (!m_file.is(found.open, "(") || m_file.match(found.open) < 0) {
            return {};
        }
        found.body = m_file.match(found.open) + 1;
        if (!m_file.is(found.body, "{") || m_file.match(found.body) < 0) {
            return {};
        }
        found.close = m_file.match(found.body);
        found.head = at;
        while (found.head > 0 && at - found.head < 60 &&
               !m_file.token(found.head - 1).inDirective &&
               m_file.token(found.head - 1).kind != CTokenKind::Directive &&
               !m_file.is(found.head - 1, ";") && !m_file.is(found.head - 1, "}") &&
               !m_file.is(found.head - 1, "{")) {
            --found.head;
        }
        return found;
    }

    [[nodiscard]] bool headHas(const Definition& one, std::string_view word) const
    {
        for (int i = one.head; i < one.name; ++i) {
            if (m_file.is(i, word)) {
                return true;
            }
        }
        return false;
    }

    /// Type of parameter `index` and its name; the name may be missing.
    struct Parameter
    {
        std::string type;
        std::string_view name;
    };
    [[nodiscard]] std::vector<Parameter> parameters(const Definition& one) const
    {
        std::vector<Parameter> result;
        for (TokenSpan span : m_file.arguments(one.open)) {
            for (int i = span.begin; i < span.end; ++i) {
                if (m_file.is(i, "=")) {
                    span.end = i;
                }
            }
            Parameter parameter;
            const bool named =
                span.size() > 1 && m_file.isKind(span.end - 1, CTokenKind::Identifier);
            if (named) {
                parameter.name = m_file.text(span.end - 1);
            }
            parameter.type = canonicalType(m_file, {span.begin, named ? span.end - 1 : span.end});
            result.push_back(parameter);
        }
        return result;
    }

    void judge(const Definition& one)
    {
        const std::string_view word = m_file.text(one.name);
        const std::vector<Parameter> given = parameters(one);
        bool same = false;
        if (word == "operator") {
            if (!isAmbiguousOperator(one, given)) {
                return;
            }
            same = isElementwise(one, given);
        } else {
            same = headHas(one, "__device__") &&
                   (isAtomic(word, given) || isShuffle(word, given) || isMinMax(one, given));
            if (!same) {
                return;
            }
        }
        report(one, same);
    }

    /// Whether the token stands under no condition but the include guard and CUDA's own macro of a
    /// header that the ROCm build has always read.
    [[nodiscard]] bool isAlwaysThere(int token) const
    {
        std::vector<bool> open; // one for each condition: does it always hold?
        for (int i = 0; i < token && !isWorkCancelledAt(i); ++i) {
            if (m_file.token(i).kind != CTokenKind::Directive) {
                continue;
            }
            const std::string_view name = m_file.text(i + 2);
            if (m_file.is(i + 1, "ifdef")) {
                open.push_back(name == "__DRIVER_TYPES_H__");
            } else if (m_file.is(i + 1, "ifndef")) {
                open.push_back(m_file.is(i + 4, "define") && m_file.is(i + 5, name));
            } else if (m_file.is(i + 1, "if")) {
                open.push_back(false);
            } else if (m_file.is(i + 1, "endif") && !open.empty()) {
                open.pop_back();
            } else if (m_file.text(i + 1).starts_with("el") && !open.empty()) {
                open.back() = false;
            }
        }
        return std::all_of(open.begin(), open.end(), [](bool one) { return one; });
    }

    /// Two overloads that differ in CUresult and cudaError_t alone: HIP has one type for both.
    void judgeErrors(int name)
    {
        if (name < 0 || !m_file.isKind(name, CTokenKind::Identifier) ||
            m_file.enclosing(name) >= 0 || m_file.isInert(m_file.token(name).begin)) {
            return;
        }
        const std::optional<Definition> one = definitionAt(name);
        if (!one) {
            return;
        }
        const std::vector<Parameter> given = parameters(*one);
        for (int i = 0; i < m_file.size() && !isWorkCancelledAt(i); ++i) {
            if (i == name || !m_file.is(i, m_file.text(name)) || m_file.enclosing(i) >= 0) {
                continue;
            }
            const std::optional<Definition> other = definitionAt(i);
            if (!other) {
                continue;
            }
            std::vector<Parameter> taken = parameters(*other);
            const bool isSame =
                taken.size() == given.size() && !taken.empty() && taken[0].type == "cudaError_t" &&
                std::equal(taken.begin() + 1, taken.end(), given.begin() + 1,
                           [](const Parameter& a, const Parameter& b) { return a.type == b.type; });
            if (isSame) {
                report(*one, isAlwaysThere(i),
                       QStringLiteral("HIP has one type for CUresult and cudaError_t, and the "
                                      "function for cudaError_t takes both."),
                       QStringLiteral("HIP has one type for CUresult and cudaError_t; the function "
                                      "for cudaError_t stands under a condition, so nothing is "
                                      "proposed."));
                return;
            }
        }
    }

    [[nodiscard]] static bool isAtomic(std::string_view name, const std::vector<Parameter>& given)
    {
        if (given.size() != (name == "atomicCAS" ? 3U : 2U)) {
            return false;
        }
        const std::string& type = given[0].type;
        const bool word = type == "int" || type == "unsigned int" || type == "unsigned long" ||
                          type == "unsigned long long";
        const bool real = type == "float" || type == "double";
        if (name == "atomicAdd" || name == "atomicSub" || name == "atomicExch" ||
            name == "atomicCAS") {
            return word || real;
        }
        if (name == "atomicMin" || name == "atomicMax") {
            return word || real || type == "long long";
        }
        return (name == "atomicAnd" || name == "atomicOr" || name == "atomicXor") && word;
    }

    [[nodiscard]] static bool isShuffle(std::string_view name, const std::vector<Parameter>& given)
    {
        const bool shuffle = name == "__shfl" || name == "__shfl_up" || name == "__shfl_down" ||
                             name == "__shfl_xor";
        if (!shuffle || given.size() < 2 || given.size() > 3) {
            return false;
        }
        static constexpr std::array<std::string_view, 8> types = {
            "int",  "unsigned int",  "float",     "double",
            "long", "unsigned long", "long long", "unsigned long long"};
        return std::find(types.begin(), types.end(), given[0].type) != types.end();
    }

    [[nodiscard]] bool isMinMax(const Definition& one, const std::vector<Parameter>& given) const
    {
        const std::string_view name = m_file.text(one.name);
        if ((name != "min" && name != "max") || given.size() != 2 ||
            given[0].type != given[1].type) {
            return false;
        }
        const bool ofTemplate = m_file.is(one.head, "template") && m_file.is(one.head + 1, "<") &&
                                m_file.is(one.head + 4, ">") &&
                                m_file.text(one.head + 3) == given[0].type;
        return ofTemplate || (given[0].type == "int" && !m_file.is(one.head, "template"));
    }

    /// float4 * float4 and the like: HIP's own operators are templates that fit as well.
    [[nodiscard]] bool isAmbiguousOperator(const Definition& one,
                                           const std::vector<Parameter>& given) const
    {
        const std::string_view op = m_file.text(one.name + 1);
        const bool known =
            op == "*" || op == "/" || op == "*=" || op == "/=" || op == "+=" || op == "-=";
        return known && given.size() == 2 && given[0].type == given[1].type &&
               lanesOf(given[0].type) > 0 && !given[0].name.empty() && !given[1].name.empty();
    }

    /// 2 to 4 for "float4" and its like; 0 for other types.
    [[nodiscard]] static int lanesOf(std::string_view type)
    {
        static constexpr std::array<std::string_view, 10> bases = {
            "float", "double", "int", "uint", "short", "ushort", "char", "uchar", "long", "ulong"};
        const int lanes = type.empty() ? 0 : type.back() - '0';
        const std::string_view base = type.substr(0, type.empty() ? 0 : type.size() - 1);
        const bool vector = std::find(bases.begin(), bases.end(), base) != bases.end();
        return vector && lanes >= 2 && lanes <= 4 ? lanes : 0;
    }

    /// Whether the body works component by component, `a.x * b.x`, as HIP's operator does; a
    /// product of quaternions or a cross product does not.
    [[nodiscard]] bool isElementwise(const Definition& one,
                                     const std::vector<Parameter>& given) const
    {
        const std::string_view written = m_file.text(one.name + 1);
        const std::string_view op = written.substr(0, 1);
        int found = 0;
        const int lanes = lanesOf(given[0].type);
        for (int i = one.body; i < one.close; ++i) {
            const bool member = m_file.is(i, given[0].name) && m_file.is(i + 1, ".");
            const std::string_view lane = m_file.text(i + 2);
            const std::string_view between = m_file.text(i + 3);
            const bool joined =
                between == op || (between.size() == 2 && between[0] == op[0] && between[1] == '=');
            if (member && joined && m_file.is(i + 4, given[1].name) && m_file.is(i + 5, ".") &&
                m_file.is(i + 6, lane)) {
                ++found;
            } else if (m_file.is(i, "+") || m_file.is(i, "-")) {
                if (op != "+" && op != "-") {
                    return false;
                }
            }
        }
        return found == lanes;
    }

    void report(const Definition& one, bool same,
                const QString& whenSame = QStringLiteral("HIP defines it with the same arguments."),
                const QString& otherwise = QStringLiteral(
                    "HIP has an operator of its own for these types, and this one "
                    "does something else, so nothing is proposed."))
    {
        const TokenSpan signature{one.name, m_file.match(one.open) + 1};
        const std::string_view text = m_file.textOf(signature);
        const QString symbol = toText(text).simplified();
        const QString& note = same ? whenSame : otherwise;
        const Captures captures = {{QStringLiteral("symbol"), symbol},
                                   {QStringLiteral("note"), note}};
        if (same) {
            proposeText(m_writer, m_rule, m_file.range(signature), {}, captures, m_edits,
                        {m_file.token(one.head).begin, m_file.token(one.close).end});
        } else {
            m_writer.addFinding(m_rule, m_file.range(signature), symbol, captures);
        }
    }

    const CppFile& m_file;
    const Rule& m_rule;
    ProposalWriter& m_writer;
    QVector<Replacement>& m_edits;
};

} // namespace

void proposeClashes(const CppInput& input)
{
    ClashFinder(input.file, input.rule, input.writer, input.edits).run();
}

} // namespace rocport
