#include "ui/nodes/proberows.h"

#include "ui/nodes/nodetext.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>

namespace rocport {

namespace {

QString rowText(const char* text)
{
    return QCoreApplication::translate("rocport::ProbeRows", text);
}

ColourToken severityColour(Severity severity)
{
    switch (severity) {
    case Severity::Critical:
        return &ThemeColours::crit;
    case Severity::Warning:
        return &ThemeColours::warn;
    case Severity::Info:
        break;
    }
    return &ThemeColours::text2;
}

TextCell severityCell(Severity severity)
{
    return {severityName(severity),
            {},
            severityMark(severity),
            severityColour(severity),
            -static_cast<int>(severity)};
}

TextCell plain(const QString& text, const QString& toolTip = {})
{
    return {text.simplified(), toolTip.isEmpty() ? text : toolTip, {}, nullptr, {}};
}

TextCell soft(const QString& text)
{
    TextCell cell = plain(text);
    cell.colour = &ThemeColours::text2;
    return cell;
}

struct CheckWord
{
    QString word;
    Mark mark;
};

CheckWord checkWord(ProbeCheck::State state)
{
    switch (state) {
    case ProbeCheck::State::Done:
        return {rowText("Done"), {Glyph::MarkDone, &ThemeColours::okFill}};
    case ProbeCheck::State::Failed:
        return {rowText("Failed"), {Glyph::MarkFailed, &ThemeColours::crit}};
    case ProbeCheck::State::TimedOut:
        return {rowText("Timed out"), {Glyph::Clock, &ThemeColours::warn}};
    case ProbeCheck::State::Crashed:
        return {rowText("Crashed"), {Glyph::SeverityCritical, &ThemeColours::crit}};
    case ProbeCheck::State::Missing:
        return {rowText("Not installed"), {Glyph::MarkTodo, &ThemeColours::control}};
    case ProbeCheck::State::Skipped:
        return {rowText("Skipped"), {Glyph::MarkSkipped, &ThemeColours::control}};
    }
    return {};
}

CheckWord stepWord(ConnectionStep::State state)
{
    switch (state) {
    case ConnectionStep::State::Waiting:
        return {rowText("Waiting"), {Glyph::MarkTodo, &ThemeColours::control}};
    case ConnectionStep::State::Running:
        return {rowText("Running"), {Glyph::MarkProgress, &ThemeColours::accent}};
    case ConnectionStep::State::Passed:
        return {rowText("Passed"), {Glyph::MarkDone, &ThemeColours::okFill}};
    case ConnectionStep::State::Warning:
        return {rowText("Needs attention"), {Glyph::MarkAttention, &ThemeColours::warn}};
    case ConnectionStep::State::Failed:
        return {rowText("Failed"), {Glyph::MarkFailed, &ThemeColours::crit}};
    case ConnectionStep::State::Skipped:
        return {rowText("Skipped"), {Glyph::MarkSkipped, &ThemeColours::control}};
    }
    return {};
}

TextCell timeCell(qint64 milliseconds)
{
    return {
        milliseconds > 0 ? shortDuration(milliseconds) : QString(), {}, {}, nullptr, milliseconds};
}

TextCell versionCell(const Version& version)
{
    return {version.isEmpty() ? rowText("unknown") : version.toString(),
            {},
            {},
            version.isEmpty() ? &ThemeColours::muted : nullptr,
            {}};
}

} // namespace

QVector<TextColumn> auditColumns()
{
    return {{rowText("Severity"), 110},
            {rowText("Found"), 140, false, false, false, false, true},
            {rowText("Why it matters"), 150, false, false, true, false, true},
            {rowText("Fix"), 120, false, false, false, false, true},
            {rowText("How"), 120}};
}

QVector<TextRow> auditRows(const ProbeReport& report)
{
    QVector<int> order(report.findings.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return report.findings[a].severity > report.findings[b].severity;
    });
    QVector<TextRow> rows;
    for (const int i : order) {
        const ProbeFinding& finding = report.findings[i];
        TextCell title = plain(finding.title, finding.title + u'\n' + finding.ruleId);
        title.strong = finding.severity == Severity::Critical;
        const QString how =
            finding.command.isEmpty()
                ? (finding.fix.isEmpty() ? rowText("No action") : rowText("By hand"))
            : finding.needsRoot       ? rowText("Copy (root)")
            : finding.setsEnvironment ? rowText("In env.sh")
                                      : rowText("Run or copy");
        rows.append({QString::number(i),
                     {severityCell(finding.severity), title, soft(finding.message),
                      plain(finding.fix), soft(how)}});
    }
    return rows;
}

QVector<TextColumn> factColumns()
{
    return {{rowText("Group"), 110},
            {rowText("Fact"), 220},
            {rowText("Value"), 300, true, false, true},
            {rowText("Source"), 240, true}};
}

QVector<TextRow> factRows(const ProbeReport& report)
{
    QVector<TextRow> rows;
    for (const ProbeFact& fact : report.facts) {
        rows.append({fact.key,
                     {soft(fact.group), plain(fact.label), plain(fact.value), soft(fact.source)}});
    }
    return rows;
}

QVector<TextColumn> variableColumns()
{
    return {{rowText("Severity"), 110},
            {rowText("Variable"), 300, true},
            {rowText("Value"), 220, true},
            {rowText("Effect"), 240, false, false, true, false, true}};
}

QVector<TextRow> variableRows(const ProbeReport& report)
{
    QVector<TextRow> rows;
    for (const ProbeVariable& variable : report.variables) {
        // A value that is called hidden is never shown, whatever is in it.
        TextCell value = variable.hidden ? soft(rowText("(hidden)")) : plain(variable.value);
        if (variable.hidden) {
            value.toolTip =
                rowText("The name looks like a secret, so the value stayed on the node");
        }
        rows.append(
            {variable.name,
             {severityCell(variable.severity), plain(variable.name), value, soft(variable.note)}});
    }
    return rows;
}

QVector<TextColumn> checkColumns()
{
    return {{rowText("State"), 130},
            {rowText("Check"), 240},
            {rowText("What happened"), 240, false, false, true, false, true},
            {rowText("Time"), 100, false, true}};
}

QVector<TextRow> checkRows(const ProbeReport& report)
{
    QVector<TextRow> rows;
    for (const ProbeCheck& check : report.checks) {
        const CheckWord word = checkWord(check.state);
        rows.append({check.id,
                     {{word.word, {}, word.mark, nullptr, static_cast<int>(check.state)},
                      plain(check.title),
                      soft(check.detail),
                      timeCell(check.elapsedMs)}});
    }
    return rows;
}

QVector<TextColumn> stepColumns()
{
    return {{rowText("State"), 130},
            {rowText("Step"), 160},
            {rowText("What was found"), 240, false, false, true, false, true},
            {rowText("Time"), 100, false, true}};
}

QVector<TextRow> stepRows(const ConnectionTest& test)
{
    QVector<TextRow> rows;
    for (int i = 0; i < test.size(); ++i) {
        const ConnectionStep& step = test[i];
        const CheckWord word = stepWord(step.state);
        rows.append({step.id,
                     {{word.word, {}, word.mark, nullptr, i},
                      plain(step.title),
                      soft(step.detail),
                      timeCell(step.elapsedMs)}});
    }
    return rows;
}

QVector<TextColumn> differenceColumns()
{
    return {{rowText("Importance"), 110},
            {rowText("Group"), 110},
            {rowText("What"), 240},
            {rowText("First"), 240, true},
            {rowText("Second"), 240, true, false, true}};
}

QVector<TextRow> differenceRows(const QVector<ProbeDifference>& differences)
{
    QVector<ProbeDifference> sorted = differences;
    std::stable_sort(
        sorted.begin(), sorted.end(),
        [](const ProbeDifference& a, const ProbeDifference& b) { return a.matters && !b.matters; });
    QVector<TextRow> rows;
    for (const ProbeDifference& difference : sorted) {
        const auto side = [](const QString& text) {
            return text.isEmpty() ? soft(rowText("none")) : plain(text);
        };
        const TextCell weight = difference.matters
                                    ? TextCell{rowText("Matters"),
                                               {},
                                               {Glyph::MarkAttention, &ThemeColours::warn},
                                               &ThemeColours::warn,
                                               0}
                                    : TextCell{rowText("Minor"), {}, {}, &ThemeColours::muted, 1};
        rows.append({QStringLiteral("%1/%2/%3")
                         .arg(difference.group, difference.label, QString::number(rows.size())),
                     {weight, soft(difference.group), plain(difference.label),
                      side(difference.before), side(difference.after)}});
    }
    return rows;
}

QVector<TextColumn> imageColumns()
{
    QVector<TextColumn> columns = {{rowText("Image"), 150, true, false, false, true, true},
                                   {rowText("Digest"), 90, true},
                                   {rowText("ROCm"), 50, true},
                                   {rowText("torch"), 50, true},
                                   {rowText("Triton"), 50, true},
                                   {rowText("Known defects"), 180, false, false, true, false, true},
                                   {rowText("Seen"), 80},
                                   {rowText("Source"), 90, false, false, false, false, true}};
    for (TextColumn& column : columns) { // when and where it was seen, and what torch brings along
        column.optional = column.title == rowText("Triton") || column.title == rowText("Seen") ||
                          column.title == rowText("Source");
    }
    return columns;
}

QVector<TextRow> imageRows(const QVector<ImageRecord>& images)
{
    QVector<TextRow> rows;
    for (const ImageRecord& image : images) {
        QString digest = image.digest;
        digest.remove(QStringLiteral("sha256:"));
        const QString defects = image.defects.join(u'\n');
        TextCell known = image.defects.isEmpty()
                             ? soft(rowText("none known"))
                             : TextCell{image.defects.size() == 1 ? image.defects.first()
                                                                  : rowText("%1 known: %2")
                                                                        .arg(image.defects.size())
                                                                        .arg(image.defects.first()),
                                        defects,
                                        {Glyph::MarkAttention, &ThemeColours::warn},
                                        nullptr,
                                        image.defects.size()};
        TextCell seen = soft(image.seen.isValid() ? shortTime(image.seen) : rowText("not probed"));
        seen.sort = image.seen.isValid() ? image.seen.toMSecsSinceEpoch() : qint64(0);
        rows.append(
            {image.reference + u'@' + image.digest,
             {plain(image.reference),
              plain(digest.isEmpty() ? rowText("unknown") : digest.left(12), image.digest),
              versionCell(image.rocm), versionCell(image.torch), versionCell(image.triton), known,
              seen,
              soft(image.probes > 1
                       ? rowText("%1, %2 probes").arg(image.source, QString::number(image.probes))
                       : image.source)}});
    }
    std::stable_sort(rows.begin(), rows.end(), [](const TextRow& a, const TextRow& b) {
        return a.cells[6].sort.toLongLong() > b.cells[6].sort.toLongLong();
    });
    return rows;
}

} // namespace rocport
