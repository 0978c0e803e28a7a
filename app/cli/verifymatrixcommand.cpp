#include "app/cli/verifymatrixcommand.h"

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/interruptwatch.h"
#include "app/cli/nodeaccess.h"
#include "app/cli/output.h"
#include "core/project/nodes/matrixrequest.h"
#include "core/project/nodes/remoterecords.h"
#include "core/remote/sharedpreparation.h"
#include "core/verify/harnessrun.h"
#include "core/verify/verifyplan.h"

#include <QCoreApplication>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>

namespace rocport {

namespace {

void addMatrixOptions(Arguments& args)
{
    args.addPositional(QStringLiteral("NODE"), QStringLiteral("A node with Slurm."));
    addSourceOptions(args);
    args.addOption(QStringLiteral("check"),
                   QStringLiteral("A row: build=cmake|make|pip, load=MODULE:CALLABLE, "
                                  "golden=MODULE:CALLABLE (with --reference), "
                                  "stability=MODULE:CALLABLE, or run=COMMAND; several times."),
                   QStringLiteral("CHECK"));
    args.addOption(QStringLiteral("image"),
                   QStringLiteral("A container image to check in; several times."),
                   QStringLiteral("IMAGE"));
    args.addOption(QStringLiteral("partition"),
                   QStringLiteral("A partition of Slurm to check on; several times."),
                   QStringLiteral("NAME"));
    args.addOption(QStringLiteral("arch"),
                   QStringLiteral("An architecture to build for; several times."),
                   QStringLiteral("GFX"));
    args.addOption(QStringLiteral("build-first"),
                   QStringLiteral("Build in each cell that does not build by itself: cmake, make "
                                  "or pip."),
                   QStringLiteral("KIND"),
                   {QStringLiteral("cmake"), QStringLiteral("make"), QStringLiteral("pip")});
    args.addOption(QStringLiteral("reference"),
                   QStringLiteral("Golden bundle, or folder of reference files, for golden=."),
                   QStringLiteral("DIR"));
    args.addOption(QStringLiteral("at-once"),
                   QStringLiteral("So many cells of an array run at the same time; default: as "
                                  "many as Slurm lets."),
                   QStringLiteral("N"));
    args.addOption(QStringLiteral("detach"),
                   QStringLiteral("Return as soon as Slurm has all cells."));
    args.addOption(QStringLiteral("dry-run"),
                   QStringLiteral("Show what would run, without starting anything."));
    args.addFormat({QStringLiteral("text"), QStringLiteral("json")});
    args.addOutputOption();
}

std::optional<MatrixCheck> checkOf(const QString& text, const QString& reference)
{
    const QString kind = text.section(u'=', 0, 0);
    const QString value = text.section(u'=', 1);
    MatrixCheck check;
    if (value.isEmpty()) {
        return std::nullopt;
    }
    if (kind == QLatin1StringView("build")) {
        const auto build = buildKindFrom(value);
        check.build = build.value_or(BuildKind::None);
        return build ? std::optional(check) : std::nullopt;
    }
    if (kind == QLatin1StringView("run")) {
        check.command = value;
        return check;
    }
    VerifyRequest verify;
    verify.target = value;
    if (kind == QLatin1StringView("load")) {
        verify.level = VerifyLevel::Load;
    } else if (kind == QLatin1StringView("golden")) {
        verify.level = VerifyLevel::Numerical;
        verify.reference = reference;
    } else if (kind == QLatin1StringView("stability")) {
        verify.level = VerifyLevel::Numerical;
        verify.iterations = 100;
    } else {
        return std::nullopt;
    }
    check.verify = verify;
    return check;
}

/// Every image on every partition for every architecture that was named.
QVector<MatrixPlace> placesOf(const Arguments& args)
{
    const auto given = [&args](const char* option) {
        const QStringList values = args.values(QString::fromLatin1(option));
        return values.isEmpty() ? QStringList{QString()} : values;
    };
    QVector<MatrixPlace> places;
    const QStringList images = given("image");
    const QStringList partitions = given("partition");
    const QStringList architectures = given("arch");
    for (const QString& image : images) {
        for (const QString& partition : partitions) {
            for (const QString& architecture : architectures) {
                places.append({image, partition, architecture});
            }
        }
    }
    return places;
}

std::optional<int> readMatrixRequest(const Arguments& args, MatrixRequest& request)
{
    const QString reference = args.isSet(QStringLiteral("reference"))
                                  ? QDir().absoluteFilePath(args.value(QStringLiteral("reference")))
                                  : QString();
    for (const QString& text : args.values(QStringLiteral("check"))) {
        const auto check = checkOf(text, reference);
        if (!check) {
            return reportUsage(QStringLiteral("--check takes build=cmake|make|pip, load=, golden=, "
                                              "stability= or run=, not '%1'")
                                   .arg(text));
        }
        request.checks.append(*check);
    }
    if (request.checks.isEmpty()) {
        return reportUsage(QStringLiteral("name at least one --check"));
    }
    if (args.isSet(QStringLiteral("build-first"))) {
        const auto build = buildKindFrom(args.value(QStringLiteral("build-first")));
        if (!build) {
            return reportUsage(QStringLiteral("--build-first must be cmake, make or pip"));
        }
        request.buildFirst = *build;
    }
    if (args.isSet(QStringLiteral("at-once"))) {
        bool number = false;
        request.atOnce = args.value(QStringLiteral("at-once")).toInt(&number);
        if (!number || request.atOnce < 1) {
            return reportUsage(QStringLiteral("--at-once must be a number of cells, at least 1"));
        }
    }
    request.places = placesOf(args);
    return std::nullopt;
}

int printMatrixPreview(const MatrixPlan& plan)
{
    const MatrixPreview preview = previewOf(plan);
    QString text = preview.commands.join(u'\n') + u'\n';
    for (const MatrixPreview::Cell& cell : preview.cells) {
        text += QStringLiteral("\n### %1 · %2: %3\n%4")
                    .arg(cell.check, cell.place, cell.stages.join(QLatin1StringView(", ")),
                         cell.script);
    }
    printText(text);
    return kExitDone;
}

/// Says on the terminal what becomes of the cells, until all have ended.
class MatrixFollower : public QObject
{
public:
    MatrixFollower(JobCenter& center, const MatrixPlan& plan, bool detach)
        : m_center(center), m_plan(plan), m_detach(detach)
    {
        connect(&center, &JobCenter::jobsChanged, this, [this] { changed(); });
        connect(&center, &JobCenter::jobEnded, this, [this] { changed(); });
    }

    /// Whether the user ended it before the cells had.
    [[nodiscard]] bool wasLeft() const { return m_left; }

private:
    void changed()
    {
        const Matrix matrix = matricesOf(m_center.entries()).value(0);
        bool sent = true;
        for (qsizetype row = 0; row < matrix.cells.size(); ++row) {
            for (qsizetype column = 0; column < matrix.cells.at(row).size(); ++column) {
                const MatrixCell& cell = matrix.cells.at(row).at(column);
                sent = sent && (isEnded(cell.status.state) || !cell.status.queueId.isEmpty());
                const QString words = matrixCellWords(cell.status);
                QString& said = m_said[cell.jobId];
                if (words != said) {
                    said = words;
                    note(QStringLiteral("%1 · %2: %3")
                             .arg(matrix.checks.at(row), matrix.places.at(column), words));
                }
            }
        }
        const bool allEnded = matrix.count() == m_plan.cells() && matrix.ended() == matrix.count();
        if (allEnded || (m_detach && sent)) {
            QCoreApplication::quit();
        }
    }

    void interrupted()
    {
        if (m_cancelled) {
            m_left = true;
            QCoreApplication::quit();
            return;
        }
        m_cancelled = true;
        note(QStringLiteral("Cancelling all cells. Press Ctrl-C again to stop waiting for them."));
        for (const JobArray& array : m_plan.arrays) {
            m_center.cancelArray(array.id);
        }
    }

    JobCenter& m_center;
    const MatrixPlan& m_plan;
    QHash<QString, QString> m_said;
    InterruptWatch m_interrupts{[this] { interrupted(); }};
    bool m_detach = false;
    bool m_cancelled = false;
    bool m_left = false;
};

qint64 secondsOf(const JobStatus& status)
{
    return status.started.isValid() && status.ended.isValid()
               ? std::max<qint64>(0, status.started.secsTo(status.ended))
               : 0;
}

QByteArray matrixJson(const Matrix& matrix, const JobCenter& center)
{
    QJsonArray cells;
    for (qsizetype row = 0; row < matrix.cells.size(); ++row) {
        for (qsizetype column = 0; column < matrix.cells.at(row).size(); ++column) {
            const MatrixCell& cell = matrix.cells.at(row).at(column);
            const auto entry = center.entry(cell.jobId);
            cells.append(
                QJsonObject{{QStringLiteral("check"), matrix.checks.at(row)},
                            {QStringLiteral("place"), matrix.places.at(column)},
                            {QStringLiteral("job"), cell.jobId},
                            {QStringLiteral("queueId"), cell.status.queueId},
                            {QStringLiteral("state"), jobStateId(cell.status.state)},
                            {QStringLiteral("passed"), cell.succeeded()},
                            {QStringLiteral("words"), cell.words},
                            {QStringLiteral("sentence"), cell.status.sentence},
                            {QStringLiteral("exitCode"), cell.status.exitCode},
                            {QStringLiteral("seconds"), secondsOf(cell.status)},
                            {QStringLiteral("folder"), entry ? entry->folder : QString()}});
        }
    }
    return QJsonDocument(QJsonObject{{QStringLiteral("matrix"), matrix.id},
                                     {QStringLiteral("title"), matrix.title},
                                     {QStringLiteral("node"), matrix.nodeName},
                                     {QStringLiteral("cells"), cells}})
        .toJson();
}

QByteArray matrixText(const Matrix& matrix, const JobCenter& center)
{
    QString text = matrix.title + QStringLiteral(": ") + matrix.sentence() + u'\n';
    for (qsizetype row = 0; row < matrix.cells.size(); ++row) {
        text += matrix.checks.at(row) + u'\n';
        for (qsizetype column = 0; column < matrix.cells.at(row).size(); ++column) {
            const MatrixCell& cell = matrix.cells.at(row).at(column);
            const auto entry = center.entry(cell.jobId);
            text += QStringLiteral("  %1: %2, %3 s, log %4/log\n")
                        .arg(matrix.places.at(column), cell.words)
                        .arg(secondsOf(cell.status))
                        .arg(entry ? entry->folder : QString());
            if (cell.status.state != JobState::Succeeded && !cell.status.sentence.isEmpty()) {
                text += QStringLiteral("    %1\n").arg(cell.status.sentence);
            }
        }
    }
    return text.toUtf8();
}

Result<void> startAll(JobCenter& center, const MatrixPlan& plan, const JobSources& sources,
                      const SshSettings& ssh)
{
    auto shares =
        sharedPreparations(sources.preparation(plan.arrays.first().tasks.first().node, ssh),
                           static_cast<std::size_t>(plan.arrays.size()));
    for (qsizetype i = 0; i < plan.arrays.size(); ++i) {
        const Result<void> started =
            center.startArray(plan.arrays.at(i), std::move(shares[static_cast<std::size_t>(i)]));
        if (!started) {
            return started.error();
        }
    }
    return {};
}

/// What the verifications among the cells found.
QVector<VerifyRun> readRuns(const JobCenter& center, const JobSources& sources)
{
    VerifyReading reading;
    if (sources.project) {
        reading.tolerances = tolerancesOf(*sources.project->remote);
    }
    QVector<VerifyRun> runs;
    const QVector<JobEntry> jobs = center.entries();
    for (const JobEntry& job : jobs) {
        const auto request = verifyRequestFromJson(job.spec.origin.value(u"verify").toObject());
        if (!job.spec.origin.contains(u"verify") || !request || !isEnded(job.status.state)) {
            continue;
        }
        const auto run = readVerification(job, *request, reading);
        if (run) {
            runs.append(*run);
        } else {
            reportError(run.error());
        }
    }
    return runs;
}

void keepRuns(const JobCenter& center, const QVector<VerifyRun>& runs, const JobSources& sources)
{
    if (!sources.project) {
        return;
    }
    QVector<JournalEntry> entries;
    const QVector<JobEntry> jobs = center.entries();
    for (const JobEntry& job : jobs) {
        entries.append(journalEntry(job));
    }
    for (const VerifyRun& run : runs) {
        entries.append(journalEntry(run));
    }
    (void)keepInProject(sources.project->projectFile, entries);
}

int runMatrixPlan(const MatrixPlan& plan, const NodeCall& call, const Arguments& args)
{
    const SshSettings ssh = terminalSsh();
    JobCenter center(ownRuns(ssh));
    if (const auto started = startAll(center, plan, call.sources, ssh); !started) {
        return reportError(started.error());
    }
    bool left = false;
    {
        const MatrixFollower follower(center, plan, args.isSet(QStringLiteral("detach")));
        QCoreApplication::exec();
        left = follower.wasLeft();
    }
    Matrix matrix = matricesOf(center.entries()).value(0);
    if (matrix.ended() < matrix.count()) {
        note(QStringLiteral("Matrix %1 continues on the node: %2").arg(plan.id, matrix.sentence()));
    }
    const QVector<VerifyRun> runs = readRuns(center, call.sources);
    addRuns(matrix, runs);
    keepRuns(center, runs, call.sources);
    const bool json = args.format() == QLatin1StringView("json");
    const int written =
        writeOutput(json ? matrixJson(matrix, center) : matrixText(matrix, center),
                    args.value(QStringLiteral("output")), kindOfFormat(args.format()));
    if (written != kExitDone) {
        return written;
    }
    return left || matrix.succeeded() < matrix.ended() ? kExitFindings : kExitDone;
}

} // namespace

int runVerifyMatrix(const QStringList& arguments)
{
    Arguments args(QStringLiteral("verify matrix NODE --check CHECK… [--image IMAGE]… "
                                  "[--partition NAME]… [--arch GFX]… [--tree DIR|--project FILE]"),
                   QStringLiteral("Runs checks in several images, partitions and architectures as "
                                  "one array of Slurm for each partition. Exits with 1 when a cell "
                                  "fails or the wait is given up."));
    addMatrixOptions(args);
    if (const auto code = args.parse(arguments, 1)) {
        return *code;
    }
    MatrixRequest request;
    if (const auto code = readMatrixRequest(args, request)) {
        return *code;
    }
    const auto call = nodeCallOf(args);
    if (!call) {
        return reportError(call.error());
    }
    request.nodeId = call->node.id;
    JobContext context;
    context.node = call->node;
    context.tree = call->sources.tree;
    context.portKey = call->sources.portKey;
    if (call->sources.project) {
        context.architectures = call->sources.project->meta.target.architectures;
        context.guardMacro = call->sources.project->meta.target.guardMacro;
    }
    const auto plan = composeMatrix(request, context);
    if (!plan) {
        return reportError(plan.error());
    }
    return args.isSet(QStringLiteral("dry-run")) ? printMatrixPreview(*plan)
                                                 : runMatrixPlan(*plan, *call, args);
}

} // namespace rocport
