#include "core/scan/ownguard.h"

#include "core/base/cancelscope.h"
#include "core/rules/build/buildcmakereader.h"
#include "core/rules/build/buildfile.h"
#include "core/rules/build/buildmakereader.h"
#include "core/rules/build/mesonoptions.h"
#include "core/rules/namesrocm.h"
#include "core/text/bytes.h"
#include "core/text/sourcebuffer.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rocport {

namespace {

using namespace std::string_view_literals;

constexpr qint64 kMostBytes = 1024 * 1024;          // of one build file
constexpr qint64 kMaxSourceBytes = 8 * 1024 * 1024; // of one source, as a scan reads them
constexpr size_t kLongestName = 64;

bool isCapital(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// "USE_HIP", "GGML_HIP", "X_WITH_ROCM": a name that says by its last word what it switches on, and
/// nowhere that it switches it off.
bool isSwitchName(std::string_view name)
{
    constexpr std::array kOff = {"NO"sv,      "NOT"sv,  "DISABLE"sv, "DISABLED"sv,
                                 "WITHOUT"sv, "SKIP"sv, "DONT"sv,    "OFF"sv};
    if (name.size() < 5 || name.size() > kLongestName || name.front() == '_' ||
        (name.front() >= '0' && name.front() <= '9') || name.starts_with("CMAKE_") ||
        !std::all_of(name.begin(), name.end(), isCapital) ||
        !(name.ends_with("_HIP") || name.ends_with("_ROCM"))) {
        return false;
    }
    for (size_t at = 0; at < name.size();) {
        const size_t end = std::min(name.find('_', at), name.size());
        if (std::find(kOff.begin(), kOff.end(), name.substr(at, end - at)) != kOff.end()) {
            return false;
        }
        at = end + 1;
    }
    return true;
}

bool isOffWord(std::string_view value)
{
    constexpr std::array kOff = {""sv, "OFF"sv, "off"sv, "0"sv, "NO"sv, "FALSE"sv, "false"sv};
    return std::find(kOff.begin(), kOff.end(), value) != kOff.end();
}

/// What the files say of one name.
struct Evidence
{
    std::optional<OwnGuard> declared; ///< in a file at the top, and off by itself
    bool defined = false;
    std::set<std::string> under;    ///< options around its definitions; "" where there is none
    std::set<std::string> setUnder; ///< options around set() of a variable of that name
    bool templated = false;         ///< `#cmakedefine`
    bool buildsForAmd = false;      ///< the file that declares it has a path of its own
    bool refused = false;           ///< it may be defined, or on, where nobody asked for AMD GPUs
};

class GuardSearch
{
public:
    void readCMake(const RepoPath& path, const SourceBuffer& source);
    void readMake(const RepoPath& path, const SourceBuffer& source);
    void readMesonOptions(const RepoPath& path, const SourceBuffer& source);
    void readMeson(const RepoPath& path, const SourceBuffer& source);
    void readTemplate(std::string_view text);
    void readTemplate(std::string_view text, std::string_view word);
    /// The name that the build files leave; empty: none.
    [[nodiscard]] std::optional<OwnGuard> candidate() const;

private:
    Evidence* evidenceOf(std::string_view name);
    void declare(std::string_view name, const RepoPath& path, const SourceBuffer& source,
                 qsizetype offset);
    void define(std::string_view definition, std::string_view option);
    void refuseValues(std::string_view text);
    void ask(const CMakeCommand& command, bool isTop);

    [[nodiscard]] std::optional<OwnGuard> optionAround(const Evidence& evidence) const;

    std::map<std::string, Evidence, std::less<>> m_names;
    std::map<std::string, OwnGuard, std::less<>> m_mesonOptions; ///< "rocm", off by itself
    bool m_mesonBuildsForAmd = false; ///< the meson file at the top has a path of its own
};

Evidence* GuardSearch::evidenceOf(std::string_view name)
{
    if (!isSwitchName(name)) {
        return nullptr;
    }
    const auto found = m_names.find(name);
    return found != m_names.end() ? &found->second : &m_names[std::string(name)];
}

void GuardSearch::declare(std::string_view name, const RepoPath& path, const SourceBuffer& source,
                          qsizetype offset)
{
    Evidence* evidence = evidenceOf(name);
    if (evidence != nullptr && !evidence->declared) {
        evidence->declared =
            OwnGuard{QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size())), path,
                     static_cast<int>(source.lineOf(offset))};
    }
}

/// "USE_HIP" or "USE_HIP=1", and the innermost switch for AMD GPUs around it; empty: none.
void GuardSearch::define(std::string_view definition, std::string_view option)
{
    const size_t equals = definition.find('=');
    if (Evidence* evidence = evidenceOf(definition.substr(0, equals))) {
        evidence->defined = true;
        evidence->under.emplace(option);
        evidence->refused = evidence->refused || (equals != std::string_view::npos &&
                                                  definition.substr(equals + 1) != "1");
    }
}

/// A file below the top that asks for the name decides by itself what is built for AMD GPUs: what
/// the port adds there could not be told from that.
void GuardSearch::ask(const CMakeCommand& command, bool isTop)
{
    if (isTop || (command.name != "if" && command.name != "elseif")) {
        return;
    }
    for (const CMakeArgument& argument : command.arguments) {
        if (Evidence* evidence = evidenceOf(variableIn(argument.text))) {
            evidence->refused = true;
        }
    }
}

void GuardSearch::readCMake(const RepoPath& path, const SourceBuffer& source)
{
    const bool isTop = path.folder().isEmpty();
    const std::string usual = TargetSettings().guardMacro.toStdString();
    const CMakeFile file(source.view(), usual);
    const bool buildsForAmd = isTop && cmakeBuildsFor(file) == BuildsFor::Amd;
    for (const CMakeCommand& command : file.commands()) {
        if (isWorkCancelled()) {
            return;
        }
        const std::string& name = command.name;
        ask(command, isTop);
        if (declaresOption(command)) {
            const std::string_view value = command.text(name == "set" ? 1 : 2);
            const bool isOff = isOffWord(value) && name != "cmake_dependent_option";
            if (isTop && isOff) {
                declare(command.text(0), path, source, command.range.begin);
                if (Evidence* evidence = evidenceOf(command.text(0))) {
                    evidence->buildsForAmd = evidence->buildsForAmd || buildsForAmd;
                }
            } else if (Evidence* evidence = evidenceOf(command.text(0))) {
                evidence->refused = evidence->refused || !isOff;
            }
            continue;
        }
        if (Evidence* evidence = name == "set" ? evidenceOf(command.text(0)) : nullptr) {
            evidence->setUnder.emplace(file.conditionAround(command, isSwitchName));
        }
        forDefinitions(command, [&](std::string_view one) {
            define(one, file.conditionAround(command, isSwitchName));
        });
    }
}

/// `$(MAKE) -C src USE_HIP=0`
void GuardSearch::refuseValues(std::string_view text)
{
    for (size_t at = 0; at < text.size();) {
        size_t end = at;
        while (end < text.size() && isCapital(text[end])) {
            ++end;
        }
        const bool isValue = end < text.size() && text[end] == '=';
        const bool isDefinition = at > 0 && text[at - 1] == '-'; // -DUSE_HIP=1
        if (isValue && !isDefinition) {
            if (Evidence* evidence = evidenceOf(text.substr(at, end - at))) {
                evidence->refused = true;
            }
        }
        at = end + 1;
    }
}

/// `ifdef USE_HIP`: a port asks in the same words, so any other question or value refuses the name.
void GuardSearch::readMake(const RepoPath& path, const SourceBuffer& source)
{
    for (const MakeLine& line : rocport::readMake(source.view(), {})) {
        if (isWorkCancelled()) {
            return;
        }
        if (line.kind == MakeLine::Kind::Assignment) {
            if (Evidence* evidence = evidenceOf(line.name)) {
                evidence->refused = true;
            }
        }
        if (line.kind != MakeLine::Kind::Conditional) {
            forFlagDefinitions(line.text, [this](std::string_view one) { define(one, {}); });
            refuseValues(line.text);
            continue;
        }
        const size_t word = std::min(line.text.find_first_not_of(" \t"), line.text.size());
        const std::string_view code = line.text.substr(word);
        const bool plain = path.folder().isEmpty() && code.starts_with("ifdef ");
        for (size_t at = 0; at < code.size();) {
            size_t end = at;
            while (end < code.size() && isCapital(code[end])) {
                ++end;
            }
            if (Evidence* evidence = evidenceOf(code.substr(at, end - at))) {
                if (plain) {
                    declare(code.substr(at, end - at), path, source, line.range.begin);
                } else {
                    evidence->refused = true;
                }
            }
            at = end + 1;
        }
    }
}

/// `option('use_hip', type: 'boolean', value: false)`. An option that is on, or that is on where
/// something is found, is none: guards that ask for it may hold in an NVIDIA build.
void GuardSearch::readMesonOptions(const RepoPath& path, const SourceBuffer& source)
{
    if (!path.folder().isEmpty()) {
        return;
    }
    const MesonFile file(source.view(), {});
    for (const MesonOption& option : mesonOptions(file)) {
        const std::string name(viewOf(option.name));
        const std::string macro = mesonMacroOf(name);
        if (option.isOn || option.isAuto) {
            if (Evidence* evidence = evidenceOf(macro)) {
                evidence->refused = true;
            }
            continue;
        }
        // A port asks for the macro's name in small letters.
        if (mesonOptionFor(QByteArray::fromStdString(macro)) == option.name) {
            declare(macro, path, source, option.range.begin);
        }
        if (namesRocm(name)) {
            m_mesonOptions.emplace(
                name,
                OwnGuard{QString(), path, static_cast<int>(source.lineOf(option.range.begin))});
        }
    }
}

void GuardSearch::readMeson(const RepoPath& path, const SourceBuffer& source)
{
    const bool isTop = path.folder().isEmpty();
    const MesonFile file(source.view(), {});
    m_mesonBuildsForAmd = m_mesonBuildsForAmd || (isTop && file.ownPath() >= 0);
    const auto& statements = file.tokens().statements();
    forRocmOptions(file, [&](size_t index, std::string_view option) {
        if (isWorkCancelled()) {
            return;
        }
        const MesonStatement& statement = statements[index];
        const MesonToken& word = file.tokens().at(statement.first);
        const bool asks = !isTop && (word.is("if") || word.is("elif"));
        for (size_t i = statement.first; asks && i < statement.last; ++i) {
            // What files below the top ask for: see ask().
            const std::string_view name = mesonOptionAt(file.tokens(), i);
            if (Evidence* evidence = name.empty() ? nullptr : evidenceOf(mesonMacroOf(name))) {
                evidence->refused = true;
            }
        }
        forMesonDefinitions(file, statement, [&](std::string_view one, bool byItsOption) {
            define(one, option);
            const bool isAlways = option.empty() && !byItsOption; // whatever is built for
            if (Evidence* evidence =
                    isAlways ? evidenceOf(one.substr(0, one.find('='))) : nullptr) {
                evidence->refused = true;
            }
        });
    });
}

/// `#cmakedefine USE_HIP`, which leaves the macro undefined where the variable is off;
/// `#cmakedefine01` and `#define USE_HIP @USE_HIP@` do not.
void GuardSearch::readTemplate(std::string_view text)
{
    readTemplate(text, "cmakedefine");
    readTemplate(text, "mesondefine");
}

void GuardSearch::readTemplate(std::string_view text, std::string_view word)
{
    CancelLook isCancelled;
    for (size_t at = text.find(word); at != std::string_view::npos && !isCancelled();
         at = text.find(word, at + 1)) {
        size_t begin = at + word.size();
        const bool zero = text.substr(begin).starts_with("01");
        begin = std::min(text.find_first_not_of(" \t", zero ? begin + 2 : begin), text.size());
        size_t end = begin;
        while (end < text.size() && isCapital(text[end])) {
            ++end;
        }
        if (Evidence* evidence = evidenceOf(text.substr(begin, end - begin))) {
            evidence->defined = true;
            evidence->templated = true;
            evidence->refused = evidence->refused || zero;
        }
    }
}

/// The option of another name in whose arm all definitions stand: HAVE_ROCM of if(WITH_ROCM).
std::optional<OwnGuard> GuardSearch::optionAround(const Evidence& evidence) const
{
    std::set<std::string> under = evidence.under;
    if (evidence.templated) {
        under.insert(evidence.setUnder.begin(), evidence.setUnder.end());
    }
    if (under.size() != 1) {
        return std::nullopt;
    }
    const auto ofMeson = m_mesonOptions.find(*under.begin());
    if (ofMeson != m_mesonOptions.end() && m_mesonBuildsForAmd) {
        return ofMeson->second;
    }
    const auto option = m_names.find(*under.begin());
    const bool isOwn = option != m_names.end() && option->second.declared &&
                       option->second.buildsForAmd && !option->second.defined;
    return isOwn ? option->second.declared : std::nullopt;
}

std::optional<OwnGuard> GuardSearch::candidate() const
{
    const QString usual = TargetSettings().guardMacro;
    std::optional<OwnGuard> only;
    for (const auto& [name, evidence] : m_names) {
        if (!evidence.defined || evidence.refused) {
            continue;
        }
        std::optional<OwnGuard> guard = evidence.declared;
        if (!guard) {
            guard = optionAround(evidence);
            if (guard) {
                guard->macro = QString::fromStdString(name);
            }
        }
        if (!guard) {
            continue;
        }
        // Which of several says that AMD GPUs are built for is not known.
        if (only || guard->macro == usual) {
            return std::nullopt;
        }
        only = guard;
    }
    return only;
}

std::string_view trimmedRight(std::string_view text)
{
    while (text.ends_with(' ') || text.ends_with('\t')) {
        text.remove_suffix(1);
    }
    return text;
}

/// Whether a source gives the macro a value or a definition itself: `#ifdef` may hold anywhere
/// then.
bool definesMacro(std::string_view text, std::string_view macro)
{
    CancelLook isCancelled;
    for (size_t at = text.find(macro); at != std::string_view::npos && !isCancelled();
         at = text.find(macro, at + macro.size())) {
        // "#define NAME", "#  define NAME"; not "#cmakedefine NAME".
        std::string_view before = trimmedRight(text.substr(0, at));
        const bool apart = before.size() < at;
        if (apart && before.ends_with("define")) {
            before = trimmedRight(before.substr(0, before.size() - 6));
            if (before.ends_with('#')) {
                return true;
            }
        }
    }
    return false;
}

bool isTemplate(const QByteArray& name)
{
    return name.endsWith(".h.in") || name.endsWith(".hpp.in") || name.endsWith(".h.cmake");
}

bool isSource(Language language)
{
    return language == Language::Cuda || language == Language::Cpp || language == Language::Hip;
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
    const auto each = [&](qint64 limit, const auto& wants, const auto& take) {
        for (const TreeEntry& entry : *entries) {
            if (cancel.isCancelled()) {
                return false;
            }
            const QByteArray name = entry.path.fileName();
            if (entry.kind == TreeEntry::Kind::File && wants(name, languageOfFile(name))) {
                if (const auto text = tree.read(entry, limit)) {
                    take(entry.path, SourceBuffer(*text));
                }
            }
        }
        return !cancel.isCancelled();
    };
    const bool whole = each(
        kMostBytes,
        [](const QByteArray& name, Language language) {
            return language == Language::CMake || language == Language::Make ||
                   language == Language::Meson || isTemplate(name);
        },
        [&](const RepoPath& path, const SourceBuffer& source) {
            const QByteArray name = path.fileName();
            if (isTemplate(name)) {
                search.readTemplate(source.view());
            } else if (languageOfFile(name) == Language::CMake) {
                search.readCMake(path, source);
            } else if (name == "meson.build") {
                search.readMeson(path, source);
            } else if (languageOfFile(name) == Language::Meson) {
                search.readMesonOptions(path, source);
            } else {
                search.readMake(path, source);
            }
        });
    std::optional<OwnGuard> found = search.candidate();
    bool isDefined = false;
    const QByteArray macro = found ? found->macro.toUtf8() : QByteArray();
    const bool all =
        !found || each(
                      kMaxSourceBytes,
                      [&](const QByteArray& name, Language language) {
                          return !isDefined && (isSource(language) || isTemplate(name));
                      },
                      [&](const RepoPath& /*path*/, const SourceBuffer& source) {
                          isDefined = definesMacro(source.view(), viewOf(macro));
                      });
    if (!whole || !all) {
        return Error{ErrorCode::Cancelled};
    }
    return isDefined ? std::nullopt : found;
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
