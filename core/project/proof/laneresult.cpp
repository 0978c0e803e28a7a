#include "core/project/proof/laneresult.h"

#include "core/base/visibletext.h"
#include "core/base/wording.h"
#include "core/remote/maskedtext.h"
#include "core/verify/diagnostics.h"

#include <QDateTime>
#include <QHash>
#include <QRegularExpression>
#include <QUuid>

#include <algorithm>
#include <array>
#include <limits>

namespace rocport {

namespace {

constexpr qsizetype kMostLaneChecks = 2000; ///< copies that a run keeps
constexpr qsizetype kMostWrong = 1000;      ///< of them, such as are not right
constexpr qsizetype kMostWithErrors = 50;   ///< of these, such as keep the errors of elements

VerifyRun emptyRun(const QByteArray& portKey)
{
    VerifyRun run;
    run.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    run.level = VerifyLevel::Lanes;
    run.title = laneTitle({}, {});
    run.nodeId = QStringLiteral("local");
    run.nodeName = QStringLiteral("This machine");
    run.time = QDateTime::currentDateTimeUtc();
    run.portKey = portKey;
    return run;
}

VerifyCheck checkOf(const LaneCopyCheck& copy)
{
    VerifyCheck check;
    check.id = QStringLiteral("copy:%1").arg(copy.number);
    check.name = copy.name;
    check.detail = laneSentence(copy);
    check.lanes = copy;
    check.state = copy.wrong() == nullptr ? CheckState::Passed : CheckState::Failed;
    check.side = PlaceSide::Original;
    if (!copy.hint.isEmpty()) {
        check.file = copy.hintPath;
        check.line = copy.hintLine;
    } else if (!copy.kernelPath.isEmpty()) {
        check.file = copy.kernelPath;
        check.line = copy.kernelLine;
    } else {
        check.file = copy.path;
        check.line = copy.line;
    }
    return check;
}

/// What a complaint is about, for people; its sentence says the rest.
QString complaintName(const QString& check)
{
    static constexpr std::array<std::pair<const char*, const char*>, 13> names = {{
        {"mask", "Lanes missing that a mask names"},
        {"early-return", "Return before a barrier"},
        {"divergent-barrier", "Barrier in divergent code"},
        {"shared-size", "More shared memory than the GPU has"},
        {"grid-barrier", "Barrier of the grid in a plain launch"},
        {"shuffle", "Shuffle beyond the wave"},
        {"deadlock", "Deadlock"},
        {"crash", "Crash of a kernel"},
        {"endless", "Thread without an end"},
        {"bounds", "Access beside an allocation"},
        {"uninitialised", "Memory read that nothing was written to"},
        {"race", "Race in shared memory"},
        {"order", "Results that depend on the order of lanes and blocks"},
    }};
    const auto* const known = std::find_if(names.begin(), names.end(),
                                           [&](const std::pair<const char*, const char*>& one) {
                                               return check == QLatin1StringView(one.first);
                                           });
    return known == names.end() ? check : QString::fromLatin1(known->second);
}

VerifyCheck checkOf(const LaneComplaint& complaint, int lanes, bool originalToo)
{
    VerifyCheck check;
    check.id = QStringLiteral("%1:%2:%3:%4")
                   .arg(complaint.check, QString::number(lanes), complaint.path,
                        QString::number(complaint.line));
    check.name = complaintName(complaint.check);
    check.state = CheckState::Failed;
    check.detail =
        complaint.kernel.isEmpty()
            ? QStringLiteral("On %1 lanes: %2.").arg(QString::number(lanes), complaint.text)
            : QStringLiteral("In `%1` on %2 lanes: %3.")
                  .arg(complaint.kernel, QString::number(lanes), complaint.text);
    check.detail += originalToo ? QStringLiteral(" It is so in the original, too.") : QString();
    check.file = complaint.path;
    check.line = complaint.line;
    return check;
}

/// The first error that has a place: of compilers, or what was found before they ran
/// ("path:line: text").
CompilerMessage firstErrorOf(const LaneProgram& program)
{
    const QVector<CompilerMessage> messages =
        parseCompilerOutput(program.output, std::numeric_limits<int>::max());
    for (const CompilerMessage& message : messages) {
        if (message.kind == CompilerMessage::Kind::Error && message.place.line > 0) {
            return message;
        }
    }
    static const QRegularExpression form(QStringLiteral("^([^:]+):(\\d{1,9}): (.*)$"));
    for (const QString& reason : program.reasons) {
        const QRegularExpressionMatch match = form.match(reason);
        if (match.hasMatch()) {
            CompilerMessage message;
            message.place.path = match.captured(1);
            message.place.line = match.captured(2).toInt();
            message.text = match.captured(3);
            return message;
        }
    }
    return {};
}

/// A program that gave nothing to compare. Without the original nothing is said of the port.
VerifyCheck checkOf(const LaneSide& side)
{
    VerifyCheck check;
    check.id =
        side.original ? QStringLiteral("run:original") : QStringLiteral("run:%1").arg(side.lanes);
    check.name = side.name();
    check.state = side.original ? CheckState::Skipped : CheckState::Failed;
    check.detail = visibleLine(side.problem());
    if (side.lacksSource) {
        check.detail += QStringLiteral(" Accept them in Review.");
    }
    if (side.program.program.isEmpty()) {
        const CompilerMessage error = firstErrorOf(side.program);
        check.file = error.place.path;
        check.line = error.place.line;
        check.side = side.original ? PlaceSide::Original : PlaceSide::Port;
        if (check.line > 0 && !check.detail.contains(error.text)) {
            check.detail += QStringLiteral(" %1:%2: %3")
                                .arg(visibleLine(check.file), QString::number(check.line),
                                     visibleLine(error.text));
        }
    }
    return check;
}

void dropErrors(LaneCopyCheck& copy)
{
    for (LanePortCopy& port : copy.ports) {
        port.errors.clear();
        port.limits.clear();
    }
}

void addCopies(const LaneVerification& result, VerifyRun& run)
{
    qsizetype wrong = 0;
    qsizetype right = 0;
    for (const LaneCopyCheck& copy : result.copies) {
        const bool isRight = copy.wrong() == nullptr;
        (isRight ? right : wrong) += 1;
        if (isRight ? right <= kMostLaneChecks - kMostWrong : wrong <= kMostWrong) {
            run.checks.append(checkOf(copy));
            if (wrong > kMostWithErrors) {
                dropErrors(*run.checks.last().lanes);
            }
        }
    }
    if (const qsizetype left = result.copies.size() - run.checks.size(); left > 0) {
        run.notes.append(QStringLiteral("%1 more were compared than are listed: %2 in all, of "
                                        "which %3.")
                             .arg(counted(left, "copy", "copies"), countText(result.copies.size()),
                                  counted(wrong, "differs", "differ")));
    }
}

/// The files that a run covers, by the names that the port gives them.
class CoveredFiles
{
public:
    CoveredFiles(const LaneVerification& result, const LaneVerifyRequest& request)
        : m_result(result), m_request(request)
    {
        for (const LanePort& port : request.ports) {
            for (const GateFileInput& file : port.input.port) {
                if (file.isSibling) {
                    m_targets.insert(file.source.display(), file.path.display());
                }
            }
        }
    }

    void add(const QString& file)
    {
        const QString target = m_targets.value(file, file);
        if (!target.isEmpty() && !m_files.contains(target)) {
            m_files.append(target);
        }
    }
    /// The sources that were asked for, and the files with the program's kernels.
    void addProgram()
    {
        for (const RepoPath& source : m_request.sources) {
            add(source.display());
        }
        for (const LaneSide& side : m_result.sides) {
            for (const LaneKernelPlace& kernel : side.program.kernels) {
                add(kernel.path.display());
            }
        }
    }
    void addFailed(const VerifyCheck& check)
    {
        if (check.lanes) {
            add(check.lanes->kernelPath);
            add(check.lanes->path);
        }
        add(check.file);
        if (check.file.isEmpty() || check.id.startsWith(QLatin1StringView("run:"))) {
            addProgram();
        }
    }
    [[nodiscard]] const QStringList& files() const { return m_files; }

private:
    const LaneVerification& m_result;
    const LaneVerifyRequest& m_request;
    QHash<QString, QString> m_targets; ///< of a source that the port replaces by another file
    QStringList m_files;
};

QStringList filesCovered(const LaneVerification& result, const LaneVerifyRequest& request,
                         const VerifyRun& run)
{
    CoveredFiles covered(result, request);
    for (const LaneCopyCheck& copy : result.copies) {
        if (!copy.kernel.isEmpty()) {
            covered.add(copy.kernelPath);
        }
    }
    for (const VerifyCheck& check : run.checks) {
        if (check.state == CheckState::Failed) {
            covered.addFailed(check);
        }
    }
    return covered.files();
}

void addSides(const LaneVerification& result, VerifyRun& run)
{
    QString notSandboxed;
    bool more = false;
    for (const LaneSide& side : result.sides) {
        if (!side.problem().isEmpty()) {
            run.checks.append(checkOf(side));
        }
        more = more || side.moreCopies;
        if (side.ran && !side.run.sandboxed) {
            notSandboxed = side.run.notSandboxed;
        }
        for (const LaneComplaint& complaint : side.run.complaints) {
            if (!side.original) {
                run.checks.append(checkOf(complaint, side.lanes, result.originalToo(complaint)));
            }
        }
    }
    if (more) {
        VerifyCheck check;
        check.id = QStringLiteral("more");
        check.name = QStringLiteral("Copies beyond those that are recorded");
        check.state = CheckState::Skipped;
        check.detail = QStringLiteral("The programs copy more than is recorded; what came after "
                                      "that was not compared.");
        run.checks.append(check);
    }
    if (!notSandboxed.isEmpty()) {
        run.notes.append(
            QStringLiteral("The programs ran without a sandbox: %1.").arg(notSandboxed));
    }
}

} // namespace

QString laneTitle(const QVector<RepoPath>& sources, const QStringList& arguments)
{
    QStringList names;
    for (const RepoPath& source : sources) {
        names.append(source.display());
    }
    QString title = names.isEmpty()
                        ? QStringLiteral("All sources on lanes")
                        : QStringLiteral("%1 on lanes").arg(names.join(QStringLiteral(", ")));
    if (!arguments.isEmpty()) {
        title += QStringLiteral(", with %1").arg(maskedArguments(arguments).join(u' '));
    }
    return maskedText(visibleLine(title));
}

VerifyRun laneResult(const LaneVerification& result, const LaneVerifyRequest& request,
                     const QByteArray& portKey)
{
    VerifyRun run = emptyRun(portKey);
    addCopies(result, run);
    const bool ended = std::all_of(result.sides.begin(), result.sides.end(),
                                   [](const LaneSide& side) { return side.problem().isEmpty(); });
    if (ended && result.sides.size() > 1) {
        VerifyCheck ends;
        ends.id = QStringLiteral("output");
        ends.name = QStringLiteral("Output and exit status");
        ends.state = result.differences.isEmpty() ? CheckState::Passed : CheckState::Failed;
        ends.detail = result.differences.isEmpty()
                          ? QStringLiteral("The programs %1 and print the same.")
                                .arg(result.sides.first().ending())
                          : visibleLine(result.differences.join(u' '));
        ends.elapsedMs = result.elapsedMs;
        run.checks.append(ends);
    }
    addSides(result, run);
    run.files = filesCovered(result, request, run);
    run.notes += result.notes;
    if (ended && result.copies.isEmpty()) {
        run.notes.append(QStringLiteral("Nothing was copied back from the device."));
    }
    return run;
}

VerifyRun laneResult(const QString& why, const QByteArray& portKey)
{
    VerifyRun run = emptyRun(portKey);
    VerifyCheck check;
    check.id = QStringLiteral("run");
    check.name = QStringLiteral("Runs on lanes");
    check.state = CheckState::Skipped;
    check.detail = why;
    run.checks = {check};
    return run;
}

} // namespace rocport
