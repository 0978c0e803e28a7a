#include "core/rules/build/buildnames.h"

#include "core/base/cancelscope.h"
#include "core/rules/build/buildfile.h"
#include "core/rules/cudaswitch.h"
#include "core/rules/linesettings.h"
#include "core/rules/python/pythonanalysis.h"
#include "core/text/ascii.h"
#include "core/text/bytes.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace rocport {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kToolkitFolder = "/usr/local/cuda";

/// A setting that hands a variable on as it is (`CUDA_HOME=$CUDA_HOME`, `${{ env.CUDA_HOME }}`), or
/// names it without a value (`export CUDA_HOME`, `docker run -e CUDA_HOME`).
const QRegularExpression& passedOn()
{
    static const QRegularExpression expression(QStringLiteral(
        R"((?:(?<=-D)|(?<![A-Za-z0-9_]))([A-Za-z_][A-Za-z0-9_]*)["']?\s*(?:[:?]?=|:\s)\s*["']?\$)"
        R"((?:\{\{\s*(?:env|vars)\.\1\s*\}\}|ENV\{\1\}|\{\1(?::?-(?:""|'')?)?\}|\(\1\)|\1(?![A-Za-z0-9_])))"
        R"((?=["']?(?:[\s;&|,)]|$))|(?:^|\s)(?:-e|--env|--build-arg)\s+["']?[A-Za-z0-9_]+(?=["']?(?:\s|$)))"
        R"(|^\s*(?:export|unset|readonly|ARG)(?:\s+[A-Za-z0-9_]+)+(?=\s*(?:[;&|#\\]|$)))"));
    return expression;
}

/// "WARP_SIZE=32", handed to the compiler.
bool isWarpWidth(std::string_view text, std::string_view name, ByteRange range)
{
    constexpr std::array kNames = {"WARP_SIZE"sv, "WARPSIZE"sv,       "WAVE_SIZE"sv,
                                   "WAVESIZE"sv,  "WAVEFRONT_SIZE"sv, "THREADS_PER_WARP"sv};
    const std::string_view rest = text.substr(static_cast<size_t>(range.end));
    const bool isNumber = rest.starts_with("=32") || rest.starts_with("=64");
    return isNumber && (rest.size() == 3 || !isNameByte(rest[3])) &&
           std::any_of(kNames.begin(), kNames.end(), [name](std::string_view one) {
               return name == one ||
                      (name.ends_with(one) && name[name.size() - one.size() - 1] == '_');
           });
}

} // namespace

BuildNames::BuildNames(const SourceBuffer& source, const BuildRules& rules, bool isWorkflow)
    : m_source(source), m_rules(rules), m_isWorkflow(isWorkflow)
{
    if (rules.environment == nullptr) {
        return;
    }
    for (const char* const group : {"folders", "compilers", "architectures"}) {
        const QString name = QString::fromLatin1(group);
        for (const QString& one : rules.environment->matcherParameters.value(name).toStringList()) {
            m_variables.emplace(one.toStdString(), name);
        }
    }
}

void BuildNames::take(std::string_view name, ByteRange range)
{
    if (isWarpWidth(m_source.view(), name, range)) {
        Found& width = m_found[std::string(name)];
        width.rule = m_rules.width;
        width.note = QStringLiteral("is one number for host and device, whatever GPU is built "
                                    "for.");
        if (m_rules.width == nullptr) {
            m_found.erase(std::string(name));
        } else {
            width.places.append(range);
        }
        return;
    }
    Found* found = nullptr;
    const auto known = m_found.find(name);
    if (known != m_found.end()) {
        found = &known->second;
    } else {
        const auto variable = m_variables.find(name);
        const bool isVariable = variable != m_variables.end();
        const bool isSwitch =
            !isVariable && (cudaSwitchOf(name) == CudaSwitch::Yes || m_accepted.count(name) != 0);
        const Rule* rule = isSwitch     ? m_rules.cudaSwitch
                           : isVariable ? m_rules.environment
                                        : nullptr;
        if (rule == nullptr) {
            return;
        }
        found = &m_found[std::string(name)];
        found->rule = rule;
        found->note = QStringLiteral("switches what is built for CUDA on or off.");
        if (isVariable) {
            const QString group = variable->second;
            found->note = noteFor(rule->matcherParameters, group, *m_rules.target);
            found->wayOut =
                noteFor(rule->matcherParameters, group + QStringLiteral("-way"), *m_rules.target);
            found->isNote = m_isWorkflow && group != QStringLiteral("architectures");
        } else if (name == "CUDA_FOUND" || name == "CUDAToolkit_FOUND" ||
                   name == "CUDAtoolkit_FOUND") {
            found->note =
                QStringLiteral("says whether CUDA was found. Where `find_package()` looks "
                               "for it, ROCm's answer is set.");
            found->isNote = true;
        }
    }
    if (found->rule != m_rules.environment || !isPassedOn(range)) {
        found->places.append(range);
    }
}

/// Whether the variable at `range` is handed on, and not set or asked for.
bool BuildNames::isPassedOn(ByteRange range)
{
    constexpr qsizetype kLongest = 4000; // bytes of a line that is looked at
    const int line = m_source.lineOf(range.begin);
    if (line != m_passedLine) {
        m_passedLine = line;
        m_passed.clear();
        const ByteRange all = m_source.lineRange(line);
        if (all.end - all.begin <= kLongest) {
            const std::string_view text = m_source.lineText(line);
            const QString latin1 = // offsets stay equal to bytes
                QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
            for (const QRegularExpressionMatch& match : passedOn().globalMatch(latin1)) {
                m_passed.append(
                    {all.begin + match.capturedStart(), all.begin + match.capturedEnd()});
            }
        }
    }
    return std::any_of(m_passed.begin(), m_passed.end(), [range](const ByteRange& one) {
        return one.begin <= range.begin && range.end <= one.end;
    });
}

void BuildNames::addSwitch(std::string_view text, ByteRange range)
{
    if (m_rules.cudaSwitch != nullptr) {
        Found& found = m_chosen[std::string(text)];
        found.rule = m_rules.cudaSwitch;
        found.note = QStringLiteral("chooses what is built for CUDA.");
        found.places.append(range);
    }
}

void BuildNames::acceptIfAsked(std::string_view name)
{
    const std::string low = lowered(name);
    const bool isWhole = low.ends_with("cuda") || low.ends_with("gpu"); // not one part of it
    if (isWhole && cudaSwitchOf(name) == CudaSwitch::Maybe) {
        m_accepted.emplace(name);
    }
}

void BuildNames::read(ByteRange part)
{
    const std::string_view text = m_source.view();
    const auto end = static_cast<size_t>(part.end);
    for (auto at = static_cast<size_t>(part.begin);
         at < end && !isWorkCancelledAt(static_cast<qsizetype>(at));) {
        if (!isNameByte(text[at])) {
            if (text[at] == '/' && text.substr(at, end - at).starts_with(kToolkitFolder)) {
                const auto begin = static_cast<qsizetype>(at);
                take(kToolkitFolder,
                     {begin, begin + static_cast<qsizetype>(kToolkitFolder.size())});
                at += kToolkitFolder.size();
                continue;
            }
            ++at;
            continue;
        }
        size_t behind = at;
        while (behind < end && isNameByte(text[behind])) {
            ++behind;
        }
        size_t begin = at;
        // "-DWITH_CUDA", of a compiler and of cmake.
        if (text[begin] == 'D' && begin > 0 && text[begin - 1] == '-' && behind > begin + 1) {
            ++begin;
        }
        take(text.substr(begin, behind - begin),
             {static_cast<qsizetype>(begin), static_cast<qsizetype>(behind)});
        at = behind;
    }
}

void BuildNames::report(ProposalWriter& writer)
{
    if (m_found.empty() && m_chosen.empty()) {
        return;
    }
    std::set<QString> answered; // variables that the edit of a find_package() sets
    for (const Finding& one : std::as_const(writer.analysis().findings)) {
        for (const char* package : {"CUDA", "CUDAToolkit", "CUDAtoolkit"}) {
            const QString name = QString::fromLatin1(package);
            if (one.symbol == QStringLiteral("find_package(%1)").arg(name)) {
                answered.insert(name + QStringLiteral("_FOUND"));
            }
        }
    }
    // What other rules about builds say of each line: where they speak of a folder or compiler, or
    // of the same name, there is no more to say.
    std::multimap<int, QString> told;
    for (const Finding& one : std::as_const(writer.analysis().findings)) {
        if (one.phase != Phase::Build) {
            continue;
        }
        told.emplace(one.line, one.symbol);
        for (const FindingPlace& place : one.morePlaces) {
            told.emplace(place.line, one.symbol);
        }
    }
    std::set<int> named; // lines with a variable that says more than the folder in it
    for (const auto& [name, found] : m_found) {
        for (const ByteRange& range : found.places) {
            if (found.rule == m_rules.environment && name != kToolkitFolder) {
                named.insert(m_source.lineOf(range.begin));
            }
        }
    }
    for (const auto* all : {&m_found, &m_chosen}) {
        for (const auto& [name, found] : *all) {
            const QString symbol = toText(name);
            if (answered.count(symbol) != 0) {
                continue; // find_package() is what there is to say
            }
            RepeatedPlaces places;
            for (const ByteRange& range : found.places) {
                const int line = m_source.lineOf(range.begin);
                const auto [first, last] = told.equal_range(line);
                const bool isTold = std::any_of(
                    first, last,
                    [&, isOfToolkit = found.rule == m_rules.environment](const auto& one) {
                        return isOfToolkit || one.second.contains(symbol);
                    });
                if (!isTold && (name != kToolkitFolder || named.count(line) == 0)) {
                    places.add(range);
                }
            }
            if (places.count == 0) {
                continue;
            }
            const Captures captures = {{QStringLiteral("symbol"), symbol},
                                       {QStringLiteral("note"), found.note}};
            writer.addRepeated(*found.rule, places, symbol, fillText(found.rule->message, captures),
                               found.wayOut.isEmpty() ? found.rule->wayOut : found.wayOut,
                               found.rule->effort, {});
            const bool isUnanswered =
                !answered.empty() && symbol.endsWith(QStringLiteral("_FOUND"));
            if (found.isNote && !isUnanswered) {
                writer.analysis().findings.last().severity = Severity::Info;
            }
        }
    }
}

namespace {

bool asksSomething(const CMakeCommand& command)
{
    return command.name == "if" || command.name == "elseif" || command.name == "while";
}

/// if(BACKEND STREQUAL "CUDA"), set(BACKEND "CUDA" CACHE …), add_subdirectory(src/cuda),
/// LINKER_LANGUAGE CUDA: a choice of CUDA by a word.
bool choosesCuda(const CMakeCommand& command, const CMakeArgument& argument)
{
    const std::string low = lowered(argument.text);
    const size_t slash = low.rfind('/');
    if ((slash == std::string::npos ? low : low.substr(slash + 1)) != "cuda") {
        return false;
    }
    const bool compares =
        asksSomething(command) && (command.find("STREQUAL") > 0 || command.find("MATCHES") > 0);
    const bool isCached = command.name == "set" && command.find("CACHE") > 1 &&
                          argument.range.begin > command.arguments.front().range.begin;
    return compares || isCached ||
           (command.name == "add_subdirectory" && &argument == &command.arguments.front()) ||
           (command.name.starts_with("set_") && command.find("LINKER_LANGUAGE") > 0);
}

} // namespace

void findCMakeNames(const CMakeFile& file, const SourceBuffer& source, const BuildRules& rules,
                    ProposalWriter& writer)
{
    BuildNames names(source, rules);
    for (const CMakeCommand& command : file.commands()) {
        if (declaresOption(command)) {
            names.acceptIfAsked(command.text(0));
        } else if (asksSomething(command) && command.arguments.size() <= 2 &&
                   command.find("TARGET") < 0) {
            names.acceptIfAsked(variableIn(command.text(command.arguments.size() - 1)));
        }
    }
    for (const CMakeCommand& command : file.commands()) {
        const bool isRocm =
            std::any_of(command.arguments.begin(), command.arguments.end(),
                        [](const CMakeArgument& one) { return namesRocm(one.text); });
        if (command.decided || isRocm || command.name == "message" || command.name == "endif" ||
            command.name == "else") {
            continue;
        }
        for (const CMakeArgument& argument : command.arguments) {
            names.read(argument.range);
            if (choosesCuda(command, argument)) {
                names.addSwitch(argument.text, argument.range);
            }
        }
    }
    names.report(writer);
}

void findMakeNames(const std::vector<MakeLine>& lines, const SourceBuffer& source,
                   const BuildRules& rules, ProposalWriter& writer)
{
    BuildNames names(source, rules);
    const char* const begin = source.view().data();
    for (const MakeLine& line : lines) {
        if (line.kind == MakeLine::Kind::Blank || line.decided || namesRocm(line.text)) {
            continue;
        }
        const auto at = static_cast<qsizetype>(line.text.data() - begin);
        const size_t comment =
            line.kind == MakeLine::Kind::Recipe ? std::string_view::npos : line.text.find('#');
        names.read({at, at + static_cast<qsizetype>(std::min(comment, line.text.size()))});
    }
    names.report(writer);
}

namespace {

/// "ARG GPU=gfx942" and "${GPU:-gfx942}": a value that is there to be overridden.
bool isDefault(const SourceBuffer& source, ByteRange range)
{
    const std::string_view line = trimmed(source.lineText(source.lineOf(range.begin)));
    const auto at = static_cast<size_t>(range.begin);
    return line.starts_with("ARG ") || (at >= 2 && source.view().substr(at - 2, 2) == ":-");
}

} // namespace

/// Whether a line of a script only says something.
static bool isPrinted(std::string_view line)
{
    const bool prints = line.starts_with("echo ") || line.starts_with("printf ");
    return prints && line.find_first_of(";|>&") == std::string_view::npos;
}

void findShellNames(const SourceBuffer& source, const AnalysisContext& context,
                    FileAnalysis& analysis)
{
    const BuildRules rules = BuildRules::of(context, analysis.language);
    if (namesRocm(analysis.path.display().toStdString())) {
        return;
    }
    ProposalWriter writer(source, analysis);
    if (rules.detect != nullptr) {
        for (const BuildPlace& place :
             hardCodedArchitectures(source, *rules.detect, QStringLiteral("PYTORCH_ROCM_ARCH"))) {
            if (isDefault(source, place.range)) {
                continue;
            }
            writer.addFinding(
                *place.rule, place.range, place.symbol,
                fillText(place.rule->message, {{QStringLiteral("symbol"), place.symbol},
                                               {QStringLiteral("note"), place.note}}),
                place.wayOut, place.rule->effort, {});
        }
    }
    BuildNames names(source, rules);
    for (int line = 1; line <= source.lineCount() && !isWorkCancelled(); ++line) {
        const std::string_view text = source.lineText(line);
        const size_t code = text.find_first_not_of(" \t");
        if (code == std::string_view::npos || text[code] == '#' || namesRocm(text) ||
            isPrinted(text.substr(code))) {
            continue;
        }
        const size_t comment = text.find(" #");
        const qsizetype begin = source.lineRange(line).begin;
        names.read({begin, begin + static_cast<qsizetype>(std::min(comment, text.size()))});
    }
    names.report(writer);
}

void findYamlNames(const SourceBuffer& source, const AnalysisContext& context,
                   FileAnalysis& analysis)
{
    const BuildRules rules = BuildRules::of(context, analysis.language);
    if (rules.environment == nullptr || namesRocm(analysis.path.display().toStdString())) {
        return;
    }
    if (holdsAny(
            source.view(),
            rules.environment->matcherParameters.value(QStringLiteral("unless")).toStringList())) {
        return;
    }
    ProposalWriter writer(source, analysis);
    BuildNames names(source, rules, true);
    for (int line = 1; line <= source.lineCount() && !isWorkCancelled(); ++line) {
        const std::string_view text = source.lineText(line);
        if (text.find("CUD") == std::string_view::npos &&
            text.find("NVCC") == std::string_view::npos) {
            continue;
        }
        for (const LineSetting& one : settingsOfLine(source, line, Language::Yaml)) {
            if (one.hasValue()) {
                names.read(
                    {one.range.begin, one.range.begin + static_cast<qsizetype>(one.name.size())});
            }
        }
    }
    names.report(writer);
}

} // namespace rocport
