#include "core/remote/synctree.h"

#include <QFile>
#include <QtConcurrent>
#include <QThreadPool>

#include <utility>

// Outside of any namespace: the macro declares a function of the global one.
static void initSyncResources()
{
    Q_INIT_RESOURCE(sync);
}

namespace rocport {

namespace {

constexpr qint64 kLargestFile = 512LL * 1024 * 1024;
constexpr qint64 kBatchBytes = 1024 * 1024;
constexpr qsizetype kBatchFiles = 500;
constexpr qint64 kWindow = 4 * 1024 * 1024; ///< bytes that may wait for the connection
constexpr qint64 kAnswerLimit = 1024LL * 1024 * 1024;
constexpr qsizetype kErrorLimit = 64 * 1024;
constexpr int kMaxTries = 3;
constexpr int kMaxNotes = 20; ///< of one kind

/// Exit statuses of sync.sh.
enum SyncExit {
    kToolMissing = 3,
    kWriteFailed = 4,
    kBaseChanged = 5,
    kBusy = 6,
    kDiskFull = 7,
    kCutShort = 8,
    kWrongUse = 9
};

QString syncScript()
{
    initSyncResources();
    QFile file(QStringLiteral(":/rocport/node/sync.sh"));
    const bool open = file.open(QIODevice::ReadOnly);
    Q_ASSERT(open);
    return open ? QString::fromUtf8(file.readAll()) : QString();
}

QString lastLine(const QByteArray& errors)
{
    const QList<QByteArray> lines = errors.trimmed().split('\n');
    return QString::fromUtf8(lines.constLast().left(1000)).trimmed();
}

/// Sentences with the first of `names`; the rest is counted.
void addNotes(QStringList& notes, const QStringList& names, const QString& sentence)
{
    for (const QString& name : names.mid(0, kMaxNotes)) {
        notes.append(sentence.arg(name));
    }
    if (names.size() > kMaxNotes) {
        notes.append(QStringLiteral("%1 more of the same kind were not sent.")
                         .arg(names.size() - kMaxNotes));
    }
}

} // namespace

Result<SyncSources> collectSyncFiles(const std::shared_ptr<const SourceTree>& tree,
                                     const QHash<RepoPath, QByteArray>& port,
                                     const CancelToken& cancel)
{
    Result<QVector<TreeEntry>> entries = tree->list(cancel);
    if (!entries) {
        return entries.error();
    }
    SyncSources sources;
    QStringList outside;
    QStringList submodules;
    QStringList large;
    QSet<RepoPath> replaced;
    const auto add = [&](const RepoPath& path, const QByteArray& content, SyncFile::Kind kind) {
        sources.files.append({path, blobIdentity(content), kind, content.size(),
                              [content]() -> Result<QByteArray> { return content; }});
    };
    for (const TreeEntry& entry : std::as_const(*entries)) {
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        const auto ported = port.constFind(entry.path);
        const SyncFile::Kind kind =
            entry.executable ? SyncFile::Kind::Executable : SyncFile::Kind::File;
        if (ported != port.constEnd()) {
            replaced.insert(entry.path);
            add(entry.path, *ported, kind);
        } else if (entry.kind == TreeEntry::Kind::Submodule) {
            submodules.append(entry.path.display());
        } else if (entry.kind == TreeEntry::Kind::Link) {
            const Result<QByteArray> target = tree->linkTarget(entry);
            if (target && linkStaysInside(entry.path, *target)) {
                add(entry.path, *target, SyncFile::Kind::Link);
            } else {
                outside.append(entry.path.display());
            }
        } else if (entry.size > kLargestFile) {
            large.append(entry.path.display());
        } else {
            sources.files.append({entry.path, entry.identity, kind, entry.size,
                                  [tree, entry] { return tree->read(entry, kLargestFile); }});
        }
    }
    for (auto file = port.constBegin(); file != port.constEnd(); ++file) {
        if (!replaced.contains(file.key())) {
            add(file.key(), *file, SyncFile::Kind::File);
        }
    }
    addNotes(sources.notes, outside,
             QStringLiteral("The link %1 points outside the repository and was not sent."));
    addNotes(sources.notes, submodules,
             QStringLiteral("The submodule %1 was not sent; fetch it on the node if the build "
                            "needs it."));
    addNotes(sources.notes, large, QStringLiteral("The file %1 is over 512 MB and was not sent."));
    return sources;
}

/// Some of the stream.
struct TreeSync::Batch
{
    QByteArray bytes;
    qint64 content = 0;
    qsizetype next = 0; ///< first file after it
};

TreeSync::TreeSync(std::shared_ptr<const Transport> transport, QString tree, QThreadPool* pool,
                   QObject* parent)
    : QObject(parent),
      m_transport(std::move(transport)),
      m_runner(m_transport->hostRunner()),
      m_tree(std::move(tree)),
      m_pool(pool != nullptr ? pool : QThreadPool::globalInstance())
{
    connect(&m_cancelWatch, &QTimer::timeout, this, [this] {
        if (m_cancel.isCancelled()) {
            end(Error{ErrorCode::Cancelled, {}, {}});
        }
    });
}

TreeSync::~TreeSync()
{
    m_stop.cancel();
    m_work.waitForFinished();
}

/// Runs `work` in the pool, then `then` here, unless this has ended meanwhile.
template <typename Value, typename Work, typename Then>
void TreeSync::inBackground(Work work, Then then)
{
    m_work.waitForFinished(); // has ended: one piece of work at a time
    m_work = QtConcurrent::run(
        m_pool, [this, turn = m_tries, work = std::move(work), then = std::move(then)]() mutable {
            // The destructor waits for this, and takes queued calls away.
            QMetaObject::invokeMethod(
                this,
                [this, turn, value = Value(work()), then = std::move(then)] {
                    if (!m_ended && turn == m_tries) {
                        then(value);
                    }
                },
                Qt::QueuedConnection);
        });
}

void TreeSync::start(const QVector<SyncFile>& files, const CancelToken& cancel)
{
    m_cancel = cancel;
    m_cancelWatch.start(20);
    m_clock.start();
    inBackground<Result<SyncList>>([files] { return makeSyncList(files); },
                                   [this](const Result<SyncList>& list) {
                                       if (!list) {
                                           end(list.error());
                                           return;
                                       }
                                       m_list = std::make_shared<const SyncList>(*list);
                                       m_summary.files = static_cast<int>(m_list->files.size());
                                       m_summary.digest = m_list->digest;
                                       ask();
                                   });
}

void TreeSync::run(const QString& verb, bool withInput,
                   void (TreeSync::*ended)(const ProcessOutcome& outcome))
{
    ProcessCommand command;
    command.program = QStringLiteral("sh");
    command.arguments = {
        QStringLiteral("-c"),          syncScript(), QStringLiteral("sync.sh"),          verb,
        m_transport->node().workspace, m_tree,       QString::fromLatin1(m_list->digest)};
    command.keepInputOpen = withInput;
    command.outputLimit = kAnswerLimit;
    command.stopAtOutputLimit = true;
    m_output.clear();
    m_errors.clear();
    dropProcess();
    m_process = m_runner->create(command);
    connect(m_process.get(), &Process::outputRead, this,
            [this](const QByteArray& bytes) { m_output += bytes; });
    connect(m_process.get(), &Process::errorsRead, this,
            [this](const QByteArray& bytes) { m_errors = (m_errors + bytes).right(kErrorLimit); });
    connect(m_process.get(), &Process::finished, this,
            [this, ended](const ProcessOutcome& outcome) {
                if (!m_ended) {
                    (this->*ended)(outcome);
                }
            });
    if (withInput) {
        connect(m_process.get(), &Process::inputWritten, this, [this] {
            report();
            pump();
        });
    }
    m_process->start();
}

void TreeSync::dropProcess()
{
    // It may be one of its own signals that led here.
    Process* process = m_process.release();
    if (process == nullptr) {
        return;
    }
    process->disconnect(this);
    if (process->state() == Process::State::Finished) {
        process->deleteLater();
        return;
    }
    connect(process, &Process::finished, process, &QObject::deleteLater);
    process->cancel();
}

void TreeSync::ask()
{
    ++m_tries;
    run(QStringLiteral("state"), false, &TreeSync::answered);
}

Error TreeSync::failure(const ProcessOutcome& outcome) const
{
    const QString name = m_runner->describe();
    const QString said = lastLine(m_errors);
    if (outcome.end == ProcessEnd::Exited) {
        switch (outcome.exitCode) {
        case kToolMissing:
            return {ErrorCode::NodeToolMissing,
                    QStringLiteral("without it, sources cannot be sent to %1").arg(name), said};
        case kDiskFull:
            return {ErrorCode::NodeDiskFull, said, name};
        case kWriteFailed:
        case kBusy:
        case kWrongUse:
            return {ErrorCode::NodeFailed, said, name};
        case kBaseChanged:
            return {ErrorCode::NodeFailed,
                    QStringLiteral("another sync changed the sources there meanwhile"), name};
        case kCutShort:
            return {
                ErrorCode::ConnectionLost,
                QStringLiteral("only part of the sources arrived; the next sync sends the rest"),
                name};
        default:
            break;
        }
    }
    return m_transport->explain(outcome, m_errors);
}

void TreeSync::answered(const ProcessOutcome& outcome)
{
    if (!outcome.succeeded()) {
        end(failure(outcome));
        return;
    }
    struct Answered
    {
        SyncAnswer answer;
        SyncPlan plan;
    };
    inBackground<Result<Answered>>(
        [bytes = std::exchange(m_output, {}), list = m_list]() -> Result<Answered> {
            Result<SyncAnswer> answer = parseSyncAnswer(bytes);
            if (!answer) {
                return answer.error();
            }
            SyncPlan plan =
                answer->state == SyncAnswer::State::Same ? SyncPlan{} : planSync(list, *answer);
            return Answered{std::move(*answer), std::move(plan)};
        },
        [this](const Result<Answered>& read) {
            if (!read) {
                Error error = read.error();
                error.object = m_runner->describe();
                end(error);
                return;
            }
            m_summary.folder = QString::fromUtf8(read->answer.folder);
            if (read->answer.state == SyncAnswer::State::Same) {
                m_summary.unchanged = true;
                end(m_summary);
            } else {
                send(read->plan);
            }
        });
}

void TreeSync::send(const SyncPlan& plan)
{
    m_plan = plan;
    m_next = 0;
    m_reading = false;
    m_inputClosed = false;
    m_summary.sent = static_cast<int>(plan.send.size());
    m_summary.removed = plan.removed;
    m_summary.restored = plan.restored;
    m_summary.bytes = 0;
    m_knownBytes = 0;
    for (const qsizetype index : plan.send) {
        m_knownBytes += std::max<qint64>(0, m_list->files.at(index).size);
    }
    run(QStringLiteral("apply"), true, &TreeSync::sent);
    m_process->write(syncStreamHead(m_plan));
    pump();
}

void TreeSync::pump()
{
    if (m_ended || m_reading || m_inputClosed || m_process == nullptr ||
        m_process->bytesToWrite() > kWindow) {
        return;
    }
    if (m_next >= m_plan.send.size()) {
        m_inputClosed = true;
        m_process->write(syncStreamTail(m_plan));
        m_process->closeInput();
        return;
    }
    m_reading = true;
    const QVector<qsizetype> some = m_plan.send.mid(m_next, kBatchFiles);
    inBackground<Result<Batch>>(
        [some, list = m_list, first = m_next, stop = m_stop]() -> Result<Batch> {
            Batch batch;
            batch.next = first;
            for (const qsizetype index : some) {
                if (stop.isCancelled()) {
                    return Error{ErrorCode::Cancelled, {}, {}};
                }
                const SyncFile& file = list->files.at(index);
                const Result<QByteArray> content = file.read();
                if (!content) {
                    return content.error();
                }
                batch.bytes += syncStreamFile(file, *content);
                batch.content += content->size();
                ++batch.next;
                if (batch.bytes.size() >= kBatchBytes) {
                    break;
                }
            }
            return batch;
        },
        [this](const Result<Batch>& batch) { batchRead(batch); });
}

void TreeSync::batchRead(const Result<Batch>& batch)
{
    m_reading = false;
    if (!batch) {
        end(batch.error());
        return;
    }
    m_next = batch->next;
    m_summary.bytes += batch->content;
    m_process->write(batch->bytes);
    report();
    pump();
}

void TreeSync::report()
{
    if (m_process == nullptr || m_ended) {
        return;
    }
    const qint64 waiting = m_process->bytesToWrite();
    const qint64 done = std::max<qint64>(0, m_summary.bytes - waiting);
    qint64 total = std::max(m_knownBytes, m_summary.bytes);
    if (m_next > 0 && m_next < m_plan.send.size() && m_knownBytes < m_summary.bytes) {
        // Sizes were not known before reading: as the files so far.
        total = m_summary.bytes / m_next * m_plan.send.size();
    }
    Q_EMIT progress(std::min(done, total), total);
}

void TreeSync::sent(const ProcessOutcome& outcome)
{
    const bool again = outcome.end == ProcessEnd::Exited && outcome.exitCode == kBaseChanged;
    if (again && m_tries < kMaxTries) {
        ask(); // what may still be read for this try is no longer taken
        return;
    }
    if (!outcome.succeeded()) {
        end(failure(outcome));
        return;
    }
    const Result<SyncAnswer> answer = parseSyncAnswer(m_output);
    if (!answer || answer->state != SyncAnswer::State::Done) {
        end(Error{ErrorCode::NodeFailed,
                  QStringLiteral("the node's answer about its sources is not understood"),
                  m_runner->describe()});
        return;
    }
    Q_EMIT progress(m_summary.bytes, m_summary.bytes);
    end(m_summary);
}

void TreeSync::end(const Result<SyncSummary>& result)
{
    if (m_ended) {
        return;
    }
    m_ended = true;
    m_stop.cancel();
    m_cancelWatch.stop();
    Result<SyncSummary> final = result;
    if (final) {
        final->elapsedMs = m_clock.elapsed();
    }
    dropProcess();
    Q_EMIT finished(final);
}

} // namespace rocport
