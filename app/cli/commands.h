#pragma once

#include <QStringList>

namespace rocport {

/// Exit codes of rocport-cli (docs/command-line.md).
enum ExitCode : int {
    kExitDone = 0,
    kExitFindings = 1, ///< findings, or a failed check, if requested
    kExitUsage = 2,
    kExitError = 3,
};

/// One subcommand. `arguments` begins with the subcommand's name. Returns an exit code.
int runScan(const QStringList& arguments);
int runPlan(const QStringList& arguments);
int runTranslate(const QStringList& arguments);
int runPropose(const QStringList& arguments);
int runIsolation(const QStringList& arguments);
int runReport(const QStringList& arguments);
int runFacts(const QStringList& arguments);
int runRules(const QStringList& arguments);
int runProbe(const QStringList& arguments);
int runRun(const QStringList& arguments);
int runVerify(const QStringList& arguments);
int runExecute(const QStringList& arguments);
int runMcp(const QStringList& arguments);

} // namespace rocport
