#include "core/rules/build/buildmesonarms.h"

#include "core/rules/build/buildlibraries.h"
#include "core/rules/build/nvccflags.h"

#include <algorithm>

namespace rocport {

namespace {

const MesonToken& tokenOf(const MesonFacts& facts, const MesonArgument& argument)
{
    return facts.file.tokens().at(argument.first);
}

bool isOne(const MesonArgument& argument)
{
    return argument.last == argument.first + 1;
}

void addPlace(MesonArm& arm, const Rule* rule, const MesonToken& token, const char* note,
              const QString& wayOut = {})
{
    if (rule != nullptr) {
        arm.places.push_back(
            {rule, token.range, toText(token.text), QString::fromUtf8(note), wayOut});
    }
}

/// Strings as meson writes them.
QByteArray quoted(const QByteArray& text)
{
    return "'" + text + "'";
}

/// The flags of nvcc among the strings `tokens`, as hipcc takes them; false: one is not plain.
bool takeFlags(const MesonFacts& facts, const std::vector<size_t>& tokens, MesonArm& arm,
               QByteArrayList& flags)
{
    bool isPlain = true;
    for (size_t i = 0; i < tokens.size(); ++i) {
        const MesonToken& token = facts.file.tokens().at(tokens[i]);
        const QByteArray flag = toBytes(token.text);
        const QByteArray next = i + 1 < tokens.size()
                                    ? toBytes(facts.file.tokens().at(tokens[i + 1]).text)
                                    : QByteArray();
        const SingleFlag single = hipFlag(flag, next, true);
        isPlain = isPlain && !flag.contains(' ') && !flag.contains('\\') &&
                  !single.now.contains('\'') && !single.now.contains('\\');
        if (single.changed) {
            const Rule* rule = single.isArch ? facts.rules.arch : facts.rules.flags;
            addPlace(arm, rule, token, single.why.toUtf8().constData());
            if (!single.now.isEmpty()) {
                for (const QByteArray& one : single.now.split(' ')) {
                    flags.append(one);
                }
            }
        } else {
            flags.append(flag);
        }
        i += single.changed && single.takesNext ? 1 : 0;
    }
    return isPlain;
}

/// What hipcc is given for one target beside the flags of all.
struct TargetFlags
{
    QByteArrayList items; ///< expressions of meson
    QString unknown;      ///< the argument that is not known here; empty: all are
};

QByteArray folderFlag(const QByteArray& folder)
{
    return "'-I' + meson.current_source_dir() / " + quoted(folder);
}

void readFolders(const MesonFacts& facts, const MesonArgument& argument, TargetFlags& flags)
{
    for (size_t i = argument.first; i < argument.last; ++i) {
        const MesonToken& token = facts.file.tokens().at(i);
        const QByteArray name = toBytes(token.text);
        if (token.kind == MesonToken::Kind::Text && !token.formatted && !name.contains('\\')) {
            flags.items.append(folderFlag(name));
        } else if (token.is("include_directories") && facts.file.tokens().at(i + 1).isSign('(')) {
            continue; // its strings follow
        } else if (token.kind == MesonToken::Kind::Word && facts.project->includes.contains(name)) {
            for (const QByteArray& folder : facts.project->includes.value(name)) {
                QByteArray from = RepoPath(folder).relativeTo(facts.folder);
                if (folder == ".") { // the top
                    from = RepoPath("x").relativeTo(facts.folder);
                    from.back() = '.';
                }
                flags.items.append(folderFlag(from));
            }
        } else if (token.kind == MesonToken::Kind::Word || token.isSign('.') || token.isSign('+') ||
                   token.isSign(':') || token.isSign('?')) {
            flags.unknown = QStringLiteral("include_directories");
        }
    }
}

void readDependencies(const MesonFacts& facts, const MesonArgument& argument, TargetFlags& flags)
{
    for (size_t i = argument.first; i < argument.last; ++i) {
        const MesonToken& token = facts.file.tokens().at(i);
        const bool isKnown = token.isSign('[') || token.isSign(']') || token.isSign(',') ||
                             (token.kind == MesonToken::Kind::Word &&
                              facts.project->plainDependencies.contains(toBytes(token.text)));
        if (!isKnown) {
            flags.unknown = QStringLiteral("dependencies");
        }
    }
}

/// Arguments of a target that hipcc need not know of.
bool isHarmless(std::string_view keyword)
{
    return isOneOf(keyword,
                   {"sources",      "install",  "install_dir",  "install_rpath", "install_tag",
                    "install_mode", "version",  "soversion",    "name_prefix",   "name_suffix",
                    "c_args",       "cpp_args", "link_with",    "link_whole",    "build_by_default",
                    "extra_files",  "objects",  "link_depends", "c_pch",         "cpp_pch"});
}

TargetFlags readTarget(const MesonFacts& facts, const MesonCall& call, MesonArm& arm,
                       std::set<size_t>& seen)
{
    TargetFlags flags;
    if (facts.makesHeaders) {
        flags.items.append("'-I' + meson.current_build_dir()");
    }
    for (const MesonArgument& argument : call.arguments) {
        const std::string_view keyword = argument.keyword;
        if (keyword == "cuda_args") {
            bool isAll = true;
            const std::vector<size_t> tokens =
                facts.file.strings(argument.first, argument.last, isAll);
            seen.insert(tokens.begin(), tokens.end());
            QByteArrayList own;
            if (!takeFlags(facts, tokens, arm, own) || !isAll) {
                flags.unknown = QStringLiteral("cuda_args");
            }
            for (const QByteArray& flag : own) {
                flags.items.append(quoted(flag));
            }
        } else if (facts.project == nullptr) {
            continue;
        } else if (keyword == "include_directories") {
            readFolders(facts, argument, flags);
        } else if (keyword == "dependencies") {
            readDependencies(facts, argument, flags);
        } else if (keyword == "link_args") {
            bool isAll = true;
            for (const size_t one : facts.file.strings(argument.first, argument.last, isAll)) {
                const std::string_view text = facts.file.tokens().at(one).text;
                isAll = isAll && libraryOfArgument(text) == nullptr &&
                        text.find("cuda") == std::string_view::npos &&
                        !hipFlag(toBytes(text), {}, true).changed;
            }
            flags.unknown = isAll ? flags.unknown : QStringLiteral("link_args");
        } else if (!keyword.empty() && !isHarmless(keyword)) {
            flags.unknown = toText(keyword);
        }
    }
    return flags;
}

QString targetWayOut(const MesonFacts& facts, const QString& source, const QString& unknown)
{
    const QString write =
        QStringLiteral("give the target `rocm_objects.process('%1', extra_args: rocm_flags)` in "
                       "its place under `if %2`, and `rocm_dep` among its dependencies")
            .arg(source, facts.condition);
    return unknown.isEmpty()
               ? QStringLiteral("Compile it with hipcc: ") + write +
                     QStringLiteral(". The setting of the ROCm build defines these names behind "
                                    "`project()`.")
               : QStringLiteral("What `%1` of the target means for hipcc is not known here. ")
                         .arg(unknown) +
                     write.at(0).toUpper() + write.mid(1) +
                     QStringLiteral(", with what that argument stands for among the flags.");
}

/// `, dependencies: rocm_dep`, or one more of those that are there.
void addRuntime(const MesonFacts& facts, const MesonCall& call, MesonArm& arm)
{
    const MesonArgument* known = call.keyword("dependencies");
    if (known != nullptr) {
        arm.edits.push_back({{known->range.begin, known->range.begin}, "["});
        arm.edits.push_back({{known->range.end, known->range.end}, ", rocm_dep]"});
        return;
    }
    const qsizetype end = call.arguments.back().range.end;
    // Where a comma ends the list already, it parts the two.
    const auto last = call.arguments.back().last;
    const bool hasComma = facts.file.tokens().at(last).isSign(',');
    const qsizetype at = hasComma ? facts.file.tokens().at(last).range.end : end;
    arm.edits.push_back(
        {{at, at}, hasComma ? " dependencies: rocm_dep" : ", dependencies: rocm_dep"});
}

} // namespace

bool isMesonTarget(std::string_view name)
{
    return isOneOf(name, {"executable", "library", "shared_library", "static_library",
                          "both_libraries", "shared_module"});
}

namespace {

bool isCudaSource(const MesonToken& token)
{
    return token.kind == MesonToken::Kind::Text && token.text.ends_with(".cu");
}

/// A place of a target where sources stand that nvcc compiles: one string, or the name of a list.
struct SourcePlace
{
    size_t token = 0;
    const std::vector<size_t>* list = nullptr; ///< the strings of the list; null: it is a string
};

/// The sources that a target names, directly or by a list of the same file. `isDirect`: nothing
/// but lists is around them.
std::vector<SourcePlace> sourcesOf(const MesonFacts& facts, const MesonCall& call,
                                   std::set<size_t>& seen, bool& isDirect)
{
    const auto index = static_cast<int>(&call - facts.file.calls().data());
    const MesonTokens& tokens = facts.file.tokens();
    std::vector<SourcePlace> places;
    bool isName = true;
    for (const MesonArgument& argument : call.arguments) {
        const bool holds = argument.keyword == "sources" || (argument.keyword.empty() && !isName);
        isName = isName && !argument.keyword.empty();
        for (size_t i = argument.first; holds && i < argument.last; ++i) {
            const MesonToken& token = tokens.at(i);
            const auto list = token.kind == MesonToken::Kind::Word ? facts.lists.find(token.text)
                                                                   : facts.lists.end();
            const bool isList = list != facts.lists.end() && !list->second.empty() &&
                                list->second.back() < call.nameToken;
            if (!isList && !isCudaSource(token)) {
                continue;
            }
            places.push_back({i, isList ? &list->second : nullptr});
            const bool isAlone =
                tokens.at(i + 1).isSign(',') || tokens.at(i + 1).isSign(']') || i + 1 == call.close;
            isDirect = isDirect && facts.file.callAround(i) == index && isAlone;
            seen.insert(i);
            if (isList) {
                seen.insert(list->second.begin(), list->second.end());
            }
        }
    }
    return places;
}

/// One source as an argument on ROCm; `names` are those of the objects, which lie in one folder.
/// Empty: it cannot be one.
QByteArray objectOf(const MesonFacts& facts, const MesonToken& token, const QByteArray& flags,
                    std::set<std::string_view>& names)
{
    const bool isPlain =
        !token.formatted && token.text.find_first_of("'\\@\n") == std::string_view::npos;
    if (!isPlain) {
        return {};
    }
    QByteArray source = toBytes(token.text);
    if (!isCudaSource(token)) {
        return quoted(source);
    }
    if (!names.insert(token.text.substr(token.text.rfind('/') + 1)).second) {
        return {};
    }
    if (facts.strategy == Strategy::Sibling) {
        source = source.chopped(3) + ".hip"; // the copy beside it
    }
    return "rocm_objects.process(" + quoted(source) + ", extra_args: " + flags + ")";
}

} // namespace

void armOfMesonTarget(const MesonFacts& facts, const MesonCall& call, MesonArm& arm,
                      std::set<size_t>& seen)
{
    bool isDirect = facts.file.isWhole(call);
    const std::vector<SourcePlace> places = sourcesOf(facts, call, seen, isDirect);
    const TargetFlags flags = readTarget(facts, call, arm, seen);
    if (places.empty()) {
        arm.isCertain = arm.isCertain && arm.places.empty();
        return;
    }
    const QByteArray all =
        flags.items.isEmpty() ? "rocm_flags" : "rocm_flags + [" + flags.items.join(", ") + "]";
    std::set<std::string_view> names;
    std::vector<ArgumentEdit> edits;
    for (const SourcePlace& place : places) {
        const MesonToken& token = facts.file.tokens().at(place.token);
        QByteArrayList items;
        for (const size_t one : place.list == nullptr ? std::vector{place.token} : *place.list) {
            items.append(objectOf(facts, facts.file.tokens().at(one), all, names));
            isDirect = isDirect && !items.last().isEmpty();
        }
        edits.push_back(
            {token.range, place.list == nullptr ? items.first() : "[" + items.join(", ") + "]"});
    }
    const bool canEdit = isDirect && facts.project != nullptr && flags.unknown.isEmpty();
    arm.isCertain = arm.isCertain && canEdit;
    for (const SourcePlace& place : places) {
        const MesonToken& token = facts.file.tokens().at(place.token);
        const QString shown =
            toText(place.list == nullptr
                       ? token.text
                       : facts.file.tokens()
                             .at(*std::find_if(place.list->begin(), place.list->end(),
                                               [&](size_t one) {
                                                   return isCudaSource(facts.file.tokens().at(one));
                                               }))
                             .text);
        addPlace(arm, facts.rules.mesonSources, token,
                 place.list == nullptr
                     ? "is compiled by nvcc, and meson has no language for HIP."
                     : "holds sources that nvcc compiles, and meson has no language for HIP.",
                 canEdit ? QString() : targetWayOut(facts, shown, flags.unknown));
    }
    arm.edits.insert(arm.edits.end(), edits.begin(), edits.end());
    if (canEdit) {
        addRuntime(facts, call, arm);
    }
}

namespace {

constexpr const char* kFind = "meson.get_compiler('cpp').find_library('";

/// ROCm's counterparts of the toolkit's libraries `names`, as a list of expressions; false: one has
/// none.
bool counterparts(const MesonFacts& facts, const std::vector<size_t>& names, MesonArm& arm,
                  QByteArrayList& found)
{
    bool hasAll = true;
    for (const size_t one : names) {
        const MesonToken& token = facts.file.tokens().at(one);
        const BuildLibrary* library = findBuildLibrary(token.text);
        const std::string_view target = library == nullptr ? "" : library->target;
        if (target.empty()) {
            hasAll = false;
            addPlace(arm, facts.rules.targets, token, "has no counterpart in ROCm.",
                     QStringLiteral("Leave it out under `if %1`, with what uses it.")
                         .arg(facts.condition));
            continue;
        }
        const std::string_view name = library->library;
        const QByteArray call = kFind + toBytes(name) + "', dirs: rocm_libs)";
        if (!name.empty() && name != "-" && name != "amdhip64" && !found.contains(call)) {
            found.append(call);
        }
    }
    return hasAll;
}

} // namespace

void armOfMesonDependency(const MesonFacts& facts, const MesonCall& call, MesonArm& arm)
{
    const MesonArgument* name = call.positional(0);
    if (name == nullptr || !isOne(*name) || facts.rules.targets == nullptr) {
        return;
    }
    const MesonToken& token = tokenOf(facts, *name);
    const bool isToolkit = call.name == "dependency" && !call.isMethod && token.isText("cuda");
    const bool isLibrary = token.kind == MesonToken::Kind::Text && !isToolkit &&
                           libraryOfArgument(token.text) != nullptr;
    if (!isToolkit && !isLibrary) {
        return;
    }
    bool isPlain = call.positional(1) == nullptr && (isToolkit || call.isMethod);
    std::vector<size_t> names = isToolkit ? std::vector<size_t>() : std::vector{name->first};
    for (const MesonArgument& argument : call.arguments) {
        const std::string_view keyword = argument.keyword;
        if (keyword == "modules") {
            bool isAll = true;
            names = facts.file.strings(argument.first, argument.last, isAll);
            isPlain = isPlain && isAll;
        } else if (keyword == "required") {
            isPlain = isPlain && isOne(argument) &&
                      (tokenOf(facts, argument).is("true") || tokenOf(facts, argument).is("false"));
        } else if (!keyword.empty() &&
                   !isOneOf(keyword, {"version", "dirs", "method", "static", "has_headers"})) {
            isPlain = false;
        }
    }
    const MesonStatement& statement = facts.file.statement(call.statement);
    const MesonToken& variable = facts.file.tokens().at(statement.first);
    const bool isAssigned = call.close + 1 == statement.last &&
                            facts.file.tokens().at(statement.first + 1).isSign('=') &&
                            (call.isMethod || call.nameToken == statement.first + 2) &&
                            facts.file.callAround(call.nameToken) < 0 &&
                            facts.asked.count(variable.text) == 0;
    QByteArrayList found;
    const size_t own = arm.places.size();
    addPlace(arm, facts.rules.targets, token,
             isToolkit ? "is the CUDA toolkit, which a machine with ROCm lacks."
                       : "is a library of the CUDA toolkit.");
    const bool hasAll = counterparts(facts, names, arm, found);
    const bool canEdit = isAssigned && isPlain && hasAll && facts.project != nullptr;
    arm.isCertain = arm.isCertain && canEdit;
    if (!canEdit) {
        arm.places[own].wayOut =
            QStringLiteral(
                "Under `if %1`, use `rocm_dep` for the runtime and "
                "`meson.get_compiler('cpp').find_library('hipblas', dirs: rocm_libs)`, or the "
                "counterpart that it has, for a library.")
                .arg(facts.condition);
        return;
    }
    QByteArray value = "rocm_dep";
    if (isToolkit && !found.isEmpty()) {
        value = "declare_dependency(dependencies: [rocm_dep, " + found.join(", ") + "])";
    } else if (!found.isEmpty()) {
        value = found.front();
    }
    const qsizetype begin = facts.file.tokens().at(statement.first + 2).range.begin;
    arm.edits.push_back({{begin, call.range.end}, value});
}

namespace {

/// Whether the port has a guard with `rocm_flags += …` behind the statement of the call.
bool isFollowedByFlags(const MesonFacts& facts, const MesonCall& call)
{
    const MesonTokens& tokens = facts.file.tokens();
    const size_t next = call.statement + 2;
    if (next >= tokens.statements().size()) {
        return false;
    }
    const MesonPlace& place = facts.file.place(next);
    const size_t first = facts.file.statement(next).first;
    return tokens.at(facts.file.statement(next - 1).first).is("if") && place.decided &&
           !place.foreign && tokens.at(first).is("rocm_flags") && tokens.at(first + 1).isSign('+');
}

} // namespace

void armOfMesonArguments(const MesonFacts& facts, const MesonCall& call, MesonArm& arm,
                         std::set<size_t>& seen)
{
    const MesonArgument* language = call.keyword("language");
    bool isAll = true;
    const std::vector<size_t> languages =
        language == nullptr ? std::vector<size_t>()
                            : facts.file.strings(language->first, language->last, isAll);
    const bool isCuda = std::any_of(languages.begin(), languages.end(), [&](size_t one) {
        return facts.file.tokens().at(one).isText("cuda");
    });
    if (!isCuda || facts.rules.flags == nullptr) {
        return;
    }
    const bool links = call.name.find("link") != std::string_view::npos;
    bool isPlain = isAll && !links &&
                   call.nameToken == facts.file.statement(call.statement).first &&
                   call.close + 1 == facts.file.statement(call.statement).last;
    std::vector<size_t> tokens;
    for (const MesonArgument& argument : call.arguments) {
        if (argument.keyword.empty()) {
            bool isWritten = true;
            const std::vector<size_t> own =
                facts.file.strings(argument.first, argument.last, isWritten);
            isPlain = isPlain && isWritten;
            tokens.insert(tokens.end(), own.begin(), own.end());
        } else {
            isPlain = isPlain && argument.keyword == "language";
        }
    }
    seen.insert(tokens.begin(), tokens.end());
    if (isFollowedByFlags(facts, call)) {
        return; // what is ported
    }
    const size_t own = arm.places.size();
    addPlace(arm, facts.rules.flags, facts.file.tokens().at(call.nameToken),
             links
                 ? "hands flags to nvcc as the linker; the ROCm build links with the C++ compiler."
                 : "hands flags to nvcc; on ROCm nothing takes them.");
    QByteArrayList flags;
    isPlain = takeFlags(facts, tokens, arm, flags) && isPlain;
    arm.isCertain = arm.isCertain && isPlain && facts.project != nullptr;
    if (!arm.isCertain) {
        arm.places[own].wayOut =
            (links ? QStringLiteral("Name the languages that link on ROCm too, without nvcc's "
                                    "flags, under `if %1`.")
                   : QStringLiteral("Add what clang takes of them to `rocm_flags`, under `if %1`."))
                .arg(facts.condition);
        return;
    }
    QByteArrayList items;
    for (const QByteArray& flag : flags) {
        items.append(quoted(flag));
    }
    if (items.isEmpty()) {
        arm.places[own].wayOut = QStringLiteral("Nothing is lost: clang needs none of them.");
        arm.isCertain = false;
        return;
    }
    arm.after = "rocm_flags += [" + items.join(", ") + "]";
}

QVector<QByteArray> mesonSetupLines(const MesonFile& file, const QByteArray& guardMacro,
                                    const QByteArray& shimFolder)
{
    QVector<QByteArray> lines;
    const std::vector<std::string_view> languages = mesonLanguagesOf(file);
    if (std::find(languages.begin(), languages.end(), "cpp") == languages.end()) {
        lines.append("add_languages('cpp', native: false)");
    }
    QByteArrayList flags = {quoted("-D" + guardMacro)};
    if (!shimFolder.isEmpty()) {
        flags.append("'-I' + meson.current_source_dir() / " + quoted(shimFolder));
        flags.append("'-include'");
        flags.append("'cuda_runtime.h'");
    }
    const MesonArgument* defaults =
        file.calls().empty() ? nullptr : file.calls().front().keyword("default_options");
    bool isAll = true;
    for (const size_t one : defaults == nullptr
                                ? std::vector<size_t>()
                                : file.strings(defaults->first, defaults->last, isAll)) {
        const QByteArray text = toBytes(file.tokens().at(one).text);
        if (text.startsWith("cuda_std=") && text != "cuda_std=none" && !text.contains('\\')) {
            flags.append(quoted("-std=" + text.mid(9)));
        }
    }
    lines += QVector<QByteArray>{
        "# " + toBytes(kMesonPortText),
        "rocm_dirs = ['/opt/rocm/bin']",
        "rocm_arch = get_option('" + toBytes(kMesonArchOption) + "')",
        "if rocm_arch.length() == 0",
        "  rocm_asked = find_program('rocm_agent_enumerator', dirs: rocm_dirs)",
        "  foreach gpu : run_command(rocm_asked, check: false).stdout().split()",
        "    gpu = gpu.split(':')[0]",
        "    if gpu != 'gfx000' and gpu not in rocm_arch",
        "      rocm_arch += gpu",
        "    endif",
        "  endforeach",
        "endif",
        "if rocm_arch.length() == 0",
        "  error('No AMD GPU was found: name those to build for by the option rocm_arch.')",
        "endif",
        "rocm_flags = [" + flags.join(", ") + "]",
        "foreach gpu : rocm_arch",
        "  rocm_flags += '--offload-arch=' + gpu",
        "endforeach",
        "rocm_level = get_option('optimization')",
        "if rocm_level != 'plain'",
        "  rocm_flags += '-O' + rocm_level",
        "endif",
        "if get_option('debug')",
        "  rocm_flags += '-g'",
        "endif",
        "rocm_release = get_option('buildtype') in ['release', 'plain']",
        "rocm_asserts = get_option('b_ndebug')",
        "if rocm_asserts == 'true' or (rocm_asserts == 'if-release' and rocm_release)",
        "  rocm_flags += '-DNDEBUG'",
        "endif",
        "rocm_objects = generator(",
        "  find_program('hipcc', dirs: rocm_dirs),",
        "  output: '@PLAINNAME@.o',",
        "  depfile: '@PLAINNAME@.o.d',",
        "  arguments: ['-c', '-x', 'hip', '-fPIC', '-MD', '-MF', '@DEPFILE@',",
        "    '-I@CURRENT_SOURCE_DIR@',",
        "    '@EXTRA_ARGS@', '@INPUT@', '-o', '@OUTPUT@'])",
        "rocm_config = find_program('hipconfig', dirs: rocm_dirs)",
        "rocm_path = run_command(rocm_config, '--rocmpath', check: true).stdout().strip()",
        "rocm_libs = [rocm_path / 'lib']",
        "rocm_args = ['-D" + guardMacro + "', '-D__HIP_PLATFORM_AMD__=1']",
        "if rocm_path != '/usr'",
        "  rocm_args += '-isystem' + rocm_path / 'include'",
        "endif",
        "rocm_dep = declare_dependency(",
        "  compile_args: rocm_args,"};
    if (!shimFolder.isEmpty()) {
        lines.append("  include_directories: include_directories(" + quoted(shimFolder) + "),");
    }
    lines.append("  dependencies: meson.get_compiler('cpp').find_library('amdhip64', dirs: "
                 "rocm_libs))");
    return lines;
}

} // namespace rocport
