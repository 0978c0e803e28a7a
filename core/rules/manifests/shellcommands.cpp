#include "core/rules/manifests/shellcommands.h"

#include "core/base/cancelscope.h"
#include "core/text/ascii.h"
#include "core/text/bytes.h"
#include "core/text/makelines.h"
#include "core/text/yamlline.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

bool endsCommand(char c)
{
    return c == ';' || c == '&' || c == '|' || c == '(' || c == ')' || c == '`';
}

class ShellReader
{
public:
    ShellReader(std::string_view text, const std::function<void(const ShellCommand&)>& take)
        : m_text(text), m_take(take)
    {
    }

    void run()
    {
        CancelLook isCancelled;
        while (m_at < m_text.size() && !isCancelled()) {
            const char c = m_text[m_at];
            if (isLineBlank(c)) {
                ++m_at;
            } else if (c == '\n' || endsCommand(c)) {
                endCommand();
                ++m_at;
            } else if (c == '\\' && continues(m_at)) {
                skipContinuation();
            } else if (c == '#') {
                skipComment();
            } else {
                readWord();
            }
        }
        endCommand();
    }

private:
    [[nodiscard]] bool continues(size_t at) const
    {
        return at + 1 < m_text.size() &&
               (m_text[at + 1] == '\n' || m_text.substr(at + 1).starts_with("\r\n"));
    }

    /// A backslash at the end of a line; comment lines after it are no end of the command (that is
    /// how Dockerfiles are written).
    void skipContinuation()
    {
        m_at += m_text[m_at + 1] == '\n' ? 2 : 3;
        while (m_at < m_text.size()) {
            size_t code = m_at;
            while (code < m_text.size() && isLineBlank(m_text[code])) {
                ++code;
            }
            if (code >= m_text.size() || m_text[code] != '#') {
                return;
            }
            const size_t end = m_text.find('\n', code);
            m_at = end == std::string_view::npos ? m_text.size() : end + 1;
        }
    }

    void skipComment()
    {
        const size_t end = m_text.find('\n', m_at);
        m_at = end == std::string_view::npos ? m_text.size() : end;
    }

    void endCommand()
    {
        if (!m_command.words.empty()) {
            m_take(m_command);
            m_command.words.clear();
        }
    }

    void readWord()
    {
        ShellWord word;
        word.range.begin = static_cast<qsizetype>(m_at);
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (isLineBlank(c) || c == '\n' || endsCommand(c)) {
                break;
            }
            if (c == '"' || c == '\'') {
                readQuoted(c, word.text);
            } else if (c == '\\') {
                if (continues(m_at)) {
                    break;
                }
                word.text.append(m_text.substr(m_at + 1, 1).data(),
                                 m_at + 1 < m_text.size() ? 1 : 0);
                m_at = std::min(m_at + 2, m_text.size());
            } else if (c == '$' && m_text.substr(m_at).starts_with("$(")) {
                // $(command) is a command of its own; $(PYTHON) of make is a name.
                if (m_stop < m_at) { // what was found last holds for all that comes before it
                    m_stop = std::min(m_text.size(), m_text.find_first_of(") \t\n", m_at));
                }
                const size_t close = m_stop < m_text.size() ? m_stop : std::string_view::npos;
                if (close == std::string_view::npos || m_text[close] != ')') {
                    m_at += 2;
                    endCommand();
                    return;
                }
                append(word.text, close + 1);
            } else {
                append(word.text, m_at + 1);
            }
        }
        word.range.end = static_cast<qsizetype>(m_at);
        m_command.words.push_back(std::move(word));
    }

    void append(QByteArray& text, size_t end)
    {
        text.append(m_text.data() + m_at, static_cast<qsizetype>(end - m_at));
        m_at = end;
    }

    /// A quote that does not close ends with its line.
    void readQuoted(char quote, QByteArray& text)
    {
        size_t end = m_at + 1;
        while (end < m_text.size() && m_text[end] != quote && m_text[end] != '\n') {
            end += quote == '"' && m_text[end] == '\\' && end + 1 < m_text.size() &&
                           m_text[end + 1] != '\n'
                       ? 2
                       : 1;
        }
        end = std::min(end, m_text.size());
        ++m_at;
        append(text, end);
        if (m_at < m_text.size() && m_text[m_at] == quote) {
            ++m_at;
        }
    }

    std::string_view m_text;
    size_t m_at = 0;
    size_t m_stop = 0; ///< the first bracket or blank from some place before it on
    ShellCommand m_command;
    const std::function<void(const ShellCommand&)>& m_take;
};

/// Copies single lines, or parts of them, of a text that is blank otherwise.
class Mask
{
public:
    explicit Mask(std::string_view text) : m_text(text)
    {
        m_result.resize(static_cast<qsizetype>(text.size()));
        for (size_t i = 0; i < text.size(); ++i) {
            m_result[static_cast<qsizetype>(i)] = text[i] == '\n' ? '\n' : ' ';
        }
    }

    void keep(size_t begin, size_t end)
    {
        for (size_t i = begin; i < end; ++i) {
            m_result[static_cast<qsizetype>(i)] = m_text[i];
        }
    }
    [[nodiscard]] QByteArray result() const { return m_result; }

    /// Calls `take` with begin and end of each line, without its newline.
    template <typename Take>
    void forLines(const Take& take) const
    {
        CancelLook isCancelled;
        for (size_t at = 0; at < m_text.size() && !isCancelled();) {
            size_t end = m_text.find('\n', at);
            end = end == std::string_view::npos ? m_text.size() : end;
            take(at, end);
            at = end + 1;
        }
    }

private:
    std::string_view m_text;
    QByteArray m_result;
};

std::string_view lineCode(std::string_view text, size_t begin, size_t end, size_t* first)
{
    while (begin < end && (isLineBlank(text[begin]) || text[begin] == '\f')) {
        ++begin;
    }
    while (end > begin && isLineBlank(text[end - 1])) {
        --end;
    }
    *first = begin;
    return text.substr(begin, end - begin);
}

bool startsWithWord(std::string_view code, std::string_view word)
{
    if (code.size() <= word.size() || !isLineBlank(code[word.size()])) {
        return false;
    }
    return std::equal(word.begin(), word.end(), code.begin(), [](char a, char b) {
        return a == b || a == (b >= 'a' && b <= 'z' ? static_cast<char>(b - 'a' + 'A') : b);
    });
}

QByteArray maskDockerfile(std::string_view text)
{
    Mask mask(text);
    bool run = false;  // in a RUN that goes on
    bool goes = false; // the instruction goes on
    QByteArray heredoc;
    mask.forLines([&](size_t begin, size_t end) {
        size_t first = 0;
        std::string_view code = lineCode(text, begin, end, &first);
        if (!heredoc.isEmpty()) {
            if (code == viewOf(heredoc)) {
                heredoc.clear();
                run = goes = false;
            } else if (run) {
                mask.keep(begin, end);
            }
            return;
        }
        if (code.empty() || code.front() == '#') {
            if (run) {
                mask.keep(begin, end);
            }
            return;
        }
        if (!goes) {
            run = startsWithWord(code, "RUN");
            first += run ? 4 : 0;
        }
        const bool json = run && text.substr(first).starts_with("[");
        run = run && !json;
        if (run) {
            mask.keep(first, end);
            const size_t here = code.find("<<");
            if (here != std::string_view::npos) {
                std::string_view word = code.substr(here + 2);
                word = word.substr(word.starts_with('-') ? 1 : 0);
                for (const char c : word.substr(0, word.find_first_of(" \t;&|>"))) {
                    if (c != '"' && c != '\'') {
                        heredoc.append(c);
                    }
                }
            }
        }
        goes = code.back() == '\\';
        run = run && (goes || !heredoc.isEmpty());
    });
    return mask.result();
}

QByteArray maskMake(std::string_view text)
{
    Mask mask(text);
    MakeLineReader reader(text);
    for (MakeLogicalLine line; reader.next(line);) {
        // The bodies of define are mostly recipes that are called.
        if (line.kind != MakeLogicalLine::Kind::Recipe &&
            !(line.kind == MakeLogicalLine::Kind::Define && line.text.starts_with('\t'))) {
            continue;
        }
        const auto last = static_cast<size_t>(line.range.begin) + line.text.size();
        for (auto at = static_cast<size_t>(line.range.begin); at < last;) {
            const size_t end = std::min(text.find('\n', at), last);
            while (at < end && (isLineBlank(text[at]) || text[at] == '@' || text[at] == '-' ||
                                text[at] == '+')) {
                ++at;
            }
            mask.keep(at, end);
            at = end + 1;
        }
    }
    return mask.result();
}

QByteArray maskYaml(std::string_view text)
{
    constexpr std::array<std::string_view, 12> kKeys = {
        "run",  "script",  "before_script",  "after_script", "command",    "commands",
        "bash", "install", "before_install", "cmd",          "entrypoint", "args"};
    Mask mask(text);
    mask.forLines([&](size_t begin, size_t end) {
        const YamlLine line = readYamlLine(text.substr(begin, end - begin));
        const bool isValue =
            line.value < line.end && std::find(kKeys.begin(), kKeys.end(), line.key) != kKeys.end();
        const size_t first = begin + (isValue ? line.value : line.begin);
        const std::string_view code = text.substr(first, begin + line.end - first);
        // A quoted scalar is one command.
        const bool quoted = code.size() > 2 && (code.front() == '"' || code.front() == '\'') &&
                            code.back() == code.front();
        mask.keep(first + (quoted ? 1 : 0), first + code.size() - (quoted ? 1 : 0));
    });
    return mask.result();
}

QByteArray maskMarkdown(std::string_view text)
{
    Mask mask(text);
    std::string_view fence;
    bool shell = false;
    bool other = false;
    int otherLevel = 0;
    mask.forLines([&](size_t begin, size_t end) {
        size_t first = 0;
        const std::string_view code = lineCode(text, begin, end, &first);
        const bool mark = code.starts_with("```") || code.starts_with("~~~");
        if (mark && fence.empty()) {
            fence = code.substr(0, 3);
            const std::string_view name = code.substr(3);
            shell = name.empty() || name.find("sh") != std::string_view::npos ||
                    name.find("console") != std::string_view::npos ||
                    name.find("text") != std::string_view::npos ||
                    name.find("terminal") != std::string_view::npos;
            return;
        }
        if (!fence.empty() && code.starts_with(fence)) {
            fence = {};
            return;
        }
        if (fence.empty() && code.starts_with('#')) {
            const int level = static_cast<int>(code.find_first_not_of('#'));
            const bool names = namesOtherHardware(QByteArrayView(code));
            if (!other || level <= otherLevel) {
                other = names;
                otherLevel = level;
            }
            return;
        }
        const bool indented = fence.empty() && end - begin > 4 &&
                              (text.substr(begin).starts_with("    ") || text[begin] == '\t');
        if (other || !((!fence.empty() && shell) || indented)) {
            return;
        }
        for (const std::string_view prompt : {"$ ", "> ", "!", "%"}) {
            if (code.starts_with(prompt)) {
                first += prompt.size();
                break;
            }
        }
        mask.keep(first, end);
    });
    return mask.result();
}

/// "!pip install torch\n", in the JSON of a notebook.
QByteArray maskNotebook(std::string_view text)
{
    Mask mask(text);
    mask.forLines([&](size_t begin, size_t end) {
        size_t first = 0;
        std::string_view code = lineCode(text, begin, end, &first);
        if (!code.starts_with("\"!") && !code.starts_with("\"%")) {
            return;
        }
        size_t last = first + code.size();
        while (last > first && (text[last - 1] == ',' || text[last - 1] == '"')) {
            --last;
        }
        last -= text.substr(first, last - first).ends_with("\\n") ? 2 : 0;
        mask.keep(std::min(first + 2, last), last);
    });
    return mask.result();
}

} // namespace

void forEachShellCommand(std::string_view text,
                         const std::function<void(const ShellCommand&)>& take)
{
    ShellReader(text, take).run();
}

std::vector<ShellCommand> shellCommands(std::string_view text)
{
    std::vector<ShellCommand> commands;
    forEachShellCommand(text, [&](const ShellCommand& one) { commands.push_back(one); });
    return commands;
}

bool isCommandPrefix(QByteArrayView word)
{
    constexpr std::array kWords = {
        "if",   "then", "else", "elif", "do",   "while",   "until",   "!",      "{",     "time",
        "exec", "env",  "eval", "nice", "sudo", "command", "sccache", "ccache", "nohup", "distcc"};
    return std::any_of(kWords.begin(), kWords.end(),
                       [word](const char* one) { return word == QByteArrayView(one); });
}

bool namesOtherHardware(QByteArrayView text)
{
    constexpr std::array<std::string_view, 17> kWords = {
        "rocm",  "hip", "amd",    "amdgpu", "cpu", "tpu",   "xpu",     "hpu",  "npu",
        "metal", "mps", "neuron", "macos",  "mac", "apple", "windows", "gaudi"};
    const QByteArray lower = text.toByteArray().toLower();
    const std::string_view view = viewOf(lower);
    for (size_t at = 0; at < view.size();) {
        const auto isLetter = [&](size_t i) {
            return i < view.size() && view[i] >= 'a' && view[i] <= 'z';
        };
        size_t end = at;
        while (isLetter(end)) {
            ++end;
        }
        const std::string_view word = view.substr(at, end - at);
        const bool amd64 = word == "amd" && view.substr(end).starts_with("64");
        if (!amd64 && std::find(kWords.begin(), kWords.end(), word) != kWords.end()) {
            return true;
        }
        at = end > at ? end : at + 1;
    }
    return false;
}

QByteArray shellTextOf(std::string_view text, Language language)
{
    switch (language) {
    case Language::Dockerfile:
        return maskDockerfile(text);
    case Language::Make:
        return maskMake(text);
    case Language::Yaml:
        return maskYaml(text);
    case Language::Markdown:
        return maskMarkdown(text);
    case Language::Notebook:
        return maskNotebook(text);
    default:
        return toBytes(text);
    }
}

} // namespace rocport
