#include "core/scan/ownguard.h"

#include "core/base/cancelscope.h"
#include "core/rules/buildcmakereader.h"
#include "core/rules/buildmakereader.h"
#include "core/text/sourcebuffer.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>

namespace rocport {

namespace {

using namespace std::string_view_literals;

constexpr qint64 kMostBytes = 1024 * 1024; // of one build file

bool isCapital(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Whether a name may be that of a switch: not where ROCm lies, nor what it builds for.
bool isSwitchName(std::string_view name)
{
    constexpr std::array kOther = {"PATH"sv,    "DIR"sv,     "DIRS"sv,     "ROOT"sv,    "HOME"sv,
                                   "ARCH"sv,    "ARCHS"sv,   "TARGETS"sv,  "VERSION"sv, "FLAGS"sv,
                                   "LIBS"sv,    "LIBRARY"sv, "COMPILER"sv, "INCLUDE"sv, "PREFIX"sv,
                                   "SOURCES"sv, "OPTIONS"sv, "FOUND"sv,    "HIPCC"sv};
    if (name.size() < 3 || name.starts_with("_") || name.starts_with("CMAKE_") ||
        (name.front() >= '0' && name.front() <= '9') || !namesRocm(name) ||
        !std::all_of(name.begin(), name.end(), isCapital)) {
        return false;
    }
    const std::string_view last = name.substr(name.rfind('_') + 1);
    return std::find(kOther.begin(), kOther.end(), last) == kOther.end() &&
           !name.ends_with("ARCHITECTURES");
}

/// What build files say of one name.
struct Evidence
{
    std::optional<OwnGuard> declared;
    bool defined = false;
    bool hasValue = false; ///< defined as something else than 1 somewhere
};

class GuardSearch
{
public:
    void readCMake(const RepoPath& path, const SourceBuffer& source);
    void readMake(const RepoPath& path, const SourceBuffer& source);
    void readTemplate(std::string_view text);
    [[nodiscard]] std::optional<OwnGuard> result() const;

private:
    void declare(std::string_view name, const RepoPath& path, const SourceBuffer& source,
                 qsizetype offset);
    void define(std::string_view definition);
    void defineFlags(std::string_view text);

    std::map<std::string, Evidence, std::less<>> m_names;
};

void GuardSearch::declare(std::string_view name, const RepoPath& path, const SourceBuffer& source,
                          qsizetype offset)
{
    if (!isSwitchName(name)) {
        return;
    }
    std::optional<OwnGuard>& declared = m_names[std::string(name)].declared;
    if (!declared) {
        declared = OwnGuard{QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size())),
                            path, static_cast<int>(source.lineOf(offset))};
    }
}

/// "USE_HIP", "USE_HIP=1", or "$<$<BOOL:${USE_HIP}>:USE_HIP>".
void GuardSearch::define(std::string_view definition)
{
    if (definition.starts_with("$<") && definition.ends_with('>')) {
        definition.remove_suffix(1);
        definition = definition.substr(definition.rfind(':') + 1);
    }
    if (definition.starts_with("-D")) {
        definition.remove_prefix(2);
    }
    const size_t equals = definition.find('=');
    const std::string_view name = definition.substr(0, equals);
    if (!isSwitchName(name)) {
        return;
    }
    Evidence& evidence = m_names[std::string(name)];
    evidence.defined = true;
    evidence.hasValue = evidence.hasValue ||
                        (equals != std::string_view::npos && definition.substr(equals + 1) != "1");
}

/// Each "-DNAME" among flags.
void GuardSearch::defineFlags(std::string_view text)
{
    CancelLook isCancelled;
    for (size_t at = text.find("-D"); at != std::string_view::npos && !isCancelled();
         at = text.find("-D", at + 2)) {
        const size_t end = text.find_first_of(" \t\r\n;\"')", at);
        define(text.substr(at, end == std::string_view::npos ? end : end - at));
    }
}

void GuardSearch::readCMake(const RepoPath& path, const SourceBuffer& source)
{
    const CMakeFile file(source.view(), {});
    for (const CMakeCommand& command : file.commands()) {
        if (isWorkCancelled()) {
            return;
        }
        if (declaresOption(command)) {
            declare(command.text(0), path, source, command.range.begin);
            continue;
        }
        const bool definitions = command.name.ends_with("compile_definitions") ||
                                 command.find("COMPILE_DEFINITIONS") >= 0;
        for (const CMakeArgument& argument : command.arguments) {
            if (definitions) {
                define(argument.text);
            } else {
                defineFlags(argument.text);
            }
        }
    }
}

void GuardSearch::readMake(const RepoPath& path, const SourceBuffer& source)
{
    for (const MakeLine& line : rocport::readMake(source.view(), {})) {
        if (isWorkCancelled()) {
            return;
        }
        if (line.kind != MakeLine::Kind::Conditional) {
            defineFlags(line.text);
            continue;
        }
        // ifdef USE_HIP, ifeq ($(USE_HIP),1): the first name that is one.
        std::string_view rest = line.text;
        for (size_t at = 0; at < rest.size();) {
            size_t end = at;
            while (end < rest.size() && isCapital(rest[end])) {
                ++end;
            }
            if (end > at && isSwitchName(rest.substr(at, end - at))) {
                declare(rest.substr(at, end - at), path, source, line.range.begin);
                break;
            }
            at = end + 1;
        }
    }
}

/// `#cmakedefine USE_HIP`, which leaves the macro undefined where the variable is off;
/// `#cmakedefine01` does not.
void GuardSearch::readTemplate(std::string_view text)
{
    constexpr std::string_view kWord = "cmakedefine";
    CancelLook isCancelled;
    for (size_t at = text.find(kWord); at != std::string_view::npos && !isCancelled();
         at = text.find(kWord, at + 1)) {
        size_t begin = at + kWord.size();
        const bool zero = text.substr(begin).starts_with("01");
        begin = text.find_first_not_of(" \t", zero ? begin + 2 : begin);
        size_t end = begin;
        while (end < text.size() && isCapital(text[end])) {
            ++end;
        }
        if (begin >= end || !isSwitchName(text.substr(begin, end - begin))) {
            continue;
        }
        Evidence& evidence = m_names[std::string(text.substr(begin, end - begin))];
        evidence.defined = true;
        evidence.hasValue = evidence.hasValue || zero;
    }
}

std::optional<OwnGuard> GuardSearch::result() const
{
    const QString usual = TargetSettings().guardMacro;
    std::optional<OwnGuard> best;
    for (const auto& [name, evidence] : m_names) {
        if (!evidence.declared || !evidence.defined || evidence.hasValue) {
            continue;
        }
        if (evidence.declared->macro == usual) {
            return std::nullopt;
        }
        // USE_HIP before USE_HIP_GRAPHS.
        if (!best || evidence.declared->macro.size() < best->macro.size()) {
            best = evidence.declared;
        }
    }
    return best;
}

} // namespace

Result<std::optional<OwnGuard>> findOwnGuard(const SourceTree& tree, const CancelToken& cancel)
{
    const CancelScope scope(cancel);
    auto entries = tree.list(cancel);
    if (!entries) {
        return entries.error();
    }
    GuardSearch search;
    for (const TreeEntry& entry : *entries) {
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled};
        }
        const QByteArray name = entry.path.fileName();
        const Language language = languageOfFile(name);
        const bool isTemplate =
            name.endsWith(".h.in") || name.endsWith(".hpp.in") || name.endsWith(".h.cmake");
        if (entry.kind != TreeEntry::Kind::File ||
            (language != Language::CMake && language != Language::Make && !isTemplate)) {
            continue;
        }
        const auto text = tree.read(entry, kMostBytes);
        if (!text) {
            continue;
        }
        const SourceBuffer source(*text);
        if (isTemplate) {
            search.readTemplate(source.view());
        } else if (language == Language::CMake) {
            search.readCMake(entry.path, source);
        } else {
            search.readMake(entry.path, source);
        }
    }
    return search.result();
}

Result<TargetSettings> withOwnGuard(const SourceTree& tree, TargetSettings target,
                                    const CancelToken& cancel)
{
    const auto own = findOwnGuard(tree, cancel);
    if (!own) {
        return own.error();
    }
    if (own->has_value()) {
        target.guardMacro = (*own)->macro;
    }
    return target;
}

} // namespace rocport
