#include "core/rules/build/buildcmakeswitch.h"
#include "core/rules/cpp/armtruth.h"
#include "core/rules/cpp/cppfile.h"
#include "core/rules/cudaswitch.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

/// Words that only code which knows ROCm asks for.
constexpr std::array<std::string_view, 12> kRocmWords = {"USE_ROCM",
                                                         "__HIP_PLATFORM_AMD__",
                                                         "__HIP_PLATFORM_HCC__",
                                                         "__HIPCC__",
                                                         "__HIP__",
                                                         "__HIP_DEVICE_COMPILE__",
                                                         "__AMDGCN__",
                                                         "USE_HIP",
                                                         "__HIP_PLATFORM_NVIDIA__",
                                                         "__GFX9__",
                                                         "TORCH_HIP_VERSION",
                                                         "HIP_VERSION"};

/// Parts of macros by which projects tell ROCm from CUDA.
constexpr std::array<std::string_view, 10> kRocmParts = {
    "USE_HIP",   "USE_ROCM", "ENABLE_HIP", "ENABLE_ROCM", "WITH_HIP",
    "WITH_ROCM", "HAVE_HIP", "HAVE_ROCM",  "__gfx",       "ROCM_VERSION"};

/// "KOKKOS_ENABLE_CUDA", "__CUDACC__": says that an arm is for CUDA where another is seen to be for
/// AMD GPUs, and alone says nothing.
bool mayAskForCuda(std::string_view word)
{
    return word.find("CUDA") != std::string_view::npos ||
           word.find("NVCC") != std::string_view::npos ||
           word.find("NVIDIA") != std::string_view::npos;
}

/// Whether a condition that asks for the word is one of code for CUDA: not of a part of it that the
/// build for AMD GPUs may have too (USE_CUDA_GRAPHS).
bool asksForCudaBuild(std::string_view word)
{
    return mayAskForCuda(word) &&
           (word.starts_with("__") || word.ends_with("CUDA") || word.ends_with("NVCC") ||
            word.ends_with("NVIDIA") || cudaSwitchOf(word) == CudaSwitch::Yes);
}

/// A name in a condition that may be off for ROCm: not a version, what a compiler says of itself,
/// or what asks for CUDA.
bool isSetting(std::string_view word)
{
    return !word.starts_with("_") && word.find("VERSION") == std::string_view::npos &&
           !mayAskForCuda(word) && word != "NDEBUG";
}

/// hipMalloc, rocblas_sgemm, miopenCreate, <hip/hip_runtime.h>: what no code for CUDA says.
bool isAmdName(const CppFile& file, int at)
{
    std::string_view word = file.text(at);
    if (file.token(at).kind == CTokenKind::HeaderName) {
        word.remove_prefix(word.empty() ? 0 : 1);
        return word.starts_with("hip/") || word.starts_with("roc") || word.starts_with("miopen/");
    }
    if (word.size() < 5 || (word[0] != 'h' && word[0] != 'r' && word[0] != 'm')) {
        return false;
    }
    return (word.starts_with("hip") && word[3] >= 'A' && word[3] <= 'Z') ||
           word.starts_with("hipblas") || word.starts_with("hipcub") ||
           word.starts_with("hipsparse") || word.starts_with("hipfft") ||
           word.starts_with("rocblas_") || word.starts_with("rocsparse_") ||
           word.starts_with("rocsolver_") || word.starts_with("rocfft_") ||
           word.starts_with("rocrand_") || word.starts_with("rocprim") ||
           (word.starts_with("miopen") && word.size() > 6 && word[6] >= 'A' && word[6] <= 'Z');
}

/// Whether a condition parts all of ROCm from all of CUDA: it holds for one of the two and not for
/// the other.
bool partsRocm(ArmTruth truth)
{
    return truth.rocm != Held::Maybe && truth.cuda != Held::Maybe && truth.rocm != truth.cuda;
}

/// One arm of a conditional.
struct ConditionalArm
{
    qsizetype begin = 0;
    bool amd = false;                     ///< it asks for ROCm, and all of ROCm takes it
    bool cuda = false;                    ///< it asks for CUDA, by a name of any kind
    bool partial = false;                 ///< it asks for a part of what ROCm compiles
    ArmTruth truth{Held::Yes, Held::Yes}; ///< of its own condition; "#else" has none
};

struct OpenConditional
{
    qsizetype begin = 0;    ///< of its first line
    qsizetype armBegin = 0; ///< of the current arm
    bool rocm = false;      ///< some arm asks for ROCm
    bool whole = false;     ///< some arm parts all of ROCm from CUDA
    bool zeroArm = false;   ///< the current arm is "#if 0"
    bool includeGuard = false;
    bool cudaArm = false; ///< the current arm asks for CUDA
    std::vector<ByteRange> zeroArms;
    std::vector<ConditionalArm> arms;
};

/// Follows #if ... #endif and collects what is ported already or never compiled.
class Conditionals
{
public:
    explicit Conditionals(const CppFile& file) : m_file(file) {}

    /// The directive whose '#' is token `hash` and whose last token is before `end`.
    void directive(int hash, int end, bool first);
    [[nodiscard]] std::vector<ByteRange> inert();
    [[nodiscard]] std::vector<CppPortedArm> ported();
    /// A name of HIP or ROCm's libraries begins at `offset`; called in order.
    void amdName(qsizetype offset) { m_amdNames.push_back(offset); }
    [[nodiscard]] int guardDefine() const { return m_guardDefine; }
    /// Inside a conditional other than the include guard.
    [[nodiscard]] bool isInside() const { return m_conditions > 0; }
    [[nodiscard]] bool anyRocm() const { return m_anyRocm; }
    /// Inside an arm that asks for a switch of the project for CUDA.
    [[nodiscard]] bool isInCudaArm() const
    {
        return std::any_of(m_open.begin(), m_open.end(),
                           [](const OpenConditional& one) { return one.cudaArm; });
    }

private:
    void open(int hash, bool first);
    void condition(int hash, int end);
    void close(qsizetype offset);
    void addPorted(const OpenConditional& one, qsizetype end);
    [[nodiscard]] bool holdsAmdName(ByteRange arm) const;
    [[nodiscard]] ConditionalArm armOf(int hash, int end, ArmTruth truth) const;
    [[nodiscard]] ArmTruth judge(int hash, int end) const;
    [[nodiscard]] bool asksForRocm(int begin, int end) const;
    [[nodiscard]] bool asksForPart(int begin, int end) const;
    void addParts(const OpenConditional& one, qsizetype end);
    [[nodiscard]] bool asksForCuda(int begin, int end) const;

    const CppFile& m_file;
    std::vector<OpenConditional> m_open;
    std::vector<ByteRange> m_inert;
    std::vector<CppPortedArm> m_ported;
    std::vector<qsizetype> m_amdNames;
    int m_guardDefine = -1; ///< significant token of the include guard's #define
    int m_conditions = 0;   ///< open ones besides the include guard
    bool m_anyRocm = false;
};

/// "#if defined(__CUDACC__) || defined(__HIPCC__)" holds on both sides: nothing in it is ported.
bool Conditionals::asksForRocm(int begin, int end) const
{
    bool rocm = false;
    bool cuda = false;
    bool either = false;
    bool negated = false;
    for (int i = begin; i < end; ++i) {
        const std::string_view word = m_file.text(i);
        rocm = rocm || m_file.isRocmWord(word);
        cuda = cuda || isCudaWord(word);
        either = either || word == "||";
        negated = negated || word == "!" || word == "&&";
    }
    return rocm && !(cuda && either && !negated);
}

/// Whether a condition that asks for ROCm parts only some of it from the rest: it asks for
/// architectures, for the device's side of the compilation, or for a setting besides. What it does
/// not take is compiled for AMD GPUs too, so that nothing is ported by it.
bool Conditionals::asksForPart(int begin, int end) const
{
    bool whole = false; // a word that all of ROCm defines
    bool part = false;
    bool setting = false;
    bool either = false;
    bool both = false;
    for (int i = begin; i < end; ++i) {
        const std::string_view word = m_file.text(i);
        either = either || word == "||";
        both = both || word == "&&";
        if (!m_file.isKind(i, CTokenKind::Identifier) || word == "defined") {
            continue;
        }
        if (m_file.isRocmWord(word)) {
            const bool isPart = isPartOfRocm(word);
            part = part || isPart;
            whole = whole || !isPart;
        } else {
            setting = setting || isSetting(word);
        }
    }
    return both ? part || setting : part && !(either && whole);
}

/// "#ifdef WITH_CUDA", "#if defined(HAVE_CUDA) && X"; what nvcc defines itself says nothing here,
/// as HIP's compiler may be given the same headers.
bool Conditionals::asksForCuda(int begin, int end) const
{
    bool cuda = false;
    for (int i = begin; i < end; ++i) {
        const std::string_view word = m_file.text(i);
        if (word == "!" || word == "||") {
            return false;
        }
        cuda = cuda || namesCudaSwitch(word);
    }
    return cuda;
}

void Conditionals::open(int hash, bool first)
{
    OpenConditional one;
    one.begin = m_file.token(hash).begin;
    one.includeGuard = first && m_file.is(hash + 1, "ifndef") && m_file.is(hash + 3, "#") &&
                       m_file.is(hash + 4, "define") &&
                       m_file.text(hash + 5) == m_file.text(hash + 2);
    m_guardDefine = one.includeGuard ? hash + 5 : m_guardDefine;
    m_conditions += one.includeGuard ? 0 : 1;
    m_open.push_back(one);
}

void Conditionals::condition(int hash, int end)
{
    const qsizetype offset = m_file.token(hash).begin;
    OpenConditional& one = m_open.back();
    if (one.zeroArm) {
        one.zeroArms.push_back({one.armBegin, offset});
    }
    const std::string_view name = m_file.text(hash + 1);
    one.armBegin = offset;
    one.zeroArm =
        name != "ifdef" && name != "ifndef" && end - hash == 3 && m_file.is(hash + 2, "0");
    const bool rocm = !one.includeGuard && asksForRocm(hash + 2, end);
    one.rocm = one.rocm || rocm;
    const ArmTruth truth = judge(hash, end);
    one.whole = one.whole || (rocm && partsRocm(truth));
    one.cudaArm = name != "ifndef" && asksForCuda(hash + 2, end);
    if (!one.includeGuard) {
        one.arms.push_back(armOf(hash, end, truth));
    }
}

ArmTruth Conditionals::judge(int hash, int end) const
{
    const ArmTruth truth = judgeCondition(m_file, hash + 2, end);
    return m_file.is(hash + 1, "ifndef") ? truth.inverted() : truth;
}

ConditionalArm Conditionals::armOf(int hash, int end, ArmTruth truth) const
{
    ConditionalArm arm;
    arm.begin = m_file.token(hash).begin;
    bool negated = m_file.is(hash + 1, "ifndef");
    bool inverted = negated;
    bool rocm = false;
    bool cuda = false;
    for (int i = hash + 2; i < end; ++i) {
        const std::string_view word = m_file.text(i);
        inverted = inverted || word == "!";
        negated = negated || word == "!" || word == "||";
        rocm = rocm || m_file.isRocmWord(word);
        cuda = cuda || asksForCudaBuild(word);
    }
    const bool part = rocm && asksForPart(hash + 2, end);
    arm.amd = rocm && !negated && !part;
    const bool isForRocm = truth.cuda == Held::No && truth.rocm != Held::No;
    arm.partial = part && (isForRocm || (truth.rocm != Held::No && !inverted));
    arm.cuda = cuda && !rocm && !negated;
    arm.truth = truth;
    return arm;
}

bool Conditionals::holdsAmdName(ByteRange arm) const
{
    const auto first = std::lower_bound(m_amdNames.begin(), m_amdNames.end(), arm.begin);
    return first != m_amdNames.end() && *first < arm.end;
}

void Conditionals::addPorted(const OpenConditional& one, qsizetype end)
{
    if (one.arms.size() < 2) {
        return;
    }
    const auto rangeOf = [&](size_t arm) {
        return ByteRange{one.arms[arm].begin,
                         arm + 1 < one.arms.size() ? one.arms[arm + 1].begin : end};
    };
    ByteRange amd;
    for (size_t i = 0; i < one.arms.size() && amd.isEmpty(); ++i) {
        const bool isAmd =
            one.arms[i].amd || (!one.rocm && !one.arms[i].cuda && holdsAmdName(rangeOf(i)));
        amd = isAmd ? rangeOf(i) : amd;
    }
    for (size_t i = 0; i < one.arms.size() && !amd.isEmpty(); ++i) {
        const bool isCuda =
            one.arms[i].cuda || (one.rocm && !one.arms[i].amd && !one.arms[i].partial);
        if (isCuda && rangeOf(i) != amd && !holdsAmdName(rangeOf(i))) {
            m_ported.push_back({rangeOf(i), amd});
        }
    }
}

/// The arms that ROCm does not compile, or CUDA does not: what is left is for both, and to be
/// ported.
void Conditionals::addParts(const OpenConditional& one, qsizetype end)
{
    bool onRocm = true; // no arm above is certainly taken
    bool onCuda = true;
    for (size_t i = 0; one.rocm && i < one.arms.size(); ++i) {
        const ArmTruth truth = one.arms[i].truth;
        if (!onRocm || !onCuda || truth.rocm == Held::No || truth.cuda == Held::No) {
            m_inert.push_back(
                {one.arms[i].begin, i + 1 < one.arms.size() ? one.arms[i + 1].begin : end});
        }
        onRocm = onRocm && truth.rocm != Held::Yes;
        onCuda = onCuda && truth.cuda != Held::Yes;
    }
}

void Conditionals::close(qsizetype offset)
{
    OpenConditional one = std::move(m_open.back());
    m_open.pop_back();
    m_conditions -= one.includeGuard ? 0 : 1;
    if (one.zeroArm) {
        one.zeroArms.push_back({one.armBegin, offset});
    }
    m_anyRocm = m_anyRocm || one.rocm;
    addPorted(one, offset);
    if (one.rocm && one.whole) {
        m_inert.push_back({one.begin, offset});
    } else {
        addParts(one, offset);
        m_inert.insert(m_inert.end(), one.zeroArms.begin(), one.zeroArms.end());
    }
}

void Conditionals::directive(int hash, int end, bool first)
{
    const std::string_view name = m_file.text(hash + 1);
    const bool opens = name == "if" || name == "ifdef" || name == "ifndef";
    if (opens) {
        open(hash, first);
    }
    if (m_open.empty()) {
        return;
    }
    const qsizetype offset = m_file.token(hash).begin;
    if (name == "else" && !m_open.back().includeGuard) {
        m_open.back().arms.push_back({offset});
    }
    if (opens || name == "elif") {
        condition(hash, end);
    } else if (name == "else" && !m_open.back().zeroArm) {
        m_open.back().cudaArm = false;
    } else if (name == "else") {
        m_open.back().zeroArms.push_back({m_open.back().armBegin, offset});
        m_open.back().zeroArm = false;
    } else if (name == "endif") {
        close(offset);
    }
}

std::vector<CppPortedArm> Conditionals::ported()
{
    std::sort(m_ported.begin(), m_ported.end(), [](const CppPortedArm& a, const CppPortedArm& b) {
        return a.cuda.begin != b.cuda.begin ? a.cuda.begin < b.cuda.begin : a.cuda.end > b.cuda.end;
    });
    std::vector<CppPortedArm> outer;
    qsizetype end = 0; // of what was taken, both of its arms
    for (const CppPortedArm& one : m_ported) {
        const bool isSame = !outer.empty() && outer.back().amd == one.amd;
        const bool isInside = !outer.empty() && one.cuda.begin < outer.back().cuda.end;
        if (isInside || (!isSame && one.cuda.begin < end)) {
            continue;
        }
        end = std::max({end, one.cuda.end, one.amd.end});
        outer.push_back(one);
    }
    return outer;
}

/// Outermost ranges only, in order, so that one look-up decides.
std::vector<ByteRange> Conditionals::inert()
{
    std::sort(m_inert.begin(), m_inert.end(), [](const ByteRange& a, const ByteRange& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    std::vector<ByteRange> outer;
    for (const ByteRange& one : m_inert) {
        if (outer.empty() || one.begin >= outer.back().end) {
            outer.push_back(one);
        }
    }
    return outer;
}

} // namespace

bool CppFile::isRocmWord(std::string_view word) const
{
    if (word.size() < 7) {
        return !word.empty() && word == m_guardMacro;
    }
    // GGML_USE_HIP, FAISS_ENABLE_ROCM, __gfx942__
    const bool named = std::any_of(kRocmParts.begin(), kRocmParts.end(), [&](std::string_view one) {
        return word.find(one) != std::string_view::npos;
    });
    return named || word == m_guardMacro ||
           std::find(kRocmWords.begin(), kRocmWords.end(), word) != kRocmWords.end();
}

void CppFile::readInclude(int hash, bool conditional, bool cudaArm)
{
    const std::string_view spelled = text(hash + 2);
    CppInclude include;
    include.quoted = spelled.front() == '"';
    include.header =
        spelled.size() > 2 ? spelled.substr(1, spelled.size() - 2) : std::string_view();
    include.range = range(hash + 2);
    include.line = m_source.lineOf(token(hash).begin);
    include.conditional = conditional;
    include.cudaArm = cudaArm;
    m_includes.push_back(include);
}

void CppFile::readDirectives()
{
    Conditionals conditionals(*this);
    bool first = true;
    const int count = size();
    for (int i = 0; i < count; ++i) {
        if (token(i).kind != CTokenKind::Directive) {
            if (isAmdName(*this, i)) {
                conditionals.amdName(token(i).begin);
            }
            continue;
        }
        int end = i + 1;
        while (end < count && token(end).inDirective && token(end).kind != CTokenKind::Directive) {
            if (isAmdName(*this, end)) {
                conditionals.amdName(token(end).begin);
            }
            ++end;
        }
        DirectiveLine line;
        line.firstLine = m_source.lineOf(token(i).begin);
        line.lastLine = m_source.lineOf(token(end - 1).end - 1);
        line.name = text(i + 1);
        m_directives.push_back(line);
        conditionals.directive(i, end, first);
        if (line.name == "include" && isKind(i + 2, CTokenKind::HeaderName)) {
            readInclude(i, conditionals.isInside(), conditionals.isInCudaArm());
        }
        first = false;
        i = end - 1;
    }
    m_inert = conditionals.inert();
    m_portedArms = conditionals.ported();
    m_asksForRocm = conditionals.anyRocm();
    for (CppInclude& include : m_includes) {
        include.inert = isInert(include.range.begin);
    }
    findIncludeOffset(conditionals.guardDefine());
}

void CppFile::findIncludeOffset(int guardDefine)
{
    for (const CppInclude& include : m_includes) {
        if (!include.conditional) {
            m_includeOffset =
                std::max(m_source.bomLength(), m_source.lineRange(include.line).begin);
            return;
        }
    }
    // After the include guard, or "#pragma once", or the comment at the top.
    int line = 0; // last 1-based line to leave above
    if (guardDefine >= 0) {
        line = m_source.lineOf(token(guardDefine).begin);
    }
    for (const CToken& one : m_tokens) {
        if (one.kind == CTokenKind::Newline) {
            continue;
        }
        if (one.kind != CTokenKind::Comment) {
            break;
        }
        line = std::max(line, m_source.lineOf(std::max<qsizetype>(one.begin, one.end - 1)));
    }
    for (int i = 0; i + 2 < size() && i < 400; ++i) {
        if (token(i).kind == CTokenKind::Directive && is(i + 1, "pragma") && is(i + 2, "once")) {
            line = std::max(line, m_source.lineOf(token(i + 2).begin));
            break;
        }
    }
    m_includeOffset = line >= m_source.lineCount() ? m_source.bytes().size()
                      : line == 0                  ? m_source.bomLength()
                                                   : m_source.lineRange(line + 1).begin;
}

} // namespace rocport
