#include "app/cli/reviewexecution.h"

#include "app/cli/commands.h"
#include "app/cli/kernelcommand.h"
#include "app/cli/laneinput.h"
#include "app/cli/output.h"
#include "app/cli/verifycompare.h"
#include "core/files/repositoryname.h"

#include <QDir>

namespace rocport {

void addExecutionOptions(Arguments& args)
{
    args.addOption(QStringLiteral("execute"),
                   QStringLiteral("Also run this program on lanes, as verify lanes does: a source "
                                  "file by its path in the repository, several with the option "
                                  "given again; \".\": all that the build names. Its arguments "
                                  "stand behind --."),
                   QStringLiteral("FILE"));
    args.addOption(QStringLiteral("lanes"),
                   QStringLiteral("With --execute: lanes of the port, 64,32 (the default), 64 or "
                                  "32."),
                   QStringLiteral("LIST"));
    addLimitOptions(args, QStringLiteral("With --execute: seconds that each run may take; "
                                         "default: 60."));
    addCheckOption(args);
    addKernelOptions(args);
    addToleranceOptions(args);
}

std::optional<int> readExecutionOptions(const Arguments& args, const QStringList& program,
                                        std::optional<ReviewExecution>& execution)
{
    if (!args.isSet(QStringLiteral("execute"))) {
        for (const char* name : {"lanes", "time", "memory", "check", "kernel", "grid", "block",
                                 "shared", "arg", "devices", "rtol", "atol", "tolerances"}) {
            if (args.isSet(QString::fromLatin1(name))) {
                return reportUsage(
                    QStringLiteral("--%1 needs --execute").arg(QString::fromLatin1(name)));
            }
        }
        return program.isEmpty() ? std::nullopt
                                 : std::optional(reportUsage(
                                       QStringLiteral("arguments behind -- are for --execute")));
    }
    ReviewExecution wanted;
    for (const QString& name : args.values(QStringLiteral("execute"))) {
        if (name == u".") {
            continue;
        }
        // A file of the port need not be in the checkout.
        const RepoPath path(QDir::cleanPath(name).toUtf8());
        if (const auto checked = checkRepositoryName(path); !checked) {
            return reportError(checked.error());
        }
        wanted.sources.append(path);
    }
    for (const auto& code :
         {readLanes(args, wanted.lanes), readLimitOptions(args, wanted.limits),
          readChecks(args, wanted.checks), readKernelOptions(args, wanted.kernel),
          readToleranceOptions(args, wanted.tolerances)}) {
        if (code) {
            return code;
        }
    }
    if (wanted.kernel && (!program.isEmpty() || wanted.sources.size() != 1)) {
        return reportUsage(!program.isEmpty()
                               ? QStringLiteral("a kernel takes its arguments with --arg")
                               : QStringLiteral("--kernel needs the one file that has the kernel"));
    }
    wanted.arguments = program;
    wanted.namesArchitectures = args.isSet(QStringLiteral("arch"));
    wanted.search = CompilerSearch::fromEnvironment(); // --compiler is the one for HIP
    execution = wanted;
    return std::nullopt;
}

std::optional<int> executeOnLanes(PortReview& review, const ReviewExecution& execution)
{
    const auto done = executeReviewHere(review, execution, {});
    return done ? std::nullopt : std::optional(reportKernelError(done.error()));
}

} // namespace rocport
