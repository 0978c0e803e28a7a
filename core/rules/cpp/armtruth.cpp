#include "core/rules/cpp/armtruth.h"

#include "core/rules/cpp/cppconditions.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr int kMostDepth = 24;   ///< of parentheses and "!"
constexpr int kMostTokens = 400; ///< of a condition

Held opposite(Held one)
{
    return one == Held::Yes ? Held::No : one == Held::No ? Held::Yes : Held::Maybe;
}

bool isComparison(std::string_view sign)
{
    return sign == "<" || sign == "<=" || sign == ">" || sign == ">=" || sign == "==" ||
           sign == "!=";
}

/// "<=" for "11000 <= CUDA_VERSION", which asks for ">=".
std::string_view turned(std::string_view sign)
{
    return sign == "<" ? ">" : sign == "<=" ? ">=" : sign == ">" ? "<" : sign == ">=" ? "<=" : sign;
}

/// A comparison of what counts as 0 with a number above it.
Held comparedZero(std::string_view sign, bool isWithZero)
{
    if (sign == "==" || sign == "!=") {
        return (sign == "==") == isWithZero ? Held::Yes : Held::No;
    }
    if (isWithZero) {
        return sign == "<=" || sign == ">=" ? Held::Yes : Held::No;
    }
    return sign.front() == '<' ? Held::Yes : Held::No;
}

/// Whether the spelling of a number is one of zero: "0", "0L", "0x0u", "00".
bool isZero(std::string_view number)
{
    if (number.starts_with("0x") || number.starts_with("0X") || number.starts_with("0b") ||
        number.starts_with("0B")) {
        number.remove_prefix(2);
    }
    const size_t end = number.find_last_not_of("uUlLzZ");
    return end != std::string_view::npos &&
           number.substr(0, end + 1).find_first_not_of("0'") == std::string_view::npos;
}

/// A comparison of one of ROCm's words with a number on ROCm: a switch counts as 1, a release as
/// newer than any that is asked for.
Held comparedRocms(std::string_view number, std::string_view sign, bool isVersion)
{
    const bool isWithZero = isZero(number);
    if (sign == "==" || sign == "!=") {
        const bool isKnown = isWithZero || (!isVersion && number == "1");
        return !isKnown ? Held::Maybe : (sign == "!=") == isWithZero ? Held::Yes : Held::No;
    }
    if (isVersion || isWithZero) {
        return sign.front() == '>' ? Held::Yes : Held::No;
    }
    return number != "1" ? Held::Maybe : sign == ">=" || sign == "<=" ? Held::Yes : Held::No;
}

class ConditionJudge
{
public:
    ConditionJudge(const CppFile& file, int begin, int end) : m_file(file), m_at(begin), m_end(end)
    {
    }

    ArmTruth run()
    {
        const ArmTruth all = either();
        return m_at == m_end && !m_isLost ? all : ArmTruth();
    }

private:
    ArmTruth either()
    {
        ArmTruth all = both();
        while (m_at < m_end && m_file.is(m_at, "||")) {
            ++m_at;
            const ArmTruth next = both();
            all = {std::max(all.rocm, next.rocm), std::max(all.cuda, next.cuda)};
        }
        return all;
    }

    ArmTruth both()
    {
        ArmTruth all = one();
        while (m_at < m_end && m_file.is(m_at, "&&")) {
            ++m_at;
            const ArmTruth next = one();
            all = {std::min(all.rocm, next.rocm), std::min(all.cuda, next.cuda)};
        }
        return all;
    }

    ArmTruth one()
    {
        if (m_depth >= kMostDepth) {
            m_isLost = true;
            return {};
        }
        ++m_depth;
        ArmTruth result;
        if (m_file.is(m_at, "!")) {
            ++m_at;
            result = one().inverted();
        } else if (m_file.is(m_at, "(") && isGroup()) {
            ++m_at;
            result = either();
            m_isLost = m_isLost || !m_file.is(m_at, ")");
            ++m_at;
        } else {
            result = atom();
        }
        --m_depth;
        return result;
    }

    /// Behind the ")" that belongs to the "(" at `open`.
    [[nodiscard]] int behind(int open) const
    {
        int depth = 0;
        for (int i = open; i < m_end; ++i) {
            depth += m_file.is(i, "(") ? 1 : m_file.is(i, ")") ? -1 : 0;
            if (depth == 0) {
                return i + 1;
            }
        }
        return m_end;
    }

    /// Whether the parentheses here hold a condition, not a number.
    [[nodiscard]] bool isGroup() const
    {
        const int next = behind(m_at);
        return next == m_end || m_file.is(next, "&&") || m_file.is(next, "||") ||
               m_file.is(next, ")");
    }

    /// "defined(X)", "X", "X >= 1", "__has_include(<x>)".
    ArmTruth atom()
    {
        const int first = m_at;
        while (m_at < m_end && !m_file.is(m_at, "&&") && !m_file.is(m_at, "||") &&
               !m_file.is(m_at, ")")) {
            m_at = m_file.is(m_at, "(") ? behind(m_at) : m_at + 1;
        }
        const TokenSpan span{first, m_at};
        if (m_file.is(first, "defined")) {
            const int name = m_file.is(first + 1, "(") ? first + 2 : first + 1;
            return name < m_at ? asked(name) : ArmTruth();
        }
        if (span.size() == 1 && m_file.isKind(first, CTokenKind::Number)) {
            const Held held = isZero(m_file.text(first)) ? Held::No : Held::Yes;
            return {held, held};
        }
        return span.size() == 1 && m_file.isKind(first, CTokenKind::Identifier) ? asked(first)
                                                                                : compared(span);
    }

    /// A name that is defined, or not 0.
    [[nodiscard]] ArmTruth asked(int name) const
    {
        const std::string_view word = m_file.text(name);
        if (m_file.isRocmWord(word)) {
            // HIP on NVIDIA is neither of the two.
            return word == "__HIP_PLATFORM_NVIDIA__" ? ArmTruth{Held::No, Held::Maybe}
                                                     : ArmTruth{onRocm(word), Held::No};
        }
        const bool isCompiler = word == "__CUDACC__" || word == "__NVCC__";
        return {isCudas(word) ? Held::No : Held::Maybe, isCompiler ? Held::Yes : Held::Maybe};
    }

    [[nodiscard]] ArmTruth compared(TokenSpan span) const
    {
        int sign = -1;
        int name = -1;
        for (int i = span.begin; i < span.end; ++i) {
            sign = sign < 0 && isComparison(m_file.text(i)) ? i : sign;
            name = name < 0 && m_file.isKind(i, CTokenKind::Identifier) ? i : name;
        }
        if (sign < 0 || name < 0) {
            return {};
        }
        const std::string_view word = m_file.text(name);
        const std::string_view how = name > sign ? turned(m_file.text(sign)) : m_file.text(sign);
        const int other = name > sign ? span.begin : sign + 1;
        const bool isAlone = name > sign ? sign - other == 1 : span.end - other == 1;
        const bool isNumber = isAlone && m_file.isKind(other, CTokenKind::Number);
        const bool isWithZero = isNumber && isZero(m_file.text(other));
        const Held asZero = isNumber ? comparedZero(how, isWithZero) : Held::Maybe;
        const bool isVersion = word.find("VERSION") != std::string_view::npos;
        const bool isMinimum = how == ">=" || how == ">";
        const Held asNew = isVersion && isMinimum ? Held::Yes : Held::Maybe;
        if (m_file.isRocmWord(word)) {
            const Held asRocms =
                isNumber ? comparedRocms(m_file.text(other), how, isVersion) : asNew;
            return {isPartOfRocm(word) ? Held::Maybe : asRocms, asZero};
        }
        return {isCudas(word) ? asZero : asNew, Held::Maybe};
    }

    [[nodiscard]] static Held onRocm(std::string_view word)
    {
        return isPartOfRocm(word) ? Held::Maybe : Held::Yes;
    }
    [[nodiscard]] static bool isCudas(std::string_view word)
    {
        return isCudaWord(word) || isCudaConditionMacro(word);
    }

    const CppFile& m_file;
    int m_at;
    int m_end;
    int m_depth = 0;
    bool m_isLost = false;
};

} // namespace

ArmTruth ArmTruth::inverted() const
{
    return {opposite(rocm), opposite(cuda)};
}

bool isPartOfRocm(std::string_view word)
{
    return word.find("__gfx") != std::string_view::npos || word.starts_with("__GFX") ||
           word == "__HIP_DEVICE_COMPILE__" || word == "__AMDGCN__";
}

bool isCudaWord(std::string_view word)
{
    return word == "__CUDACC__" || word == "__CUDA_ARCH__" || word == "__NVCC__" ||
           word == "USE_CUDA" || word == "CUDART_VERSION" || word == "CUDA_VERSION";
}

ArmTruth judgeCondition(const CppFile& file, int begin, int end)
{
    return end - begin > kMostTokens || begin >= end ? ArmTruth()
                                                     : ConditionJudge(file, begin, end).run();
}

} // namespace rocport
