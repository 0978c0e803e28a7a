#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/base/wording.h"
#include "core/facts/factrows.h"
#include "core/facts/rocmreleases.h"
#include "core/report/scanjson.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace rocport {

namespace {

QString factText(const FactRow& row)
{
    QString text = QStringLiteral("%1: %2 [%3; %4; %5")
                       .arg(row.name, row.fact, row.table, versionsOf(row), row.source);
    if (!row.rules.isEmpty()) {
        text += QStringLiteral("; rules: %1").arg(row.rules.join(QStringLiteral(", ")));
    }
    return text + QStringLiteral("]\n");
}

} // namespace

int runFacts(const QStringList& arguments)
{
    Arguments args(
        QStringLiteral("facts [WORD] [--rocm VERSION] [--format text|json] [-o FILE]"),
        QStringLiteral("Prints what the program takes for true of CUDA, HIP, ROCm and PyTorch, "
                       "with where it was taken from and the versions for which it is known to "
                       "hold: what holds for a release of ROCm, and mentions WORD."));
    args.addPositional(QStringLiteral("WORD"),
                       QStringLiteral("Part of a name, a fact, a table or the id of a rule."));
    args.addOption(
        QStringLiteral("rocm"),
        QStringLiteral("Release of ROCm, not of HIP (default: the newest that is known)."),
        QStringLiteral("VERSION"));
    args.addFormat({QStringLiteral("text"), QStringLiteral("json")});
    args.addOutputOption();
    if (const auto code = args.parseAny(arguments)) {
        return *code;
    }
    if (args.positional().size() > 1) {
        return reportUsage(QStringLiteral("facts takes one word"));
    }
    const QString format = args.format();
    const Result<Version> asked = args.version(QStringLiteral("rocm"));
    if (!asked) {
        reportError(asked.error());
        return kExitUsage;
    }
    const Version rocm = asked->isEmpty() ? newestRocm() : *asked;
    const QString word = args.positional().value(0);
    QString text;
    QJsonArray list;
    int shown = 0;
    int others = 0;
    for (const FactRow& row : allFactRows()) {
        if (!mentions(row, word)) {
            continue;
        }
        if (!row.holdsIn(rocm)) {
            ++others;
            continue;
        }
        ++shown;
        if (format == QLatin1StringView("json")) {
            list.append(factToJson(row));
        } else {
            text += factText(row);
        }
    }
    const QString file = args.value(QStringLiteral("output"));
    if (format == QLatin1StringView("json")) {
        const QJsonObject document{{QStringLiteral("format"), 1},
                                   {QStringLiteral("rocm"), rocm.toString()},
                                   {QStringLiteral("facts"), list},
                                   {QStringLiteral("ofOtherReleases"), others}};
        return writeOutput(QJsonDocument(document).toJson(), file, OutputKind::Json);
    }
    text += QStringLiteral("%1 for ROCm %2; %3 for other releases\n")
                .arg(counted(shown, "fact holds", "facts hold"), rocm.toString(),
                     counted(others, "more is", "more are"));
    return writeOutput(text.toUtf8(), file, OutputKind::Text);
}

} // namespace rocport
