#include "core/rules/cppfile.h"

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

bool isRocmWord(std::string_view word, std::string_view guardMacro)
{
    return word == guardMacro ||
           std::find(kRocmWords.begin(), kRocmWords.end(), word) != kRocmWords.end();
}

struct OpenConditional
{
    qsizetype begin = 0;    ///< of its first line
    qsizetype armBegin = 0; ///< of the current arm
    bool rocm = false;      ///< some arm asks for ROCm
    bool zeroArm = false;   ///< the current arm is "#if 0"
    bool includeGuard = false;
    std::vector<ByteRange> zeroArms;
};

} // namespace

void CppFile::readDirectives(const QByteArray& guardMacro)
{
    const std::string_view macro(guardMacro.constData(), static_cast<size_t>(guardMacro.size()));
    std::vector<OpenConditional> open;
    int guardDefine = -1; // significant token of the include guard's #define
    int conditions = 0;   // open ones besides the include guard
    bool first = true;
    const int count = size();
    for (int i = 0; i < count; ++i) {
        if (token(i).kind != CTokenKind::Directive) {
            continue;
        }
        int end = i + 1;
        while (end < count && token(end).inDirective && token(end).kind != CTokenKind::Directive) {
            ++end;
        }
        const std::string_view name = text(i + 1);
        const qsizetype offset = token(i).begin;
        DirectiveLine line;
        line.firstLine = m_source.lineOf(offset);
        line.lastLine = m_source.lineOf(token(end - 1).end - 1);
        line.name = name;
        m_directives.push_back(line);
        const bool opens = name == "if" || name == "ifdef" || name == "ifndef";
        if (opens || name == "elif") {
            if (opens) {
                OpenConditional one;
                one.begin = offset;
                one.includeGuard = first && name == "ifndef" && is(i + 3, "#") &&
                                   is(i + 4, "define") && text(i + 5) == text(i + 2);
                guardDefine = one.includeGuard ? i + 5 : guardDefine;
                conditions += one.includeGuard ? 0 : 1;
                open.push_back(one);
            }
            if (!open.empty()) {
                OpenConditional& one = open.back();
                if (one.zeroArm) {
                    one.zeroArms.push_back({one.armBegin, offset});
                }
                one.armBegin = offset;
                one.zeroArm = name != "ifdef" && name != "ifndef" && end - i == 3 && is(i + 2, "0");
                for (int k = i + 2; k < end && !one.includeGuard; ++k) {
                    one.rocm = one.rocm || isRocmWord(text(k), macro);
                }
            }
        } else if (name == "else" && !open.empty() && open.back().zeroArm) {
            open.back().zeroArms.push_back({open.back().armBegin, offset});
            open.back().zeroArm = false;
        } else if (name == "endif" && !open.empty()) {
            OpenConditional one = open.back();
            open.pop_back();
            conditions -= one.includeGuard ? 0 : 1;
            if (one.zeroArm) {
                one.zeroArms.push_back({one.armBegin, offset});
            }
            if (one.rocm) {
                m_inert.push_back({one.begin, offset});
            } else {
                m_inert.insert(m_inert.end(), one.zeroArms.begin(), one.zeroArms.end());
            }
        } else if (name == "include" && isKind(i + 2, CTokenKind::HeaderName)) {
            const std::string_view spelled = text(i + 2);
            CppInclude include;
            include.quoted = spelled.front() == '"';
            include.header =
                spelled.size() > 2 ? spelled.substr(1, spelled.size() - 2) : std::string_view();
            include.range = range(i + 2);
            include.line = line.firstLine;
            include.conditional = conditions > 0;
            m_includes.push_back(include);
        }
        first = false;
        i = end - 1;
    }
    std::sort(m_inert.begin(), m_inert.end(), [](const ByteRange& a, const ByteRange& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    // Outermost ranges only, so that one look-up decides.
    std::vector<ByteRange> outer;
    for (const ByteRange& one : m_inert) {
        if (outer.empty() || one.begin >= outer.back().end) {
            outer.push_back(one);
        }
    }
    m_inert = std::move(outer);
    for (CppInclude& include : m_includes) {
        include.inert = isInert(include.range.begin);
    }
    findIncludeOffset(guardDefine);
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
