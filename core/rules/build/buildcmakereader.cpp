#include "core/rules/build/buildcmakereader.h"

#include "core/base/cancelscope.h"
#include "core/text/ascii.h"

#include <algorithm>

namespace rocport {

CMakeFile::CMakeFile(std::string_view source, std::string_view guardMacro)
    : m_source(source), m_macro(guardMacro)
{
    CMakeLexer lexer(source);
    for (CMakeCommand command; lexer.next(command); command = CMakeCommand()) {
        place(lexer, command);
        nest(command);
        m_commands.push_back(std::move(command));
    }
    m_unterminated = lexer.unterminatedAt();
    markEarlierArms();
    markOwnSwitch();
}

void CMakeFile::place(const CMakeLexer& lexer, CMakeCommand& command) const
{
    const auto isApart = [this](size_t at) {
        return at < m_source.size() && (isBlank(m_source[at]) || m_source[at] == '\r');
    };
    auto begin = static_cast<size_t>(command.range.begin);
    auto end = static_cast<size_t>(command.range.end);
    while (begin > 0 && isApart(begin - 1)) {
        --begin;
    }
    const bool bom = begin == 3 && m_source.starts_with("\xef\xbb\xbf");
    const bool starts = begin == 0 || m_source[begin - 1] == '\n' || bom;
    while (isApart(end)) {
        ++end;
    }
    if (lexer.isLineComment(end)) {
        end = lexer.endOfLine(end);
    }
    const bool ends = end >= m_source.size() || m_source[end] == '\n';
    command.ownsLines = starts && ends && command.terminated;
    command.lines = {static_cast<qsizetype>(begin),
                     static_cast<qsizetype>(std::min(lexer.endOfLine(end) + 1, m_source.size()))};
}

std::string_view CMakeFile::conditionAround(const CMakeCommand& command,
                                            const std::function<bool(std::string_view)>& is) const
{
    constexpr int kMostAround = 100;
    qsizetype at = command.arm;
    for (int i = 0; i < kMostAround && at >= 0; ++i) {
        const CMakeCommand& one = m_commands[static_cast<size_t>(at)];
        if (one.name != "else" && one.arguments.size() == 1 && is(one.text(0))) {
            return one.text(0);
        }
        at = one.arm;
    }
    return {};
}

bool CMakeFile::asksForRocm(const CMakeCommand& command) const
{
    return std::any_of(command.arguments.begin(), command.arguments.end(),
                       [&](const auto& one) { return one.text == m_macro || namesRocm(one.text); });
}

void CMakeFile::nest(CMakeCommand& command)
{
    const std::string& name = command.name;
    const bool opens = name == "if" || name == "foreach" || name == "while" || name == "function" ||
                       name == "macro" || name == "block";
    const bool closes = name == "endif" || name == "endforeach" || name == "endwhile" ||
                        name == "endfunction" || name == "endmacro" || name == "endblock";
    if (closes && !m_blocks.empty()) {
        m_blocks.pop_back();
    }
    const bool opensArm = (name == "elseif" || name == "else") && !m_blocks.empty();
    if (opensArm) {
        Block& block = m_blocks.back();
        const bool outer = m_blocks.size() > 1 && m_blocks[m_blocks.size() - 2].cuda;
        if (name == "elseif" && asksForRocm(command) && !block.decided) {
            // The project decides by platform here: the arms before are NVIDIA's, or the CPU's.
            block.decided = true;
            block.foreign = true;
            m_earlier.emplace_back(block.first, m_commands.size());
        }
        block.cuda = outer || (name == "elseif" && asksForCuda(command));
    }
    const auto index = static_cast<qsizetype>(m_commands.size());
    command.depth = static_cast<int>(m_blocks.size());
    const Block around = m_blocks.empty() ? Block() : m_blocks.back();
    command.decided = around.decided;
    command.foreign = around.foreign;
    command.cuda = around.cuda;
    command.routine = around.routine;
    command.arm = around.arm;
    if (opensArm) {
        command.arm = m_blocks.size() > 1 ? m_blocks[m_blocks.size() - 2].arm : -1;
        m_blocks.back().arm = index;
    }
    if (opens) {
        const bool asks = name == "if" && asksForRocm(command);
        const bool ours = command.arguments.size() == 1 && command.text(0) == m_macro;
        m_blocks.push_back(
            {around.decided || asks, around.foreign || (asks && !ours),
             around.cuda || (name == "if" && asksForCuda(command)),
             name == "function" || name == "macro" ? command.range.begin : around.routine,
             name == "if" ? index : around.arm, m_commands.size() + 1});
    }
}

/// "USE_CUDA", "CUDA_FOUND", but not "NOT CUDA_FOUND".
bool CMakeFile::asksForCuda(const CMakeCommand& command) const
{
    bool cuda = false;
    for (const CMakeArgument& argument : command.arguments) {
        if (argument.text == "NOT") {
            return false;
        }
        cuda = cuda || argument.text.find("CUDA") != std::string_view::npos;
    }
    return cuda;
}

void CMakeFile::markEarlierArms()
{
    std::vector<int> change(m_commands.size() + 1, 0);
    for (const auto& [first, last] : m_earlier) {
        change[std::min(first, last)] += 1;
        change[last] -= 1;
    }
    int depth = 0;
    for (size_t i = 0; i < m_commands.size(); ++i) {
        depth += change[i];
        if (depth > 0) {
            m_commands[i].decided = true;
            m_commands[i].foreign = true;
        }
    }
}

/// Where the guard's option is the project's own, so are the arms that ask for it.
void CMakeFile::markOwnSwitch()
{
    const bool isOwn = std::any_of(m_commands.begin(), m_commands.end(), [&](const auto& one) {
        return declaresOption(one) && one.text(0) == m_macro && one.text(1) != kGuardOptionText;
    });
    for (CMakeCommand& command : m_commands) {
        command.foreign = command.foreign || (isOwn && command.decided);
    }
}

bool declaresOption(const CMakeCommand& command)
{
    const std::string& name = command.name;
    return (name.find("option") != std::string::npos && !name.ends_with("options")) ||
           (name == "set" && command.find("CACHE") > 0 && command.find("BOOL") > 0);
}

void forFlagDefinitions(std::string_view flags, const std::function<void(std::string_view)>& take)
{
    CancelLook isCancelled;
    for (size_t at = flags.find("-D"); at != std::string_view::npos && !isCancelled();) {
        const size_t end = std::min(flags.find_first_of(" \t\r\n;\"')>", at), flags.size());
        take(flags.substr(at + 2, end - at - 2));
        at = flags.find("-D", end);
    }
}

void forDefinitions(const CMakeCommand& command, const std::function<void(std::string_view)>& take)
{
    const std::string& name = command.name;
    const bool isSet = name == "set";
    const std::string_view verb = command.text(0);
    const bool adds =
        isSet || ((name == "string" || name == "list") &&
                  (verb == "APPEND" || verb == "PREPEND" || verb == "INSERT" || verb == "CONCAT"));
    const bool definitions =
        name.ends_with("compile_definitions") || command.find("COMPILE_DEFINITIONS") >= 0;
    const bool flags =
        name == "add_definitions" || name.ends_with("compile_options") ||
        command.find("COMPILE_OPTIONS") >= 0 || command.find("COMPILE_FLAGS") >= 0 ||
        (adds && command.text(isSet ? 0 : 1).find("FLAGS") != std::string_view::npos);
    for (const CMakeArgument& argument : command.arguments) {
        std::string_view text = argument.text;
        if (!definitions) {
            if (flags) {
                forFlagDefinitions(text, take);
            }
            continue;
        }
        if (text.starts_with("$<") && text.ends_with('>')) { // "$<$<BOOL:${USE_HIP}>:USE_HIP>"
            text.remove_suffix(1);
            text = text.substr(text.rfind(':') + 1);
        }
        text.remove_prefix(text.starts_with("-D") ? 2 : 0);
        take(text);
    }
}

std::string_view variableIn(std::string_view text)
{
    return text.starts_with("${") && text.ends_with('}') ? text.substr(2, text.size() - 3) : text;
}

} // namespace rocport
