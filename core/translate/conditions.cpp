#include "core/translate/conditions.h"

#include <algorithm>

namespace rocport {

static constexpr const char* kHipcc = "__HIPCC__";

bool Conditions::isRocmMacro(std::string_view name) const
{
    static constexpr std::string_view kMacros[] = {"USE_ROCM",
                                                   "__HIP__",
                                                   "__HIPCC__",
                                                   "__HIP_DEVICE_COMPILE__",
                                                   "__HIP_PLATFORM_AMD__",
                                                   "__HIP_PLATFORM_HCC__"};
    return (!m_guard.empty() && name == m_guard) ||
           std::find(std::begin(kMacros), std::end(kMacros), name) != std::end(kMacros);
}

/// Understands M, !M, defined(M), !defined M, their alternatives with "||" and further terms after
/// "&&"; anything else is Unknown.
void Conditions::judge(const TokenWalk& walk, int name, Open& open) const
{
    const std::string_view word = walk.text(name);
    int i = walk.next(name);
    if (i < 0) {
        return;
    }
    if (word == "ifdef" || word == "ifndef" || word == "elifdef" || word == "elifndef") {
        if (isRocmMacro(walk.text(i))) {
            open.hipcc = walk.is(i, kHipcc);
            const bool positive = !word.ends_with("ndef");
            open.arm = positive ? Arm::Rocm : Arm::Nvidia;
            open.otherwise = positive ? Arm::Nvidia : Arm::Rocm;
        }
        return;
    }
    if (walk.is(i, "0") && walk.next(i) < 0) {
        open.arm = Arm::Dead;
        return;
    }
    bool negated = false;
    bool first = true;
    bool alternatives = false;
    while (i >= 0) {
        bool termNegated = false;
        while (i >= 0 && walk.is(i, "!")) {
            termNegated = !termNegated;
            i = walk.next(i);
        }
        int close = 0;
        if (i >= 0 && walk.is(i, "defined")) {
            i = walk.next(i);
            if (i >= 0 && walk.is(i, "(")) {
                i = walk.next(i);
                close = 1;
            }
        }
        if (i < 0 || !isRocmMacro(walk.text(i)) || (!first && termNegated != negated)) {
            return;
        }
        if (first) {
            negated = termNegated;
        }
        open.hipcc = open.hipcc || walk.is(i, kHipcc);
        i = walk.next(i);
        if (close && i >= 0 && walk.is(i, ")")) {
            i = walk.next(i);
        }
        first = false;
        if (i < 0) {
            // Alternatives of negations say little; of positives, "one of the ROCm macros".
            if (alternatives && negated) {
                return;
            }
            open.arm = negated ? Arm::Nvidia : Arm::Rocm;
            open.otherwise = negated ? Arm::Rocm : Arm::Nvidia;
            return;
        }
        if (walk.is(i, "&&")) {
            if (!alternatives) { // the other arm may be either
                open.arm = negated ? Arm::Nvidia : Arm::Rocm;
            }
            return;
        }
        if (!walk.is(i, "||")) {
            return;
        }
        alternatives = true;
        i = walk.next(i);
    }
}

void Conditions::enter(Open open, int token)
{
    open.branch = static_cast<int>(m_ends.size());
    m_ends.push_back(std::numeric_limits<int>::max());
    m_begins.push_back(token);
    m_nvidiaOnly += open.arm == Arm::Nvidia;
    m_withoutHipcc += open.arm == Arm::Nvidia && open.hipcc;
    m_dead += open.arm == Arm::Dead;
    m_open.push_back(open);
}

void Conditions::leave(int token)
{
    const Open& open = m_open.back();
    m_ends[static_cast<size_t>(open.branch)] = token;
    m_nvidiaOnly -= open.arm == Arm::Nvidia;
    m_withoutHipcc -= open.arm == Arm::Nvidia && open.hipcc;
    m_dead -= open.arm == Arm::Dead;
    m_open.pop_back();
}

void Conditions::directive(const TokenWalk& walk, int i)
{
    const int name = walk.next(i);
    if (name < 0 || !walk.isIdentifier(name)) {
        return;
    }
    const std::string_view word = walk.text(name);
    if (word == "if" || word == "ifdef" || word == "ifndef") {
        Open open;
        judge(walk, name, open);
        enter(open, i);
    } else if (word == "endif") {
        if (!m_open.empty()) {
            leave(i);
        }
    } else if (word.starts_with("el") && (word == "else" || word.starts_with("elif"))) {
        if (m_open.empty()) {
            return;
        }
        const Arm otherwise = m_open.back().otherwise;
        const bool hipcc = m_open.back().hipcc;
        leave(i);
        Open open;
        open.arm = otherwise;
        open.otherwise = otherwise;
        open.hipcc = hipcc;
        if (word != "else" && otherwise == Arm::Unknown) {
            judge(walk, name, open);
        }
        enter(open, i);
    }
}

} // namespace rocport
