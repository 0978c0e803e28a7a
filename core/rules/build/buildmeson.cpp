#include "core/rules/build/buildmeson.h"

#include "core/base/cancelscope.h"
#include "core/isolation/mesonlanguages.h"
#include "core/rules/build/buildfile.h"
#include "core/rules/build/buildmesonarms.h"
#include "core/rules/build/buildnames.h"
#include "core/rules/build/nvccflags.h"
#include "core/rules/namesrocm.h"

#include <algorithm>

namespace rocport {

namespace {

class MesonAnalysis
{
public:
    MesonAnalysis(const SourceBuffer& source, const AnalysisContext& context,
                  FileAnalysis& analysis)
        : m_source(source),
          m_context(context),
          m_option(mesonOptionFor(context.target.guardMacro.toUtf8())),
          m_file(source.view(), m_option),
          m_facts{m_file, BuildRules::of(context, Language::Meson), analysis.path.folder()},
          m_path(analysis.path),
          m_writer(source, analysis)
    {
    }

    void run();

private:
    void readFacts();
    void readLists();
    void readStatement(size_t index);
    void readPorted(size_t index);
    void findLanguage(const MesonCall& call, MesonArm& arm);
    void findStrings(size_t index, MesonArm& arm);
    void addOptions();
    void addSetup(qsizetype statement);
    QByteArray addLanguage(const MesonStatement& statement);
    void addEdit(const MesonStatement& statement, const MesonArm& arm);
    void addFindings(const MesonArm& arm);
    QByteArray addPlace(const BuildPlace& place, bool fixed);
    void addHunk(HunkDraft& draft, ByteRange range);
    void addNames();

    const SourceBuffer& m_source;
    const AnalysisContext& m_context;
    QByteArray m_option;
    MesonFile m_file;
    MesonFacts m_facts;
    RepoPath m_path;
    ProposalWriter m_writer;
    std::set<size_t> m_seen;           ///< strings that something was said of
    std::map<size_t, MesonArm> m_arms; ///< by statement
    std::vector<size_t> m_calls;       ///< by statement, the first of its calls
    qsizetype m_setup = -1;
    qsizetype m_hunks = 0;
};

void MesonAnalysis::readFacts()
{
    const MesonProject* project = m_context.meson.get();
    // What PyTorch's build translates is not compiled by meson on ROCm.
    const bool canEdit = m_context.strategy != Strategy::TorchExtension && project != nullptr &&
                         project->canSetUp && project->files.contains(m_path) &&
                         !m_file.tokens().isBroken() && m_file.ownPath() < 0;
    m_facts.project = canEdit ? project : nullptr;
    m_facts.strategy = m_context.strategy;
    m_facts.condition = QString::fromUtf8(mesonCondition(m_context));
    const MesonTokens& tokens = m_file.tokens();
    for (size_t i = 0; i + 2 < tokens.tokens().size(); ++i) {
        if (tokens.at(i).kind == MesonToken::Kind::Word && tokens.at(i + 1).isSign('.') &&
            isOneOf(tokens.at(i + 2).text, {"version", "get_variable", "get_pkgconfig_variable",
                                            "partial_dependency", "type_name", "include_type"})) {
            m_facts.asked.insert(tokens.at(i).text);
        }
    }
    readLists();
    m_calls.assign(tokens.statements().size() + 1, m_file.calls().size());
    for (size_t i = m_file.calls().size(); i-- > 0;) {
        const MesonCall& call = m_file.calls()[i];
        m_calls[call.statement] = i;
        m_facts.makesHeaders = m_facts.makesHeaders ||
                               isOneOf(call.name, {"configure_file", "custom_target", "vcs_tag"});
    }
    if (canEdit && m_path.folder().isEmpty()) {
        m_setup = mesonSetupPlace(m_file);
    }
}

/// Lists of sources that are written down: "['a.cpp', 'b.cu']", "files('b.cu')". Longer ones are
/// not: each target that names one is given all of it.
void MesonAnalysis::readLists()
{
    constexpr size_t kMostSources = 200;
    for (const MesonAssignment& one : m_file.assignments()) {
        const MesonPlace& place = m_file.place(one.statement);
        const MesonTokens& tokens = m_file.tokens();
        const bool isFiles = tokens.at(one.first).is("files") &&
                             tokens.at(one.first + 1).isSign('(') &&
                             tokens.at(one.last - 1).isSign(')');
        const bool isList = tokens.at(one.first).isSign('[') && tokens.at(one.last - 1).isSign(']');
        const bool isOnce =
            m_facts.project == nullptr || m_facts.project->once.contains(toBytes(one.name));
        bool isAll = true;
        const std::vector<size_t> strings =
            m_file.strings(one.first + (isFiles ? 2 : 0), one.last - (isFiles ? 1 : 0), isAll);
        const bool isCuda = std::any_of(strings.begin(), strings.end(), [&](size_t index) {
            return tokens.at(index).text.ends_with(".cu");
        });
        if (place.depth == 0 && !one.adds && (isFiles || isList) && isOnce && isAll && isCuda &&
            strings.size() <= kMostSources) {
            m_facts.lists.insert_or_assign(one.name, strings);
        }
    }
}

QByteArray MesonAnalysis::addPlace(const BuildPlace& place, bool fixed)
{
    const Captures captures = {{QStringLiteral("symbol"), place.symbol},
                               {QStringLiteral("note"), place.note}};
    const QString wayOut =
        fixed ? QString()
              : fillText(place.wayOut.isEmpty() ? place.rule->wayOut : place.wayOut, captures);
    QByteArray id = m_writer.addFinding(*place.rule, place.range, place.symbol,
                                        fillText(place.rule->message, captures), wayOut,
                                        fixed ? Effort::None : place.rule->effort, {});
    if (place.rule == m_facts.rules.flags || place.rule == m_facts.rules.arch) {
        // meson hands the arguments of CUDA to nvcc only.
        m_writer.analysis().findings.last().severity = Severity::Warning;
    }
    return id;
}

void MesonAnalysis::addFindings(const MesonArm& arm)
{
    for (BuildPlace place : arm.places) {
        if (m_file.ownPath() >= 0) {
            const auto own = static_cast<size_t>(m_file.ownPath());
            place.wayOut = QStringLiteral("The file has a path for AMD GPUs of its own (line %1), "
                                          "so no edit is proposed: add to it what is missing here.")
                               .arg(m_source.lineOf(m_file.statement(own).range.begin));
        } else if (m_context.meson && !m_context.meson->ownOption.isEmpty()) {
            place.wayOut = ownOptionText(m_context.meson->ownOption);
        }
        addPlace(place, false);
    }
}

void MesonAnalysis::addHunk(HunkDraft& draft, ByteRange range)
{
    draft.firstLine = m_source.lineOf(range.begin);
    draft.lastLine = m_source.lineOf(std::max(range.begin, range.end - 1));
    m_writer.addHunk(draft);
}

/// The options of the port, at the end of the file that holds the project's.
void MesonAnalysis::addOptions()
{
    const MesonProject* project = m_context.meson.get();
    if (project == nullptr || !project->canSetUp || project->options != m_path ||
        m_context.strategy == Strategy::TorchExtension || m_file.tokens().isBroken() ||
        m_facts.rules.mesonLanguage == nullptr) {
        return;
    }
    bool hasGuard = false;
    bool hasArch = false;
    for (const MesonCall& call : m_file.calls()) {
        const MesonArgument* name = call.positional(0);
        const MesonToken& token = m_file.tokens().at(name == nullptr ? 0 : name->first);
        if (call.name == "option" && name != nullptr) {
            hasGuard = hasGuard || token.isText(viewOf(m_option));
            hasArch = hasArch || token.isText(kMesonArchOption);
        }
    }
    if (hasArch && hasGuard) {
        return;
    }
    const qsizetype end = m_source.bytes().size();
    const QByteArray newline = buildNewline(m_source, std::max<qsizetype>(0, end - 1));
    const bool isOpen = end > m_source.bomLength() && !m_source.endsWithNewline();
    HunkDraft draft;
    draft.rules = {m_facts.rules.mesonLanguage};
    QByteArray lines = (hasGuard ? QByteArray() : mesonGuardOptionLine(m_context, newline)) +
                       (hasArch ? QByteArray() : mesonArchOptionLine(newline));
    lines.chop(isOpen ? newline.size() : 0);
    draft.edits = {{{end, end}, (isOpen ? newline : QByteArray()) + lines}};
    const QString option = QString::fromUtf8(m_option);
    draft.change =
        hasGuard ? QStringLiteral("The option `rocm_arch` is defined beside the project's `%1`.")
                       .arg(option)
        : hasArch ? QStringLiteral("The option `%1`, which is off, is defined.").arg(option)
                  : QStringLiteral("The options `%1`, which is off, and `rocm_arch` are defined.")
                        .arg(option);
    addHunk(draft, {end, end});
    Hunk& hunk = m_writer.analysis().hunks.last();
    hunk.key = mesonOptionsKey(m_context);
    hunk.proposalId = hunk.key;
}

/// CUDA is switched on where ROCm is not asked for, and in the other arm stands what the ROCm build
/// needs.
void MesonAnalysis::addSetup(qsizetype index)
{
    const MesonStatement& statement = m_file.statement(static_cast<size_t>(index));
    const MesonStatement& project = m_file.statement(0);
    const QByteArray newline = buildNewline(m_source, project.range.begin);
    const QByteArray shims = m_context.strategy == Strategy::ShimHeaders
                                 ? m_context.compatHeader.folder().bytes()
                                 : QByteArray();
    QByteArray text = "if " + mesonCondition(m_context) + newline;
    for (const QByteArray& line :
         mesonSetupLines(m_file, m_context.target.guardMacro.toUtf8(), shims)) {
        text += "  " + line + newline;
    }
    HunkDraft draft;
    draft.rules = {m_facts.rules.mesonLanguage};
    const ByteRange argument = withoutCuda(m_source.bytes()).argument;
    if (!argument.isEmpty()) {
        const bool isTwo = mesonIsAtLeast(m_file, 0, 54);
        text += "else" + newline + "  add_languages('cuda'" + (isTwo ? ", native: false" : "") +
                ")" + newline;
        text += isTwo ? "  add_languages('cuda', required: false, native: true)" + newline
                      : QByteArray();
        draft.edits.append(TextEdit{argument, {}});
        draft.findingIds.append(addLanguage(statement));
    }
    const bool isOpen = project.lines.end == m_source.bytes().size() && !m_source.endsWithNewline();
    text = (isOpen ? newline : QByteArray()) + text + "endif" + (isOpen ? QByteArray() : newline);
    draft.edits.append(TextEdit{{project.lines.end, project.lines.end}, text});
    draft.needs = {mesonOptionsKey(m_context)};
    if (!shims.isEmpty()) {
        draft.needs.append(compatHeaderKey(m_context));
        draft.needs.append(shimRuntimeKey(m_context));
    }
    addHunk(draft, project.range);
    Hunk& hunk = m_writer.analysis().hunks.last();
    hunk.key = mesonSetupKey(m_context);
    hunk.proposalId = hunk.key;
    if (!argument.isEmpty()) {
        return;
    }
    // add_languages('cuda') by itself stays where it is.
    const bool isLast =
        statement.lines.end == m_source.bytes().size() && !m_source.endsWithNewline();
    HunkDraft guard;
    guard.rules = {m_facts.rules.mesonLanguage};
    guard.edits = {
        TextEdit{{statement.lines.begin, statement.lines.begin},
                 "if not " + mesonCondition(m_context) + newline},
        TextEdit{{statement.lines.end, statement.lines.end},
                 (isLast ? newline : QByteArray()) + "endif" + (isLast ? QByteArray() : newline)}};
    guard.findingIds = {addLanguage(statement)};
    guard.needs = {mesonSetupKey(m_context)};
    addHunk(guard, statement.range);
}

/// The finding of the language that is edited: the last 'cuda', since the project may have the
/// name.
QByteArray MesonAnalysis::addLanguage(const MesonStatement& statement)
{
    ByteRange range = statement.range;
    for (size_t i = statement.first; i < statement.last; ++i) {
        const MesonToken& token = m_file.tokens().at(i);
        range =
            token.isText("cuda") && !m_file.tokens().at(i - 1).isSign(':') ? token.range : range;
    }
    return addPlace({m_facts.rules.mesonLanguage,
                     range,
                     QStringLiteral("cuda"),
                     QStringLiteral("needs nvcc when the build is set up."),
                     {}},
                    true);
}

void MesonAnalysis::addEdit(const MesonStatement& statement, const MesonArm& arm)
{
    const QByteArray newline = buildNewline(m_source, statement.range.begin);
    const QByteArray indent = m_source.indentAt(statement.range.begin);
    const bool isOpen =
        statement.lines.end == m_source.bytes().size() && !m_source.endsWithNewline();
    const qsizetype begin = std::max(statement.lines.begin, m_source.bomLength());
    const QByteArray guard = indent + "if " + mesonCondition(m_context) + newline;
    const QByteArray tail =
        (isOpen ? newline : QByteArray()) + indent + "endif" + (isOpen ? QByteArray() : newline);
    HunkDraft draft;
    if (!arm.after.isEmpty()) {
        draft.edits = {{{statement.lines.end, statement.lines.end},
                        (isOpen ? newline : QByteArray()) + guard + indent + "  " + arm.after +
                            newline + indent + "endif" + (isOpen ? QByteArray() : newline)}};
    } else {
        std::vector<ArgumentEdit> edits = arm.edits;
        std::stable_sort(edits.begin(), edits.end(), [](const auto& a, const auto& b) {
            return a.range.begin < b.range.begin;
        });
        QByteArray text;
        qsizetype copied = statement.range.begin;
        for (const ArgumentEdit& edit : edits) {
            text += m_source.bytes().mid(copied, edit.range.begin - copied) + edit.text;
            copied = edit.range.end;
        }
        text += m_source.bytes().mid(copied, statement.range.end - copied);
        draft.edits = {
            {{begin, begin}, guard + indent + "  " + text + newline + indent + "else" + newline},
            {{statement.lines.end, statement.lines.end}, tail}};
    }
    for (const BuildPlace& place : arm.places) {
        if (!draft.rules.contains(place.rule)) {
            draft.rules.append(place.rule);
        }
        draft.findingIds.append(addPlace(place, true));
    }
    draft.needs = {mesonSetupKey(m_context)};
    addHunk(draft, statement.range);
}

/// What asks for the language CUDA and is not edited.
void MesonAnalysis::findLanguage(const MesonCall& call, MesonArm& arm)
{
    const Rule* rule = m_facts.rules.mesonLanguage;
    const bool isLanguage =
        call.name == "add_languages" || call.name == "project" || call.name == "get_compiler";
    const bool isProgram = call.name == "find_program";
    if (rule == nullptr || (!isLanguage && !isProgram && call.name != "import")) {
        return;
    }
    const MesonArgument* name = call.name == "project" ? call.positional(0) : nullptr;
    for (const MesonArgument& argument : call.arguments) {
        if (&argument == name) {
            continue;
        }
        for (size_t i = argument.first; argument.keyword.empty() && i < argument.last; ++i) {
            const MesonToken& token = m_file.tokens().at(i);
            const bool isCuda =
                token.isText("cuda") || (token.isText("unstable-cuda") && call.name == "import");
            if (isProgram ? !token.isText("nvcc") : !isCuda) {
                continue;
            }
            arm.isCertain = false;
            arm.places.push_back(
                {rule, token.range, toText(token.text),
                 isProgram ? QStringLiteral("does not exist on a machine with ROCm; hipcc does.")
                 : call.name == "import"
                     ? QStringLiteral("is meson's module for nvcc: what it gives are flags for "
                                      "NVIDIA GPUs.")
                     : QStringLiteral("needs nvcc when the build is set up."),
                 QString()});
        }
    }
}

/// Sources and flags in lists that no target holds itself.
void MesonAnalysis::findStrings(size_t index, MesonArm& arm)
{
    const MesonStatement& statement = m_file.statement(index);
    for (size_t i = statement.first; i < statement.last; ++i) {
        const MesonToken& token = m_file.tokens().at(i);
        if (token.kind != MesonToken::Kind::Text || m_seen.count(i) != 0) {
            continue;
        }
        if (token.text.ends_with(".cu") && m_facts.rules.mesonSources != nullptr) {
            arm.isCertain = false;
            arm.places.push_back(
                {m_facts.rules.mesonSources, token.range, toText(token.text),
                 QStringLiteral("is compiled by nvcc, and meson has no language for HIP."),
                 QStringLiteral("Under `if %1`, take it out of the list and give "
                                "the target `rocm_objects.process('%2', extra_args: rocm_flags)`, "
                                "and `rocm_dep` among its dependencies.")
                     .arg(m_facts.condition, toText(token.text))});
            continue;
        }
        const SingleFlag flag = hipFlag(toBytes(token.text), {});
        const Rule* rule = flag.isArch ? m_facts.rules.arch : m_facts.rules.flags;
        if (rule != nullptr && flag.changed && holdsNvccFlags(toBytes(token.text), true)) {
            arm.isCertain = false;
            arm.places.push_back({rule, token.range, toText(token.text), flag.why,
                                  QStringLiteral("Leave it to the branch without `%1`; what clang "
                                                 "takes of it belongs into `rocm_flags`.")
                                      .arg(QString::fromUtf8(m_option))});
        }
    }
}

void MesonAnalysis::readStatement(size_t index)
{
    MesonArm arm;
    for (size_t i = m_calls[index];
         i < m_file.calls().size() && m_file.calls()[i].statement == index; ++i) {
        const MesonCall& call = m_file.calls()[i];
        if (isMesonTarget(call.name) && !call.isMethod) {
            armOfMesonTarget(m_facts, call, arm, m_seen);
        } else if (call.name == "dependency" || call.name == "find_library") {
            armOfMesonDependency(m_facts, call, arm);
        } else if (call.name.starts_with("add_") && call.name.ends_with("_arguments")) {
            armOfMesonArguments(m_facts, call, arm, m_seen);
        } else {
            findLanguage(call, arm);
        }
    }
    m_arms.emplace(index, std::move(arm));
}

/// In the arms of a port the lists of sources that its targets name are taken care of.
void MesonAnalysis::readPorted(size_t index)
{
    for (size_t i = m_calls[index];
         i < m_file.calls().size() && m_file.calls()[i].statement == index; ++i) {
        MesonArm arm;
        if (isMesonTarget(m_file.calls()[i].name) && !m_file.calls()[i].isMethod) {
            armOfMesonTarget(m_facts, m_file.calls()[i], arm, m_seen);
        }
    }
}

/// Switches for CUDA that nothing else was said of: options, and macros that are handed on.
void MesonAnalysis::addNames()
{
    BuildNames names(m_source, m_facts.rules);
    const auto& statements = m_file.tokens().statements();
    for (size_t i = 0; i < statements.size(); ++i) {
        const MesonStatement& statement = statements[i];
        for (size_t at = statement.first; at < statement.last; ++at) {
            const std::string_view option = mesonOptionAt(m_file.tokens(), at);
            names.acceptIfAsked(option);
        }
        if (!m_file.place(i).decided &&
            !namesRocm(m_source.view().substr(static_cast<size_t>(statement.range.begin),
                                              static_cast<size_t>(statement.range.size())))) {
            names.read(statement.range);
        }
    }
    names.report(m_writer);
}

void MesonAnalysis::run()
{
    if (m_path.fileName() != "meson.build") {
        addOptions();
        return;
    }
    readFacts();
    for (size_t index = 0; index < m_file.tokens().statements().size(); ++index) {
        if (isWorkCancelled()) {
            return;
        }
        const MesonPlace& place = m_file.place(index);
        if (!place.decided && static_cast<qsizetype>(index) != m_setup) {
            readStatement(index);
        } else if (place.decided && !place.foreign) {
            readPorted(index);
        }
    }
    for (auto& [index, arm] : m_arms) { // what targets say of lists is known now
        findStrings(index, arm);
        std::stable_sort(arm.places.begin(), arm.places.end(), [](const auto& a, const auto& b) {
            return a.range.begin < b.range.begin;
        });
        m_hunks += arm.isCertain && !arm.places.empty() ? 1 : 0;
    }
    const Rule* language = m_facts.rules.mesonLanguage;
    const bool tooMany = language != nullptr && m_writer.areTooMany(m_hunks, *language, {0, 0});
    if (m_setup >= 0 && language != nullptr && !tooMany) {
        addSetup(m_setup);
    }
    for (const auto& [index, arm] : m_arms) {
        if (isWorkCancelled()) {
            return;
        }
        const MesonStatement& statement = m_file.statement(index);
        if (arm.places.empty()) {
            continue;
        }
        if (arm.isCertain && statement.ownsLines && !tooMany && language != nullptr) {
            addEdit(statement, arm);
        } else {
            addFindings(arm);
        }
    }
    if (m_facts.rules.detect != nullptr) {
        for (const BuildPlace& place :
             hardCodedArchitectures(m_source, *m_facts.rules.detect, QStringLiteral("rocm_arch"))) {
            addPlace(place, false);
        }
    }
    if (m_file.ownPath() < 0) {
        addNames();
    }
}

} // namespace

void analyseMeson(const SourceBuffer& source, const AnalysisContext& context,
                  FileAnalysis& analysis)
{
    MesonAnalysis(source, context, analysis).run();
}

} // namespace rocport
