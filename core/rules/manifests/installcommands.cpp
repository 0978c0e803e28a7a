#include "core/rules/manifests/installcommands.h"

#include "core/text/bytes.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

QByteArray baseName(const QByteArray& word)
{
    return word.mid(word.lastIndexOf('/') + 1);
}

bool isPip(const QByteArray& word)
{
    QByteArray name = baseName(word);
    while (!name.isEmpty() && (name.back() == '.' || (name.back() >= '0' && name.back() <= '9'))) {
        name.chop(1);
    }
    return name == "pip" || name.compare("$pip", Qt::CaseInsensitive) == 0 || name == "$(PIP)" ||
           name == "${PIP}";
}

bool isPython(const QByteArray& word)
{
    const QByteArray name = baseName(word).toLower();
    return name.startsWith("python") || name.startsWith("$python") || name.startsWith("${python") ||
           name.startsWith("$(python") || name == "py";
}

/// Options of pip whose value is the next word.
bool takesValue(const QByteArray& option)
{
    constexpr std::array kOptions = {"-t",
                                     "--target",
                                     "--platform",
                                     "--python-version",
                                     "--implementation",
                                     "--abi",
                                     "--root",
                                     "--prefix",
                                     "--src",
                                     "--upgrade-strategy",
                                     "--no-binary",
                                     "--only-binary",
                                     "--progress-bar",
                                     "--report",
                                     "--log",
                                     "--proxy",
                                     "--retries",
                                     "--timeout",
                                     "--exists-action",
                                     "--trusted-host",
                                     "--cert",
                                     "--client-cert",
                                     "--cache-dir",
                                     "--python",
                                     "-p",
                                     "--config-settings",
                                     "-C",
                                     "--global-option",
                                     "--extra",
                                     "--group",
                                     "--resolution",
                                     "--index-strategy",
                                     "--prerelease",
                                     "-n",
                                     "--name",
                                     "-b",
                                     "--torch-backend",
                                     "--root-user-action",
                                     "--exclude-newer",
                                     "--link-mode",
                                     "--channel"};
    return std::any_of(kOptions.begin(), kOptions.end(),
                       [&](const char* one) { return option == one; });
}

bool isFolder(const QByteArray& word)
{
    const QByteArray path = word.left(word.indexOf('[') < 0 ? word.size() : word.indexOf('['));
    return path == "." || path == ".." || path.startsWith("./") || path.startsWith("../") ||
           path.startsWith('/') || (path.endsWith('/') && !path.contains(':'));
}

ShellWord without(const ShellWord& word, qsizetype prefix)
{
    ShellWord result = word;
    result.text = word.text.sliced(prefix);
    result.range.begin = std::min(word.range.begin + prefix, word.range.end);
    return result;
}

/// Reads the words after "install".
class PipArguments
{
public:
    PipArguments(const std::vector<ShellWord>& words, InstallCommand& install)
        : m_words(words), m_install(install)
    {
    }

    void read(size_t at)
    {
        for (m_at = at; m_at < m_words.size(); ++m_at) {
            const ShellWord& word = m_words[m_at];
            if (word.text.startsWith('-') && word.text.size() > 1) {
                option(word);
            } else if (word.text.startsWith('>') || word.text.startsWith("2>") ||
                       word.text.startsWith('<')) {
                return;
            } else {
                target(word, false);
            }
        }
    }

private:
    void option(const ShellWord& word)
    {
        const qsizetype equals = word.text.startsWith("--") ? word.text.indexOf('=') : -1;
        const QByteArray name = equals < 0 ? word.text : word.text.first(equals);
        const auto value = [&]() -> std::optional<ShellWord> {
            if (equals >= 0) {
                return without(word, equals + 1);
            }
            return m_at + 1 < m_words.size() ? std::optional(m_words[++m_at]) : std::nullopt;
        };
        if (isOneOf(name, {"-r", "--requirement", "--requirements"})) {
            if (const auto file = value()) {
                m_install.files.push_back(*file);
            }
        } else if (word.text.startsWith("-r") && !word.text.startsWith("--") &&
                   word.text.size() > 2) {
            m_install.files.push_back(without(word, 2));
        } else if (isOneOf(name, {"-e", "--editable"})) {
            if (const auto folder = value()) {
                target(*folder, true);
            }
        } else if (isOneOf(name, {"-c", "--constraint", "--constraints", "--no-deps"})) {
            m_install.keepsTorch = true;
            if (name != "--no-deps") {
                value();
            }
        } else if (isOneOf(name, {"-i", "--index-url", "--extra-index-url", "--index",
                                  "--default-index", "-f", "--find-links"})) {
            if (const auto index = value()) {
                m_install.indexes.push_back(*index);
                m_install.keepsTorch = m_install.keepsTorch || index->text.contains("rocm");
            }
        } else if (isOneOf(name, {"-U", "--upgrade", "--force-reinstall", "--ignore-installed"})) {
            m_install.upgrades = true;
        } else if (equals < 0 && takesValue(name)) {
            value();
        }
    }

    void target(const ShellWord& word, bool editable)
    {
        const bool address = word.text.contains("://");
        if (word.text.isEmpty() || word.text.startsWith('$') || address) {
            if (address && !editable) {
                m_install.requirements.push_back(word);
            }
        } else if ((editable && !word.text.startsWith("git+")) || isFolder(word.text)) {
            if (!word.text.endsWith(".whl")) {
                ShellWord folder = word;
                const qsizetype extras = folder.text.indexOf('[');
                folder.text.truncate(extras < 0 ? folder.text.size() : extras);
                m_install.folders.push_back(folder);
            }
        } else {
            m_install.requirements.push_back(word);
        }
    }

    const std::vector<ShellWord>& m_words;
    InstallCommand& m_install;
    size_t m_at = 0;
};

/// Whether a command may begin with `word` and call pip later; prose does not.
bool mayLead(const QByteArray& word)
{
    const QByteArray name = baseName(word);
    return isPip(word) || isPython(word) || word.startsWith('$') || word.contains('=') ||
           isOneOf(name, {"sudo",   "env",          "exec",   "time",   "command", "nohup",
                          "if",     "then",         "do",     "else",   "elif",    "!",
                          "while",  "until",        "uv",     "conda",  "mamba",   "micromamba",
                          "poetry", "pdm",          "pipenv", "srun",   "xargs",   "yes",
                          "retry",  "travis_retry", "docker", "podman", "{",       "-",
                          "@"});
}

/// Index of the word after "install", and the tool; 0 when there is none.
size_t installWords(const std::vector<ShellWord>& words, InstallCommand& install)
{
    const auto text = [&](size_t i) { return i < words.size() ? words[i].text : QByteArray(); };
    for (size_t i = 0; i < words.size(); ++i) {
        const QByteArray& word = words[i].text;
        if ((i == 0 && !mayLead(word)) || isOneOf(word, {"echo", "printf", "grep"})) {
            return 0;
        }
        if (isPip(word)) {
            size_t at = i + 1;
            while (text(at).startsWith('-')) {
                at += takesValue(text(at)) ? 2 : 1;
            }
            if (text(at) == "install" || text(at) == "sync") {
                install.tool = i > 0 && text(i - 1) == "uv" ? "uv" : "pip";
                install.range.begin = words[i].range.begin;
                if (text(at) == "sync") {
                    return 0;
                }
                return at + 1;
            }
            return 0;
        }
        const QByteArray name = baseName(word);
        if (isOneOf(name, {"conda", "mamba", "micromamba"}) &&
            isOneOf(text(i + 1), {"install", "create"})) {
            install.tool = "conda";
            install.range.begin = words[i].range.begin;
            return i + 2;
        }
        if (name == "uv" && text(i + 1) == "run") {
            install.tool = "uv";
            install.locked = true;
            install.runs = true;
            install.range.begin = words[i].range.begin;
            for (size_t at = 0; at < words.size(); ++at) {
                // What is after the program's name is the program's, but never said by mistake.
                install.keepsTorch = install.keepsTorch ||
                                     isOneOf(text(at), {"--no-sync", "--no-project", "--isolated",
                                                        "UV_NO_SYNC=1", "UV_NO_SYNC=true"});
            }
            return i + 2;
        }
        const bool locks = (name == "uv" && isOneOf(text(i + 1), {"sync"})) ||
                           (isOneOf(name, {"poetry", "pdm", "pipenv"}) &&
                            isOneOf(text(i + 1), {"install", "sync"}));
        const bool setup = name == "setup.py" && i > 0 && isPython(words[i - 1].text) &&
                           isOneOf(text(i + 1), {"install", "develop"});
        if (locks || setup) {
            install.tool = locks ? name : QByteArray("setup.py");
            install.locked = locks;
            install.range.begin = words[setup ? i - 1 : i].range.begin;
            return i + 2;
        }
    }
    return 0;
}

} // namespace

std::optional<InstallCommand> installCommandOf(const ShellCommand& command)
{
    InstallCommand install;
    const size_t at = installWords(command.words, install);
    if (at == 0) {
        return std::nullopt;
    }
    install.range.end = command.words.back().range.end;
    if (install.tool == "setup.py" || install.locked) {
        ShellWord here = command.words[at - 1];
        here.text = ".";
        install.folders.push_back(here);
        return install;
    }
    PipArguments(command.words, install).read(at);
    for (size_t i = 0; i < at && !install.keepsTorch; ++i) {
        install.keepsTorch = command.words[i].text.startsWith("PIP_CONSTRAINT=") ||
                             command.words[i].text.startsWith("PIP_NO_DEPS=");
    }
    return install;
}

std::vector<InstallCommand> installCommands(const std::vector<ShellCommand>& commands)
{
    std::vector<InstallCommand> found;
    for (const ShellCommand& command : commands) {
        if (std::optional<InstallCommand> install = installCommandOf(command)) {
            found.push_back(*std::move(install));
        }
    }
    return found;
}

} // namespace rocport
