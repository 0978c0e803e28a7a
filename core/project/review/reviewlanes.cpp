#include "core/project/review/reviewlanes.h"

#include "core/base/cancelscope.h"
#include "core/base/linerange.h"
#include "core/base/wording.h"
#include "core/project/proof/laneinputs.h"
#include "core/project/review/reviewgate.h"

#include <QSet>

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

/// What the run says of the kernels that the base has in one place.
struct KernelResult
{
    qsizetype copies = 0;
    const LaneCopyCheck* wrong = nullptr; ///< the first that is not right
};

/// Says of each hunk what the run shows.
class Attribution
{
public:
    Attribution(PortReview& review, const ReviewExecution& execution,
                const LaneVerification& result);

    void run();

private:
    void say(const ReviewFile& file, ReviewHunk& hunk) const;
    [[nodiscard]] QVector<const LaneKernelPlace*> kernelsOf(const ReviewFile& file,
                                                            const ReviewHunk& hunk) const;
    [[nodiscard]] const LaneComplaint* complaintIn(const ReviewFile& file,
                                                   const ReviewHunk& hunk) const;
    void sayOfKernels(const QVector<const LaneKernelPlace*>& kernels, ReviewHunk& hunk) const;
    void sayOfProgram(ReviewHunk& hunk) const;

    PortReview& m_review;
    const ReviewExecution& m_execution;
    const LaneVerification& m_result;
    QHash<QString, KernelResult> m_kernels;             ///< by "path:line" in the base
    QHash<RepoPath, QVector<LaneKernelPlace>> m_places; ///< of the base
    QSet<RepoPath> m_files; ///< that the program is made of, by their paths in the base
    QVector<const LaneComplaint*> m_complaints; ///< of the port, those that the base has not
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
                m_complaints.append(&complaint);
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

const LaneComplaint* Attribution::complaintIn(const ReviewFile& file, const ReviewHunk& hunk) const
{
    const QString path = file.path.display();
    const auto found = std::find_if(
        m_complaints.begin(), m_complaints.end(), [&path, &hunk](const LaneComplaint* complaint) {
            return complaint->path == path && complaint->line >= hunk.headFirst &&
                   complaint->line <= hunk.headLast;
        });
    return found == m_complaints.end() ? nullptr : *found;
}

void Attribution::sayOfKernels(const QVector<const LaneKernelPlace*>& kernels,
                               ReviewHunk& hunk) const
{
    qsizetype copies = 0;
    for (const LaneKernelPlace* place : kernels) {
        const KernelResult result = m_kernels.value(keyOf(place->path.display(), place->line));
        copies += result.copies;
        if (result.wrong != nullptr) {
            hunk.rocm = RocmArm::LanesDiffer;
            hunk.rocmReason = laneSentence(*result.wrong);
            return;
        }
    }
    const QString name = QString::fromUtf8(kernels.first()->name);
    if (copies > 0) {
        hunk.rocm = RocmArm::LanesEqual;
        hunk.rocmReason =
            equalSentence(copies, QStringLiteral("`%1`").arg(name), m_execution.lanes);
    } else if (hunk.rocmReason.isEmpty()) {
        hunk.rocmReason =
            QStringLiteral("On lanes nothing came back that `%1` wrote last.").arg(name);
    }
}

void Attribution::sayOfProgram(ReviewHunk& hunk) const
{
    if (m_result.equal() && !m_result.copies.isEmpty()) {
        hunk.rocm = RocmArm::LanesEqual;
        hunk.rocmReason =
            equalSentence(m_result.copies.size(), QStringLiteral("the program"), m_execution.lanes);
    } else if (!m_result.equal() && hunk.rocmReason.isEmpty()) {
        hunk.rocmReason = QStringLiteral("The program differs on lanes; whether this hunk is why, "
                                         "the run does not show.");
    }
}

void Attribution::say(const ReviewFile& file, ReviewHunk& hunk) const
{
    if (hunk.rocm == RocmArm::BuildFails) {
        return;
    }
    if (const LaneComplaint* complaint = complaintIn(file, hunk)) {
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

} // namespace

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
