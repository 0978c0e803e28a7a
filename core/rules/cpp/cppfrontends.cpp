#include "core/base/cancelscope.h"
#include "core/base/words.h"
#include "core/rules/cpp/cppbuiltins.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace rocport {

namespace {

using namespace std::string_view_literals;

enum class Extent {
    Unknown,
    Dim3,
    Uint3,
    Coordinates ///< threadIdx and the like
};

Extent extentNamed(std::string_view word)
{
    return word == "dim3"sv ? Extent::Dim3 : word == "uint3"sv ? Extent::Uint3 : Extent::Unknown;
}

/// Finds conversions of one file.
class Dimensions
{
public:
    Dimensions(const CppFile& file, const Rule& rule, ProposalWriter& writer,
               QVector<Replacement>& edits)
        : m_file(file), m_rule(rule), m_writer(writer), m_edits(edits)
    {
    }

    void run()
    {
        if (!usesUint3()) {
            return;
        }
        CancelLook isCancelled;
        for (int i = 0; i < m_file.size() && !isCancelled(); ++i) {
            if (m_file.functionOf(i) < 0 || m_file.isInert(m_file.token(i).begin)) {
                continue;
            }
            if (m_file.is(i, "<<<")) {
                launch(i);
            } else if (extentNamed(m_file.text(i)) != Extent::Unknown) {
                declaration(i);
            } else if (m_file.is(i, "=")) {
                assignment(i);
            }
        }
    }

private:
    /// Whether the file has CUDA's type, and none of its own of that name.
    [[nodiscard]] bool usesUint3() const
    {
        bool found = false;
        for (int i = 0; i < m_file.size() && !isWorkCancelledAt(i); ++i) {
            if (!m_file.is(i, "uint3") && !m_file.is(i, "dim3")) {
                continue;
            }
            if (m_file.is(i - 1, "struct") || m_file.is(i - 1, "class") ||
                m_file.is(i - 1, "using") || m_file.is(i - 1, "define") ||
                (m_file.is(i + 1, ";") && m_file.isKind(i - 1, CTokenKind::Identifier))) {
                return false;
            }
            found = found || m_file.is(i, "uint3");
        }
        return found;
    }

    [[nodiscard]] bool isMember(int i) const
    {
        return m_file.is(i - 1, ".") || m_file.is(i - 1, "->") || m_file.is(i - 1, "::");
    }

    /// What a name is by the last declaration before it in its function.
    [[nodiscard]] Extent typeOf(int use) const
    {
        const int index = m_file.functionOf(use);
        if (index < 0 || isMember(use) || !m_file.isKind(use, CTokenKind::Identifier)) {
            return Extent::Unknown;
        }
        const CppFunction& function = m_file.functions()[static_cast<size_t>(index)];
        for (int i = m_file.mentionBefore(use, use); i >= 0; i = m_file.mentionBefore(i, use)) {
            if (isMember(i)) {
                continue;
            }
            const int before = m_file.is(i - 1, "&") ? i - 2 : i - 1;
            const Extent extent = extentNamed(m_file.text(before));
            if (extent != Extent::Unknown) {
                return m_file.is(i + 1, "[") ? Extent::Unknown : extent;
            }
            const Extent listed = m_file.is(before, ",") ? listedAs(i) : Extent::Unknown;
            if (listed != Extent::Unknown) {
                return listed;
            }
            const bool isOther = m_file.isKind(before, CTokenKind::Identifier) ||
                                 m_file.is(before, "*") || m_file.is(before, ">") ||
                                 (m_file.is(before, ",") && isListed(i));
            if (isOther && before == i - 1 && !m_file.is(before, "return")) {
                return Extent::Unknown;
            }
        }
        constexpr std::array kCoordinates = {"threadIdx"sv, "blockIdx"sv, "blockDim"sv,
                                             "gridDim"sv};
        const bool onDevice = function.device || function.global;
        const bool isSeenWhole = use - function.paramsOpen <= CppFile::kMostMentioned;
        return isSeenWhole && onDevice && isOneOf(m_file.text(use), kCoordinates)
                   ? Extent::Coordinates
                   : Extent::Unknown;
    }

    /// Whether the statement of a name declares several: "uint3 a, b;"
    [[nodiscard]] bool isListed(int i) const
    {
        const int begin = m_file.statement(i).begin;
        return begin < i && m_file.isKind(begin, CTokenKind::Identifier) &&
               m_file.isKind(begin + 1, CTokenKind::Identifier) &&
               m_file.enclosing(begin) == m_file.enclosing(i);
    }
    [[nodiscard]] Extent listedAs(int i) const
    {
        if (!isListed(i) || m_file.is(i + 1, "[")) {
            return Extent::Unknown;
        }
        const int begin = m_file.statement(i).begin;
        const bool isPlain = m_file.is(i + 1, ",") || m_file.is(i + 1, ";") ||
                             m_file.is(i + 1, "=") || m_file.is(i + 1, "(");
        return isPlain ? extentNamed(m_file.text(m_file.is(begin, "const") ? begin + 1 : begin))
                       : Extent::Unknown;
    }

    void write(int at, Extent wanted)
    {
        const Extent is = typeOf(at);
        const bool toDim3 = wanted == Extent::Dim3 && is == Extent::Uint3;
        const bool toUint3 =
            wanted == Extent::Uint3 && (is == Extent::Dim3 || is == Extent::Coordinates);
        if (!toDim3 && !toUint3) {
            return;
        }
        const QByteArray name = toBytes(m_file.text(at));
        const QString symbol = QString::fromUtf8(name);
        const QByteArray text =
            (toDim3 ? QByteArrayLiteral("dim3(") : QByteArrayLiteral("make_uint3(")) + name +
            ".x, " + name + ".y, " + name + ".z)";
        const Captures captures = {
            {QStringLiteral("symbol"), symbol},
            {QStringLiteral("from"), toDim3               ? QStringLiteral("`uint3`")
                                     : is == Extent::Dim3 ? QStringLiteral("`dim3`")
                                                          : QStringLiteral("built-in")},
            {QStringLiteral("to"), toDim3 ? QStringLiteral("dim3") : QStringLiteral("uint3")},
            {QStringLiteral("written"), QString::fromUtf8(text)}};
        proposeText(m_writer, m_rule, m_file.range(at), text, captures, m_edits);
    }

    /// The first two arguments of a launch, where each is one name.
    void launch(int open)
    {
        int i = open + 1;
        for (int argument = 0; argument < 2; ++argument) {
            const int begin = i;
            int depth = 0;
            for (; i < m_file.size() && i - open < 400; ++i) {
                depth += m_file.is(i, "(") || m_file.is(i, "{") ? 1 : 0;
                depth -= m_file.is(i, ")") || m_file.is(i, "}") ? 1 : 0;
                if (depth < 0 || m_file.is(i, ";")) {
                    return;
                }
                if (depth == 0 && (m_file.is(i, ",") || m_file.is(i, ">>>"))) {
                    break;
                }
            }
            if (i == begin + 1) {
                write(begin, Extent::Dim3);
            }
            if (!m_file.is(i, ",")) {
                return;
            }
            ++i;
        }
    }

    /// "uint3 name = other;", "dim3 name(other);", "dim3 name{other};"
    void declaration(int type)
    {
        const int name = type + 1;
        const int open = name + 1;
        const int other = open + 1;
        if (!m_file.isKind(name, CTokenKind::Identifier) || m_file.is(type - 1, "::")) {
            return;
        }
        const bool ends =
            (m_file.is(open, "=") && (m_file.is(other + 1, ";") || m_file.is(other + 1, ","))) ||
            (m_file.is(open, "(") && m_file.is(other + 1, ")")) ||
            (m_file.is(open, "{") && m_file.is(other + 1, "}"));
        if (ends) {
            write(other, extentNamed(m_file.text(type)));
        }
    }

    /// "name = other;" as a statement.
    void assignment(int sign)
    {
        const bool isStatement =
            m_file.is(sign - 2, ";") || m_file.is(sign - 2, "{") || m_file.is(sign - 2, "}");
        if (isStatement && m_file.is(sign + 2, ";")) {
            write(sign + 1, typeOf(sign - 1));
        }
    }

    const CppFile& m_file;
    const Rule& m_rule;
    ProposalWriter& m_writer;
    QVector<Replacement>& m_edits;
};

/// Types of which all bytes 0 are 0.
bool isPlainNumber(std::string_view word)
{
    constexpr std::array kTypes = {"char"sv,
                                   "short"sv,
                                   "int"sv,
                                   "long"sv,
                                   "unsigned"sv,
                                   "float"sv,
                                   "double"sv,
                                   "bool"sv,
                                   "size_t"sv,
                                   "int8_t"sv,
                                   "uint8_t"sv,
                                   "int16_t"sv,
                                   "uint16_t"sv,
                                   "int32_t"sv,
                                   "uint32_t"sv,
                                   "int64_t"sv,
                                   "uint64_t"sv,
                                   "cudaSurfaceObject_t"sv,
                                   "cudaTextureObject_t"sv};
    return isOneOf(word, kTypes);
}

/// Whether a function has a parameter "int name" or the like, whose value no compiler knows.
bool isParameter(const CppFile& file, const CppFunction& function, std::string_view name)
{
    for (int i = function.paramsOpen + 2; i < function.paramsClose; ++i) {
        if (file.is(i, name) && isPlainNumber(file.text(i - 1)) &&
            (file.is(i + 1, ",") || file.is(i + 1, ")") || file.is(i + 1, "="))) {
            return true;
        }
    }
    return false;
}

/// "extern __shared__ float name[32];"
struct SharedExtern
{
    int word = 0; ///< "extern"
    int name = 0;
    bool isSized = false; ///< a variable, or an array that says its length
    bool isAlone = true;  ///< the only one of its declaration
};

/// The declaration with the "__shared__" at `at`.
std::optional<SharedExtern> sharedExternAt(const CppFile& file, int at)
{
    constexpr int kMostSpecifiers = 8;
    constexpr int kLongest = 200; // tokens
    constexpr std::array kAttributes = {"alignas"sv, "__align__"sv, "__attribute__"sv,
                                        "decltype"sv};
    SharedExtern found;
    int i = at + 1;
    if (file.is(at + 1, "extern")) {
        found.word = at + 1;
        ++i;
    } else {
        found.word = at - 1;
        while (found.word > at - kMostSpecifiers && !file.is(found.word, "extern")) {
            if (file.is(found.word, ";") || file.is(found.word, "{") || file.is(found.word, "}")) {
                return std::nullopt;
            }
            --found.word;
        }
        if (!file.is(found.word, "extern")) {
            return std::nullopt;
        }
    }
    int depth = 0;
    int name = -1;
    const int end = std::min(file.size(), at + kLongest);
    for (; i < end && !file.is(i, ";"); ++i) {
        if (file.is(i, "(") && file.match(i) > i) {
            if (!isOneOf(file.text(i - 1), kAttributes)) {
                return std::nullopt; // a macro may write anything
            }
            i = file.match(i);
        } else if (file.is(i, "[") && file.match(i) > i) {
            found.isSized = found.isSized || (found.name == 0 && file.match(i) > i + 1);
            found.name = found.name == 0 ? name : found.name;
            i = file.match(i);
        } else if (file.is(i, "<") || file.is(i, ">")) {
            depth += file.is(i, "<") ? 1 : -1;
        } else if (file.is(i, ",") && depth == 0) {
            found.isAlone = false;
        } else if (file.isKind(i, CTokenKind::Identifier)) {
            name = i;
        } else if (file.is(i, "{") || file.is(i, "}")) {
            return std::nullopt;
        }
    }
    if (i >= end || name < 0) {
        return std::nullopt;
    }
    if (found.name == 0) {
        found.name = name;
        found.isSized = true;
    }
    return found;
}

} // namespace

void proposeSharedExterns(const CppInput& input)
{
    const CppFile& file = input.file;
    CancelLook isCancelled;
    std::vector<SharedExtern> all;
    std::set<std::string_view> elsewhere; // declared outside of kernels too, which may share them
    for (int i = 1; i + 1 < file.size() && !isCancelled(); ++i) {
        if (!file.is(i, "__shared__") || file.isInert(file.token(i).begin)) {
            continue;
        }
        const std::optional<SharedExtern> found = sharedExternAt(file, i);
        if (!found) {
            continue;
        }
        const int function = file.functionOf(i);
        if (function < 0 || !file.functions()[static_cast<size_t>(function)].global) {
            elsewhere.insert(file.text(found->name));
        }
        if (found->isSized) {
            all.push_back(*found);
        }
    }
    for (const SharedExtern& one : all) {
        const QByteArray name = toBytes(file.text(one.name));
        const QString symbol = QString::fromUtf8(name);
        const Captures captures = {{QStringLiteral("symbol"), symbol}};
        const ByteRange place = file.range(one.name);
        if (one.isAlone && elsewhere.count(file.text(one.name)) == 0) {
            proposeText(input.writer, input.rule, place, QByteArray(), captures, input.edits,
                        {file.token(one.word).begin, file.token(one.word + 1).begin});
        } else {
            input.writer.addFinding(input.rule, place, symbol, captures);
        }
    }
}

void proposeDimensions(const CppInput& input)
{
    Dimensions(input.file, input.rule, input.writer, input.edits).run();
}

void proposeArrays(const CppInput& input)
{
    const CppFile& file = input.file;
    CancelLook isCancelled;
    for (int i = 2; i + 6 < file.size() && !isCancelled(); ++i) {
        // type name [ length ] = { 0 } ;
        if (!file.is(i, "[") || !file.is(i + 2, "]") || !file.is(i + 3, "=") ||
            !file.is(i + 4, "{") || !isPlainNumber(file.text(i - 2)) ||
            !file.isKind(i + 1, CTokenKind::Identifier)) {
            continue;
        }
        const int function = file.functionOf(i);
        if (function < 0 || file.isInert(file.token(i).begin) ||
            !isParameter(file, file.functions()[static_cast<size_t>(function)], file.text(i + 1))) {
            continue;
        }
        const int close = file.is(i + 5, "0") ? i + 6 : i + 5;
        const bool isZero = file.is(close, "}") && file.is(close + 1, ";");
        const QByteArray name = toBytes(file.text(i - 1));
        const QString symbol = QString::fromUtf8(name);
        const Captures captures = {{QStringLiteral("symbol"), symbol}};
        const ByteRange place = file.range(TokenSpan{i - 1, i + 4});
        if (isZero) {
            proposeText(input.writer, input.rule, place,
                        "; __builtin_memset(" + name + ", 0, sizeof(" + name + "))", captures,
                        input.edits, {file.token(i + 2).end, file.token(close).end});
        } else {
            input.writer.addFinding(input.rule, place, symbol, captures);
        }
    }
}

void proposeWarpSizeCasts(const CppInput& input)
{
    const CppFile& file = input.file;
    CancelLook isCancelled;
    for (int i = 1; i + 1 < file.size() && !isCancelled(); ++i) {
        const int index = file.is(i, "printf") && file.is(i + 1, "(") && !file.is(i - 1, ".") &&
                                  !file.is(i - 1, "->")
                              ? file.functionOf(i)
                              : -1;
        const int close = index < 0 ? -1 : file.match(i + 1);
        if (close < 0) {
            continue;
        }
        const CppFunction& function = file.functions()[static_cast<size_t>(index)];
        std::vector<int> places;
        for (const TokenSpan& argument : file.arguments(i + 1)) {
            if (argument.size() == 1 && file.is(argument.begin, "warpSize")) {
                places.push_back(argument.begin);
            }
        }
        if (places.empty() || !(function.device || function.global)) {
            continue;
        }
        const TokenSpan call{i, close + 1};
        const QString symbol = toText(file.textOf(call)).simplified();
        Replacement edit;
        edit.text = QByteArrayLiteral("(int)warpSize");
        edit.rule = &input.rule;
        edit.captures = {{QStringLiteral("symbol"), symbol}};
        edit.findingId =
            input.writer.addFinding(input.rule, file.range(call), symbol, edit.captures);
        for (const int place : places) {
            if (!file.isInert(file.token(place).begin)) {
                edit.range = file.range(place);
                input.edits.append(edit);
            }
        }
    }
}

} // namespace rocport
