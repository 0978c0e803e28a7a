#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/base/wording.h"
#include "core/files/filewriter.h"
#include "core/files/readfile.h"
#include "core/project/session/packtruststore.h"
#include "core/rules/packs/packcheck.h"
#include "core/rules/packs/packfiles.h"
#include "ui/messages/messages.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace rocport {

namespace {

/// "file:line: what", as compilers say it: editors jump there.
QString problemText(const Error& problem)
{
    return QStringLiteral("%1: %2").arg(problem.object, problem.detail);
}

int checkPacks(const QStringList& files)
{
    int faults = 0;
    for (const QString& file : files) {
        const Result<QByteArray> text = readFile(file, 16 * 1024 * 1024);
        if (!text) {
            return reportError(text.error());
        }
        const PackCheck check = checkPack({file, PackOrigin::User, *text});
        for (const Error& problem : check.problems) {
            note(problemText(problem));
        }
        printText(QStringLiteral("%1: %2, %3, %4\n")
                      .arg(file, counted(check.rules.size(), "rule", "rules"),
                           counted(check.samples, "sample", "samples"),
                           counted(check.problems.size(), "fault", "faults")));
        faults += static_cast<int>(check.problems.size());
    }
    return faults == 0 ? kExitDone : kExitFindings;
}

int writeTemplate(const QString& file)
{
    if (QFileInfo::exists(file)) {
        return reportError(
            {ErrorCode::FileWriteFailed, QStringLiteral("the file exists already"), file});
    }
    const Result<void> written = writeFile(file, packTemplate());
    if (!written) {
        return reportError(written.error());
    }
    printText(QStringLiteral("%1 written\n").arg(file));
    return kExitDone;
}

QStringList languageIds(const Rule& rule)
{
    QStringList result;
    for (const Language language : rule.languages) {
        result.append(languageId(language));
    }
    return result;
}

/// The program's own packs need no file name.
QString packLabel(const Rule& rule)
{
    return rule.origin == PackOrigin::BuiltIn ? packOriginId(rule.origin) : rule.packFile;
}

QJsonObject ruleJson(const Rule& rule, const TargetSettings& target)
{
    QJsonObject json{{QStringLiteral("id"), rule.id},
                     {QStringLiteral("phase"), static_cast<int>(rule.phase)},
                     {QStringLiteral("severity"), severityId(rule.severity)},
                     {QStringLiteral("languages"), QJsonArray::fromStringList(languageIds(rule))},
                     {QStringLiteral("title"), rule.title},
                     {QStringLiteral("on"), !target.rulesOff.contains(rule.id)},
                     {QStringLiteral("origin"), packOriginId(rule.origin)},
                     {QStringLiteral("pack"), rule.packName},
                     {QStringLiteral("file"), rule.packFile},
                     {QStringLiteral("line"), rule.packLine},
                     {QStringLiteral("samples"), rule.samples.size()}};
    if (!rule.replaces.isEmpty()) {
        json.insert(QStringLiteral("replaces"), rule.replaces);
    }
    return json;
}

QString ruleText(const Rule& rule, const TargetSettings& target)
{
    QString text =
        QStringLiteral("%1 phase %2 %3 %4 %5 %6")
            .arg(rule.id, -24)
            .arg(static_cast<int>(rule.phase))
            .arg(severityId(rule.severity), -9)
            .arg(target.rulesOff.contains(rule.id) ? QStringLiteral("off") : QStringLiteral("on"),
                 -4)
            .arg(languageIds(rule).join(u','), -12)
            .arg(rule.title);
    if (rule.origin != PackOrigin::BuiltIn) {
        text += QStringLiteral(" (%1%2)").arg(
            packLabel(rule),
            rule.replaces.isEmpty() ? QString() : QStringLiteral(", replaces the earlier rule"));
    }
    return text + u'\n';
}

int listRules(const Arguments& args, const TargetSettings& target)
{
    const QStringList folders = args.positional();
    const QString folder = folders.isEmpty() ? QStringLiteral(".") : folders.first();
    if (!QFileInfo(folder).isDir()) {
        return reportError({ErrorCode::FileNotFound, {}, folder});
    }
    const auto rules = loadRules(folder, args);
    if (args.isSet(QStringLiteral("json"))) {
        QJsonArray list;
        for (const Rule& rule : rules->rules()) {
            list.append(ruleJson(rule, target));
        }
        return writeOutput(QJsonDocument(QJsonObject{{QStringLiteral("rules"), list}}).toJson(), {},
                           OutputKind::Json);
    }
    for (const Rule& rule : rules->rules()) {
        printText(ruleText(rule, target));
    }
    return kExitDone;
}

/// Keeps in the user's configuration whether the packs of a folder's repository may be used.
int answerForPacks(const Arguments& args, PackAnswer answer)
{
    const QString folder = args.positional().value(0, QStringLiteral("."));
    if (!QFileInfo(folder).isDir()) {
        return reportError({ErrorCode::FileNotFound, {}, folder});
    }
    const QString root = projectRootOf(folder);
    QVector<Error> problems;
    const QVector<PackText> packs = readProjectPacks(root, &problems);
    notePackProblems(problems);
    const QString place = packTrustFolder(root);
    if (packs.isEmpty()) {
        printText(QStringLiteral("There are no rule packs in %1\n").arg(place));
        return kExitDone;
    }
    const Result<void> kept =
        PackTrustStore(userPackTrustFile()).keep(packContentHash(packs), place, answer);
    if (!kept) {
        return reportError(kept.error());
    }
    const bool one = packs.size() == 1;
    printText((answer == PackAnswer::Trusted
                   ? QStringLiteral("%1 in %2 %3 trusted from now on, until %4\n")
                         .arg(packCount(packs.size()), place,
                              one ? QStringLiteral("is") : QStringLiteral("are"),
                              one ? QStringLiteral("it changes") : QStringLiteral("one changes"))
                   : QStringLiteral("%1 in %2 %3 no longer trusted\n")
                         .arg(packCount(packs.size()), place,
                              one ? QStringLiteral("is") : QStringLiteral("are"))));
    return kExitDone;
}

} // namespace

int runRules(const QStringList& arguments)
{
    Arguments args(
        QStringLiteral("rules [DIR] [--json] [--trust|--distrust] | --check PACK… | --new FILE"),
        QStringLiteral("Lists the rules that are used for DIR (default: the current folder), "
                       "checks rule packs and runs their samples (exits with 1 when something is "
                       "wrong), or writes a pack to start from."));
    args.addPositional(QStringLiteral("DIR"),
                       QStringLiteral("A folder of the repository; default: the current one."));
    args.addOption(QStringLiteral("check"), QStringLiteral("Rule packs to check."),
                   QStringLiteral("PACK"));
    args.addOption(QStringLiteral("new"), QStringLiteral("Write a pack with comments to FILE."),
                   QStringLiteral("FILE"));
    args.addOption(QStringLiteral("json"), QStringLiteral("List as JSON."));
    args.addOption(
        QStringLiteral("trust"),
        QStringLiteral(
            "Trust the rule packs of DIR's repository as they are now, here and in the window."));
    args.addOption(QStringLiteral("distrust"), QStringLiteral("Stop trusting them."));
    args.addTargetOptions();
    args.addPackOption();
    if (const auto code = args.parseAny(arguments)) {
        return *code;
    }
    const bool check = args.isSet(QStringLiteral("check"));
    if (check) {
        return checkPacks(args.values(QStringLiteral("check")) + args.positional());
    }
    if (args.isSet(QStringLiteral("new"))) {
        return args.positional().isEmpty() ? writeTemplate(args.value(QStringLiteral("new")))
                                           : reportUsage(QStringLiteral("--new takes one file"));
    }
    if (args.positional().size() > 1) {
        return reportUsage(QStringLiteral("rules takes one folder"));
    }
    const bool trust = args.isSet(QStringLiteral("trust"));
    if (trust || args.isSet(QStringLiteral("distrust"))) {
        if (trust && args.isSet(QStringLiteral("distrust"))) {
            return reportUsage(QStringLiteral("--trust and --distrust cannot be used together"));
        }
        return answerForPacks(args, trust ? PackAnswer::Trusted : PackAnswer::Refused);
    }
    const Result<TargetSettings> target = args.target();
    if (!target) {
        reportError(target.error());
        return kExitUsage;
    }
    return listRules(args, *target);
}

} // namespace rocport
