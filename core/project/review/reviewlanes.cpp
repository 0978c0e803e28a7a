#include "core/project/review/reviewlanes.h"

#include "core/base/cancelscope.h"
#include "core/base/wording.h"
#include "core/lanes/lanecache.h"
#include "core/process/localprocess.h"
#include "core/process/sandbox.h"
#include "core/project/proof/laneinputs.h"
#include "core/project/proof/laneresult.h"
#include "core/project/review/reviewgate.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QTemporaryDir>

#include <algorithm>

namespace rocport {

namespace {

/// "on 64 and 32 lanes"
QString onLanes(const QVector<int>& lanes)
{
    QStringList names;
    for (const int width : lanes) {
        names.append(QString::number(width));
    }
    return QStringLiteral("on %1 lanes").arg(names.join(QStringLiteral(" and ")));
}

/// "3 results of `row_sum` are as in the base on 64 and 32 lanes."
QString equalSentence(qsizetype copies, const QString& of, const QVector<int>& lanes)
{
    return QStringLiteral("%1 of %2 %3 as in the base %4.")
        .arg(counted(copies, "result", "results"), of,
             copies == 1 ? QStringLiteral("is") : QStringLiteral("are"), onLanes(lanes));
}

/// "64 lanes: element 0 of `out` is 1024, not 2048"
QString differenceText(const LaneCopyCheck& copy, const LanePortCopy& port)
{
    const bool element = port.comparison && port.comparison->firstMismatch >= 0 &&
                         !port.value.isEmpty() && !port.reference.isEmpty();
    return element ? QStringLiteral("%1 lanes: element %2 of `%3` is %4, not %5")
                         .arg(QString::number(port.lanes),
                              QString::number(port.comparison->firstMismatch), copy.name,
                              port.value, port.reference)
                   : QStringLiteral("%1 lanes: `%2`, %3")
                         .arg(QString::number(port.lanes), copy.name,
                              laneVerdictName(port.verdict).toLower());
}

/// What the run says of the kernels that the base has in one place.
struct KernelResult
{
    qsizetype copies = 0;
    const LaneCopyCheck* wrong = nullptr; ///< the first that is not right
    QHash<int, QString> differences;      ///< of that, by lanes: the first
};

/// What was told of the port while it ran.
struct PortComplaint
{
    const LaneComplaint* told = nullptr;
    int lanes = 64;
};

/// Says of each hunk what the run shows.
class Attribution
{
public:
    Attribution(PortReview& review, const ReviewExecution& execution,
                const LaneVerification& result);

    void run();

private:
    void say(const ReviewFile& file, ReviewHunk& hunk);
    [[nodiscard]] QVector<const LaneKernelPlace*> kernelsOf(const ReviewFile& file,
                                                            const ReviewHunk& hunk) const;
    const LaneComplaint* takeComplaint(const ReviewFile& file, ReviewHunk& hunk);
    void sayOfKernels(const QVector<const LaneKernelPlace*>& kernels, ReviewHunk& hunk);
    void sayOfProgram(ReviewHunk& hunk) const;
    void sayTheRest();

    PortReview& m_review;
    const ReviewExecution& m_execution;
    const LaneVerification& m_result;
    QHash<QString, KernelResult> m_kernels;             ///< by "path:line" in the base
    QHash<RepoPath, QVector<LaneKernelPlace>> m_places; ///< of the base
    QSet<RepoPath> m_files; ///< that the program is made of, by their paths in the base
    QVector<PortComplaint> m_complaints; ///< of the port, those that the base has not
    QSet<const LaneComplaint*> m_told;   ///< of these, by a hunk
    QSet<QString> m_named;               ///< keys of kernels that differ, by a hunk
};

QString keyOf(const QString& path, int line)
{
    return path + u':' + QString::number(line);
}

Attribution::Attribution(PortReview& review, const ReviewExecution& execution,
                         const LaneVerification& result)
    : m_review(review), m_execution(execution), m_result(result)
{
    for (const LaneCopyCheck& copy : result.copies) {
        KernelResult& kernel = m_kernels[keyOf(copy.kernelPath, copy.kernelLine)];
        ++kernel.copies;
        if (kernel.wrong == nullptr && copy.wrong() != nullptr) {
            kernel.wrong = &copy;
        }
        for (const LanePortCopy& port : copy.ports) {
            if (isWrong(port.verdict) && !kernel.differences.contains(port.lanes)) {
                kernel.differences.insert(port.lanes, differenceText(copy, port));
            }
        }
    }
    for (const LaneSide& side : result.sides) {
        if (side.original) {
            for (const LaneKernelPlace& place : side.program.kernels) {
                m_places[place.path].append(place);
                m_files.insert(place.path);
            }
            continue;
        }
        for (const LaneComplaint& complaint : side.run.complaints) {
            if (!result.originalToo(complaint)) {
                m_complaints.append({&complaint, side.lanes});
            }
        }
    }
    for (const RepoPath& source : execution.sources) {
        m_files.insert(review.trees.renames.value(source, source));
    }
}

QVector<const LaneKernelPlace*> Attribution::kernelsOf(const ReviewFile& file,
                                                       const ReviewHunk& hunk) const
{
    QVector<const LaneKernelPlace*> kernels;
    const auto places = m_places.constFind(file.basePath);
    if (hunk.kind != ReviewHunkKind::Lines || places == m_places.constEnd()) {
        return kernels;
    }
    for (const LaneKernelPlace& place : *places) {
        const bool inserts = hunk.baseLast < hunk.baseFirst; // before baseFirst
        const bool within = inserts
                                ? hunk.baseFirst > place.line && hunk.baseFirst <= place.lastLine
                                : hunk.baseFirst <= place.lastLine && hunk.baseLast >= place.line;
        if (within) {
            kernels.append(&place);
        }
    }
    return kernels;
}

/// The first that is within the hunk; all of them are told then.
const LaneComplaint* Attribution::takeComplaint(const ReviewFile& file, ReviewHunk& hunk)
{
    constexpr qsizetype kMostTold = 8; // of one hunk
    const QString path = file.path.display();
    const LaneComplaint* first = nullptr;
    for (const auto& [complaint, lanes] : std::as_const(m_complaints)) {
        if (complaint->path == path && complaint->line >= hunk.headFirst &&
            complaint->line <= hunk.headLast) {
            first = first == nullptr ? complaint : first;
            m_told.insert(complaint);
            if (hunk.armFacts.size() < kMostTold) {
                hunk.armFacts.append({lanes, RocmArm::LanesDiffer,
                                      QStringLiteral("%1 lanes, line %2: %3")
                                          .arg(lanes)
                                          .arg(complaint->line)
                                          .arg(complaint->text)});
            }
        }
    }
    return first;
}

void Attribution::sayOfKernels(const QVector<const LaneKernelPlace*>& kernels, ReviewHunk& hunk)
{
    qsizetype copies = 0;
    QStringList names;
    QString without; // a kernel of which nothing came back
    QHash<int, QString> differences;
    for (const LaneKernelPlace* place : kernels) {
        const QString key = keyOf(place->path.display(), place->line);
        const KernelResult result = m_kernels.value(key);
        const QString name = QStringLiteral("`%1`").arg(QString::fromUtf8(place->name));
        copies += result.copies;
        names.append(name);
        without = result.copies == 0 && without.isEmpty() ? name : without;
        for (auto one = result.differences.cbegin(); one != result.differences.cend(); ++one) {
            differences.insert(one.key(), differences.value(one.key(), *one));
        }
        if (result.wrong != nullptr) {
            m_named.insert(key);
            hunk.rocm = RocmArm::LanesDiffer;
            hunk.rocmReason = laneSentence(*result.wrong);
        }
    }
    for (const int lanes : m_execution.lanes) {
        if (differences.contains(lanes)) {
            hunk.armFacts.append({lanes, RocmArm::LanesDiffer, differences.value(lanes)});
        } else if (copies > 0) {
            hunk.armFacts.append(
                {lanes, RocmArm::LanesEqual, QStringLiteral("%1 lanes: equal").arg(lanes)});
        }
    }
    if (hunk.rocm == RocmArm::LanesDiffer) {
        return;
    }
    if (without.isEmpty()) {
        hunk.rocm = RocmArm::LanesEqual;
        hunk.rocmReason =
            equalSentence(copies, names.join(QStringLiteral(", ")), m_execution.lanes);
    } else if (hunk.rocmReason.isEmpty()) {
        hunk.rocmReason =
            QStringLiteral("On lanes nothing came back that %1 wrote last.").arg(without);
    }
}

void Attribution::sayOfProgram(ReviewHunk& hunk) const
{
    if (m_result.equal() && !m_result.copies.isEmpty()) {
        hunk.rocm = RocmArm::LanesEqual;
        hunk.rocmReason =
            equalSentence(m_result.copies.size(), QStringLiteral("the program"), m_execution.lanes);
        for (const int lanes : m_execution.lanes) {
            hunk.armFacts.append(
                {lanes, RocmArm::LanesEqual,
                 QStringLiteral("%1 lanes: the program gives the same").arg(lanes)});
        }
    } else if (!m_result.equal() && hunk.rocmReason.isEmpty()) {
        hunk.rocmReason = QStringLiteral("The program differs on lanes; whether this hunk is why, "
                                         "the run does not show.");
    }
}

void Attribution::say(const ReviewFile& file, ReviewHunk& hunk)
{
    if (hunk.rocm == RocmArm::BuildFails) {
        return;
    }
    if (const LaneComplaint* complaint = takeComplaint(file, hunk)) {
        hunk.rocm = RocmArm::LanesDiffer;
        hunk.rocmReason = QStringLiteral("Line %1: %2").arg(complaint->line).arg(complaint->text);
        return;
    }
    if (const auto kernels = kernelsOf(file, hunk); !kernels.isEmpty()) {
        sayOfKernels(kernels, hunk);
    } else {
        sayOfProgram(hunk);
    }
}

/// What differs or is told where the port has no hunk.
void Attribution::sayTheRest()
{
    constexpr qsizetype kMost = 20;
    QStringList rest;
    for (const LaneCopyCheck& copy : m_result.copies) {
        const QString key = keyOf(copy.kernelPath, copy.kernelLine);
        if (copy.wrong() != nullptr && !m_named.contains(key)) {
            m_named.insert(key);
            const QString place = copy.kernelLine > 0 ? keyOf(copy.kernelPath, copy.kernelLine)
                                                      : keyOf(copy.path, copy.line);
            rest.append(QStringLiteral("On lanes, %1: %2").arg(place, laneSentence(copy)));
        }
    }
    for (const PortComplaint& one : std::as_const(m_complaints)) {
        const LaneComplaint* complaint = one.told;
        if (!m_told.contains(complaint)) {
            const QString place = complaint->path.isEmpty()
                                      ? QString()
                                      : keyOf(complaint->path, complaint->line) + u' ';
            rest.append(QStringLiteral("On lanes, %1(%2): %3")
                            .arg(place, complaint->check, complaint->text));
        }
    }
    if (rest.size() > kMost) {
        const qsizetype left = rest.size() - kMost;
        rest = rest.first(kMost);
        rest.append(QStringLiteral("On lanes %1 more.").arg(countText(left)));
    }
    m_review.remarks += rest;
    m_review.laneComplaints = static_cast<int>(m_complaints.size());
}

void Attribution::run()
{
    for (ReviewFile& file : m_review.files) {
        if (file.basePath.isEmpty() || !m_files.contains(file.basePath)) {
            continue;
        }
        for (ReviewHunk& hunk : file.hunks) {
            say(file, hunk);
        }
    }
    sayTheRest();
}

/// The path in the base that a source of the port has.
Result<RepoPath> sourceInBase(const PortReview& review, const RepoPath& source)
{
    for (const ReviewFile& file : review.files) {
        if (file.path == source) {
            return file.basePath.isEmpty()
                       ? Result<RepoPath>(Error{
                             ErrorCode::InvalidArgument,
                             QStringLiteral("the base has no such file, so that there is nothing "
                                            "to compare it with"),
                             source.display()})
                       : Result<RepoPath>(file.basePath);
        }
    }
    return source;
}

Result<LaneVerifyRequest> requestOf(const PortReview& review, const ReviewExecution& execution)
{
    LaneVerifyRequest request;
    Result<GateInput> port = gateInputOf(review);
    if (!port) {
        return port.error();
    }
    for (GateFileInput& file : port->port) {
        file.isSibling = !file.source.isEmpty() && file.source != file.path;
    }
    request.original.tree = review.trees.base;
    request.original.target = review.target;
    request.original.strategy = Strategy::InPlace;
    request.original.repositoryRoot = port->repositoryRoot;
    request.original.compileCommands = port->compileCommands;
    for (const int width : execution.lanes) {
        LanePort one{width, *port};
        one.input.target = targetForLanes(width, review.target, execution.namesArchitectures);
        request.ports.append(one);
    }
    for (const RepoPath& source : execution.sources) {
        const auto path = sourceInBase(review, source);
        if (!path) {
            return path.error();
        }
        request.sources.append(*path);
    }
    request.kernel = execution.kernel;
    request.arguments = execution.arguments;
    request.checks = execution.checks;
    request.search = execution.search;
    request.tolerances = execution.tolerances;
    request.limits = execution.limits;
    request.hints = laneHints(*review.headScan);
    request.folder = execution.folder;
    request.cacheFolder = execution.cacheFolder;
    return request;
}

/// The run as Verify shows runs. One that is too long to be kept has no errors of elements.
QByteArray runOf(const LaneVerification& lanes, const LaneVerifyRequest& request,
                 const PortReview& review)
{
    VerifyRun run = laneResult(lanes, request, review.trees.headCommit);
    run.title = request.kernel ? QStringLiteral("%1 on lanes").arg(request.kernel->name)
                               : laneTitle(request.sources, request.arguments);
    const auto bytes = [&run] {
        return QJsonDocument(verifyRunToJson(run)).toJson(QJsonDocument::Compact);
    };
    QByteArray made = bytes();
    if (made.size() > kMostLaneRunBytes) {
        for (VerifyCheck& check : run.checks) {
            if (check.lanes) {
                for (LanePortCopy& port : check.lanes->ports) {
                    port.errors.clear();
                    port.limits.clear();
                }
            }
        }
        made = bytes();
    }
    return made.size() > kMostLaneRunBytes ? QByteArray() : made;
}

} // namespace

Result<void> executeReviewHere(PortReview& review, ReviewExecution execution,
                               const CancelToken& cancel,
                               const std::function<void(const ReviewProgress&)>& progress)
{
    const QTemporaryDir folder;
    if (!folder.isValid()) {
        return Error{ErrorCode::FileWriteFailed, folder.errorString(), QDir::tempPath()};
    }
    execution.folder = folder.path();
    execution.cacheFolder = laneCacheFolder();
    if (execution.kernel) {
        auto written = writeKernelInputs(*execution.kernel,
                                         execution.folder + QStringLiteral("/inputs"), cancel);
        if (!written) {
            return written;
        }
    }
    return executeReview(review, execution, Sandbox(), LocalProcessRunner(), cancel, progress);
}

Result<void> executeReview(PortReview& review, const ReviewExecution& execution,
                           const Sandbox& sandbox, const ProcessRunner& runner,
                           const CancelToken& cancel,
                           const std::function<void(const ReviewProgress&)>& progress)
{
    const CancelScope scope(cancel);
    const Result<LaneVerifyRequest> request = requestOf(review, execution);
    if (!request) {
        return request.error();
    }
    auto result =
        verifyLanes(*request, sandbox, runner, cancel, [&progress](const LaneProgress& lanes) {
            if (progress) {
                progress({ReviewProgress::Step::Execute, lanes.done, lanes.total, lanes.step});
            }
        });
    if (!result) {
        return result.error();
    }
    review.lanes = std::make_shared<const LaneVerification>(*std::move(result));
    review.laneRun = runOf(*review.lanes, *request, review);
    if (review.lanes->complete()) {
        Attribution(review, execution, *review.lanes).run();
    }
    for (const LaneSide& side : review.lanes->sides) {
        if (const QString problem = side.problem(); !problem.isEmpty()) {
            review.remarks.append(QStringLiteral("On lanes: %1").arg(problem));
        }
    }
    for (const QString& difference : review.lanes->differences) {
        review.remarks.append(QStringLiteral("On lanes: %1").arg(difference));
    }
    review.remarks += review.lanes->notes;
    return {};
}

} // namespace rocport
