#include "core/report/compose.h"

#include <QHash>

#include <algorithm>

namespace rocport {

namespace {

/// Worst first: rewrites, hours, minutes, then what needs no work; then more of them.
bool isWorse(const WorkTotal& a, const WorkTotal& b)
{
    for (const Effort effort : {Effort::Rewrite, Effort::Hours, Effort::Minutes, Effort::None}) {
        if (a.leftOf(effort) != b.leftOf(effort)) {
            return a.leftOf(effort) > b.leftOf(effort);
        }
    }
    if (a.unsupported != b.unsupported) {
        return a.unsupported > b.unsupported;
    }
    return a.name < b.name;
}

QVector<WorkTotal> sorted(const QHash<QString, WorkTotal>& totals)
{
    QVector<WorkTotal> result(totals.begin(), totals.end());
    std::sort(result.begin(), result.end(), isWorse);
    return result;
}

Spans number(int value)
{
    return {plain(QString::number(value))};
}

QStringList leftHeader()
{
    return {QStringLiteral(">Rewrite"), QStringLiteral(">Hours"), QStringLiteral(">Minutes"),
            QStringLiteral(">No work")};
}

void addLeft(QVector<Spans>& row, const WorkTotal& total)
{
    for (const Effort effort : {Effort::Rewrite, Effort::Hours, Effort::Minutes, Effort::None}) {
        row.append(number(total.leftOf(effort)));
    }
}

void composeLibraries(const ReportModel& report, Document& out)
{
    addHeading(out, 3, QStringLiteral("By library"));
    if (report.byLibrary.isEmpty()) {
        addParagraph(out, words(QStringLiteral("No CUDA library is used.")));
        return;
    }
    QVector<QVector<Spans>> rows;
    for (const WorkTotal& total : report.byLibrary) {
        QVector<Spans> row = {words(total.name), number(total.supported),
                              number(total.experimental), number(total.unsupported)};
        addLeft(row, total);
        rows.append(row);
    }
    addTable(out,
             QStringList{QStringLiteral("Library"), QStringLiteral(">Uses translated"),
                         QStringLiteral(">Experimental"),
                         QStringLiteral(">Without a counterpart")} +
                 leftHeader(),
             rows);
}

void composeFiles(const ReportModel& report, Document& out)
{
    addHeading(out, 3, QStringLiteral("By file"));
    QVector<QVector<Spans>> rows;
    for (const WorkTotal& total : report.byFile) {
        if (rows.size() >= kMaxReportRows) {
            break;
        }
        QVector<Spans> row = {{code(total.name)}, number(total.changes), number(total.taken)};
        addLeft(row, total);
        rows.append(row);
    }
    if (rows.isEmpty()) {
        addParagraph(out, words(QStringLiteral("No file needs a change.")));
        return;
    }
    addTable(out,
             QStringList{QStringLiteral("File"), QStringLiteral(">Changes"),
                         QStringLiteral(">In the port")} +
                 leftHeader(),
             rows);
    addRest(out, rows.size(), report.byFile.size());
}

} // namespace

void addWorkTotals(ReportModel& report)
{
    if (!report.scan) {
        return;
    }
    QHash<QString, WorkTotal> files;
    QHash<QString, WorkTotal> libraries;
    const auto fileOf = [&](const RepoPath& path) -> WorkTotal& {
        WorkTotal& total = files[path.display()];
        total.name = path.display();
        total.path = path;
        return total;
    };
    for (const LibraryTotal& library : report.scan->inventory.libraries) {
        WorkTotal& total = libraries[library.library];
        total.name = library.library;
        total.supported = library.supported;
        total.experimental = library.experimental;
        total.unsupported = library.unsupported;
    }
    for (const ReportPhase& phase : std::as_const(report.phases)) {
        for (const ReportChange& change : phase.changes) {
            const Hunk& hunk = *change.hunk;
            WorkTotal& total =
                fileOf(hunk.sourcePath.isEmpty() ? hunk.targetPath : hunk.sourcePath);
            ++total.changes;
            total.taken += isTaken(change.decision) ? 1 : 0;
        }
        for (const Finding* finding : phase.withoutFix) {
            ++fileOf(finding->path).left.at(static_cast<size_t>(finding->effort));
            ++report.byEffort.at(static_cast<size_t>(finding->effort));
            if (const auto library = libraries.find(finding->group); library != libraries.end()) {
                ++library->left.at(static_cast<size_t>(finding->effort));
            }
        }
    }
    report.byFile = sorted(files);
    report.byLibrary = sorted(libraries);
}

void composeTotals(const ReportModel& report, Document& out)
{
    composeLibraries(report, out);
    composeFiles(report, out);
}

void composeOrphaned(const ReportModel& report, Document& out)
{
    addHeading(out, 3, QStringLiteral("Decisions without a place"));
    if (report.orphaned.isEmpty()) {
        addParagraph(out, words(QStringLiteral("None.")));
        return;
    }
    addParagraph(out, words(QStringLiteral("The text that they referred to was changed or removed. "
                                           "They are kept in the project.")));
    QVector<QVector<Spans>> rows;
    for (const ReportOrphan& lost : report.orphaned) {
        if (rows.size() >= kMaxReportRows) {
            break;
        }
        rows.append(
            {{code(lost.path.display()), plain(QStringLiteral(", line %1").arg(lost.line))},
             richText(lost.title),
             words(lost.conflict ? QStringLiteral("in conflict") : decisionWord(lost.decision)),
             words(lost.note)});
    }
    addTable(out,
             {QStringLiteral("Place"), QStringLiteral("Change"), QStringLiteral("Decision"),
              QStringLiteral("Note")},
             rows);
    addRest(out, rows.size(), report.orphaned.size());
}

} // namespace rocport
