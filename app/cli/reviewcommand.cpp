#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/compileroption.h"
#include "app/cli/output.h"
#include "app/cli/reviewbranch.h"
#include "app/cli/reviewexecution.h"
#include "core/base/wording.h"
#include "core/process/localprocess.h"
#include "core/project/review/reviewcomments.h"
#include "core/project/review/reviewinput.h"
#include "core/project/review/reviewrender.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

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
                                              "unproved, different, missing, build and lanes"));
        }
        faults.insert(*fault);
    }
    return std::nullopt;
}

QString sentenceOf(const MadeBranch& branch, const PortReview& review)
{
    return QStringLiteral("Branch %1 at %2 has %3 of %4.")
        .arg(branch.name, QString::fromLatin1(branch.commit), QString::number(branch.taken),
             counted(review.hunkCount(), "hunk", "hunks"));
}

const QStringList& reviewFormats()
{
    static const QStringList formats{QStringLiteral("text"),     QStringLiteral("md"),
                                     QStringLiteral("json"),     QStringLiteral("sarif"),
                                     QStringLiteral("comments"), QStringLiteral("gitlab-comments")};
    return formats;
}

/// One form of the review, and where it goes.
struct ReviewOutput
{
    QString format;
    QString file; ///< empty: standard output
};

/// The outputs that were asked for, or the exit code of wrong usage.
std::optional<int> readOutputs(const Arguments& args, QVector<ReviewOutput>& outputs)
{
    outputs = {{args.format(), args.value(QStringLiteral("output"))}};
    for (const QString& also : args.values(QStringLiteral("also"))) {
        const QString format = also.section(u'=', 0, 0);
        const QString file = also.section(u'=', 1);
        if (!reviewFormats().contains(format) || file.isEmpty()) {
            return reportUsage(QStringLiteral("--also takes FORMAT=FILE with one of %1, not '%2'")
                                   .arg(reviewFormats().join(QStringLiteral(", ")), also));
        }
        const bool twice =
            std::any_of(outputs.cbegin(), outputs.cend(), [&file](const ReviewOutput& output) {
                return !output.file.isEmpty() &&
                       QDir::cleanPath(QFileInfo(output.file).absoluteFilePath()) ==
                           QDir::cleanPath(QFileInfo(file).absoluteFilePath());
            });
        if (twice) {
            return reportUsage(QStringLiteral("two formats are to be written to '%1'").arg(file));
        }
        outputs.append({format, file});
    }
    return std::nullopt;
}

/// `branch`: that was made from the review; the text and JSON say so. Sets `told` where they do.
QByteArray reviewAs(const QString& format, const PortReview& review, const RuleSet& rules,
                    const std::optional<MadeBranch>& branch, bool& told)
{
    if (format == QLatin1StringView("json")) {
        QJsonObject object = reviewToJson(review);
        if (branch) {
            object.insert(
                QStringLiteral("branch"),
                QJsonObject{{QStringLiteral("name"), branch->name},
                            {QStringLiteral("commit"), QString::fromLatin1(branch->commit)},
                            {QStringLiteral("hunks"), branch->taken}});
            told = true;
        }
        return QJsonDocument(object).toJson();
    }
    if (format == QLatin1StringView("sarif")) {
        return renderReviewSarif(review, rules);
    }
    if (format == QLatin1StringView("comments")) {
        return QJsonDocument(reviewRequest(review, commentsOf(review))).toJson();
    }
    if (format == QLatin1StringView("gitlab-comments")) {
        return QJsonDocument(reviewDiscussions(review, commentsOf(review))).toJson();
    }
    QByteArray text =
        format == QLatin1StringView("md") ? renderReviewMarkdown(review) : renderReviewText(review);
    if (branch) {
        text += '\n' + sentenceOf(*branch, review).toUtf8() + '\n';
        told = true;
    }
    return text;
}

/// Writes all outputs; a branch of which none on the terminal tells is told on standard error.
/// Returns kExitDone, or the code of the first that could not be written.
int writeReview(const PortReview& review, const RuleSet& rules,
                const QVector<ReviewOutput>& outputs, const std::optional<MadeBranch>& branch)
{
    bool told = false;
    int code = kExitDone;
    for (const ReviewOutput& output : outputs) {
        bool toldThere = false;
        const QByteArray bytes = reviewAs(output.format, review, rules, branch, toldThere);
        const bool isText =
            output.format == QLatin1StringView("text") || output.format == QLatin1StringView("md");
        const int written =
            writeOutput(bytes, output.file, isText ? OutputKind::Text : OutputKind::Json);
        code = code == kExitDone ? written : code;
        told |= toldThere && output.file.isEmpty();
    }
    if (branch && !told) {
        note(sentenceOf(*branch, review));
    }
    return code;
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
    addExecutionOptions(args);
    args.addOption(
        QStringLiteral("fail-on"),
        QStringLiteral("Exit with 1 where the port has one of changed, unproved, different, "
                       "missing, build, lanes; default: changed. none: never."),
        QStringLiteral("LIST"));
    args.addFormat(reviewFormats());
    args.addOption(QStringLiteral("also"),
                   QStringLiteral("Write the same review to FILE in another format; several with "
                                  "the option given again."),
                   QStringLiteral("FORMAT=FILE"));
    addBranchOptions(args);
    args.addOutputOption();
    args.addTargetOptions();
    args.addPackOption();
}

} // namespace

int runReview(const QStringList& arguments)
{
    Arguments args(
        QStringLiteral(
            "review DIR BASE..HEAD | review DIR [BASE] --patches PATH | review DIR "
            "[BASE] --bundle FILE [--ref NAME] [--compile] [--execute FILE] [--fail-on LIST] "
            "[--branch NAME --accept LIST [--reject IDS]] [--format "
            "text|md|json|sarif|comments|gitlab-comments] [-o FILE] [--also FORMAT=FILE] [-- "
            "ARGUMENTS]"),
        QStringLiteral("Reviews a port that was made elsewhere, hunk by hunk: what our rules would "
                       "have made, whether the NVIDIA path is unchanged, and what is missing. "
                       "Neither the checkout nor a branch is touched; --branch makes a new one of "
                       "the hunks that are accepted."));
    addOptions(args);
    const qsizetype split = arguments.indexOf(QStringLiteral("--"));
    const QStringList program = split < 0 ? QStringList() : arguments.mid(split + 1);
    if (const auto code = args.parseAny(split < 0 ? arguments : arguments.first(split))) {
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
    std::optional<ReviewExecution> execution;
    if (const auto code = readExecutionOptions(args, program, execution)) {
        return *code;
    }
    QVector<ReviewOutput> outputs;
    if (const auto code = readOutputs(args, outputs)) {
        return *code;
    }
    BranchWish wish;
    if (const auto code = readBranchWish(args, wish)) {
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
    if (faults.contains(ReviewFault::Lanes) && !execution) {
        return reportUsage(QStringLiteral("--fail-on lanes needs --execute"));
    }
    options.gate.search = compilerSearch(args, RocmPathOption::Yes);
    const LocalProcessRunner runner;
    options.runner = &runner;
    const auto trees = openReview(request, {});
    if (!trees) {
        return reportError(trees.error());
    }
    auto review = reviewPort(*trees, options, {});
    if (!review) {
        return reportError(review.error());
    }
    if (execution) {
        if (const auto code = executeOnLanes(*review, *execution)) {
            return *code;
        }
    }
    notePackProblems(review->headScan->packProblems);
    noteUnread(*review->headScan);
    std::optional<MadeBranch> branch;
    std::optional<Error> notMade; // the review is written none the less
    if (!wish.branch.isEmpty()) {
        if (auto made = makeBranch(*review, wish)) {
            branch = *std::move(made);
        } else {
            notMade = made.error();
        }
    }
    const int written = writeReview(*review, *options.rules, outputs, branch);
    if (written != kExitDone) {
        return written;
    }
    if (notMade) {
        return reportError(*notMade);
    }
    return faultsOf(*review).intersects(faults) ? kExitFindings : kExitDone;
}

} // namespace rocport
