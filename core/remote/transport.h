#pragma once

#include "core/process/process.h"
#include "core/remote/connectionfacts.h"
#include "core/remote/node.h"

#include <functional>
#include <memory>
#include <optional>

class QObject;
class QThreadPool;

namespace rocport {

class NodeAgent;
class TreeSync;
struct AgentSettings;
struct NodeKind;

/// What is true of a node, whatever its kind; others ask this, not the kind.
struct NodeCapabilities
{
    /// There is a connection, which has to be made and may break.
    bool connects = true;
    /// A GPU may be missing: that is a warning, not a failure.
    bool gpuIsOptional = false;
    /// Jobs see different files and programs from those of the host.
    bool contained = false;
    /// Jobs wait in a queue, which ends them at a time limit of its own.
    bool queues = false;
    /// Jobs are this machine's own processes, so that its compilers can be asked directly.
    bool runsHere = false;
    /// The GPU is emulated: what ran there is no evidence from a GPU, and its times mean nothing.
    bool emulatesGpu = false;
};

/// How one program is run where jobs run.
struct InsideRun
{
    QString runFolder; ///< the folder it starts in, absolute; empty: that of the place
    QString workspace; ///< absolute; visible inside at the same path; empty: not needed
    /// Names of variables that are passed inside. Their values come from the environment of the
    /// starting program, so that none shows in a list of processes.
    QStringList environmentNames;
    QString name;             ///< of what is created for it (a container); empty: any
    bool interactive = false; ///< standard input is passed inside
    /// Where jobs wait in a queue: run it on a machine that the queue allocates; otherwise there
    /// may be no GPUs.
    bool withGpus = false;
};

/// A job's folder on its node, and the job's name there.
struct JobPlace
{
    QString id;        ///< of the job
    QString workspace; ///< absolute

    [[nodiscard]] QString name() const { return QStringLiteral("rocport-") + id; }
    [[nodiscard]] QString folder() const { return workspace + QStringLiteral("/jobs/") + id; }
    /// The folder for scripts and marks; ends in '/'.
    [[nodiscard]] QString stateFolder() const { return folder() + QStringLiteral("/.rocport/"); }
};

/// Files for a job's state folder: name and bytes.
using JobFiles = QVector<QPair<QString, QByteArray>>;

/// Finding the host is the first step of a connection test: programs that run on this machine, each
/// of which leads to the next or to the end.
struct HostSearch
{
    /// What has to run next; nothing: the search has ended.
    std::optional<ProcessCommand> command;
    /// What follows from it.
    std::function<HostSearch(const ProcessOutcome& outcome, const QByteArray& output,
                             const QByteArray& errors)>
        next;
    // At the end:
    ConnectionStep::State state = ConnectionStep::State::Passed; ///< or Failed
    QString sentence;
    QString whySkipped; ///< for Failed: the message for the steps after it
};

/// How everything is done on one node: the interface that each kind of node implements, and the
/// only thing that knows of which kind a node is. A place (this machine, ssh) stands on its own; a
/// layer (a container, Slurm) is built on another transport and changes what differs. Immutable and
/// thread-safe; held by shared pointers, made by transportOf(). No call blocks unless its comment
/// says so.
class Transport : public std::enable_shared_from_this<Transport>
{
public:
    explicit Transport(Node node);
    Transport(const Transport&) = delete;
    Transport& operator=(const Transport&) = delete;
    virtual ~Transport();

    [[nodiscard]] const Node& node() const { return m_node; }

    // What it is
    /// What the node can do, even if nodeProblems() keeps anything from running there.
    [[nodiscard]] virtual NodeCapabilities capabilities() const = 0;
    /// In a few words, what this level adds to the node's name: "user@host:2222", "image x"; empty:
    /// nothing.
    [[nodiscard]] virtual QString words() const = 0;
    /// The words of all levels, for lists.
    [[nodiscard]] QString address() const;
    /// The transport that this one is built on; null for places.
    [[nodiscard]] virtual const Transport* below() const { return nullptr; }
    /// The image that jobs run in; empty: none, or not known.
    [[nodiscard]] virtual QString image() const { return {}; }
    /// What jobs are contained in, by name or image; empty: nothing.
    [[nodiscard]] virtual QString container() const { return {}; }
    /// Variables that the kind itself sets for everything that runs inside.
    [[nodiscard]] virtual QVector<QPair<QString, QString>> variables() const { return {}; }

    // Programs
    /// Runs programs on the node's host. A leading "~/" of a working folder is the home folder
    /// there. Values of the environment are passed on standard input or through the engine's
    /// client, so that no list of processes shows them. Cancelling ends what runs here; what runs
    /// on the node sees its streams closed. If the settings are invalid (nodeProblems()), the
    /// programs end with NotStarted.
    [[nodiscard]] virtual std::shared_ptr<const ProcessRunner> hostRunner() const = 0;
    /// Runs programs where jobs run: in the container, with the kind's variables. Environment and
    /// working folder of a command apply inside.
    [[nodiscard]] std::shared_ptr<const ProcessRunner>
    insideRunner(const InsideRun& run = {}) const;
    /// The argument list that, run on the host, runs `inner` inside; for a place, `inner` itself.
    [[nodiscard]] virtual QStringList inside(const InsideRun& run, const QStringList& inner) const;
    /// What went wrong with a program of hostRunner() that did not succeed: Cancelled, the error of
    /// NotStarted, NodeFailed with the last line of `errors`, and errors of the connection.
    /// `object` is the node's name.
    [[nodiscard]] virtual Error explain(const ProcessOutcome& outcome,
                                        const QByteArray& errors) const = 0;
    /// A shell for a person at a terminal, as a program with its arguments; inside, if the place
    /// where jobs run exists on its own. Empty: a shell on this machine. Errors: InvalidArgument
    /// (nodeProblems()).
    [[nodiscard]] Result<QStringList> shell() const;
    /// What a person types on this machine to run `command` on the host.
    [[nodiscard]] virtual QString typed(const QString& command) const = 0;
    /// Ends a connection that is kept open. Blocks: for worker threads.
    virtual void close() const {}

    // Sources, jobs and files
    /// Makes a tree on the node equal to a list of files. `tree` by treeName(); `pool` reads and
    /// compares; null: the global one.
    [[nodiscard]] std::unique_ptr<TreeSync> sync(const QString& tree,
                                                 QThreadPool* pool = nullptr) const;
    /// Starts jobs that outlive the connection, finds them again, follows and cancels them, and
    /// fetches their files. The node's workspace and name are filled into `settings`.
    [[nodiscard]] std::unique_ptr<NodeAgent> agent(AgentSettings settings) const;
    /// The program to which jobs are submitted on the node; empty: none is needed.
    [[nodiscard]] virtual QString jobStarter() const { return {}; }
    /// Shell text at the beginning of a job's script: what has to be done inside before anything
    /// else.
    [[nodiscard]] virtual QByteArray jobPrologue(const JobPlace& job) const;
    /// Shell text run on the host before a job's first process: checks what has to be true.
    [[nodiscard]] virtual QByteArray launchCheck(const JobPlace& job) const;
    /// Shell text that passes the signal $1 to the job, if signalling its first process does not
    /// reach all of it; empty: it does.
    [[nodiscard]] virtual QByteArray stopText(const JobPlace& job) const;
    /// What puts a job into the queue, for people; empty: there is none.
    [[nodiscard]] virtual QStringList queueCommand(const JobPlace& job) const;
    /// The files that the agent needs for that.
    [[nodiscard]] virtual JobFiles queueFiles(const JobPlace& job) const;
    /// What puts several jobs into the queue as one array, and the files for that in the folder of
    /// the array; empty: the queue knows no arrays, or there is none. Task i has the folder of the
    /// job arrayTaskId() (jobarray.h).
    [[nodiscard]] virtual QStringList arrayCommand(const JobPlace& array, int tasks,
                                                   int atOnce) const;
    [[nodiscard]] virtual JobFiles arrayFiles(const JobPlace& array, int tasks, int atOnce) const;

    // Test of the connection
    [[nodiscard]] virtual HostSearch findHost() const = 0;
    /// Programs on the host that are needed besides those of every node.
    [[nodiscard]] virtual QStringList neededPrograms() const { return {}; }
    /// Shell text that writes more facts about the host (connectionfacts.h).
    [[nodiscard]] virtual QByteArray hostCheck() const { return {}; }
    /// Judges a step for which the kind has facts; false: it has none.
    [[nodiscard]] virtual bool judge(const ConnectionFacts& facts, ConnectionStep& step) const;
    /// Why the test cannot check GPUs; empty: it can.
    [[nodiscard]] virtual QString whyGpusUnseen() const { return {}; }

    /// For shell(): `words` is what runs inside the login to the host; empty: the login shell.
    [[nodiscard]] virtual QStringList shellWords(const QStringList& words) const = 0;

private:
    Node m_node;
};

/// A kind that is built on another one. Everything is as in the transport below unless overridden.
class TransportLayer : public Transport
{
public:
    explicit TransportLayer(std::shared_ptr<const Transport> below);
    ~TransportLayer() override;

    [[nodiscard]] const Transport* below() const override { return m_below.get(); }
    [[nodiscard]] NodeCapabilities capabilities() const override;
    [[nodiscard]] QString words() const override { return {}; }
    [[nodiscard]] QString image() const override;
    [[nodiscard]] QString container() const override;
    [[nodiscard]] QVector<QPair<QString, QString>> variables() const override;
    [[nodiscard]] std::shared_ptr<const ProcessRunner> hostRunner() const override;
    [[nodiscard]] QStringList inside(const InsideRun& run, const QStringList& inner) const override;
    [[nodiscard]] Error explain(const ProcessOutcome& outcome,
                                const QByteArray& errors) const override;
    [[nodiscard]] QString typed(const QString& command) const override;
    void close() const override;
    [[nodiscard]] QString jobStarter() const override;
    [[nodiscard]] QByteArray jobPrologue(const JobPlace& job) const override;
    [[nodiscard]] QByteArray launchCheck(const JobPlace& job) const override;
    [[nodiscard]] QByteArray stopText(const JobPlace& job) const override;
    [[nodiscard]] QStringList queueCommand(const JobPlace& job) const override;
    [[nodiscard]] JobFiles queueFiles(const JobPlace& job) const override;
    [[nodiscard]] QStringList arrayCommand(const JobPlace& array, int tasks,
                                           int atOnce) const override;
    [[nodiscard]] JobFiles arrayFiles(const JobPlace& array, int tasks, int atOnce) const override;
    [[nodiscard]] HostSearch findHost() const override;
    [[nodiscard]] QStringList neededPrograms() const override;
    [[nodiscard]] QByteArray hostCheck() const override;
    [[nodiscard]] bool judge(const ConnectionFacts& facts, ConnectionStep& step) const override;
    [[nodiscard]] QString whyGpusUnseen() const override;
    [[nodiscard]] QStringList shellWords(const QStringList& words) const override;

private:
    std::shared_ptr<const Transport> m_below;
};

/// What went wrong with a program, however it was reached. `node` is the node's name; reaching the
/// time limit gives the code `timedOut`.
Error programError(const QString& node, const ProcessOutcome& outcome, const QByteArray& errors,
                   ErrorCode timedOut = ErrorCode::NodeFailed);
/// The lines that a program wrote, for people: without control characters and empty lines.
QStringList plainLines(const QByteArray& text);

/// A program that is refused before it starts: it ends with `error`.
std::unique_ptr<Process> refusedProcess(Error error);

} // namespace rocport
