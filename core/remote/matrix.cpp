#include "core/remote/matrix.h"

#include "core/remote/container.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QMap>
#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

const QString kMatrix = QStringLiteral("matrix");
constexpr qsizetype kMostTitle = 200;

Error notPlanned(const QString& why, const QString& what)
{
    return {ErrorCode::InvalidArgument, why, what};
}

Result<void> checkTitles(const QStringList& titles, const QString& what)
{
    QSet<QString> seen;
    for (const QString& title : titles) {
        if (seen.contains(title)) {
            return notPlanned(QStringLiteral("the %1 is there twice").arg(what), title);
        }
        seen.insert(title);
    }
    return {};
}

QStringList titlesOf(const QJsonValue& value)
{
    QStringList titles;
    const QJsonArray list = value.toArray();
    for (const QJsonValue one : list) {
        titles.append(one.toString().left(kMostTitle));
    }
    return titles;
}

/// What a job's record says about its cell.
struct CellOrigin
{
    QString id, title;
    QStringList checks, places;
    int check = -1, place = -1;
};

CellOrigin originOf(const JobSpec& job)
{
    const QJsonObject object = job.origin.value(kMatrix).toObject();
    CellOrigin origin;
    origin.title = object.value(QStringLiteral("title")).toString().left(kMostTitle);
    origin.checks = titlesOf(object.value(QStringLiteral("checks")));
    origin.places = titlesOf(object.value(QStringLiteral("places")));
    origin.check = object.value(QStringLiteral("check")).toInt(-1);
    origin.place = object.value(QStringLiteral("place")).toInt(-1);
    const QString id = object.value(QStringLiteral("id")).toString();
    const bool fits = isJobId(id) && origin.check >= 0 && origin.place >= 0 &&
                      origin.check < origin.checks.size() && origin.place < origin.places.size() &&
                      origin.checks.size() * origin.places.size() <= kMostArrayTasks;
    origin.id = fits ? id : QString();
    return origin;
}

Matrix emptyMatrix(const CellOrigin& origin, const JobEntry& job)
{
    Matrix matrix;
    matrix.id = origin.id;
    matrix.title = origin.title;
    matrix.nodeId = job.spec.node.id;
    matrix.nodeName = job.spec.node.name;
    matrix.checks = origin.checks;
    matrix.places = origin.places;
    matrix.created = job.spec.created;
    matrix.replayed = job.replayed;
    matrix.cells.fill(QVector<MatrixCell>(origin.places.size()), origin.checks.size());
    return matrix;
}

} // namespace

QString MatrixPlace::title() const
{
    QStringList words{image, partition, architecture};
    words.removeAll(QString());
    return words.join(QLatin1StringView(", "));
}

qsizetype MatrixPlan::cells() const
{
    qsizetype all = 0;
    for (const JobArray& array : arrays) {
        all += array.tasks.size();
    }
    return all;
}

Node nodeAt(const Node& node, const MatrixPlace& place)
{
    Node there = node;
    if (!place.image.isEmpty()) {
        auto& container = there.of<ContainerSettings>();
        container.use = ContainerSettings::Use::Run;
        container.image = place.image;
    }
    if (!place.partition.isEmpty()) {
        there.of<SlurmSettings>().partition = place.partition;
    }
    return there;
}

Result<MatrixPlan> planMatrix(const QString& title, const QStringList& checks,
                              const QVector<MatrixPlace>& places, const Node& node, int atOnce,
                              const ComposeCell& compose)
{
    MatrixPlan plan;
    plan.id = newJobId();
    plan.checks = checks;
    for (const MatrixPlace& place : places) {
        plan.places.append(place.title().isEmpty() ? node.name : place.title());
    }
    if (checks.isEmpty() || places.isEmpty()) {
        return notPlanned(checks.isEmpty() ? QStringLiteral("no check was chosen")
                                           : QStringLiteral("no image or partition was chosen"),
                          QStringLiteral("the matrix"));
    }
    if (checks.size() * places.size() > kMostArrayTasks) {
        return notPlanned(QStringLiteral("%1 cells are too many at once; choose at most %2")
                              .arg(checks.size() * places.size())
                              .arg(kMostArrayTasks),
                          QStringLiteral("the matrix"));
    }
    for (const auto& [titles, what] : {std::pair(plan.checks, QStringLiteral("check")),
                                       std::pair(plan.places, QStringLiteral("column"))}) {
        if (const Result<void> checked = checkTitles(titles, what); !checked) {
            return checked.error();
        }
    }
    plan.title =
        title.isEmpty()
            ? QStringLiteral("%1 × %2 on %3").arg(checks.size()).arg(places.size()).arg(node.name)
            : title;
    QStringList partitions; // in the order of the columns
    for (const MatrixPlace& place : places) {
        if (!partitions.contains(place.partition)) {
            partitions.append(place.partition);
        }
    }
    for (qsizetype p = 0; p < partitions.size(); ++p) {
        JobArray array;
        array.id = partitions.size() == 1 ? plan.id : plan.id + QStringLiteral("-p%1").arg(p + 1);
        array.atOnce = atOnce;
        plan.arrays.append(array);
    }
    for (qsizetype place = 0; place < places.size(); ++place) {
        JobArray& array = plan.arrays[partitions.indexOf(places.at(place).partition)];
        for (qsizetype check = 0; check < checks.size(); ++check) {
            auto job = compose(check, places.at(place), nodeAt(node, places.at(place)));
            if (!job) {
                return job.error();
            }
            job->array = array.id;
            job->task = static_cast<int>(array.tasks.size());
            job->id = arrayTaskId(array.id, job->task);
            job->title = plan.checks.at(check) + QStringLiteral(" · ") + plan.places.at(place);
            job->origin.insert(
                kMatrix,
                QJsonObject{{QStringLiteral("id"), plan.id},
                            {QStringLiteral("title"), plan.title},
                            {QStringLiteral("checks"), QJsonArray::fromStringList(plan.checks)},
                            {QStringLiteral("places"), QJsonArray::fromStringList(plan.places)},
                            {QStringLiteral("check"), static_cast<int>(check)},
                            {QStringLiteral("place"), static_cast<int>(place)}});
            array.tasks.append(*std::move(job));
        }
    }
    for (const JobArray& array : std::as_const(plan.arrays)) {
        if (const QStringList problems = arrayProblems(array); !problems.isEmpty()) {
            return notPlanned(problems.join(u' '), plan.title);
        }
    }
    return plan;
}

namespace {

template <typename Condition>
qsizetype cellsWith(const Matrix& matrix, Condition condition)
{
    qsizetype all = 0;
    for (const QVector<MatrixCell>& row : matrix.cells) {
        all += std::count_if(row.begin(), row.end(), [&](const MatrixCell& cell) {
            return !cell.jobId.isEmpty() && condition(cell);
        });
    }
    return all;
}

} // namespace

qsizetype Matrix::count() const
{
    return cellsWith(*this, [](const MatrixCell& /*cell*/) { return true; });
}

qsizetype Matrix::ended() const
{
    return cellsWith(*this, [](const MatrixCell& cell) { return isEnded(cell.status.state); });
}

qsizetype Matrix::count(JobState state) const
{
    return cellsWith(*this, [state](const MatrixCell& cell) { return cell.status.state == state; });
}

qsizetype Matrix::succeeded() const
{
    return cellsWith(*this, [](const MatrixCell& cell) { return cell.succeeded(); });
}

QString Matrix::sentence() const
{
    QString text = QStringLiteral("%1 of %2 ended").arg(ended()).arg(count());
    const auto add = [&text](qsizetype number, const QString& words, const QString& between) {
        if (number > 0) {
            text += between + QString::number(number) + u' ' + words;
        }
    };
    const QString comma = QStringLiteral(", ");
    add(succeeded(), QStringLiteral("succeeded"), comma);
    add(count(JobState::Failed) + count(JobState::Succeeded) - succeeded(),
        QStringLiteral("failed"), comma);
    add(count(JobState::TimedOut), QStringLiteral("over the time limit"), comma);
    add(count(JobState::Cancelled), QStringLiteral("cancelled"), comma);
    add(count(JobState::Vanished), QStringLiteral("lost"), comma);
    add(count(JobState::Running), QStringLiteral("running"), comma);
    add(count(JobState::Queued), QStringLiteral("waiting"), comma);
    return text;
}

QString matrixIdOf(const JobSpec& job)
{
    return originOf(job).id;
}

QVector<Matrix> matricesOf(const QVector<JobEntry>& jobs)
{
    QMap<QString, Matrix> found;
    for (const JobEntry& job : jobs) {
        const CellOrigin origin = originOf(job.spec);
        if (origin.id.isEmpty()) {
            continue;
        }
        const QString key = job.replayed ? job.spec.id : origin.id; // a saved run is one cell
        if (!found.contains(key)) {
            found.insert(key, emptyMatrix(origin, job));
        }
        Matrix& matrix = found[key];
        if (matrix.checks != origin.checks || matrix.places != origin.places) {
            continue; // a record that was changed
        }
        matrix.cells[origin.check][origin.place] = {job.spec.id, job.status,
                                                    matrixCellWords(job.status), false};
        if (!matrix.arrays.contains(job.spec.array)) {
            matrix.arrays.append(job.spec.array);
        }
    }
    QVector<Matrix> all;
    for (const Matrix& matrix : std::as_const(found)) {
        if (!matrix.replayed) {
            all.append(matrix);
        }
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Matrix& a, const Matrix& b) { return a.created > b.created; });
    return all;
}

QString matrixCellWords(const JobStatus& status)
{
    switch (status.state) {
    case JobState::Preparing:
    case JobState::Syncing:
        return QStringLiteral("Sending");
    case JobState::Queued: {
        const QString why = slurmReason(status.queueReason);
        return why.isEmpty() ? QStringLiteral("Waiting") : QStringLiteral("Waiting: %1").arg(why);
    }
    case JobState::Running:
        return QStringLiteral("Running");
    case JobState::Detached:
        return QStringLiteral("Detached");
    case JobState::Lost:
        return QStringLiteral("No contact");
    case JobState::Stopping:
        return QStringLiteral("Cancelling…");
    case JobState::Succeeded:
        return QStringLiteral("Done");
    case JobState::Failed:
        return !status.started.isValid() ? QStringLiteral("Not started")
               : status.exitCode > 0     ? QStringLiteral("Failed, status %1").arg(status.exitCode)
                                         : QStringLiteral("Failed");
    case JobState::Cancelled:
        return QStringLiteral("Cancelled");
    case JobState::TimedOut:
        return QStringLiteral("Over its time limit");
    case JobState::Vanished:
        return slurmPhase(status.queueState) == SlurmPhase::NodeFailed
                   ? QStringLiteral("Node failed")
               : slurmPhase(status.queueState) == SlurmPhase::OutOfMemory
                   ? QStringLiteral("Out of memory")
                   : QStringLiteral("Lost");
    }
    return {};
}

} // namespace rocport
