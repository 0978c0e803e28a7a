#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "ui/messages/messages.h"

#include <QFileInfo>

namespace rocport {

int runRules(const QStringList& arguments)
{
    Arguments args(
        QStringLiteral("rules [--check PACK]"),
        QStringLiteral("Lists the rules, or checks a rule pack (exit 1 when it has a fault)."));
    args.addOption(QStringLiteral("check"), QStringLiteral("A rule pack to check."),
                   QStringLiteral("PACK"));
    if (const auto code = args.parse(arguments, 0)) {
        return *code;
    }
    const QString pack = args.value(QStringLiteral("check"));
    if (!pack.isEmpty() && !QFileInfo::exists(pack)) {
        return reportError({ErrorCode::FileNotFound, {}, pack});
    }
    const RuleSet::LoadResult loaded =
        RuleSet::load(pack.isEmpty() ? QStringList() : QStringList{pack});
    if (!pack.isEmpty()) {
        for (const Error& problem : loaded.problems) {
            note(messageFor(problem));
        }
        int count = 0;
        for (const Rule& rule : loaded.rules.rules()) {
            count += rule.packFile == pack ? 1 : 0;
        }
        printText(QStringLiteral("%1: %2 rules, %3 faults\n")
                      .arg(pack)
                      .arg(count)
                      .arg(loaded.problems.size()));
        return loaded.problems.isEmpty() ? kExitDone : kExitFindings;
    }
    for (const Rule& rule : loaded.rules.rules()) {
        printText(QStringLiteral("%1 phase %2 %3 %4\n")
                      .arg(rule.id, -24)
                      .arg(static_cast<int>(rule.phase))
                      .arg(severityId(rule.severity), -9)
                      .arg(rule.title));
    }
    return kExitDone;
}

} // namespace rocport
