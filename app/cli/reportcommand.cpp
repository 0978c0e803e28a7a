#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/project/port/exportreport.h"
#include "core/project/session/openstate.h"

#include <QDateTime>
#include <QFileInfo>

namespace rocport {

int runReport(const QStringList& arguments)
{
    const QStringList formats = reportFormatIds();
    Arguments args(
        QStringLiteral("report PROJECT --format %1 -o OUT").arg(formats.join(u'|')),
        QStringLiteral("Exports the report of a project file. The project file is not changed."));
    args.addPositional(QStringLiteral("PROJECT"), QStringLiteral("A .rocport project file."));
    args.addFormat(formats);
    args.addOutputOption();
    args.addPackOption();
    if (const auto code = args.parse(arguments, 1)) {
        return *code;
    }
    const QString format = args.format();
    const auto state = openStateReadOnly(args.positional().first());
    if (!state) {
        return reportError(state.error());
    }
    const auto rules = loadRules(state->meta.repositoryRoot, args);
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const QString output = args.value(QStringLiteral("output"));
    if (reportFormat(format)->maker == ReportFormat::Maker::Commits) {
        if (output.isEmpty()) {
            return reportUsage(QStringLiteral("patches need a folder; name one with -o OUT"));
        }
        const auto written = writePatches(*state, output);
        return written ? kExitDone : reportError(written.error());
    }
    const auto bytes = renderReport(*state, *rules, format, now);
    return bytes ? writeOutput(*bytes, output, kindOfFormat(format)) : reportError(bytes.error());
}

} // namespace rocport
