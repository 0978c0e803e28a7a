#pragma once

#include "core/project/nodes/syncpreparation.h"
#include "core/remote/jobcenter.h"
#include "core/remote/sshclient.h"
#include "core/store/projectfile.h"

#include <memory>
#include <optional>

namespace rocport {

class Arguments;

/// The node with a name from the user's list of nodes, or for a word that nodeOfWord() knows.
/// Errors: those of readNodeList() and nodeOfWord().
Result<Node> nodeByName(const QString& name);

/// How the command line reaches nodes: with the user's OpenSSH, which asks on the terminal if it
/// has to, and one shared connection as long as this program runs.
SshSettings terminalSsh();

/// Sources of a job, as named by --project FILE or --tree DIR.
struct JobSources
{
    std::shared_ptr<const ProjectState> project; ///< null: a folder, or nothing
    QString folder;                              ///< absolute; empty: none
    QString tree;                                ///< its name on the node; empty: nothing is sent
    QByteArray portKey;

    /// What sends them; null if there is nothing to send.
    [[nodiscard]] std::unique_ptr<JobPreparation> preparation(const Node& node,
                                                              const SshSettings& ssh) const;
};
void addSourceOptions(Arguments& args);
/// Errors: InvalidArgument (both), those of openStateReadOnly().
Result<JobSources> jobSourcesOf(const Arguments& args);

/// A node and what is sent to it, as named on the command line.
struct NodeCall
{
    Node node;
    JobSources sources;
};
/// The first positional argument is the node. Errors: those of nodeByName() and jobSourcesOf().
Result<NodeCall> nodeCallOf(const Arguments& args);

/// Adds records to a project file, where it can be written now; else says that it could not, and
/// returns false.
bool keepInProject(const QString& projectFile, const QVector<JournalEntry>& entries);

/// "cmake", "make" or "pip"; nothing: another word.
std::optional<BuildKind> buildKindFrom(const QString& word);

/// --dry-run: shows what a job would run. Returns an exit code.
int printPreview(const JobSpec& job);

/// Where the user's own runs are kept, and how nodes are reached.
JobCenterSettings ownRuns(const SshSettings& ssh);

/// Runs a job to its end and writes its log to standard output. Ctrl-C cancels the job; a second
/// one leaves it running. With `detach` it returns once the job runs. The record goes to `record`,
/// or to the user's own runs. Errors: those of starting a job.
Result<JobEntry> followJob(const JobSpec& job, const JobSources& sources, const SshSettings& ssh,
                           const QString& record, bool detach);
/// Whether followJob() gave up a job that has ended, because there is no space for its log on this
/// machine. The user has been told where the log is.
bool isLogLeft(const JobEntry& entry);

} // namespace rocport
