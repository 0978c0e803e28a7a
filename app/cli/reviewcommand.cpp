#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/compileroption.h"
#include "app/cli/output.h"
#include "core/process/localprocess.h"
#include "core/project/review/reviewcomments.h"
#include "core/project/review/reviewinput.h"
#include "core/project/review/reviewrender.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace rocport {

namespace {

/// What is asked for, or the exit code of wrong usage.
std::optional<int> readRequest(const Arguments& args, ReviewRequest& request)
{
    const QStringList given = args.positional();
    request.folder = given.value(0);
    request.patches = args.values(QStringLiteral("patches"));
    request.bundle = args.value(QStringLiteral("bundle"));
    request.bundleRef = args.value(QStringLiteral("ref"));
    const bool other = !request.patches.isEmpty() || !request.bundle.isEmpty();
    if (!request.patches.isEmpty() && !request.bundle.isEmpty()) {
        return reportUsage(QStringLiteral("review takes --patches or --bundle, not both"));
    }
    if (given.isEmpty() || given.size() > 2 || (!other && given.size() != 2)) {
        return reportUsage(
            QStringLiteral("review needs DIR and BASE..HEAD, or DIR and --patches or "
                           "--bundle, with a BASE if it is not HEAD"));
    }
    if (args.isSet(QStringLiteral("ref")) && request.bundle.isEmpty()) {
        return reportUsage(QStringLiteral("--ref names a branch of a --bundle"));
    }
    if (other) {
        request.base = given.value(1);
    } else {
        request.range = given.value(1);
    }
    return std::nullopt;
}

std::optional<int> readFaults(const Arguments& args, QSet<ReviewFault>& faults)
{
    faults = {ReviewFault::Changed};
    if (!args.isSet(QStringLiteral("fail-on"))) {
        return std::nullopt;
    }
    faults.clear();
    const QString list = args.value(QStringLiteral("fail-on"));
    if (list == QLatin1StringView("none")) {
        return std::nullopt;
    }
    for (const QString& name : list.split(u',')) {
        const auto fault = reviewFaultFromId(name);
        if (!fault) {
            return reportUsage(QStringLiteral("--fail-on must be none, or some of changed, "
                                              "unproved, different, missing and build"));
        }
        faults.insert(*fault);
    }
    return std::nullopt;
}

int writeReview(const PortReview& review, const RuleSet& rules, const QString& format,
                const QString& file)
{
    QByteArray bytes;
    OutputKind kind = OutputKind::Json;
    if (format == QLatin1StringView("json")) {
        bytes = QJsonDocument(reviewToJson(review)).toJson();
    } else if (format == QLatin1StringView("sarif")) {
        bytes = renderReviewSarif(review, rules);
    } else if (format == QLatin1StringView("comments")) {
        bytes = QJsonDocument(reviewRequest(review, commentsOf(review))).toJson();
    } else {
        kind = OutputKind::Text;
        bytes = format == QLatin1StringView("md") ? renderReviewMarkdown(review)
                                                  : renderReviewText(review);
    }
    return writeOutput(bytes, file, kind);
}

void addOptions(Arguments& args)
{
    args.addPositional(QStringLiteral("DIR"), QStringLiteral("A folder of the repository."));
    args.addPositional(
        QStringLiteral("BASE..HEAD"),
        QStringLiteral("The commits of the port; BASE...HEAD begins at their merge base. With "
                       "--patches or --bundle only BASE, by default HEAD."));
    args.addOption(QStringLiteral("patches"),
                   QStringLiteral("A patch, a mailbox, or a folder of patches; several with the "
                                  "option given again. They are applied in memory."),
                   QStringLiteral("PATH"));
    args.addOption(QStringLiteral("bundle"), QStringLiteral("A bundle of git."),
                   QStringLiteral("FILE"));
    args.addOption(QStringLiteral("ref"),
                   QStringLiteral("The branch of the bundle; default: its first."),
                   QStringLiteral("NAME"));
    args.addOption(QStringLiteral("compile"),
                   QStringLiteral("Also compile what the port changes for AMD GPUs."));
    args.addOption(QStringLiteral("compiler"),
                   QStringLiteral("Compiler for HIP; as in verify build."), QStringLiteral("PATH"));
    args.addOption(QStringLiteral("rocm-path"), QStringLiteral("Where ROCm is installed."),
                   QStringLiteral("DIR"));
    args.addOption(
        QStringLiteral("fail-on"),
        QStringLiteral("Exit with 1 where the port has one of changed, unproved, different, "
                       "missing, build; default: changed. none: never."),
        QStringLiteral("LIST"));
    args.addFormat({QStringLiteral("text"), QStringLiteral("md"), QStringLiteral("json"),
                    QStringLiteral("sarif"), QStringLiteral("comments")});
    args.addOutputOption();
    args.addTargetOptions();
    args.addPackOption();
}

} // namespace

int runReview(const QStringList& arguments)
{
    Arguments args(
        QStringLiteral("review DIR BASE..HEAD | review DIR [BASE] --patches PATH | review DIR "
                       "[BASE] --bundle FILE [--ref NAME] [--compile] [--fail-on LIST] [--format "
                       "text|md|json|sarif|comments] [-o FILE]"),
        QStringLiteral("Reviews a port that was made elsewhere, hunk by hunk: what our rules would "
                       "have made, whether the NVIDIA path is unchanged, and what is missing. "
                       "Neither the checkout nor a branch is touched."));
    addOptions(args);
    if (const auto code = args.parseAny(arguments)) {
        return *code;
    }
    ReviewRequest request;
    if (const auto code = readRequest(args, request)) {
        return *code;
    }
    QSet<ReviewFault> faults;
    if (const auto code = readFaults(args, faults)) {
        return *code;
    }
    ReviewOptions options;
    if (const auto code = args.readTargetFor(request.folder, options.target)) {
        return *code;
    }
    options.macros = args.values(QStringLiteral("macro"));
    options.rules = loadRules(request.folder, args);
    options.compile = args.isSet(QStringLiteral("compile"));
    if (faults.contains(ReviewFault::Build) && !options.compile) {
        return reportUsage(QStringLiteral("--fail-on build needs --compile"));
    }
    options.gate.search = compilerSearch(args, RocmPathOption::Yes);
    const LocalProcessRunner runner;
    options.runner = &runner;
    const auto trees = openReview(request, {});
    if (!trees) {
        return reportError(trees.error());
    }
    const auto review = reviewPort(*trees, options, {});
    if (!review) {
        return reportError(review.error());
    }
    notePackProblems(review->headScan->packProblems);
    noteUnread(*review->headScan);
    const int written =
        writeReview(*review, *options.rules, args.format(), args.value(QStringLiteral("output")));
    if (written != kExitDone) {
        return written;
    }
    return faultsOf(*review).intersects(faults) ? kExitFindings : kExitDone;
}

} // namespace rocport
