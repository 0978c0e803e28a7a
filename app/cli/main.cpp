#include "app/cli/commands.h"
#include "app/cli/helpcommand.h"
#include "app/cli/output.h"
#include "core/process/endsignals.h"

#include <QCoreApplication>

#include <array>

namespace {

using rocport::Command;

// Help, manual pages and what shells complete are made from this table and from the options that
// each command declares.
constexpr std::array kCommands = {
    Command{"scan", rocport::runScan, "list what a repository contains and what the rules find"},
    Command{"plan", rocport::runPlan, "show which phases apply, and why"},
    Command{"propose", rocport::runPropose, "make the edits: as a patch, as JSON, or in place"},
    Command{"translate", rocport::runTranslate, "translate CUDA C/C++ to HIP, a file or a folder"},
    Command{"isolation", rocport::runIsolation, "prove that the NVIDIA path is unchanged"},
    Command{"review", rocport::runReview, "review a port that was made elsewhere, hunk by hunk"},
    Command{"run", rocport::runRun,
            "run a command on a node, as a job that survives the connection"},
    Command{"verify", rocport::runVerify, "run the levels of verification, here and on nodes",
            rocport::verifyLevels},
    Command{"execute", rocport::runExecute, "run a program on the CPU, on lanes as a GPU has them"},
    Command{"probe", rocport::runProbe, "show what a node has, and what is wrong with it"},
    Command{"report", rocport::runReport, "export the report of a project file"},
    Command{"rules", rocport::runRules, "list the rules, check rule packs, or start a new one"},
    Command{"mcp", rocport::runMcp, "serve agents in the Model Context Protocol"},
    Command{"facts", rocport::runFacts, "print what the program takes for true of a ROCm release"},
};

int runCommand(const QStringList& arguments)
{
    if (arguments.isEmpty()) {
        return rocport::reportUsage(QStringLiteral("no command was given"));
    }
    const QString name = arguments.first();
    if (name == QLatin1StringView("help")) {
        return rocport::runHelp(arguments, kCommands);
    }
    if (name == QLatin1StringView("--help") || name == QLatin1StringView("-h")) {
        rocport::printHelp(kCommands);
        return rocport::kExitDone;
    }
    if (name == QLatin1StringView("--version")) {
        rocport::printText(QStringLiteral("rocport-cli %1\n").arg(QStringLiteral(ROCPORT_VERSION)));
        return rocport::kExitDone;
    }
    for (const Command& command : kCommands) {
        if (name == QLatin1StringView(command.name)) {
            return command.run(arguments);
        }
    }
    return rocport::reportUsage(QStringLiteral("unknown command '%1'").arg(name));
}

} // namespace

int main(int argc, char** argv)
{
    rocport::ignoreFileSizeSignal();
    rocport::raiseFileLimit();
    QCoreApplication app(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("rocport-cli"));
    QCoreApplication::setApplicationVersion(QStringLiteral(ROCPORT_VERSION));
    const int code = runCommand(QCoreApplication::arguments().mid(1));
    // What was printed may still wait for a disk that is full.
    return rocport::finishOutput(code);
}
