#include "core/remote/jobarray.h"

#include "core/remote/nodekinds.h"

namespace rocport {

namespace {

/// Slurm names a task once, and a range of tasks; so many rows and tasks are read.
constexpr qsizetype kMostRows = 4 * qsizetype(kMostArrayTasks);

void takeRows(const QVector<SlurmState>& rows, ArrayReport& report)
{
    qsizetype left = kMostRows;
    for (const SlurmState& row : rows) {
        const QVector<int> tasks = slurmTasks(row.id, kMostArrayTasks);
        left -= tasks.size();
        if (left < 0) {
            return;
        }
        for (const int task : tasks) {
            SlurmState own = row;
            own.id = row.id.section(u'_', 0, 0) + u'_' + QString::number(task);
            report.states.insert(task, own);
        }
    }
}

void takeLife(const QByteArrayList& words, ArrayReport& report)
{
    static const QHash<QByteArray, TaskLife> lives{{"waiting", TaskLife::Waiting},
                                                   {"claimed", TaskLife::Claimed},
                                                   {"running", TaskLife::Running},
                                                   {"ended", TaskLife::Ended}};
    bool number = false;
    const int task = words.value(1).toInt(&number);
    const auto life = lives.constFind(words.value(2));
    if (number && task >= 0 && task < kMostArrayTasks && life != lives.constEnd()) {
        report.lives.insert(task, *life);
    }
}

} // namespace

QStringList arrayProblems(const JobArray& array)
{
    if (array.tasks.isEmpty()) {
        return {QStringLiteral("There is nothing to run: no cell was chosen.")};
    }
    if (array.tasks.size() > kMostArrayTasks) {
        return {QStringLiteral("%1 cells are too many at once; choose at most %2.")
                    .arg(array.tasks.size())
                    .arg(kMostArrayTasks)};
    }
    const Node& node = array.tasks.first().node;
    const auto transport = transportOf(node);
    if (transport->arrayCommand({array.id, node.workspace}, 1, 0).isEmpty()) {
        return {QStringLiteral("%1 has no Slurm, and only Slurm runs a matrix; switch Slurm on in "
                               "the node's settings.")
                    .arg(node.name)};
    }
    QStringList problems;
    QString tree;
    for (qsizetype i = 0; i < array.tasks.size(); ++i) {
        const JobSpec& task = array.tasks.at(i);
        tree = tree.isEmpty() ? task.tree : tree;
        if (task.array != array.id || task.task != i ||
            (!task.tree.isEmpty() && task.tree != tree) ||
            task.id != arrayTaskId(array.id, task.task) || task.node.id != node.id ||
            task.node.workspace != node.workspace) {
            return {QStringLiteral("Task %1 does not belong to this array.").arg(i)};
        }
        problems += jobProblems(task) + nodeProblems(task.node);
    }
    problems.removeDuplicates();
    return problems;
}

QVector<QPair<QString, QByteArray>> composeArrayFiles(const JobArray& array,
                                                      const QString& workspace)
{
    QVector<QPair<QString, QByteArray>> files;
    if (array.tasks.isEmpty()) {
        return files;
    }
    const JobFiles own =
        transportOf(array.tasks.first().node)
            ->arrayFiles({array.id, workspace}, static_cast<int>(array.tasks.size()), array.atOnce);
    for (const auto& [name, bytes] : own) {
        files.append({QStringLiteral(".rocport/") + name, bytes});
    }
    return files;
}

ArrayReport parseArrayReport(const QByteArrayList& lines)
{
    ArrayReport report;
    QByteArray squeue;
    QByteArray sacct;
    qsizetype rows = 0;
    for (const QByteArray& line : lines) {
        const QByteArrayList words = line.split(' ');
        const QByteArray& verb = words.first();
        if (verb == "task") {
            takeLife(words, report);
        } else if (verb == "queued-as") {
            const bool number = !words.value(1).isEmpty() && words.at(1).size() <= 18 &&
                                words.at(1).toLongLong() > 0;
            report.queueId = number ? QString::fromLatin1(words.at(1)) : QString();
        } else if (verb == "answered") {
            report.answered = true;
        } else if (verb == "unstarted") {
            report.unstarted = true;
        } else if (verb == "unsubmitted") {
            report.unsubmitted = true;
        } else if (verb == "squeue" && ++rows <= kMostRows) {
            squeue += line.mid(7) + '\n';
        } else if (verb == "sacct" && ++rows <= kMostRows) {
            sacct += line.mid(6) + '\n';
        }
    }
    takeRows(parseSacct(sacct), report);
    takeRows(parseSqueue(squeue), report);
    return report;
}

} // namespace rocport
