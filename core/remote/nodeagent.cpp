#include "core/remote/nodeagent.h"

#include "core/files/filewriter.h"
#include "core/remote/jobsentences.h"
#include <optional>
#include <QCryptographicHash>
#include <QFile>

#include <algorithm>
#include <utility>

// Outside of any namespace: the macro declares a function of the global one.
static void initNodeScripts()
{
    Q_INIT_RESOURCE(nodejobs);
}

namespace rocport {

namespace {

// $1 workspace, $2 name of the agent, then its verb and arguments. The shell here is the node's.
constexpr const char* kFindWorkspace = "w=$1; a=$2; shift 2\n"
                                       "case $w in\n"
                                       "'') w=$HOME/.cache/rocport;;\n"
                                       "'~') w=$HOME;;\n"
                                       "'~/'*) w=$HOME/${w#??};;\n"
                                       "/*) ;;\n"
                                       "*) w=$HOME/$w;;\n"
                                       "esac\n";
constexpr const char* kRunAgent = "[ -f \"$w/$a\" ] || exit 93\n"
                                  "verb=$1; shift\n"
                                  "exec sh \"$w/$a\" \"$w\" \"$verb\" \"$@\"\n";
// $1 (after the shift): the agent's length. A connection that is cut leaves no half agent.
constexpr const char* kInstall =
    "umask 077\n"
    "full() { df -Pk \"$w\" 2>/dev/null | awk 'NR == 2 { print \"@rocport free\", $4 }'; rm -f "
    "\"$w/.$a.$$\"; exit 94; }\n"
    "LC_ALL=C; export LC_ALL\n"
    "mkdir -p \"$w/jobs\" || full\n"
    "cat >\"$w/.$a.$$\" || full\n"
    "if [ \"$(($(wc -c <\"$w/.$a.$$\")))\" -ne \"$1\" ]; then rm -f \"$w/.$a.$$\"; exit 95; fi\n"
    "mv -f \"$w/.$a.$$\" \"$w/$a\" || full\n";

QByteArrayList wordsOf(const QByteArray& line)
{
    return line.simplified().split(' ');
}

} // namespace

/// One program run and what comes back.
struct NodeAgent::Request
{
    QStringList words;
    QByteArray input;
    std::chrono::milliseconds timeout{0};
    QString script; ///< empty: the agent's verb
    bool installed = false;
    QPointer<QObject> context;
    bool hasContext = false;
    std::function<void(const Result<Lines>&)> done;
    /// Of fetch(): where the bytes after the first message go.
    std::optional<FileWriter> target;
    std::optional<Error> writeError; ///< the first one; the rest of the bytes is dropped
    qint64 expected = -1;
    qint64 written = 0;
    QByteArray pending;
    QByteArray errors;
    std::unique_ptr<Process> process;

    void read(const QByteArray& bytes);
};

void NodeAgent::Request::read(const QByteArray& bytes)
{
    if (target && expected >= 0) {
        if (!writeError) {
            const Result<void> done = target->write(bytes);
            written += done ? bytes.size() : 0;
            writeError = done ? std::nullopt : std::optional(done.error());
        }
        return;
    }
    pending += bytes;
    if (!target) {
        return;
    }
    const QByteArray mark("@rocport file ");
    const qsizetype at = pending.startsWith(mark) ? 0 : pending.indexOf("\n" + mark);
    const qsizetype end = at < 0 ? -1 : pending.indexOf('\n', at + 1);
    if (end < 0) {
        return;
    }
    bool ok = false;
    const QByteArray line = pending.mid(at, end - at).trimmed();
    expected = line.mid(mark.size()).toLongLong(&ok);
    const QByteArray rest = pending.mid(end + 1);
    pending = line + '\n';
    if (ok && expected >= 0) {
        read(rest);
    }
}

NodeAgent::NodeAgent(std::shared_ptr<const ProcessRunner> runner, AgentSettings settings,
                     QObject* parent)
    : QObject(parent), m_runner(std::move(runner)), m_settings(std::move(settings))
{
}

NodeAgent::~NodeAgent()
{
    for (const std::shared_ptr<Request>& request : m_requests) {
        if (request->process) {
            request->process->disconnect(this);
        }
    }
}

QByteArray NodeAgent::agentText()
{
    static const QByteArray text = [] {
        initNodeScripts();
        QByteArray all;
        for (const char* part : {"1-base", "2-start", "3-follow", "4-requests"}) {
            QFile file(QStringLiteral(":/rocport/node/agent-%1.sh").arg(QLatin1StringView(part)));
            if (file.open(QIODevice::ReadOnly)) {
                all += file.readAll();
            }
        }
        return all;
    }();
    return text;
}

QString NodeAgent::agentName()
{
    static const QString name =
        QStringLiteral("agent-%1.sh")
            .arg(QString::fromLatin1(
                QCryptographicHash::hash(agentText(), QCryptographicHash::Sha256)
                    .toHex()
                    .left(16)));
    return name;
}

ProcessCommand NodeAgent::commandFor(const QStringList& words) const
{
    ProcessCommand command;
    command.program = QStringLiteral("sh");
    command.arguments =
        QStringList{QStringLiteral("-c"),
                    QString::fromLatin1(kFindWorkspace) + QString::fromLatin1(kRunAgent),
                    QStringLiteral("rocport"), m_settings.workspace, agentName()} +
        words;
    command.environment = m_settings.environment;
    return command;
}

std::unique_ptr<Process> NodeAgent::follow(const QString& job, qint64 offset) const
{
    ProcessCommand command = commandFor({QStringLiteral("follow"), job, QString::number(offset)});
    command.outputLimit = std::numeric_limits<qint64>::max();
    return m_runner->create(command);
}

Error NodeAgent::explain(const ProcessOutcome& outcome, const QByteArray& errors) const
{
    if (m_settings.explain) {
        return m_settings.explain(outcome, errors);
    }
    const QString last = QString::fromUtf8(errors.trimmed().split('\n').last()).left(400);
    if (outcome.end == ProcessEnd::Cancelled) {
        return {ErrorCode::Cancelled, last, m_settings.nodeName};
    }
    if (outcome.end == ProcessEnd::NotStarted) {
        return outcome.error;
    }
    const bool lost = outcome.end != ProcessEnd::Exited || outcome.exitCode == 255;
    return {lost ? ErrorCode::ConnectionLost : ErrorCode::NodeFailed, last, m_settings.nodeName};
}

/// `free` is in KB, as the node says it; `what` could not be written.
Error NodeAgent::diskFull(const QString& what, bool quota, const QByteArray& free) const
{
    return {ErrorCode::NodeDiskFull,
            quota ? QStringLiteral("%1 cannot be written to %2, since your quota there is used up")
                        .arg(what, workspaceName())
                  : QStringLiteral("%1 cannot be written to %2, where %3")
                        .arg(what, workspaceName(), jobsentence::freeSpace(free)),
            m_settings.nodeName};
}

QString NodeAgent::workspaceName() const
{
    return m_settings.workspace.isEmpty() ? QStringLiteral("~/.cache/rocport")
                                          : m_settings.workspace;
}

Error NodeAgent::refusal(const QString& verb, const QByteArrayList& words) const
{
    const QByteArray& word = words.value(1);
    const QString detail = QString::fromUtf8(words.mid(1).join(' '));
    if (word == "disk-full" || word == "quota") {
        const QString what = verb == QLatin1StringView("put") ? QStringLiteral("the job's files")
                             : verb == QLatin1StringView("hold")
                                 ? QStringLiteral("the sources for the cells")
                                 : QStringLiteral("the job's record");
        return diskFull(what, word == "quota", words.value(2));
    }
    static const QHash<QByteArray, QString> trees{
        {"no-tree", QStringLiteral("the sources were never sent there; send them")},
        {"tree-incomplete",
         QStringLiteral("files of the sources are missing there; send the sources again")},
        {"tree-changes",
         QStringLiteral("the sources are being sent there just now, or that was cut; "
                        "send them again")}};
    if (const auto tree = trees.constFind(word); tree != trees.constEnd()) {
        return {ErrorCode::NodeFailed, *tree, m_settings.nodeName};
    }
    if (word == "unknown-job") {
        return {ErrorCode::JobUnknown, {}, m_settings.nodeName};
    }
    return {ErrorCode::NodeFailed, detail, m_settings.nodeName};
}

void NodeAgent::run(std::shared_ptr<Request> request)
{
    ProcessCommand command = commandFor(request->words);
    if (!request->script.isEmpty()) {
        command.arguments[1] = request->script;
    }
    command.input = request->input;
    command.timeout = request->timeout;
    if (request->target) {
        command.outputLimit = std::numeric_limits<qint64>::max();
    }
    request->pending.clear();
    request->errors.clear();
    request->process = m_runner->create(command);
    Process* process = request->process.get();
    connect(process, &Process::outputRead, this,
            [request = request.get()](const QByteArray& bytes) { request->read(bytes); });
    connect(process, &Process::errorsRead, this, [request = request.get()](const QByteArray& b) {
        request->errors = (request->errors + b).right(65536);
    });
    // Queued: the process must not be deleted within its own signal.
    connect(
        process, &Process::finished, this,
        [this, request](const ProcessOutcome& outcome) { ended(request, outcome); },
        Qt::QueuedConnection);
    m_requests.push_back(std::move(request));
    process->start();
}

void NodeAgent::ended(const std::shared_ptr<Request>& request, const ProcessOutcome& outcome)
{
    std::erase(m_requests, request);
    // The process holds the connection that holds the request.
    const std::shared_ptr<Process> process(request->process.release(),
                                           [](Process* p) { p->deleteLater(); });
    if (request->hasContext && !request->context) {
        return;
    }
    if (outcome.end == ProcessEnd::Exited && outcome.exitCode == kAgentMissing &&
        !request->installed && request->script.isEmpty()) {
        request->installed = true;
        install(this, [this, request](const Result<void>& done) {
            if (!done) {
                request->done(done.error());
                return;
            }
            run(request);
        });
        return;
    }
    Lines lines;
    std::optional<Error> refused;
    for (const QByteArray& line : std::as_const(request->pending).split('\n')) {
        if (line.startsWith("@rocport ")) {
            lines.append(wordsOf(line.mid(9)));
            if (lines.last().first() == "error") {
                refused = refusal(request->words.first(), lines.last());
            }
        }
    }
    if (refused) {
        request->done(*refused);
    } else if (outcome.end == ProcessEnd::TimedOut) {
        request->done(Error{ErrorCode::ConnectionLost, QStringLiteral("no answer came in time"),
                            m_settings.nodeName});
    } else if (!outcome.succeeded()) {
        request->done(explain(outcome, request->errors));
    } else {
        request->done(lines);
    }
}

void NodeAgent::ask(const QStringList& words, const QByteArray& input, QObject* context,
                    const Done<Lines>& done, std::chrono::milliseconds timeout)
{
    auto request = std::make_shared<Request>();
    request->words = words;
    request->input = input;
    request->timeout = timeout.count() > 0 ? timeout
                       : input.isEmpty()   ? m_settings.timeout
                                           : m_settings.transferTimeout;
    request->context = context;
    request->hasContext = context != nullptr;
    request->done = done;
    run(std::move(request));
}

void NodeAgent::install(QObject* context, const Done<void>& done)
{
    auto request = std::make_shared<Request>();
    request->words = {QString::number(agentText().size())};
    request->script = QString::fromLatin1(kFindWorkspace) + QString::fromLatin1(kInstall);
    request->input = agentText();
    request->timeout = m_settings.timeout;
    request->context = context;
    request->hasContext = context != nullptr;
    request->done = [this, done, raw = std::weak_ptr<Request>(request)](const Result<Lines>& r) {
        if (r) {
            done({});
            return;
        }
        Error error = r.error();
        const auto own = raw.lock();
        if (error.code == ErrorCode::NodeFailed && own &&
            (own->errors.contains("No space") || own->errors.contains("uota"))) {
            const qsizetype at = own->pending.indexOf("@rocport free ");
            error = diskFull(QStringLiteral("Rocport's agent"), own->errors.contains("uota"),
                             at < 0 ? QByteArray()
                                    : own->pending.mid(at + 14).split('\n').first().trimmed());
        }
        done(error);
    };
    run(std::move(request));
}

void NodeAgent::hello(QObject* context, const Done<NodeGreeting>& done)
{
    ask({QStringLiteral("hello"), QStringLiteral("-")}, {}, context,
        [this, done](const Result<Lines>& lines) {
            if (!lines) {
                done(lines.error());
                return;
            }
            NodeGreeting greeting;
            for (const QByteArrayList& words : *lines) {
                if (words.first() == "hello" && words.size() >= 5) {
                    greeting.stamp = {words.at(2).toLongLong(), words.at(3).toDouble(),
                                      words.at(4)};
                } else if (words.first() == "tools") {
                    for (const QByteArray& tool : words.mid(1)) {
                        greeting.tools.append(QString::fromUtf8(tool));
                    }
                } else if (words.first() == "workspace") {
                    greeting.workspace = QString::fromUtf8(words.mid(1).join(' '));
                }
            }
            if (!greeting.workspace.startsWith(u'/')) {
                done(Error{ErrorCode::NodeFailed,
                           QStringLiteral("the workspace is not an absolute path on the node"),
                           m_settings.nodeName});
            } else if (!greeting.tools.contains(QStringLiteral("tar"))) {
                done(Error{ErrorCode::NodeToolMissing, {}, QStringLiteral("tar")});
            } else {
                done(greeting);
            }
        });
}

void NodeAgent::put(const QString& job, const QByteArray& archive, QObject* context,
                    const Done<bool>& done)
{
    ask({QStringLiteral("put"), job, QString::number(archive.size())}, archive, context,
        [done](const Result<Lines>& lines) {
            done(lines ? Result<bool>(!lines->isEmpty() && lines->last().value(1) == "new")
                       : Result<bool>(lines.error()));
        });
}

void NodeAgent::hold(const QString& array, const QString& tree, QObject* context,
                     const Done<void>& done)
{
    ask(
        {QStringLiteral("hold"), array, tree}, {}, context,
        [done](const Result<Lines>& lines) {
            done(lines ? Result<void>() : Result<void>(lines.error()));
        },
        m_settings.transferTimeout);
}

void NodeAgent::discard(const QString& array, qsizetype tasks, QObject* context,
                        const Done<bool>& done)
{
    ask({QStringLiteral("discard"), array, QString::number(tasks)}, {}, context,
        [done](const Result<Lines>& lines) {
            done(lines ? Result<bool>(!lines->isEmpty() && lines->last().value(1) == "removed")
                       : Result<bool>(lines.error()));
        });
}

void NodeAgent::start(const QString& job, QObject* context, const Done<bool>& done)
{
    ask({QStringLiteral("start"), job}, {}, context, [done](const Result<Lines>& lines) {
        done(lines ? Result<bool>(!lines->isEmpty() && lines->last().value(1) == "new")
                   : Result<bool>(lines.error()));
    });
}

void NodeAgent::status(const QString& job, QObject* context,
                       const Done<std::vector<FollowFrame>>& done)
{
    ask({QStringLiteral("status"), job}, {}, context, [done](const Result<Lines>& lines) {
        if (!lines) {
            done(lines.error());
            return;
        }
        FollowReader reader;
        for (const QByteArrayList& words : *lines) {
            reader.feed("@rocport " + words.join(' ') + '\n');
        }
        done(reader.take());
    });
}

void NodeAgent::cancel(const QString& job, const QString& signal, QObject* context,
                       const Done<CancelAnswer>& done)
{
    askToCancel({QStringLiteral("cancel"), job, signal}, context, done);
}

void NodeAgent::cancelArray(const QString& array, const QString& signal, QObject* context,
                            const Done<CancelAnswer>& done)
{
    askToCancel({QStringLiteral("cancel-array"), array, signal}, context, done);
}

void NodeAgent::array(const QString& array, QObject* context, const Done<ArrayReport>& done)
{
    ask({QStringLiteral("array"), array}, {}, context, [done](const Result<Lines>& lines) {
        if (!lines) {
            done(lines.error());
            return;
        }
        QByteArrayList whole;
        for (const QByteArrayList& words : *lines) {
            whole.append(words.join(' '));
        }
        done(parseArrayReport(whole));
    });
}

void NodeAgent::askToCancel(const QStringList& words, QObject* context,
                            const Done<CancelAnswer>& done)
{
    ask(words, {}, context, [done](const Result<Lines>& lines) {
        if (!lines) {
            done(lines.error());
            return;
        }
        const QByteArray word = lines->isEmpty() ? QByteArray() : lines->last().value(1);
        done(word == "signalled" ? CancelAnswer::Signalled
             : word == "ended"   ? CancelAnswer::Ended
                                 : CancelAnswer::Gone);
    });
}

void NodeAgent::list(QObject* context, const Done<QVector<ListedJob>>& done)
{
    ask({QStringLiteral("list"), QStringLiteral("-")}, {}, context,
        [done](const Result<Lines>& lines) {
            if (!lines) {
                done(lines.error());
                return;
            }
            QVector<ListedJob> jobs;
            for (const QByteArrayList& words : *lines) {
                if (words.first() == "job" && words.size() >= 4) {
                    ListedJob job;
                    job.id = QString::fromUtf8(words.at(1));
                    job.life = QString::fromUtf8(words.at(2));
                    job.exitCode =
                        job.life == QLatin1StringView("ended") ? words.at(3).toInt() : -1;
                    jobs.append(job);
                }
            }
            done(jobs);
        });
}

void NodeAgent::results(const QString& job, QObject* context, const Done<QVector<ResultFile>>& done)
{
    ask({QStringLiteral("results"), job}, {}, context, [done](const Result<Lines>& lines) {
        if (!lines) {
            done(lines.error());
            return;
        }
        QVector<ResultFile> files;
        for (const QByteArrayList& words : *lines) {
            const QString name = QString::fromUtf8(words.value(2));
            // Untrusted: it becomes a path here.
            if (words.first() == "file" && words.size() == 3 &&
                name.startsWith(QLatin1StringView("results/")) &&
                !name.split(u'/').contains(QStringLiteral(".."))) {
                files.append({name, words.at(1).toLongLong()});
            }
        }
        done(files);
    });
}

void NodeAgent::fetch(const QString& job, const QString& name, const QString& target,
                      QObject* context, const Done<qint64>& done)
{
    auto request = std::make_shared<Request>();
    request->words = {QStringLiteral("fetch"), job, name, QStringLiteral("0")};
    request->timeout = m_settings.transferTimeout;
    request->context = context;
    request->hasContext = context != nullptr;
    Result<FileWriter> writer = FileWriter::open(target, FileAccess::Private);
    if (!writer) {
        QMetaObject::invokeMethod(
            this, [done, error = writer.error()] { done(error); }, Qt::QueuedConnection);
        return;
    }
    request->target = *std::move(writer);
    request->done = [done, raw = request.get(), node = m_settings.nodeName,
                     name](const Result<Lines>& lines) {
        if (!lines) {
            done(lines.error());
        } else if (raw->writeError) {
            done(*raw->writeError);
        } else if (raw->expected < 0 || raw->written != raw->expected) {
            done(Error{ErrorCode::NodeFailed, QStringLiteral("%1 arrived incomplete").arg(name),
                       node});
        } else if (const Result<void> saved = raw->target->commit(); !saved) {
            done(saved.error());
        } else {
            done(raw->written);
        }
    };
    run(std::move(request));
}

void NodeAgent::remove(const QString& job, QObject* context, const Done<void>& done)
{
    ask({QStringLiteral("remove"), job}, {}, context, [done](const Result<Lines>& lines) {
        done(lines ? Result<void>() : Result<void>(lines.error()));
    });
}

} // namespace rocport
