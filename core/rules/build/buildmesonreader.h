#pragma once

#include "core/isolation/mesontokens.h"

#include <QByteArray>

#include <string>
#include <string_view>
#include <vector>

namespace rocport {

/// What a ported meson project says where it looks for GPUs, which distinguishes it from one with
/// its own path for AMD GPUs.
inline constexpr std::string_view kMesonPortText =
    "The AMD GPUs to build for: -Drocm_arch=gfx942, else those of this machine.";

/// One argument of a call: the tokens first to last - 1 of its value.
struct MesonArgument
{
    std::string_view keyword; ///< "dependencies"; empty: positional
    size_t first = 0;
    size_t last = 0;
    ByteRange range; ///< of the value
};

/// One call: "executable(…)", or of a method: ".process(…)".
struct MesonCall
{
    std::string_view name;
    bool isMethod = false;
    size_t nameToken = 0;
    size_t close = 0; ///< the token ')'
    ByteRange range;  ///< from the name to the ')', inclusive
    std::vector<MesonArgument> arguments;
    size_t statement = 0; ///< that contains it

    /// The value of a keyword; nullptr: not given.
    [[nodiscard]] const MesonArgument* keyword(std::string_view name) const;
    /// The `index`th positional argument; nullptr: there are fewer.
    [[nodiscard]] const MesonArgument* positional(size_t index) const;
};

/// "name = …" or "name += …".
struct MesonAssignment
{
    std::string_view name;
    bool adds = false;
    size_t statement = 0;
    size_t first = 0; ///< tokens of the value
    size_t last = 0;
};

/// What surrounds a statement.
struct MesonPlace
{
    bool decided = false; ///< under a condition that tests for ROCm, HIP or AMD, in any arm
    bool foreign = false; ///< decided, but not by the guard's option alone: the project's own
    int depth = 0;        ///< open if and foreach around it
    /// The statement with which the innermost arm or loop around it begins; for elif and else what
    /// is around their if; -1: there is none.
    qsizetype arm = -1;
};

/// A meson file as calls and assignments. Takes any bytes; linear in time, no recursion. Views
/// point into `source`, which must outlive them.
class MesonFile
{
public:
    /// `option`: the guard's ("use_rocm").
    MesonFile(std::string_view source, const QByteArray& option);

    [[nodiscard]] const MesonTokens& tokens() const { return m_tokens; }
    [[nodiscard]] const QByteArray& option() const { return m_option; }
    [[nodiscard]] const std::vector<MesonCall>& calls() const { return m_calls; }
    [[nodiscard]] const std::vector<MesonAssignment>& assignments() const { return m_assignments; }
    [[nodiscard]] const MesonPlace& place(size_t statement) const { return m_places[statement]; }
    [[nodiscard]] const MesonStatement& statement(size_t index) const
    {
        return m_tokens.statements()[index];
    }
    /// The innermost call whose argument a token is part of; -1: none.
    [[nodiscard]] int callAround(size_t token) const { return m_around[token]; }
    /// The call whose ')' a token is; nullptr: none.
    [[nodiscard]] const MesonCall* callEndingAt(size_t token) const
    {
        const int index = token < m_ends.size() ? m_ends[token] : -1;
        return index < 0 ? nullptr : &m_calls[static_cast<size_t>(index)];
    }
    /// Whether the call is its whole statement, or all that its statement assigns.
    [[nodiscard]] bool isWhole(const MesonCall& call) const;
    /// The strings in a value that is a string or a list of strings; `isAll` false: it holds more.
    [[nodiscard]] std::vector<size_t> strings(size_t first, size_t last, bool& isAll) const;
    /// The statement with which the project's own path for AMD GPUs begins; -1: none.
    [[nodiscard]] qsizetype ownPath() const { return m_own; }

private:
    void readCalls();
    void readPlaces();
    void readAssignments();
    void findOwnPath();
    [[nodiscard]] bool isOurs(const MesonStatement& statement) const;

    MesonTokens m_tokens;
    QByteArray m_option;
    std::vector<MesonCall> m_calls;
    std::vector<MesonAssignment> m_assignments;
    std::vector<MesonPlace> m_places;
    std::vector<int> m_around;
    std::vector<int> m_ends;
    qsizetype m_own = -1;
};

} // namespace rocport
