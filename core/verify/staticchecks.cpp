#include "core/verify/staticchecks.h"

#include "core/base/cancelscope.h"
#include "core/base/releasememory.h"
#include "core/base/wording.h"
#include "core/isolation/syntaxtree.h"
#include "core/rules/python/pythoncompile.h"

#include <QElapsedTimer>
#include <QMap>

#include <algorithm>
#include <vector>

namespace rocport {

namespace {

constexpr qsizetype kLargeFile = 1024 * 1024; ///< bytes; its tokens take many times that
constexpr int kMaxNamed = 3;                  ///< places that a check's sentence names
constexpr int kMaxUnread = 200;               ///< files that were not read, a check each

/// A question that several rules answer together.
struct StaticQuestion
{
    const char* id;
    const char* name;
    QStringList rules; ///< ids, or beginnings that end with '-'
    Severity least;
    const char* none; ///< sentence when nothing was found
};

const QVector<StaticQuestion>& questions()
{
    static const QVector<StaticQuestion> all{
        {"lane-masks",
         "Lane masks are 64 bits wide",
         {QStringLiteral("warp-")},
         Severity::Critical,
         "There are no 32-bit lane masks or warp widths of 32."},
        {"imports",
         "Imports of CUDA-only packages are guarded",
         {QStringLiteral("lib-pynvml"), QStringLiteral("lib-flash-attn"),
          QStringLiteral("lib-import-extension"), QStringLiteral("lib-cuda-only")},
         Severity::Warning,
         "Every import of a CUDA-only package is guarded."},
        {"compile-modes",
         "No compile mode captures graphs on ROCm",
         {QStringLiteral("compile-mode"), QStringLiteral("compile-graph-routes"),
          QStringLiteral("compile-config-unsafe"), QStringLiteral("compile-env-in-code")},
         Severity::Critical,
         "There is no reduce-overhead, max-autotune or other way into graph capture on ROCm."}};
    return all;
}

/// Graphs that are a matter of verification are warnings; they are captured all the same.
Severity leastOf(const StaticQuestion& question, const Finding& finding,
                 const TargetSettings& target)
{
    const bool isRoute =
        finding.ruleId == u"compile-mode" || finding.ruleId == u"compile-graph-routes";
    return isRoute && graphsAreFixed(target) ? Severity::Warning : question.least;
}

bool asks(const StaticQuestion& question, const Finding& finding, const TargetSettings& target)
{
    if (finding.severity < leastOf(question, finding, target)) {
        return false;
    }
    return std::any_of(question.rules.begin(), question.rules.end(), [&](const QString& rule) {
        return rule.endsWith(u'-') ? finding.ruleId.startsWith(rule) : finding.ruleId == rule;
    });
}

bool isCpp(Language language)
{
    return language == Language::Cuda || language == Language::Cpp || language == Language::Hip;
}

/// Sentences as parts of one: without their full stops.
QString joined(QStringList parts)
{
    for (QString& part : parts) {
        if (part.endsWith(u'.')) {
            part.chop(1);
        }
    }
    return parts.join(QStringLiteral("; "));
}

/// "line 3: message; line 9: message; and 4 more".
QString placesOf(const QVector<Finding>& findings)
{
    QStringList parts;
    for (const Finding& finding : findings) {
        if (parts.size() == kMaxNamed) {
            parts.append(QStringLiteral("and %1 more").arg(findings.size() - kMaxNamed));
            break;
        }
        parts.append(QStringLiteral("line %1: %2").arg(finding.line).arg(finding.message));
    }
    return joined(parts) + u'.';
}

/// Whether a line is a conditional about `macro` alone.
enum class GuardLine : quint8 { None, IfOn, IfOff, IfOther, Elif, Else, End };

GuardLine guardLineOf(const QByteArray& line, const QByteArray& macro)
{
    QByteArray text = line.trimmed();
    if (!text.startsWith('#')) {
        return GuardLine::None;
    }
    text = text.mid(1).simplified();
    const qsizetype comment = std::min(text.indexOf("//") < 0 ? text.size() : text.indexOf("//"),
                                       text.indexOf("/*") < 0 ? text.size() : text.indexOf("/*"));
    text = text.left(comment).simplified();
    if (text.startsWith("endif")) {
        return GuardLine::End;
    }
    if (text.startsWith("elif")) {
        return GuardLine::Elif;
    }
    if (text == "else") {
        return GuardLine::Else;
    }
    if (!text.startsWith("if")) {
        return GuardLine::None;
    }
    text.replace(' ', "");
    const QByteArrayList on{"ifdef" + macro, "ifdefined(" + macro + ')', "ifdefined" + macro};
    const QByteArrayList off{"ifndef" + macro, "if!defined(" + macro + ')', "if!defined" + macro};
    return on.contains(text)    ? GuardLine::IfOn
           : off.contains(text) ? GuardLine::IfOff
                                : GuardLine::IfOther;
}

/// One open conditional.
struct ViewFrame
{
    bool ours = false;    ///< asks for the macro alone
    bool kept = true;     ///< the arm is compiled for ROCm
    bool decided = false; ///< ours, and an #elif follows: its arms are someone else's question
};

/// Makes the checks, one after the other.
class StaticRun
{
public:
    StaticRun(const StaticInput& input, const CancelToken& cancel)
        : m_input(input), m_cancel(cancel)
    {
    }
    Result<VerifyRun> make(const std::function<void(int done, int total)>& progress);

private:
    void checkIsolation(const RepoPath& path, const QVector<Hunk>& hunks);
    void checkSyntax(const StaticFile& file);
    void checkRules(const StaticFile& file);
    void checkOpen();
    void addUnread(const RepoPath& path, const QString& why, PlaceSide side);
    void addUnreadRest();
    void add(const QString& id, const QString& name, CheckState state, const QString& detail,
             const RepoPath& file, qint64 elapsed, int line = 0, PlaceSide side = PlaceSide::Port);

    const StaticInput& m_input;
    const CancelToken& m_cancel;
    VerifyRun m_run;
    QHash<QString, int> m_asked;  ///< question -> files that were looked at
    QHash<QString, int> m_found;  ///< question -> files with something left
    QHash<QString, int> m_missed; ///< question -> files of the port that could not be read
    QSet<RepoPath> m_unread;
};

void StaticRun::add(const QString& id, const QString& name, CheckState state, const QString& detail,
                    const RepoPath& file, qint64 elapsed, int line, PlaceSide side)
{
    VerifyCheck check;
    check.id = QStringLiteral("static:") + id;
    check.name = name;
    check.state = state;
    check.detail = detail;
    check.file = file.display();
    check.line = line;
    check.side = side;
    check.elapsedMs = elapsed;
    m_run.checks.append(check);
}

void StaticRun::checkIsolation(const RepoPath& path, const QVector<Hunk>& hunks)
{
    QStringList violated;
    QStringList unproved;
    int overridden = 0;
    int firstViolated = 0;
    int firstUnproved = 0;
    for (const Hunk& hunk : hunks) {
        const QString place =
            QStringLiteral("line %1: %2")
                .arg(hunk.firstLine)
                .arg(hunk.verdictReason.isEmpty() ? hunk.title : hunk.verdictReason);
        if (hunk.verdict == Verdict::Violated) {
            violated.append(place);
            firstViolated = firstViolated > 0 ? firstViolated : hunk.firstLine;
            overridden += m_input.overrides.value(hunk.key).isEmpty() ? 0 : 1;
        } else if (!isProved(hunk.verdict)) {
            unproved.append(place);
            firstUnproved = firstUnproved > 0 ? firstUnproved : hunk.firstLine;
        }
    }
    CheckState state = CheckState::Passed;
    QString detail =
        hunks.size() == 1
            ? QStringLiteral("Its change leaves the NVIDIA path unchanged.")
            : QStringLiteral("All %1 changes leave the NVIDIA path unchanged.").arg(hunks.size());
    if (!violated.isEmpty()) {
        state = CheckState::Failed;
        detail =
            QStringLiteral("The NVIDIA path changes (%1)").arg(joined(violated.mid(0, kMaxNamed)));
        detail += overridden > 0 ? QStringLiteral("; it was accepted anyway, with a reason.")
                                 : QStringLiteral(".");
    } else if (!unproved.isEmpty()) {
        state = CheckState::Skipped;
        detail = QStringLiteral("Not proved for %1 of %2 (%3).")
                     .arg(unproved.size())
                     .arg(counted(hunks.size(), "change", "changes"))
                     .arg(joined(unproved.mid(0, kMaxNamed)));
    }
    add(QStringLiteral("isolation:") + path.display(), QStringLiteral("NVIDIA path unchanged"),
        state, detail, path, 0, violated.isEmpty() ? firstUnproved : firstViolated,
        PlaceSide::Original);
}

void StaticRun::checkSyntax(const StaticFile& file)
{
    QElapsedTimer timer;
    timer.start();
    const std::string_view text(file.content.constData(), size_t(file.content.size()));
    const Result<SyntaxTree> tree =
        SyntaxTree::parsePython(text, SyntaxTree::kTimeLimit, &m_cancel);
    CheckState state = CheckState::Passed;
    QString detail;
    if (!tree) {
        state = CheckState::Skipped;
        detail = QStringLiteral("It could not be parsed in time.");
    } else if (tree->errorLine() > 0) {
        state = CheckState::Failed;
        detail = QStringLiteral("There is a syntax error in line %1.").arg(tree->errorLine());
    }
    add(QStringLiteral("syntax:") + file.path.display(), QStringLiteral("Ported Python parses"),
        state, detail, file.path, timer.elapsed(),
        state == CheckState::Failed ? static_cast<int>(tree->errorLine()) : 0);
}

void StaticRun::checkRules(const StaticFile& file)
{
    QElapsedTimer timer;
    timer.start();
    const bool cpp = isCpp(file.language);
    const SourceBuffer source(
        cpp ? rocmView(file.content, m_input.context.target.guardMacro.toUtf8()) : file.content);
    if (isWorkCancelled()) {
        return;
    }
    const FileAnalysis analysis = analyseFile(file.path, file.language, source, m_input.context);
    if (!analysis.skipped.isEmpty()) {
        addUnread(file.path, analysis.skipped, PlaceSide::Port);
    }
    for (const StaticQuestion& question : questions()) {
        const QString id = QString::fromLatin1(question.id);
        if ((id == QLatin1StringView("lane-masks")) != cpp) {
            continue;
        }
        ++(analysis.skipped.isEmpty() ? m_asked : m_missed)[id];
        QMap<QString, QVector<Finding>> byRule;
        for (const Finding& finding : analysis.findings) {
            if (asks(question, finding, m_input.context.target)) {
                byRule[finding.ruleId].append(finding);
            }
        }
        m_found[id] += byRule.isEmpty() ? 0 : 1;
        for (auto it = byRule.cbegin(); it != byRule.cend(); ++it) {
            add(QStringLiteral("rule:%1:%2").arg(it.key(), file.path.display()),
                QStringLiteral("%1 (%2)").arg(QString::fromLatin1(question.name), it.key()),
                CheckState::Failed, placesOf(it.value()), file.path, timer.elapsed(),
                it.value().first().line);
        }
    }
}

/// Says once of a file that nobody knows what it holds.
void StaticRun::addUnread(const RepoPath& path, const QString& why, PlaceSide side)
{
    if (m_unread.contains(path)) {
        return;
    }
    m_unread.insert(path);
    if (m_unread.size() <= kMaxUnread) {
        add(QStringLiteral("unread:") + path.display(), QStringLiteral("Source was read"),
            CheckState::Skipped, QStringLiteral("It was not: %1.").arg(why), path, 0, 0, side);
    }
}

void StaticRun::addUnreadRest()
{
    if (m_unread.size() > kMaxUnread) {
        add(QStringLiteral("unread"), QStringLiteral("Sources were read"), CheckState::Skipped,
            QStringLiteral("%1 were not, besides those that are named.")
                .arg(counted(m_unread.size() - kMaxUnread, "file", "files")),
            {}, 0);
    }
}

void StaticRun::checkOpen()
{
    for (const auto& [path, why] : m_input.unread) {
        addUnread(path, why, PlaceSide::Original);
    }
    addUnreadRest();
    QMap<QPair<RepoPath, QString>, QVector<Finding>> groups;
    for (const Finding& finding : m_input.open) {
        groups[{finding.path, finding.ruleId}].append(finding);
    }
    for (auto it = groups.cbegin(); it != groups.cend(); ++it) {
        add(QStringLiteral("open:%1:%2").arg(it.key().second, it.key().first.display()),
            QStringLiteral("Critical finding without an accepted change (%1)").arg(it.key().second),
            CheckState::Failed, placesOf(it.value()), it.key().first, 0, it.value().first().line,
            PlaceSide::Original);
    }
    if (groups.isEmpty()) {
        QString detail =
            m_input.ticked == 0
                ? QStringLiteral("Every critical finding has an accepted change.")
                : QStringLiteral("No critical finding is left; %1 ticked off.").arg(m_input.ticked);
        if (!m_unread.isEmpty()) {
            detail = QStringLiteral("Nothing is known of %1; in the others no critical finding is "
                                    "left.")
                         .arg(counted(m_unread.size(), "file that was not read",
                                      "files that were not read"));
        }
        add(QStringLiteral("open"), QStringLiteral("Critical findings are answered"),
            m_unread.isEmpty() ? CheckState::Passed : CheckState::Skipped, detail, {}, 0);
    }
}

Result<VerifyRun> StaticRun::make(const std::function<void(int done, int total)>& progress)
{
    releaseMemory(); // what reading the port took
    m_run.level = VerifyLevel::Static;
    m_run.part = !m_input.only.isEmpty();
    m_run.title = !m_run.part ? QStringLiteral("Static checks")
                  : m_input.only.size() == 1
                      ? QStringLiteral("Static checks of %1").arg(m_input.only.first())
                      : QStringLiteral("Static checks of %1 files").arg(m_input.only.size());
    m_run.portKey = m_input.portKey;
    QMap<RepoPath, QVector<Hunk>> byFile;
    for (const Hunk& hunk : m_input.accepted) {
        byFile[hunk.targetPath].append(hunk);
    }
    for (auto it = byFile.cbegin(); it != byFile.cend(); ++it) {
        checkIsolation(it.key(), it.value());
    }
    int done = 0;
    for (const StaticFile& file : m_input.files) {
        if (m_cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, file.path.display()};
        }
        m_run.files.append(file.path.display());
        if (file.language == Language::Python) {
            checkSyntax(file);
        }
        if (file.language == Language::Python || isCpp(file.language)) {
            checkRules(file);
        }
        if (file.content.size() > kLargeFile) {
            releaseMemory();
        }
        if (m_cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, file.path.display()};
        }
        if (progress) {
            progress(++done, int(m_input.files.size()));
        }
    }
    for (const StaticQuestion& question : questions()) {
        const QString id = QString::fromLatin1(question.id);
        const int asked = m_asked.value(id);
        const int missed = m_missed.value(id);
        if (asked + missed > 0 && m_found.value(id) == 0) {
            QString detail = asked > 0 ? QStringLiteral("%1 Ported files checked: %2.")
                                             .arg(QString::fromLatin1(question.none))
                                             .arg(asked)
                                       : QStringLiteral("No ported file was checked.");
            detail += missed > 0 ? QStringLiteral(" Not read: %1.").arg(missed) : QString();
            add(QStringLiteral("rule:") + id, QString::fromLatin1(question.name),
                missed > 0 ? CheckState::Skipped : CheckState::Passed, detail, {}, 0);
        }
    }
    checkOpen();
    if (m_input.accepted.isEmpty()) {
        m_run.notes.append(
            m_run.part
                ? QStringLiteral("No change is accepted there, so the port has it as it was.")
                : QStringLiteral("No change is accepted, so there is no port to check."));
    }
    m_run.time = QDateTime::currentDateTimeUtc();
    m_run.id =
        QStringLiteral("static-") + m_run.time.toString(QStringLiteral("yyyyMMdd-hhmmss-zzz"));
    return std::move(m_run);
}

} // namespace

QByteArray rocmView(const QByteArray& text, const QByteArray& macro)
{
    QByteArray view;
    view.reserve(text.size());
    std::vector<ViewFrame> frames;
    const auto kept = [&] {
        return std::all_of(frames.begin(), frames.end(),
                           [](const ViewFrame& frame) { return frame.kept; });
    };
    qsizetype begin = 0;
    CancelLook isCancelled;
    while (begin < text.size() && !isCancelled()) {
        const qsizetype newline = text.indexOf('\n', begin);
        const qsizetype end = newline < 0 ? text.size() : newline + 1;
        const QByteArray line = text.mid(begin, end - begin);
        begin = end;
        const GuardLine kind = guardLineOf(line, macro);
        bool emit = kept();
        if (kind == GuardLine::IfOn || kind == GuardLine::IfOff) {
            frames.push_back({true, kind == GuardLine::IfOn, false});
            emit = false;
        } else if (kind == GuardLine::IfOther) {
            frames.push_back({});
        } else if (kind == GuardLine::Elif && !frames.empty() && frames.back().ours) {
            // After an arm for ROCm none of the others is; else what it asks decides.
            frames.back().decided = frames.back().decided || frames.back().kept;
            frames.back().kept = !frames.back().decided;
            emit = false;
        } else if (kind == GuardLine::Else && !frames.empty() && frames.back().ours) {
            frames.back().kept = !frames.back().kept && !frames.back().decided;
            emit = false;
        } else if (kind == GuardLine::End && !frames.empty()) {
            const bool ours = frames.back().ours;
            frames.pop_back();
            emit = !ours && kept();
        }
        view += emit ? line : QByteArray(newline < 0 ? "" : "\n");
    }
    return view;
}

StaticInput onlyFiles(StaticInput input, const QVector<RepoPath>& files)
{
    const QSet<RepoPath> asked(files.begin(), files.end());
    QSet<RepoPath> wanted = asked;
    for (const Hunk& hunk : std::as_const(input.accepted)) {
        if (asked.contains(hunk.sourcePath)) {
            wanted.insert(hunk.targetPath); // its translated copy
        }
    }
    input.files.removeIf([&](const StaticFile& file) { return !wanted.contains(file.path); });
    input.accepted.removeIf([&](const Hunk& hunk) { return !wanted.contains(hunk.targetPath); });
    input.open.removeIf([&](const Finding& finding) { return !wanted.contains(finding.path); });
    input.unread.removeIf([&](const UnreadFile& file) { return !wanted.contains(file.first); });
    input.ticked = 0; // of the whole port
    for (const RepoPath& file : files) {
        input.only.append(file.display());
    }
    return input;
}

Result<VerifyRun> runStaticChecks(const StaticInput& input, const CancelToken& cancel,
                                  const std::function<void(int done, int total)>& progress)
{
    const CancelScope scope(cancel);
    return StaticRun(input, cancel).make(progress);
}

} // namespace rocport
