#pragma once

#include <QString>
#include <QStringList>

#include <span>

namespace rocport {

/// Exit codes of rocport-cli (docs/command-line.md).
enum ExitCode : int {
    kExitDone = 0,
    kExitFindings = 1, ///< findings, or a failed check, if requested
    kExitUsage = 2,
    kExitError = 3,
};

/// A row of the table of commands in main.cpp. A command that is run like `verify`, by a second
/// word, has a table of its levels.
struct Command
{
    const char* name;
    int (*run)(const QStringList&); ///< see below; a level's gets the words from its own name on
    const char* help;               ///< one line, without a full stop
    std::span<const Command> (*levels)() = nullptr;
};

/// The words after "rocport-cli" that name a command or a level, and its line of help.
struct NamedCommand
{
    QString name;
    QString help;
};

/// One subcommand. `arguments` begins with the subcommand's name. Returns an exit code.
int runScan(const QStringList& arguments);
int runPlan(const QStringList& arguments);
int runTranslate(const QStringList& arguments);
int runPropose(const QStringList& arguments);
int runIsolation(const QStringList& arguments);
int runReview(const QStringList& arguments);
int runReport(const QStringList& arguments);
int runFacts(const QStringList& arguments);
int runRules(const QStringList& arguments);
int runProbe(const QStringList& arguments);
int runRun(const QStringList& arguments);
int runVerify(const QStringList& arguments);
int runExecute(const QStringList& arguments);
int runMcp(const QStringList& arguments);

/// The levels that `verify` runs.
std::span<const Command> verifyLevels();

} // namespace rocport
