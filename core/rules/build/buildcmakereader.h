#pragma once

#include "core/rules/namesrocm.h"
#include "core/text/cmakelexer.h"

#include <QByteArray>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace rocport {

/// One command invocation, and what is around it.
struct CMakeCommand : CMakeCall
{
    ByteRange lines;        ///< the whole lines that it covers, with the last line end
    bool ownsLines = false; ///< nothing else is on them, except a comment after it
    bool decided = false;   ///< under a condition that tests for ROCm, HIP or AMD, in any arm
    bool foreign = false;   ///< decided, but not by "if(<guard macro>)" alone, or by an option of
                            ///< that name that the project has itself: the project's own
    bool cuda = false;      ///< in an arm that a condition on CUDA opens
    qsizetype routine = -1; ///< offset of the function() or macro() around it; -1: none
    qsizetype arm = -1;     ///< index of the if(), elseif() or else() whose arm it is in; -1: none
    int depth = 0;          ///< open if, foreach, while, function, macro and block around it
};

/// The description of a port's option, which distinguishes it from one of the project.
inline constexpr std::string_view kGuardOptionText = "Build for AMD GPUs with ROCm";

/// Whether a command declares an option: option(), cmake_dependent_option(), a project's own
/// ("dgl_option"), or set(… CACHE BOOL …); the first argument is the option's name.
bool declaresOption(const CMakeCommand& command);

/// Calls `take` with each "NAME" or "NAME=VALUE" that the command passes to the compiler:
/// definitions of targets, files and folders, also in a generator expression, and "-D" among
/// options or in variables for flags.
void forDefinitions(const CMakeCommand& command, const std::function<void(std::string_view)>& take);
/// The same for each "-D" among flags.
void forFlagDefinitions(std::string_view flags, const std::function<void(std::string_view)>& take);

/// The name in "${NAME}" or "NAME".
std::string_view variableIn(std::string_view text);

/// The commands of a CMake file (see CMakeLexer). Linear in time, no recursion; views point into
/// `source`, which must outlive them.
class CMakeFile
{
public:
    CMakeFile(std::string_view source, std::string_view guardMacro);

    [[nodiscard]] const std::vector<CMakeCommand>& commands() const { return m_commands; }
    [[nodiscard]] std::string_view source() const { return m_source; }
    /// The innermost condition around a command that is one word, and one for which `is` holds;
    /// empty: none. Beyond 100 conditions the outer ones are ignored.
    [[nodiscard]] std::string_view
    conditionAround(const CMakeCommand& command,
                    const std::function<bool(std::string_view)>& is) const;
    /// Offset of a string or bracket that is not closed, or the size of the text if an argument
    /// list is not; -1: all are closed. Nothing after it is trusted.
    [[nodiscard]] qsizetype unterminatedAt() const { return m_unterminated; }

private:
    void place(const CMakeLexer& lexer, CMakeCommand& command) const;
    void nest(CMakeCommand& command);
    [[nodiscard]] bool asksForRocm(const CMakeCommand& command) const;
    [[nodiscard]] bool asksForCuda(const CMakeCommand& command) const;

    struct Block
    {
        bool decided = false;   ///< a condition of it, or one around it, tests for ROCm
        bool foreign = false;   ///< see CMakeCommand
        bool cuda = false;      ///< the current arm, or one around it
        qsizetype routine = -1; ///< see CMakeCommand, as for what is in it
        qsizetype arm = -1;
        size_t first = 0; ///< index of its first command
    };
    void markEarlierArms();
    void markOwnSwitch();
    std::string_view m_source;
    std::string_view m_macro;
    std::vector<CMakeCommand> m_commands;
    std::vector<Block> m_blocks;
    std::vector<std::pair<size_t, size_t>> m_earlier; ///< commands of arms before one for ROCm
    qsizetype m_unterminated = -1;
};

} // namespace rocport
