#pragma once

#include "core/text/clexer.h"
#include "core/text/sourcebuffer.h"

#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocport {

/// A function body that was found in the tokens. All members are indices of significant tokens.
struct CppFunction
{
    std::string_view name;
    int head = 0; ///< first token of the declaration
    int nameAt = 0;
    int paramsOpen = 0;
    int paramsClose = 0;
    int bodyOpen = 0;
    int bodyClose = 0;
    bool device = false; ///< __device__
    bool global = false; ///< __global__
};

/// An #include line.
struct CppInclude
{
    std::string_view header; ///< without brackets or quotes
    ByteRange range;         ///< of the header name with its brackets
    int line = 1;            ///< 1-based, of the '#'
    bool quoted = false;
    bool conditional = false; ///< inside a conditional other than the include guard
    bool inert = false;       ///< see CppFile::isInert
    bool cudaArm = false;     ///< in an arm that tests a project's switch for CUDA
};

/// An arm of a conditional that is for CUDA, where another arm is for AMD GPUs.
struct CppPortedArm
{
    ByteRange cuda; ///< from its directive to the next
    ByteRange amd;  ///< likewise
};

/// Half-open range of significant token indices.
struct TokenSpan
{
    int begin = 0;
    int end = 0;
    [[nodiscard]] int size() const { return end - begin; }
};

/// The structure of one C or C++ source over its tokens: brackets, functions, conditionals. Made in
/// one pass; takes any bytes, no recursion. Views point into the source.
class CppFile
{
public:
    /// \a guardMacro is the project's ROCm macro.
    CppFile(const SourceBuffer& source, const QByteArray& guardMacro);
    /// The same with lexC(source.view()), which must outlive it.
    CppFile(const SourceBuffer& source, const std::vector<CToken>& tokens,
            const QByteArray& guardMacro);
    CppFile(const CppFile&) = delete;
    CppFile& operator=(const CppFile&) = delete;

    [[nodiscard]] const SourceBuffer& source() const { return m_source; }
    [[nodiscard]] const std::vector<CToken>& tokens() const { return m_tokens; }
    /// Number of significant tokens: all but comments and newlines.
    [[nodiscard]] int size() const { return static_cast<int>(m_sig.size()); }
    [[nodiscard]] const CToken& token(int at) const { return m_tokens[m_sig[at]]; }
    /// Spelling of significant token `at`; empty outside the file.
    [[nodiscard]] std::string_view text(int at) const
    {
        if (at < 0 || at >= size()) {
            return {};
        }
        const CToken& one = token(at);
        return {m_text.data() + one.begin, size_t(one.end - one.begin)};
    }
    [[nodiscard]] bool is(int at, std::string_view word) const { return text(at) == word; }
    /// The same for a string literal, whose length the compiler knows: rules ask this for each
    /// token of a file.
    template <size_t kBytes>
    [[nodiscard]] bool is(int at, const char (&word)[kBytes]) const
    {
        const std::string_view here = text(at);
        return here.size() == kBytes - 1 && std::memcmp(here.data(), word, kBytes - 1) == 0;
    }
    [[nodiscard]] bool isKind(int at, CTokenKind kind) const
    {
        return at >= 0 && at < size() && token(at).kind == kind;
    }
    [[nodiscard]] ByteRange range(int at) const { return {token(at).begin, token(at).end}; }
    [[nodiscard]] ByteRange range(TokenSpan span) const
    {
        return {token(span.begin).begin, token(span.end - 1).end};
    }
    [[nodiscard]] std::string_view textOf(TokenSpan span) const;

    /// Finds brackets and functions; the members below are empty before this. Costs as much as
    /// lexing, so it is only called for files with something to analyse.
    void analyseStructure();
    /// The partner of a bracket, or -1.
    [[nodiscard]] int match(int at) const { return valueAt(m_match, at); }
    /// The innermost open bracket around `at`, or -1.
    [[nodiscard]] int enclosing(int at) const { return valueAt(m_enclosing, at); }
    [[nodiscard]] const std::vector<CppFunction>& functions() const { return m_functions; }
    /// Index of the function whose head or body holds `at`, or -1.
    [[nodiscard]] int functionOf(int at) const;
    /// The last token before `at` with the spelling of `use`, in the function of `use` and not in a
    /// block that has ended before it; -1: none among the `kMostMentioned` before `use`.
    [[nodiscard]] int mentionBefore(int at, int use) const;
    static constexpr int kMostMentioned = 4000;
    /// Arguments of the call whose '(' is `open`, split at its commas; empty for "()".
    [[nodiscard]] std::vector<TokenSpan> arguments(int open) const;
    /// The statement that holds `at`, up to and including its ';' or '{'. Computed once for the
    /// whole file; for a long one at most 2,000 tokens before `at`.
    [[nodiscard]] TokenSpan statement(int at) const;

    /// Whether `offset` is in a conditional that tests for ROCm or HIP (any arm), or in `#if 0`:
    /// such code was ported already, or is never compiled. A condition that is true on both sides
    /// (`defined(__CUDACC__) || defined(__HIPCC__)`) does not count. Where it asks for some of ROCm
    /// alone (`defined(__gfx942__)`, `__HIP_DEVICE_COMPILE__`, `defined(USE_ROCM) && defined(X)`),
    /// only the arms that AMD GPUs do not share with CUDA count.
    [[nodiscard]] bool isInert(qsizetype offset) const;
    /// Arms for CUDA beside which the project has one for AMD GPUs: it asks for ROCm or HIP, or it
    /// is what is left where the other asks for CUDA and has names of HIP or ROCm's libraries. In
    /// order, none within another.
    [[nodiscard]] const std::vector<CppPortedArm>& portedArms() const { return m_portedArms; }
    /// Whether a conditional of the file tests for ROCm or HIP.
    [[nodiscard]] bool asksForRocm() const { return m_asksForRocm; }
    /// Whether `word` is the guard macro or one that only code for ROCm tests.
    [[nodiscard]] bool isRocmWord(std::string_view word) const;
    [[nodiscard]] const std::vector<CppInclude>& includes() const { return m_includes; }
    /// Offset where an #include can be inserted: before the first include that is under no
    /// condition, else after the leading comment, #pragma once and include guard.
    [[nodiscard]] qsizetype includeOffset() const { return m_includeOffset; }

    /// One preprocessor line.
    struct DirectiveLine
    {
        int firstLine = 1;
        int lastLine = 1;
        std::string_view name; ///< "define", "if", ...
    };
    [[nodiscard]] const std::vector<DirectiveLine>& directives() const { return m_directives; }
    /// Widens 1-based lines [first, last] until no token and no splice crosses an edge.
    void widenToWholeLines(int& first, int& last) const;

private:
    /// -1 for what was not analysed: there is no structure yet, or making it was cancelled.
    static int valueAt(const std::vector<int>& values, int at)
    {
        return static_cast<size_t>(at) < values.size() ? values[static_cast<size_t>(at)] : -1;
    }
    void readDirectives();
    void readInclude(int hash, bool conditional, bool cudaArm);
    void findIncludeOffset(int guardDefine);
    void matchBrackets();
    void findStatements();
    void findFunctions();
    /// The token's only byte; 0: it has several, or there is no such token.
    [[nodiscard]] char byteOf(int at) const
    {
        const bool isOne = at >= 0 && at < size() && token(at).end - token(at).begin == 1;
        return isOne ? m_text[token(at).begin] : '\0';
    }
    bool functionBefore(int brace, CppFunction& function) const;

    const SourceBuffer& m_source;
    std::string_view m_text; ///< of m_source
    std::string m_guardMacro;
    std::vector<CToken> m_ownTokens;
    const std::vector<CToken>& m_tokens;
    std::vector<quint32> m_sig;
    std::vector<int> m_match;
    std::vector<int> m_enclosing;
    std::vector<int> m_statementLevel; ///< what represents a token on the level of its statement
    std::vector<int> m_statementBegin; ///< by token on that level
    std::vector<int> m_statementEnd;
    std::vector<CppFunction> m_functions;
    std::vector<ByteRange> m_inert;
    std::vector<CppPortedArm> m_portedArms;
    bool m_asksForRocm = false;
    std::vector<CppInclude> m_includes;
    std::vector<DirectiveLine> m_directives;
    mutable std::vector<std::pair<int, int>> m_joins; ///< runs of lines that cannot be separated
    mutable bool m_joinsKnown = false;
    qsizetype m_includeOffset = 0;
};

} // namespace rocport
