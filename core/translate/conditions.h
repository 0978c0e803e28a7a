#pragma once

#include "core/translate/brackets.h"

#include <limits>
#include <vector>

namespace rocport {

/// Follows #if, #elif, #else and #endif through a file: which branch a token is in, and whether
/// that branch is compiled for NVIDIA only, or never.
class Conditions
{
public:
    /// \a guardMacro: the project's own macro for ROCm, in addition to those that HIP defines.
    explicit Conditions(std::string_view guardMacro) : m_guard(guardMacro) {}

    /// To be called with each Directive token in order.
    void directive(const TokenWalk& walk, int i);

    /// Number of the innermost branch; 0 outside any condition. Numbers are never reused.
    [[nodiscard]] int branch() const { return m_open.empty() ? 0 : m_open.back().branch; }
    /// Token at which each branch ends, by number; INT_MAX for those still open. A place inside a
    /// branch is compiled only where that branch is.
    [[nodiscard]] const std::vector<int>& branchEnds() const { return m_ends; }
    /// Token of the directive that begins each branch, by number; -1 for number 0.
    [[nodiscard]] const std::vector<int>& branchBegins() const { return m_begins; }
    [[nodiscard]] bool nvidiaOnly() const { return m_nvidiaOnly > 0; }
    /// The same, where the condition is on __HIPCC__: what is declared there counts for the file,
    /// as it did before __CUDACC__ became __HIPCC__.
    [[nodiscard]] bool withoutHipcc() const
    {
        return m_withoutHipcc > 0 && m_withoutHipcc == m_nvidiaOnly;
    }
    /// In "#if 0", where text need not be C.
    [[nodiscard]] bool dead() const { return m_dead > 0; }
    [[nodiscard]] int depth() const { return static_cast<int>(m_open.size()); }

private:
    enum class Arm { Unknown, Rocm, Nvidia, Dead };
    struct Open
    {
        int branch = 0;
        Arm arm = Arm::Unknown;
        Arm otherwise = Arm::Unknown; ///< what its #else is
        bool hipcc = false;           ///< whichever arm is Nvidia is so because of __HIPCC__
    };

    [[nodiscard]] bool isRocmMacro(std::string_view name) const;
    void judge(const TokenWalk& walk, int name, Open& open) const;
    void enter(Open open, int token);
    void leave(int token);

    std::string_view m_guard;
    std::vector<Open> m_open;
    std::vector<int> m_ends = {std::numeric_limits<int>::max()};
    std::vector<int> m_begins = {-1};
    int m_nvidiaOnly = 0;
    int m_withoutHipcc = 0;
    int m_dead = 0;
};

} // namespace rocport
