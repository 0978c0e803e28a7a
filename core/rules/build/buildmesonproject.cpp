#include "core/isolation/mesonlanguages.h"
#include "core/rules/analyse.h"
#include "core/rules/build/buildcmakereader.h"
#include "core/rules/build/buildmeson.h"
#include "core/rules/build/buildmesonreader.h"
#include "core/rules/build/mesonoptions.h"
#include "core/rules/proposal.h"
#include "core/text/bytes.h"

#include <QVersionNumber>

#include <algorithm>
#include <set>

namespace rocport {

namespace {

constexpr std::string_view kTop = "meson.build";

/// A name or a folder that a mark can hold.
bool isPlainMesonText(std::string_view text)
{
    return text.size() <= 200 && std::all_of(text.begin(), text.end(), [](unsigned char c) {
               return c > ' ' && c < 0x7f && c != ';' && c != '=' && c != '\\' && c != '@';
           });
}

/// The folders of include_directories('a', 'b'), which is the value `first` to `last`; false: it is
/// something else.
bool readFolders(const MesonFile& file, size_t first, size_t last, QByteArrayList& folders)
{
    if (!file.tokens().at(first).is("include_directories") || last < first + 4 ||
        !file.tokens().at(first + 1).isSign('(') || !file.tokens().at(last - 1).isSign(')')) {
        return false;
    }
    bool isAll = true;
    for (const size_t index : file.strings(first + 2, last - 1, isAll)) {
        const std::string_view folder = file.tokens().at(index).text;
        if (!isPlainMesonText(folder) || folder.starts_with('/')) {
            return false;
        }
        folders.append(toBytes(folder));
    }
    return isAll && !folders.isEmpty();
}

/// ">=1.1.0", ">= 0.56": the oldest meson that may read the project.
QVersionNumber oldestMeson(const MesonFile& file)
{
    const MesonCall* call = file.calls().empty() ? nullptr : &file.calls().front();
    const MesonArgument* wanted =
        call == nullptr || call->name != "project" ? nullptr : call->keyword("meson_version");
    if (wanted == nullptr || wanted->last != wanted->first + 1) {
        return {};
    }
    const QString text = toText(file.tokens().at(wanted->first).text).remove(u' ');
    return text.startsWith(QLatin1StringView(">="))
               ? QVersionNumber::fromString(QStringView(text).sliced(2))
               : QVersionNumber();
}

QByteArray textOf(const MesonFile& file, ByteRange range)
{
    return toBytes(file.tokens().source().substr(static_cast<size_t>(range.begin),
                                                 static_cast<size_t>(range.size())));
}

} // namespace

bool isPlainDependency(const MesonFile& file, size_t first, size_t last)
{
    const MesonCall* call = last == 0 ? nullptr : file.callEndingAt(last - 1);
    const MesonArgument* name = call == nullptr ? nullptr : call->positional(0);
    if (name == nullptr || call->nameToken < first || name->last != name->first + 1) {
        return false;
    }
    const MesonToken& token = file.tokens().at(name->first);
    if (call->name == "find_library" && call->isMethod) {
        return token.kind == MesonToken::Kind::Text;
    }
    return call->name == "dependency" && call->nameToken == first &&
           (token.isText("cuda") || token.isText("threads") || token.isText("dl"));
}

bool mesonIsAtLeast(const MesonFile& file, int major, int minor)
{
    return oldestMeson(file) >= QVersionNumber(major, minor);
}

std::vector<std::string_view> mesonLanguagesOf(const MesonFile& file)
{
    std::vector<std::string_view> languages;
    if (file.calls().empty() || file.calls().front().name != "project") {
        return languages;
    }
    const MesonCall& call = file.calls().front();
    bool isName = true;
    for (const MesonArgument& argument : call.arguments) {
        if (!argument.keyword.empty()) {
            continue;
        }
        bool isAll = true;
        const std::vector<size_t> names = file.strings(argument.first, argument.last, isAll);
        for (size_t i = isName ? 1 : 0; i < names.size(); ++i) {
            languages.push_back(file.tokens().at(names[i]).text);
        }
        isName = false;
    }
    return languages;
}

qsizetype mesonSetupPlace(const MesonFile& file)
{
    if (file.tokens().isBroken() || file.ownPath() >= 0 || file.calls().empty() ||
        file.calls().front().name != "project" || file.calls().front().statement != 0 ||
        !file.isWhole(file.calls().front())) {
        return -1;
    }
    const std::vector<std::string_view> languages = mesonLanguagesOf(file);
    const auto has = [&](std::string_view one) {
        return std::find(languages.begin(), languages.end(), one) != languages.end();
    };
    const MesonArgument* defaults = file.calls().front().keyword("default_options");
    bool isWritten = true;
    if (defaults != nullptr) {
        (void)file.strings(defaults->first, defaults->last, isWritten);
    }
    if (!isWritten) {
        return -1; // they may set the standard that nvcc is given
    }
    const MesonLanguages read = withoutCuda(toBytes(file.tokens().source()));
    if (!read.argument.isEmpty()) {
        return has("cpp") || languages.size() == 1 ? 0 : -1;
    }
    for (const MesonCall& call : file.calls()) {
        const MesonArgument* name = call.positional(0);
        const MesonPlace& place = file.place(call.statement);
        if (call.name == "add_languages" && file.isWhole(call) && !place.decided &&
            place.depth == 0 && call.nameToken == file.statement(call.statement).first &&
            name != nullptr && name->last == name->first + 1 && call.positional(1) == nullptr &&
            file.tokens().at(name->first).isText("cuda")) {
            return has("cpp") ? static_cast<qsizetype>(call.statement) : -1;
        }
    }
    return -1;
}

namespace {

/// What the options of a project say of the guard's: "guard-feature" where it is one; "own-option"
/// where there are other options for AMD GPUs, or it is one that a port cannot use.
void markOptions(const MesonFile& file, QSet<QByteArray>& marks)
{
    const std::vector<MesonOption> switches = mesonOptions(file);
    for (const MesonCall& call : file.calls()) {
        const MesonArgument* name = call.positional(0);
        if (call.name != "option" || call.isMethod || name == nullptr) {
            continue;
        }
        const MesonToken& token = file.tokens().at(name->first);
        const QByteArray text = textOf(file, call.range);
        if (token.isText(kMesonArchOption)) {
            if (!text.contains("'array'")) {
                marks.insert("own-option");
            }
        } else if (token.isText(viewOf(file.option()))) {
            const auto own =
                std::find_if(switches.begin(), switches.end(), [&](const MesonOption& one) {
                    return one.range.begin == call.range.begin;
                });
            const bool isUsable = own != switches.end() && !own->isOn && !own->isAuto;
            if (!isUsable) {
                marks.insert("own-option");
            } else if (own->isFeature) {
                marks.insert("guard-feature");
            }
        } else if (namesRocm(token.text) && !text.contains(toBytes(kGuardOptionText))) {
            marks.insert("own-option");
        }
    }
}

} // namespace

QSet<QByteArray> mesonMarks(const MesonFile& file)
{
    constexpr qsizetype kMost = 4000;
    QSet<QByteArray> marks;
    const bool isPort = file.tokens().source().find(kMesonPortText) != std::string_view::npos;
    if (mesonSetupPlace(file) >= 0 || (isPort && file.ownPath() < 0)) {
        marks.insert("setup");
    }
    if (mesonIsAtLeast(file, 1, 1)) {
        marks.insert("new-options");
    }
    markOptions(file, marks);
    const QByteArray own = mesonOptionThatDefines(file, mesonMacroOf(viewOf(file.option())));
    if (!own.isEmpty() && own != file.option() && isPlainMesonText(viewOf(own))) {
        marks.insert("guard-option=" + own);
    }
    for (const MesonCall& call : file.calls()) {
        const MesonArgument* name = call.positional(0);
        if (call.name != "subdir" || call.isMethod || name == nullptr ||
            name->last != name->first + 1 || marks.size() > kMost) {
            continue;
        }
        const MesonToken& token = file.tokens().at(name->first);
        if (token.kind == MesonToken::Kind::Text && !token.formatted &&
            isPlainMesonText(token.text)) {
            marks.insert("subdir=" + toBytes(token.text));
        }
    }
    std::set<std::string_view> seen;
    for (const MesonAssignment& one : file.assignments()) {
        QByteArrayList folders;
        const MesonPlace& place = file.place(one.statement);
        const QByteArray name = toBytes(one.name);
        if (marks.size() > kMost || !isPlainMesonText(one.name)) {
            break;
        }
        const bool isGuarded = place.decided && !place.foreign;
        if (!isGuarded && seen.count(one.name) != 0) {
            marks.insert("again=" + name);
        }
        seen.insert(one.name);
        if (!one.adds && readFolders(file, one.first, one.last, folders)) {
            marks.insert("include=" + name + '=' + folders.join(';'));
        } else if (!one.adds && isPlainDependency(file, one.first, one.last)) {
            marks.insert("plain=" + name);
        } else if (!isGuarded) {
            marks.insert("other=" + name);
        }
    }
    return marks;
}

namespace {

/// "src" below "lib" -> "lib/src"; empty for a folder outside.
QByteArray joined(const RepoPath& folder, const QByteArray& below)
{
    QByteArrayList parts = folder.isEmpty() ? QByteArrayList() : folder.bytes().split('/');
    for (const QByteArray& part : below.split('/')) {
        if (part == ".." && parts.isEmpty()) {
            return {};
        }
        if (part == "..") {
            parts.removeLast();
        } else if (!part.isEmpty() && part != ".") {
            parts.append(part);
        }
    }
    return parts.isEmpty() ? QByteArray(".") : parts.join('/');
}

} // namespace

std::shared_ptr<const MesonProject> mesonProject(const QHash<RepoPath, QSet<QByteArray>>& marks)
{
    const RepoPath top{QByteArray(kTop.data(), static_cast<qsizetype>(kTop.size()))};
    if (!marks.contains(top)) {
        return nullptr;
    }
    auto project = std::make_shared<MesonProject>();
    const RepoPath older("meson_options.txt");
    const RepoPath newer("meson.options");
    project->canSetUp = marks.value(top).contains("setup") &&
                        !marks.value(older).contains("own-option") &&
                        !marks.value(newer).contains("own-option");
    project->isFeature = marks.value(older).contains("guard-feature") ||
                         marks.value(newer).contains("guard-feature");
    project->hasOptions = marks.contains(older) || marks.contains(newer);
    const bool isNew =
        marks.contains(newer) || (!project->hasOptions && marks.value(top).contains("new-options"));
    project->options = isNew ? newer : older;
    QList<RepoPath> open = {top};
    project->files.insert(top);
    QHash<QByteArray, int> fillings;
    while (!open.isEmpty()) {
        const RepoPath path = open.takeLast();
        const QSet<QByteArray> said = marks.value(path);
        for (const QByteArray& mark : said) {
            const QByteArrayList parts = mark.split('=');
            if (parts.size() == 2 && parts[0] == "subdir") {
                const RepoPath next(joined(path.folder(), parts[1]) + "/meson.build");
                if (marks.contains(next) && !project->files.contains(next)) {
                    project->files.insert(next);
                    open.append(next);
                }
            } else if (parts.size() == 2 && parts[0] == "guard-option") {
                project->ownOption = path == top ? parts[1] : project->ownOption;
            } else if (parts.size() >= 2) {
                ++fillings[parts[1]];
            }
            if (parts.size() == 3 && parts[0] == "include") {
                QByteArrayList folders;
                for (const QByteArray& one : parts[2].split(';')) {
                    folders.append(joined(path.folder(), one));
                }
                project->includes.insert(parts[1], folders);
            } else if (parts.size() == 2 && parts[0] == "plain") {
                project->plainDependencies.insert(parts[1]);
            }
        }
    }
    for (auto one = fillings.cbegin(); one != fillings.cend(); ++one) {
        if (one.value() == 1) {
            project->once.insert(one.key());
        }
    }
    const auto isUnclear = [&](const QByteArray& name) { return fillings.value(name) != 1; };
    project->includes.removeIf([&](const auto& one) {
        return isUnclear(one.key()) || one.value().contains(QByteArray());
    });
    project->plainDependencies.removeIf([&](const QByteArray& name) { return isUnclear(name); });
    return project;
}

QByteArray MesonProject::digest() const
{
    QByteArrayList lines;
    for (const RepoPath& path : files) {
        lines.append("file " + path.bytes());
    }
    for (auto one = includes.cbegin(); one != includes.cend(); ++one) {
        lines.append("include " + one.key() + ' ' + one.value().join(';'));
    }
    for (const QByteArray& name : plainDependencies) {
        lines.append("plain " + name);
    }
    for (const QByteArray& name : once) {
        lines.append("once " + name);
    }
    std::sort(lines.begin(), lines.end());
    lines.append(options.bytes() + (hasOptions ? " there" : "") + (canSetUp ? " set up" : "") +
                 (isFeature ? " feature" : "") + " by " + ownOption);
    return lines.join('\n');
}

namespace {

RepoPath topFile()
{
    return RepoPath(QByteArray(kTop.data(), static_cast<qsizetype>(kTop.size())));
}

} // namespace

QByteArray mesonSetupKey(const AnalysisContext& /*context*/)
{
    return hunkKey({QStringLiteral("meson-language")}, topFile(), "meson-setup", {}, 0);
}

QByteArray mesonCondition(const AnalysisContext& context)
{
    const bool isFeature = context.meson && context.meson->isFeature;
    return "get_option('" + mesonOptionFor(context.target.guardMacro.toUtf8()) + "')" +
           (isFeature ? ".enabled()" : "");
}

QByteArray mesonOptionsKey(const AnalysisContext& context)
{
    const RepoPath path = context.meson ? context.meson->options : RepoPath();
    return hunkKey({QStringLiteral("meson-language")}, path, "meson-options", {}, 0);
}

QByteArray mesonGuardOptionLine(const AnalysisContext& context, const QByteArray& newline)
{
    return "option('" + mesonOptionFor(context.target.guardMacro.toUtf8()) +
           "', type: 'boolean', value: false, description: '" + toBytes(kGuardOptionText) + "')" +
           newline;
}

QByteArray mesonArchOptionLine(const QByteArray& newline)
{
    return QByteArray("option('rocm_arch', type: 'array', value: [], description: "
                      "'The AMD GPUs to build for, by their gfx names; those of this machine by "
                      "default')") +
           newline;
}

} // namespace rocport
