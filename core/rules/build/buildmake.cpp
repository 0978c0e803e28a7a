#include "core/base/cancelscope.h"
#include "core/rules/build/buildfile.h"
#include "core/rules/build/buildlibraries.h"
#include "core/rules/build/buildmakecalls.h"
#include "core/rules/build/buildmakecompiler.h"
#include "core/rules/build/buildmakereader.h"
#include "core/rules/build/buildmakeswitch.h"
#include "core/rules/build/buildnames.h"
#include "core/rules/build/nvccflags.h"
#include "core/rules/build/placefindings.h"
#include "core/rules/manifests/manifest.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

/// What a line becomes on ROCm.
struct MakeArm
{
    const MakeLine* line = nullptr;
    QByteArray text; ///< with its line end
    std::vector<BuildPlace> places;
};

class MakeAnalysis
{
public:
    MakeAnalysis(const SourceBuffer& source, const AnalysisContext& context, FileAnalysis& analysis)
        : m_source(source),
          m_macro(context.target.guardMacro.toUtf8()),
          m_lines(readMake(source.view(), viewOf(m_macro))),
          m_calls(m_lines),
          m_rules(BuildRules::of(context, Language::Make)),
          m_shimFolder(context.strategy == Strategy::ShimHeaders
                           ? context.compatHeader.folder().relativeTo(analysis.path.folder())
                           : QByteArray()),
          m_shimKeys(m_shimFolder.isEmpty()
                         ? QVector<QByteArray>()
                         : QVector<QByteArray>{compatHeaderKey(context), shimRuntimeKey(context)}),
          m_writer(source, analysis),
          m_places(m_writer),
          m_cancel(context.cancel),
          m_strategy(context.strategy)
    {
    }

    void run();

private:
    MakeArm read(const MakeLine& line);
    void readCalls(const MakeLine& line, const QByteArray& original, QByteArray& text,
                   MakeArm& arm) const;
    [[nodiscard]] BuildPlace questionPlace(ByteRange range, const QString& symbol) const;
    void replaceCompiler(QByteArray& text, qsizetype offset, MakeArm& arm) const;
    void replacePaths(QByteArray& text, qsizetype offset, MakeArm& arm) const;
    void replaceLibraries(QByteArray& text, qsizetype offset, MakeArm& arm) const;
    ByteRange wordAfter(qsizetype& cursor, const QByteArray& word) const;
    [[nodiscard]] bool callsCompiler(const MakeLine& line, const QByteArray& text) const;
    QByteArray addPlace(const BuildPlace& place, int edit = 0);
    void addEdit(const std::vector<MakeArm>& arms);
    bool areTooMany(std::vector<MakeArm>& arms);
    void addPreamble(const std::vector<MakeArm>& arms);
    void findCondition(const MakeLine& line);
    void switchOn(MakeArm& arm) const;

    const SourceBuffer& m_source;
    QByteArray m_macro;
    std::vector<MakeLine> m_lines;
    MakeCalls m_calls;
    BuildRules m_rules;
    /// Strategy shim-headers: the way to the headers that stand in for CUDA's ("../rocm_compat").
    QByteArray m_shimFolder;
    QVector<QByteArray> m_shimKeys;
    ProposalWriter m_writer;
    PlaceFindings m_places;
    int m_edit = 0; ///< the number of the edit that is made
    std::map<std::string, MakeSwitch, std::less<>> m_switches;
    QByteArray m_preambleKey;
    const CancelToken& m_cancel;
    Strategy m_strategy;
    qsizetype m_lineEnd = 0; ///< of the line that is read
};

/// A word that is nvcc or a path that ends in it becomes hipcc with what every call needs.
void MakeAnalysis::replaceCompiler(QByteArray& text, qsizetype offset, MakeArm& arm) const
{
    if (m_rules.makeNvcc == nullptr) {
        return;
    }
    const QByteArray shims =
        m_shimFolder.isEmpty() ? QByteArray() : " -I$(ROCM_COMPAT) -include cuda_runtime.h";
    const QByteArray flags = " -D" + m_macro + shims + " $(addprefix --offload-arch=,$(ROCM_ARCH))";
    if (arm.line != nullptr && arm.line->kind == MakeLine::Kind::Assignment) {
        const ByteRange name = replaceFoundCompiler(text, flags);
        if (!name.isEmpty()) {
            arm.places.push_back(
                {m_rules.makeNvcc,
                 {offset + name.begin, offset + name.end},
                 QStringLiteral("nvcc"),
                 QStringLiteral("does not exist on a machine with ROCm; hipcc does."),
                 {}});
            return;
        }
    }
    const bool isRecipe = arm.line != nullptr && arm.line->kind == MakeLine::Kind::Recipe;
    QByteArray result;
    qsizetype copied = 0;
    qsizetype tick = -1;
    qsizetype read = 0; // for back quotes
    const bool asksWords = isRecipe && nextNvcc(text, 0) >= 0;
    const QVector<ByteRange> words = asksWords ? commandWords(text) : QVector<ByteRange>();
    for (qsizetype at = nextNvcc(text, 0); at >= 0; at = nextNvcc(text, at + 4)) {
        const char before = at > 0 ? text.at(at - 1) : ' ';
        const bool isText = isFunctionText(text, at);
        qsizetype begin = at;
        while (begin > copied && before == '/' && !isText && !isWordEnd(text.at(begin - 1)) &&
               text.at(begin - 1) != '=' && text.at(begin - 1) != '@') {
            --begin;
        }
        for (; read < begin; ++read) {
            tick = text.at(read) != '`' ? tick : tick < 0 ? read : -1;
        }
        const MakeWordPlace place = compilerPlace(text, begin, tick);
        BuildPlace found{m_rules.makeNvcc,
                         {offset + begin, offset + at + 4},
                         QString::fromUtf8(text.mid(begin, at + 4 - begin)),
                         QStringLiteral("does not exist on a machine with ROCm; hipcc does."),
                         {}};
        if (place == MakeWordPlace::Question) {
            arm.places.push_back(questionPlace(found.range, found.symbol));
            continue;
        }
        qsizetype end = at + 4;
        const bool call = place == MakeWordPlace::Call && !isText;
        // The quotes around a path would hold the flags as well.
        const char quote = begin > copied ? text.at(begin - 1) : ' ';
        const bool isQuoted =
            (quote == '"' || quote == '\'') && end < text.size() && text.at(end) == quote;
        const bool isValue = isRecipe && !isCommandWord(words, {begin, end});
        if (call && isQuoted && !isValue) {
            --begin;
            ++end;
        }
        // NVCC=nvcc among the words of a shell, as for a make below.
        const QByteArray mark =
            call && isRecipe && !isQuoted && followsEquals(text, begin) ? "\"" : "";
        result += text.mid(copied, begin - copied) + mark + "hipcc" +
                  (call ? flags : QByteArray()) + mark;
        copied = end;
        arm.places.push_back(found);
    }
    text = result + text.mid(copied);
}

void MakeAnalysis::replacePaths(QByteArray& text, qsizetype offset, MakeArm& arm) const
{
    if (m_rules.targets == nullptr) {
        return;
    }
    QByteArray result;
    qsizetype copied = 0;
    qsizetype cursor = offset;
    for (const ByteRange& path : toolkitPaths(text)) {
        const bool include = text.at(path.begin + 1) == 'I';
        const QByteArray word = text.mid(path.begin, path.size());
        const QByteArray shims = m_shimFolder.isEmpty() ? "" : "-I$(ROCM_COMPAT) ";
        const QByteArray now =
            include ? shims + "-I$(ROCM_PATH)/include -D__HIP_PLATFORM_AMD__ -D" + m_macro
                    : QByteArray("-L$(ROCM_PATH)/lib");
        result += text.mid(copied, path.begin - copied) + now;
        copied = path.end;
        arm.places.push_back({m_rules.targets,
                              wordAfter(cursor, word),
                              QString::fromUtf8(word),
                              QStringLiteral("is a folder of NVIDIA's toolkit."),
                              {}});
    }
    text = result + text.mid(copied);
}

/// Where a word of the line that is read stands, at `cursor` or behind it; moves the cursor past
/// it. Words come in order, so this stays linear.
ByteRange MakeAnalysis::wordAfter(qsizetype& cursor, const QByteArray& word) const
{
    const QByteArrayView line = QByteArrayView(m_source.bytes()).first(std::max(cursor, m_lineEnd));
    const qsizetype at = line.indexOf(word, cursor);
    if (at < 0) {
        return {cursor, cursor};
    }
    cursor = at + word.size();
    return {at, cursor};
}

void MakeAnalysis::replaceLibraries(QByteArray& text, qsizetype offset, MakeArm& arm) const
{
    if (m_rules.targets == nullptr) {
        return;
    }
    QByteArray result;
    qsizetype copied = 0;
    qsizetype cursor = offset;
    for (qsizetype at = text.indexOf("-l"); at >= 0; at = text.indexOf("-l", at + 2)) {
        if (at > 0 && !isWordEnd(text.at(at - 1)) && text.at(at - 1) != '=') {
            continue;
        }
        qsizetype end = at + 2;
        while (end < text.size() && isMakeNameByte(text.at(end))) {
            ++end;
        }
        const QByteArray name = text.mid(at + 2, end - at - 2);
        const BuildLibrary* library = findBuildLibrary(viewOf(name));
        if (library == nullptr || name == "thrust" || name == "cub" || name == "toolkit") {
            continue;
        }
        const QByteArray now = comesWithHeaders(*library, m_strategy) ? "-" : library->library;
        BuildPlace place;
        place.rule = m_rules.targets;
        const QByteArray word = "-l" + name;
        place.range = wordAfter(cursor, word);
        place.symbol = QString::fromUtf8(word);
        place.note = noteOfLinked(*library, viewOf(now));
        if (now.isEmpty()) {
            place.wayOut = QStringLiteral("ROCm has no library with this interface: leave the part "
                                          "out on AMD GPUs, or port it by hand.");
        } else {
            result += text.mid(copied, at - copied) + (now == "-" ? QByteArray() : "-l" + now);
            copied = end;
        }
        arm.places.push_back(place);
    }
    text = result + text.mid(copied);
}

bool MakeAnalysis::callsCompiler(const MakeLine& line, const QByteArray& text) const
{
    const QByteArray name = toBytes(line.name);
    const QByteArray upper = name.toUpper();
    if (line.kind == MakeLine::Kind::Assignment) {
        const bool isFlags = upper.contains("FLAGS") && !upper.contains("LD");
        return upper.contains("NVCC") || upper.contains("CUDA") || upper.contains("GENCODE") ||
               upper.contains("SMS") || m_calls.isGiven(name) || holdsNvccFlags(text, isFlags);
    }
    return holdsNvccFlags(text, false) || m_calls.refersToCompiler(text);
}

/// The end of a word, or of the quotes around it.
qsizetype behindQuote(const QByteArray& text, ByteRange word)
{
    const bool quoted =
        word.end < text.size() && (text.at(word.end) == '"' || text.at(word.end) == '\'');
    return quoted ? word.end + 1 : word.end;
}

/// Calls of the compiler by a variable: how it is quoted, whether it links device code, and what
/// the shell is asked of it. `text` is `original` with other changes made.
void MakeAnalysis::readCalls(const MakeLine& line, const QByteArray& original, QByteArray& text,
                             MakeArm& arm) const
{
    const qsizetype offset = line.value.begin;
    const bool isRecipe = line.kind == MakeLine::Kind::Recipe;
    const QVector<ByteRange> calls = m_calls.references(original);
    if (m_rules.makeNvcc != nullptr && m_calls.requoted(original, isRecipe) != original) {
        text = m_calls.requoted(text, isRecipe);
        const ByteRange call = calls.first();
        arm.places.push_back(
            {m_rules.makeNvcc,
             {offset + call.begin, offset + call.end},
             QString::fromUtf8(original.mid(call.begin, call.size())),
             QStringLiteral("is several words on ROCm, so that its quotes differ."),
             {}});
    }
    const QVector<ByteRange> links =
        isRecipe ? m_calls.deviceLinks(original) : QVector<ByteRange>();
    const QVector<ByteRange> linksNow = links.isEmpty() ? links : m_calls.deviceLinks(text);
    if (m_rules.flags != nullptr && links.size() == linksNow.size()) {
        for (qsizetype i = links.size() - 1; i >= 0; --i) {
            text.insert(behindQuote(text, linksNow.at(i)), " -fgpu-rdc --hip-link");
            arm.places.push_back(
                {m_rules.flags,
                 {offset + links.at(i).begin, offset + links.at(i).end},
                 QString::fromUtf8(original.mid(links.at(i).begin, links.at(i).size())),
                 QStringLiteral("links relocatable device code, which clang has to be told."),
                 {}});
        }
    }
    for (qsizetype i = 0; m_rules.makeNvcc != nullptr && i < calls.size(); ++i) {
        const ByteRange& call = calls.at(i);
        if (compilerPlace(original, call.begin, -1) == MakeWordPlace::Question) {
            arm.places.push_back(
                questionPlace({offset + call.begin, offset + call.end},
                              QString::fromUtf8(original.mid(call.begin, call.size()))));
            return;
        }
    }
}

/// What the shell is asked about the compiler.
BuildPlace MakeAnalysis::questionPlace(ByteRange range, const QString& symbol) const
{
    return {m_rules.makeNvcc, range, symbol,
            QStringLiteral("is asked here for what only NVIDIA's compiler answers."),
            QStringLiteral("Ask `hipconfig` under the guard, and gate what reads the answer "
                           "together with it.")};
}

MakeArm MakeAnalysis::read(const MakeLine& line)
{
    MakeArm arm;
    arm.line = &line;
    const QByteArray& bytes = m_source.bytes();
    ByteRange value = line.value;
    m_lineEnd = value.end;
    if (line.kind == MakeLine::Kind::Assignment) {
        const qsizetype comment =
            QByteArrayView(bytes).sliced(value.begin, value.size()).indexOf('#');
        value.end = comment >= 0 ? value.begin + comment : value.end;
    }
    const QByteArray original = bytes.mid(value.begin, value.size());
    QByteArray text = original;
    if (callsCompiler(line, original) || original.contains("nvcc")) {
        const QByteArray name = toBytes(line.name);
        const bool isNvcc = line.kind == MakeLine::Kind::Assignment &&
                            (m_calls.isGiven(name) || name.toUpper().contains("NVCC"));
        const FlagText flags = hipFlags(text, ' ', isNvcc);
        addFlagPlaces(flags, value.begin, m_rules, arm.places);
        if (m_rules.flags != nullptr) {
            text = flags.text;
        }
    }
    readCalls(line, original, text, arm);
    const size_t before = arm.places.size();
    // Offsets of the compiler are those of the original, so it is looked for there.
    QByteArray probe = original;
    replaceCompiler(probe, value.begin, arm);
    if (arm.places.size() > before) {
        MakeArm unused;
        unused.line = &line;
        replaceCompiler(text, value.begin, unused);
    }
    replaceLibraries(text, value.begin, arm);
    replacePaths(text, value.begin, arm);
    if (text != original) {
        arm.text = bytes.mid(line.range.begin, value.begin - line.range.begin) + text +
                   bytes.mid(value.end, line.range.end - value.end);
    }
    return arm;
}

/// `USE_CUDA ?= 0`: in the ROCm build the value is the one that the conditionals ask for, so that
/// what they guard is built.
void MakeAnalysis::switchOn(MakeArm& arm) const
{
    const MakeLine& line = *arm.line;
    const auto found = line.kind == MakeLine::Kind::Assignment && arm.text.isEmpty()
                           ? m_switches.find(line.name)
                           : m_switches.end();
    if (found == m_switches.end() || found->second.isOn || m_rules.makeNvcc == nullptr) {
        return;
    }
    const QByteArray& bytes = m_source.bytes();
    const QByteArray value = bytes.mid(line.value.begin, line.value.size());
    const qsizetype comment = value.indexOf('#');
    const QByteArray rest = comment >= 0 ? ' ' + value.mid(comment) : QByteArray();
    arm.text = bytes.mid(line.range.begin, line.value.begin - line.range.begin) + ' ' +
               found->second.on + rest + bytes.mid(line.value.end, line.range.end - line.value.end);
    arm.places.push_back(
        {m_rules.makeNvcc,
         line.value,
         QString::fromUtf8(toBytes(line.name)),
         QStringLiteral("switches on what is built for CUDA, and with it what is built for AMD "
                        "GPUs."),
         {}});
}

/// `edit`: the number of the edit that answers the place; 0: none does.
QByteArray MakeAnalysis::addPlace(const BuildPlace& place, int edit)
{
    const bool fixed = edit != 0;
    const Captures captures = {{QStringLiteral("symbol"), place.symbol},
                               {QStringLiteral("note"), place.note}};
    const bool done = fixed && place.wayOut.isEmpty();
    const QString wayOut =
        done ? QString() : (place.wayOut.isEmpty() ? place.rule->wayOut : place.wayOut);
    return m_places.add(place,
                        {fillText(place.rule->message, captures), fillText(wayOut, captures),
                         done ? Effort::None : place.rule->effort,
                         place.severity.value_or(place.rule->severity)},
                        edit);
}

/// Where ROCm is and which GPUs to build for, once, before everything else.
void MakeAnalysis::addPreamble(const std::vector<MakeArm>& arms)
{
    const bool needed = std::any_of(arms.begin(), arms.end(), [](const MakeArm& arm) {
        return arm.text.contains("$(ROCM_ARCH)") || arm.text.contains("$(ROCM_PATH)");
    });
    const bool there = std::any_of(m_lines.begin(), m_lines.end(), [](const MakeLine& line) {
        return line.decided && line.name == "ROCM_ARCH";
    });
    const Rule* rule = m_rules.arch != nullptr ? m_rules.arch : m_rules.makeNvcc;
    if (!needed || there || rule == nullptr) {
        return;
    }
    const auto first = std::find_if(m_lines.begin(), m_lines.end(), [](const MakeLine& line) {
        return line.kind != MakeLine::Kind::Blank;
    });
    const qsizetype at = first->range.begin;
    HunkDraft draft;
    if (!m_shimFolder.isEmpty()) {
        draft.needs = m_shimKeys;
    }
    const QVector<QByteArray> lines = makePreamble(m_macro, m_shimFolder, m_switches);
    QByteArray text;
    for (const QByteArray& line : lines) {
        text += line + buildNewline(m_source, at);
    }
    draft.rules = {rule};
    draft.edits = {{{at, at}, text}};
    draft.firstLine = m_source.lineOf(at);
    draft.lastLine = draft.firstLine - 1;
    m_preambleKey = m_writer.addHunk(draft);
}

void MakeAnalysis::addEdit(const std::vector<MakeArm>& arms)
{
    const MakeLine& first = *arms.front().line;
    const MakeLine& last = *arms.back().line;
    const QByteArray newline = buildNewline(m_source, first.range.begin);
    QByteArray head = "ifdef " + m_macro + newline;
    HunkDraft draft;
    ++m_edit;
    for (const MakeArm& arm : arms) {
        if (isWorkCancelled()) {
            return;
        }
        head += arm.text;
        for (const BuildPlace& place : arm.places) {
            if (!draft.rules.contains(place.rule)) {
                draft.rules.append(place.rule);
            }
            const QByteArray id = addPlace(place, m_edit);
            if (!draft.findingIds.contains(id)) {
                draft.findingIds.append(id);
            }
        }
    }
    head += (last.closed ? QByteArray() : newline) + "else" + newline;
    const QByteArray tail =
        (last.closed ? QByteArray() : newline) + "endif" + (last.closed ? newline : QByteArray());
    draft.edits = {{{first.range.begin, first.range.begin}, head},
                   {{last.range.end, last.range.end}, tail}};
    draft.firstLine = m_source.lineOf(first.range.begin);
    draft.lastLine = m_source.lineOf(std::max(first.range.begin, last.range.end - 1));
    if (!m_preambleKey.isEmpty()) {
        draft.needs = {m_preambleKey};
    }
    m_writer.addHunk(draft);
}

/// Whether two edits stand under one guard.
bool follows(const MakeArm& before, const MakeArm& arm)
{
    return arm.line->range.begin == before.line->range.end && arm.line->kind == before.line->kind;
}

/// Beyond the most that is proposed the edits become findings: what is kept of a file is bounded.
bool MakeAnalysis::areTooMany(std::vector<MakeArm>& arms)
{
    const auto count = static_cast<qsizetype>(arms.size());
    if (count <= ProposalWriter::kMostHunks || arms.back().places.empty()) {
        return false;
    }
    const BuildPlace& last = arms.back().places.front();
    m_writer.areTooMany(count, *last.rule, last.range);
    for (const MakeArm& arm : arms) {
        for (const BuildPlace& place : arm.places) {
            addPlace(place);
        }
    }
    arms.clear();
    return true;
}

/// "ifeq ($(shell which nvcc),)": what it guards is lost on ROCm, or stops the build there.
void MakeAnalysis::findCondition(const MakeLine& line)
{
    const QByteArrayView text(line.text);
    const qsizetype at = m_rules.makeNvcc == nullptr ? -1 : nextNvcc(text, 0);
    if (at < 0) {
        return;
    }
    const qsizetype begin = line.range.begin + at;
    addPlace({m_rules.makeNvcc,
              {begin, begin + 4},
              QStringLiteral("nvcc"),
              QStringLiteral("decides a condition, which takes the arm without it on ROCm."),
              QStringLiteral("Ask for the guard macro first, and for hipcc in its arm.")});
}

void MakeAnalysis::run()
{
    std::vector<MakeArm> arms;
    bool tooMany = false;
    // hipcc outside of "ifdef <guard macro>": the project's own.
    const MakeLine* own = nullptr;
    for (const MakeLine& line : m_lines) {
        const bool names = line.kind != MakeLine::Kind::Blank && (line.foreign || !line.decided) &&
                           line.text.find("hipcc") != std::string_view::npos;
        own = own == nullptr && names ? &line : own;
    }
    if (own == nullptr) {
        m_switches = cudaSwitches(m_lines);
    }
    for (const MakeLine& line : m_lines) {
        if (line.kind == MakeLine::Kind::Conditional && !line.decided) {
            findCondition(line);
        }
        const bool editable = line.kind == MakeLine::Kind::Assignment ||
                              line.kind == MakeLine::Kind::Recipe ||
                              (line.kind == MakeLine::Kind::Other && !line.value.isEmpty());
        if (line.decided || !editable) {
            continue;
        }
        if (m_cancel.isCancelled()) {
            return;
        }
        MakeArm arm = read(line);
        switchOn(arm);
        if (own != nullptr) {
            for (BuildPlace& place : arm.places) {
                place.wayOut = QStringLiteral("The makefile has a path for AMD GPUs of its own "
                                              "(line %1), so no edit is proposed: add to it what "
                                              "is missing here.")
                                   .arg(m_source.lineOf(own->range.begin));
            }
            arm.text.clear();
        }
        std::stable_sort(arm.places.begin(), arm.places.end(), [](const auto& a, const auto& b) {
            return a.range.begin < b.range.begin;
        });
        if (arm.text.isEmpty()) {
            for (const BuildPlace& place : arm.places) {
                addPlace(place);
            }
        } else if (tooMany) {
            for (const BuildPlace& place : arm.places) {
                addPlace(place);
            }
        } else {
            arms.push_back(std::move(arm));
            tooMany = areTooMany(arms);
        }
    }
    addPreamble(arms);
    for (size_t i = 0; i < arms.size();) {
        std::vector<MakeArm> group = {arms[i]};
        for (++i; i < arms.size() && follows(group.back(), arms[i]); ++i) {
            if (isWorkCancelled()) {
                return;
            }
            group.push_back(std::move(arms[i]));
        }
        if (isWorkCancelled()) {
            return;
        }
        addEdit(group);
    }
    if (m_rules.detect != nullptr) {
        for (const BuildPlace& place :
             hardCodedArchitectures(m_source, *m_rules.detect, QStringLiteral("ROCM_ARCH"))) {
            addPlace(place);
        }
    }
    m_places.count();
    if (own == nullptr) {
        findMakeNames(m_lines, m_source, m_rules, m_writer);
    }
}

} // namespace

void analyseMake(const SourceBuffer& source, const AnalysisContext& context, FileAnalysis& analysis)
{
    MakeAnalysis(source, context, analysis).run();
    if (isWorkCancelled()) {
        return;
    }
    analyseCommands(source, context, analysis);
}

} // namespace rocport
