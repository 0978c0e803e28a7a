#include "core/rules/build/buildcmakereader.h"

#include "core/base/cancelscope.h"

#include <algorithm>

namespace rocport {

namespace {

bool isNameByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

ByteRange rangeOf(size_t begin, size_t end)
{
    return {static_cast<qsizetype>(begin), static_cast<qsizetype>(end)};
}

} // namespace

bool namesRocm(std::string_view text)
{
    constexpr std::string_view kWords[] = {"HIP", "ROCM", "AMD", "AMDGPU", "HIPCC", "ROCM_PATH"};
    size_t begin = 0;
    while (begin < text.size()) {
        size_t end = begin;
        std::string word;
        while (end < text.size() && isNameByte(text[end]) && text[end] != '_') {
            const char c = text[end];
            word.push_back(c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
            ++end;
        }
        if (std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords)) {
            return true;
        }
        begin = end + 1;
    }
    return false;
}

int CMakeCommand::find(std::string_view word) const
{
    for (size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i].kind == CMakeArgument::Kind::Bare && arguments[i].text == word) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

CMakeFile::CMakeFile(std::string_view source, std::string_view guardMacro)
    : m_source(source), m_macro(guardMacro)
{
    size_t at = source.starts_with("\xef\xbb\xbf") ? 3 : 0;
    CancelLook isCancelled;
    while (at < source.size() && !isCancelled()) {
        const char c = source[at];
        if (c == '#') {
            at = commentEnd(at);
        } else if (c == '"') {
            CMakeCommand none; // a quote that belongs to no command, as the projection reads it
            at = readQuoted(at, none);
        } else if (isNameByte(c)) {
            size_t end = at;
            while (isNameByte(byteAt(end))) {
                ++end;
            }
            size_t open = end;
            while (byteAt(open) == ' ' || byteAt(open) == '\t') {
                ++open;
            }
            if (byteAt(open) != '(') {
                at = end;
                continue;
            }
            CMakeCommand command;
            for (const char letter : source.substr(at, end - at)) {
                command.name.push_back(letter >= 'A' && letter <= 'Z'
                                           ? static_cast<char>(letter - 'A' + 'a')
                                           : letter);
            }
            const size_t stop = readArguments(open + 1, command);
            command.range = rangeOf(at, stop);
            place(command);
            nest(command);
            m_commands.push_back(std::move(command));
            at = stop;
        } else {
            ++at;
        }
    }
    markEarlierArms();
    markOwnSwitch();
}

size_t CMakeFile::endOfLine(size_t at) const
{
    // Asked for every command of a line: the end that was found last holds for all of it.
    if (at < m_lineAsked || at > m_lineEnd || m_lineEnd == 0) {
        m_lineAsked = at;
        m_lineEnd = std::min(m_source.find('\n', at), m_source.size());
    }
    return m_lineEnd;
}

/// End of what begins with "[[", "[=[" …; `at` when no bracket begins there.
size_t CMakeFile::bracketEnd(size_t at, size_t& contentBegin, size_t& contentEnd)
{
    size_t equals = at + 1;
    while (byteAt(equals) == '=') {
        ++equals;
    }
    if (byteAt(at) != '[' || byteAt(equals) != '[') {
        return at;
    }
    contentBegin = equals + 1;
    const std::string closing = "]" + std::string(equals - at - 1, '=') + "]";
    const size_t found = m_source.find(closing, contentBegin);
    if (found == std::string_view::npos) {
        m_unterminated = m_unterminated < 0 ? static_cast<qsizetype>(at) : m_unterminated;
        contentEnd = m_source.size();
        return m_source.size();
    }
    contentEnd = found;
    return found + closing.size();
}

size_t CMakeFile::commentEnd(size_t at)
{
    size_t begin = 0;
    size_t end = 0;
    const size_t bracket = bracketEnd(at + 1, begin, end);
    return bracket == at + 1 ? endOfLine(at) : bracket;
}

size_t CMakeFile::readQuoted(size_t at, CMakeCommand& command)
{
    size_t end = at + 1;
    while (end < m_source.size() && m_source[end] != '"') {
        end += m_source[end] == '\\' ? 2 : 1;
    }
    const bool closed = end < m_source.size();
    end = std::min(end, m_source.size());
    if (!closed) {
        m_unterminated = m_unterminated < 0 ? static_cast<qsizetype>(at) : m_unterminated;
    }
    command.arguments.push_back({CMakeArgument::Kind::Quoted, rangeOf(at, closed ? end + 1 : end),
                                 m_source.substr(at + 1, end - at - 1)});
    return closed ? end + 1 : end;
}

/// Unquoted arguments may hold quotes (-Da="b c").
size_t CMakeFile::readBare(size_t at, CMakeCommand& command)
{
    size_t end = at;
    bool quoted = false;
    while (end < m_source.size()) {
        const char c = m_source[end];
        if (c == '\\') {
            end = std::min(end + 2, m_source.size());
            continue;
        }
        if (c == '"') {
            quoted = !quoted;
        } else if (c == '\n' || (!quoted && (isBlank(c) || c == '(' || c == ')' || c == '#'))) {
            break;
        }
        ++end;
    }
    if (quoted && m_unterminated < 0) {
        m_unterminated = static_cast<qsizetype>(at); // CMake refuses such text too
    }
    command.arguments.push_back(
        {CMakeArgument::Kind::Bare, rangeOf(at, end), m_source.substr(at, end - at)});
    return end;
}

size_t CMakeFile::readArgument(size_t at, CMakeCommand& command)
{
    const char c = m_source[at];
    if (c == '(' || c == ')') {
        const auto kind = c == '(' ? CMakeArgument::Kind::Open : CMakeArgument::Kind::Close;
        command.arguments.push_back({kind, rangeOf(at, at + 1), m_source.substr(at, 1)});
        return at + 1;
    }
    if (c == '"') {
        return readQuoted(at, command);
    }
    size_t begin = 0;
    size_t end = 0;
    const size_t bracket = c == '[' ? bracketEnd(at, begin, end) : at;
    if (bracket != at) {
        command.arguments.push_back({CMakeArgument::Kind::Bracket, rangeOf(at, bracket),
                                     m_source.substr(begin, end - begin)});
        return bracket;
    }
    return readBare(at, command);
}

size_t CMakeFile::readArguments(size_t at, CMakeCommand& command)
{
    size_t depth = 1;
    while (at < m_source.size()) {
        const char c = m_source[at];
        if (isBlank(c) || c == '\n' || c == ';') {
            ++at;
        } else if (c == '#') {
            at = commentEnd(at);
        } else if (c == ')' && depth == 1) {
            return at + 1;
        } else {
            depth += c == '(' ? 1 : 0;
            depth -= c == ')' ? 1 : 0;
            at = std::max(readArgument(at, command), at + 1);
        }
    }
    command.terminated = false;
    m_unterminated = m_unterminated < 0 ? static_cast<qsizetype>(m_source.size()) : m_unterminated;
    return m_source.size();
}

void CMakeFile::place(CMakeCommand& command) const
{
    auto begin = static_cast<size_t>(command.range.begin);
    auto end = static_cast<size_t>(command.range.end);
    while (begin > 0 && isBlank(m_source[begin - 1])) {
        --begin;
    }
    const bool bom = begin == 3 && m_source.starts_with("\xef\xbb\xbf");
    const bool starts = begin == 0 || m_source[begin - 1] == '\n' || bom;
    while (isBlank(byteAt(end))) {
        ++end;
    }
    if (byteAt(end) == '#' && byteAt(end + 1) != '[') {
        end = endOfLine(end);
    }
    const bool ends = end >= m_source.size() || m_source[end] == '\n';
    command.ownsLines = starts && ends && command.terminated;
    command.lines = rangeOf(begin, std::min(endOfLine(end) + 1, m_source.size()));
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
