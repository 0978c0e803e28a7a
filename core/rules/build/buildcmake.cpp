#include "core/rules/build/buildcmake.h"

#include "core/base/cancelscope.h"
#include "core/rules/build/buildcmakechecks.h"
#include "core/rules/build/buildfile.h"
#include "core/rules/build/buildlibraries.h"
#include "core/rules/build/buildnames.h"
#include "core/rules/build/placefindings.h"
#include "core/text/bytes.h"

#include <algorithm>

namespace rocport {

using namespace Qt::Literals::StringLiterals;

BuildRules BuildRules::of(const AnalysisContext& context, Language language)
{
    BuildRules rules;
    rules.target = &context.target;
    const struct
    {
        QLatin1StringView name;
        const Rule* BuildRules::*place;
    } places[] = {{"cmake-language"_L1, &BuildRules::language},
                  {"cmake-arch"_L1, &BuildRules::arch},
                  {"cmake-targets"_L1, &BuildRules::targets},
                  {"nvcc-flags"_L1, &BuildRules::flags},
                  {"arch-detect"_L1, &BuildRules::detect},
                  {"make-nvcc"_L1, &BuildRules::makeNvcc},
                  {"setup-extension"_L1, &BuildRules::extension},
                  {"meson-language"_L1, &BuildRules::mesonLanguage},
                  {"meson-sources"_L1, &BuildRules::mesonSources},
                  {"setup-pattern"_L1, &BuildRules::pattern},
                  {"build-width"_L1, &BuildRules::width},
                  {"build-switch"_L1, &BuildRules::cudaSwitch},
                  {"build-environment"_L1, &BuildRules::environment}};
    for (const Rule* rule : context.rules->applicable(language, context.target)) {
        if (rule->matcher != MatcherKind::Builtin) {
            continue;
        }
        const QString name = rule->matcherParameters.value(QStringLiteral("name")).toString();
        for (const auto& one : places) {
            if (name == one.name) {
                rules.*one.place = rule;
            }
        }
    }
    return rules;
}

namespace {

constexpr std::string_view kToolkits[] = {"CUDA", "CUDAToolkit", "CUDAtoolkit"};

bool isToolkit(std::string_view name)
{
    return std::find(std::begin(kToolkits), std::end(kToolkits), name) != std::end(kToolkits);
}

CMakeFacts readFacts(const CMakeFile& file, const RepoPath& path, const AnalysisContext& context)
{
    CMakeFacts facts;
    facts.rules = BuildRules::of(context, Language::CMake);
    facts.target = context.target;
    facts.strategy = context.strategy;
    readCudaSources(file, path, context, facts);
    if (context.strategy == Strategy::ShimHeaders) {
        facts.shimFolder = context.compatHeader.folder().relativeTo(path.folder());
        facts.shimKeys = {compatHeaderKey(context), shimRuntimeKey(context)};
    }
    for (const CMakeCommand& command : file.commands()) {
        if (isWorkCancelled()) {
            return facts;
        }
        const std::string& name = command.name;
        const std::string first(command.text(0));
        if (name == "add_library" || name == "add_executable" || name.starts_with("cuda_add_") ||
            makesModule(name)) {
            facts.targets.insert(first);
        }
        readConditions(command, facts);
        if (name == "set" || name == "list" || name == "string") {
            readNvccVariable(command, facts);
        }
        if (command.decided) {
            if (name == "get_target_property" && command.text(2) == "SOURCES") {
                facts.marked.emplace(command.text(1), &command);
            }
            continue;
        }
        facts.listsTargets = facts.listsTargets || listsToolkitTargets(command);
        if ((name == "find_package" && isToolkit(first)) || isFindCuda(command)) {
            facts.findsToolkit = true;
        } else if (namesCudaLanguage(command)) {
            facts.enablesCuda = true;
        } else if (name == "target_link_libraries" || name == "link_libraries" ||
                   name == "cuda_add_cublas_to_target") {
            for (const CMakeArgument& argument : command.arguments) {
                const BuildLibrary* library = libraryOfArgument(argument.text);
                if (library != nullptr && library->package[0] != '\0') {
                    facts.packages.insert(library->package);
                }
            }
        }
    }
    return facts;
}

/// One guarded edit: commands on lines that follow each other, or a block before or behind one
/// command.
struct GuardedEdit
{
    std::vector<const CMakeCommand*> commands;
    std::vector<CMakeArm> arms;
    [[nodiscard]] bool isBefore() const { return arms.front().before; }
    [[nodiscard]] bool isAfter() const { return arms.front().after; }
    /// Whether a block stands beside the command, which both builds see.
    [[nodiscard]] bool isBeside() const { return isBefore() || isAfter(); }
};

class CMakeAnalysis
{
public:
    CMakeAnalysis(const SourceBuffer& source, const AnalysisContext& context,
                  FileAnalysis& analysis)
        : m_source(source),
          m_context(context),
          m_macro(context.target.guardMacro.toUtf8()),
          m_file(source.view(), viewOf(m_macro)),
          m_facts(readFacts(m_file, analysis.path, context)),
          m_writer(source, analysis),
          m_places(m_writer)
    {
    }

    void run();

private:
    void collect();
    void addConditions(const CMakeCommand& command);
    void addCheck(const CMakeCommand& command, const CMakeCommand& end);
    void addLost();
    void addMissing(const CMakeArm& arm);
    void refuseEdits();
    void addHardCoded();
    QByteArray addPlace(const BuildPlace& place, int edit = 0);
    void addEdit(const GuardedEdit& edit);
    void addOption();
    void addLanguage();
    [[nodiscard]] QByteArray block(const GuardedEdit& edit, const QByteArray& indent) const;
    [[nodiscard]] QByteArray optionLine() const;
    [[nodiscard]] const CMakeCommand* anchorFor() const;
    [[nodiscard]] bool hasOption() const;
    [[nodiscard]] const CMakeCommand* ownPath() const;

    const SourceBuffer& m_source;
    const AnalysisContext& m_context;
    QByteArray m_macro;
    CMakeFile m_file;
    CMakeFacts m_facts;
    ProposalWriter m_writer;
    PlaceFindings m_places;
    std::vector<GuardedEdit> m_edits;
    QByteArray m_optionKey;
    const CMakeCommand* m_own = nullptr; ///< of the project's own path for AMD GPUs
    qsizetype m_count = 0;               ///< commands with an edit
    bool m_tooMany = false;
};

/// `edit`: the number of the edit that answers the place; 0: none does.
QByteArray CMakeAnalysis::addPlace(const BuildPlace& place, int edit)
{
    const bool fixed = edit != 0;
    const Captures captures = {{QStringLiteral("symbol"), place.symbol},
                               {QStringLiteral("note"), place.note}};
    const QString wayOut =
        fixed && place.wayOut.isEmpty()
            ? QString()
            : fillText(place.wayOut.isEmpty() ? place.rule->wayOut : place.wayOut, captures);
    PlaceFindings::Said said{fillText(place.rule->message, captures), wayOut,
                             fixed && place.wayOut.isEmpty() ? Effort::None : place.rule->effort,
                             place.severity.value_or(place.rule->severity)};
    // HIP does not read CUDA's settings: what counts is what nothing in their place costs.
    if (place.rule == m_facts.rules.flags) {
        said.severity = place.loss.value_or(std::min(said.severity, Severity::Warning));
    } else if (place.rule == m_facts.rules.arch) {
        said.severity = Severity::Info; // the architectures are found by themselves
        said.effort = Effort::None;
    }
    return m_places.add(place, said, edit);
}

/// `option(USE_ROCM …)`, once, where the project begins.
QByteArray CMakeAnalysis::optionLine() const
{
    return "option(" + m_macro + " \"" + toBytes(kGuardOptionText) + "\" OFF)";
}

bool CMakeAnalysis::hasOption() const
{
    return std::any_of(m_file.commands().begin(), m_file.commands().end(), [&](const auto& one) {
        // option(), cmake_dependent_option(), and those of the project: dgl_option().
        return (one.name == "set" || one.name.find("option") != std::string::npos) &&
               toBytes(one.text(0)) == m_macro;
    });
}

const CMakeCommand* CMakeAnalysis::anchorFor() const
{
    for (const CMakeCommand& command : m_file.commands()) {
        if (command.name == "project" && command.depth == 0 && command.ownsLines) {
            return &command;
        }
    }
    return nullptr;
}

QByteArray CMakeAnalysis::block(const GuardedEdit& edit, const QByteArray& indent) const
{
    const QByteArray newline = buildNewline(m_source, edit.commands.front()->range.begin);
    QByteArray text;
    for (const CMakeArm& arm : edit.arms) {
        for (const QByteArray& line : arm.lines) {
            // Lines inside a command of the original keep their indentation.
            text += indent + "  " + line + newline;
        }
    }
    return text;
}

void CMakeAnalysis::addEdit(const GuardedEdit& edit)
{
    const CMakeCommand& first = *edit.commands.front();
    const CMakeCommand& last = *edit.commands.back();
    const QByteArray newline = buildNewline(m_source, first.range.begin);
    const QByteArray indent = m_source.indentAt(first.range.begin);
    const qsizetype begin = std::max(first.lines.begin, m_source.bomLength());
    const qsizetype end = last.lines.end;
    const bool open = end == m_source.bytes().size() && !m_source.endsWithNewline();
    const QByteArray lines = block(edit, indent);
    HunkDraft draft;
    const bool holdsAnchor = &first == anchorFor() && !edit.isAfter() && !hasOption();
    QByteArray head = holdsAnchor ? indent + optionLine() + newline : QByteArray();
    const QByteArray beside = indent + "if(" + m_macro + ")" + newline + lines + indent + "endif()";
    if (edit.isBefore()) {
        draft.edits = {{{begin, begin}, beside + newline}};
    } else if (edit.isAfter()) {
        draft.edits = {
            {{end, end},
             (open ? newline : QByteArray()) + beside + (open ? QByteArray() : newline)}};
    } else {
        head += lines.isEmpty() ? indent + "if(NOT " + m_macro + ")" + newline
                                : indent + "if(" + m_macro + ")" + newline + lines + indent +
                                      "else()" + newline;
        draft.edits = {{{begin, begin}, head},
                       {{end, end},
                        (open ? newline : QByteArray()) + indent + "endif()" +
                            (open ? QByteArray() : newline)}};
    }
    draft.firstLine = m_source.lineOf(first.range.begin);
    draft.lastLine = m_source.lineOf(std::max(last.range.begin, last.range.end - 1));
    if (edit.isBeside()) {
        draft.firstLine = edit.isBefore() ? draft.firstLine : draft.lastLine + 1;
        draft.lastLine = draft.firstLine - 1;
    }
    for (const CMakeArm& arm : edit.arms) {
        for (const BuildPlace& place : arm.places) {
            draft.rules.append(place.rule);
            const QByteArray id = addPlace(place, static_cast<int>(&edit - m_edits.data()) + 1);
            if (!draft.findingIds.contains(id)) {
                draft.findingIds.append(id);
            }
        }
        // The detection of GPUs comes with the language.
        if (arm.isAnchor && m_facts.rules.arch != nullptr) {
            draft.rules.append(m_facts.rules.arch);
        }
    }
    if (!m_optionKey.isEmpty()) {
        draft.needs = {m_optionKey};
    }
    const bool anchors = std::any_of(edit.arms.begin(), edit.arms.end(),
                                     [](const CMakeArm& arm) { return arm.isAnchor; });
    if (anchors) {
        draft.needs += m_facts.shimKeys;
    }
    const QByteArray key = m_writer.addHunk(draft);
    if (holdsAnchor) {
        m_optionKey = key;
    }
}

/// The language, where sources are given to HIP and nothing enables it.
void CMakeAnalysis::addLanguage()
{
    const CMakeCommand* project = anchorFor();
    const auto compilesHip = [](const GuardedEdit& edit) {
        return std::any_of(edit.arms.begin(), edit.arms.end(),
                           [](const CMakeArm& arm) { return arm.compilesHip; });
    };
    if (m_facts.languageComes || project == nullptr || project->arguments.empty() ||
        m_facts.rules.language == nullptr ||
        std::none_of(m_edits.begin(), m_edits.end(), compilesHip)) {
        return;
    }
    GuardedEdit edit;
    edit.commands = {project};
    edit.arms.push_back(armOfProjectWithoutLanguage(*project, m_facts));
    m_edits.insert(m_edits.begin(), std::move(edit));
}

/// The option alone, where the project() itself stays as it is.
void CMakeAnalysis::addOption()
{
    const CMakeCommand* anchor = anchorFor();
    const bool gated = std::any_of(m_edits.begin(), m_edits.end(), [&](const GuardedEdit& edit) {
        return edit.commands.front() == anchor && !edit.isAfter();
    });
    if (m_edits.empty() || anchor == nullptr || gated || hasOption() ||
        m_facts.rules.language == nullptr) {
        return;
    }
    const qsizetype at = std::max(anchor->lines.begin, m_source.bomLength());
    HunkDraft draft;
    draft.rules = {m_facts.rules.language};
    draft.edits = {{{at, at}, optionLine() + buildNewline(m_source, at)}};
    draft.firstLine = m_source.lineOf(at);
    draft.lastLine = draft.firstLine - 1;
    draft.change = QStringLiteral("`cmake -D%1=ON` selects the ROCm branches of this file. It is "
                                  "off by default, and CMake then sees what it saw before.")
                       .arg(m_context.target.guardMacro);
    m_optionKey = m_writer.addHunk(draft);
}

/// Such a check is not for ROCm, where the versions are empty or made up.
void CMakeAnalysis::addCheck(const CMakeCommand& command, const CMakeCommand& end)
{
    CMakeArm arm;
    arm.edit = true;
    for (const CMakeArgument& argument : command.arguments) {
        if (isEmptyWithoutCuda(variableIn(argument.text))) {
            arm.places.push_back(
                {m_facts.rules.language,
                 argument.range,
                 toText(variableIn(argument.text)),
                 QStringLiteral(
                     "is of CUDA's toolkit, and the check of it may stop CMake on ROCm."),
                 {}});
            break;
        }
    }
    GuardedEdit edit;
    edit.commands = {&command, &end};
    edit.arms.push_back(std::move(arm));
    m_edits.push_back(std::move(edit));
    if (++m_count > ProposalWriter::kMostHunks) {
        refuseEdits();
    }
}

/// Variables in conditions that are empty without CUDA.
void CMakeAnalysis::addConditions(const CMakeCommand& command)
{
    if (m_facts.rules.language == nullptr) {
        return;
    }
    const CMakeCommand* end = m_own == nullptr && m_context.guardOption.isEmpty() && !m_tooMany &&
                                      m_file.unterminatedAt() < 0
                                  ? endOfVersionCheck(m_file, command)
                                  : nullptr;
    if (end != nullptr) {
        addCheck(command, *end);
        return;
    }
    std::optional<Severity> cost;
    for (const CMakeArgument& argument : command.arguments) {
        const std::string_view name = variableIn(argument.text);
        if (isEmptyWithoutCuda(name)) {
            cost = cost ? cost : costOfCondition(m_file, command);
            addPlace(
                {m_facts.rules.language, argument.range, toText(name),
                 QStringLiteral("is of CUDA's toolkit, and this condition tests it: on ROCm it is "
                                "empty, or what the ROCm arm of the project's "
                                "`find_package()` sets."),
                 QStringLiteral("Decide which arm AMD GPUs need, and add `OR %1` or `AND NOT "
                                "%1` to the condition.")
                     .arg(m_context.target.guardMacro),
                 cost});
        }
    }
}

/// The edits so far become findings, and so does what follows: what is kept of a file is bounded.
void CMakeAnalysis::refuseEdits()
{
    m_tooMany = true;
    const BuildPlace& last = m_edits.back().arms.back().places.front();
    m_writer.areTooMany(m_count, *last.rule, last.range);
    for (const GuardedEdit& edit : m_edits) {
        for (const CMakeArm& arm : edit.arms) {
            for (const BuildPlace& place : arm.places) {
                addPlace(place);
            }
        }
    }
    m_edits.clear();
}

/// What the project's own path for AMD GPUs does not compile.
void CMakeAnalysis::addLost()
{
    const std::string_view macro = viewOf(m_macro);
    for (const LostSources& one : lostSources(m_file, macro)) {
        RepeatedPlaces places;
        for (const CMakeArgument* source : one.sources) {
            places.add(source->range);
        }
        addPlace(
            {m_facts.rules.language, places.first, toText(one.sources.front()->text),
             places.count > 1
                 ? QStringLiteral("and %1 more are compiled for CUDA only.").arg(places.count - 1)
                 : QStringLiteral("is compiled for CUDA only."),
             QStringLiteral("The project's path for AMD GPUs (line %1) has no source of that "
                            "name: add the file to it, or its version for AMD GPUs.")
                 .arg(m_source.lineOf(m_own->range.begin))});
        m_writer.addPlaces(places);
    }
}

/// What the project's own path for AMD GPUs leaves to CUDA.
void CMakeAnalysis::addMissing(const CMakeArm& arm)
{
    for (BuildPlace place : arm.places) {
        if (m_own == nullptr) {
            place.wayOut = ownOptionText(m_context.guardOption);
            addPlace(place);
            continue;
        }
        place.wayOut =
            QStringLiteral("The project has a path for AMD GPUs of its own (line %1), so "
                           "no edit is proposed: add to it what is missing here.")
                .arg(m_source.lineOf(m_own->range.begin));
        addPlace(place);
    }
}

void CMakeAnalysis::collect()
{
    const qsizetype trusted =
        m_file.unterminatedAt() < 0 ? m_source.bytes().size() : m_file.unterminatedAt();
    for (const CMakeCommand& command : m_file.commands()) {
        if (isWorkCancelled()) {
            return;
        }
        if (command.decided) {
            continue;
        }
        const bool asks =
            command.name == "if" || command.name == "elseif" || command.name == "while";
        if (asks) {
            addConditions(command);
        }
        CMakeArm arm =
            asks ? armOfTargetQuestion(command, m_facts) : armOf(m_file, command, m_facts);
        if (arm.places.empty()) {
            continue;
        }
        std::stable_sort(arm.places.begin(), arm.places.end(), [](const auto& a, const auto& b) {
            return a.range.begin < b.range.begin;
        });
        if (m_own != nullptr || !m_context.guardOption.isEmpty()) {
            if (!command.cuda) {
                addMissing(arm);
            }
            continue; // in an arm for CUDA it is where it belongs
        }
        if (m_tooMany) {
            for (const BuildPlace& place : arm.places) {
                addPlace(place);
            }
            continue;
        }
        if (!arm.edit || !command.ownsLines || command.range.end > trusted ||
            m_file.unterminatedAt() >= 0) {
            for (BuildPlace& place : arm.places) {
                if (arm.edit && place.wayOut.isEmpty()) {
                    place.wayOut =
                        (m_file.unterminatedAt() >= 0
                             ? QStringLiteral("No edit is proposed, because a string, a bracket or "
                                              "an argument list of this file is never closed. ")
                             : QStringLiteral("No edit is proposed, because there is other text on "
                                              "the lines of this command. ")) +
                        place.rule->wayOut;
                }
                addPlace(place);
            }
            continue;
        }
        const bool follows = !m_edits.empty() && !arm.before && !arm.after &&
                             !m_edits.back().isBeside() &&
                             m_edits.back().commands.back()->lines.end == command.lines.begin;
        if (!follows) {
            m_edits.push_back({});
        }
        m_edits.back().commands.push_back(&command);
        m_edits.back().arms.push_back(std::move(arm));
        if (++m_count > ProposalWriter::kMostHunks) {
            refuseEdits();
        }
    }
}

/// gfx names that are written down, where the machine's could be asked.
void CMakeAnalysis::addHardCoded()
{
    if (m_facts.rules.detect != nullptr) {
        for (const BuildPlace& place : hardCodedArchitectures(
                 m_source, *m_facts.rules.detect, QStringLiteral("CMAKE_HIP_ARCHITECTURES"))) {
            addPlace(place);
        }
    }
}

/// The first command of a path for AMD GPUs that the project has itself; null: there is none.
const CMakeCommand* CMakeAnalysis::ownPath() const
{
    const auto& all = m_file.commands();
    const bool byCuda = std::any_of(all.begin(), all.end(), [](const CMakeCommand& one) {
        return one.cuda && !one.decided && one.name != "endif";
    });
    const auto found = std::find_if(all.begin(), all.end(), [&](const CMakeCommand& one) {
        const std::string& name = one.name;
        const std::string_view first = one.text(0);
        const bool hip =
            ((name == "enable_language" || name == "project") && one.find("HIP") >= 0) ||
            (name == "find_package" && (first == "hip" || first == "HIP" || first == "ROCM")) ||
            name.starts_with("hip_add_") || name.starts_with("rocm_add_");
        return hip && !one.cuda && (one.foreign || !one.decided || byCuda);
    });
    return found == all.end() ? nullptr : &*found;
}

void CMakeAnalysis::run()
{
    m_own = ownPath();
    m_facts.ownPath = m_own != nullptr || !m_context.guardOption.isEmpty();
    collect();
    addLanguage();
    addOption();
    // The edit that holds the option comes first, so that the others can name it.
    const CMakeCommand* anchor = anchorFor();
    std::stable_partition(m_edits.begin(), m_edits.end(), [anchor](const GuardedEdit& edit) {
        return edit.commands.front() == anchor;
    });
    for (const GuardedEdit& edit : m_edits) {
        if (isWorkCancelled()) {
            return;
        }
        addEdit(edit);
    }
    addHardCoded();
    m_places.count();
    if (m_own != nullptr && m_facts.rules.language != nullptr) {
        addLost();
    }
    if (!m_facts.ownPath) { // else the project decides by itself what is built for AMD GPUs
        findCMakeLooks(m_file, m_facts.rules, m_writer);
        findCMakeNames(m_file, m_source, m_facts.rules, m_writer);
    }
}

} // namespace

void analyseCMake(const SourceBuffer& source, const AnalysisContext& context,
                  FileAnalysis& analysis)
{
    CMakeAnalysis(source, context, analysis).run();
}

} // namespace rocport
