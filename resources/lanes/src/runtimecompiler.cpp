// What a program has compiled while it runs is asked of the command, by files.

#include "lanes/runtimecompiler.h"

#include "lanes/modules.h"

#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <set>

namespace rocport_lanes {

namespace {

constexpr std::size_t kMostRequest = std::size_t{24} << 20; // of one request
constexpr std::size_t kMostHeaders = 2000;

std::string variable(const char* name)
{
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : value;
}

/// A field of a request: its name, its length, and as many bytes.
void addField(std::string& request, const char* name, const std::string& value)
{
    request += std::string(name) + ' ' + std::to_string(value.size()) + '\n' + value + '\n';
}

std::string folderOf(const std::string& path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

struct Include
{
    std::string name;
    bool isQuoted = false;
};

/// What a text includes, as its lines say; some of it may be in a comment.
std::vector<Include> includesOf(const std::string& text)
{
    std::vector<Include> all;
    std::size_t at = 0;
    while (at < text.size()) {
        std::size_t end = text.find('\n', at);
        end = end == std::string::npos ? text.size() : end;
        const auto skip = [&] {
            while (at < end && (text[at] == ' ' || text[at] == '\t')) {
                ++at;
            }
        };
        skip();
        if (at < end && text[at] == '#') {
            ++at;
            skip();
            constexpr std::size_t kLength = 7;
            if (text.compare(at, kLength, "include") == 0) {
                at += kLength;
                skip();
                const char close = at >= end ? 0 : text[at] == '"' ? '"' : text[at] == '<' ? '>' : 0;
                const std::size_t last = close == 0 ? std::string::npos : text.find(close, at + 1);
                if (last != std::string::npos && last < end) {
                    all.push_back({text.substr(at + 1, last - at - 1), close == '"'});
                }
            }
        }
        at = end + 1;
    }
    return all;
}

/// Headers that a source includes from files, as far as they are found as the compiler would.
class HeaderSearch
{
public:
    HeaderSearch(const RuntimeProgram& program, std::vector<std::string> folders,
                 const char* vendor)
        : m_folders(std::move(folders)),
          m_own(variable("LANES_HEADERS") + "/include/" + vendor + '/')
    {
        for (const auto& [name, text] : program.headers) {
            m_known.insert(name);
        }
        m_texts.push_back({program.source, folderOf(program.name)});
        for (const auto& header : program.headers) {
            m_texts.push_back({header.second, folderOf(program.name)});
        }
    }

    std::vector<std::pair<std::string, std::string>> found()
    {
        while (!m_texts.empty()) {
            const auto [text, folder] = std::move(m_texts.front());
            m_texts.pop_front();
            for (const Include& one : includesOf(text)) {
                look(one, folder);
            }
        }
        return m_found;
    }

private:
    void look(const Include& one, const std::string& folder)
    {
        struct stat ours = {};
        if (m_known.contains(one.name) || m_found.size() >= kMostHeaders ||
            stat((m_own + one.name).c_str(), &ours) == 0) {
            return;
        }
        std::vector<std::string> places;
        if (one.isQuoted) {
            places = {folder, ""};
        }
        for (const std::string& one : m_folders) {
            places.push_back(one + '/');
        }
        for (const std::string& place : places) {
            const std::string path = one.name[0] == '/' ? one.name : place + one.name;
            std::string text;
            if (readWhole(path.c_str(), text) && (m_bytes += text.size()) <= kMostRequest) {
                m_known.insert(one.name);
                m_found.emplace_back(one.name, text);
                m_texts.push_back({std::move(text), folderOf(path)});
                return;
            }
        }
    }

    std::vector<std::string> m_folders;
    std::string m_own;
    std::set<std::string> m_known;
    std::deque<std::pair<std::string, std::string>> m_texts; ///< text, and where it lies
    std::vector<std::pair<std::string, std::string>> m_found;
    std::size_t m_bytes = 0;
};

/// Folders of the options, in their order.
std::vector<std::string> includeFolders(const std::vector<std::string>& options)
{
    std::vector<std::string> folders;
    for (std::size_t i = 0; i < options.size(); ++i) {
        for (const char* name : {"--include-path", "-I"}) {
            if (options[i].compare(0, std::strlen(name), name) != 0) {
                continue;
            }
            std::string folder = options[i].substr(std::strlen(name));
            if (!folder.empty() && folder[0] == '=') {
                folder.erase(0, 1);
            }
            if (folder.empty() && i + 1 < options.size()) {
                folder = options[i + 1];
            }
            folders.push_back(folder);
            break;
        }
    }
    return folders;
}

bool writeRequest(const std::string& path, const std::string& request)
{
    const std::string part = path + ".part";
    {
        std::ofstream file(part, std::ios::binary | std::ios::trunc);
        file << request;
        if (!file.flush()) {
            return false;
        }
    }
    return std::rename(part.c_str(), (path + ".request").c_str()) == 0;
}

/// The answer to a request; it comes, or the command ends the program.
std::string waitForAnswer(const std::string& path)
{
    for (;;) {
        std::string answer;
        if (readWhole(path.c_str(), answer)) {
            return answer;
        }
        const timespec pause = {0, 5'000'000};
        nanosleep(&pause, nullptr);
    }
}

RtcCode failed(RuntimeProgram& program, RtcCode code, const char* why)
{
    program.log = why;
    return code;
}

} // namespace

RtcCode compileProgram(RuntimeProgram& program, const std::vector<std::string>& options,
                       const char* vendor)
{
    static std::atomic<unsigned> requests{0};
    // What a program that became another by exec() was answered is not for that one.
    static const unsigned own = [] {
        unsigned number = 0;
        return getentropy(&number, sizeof number) == 0 ? number : 0U;
    }();
    const std::string folder = variable("LANES_REQUESTS");
    if (folder.empty()) {
        return failed(program, RtcCode::Internal,
                      "error: there is nobody to compile it: run the program by rocport-cli\n");
    }
    std::string request;
    addField(request, "name", program.name);
    addField(request, "source", program.source);
    for (const std::string& option : options) {
        addField(request, "option", option);
        program.isRelocatable = program.isRelocatable || option == "-fgpu-rdc";
    }
    for (const std::string& expression : program.expressions) {
        addField(request, "expression", expression);
    }
    auto headers = program.headers;
    const auto files = HeaderSearch(program, includeFolders(options), vendor).found();
    headers.insert(headers.end(), files.begin(), files.end());
    for (const auto& [name, text] : headers) {
        addField(request, "include", name);
        addField(request, "header", text);
    }
    const std::string name =
        std::to_string(static_cast<long>(getpid())) + '-' +
                             std::to_string(++requests) + '-' + std::to_string(own);
    if (request.size() > kMostRequest || !writeRequest(folder + '/' + name, request)) {
        return failed(program, RtcCode::OutOfMemory,
                      "error: the source and its headers are more than can be compiled here\n");
    }
    const std::string answer = waitForAnswer(variable("LANES_ANSWERS") + '/' + name);
    // A line with the result, one with the module's file, and the log.
    const std::size_t first = answer.find('\n');
    const std::size_t second = first == std::string::npos ? first : answer.find('\n', first + 1);
    if (second == std::string::npos) {
        return failed(program, RtcCode::Internal, "error: the answer cannot be read\n");
    }
    program.isCompiled = true;
    program.file = answer.substr(first + 1, second - first - 1);
    program.log = answer.substr(second + 1);
    const auto code = static_cast<RtcCode>(std::atoi(answer.c_str()));
    if (code == RtcCode::Success && !program.expressions.empty()) {
        program.lowered = expressionNames(program.file, program.expressions.size());
    }
    return code;
}

const char* loweredName(const RuntimeProgram& program, const char* expression, RtcCode& code)
{
    code = program.isCompiled ? RtcCode::ExpressionNotValid : RtcCode::LoweredBeforeCompilation;
    for (std::size_t i = 0; i < program.lowered.size(); ++i) {
        if (program.expressions[i] == expression && !program.lowered[i].empty()) {
            code = RtcCode::Success;
            return program.lowered[i].c_str();
        }
    }
    return nullptr;
}

} // namespace rocport_lanes
