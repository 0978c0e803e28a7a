#include "core/joblog/joblog.h"
#include "core/files/copyfile.h"

#include "core/files/readfile.h"
#include "core/joblog/ansi.h"
#include "core/joblog/logtimes.h"

#include <QFile>
#include <QMutex>
#include <QtConcurrentRun>
#include <QThreadPool>

#include <algorithm>
#include <array>
#include <optional>

namespace rocport {

/// What the window's thread and the pool share.
struct JobLogData
{
    explicit JobLogData(QString path) : file(std::move(path)), finder(FailureBook::builtIn()) {}

    const QString file;

    QMutex mutex; ///< of all that follows up to `reader`
    LogIndex index;
    QVector<LogDiagnostic> diagnostics;
    std::array<int, 3> counts{};
    quint64 revision = 0; ///< of the parser, when `diagnostics` was taken
    QVector<FailureMatch> failures;
    bool more = false;      ///< the newest step did not reach the end
    bool restarted = false; ///< the file became shorter
    bool linesChanged = false, diagnosticsChanged = false, failuresChanged = false;
    std::optional<Error> error;
    LogTimes times;
    bool ended = false;

    // Of the step under way only.
    LogDiagnosticsParser parser;
    FailureFinder finder;
    qint64 parsedLines = 0;
    qint64 timesRead = 0; ///< bytes of the file of times
    QByteArray buffer;
};

namespace {

constexpr qint64 kRead = 512 * 1024;
constexpr qint64 kStep = 4 * 1024 * 1024;
constexpr qint64 kWindow = 64 * 1024;

void addLine(JobLogData& data, qint64 line, QByteArrayView bytes)
{
    data.parser.add(line, bytes);
    data.finder.add(line, bytes);
    data.parsedLines = line + 1;
}

/// Hands what the parsers found to the window's thread.
void publish(JobLogData& data)
{
    const QMutexLocker lock(&data.mutex);
    if (data.revision != data.parser.revision()) {
        data.revision = data.parser.revision();
        data.diagnostics = data.parser.found();
        for (size_t i = 0; i < data.counts.size(); ++i) {
            data.counts[i] = data.parser.count(static_cast<LogDiagnostic::Severity>(i));
        }
        data.diagnosticsChanged = true;
    }
    if (data.failures != data.finder.found()) {
        data.failures = data.finder.found();
        data.failuresChanged = true;
    }
}

void startOver(JobLogData& data)
{
    data.parser.clear();
    data.finder.clear();
    data.parsedLines = 0;
    const QMutexLocker lock(&data.mutex);
    data.revision = ~quint64(0); // what was found is to be taken back
    data.index.clear();
    data.restarted = true;
}

void setError(JobLogData& data, const QFile& file)
{
    const QMutexLocker lock(&data.mutex);
    data.error = Error{ErrorCode::FileUnreadable, file.errorString(), file.fileName()};
}

/// The part that the next read adds; the lines it completes go to the parsers. False: at the end.
bool readSome(JobLogData& data, QFile& file)
{
    const qint64 from = data.index.resumeAt(); // only this thread writes the index
    const qint64 known = data.index.byteCount();
    data.buffer.resize(known - from + kRead);
    if (!file.seek(from)) {
        setError(data, file);
        return false;
    }
    const qint64 got = file.read(data.buffer.data(), data.buffer.size());
    if (got < 0) {
        setError(data, file);
        return false;
    }
    if (from + got <= known) {
        return false;
    }
    const QByteArrayView bytes(data.buffer.constData(), got);
    {
        const QMutexLocker lock(&data.mutex);
        data.index.add(bytes);
        data.linesChanged = true;
    }
    // The same lines once more for the parsers, outside of the lock.
    qint64 line = data.parsedLines;
    qsizetype at = 0;
    while (at < bytes.size()) {
        const LogScan scan = scanLogLine(bytes, at, false);
        if (scan.kind == LogScan::Kind::Open) {
            break;
        }
        if (scan.kind == LogScan::Kind::Ended) {
            addLine(data, line++, bytes.sliced(at, scan.end - at));
        }
        at = scan.next;
    }
    return from + got < file.size();
}

/// What the file beside the log says of when its bytes came; none is no fault.
void readTimes(JobLogData& data)
{
    QFile file(data.file + QStringLiteral(".times"));
    if (!openRegular(file).ok()) {
        return;
    }
    if (file.size() < data.timesRead) { // written anew
        data.timesRead = 0;
        const QMutexLocker lock(&data.mutex);
        data.times.clear();
    }
    if (!file.seek(data.timesRead)) {
        return;
    }
    const QByteArray bytes = file.read(LogTimes::kMaxFile - data.timesRead);
    data.timesRead += bytes.size();
    const QMutexLocker lock(&data.mutex);
    data.times.add(bytes);
    if (data.timesRead >= LogTimes::kMaxFile && file.size() > data.timesRead) {
        data.times.setCut();
    }
}

/// The open line of a log that has ended.
void parseLastLine(JobLogData& data, QFile& file)
{
    const qint64 from = data.index.resumeAt();
    if (data.index.byteCount() <= from || data.parsedLines > data.index.completeLines() ||
        !file.seek(from)) {
        return;
    }
    const QByteArray rest = file.read(data.index.byteCount() - from);
    const LogScan scan = scanLogLine(rest, 0, true);
    addLine(data, data.parsedLines, QByteArrayView(rest).first(scan.end));
}

/// Reads on for a while; the rest is the next step's.
void readStep(const std::shared_ptr<JobLogData>& data, const CancelToken& cancel)
{
    QFile file(data->file);
    if (!file.exists()) {
        if (data->index.byteCount() > 0) {
            startOver(*data);
        }
        return;
    }
    if (Result<void> opened = openRegular(file); !opened) {
        const QMutexLocker lock(&data->mutex);
        data->error = opened.error();
        return;
    }
    if (file.size() < data->index.byteCount()) {
        startOver(*data);
        publish(*data);
    }
    readTimes(*data); // written before the bytes that it tells of
    const qint64 stop = data->index.byteCount() + kStep;
    bool more = true;
    while (more && !cancel.isCancelled() && data->index.byteCount() < stop) {
        more = readSome(*data, file);
    }
    if (!more && data->ended) {
        parseLastLine(*data, file);
    }
    publish(*data);
    const QMutexLocker lock(&data->mutex);
    data->more = more;
}

/// Bytes of a file in a window that moves.
class LogWindow
{
public:
    LogWindow(const QString& path, qint64 end) : m_file(path), m_end(end)
    {
        m_open = openRegular(m_file).ok();
    }

    /// At least a line from `at` on, or up to the end.
    QByteArrayView at(qint64 offset)
    {
        const qint64 need = std::min<qint64>(m_end - offset, LogIndex::kMaxLine + 16);
        if (offset < m_from || offset + need > m_from + m_bytes.size()) {
            m_bytes.resize(std::max<qint64>(0, std::min(kWindow, m_end - offset)));
            m_from = offset;
            const qint64 got =
                m_open && m_file.seek(offset) ? m_file.read(m_bytes.data(), m_bytes.size()) : 0;
            m_bytes.truncate(std::max<qint64>(got, 0));
        }
        return QByteArrayView(m_bytes).sliced(offset - m_from);
    }
    [[nodiscard]] bool isEnd(qint64 offset, QByteArrayView bytes) const
    {
        return offset + bytes.size() >= m_end;
    }

private:
    QFile m_file;
    QByteArray m_bytes;
    qint64 m_from = 0;
    qint64 m_end;
    bool m_open;
};

/// The index as it is now; a copy costs nothing before it grows.
LogIndex indexOf(JobLogData& data)
{
    const QMutexLocker lock(&data.mutex);
    return data.index;
}

/// Calls `each(line, bytes, offset)` for lines from `from` on while it gives true.
template <typename Each>
void forEachLine(JobLogData& data, qint64 from, Each each)
{
    const LogIndex index = indexOf(data);
    const LogIndex::Mark mark = index.markBefore(from);
    const qint64 end = index.byteCount();
    const qint64 lineCount = index.lineCount();
    LogWindow window(data.file, end);
    qint64 line = mark.line;
    qint64 offset = mark.offset;
    bool begun = true; // at the start of a line
    while (offset < end && line < lineCount) {
        if (begun) {
            const qint64 far = index.farStart(line);
            offset = far >= 0 ? std::min(far, end) : offset;
        }
        const QByteArrayView bytes = window.at(offset);
        if (bytes.isEmpty()) {
            return; // became shorter
        }
        const LogScan scan = scanLogLine(bytes, 0, window.isEnd(offset, bytes));
        if (scan.kind == LogScan::Kind::Open) {
            return;
        }
        begun = scan.kind == LogScan::Kind::Ended;
        if (begun && line++ >= from && !each(line - 1, bytes.first(scan.end), offset)) {
            return;
        }
        offset += scan.next;
    }
}

Result<QString> textOf(JobLogData& data, qint64 from, qint64 to, const CancelToken& cancel)
{
    QString text;
    bool tooLarge = false;
    forEachLine(data, from, [&](qint64 line, QByteArrayView bytes, qint64 /*offset*/) {
        text += plainLogText(bytes);
        if (line < to) {
            text += u'\n';
        }
        tooLarge = text.size() > JobLog::kMaxText;
        return line < to && !tooLarge && !cancel.isCancelled();
    });
    if (cancel.isCancelled()) {
        return Error{ErrorCode::Cancelled, {}, {}};
    }
    if (tooLarge) {
        return Error{ErrorCode::FileTooLarge,
                     QStringLiteral("more than %1 MB of text; save the log instead")
                         .arg(JobLog::kMaxText / 1024 / 1024),
                     data.file};
    }
    return text;
}

} // namespace

JobLog::JobLog(QThreadPool& pool, QObject* parent)
    : QObject(parent), m_pool(pool), m_data(std::make_shared<JobLogData>(QString()))
{
}

JobLog::~JobLog()
{
    m_cancel.cancel();
    m_cancelSearch.cancel();
    m_cancelText.cancel();
    // Waiting may run work that was not begun in this thread; it only posts events, which go with
    // this object.
    for (QFuture<void>& work : m_work) {
        work.waitForFinished();
    }
}

/// Work that uses this object only to post events to it: the destructor waits for it.
void JobLog::start(const std::function<void()>& work)
{
    m_work.removeIf([](const QFuture<void>& one) { return one.isFinished(); });
    m_work.append(QtConcurrent::run(&m_pool, work));
}

void JobLog::reset()
{
    stopSearch();
    m_hits.clear();
    m_hitsLeftOut = false;
    m_linesLeftOut = 0;
    m_searchedTo = 0;
}

void JobLog::open(const QString& file)
{
    m_cancel.cancel();
    m_cancel = CancelToken();
    m_file = file;
    m_data = std::make_shared<JobLogData>(file);
    m_data->ended = m_ended;
    m_running = false; // a step under way belongs to the log before
    m_again = false;
    reset();
    Q_EMIT restarted();
    grew();
}

void JobLog::setEnded(bool ended)
{
    if (ended == m_ended) {
        return;
    }
    m_ended = ended;
    if (ended) {
        grew();
    }
}

void JobLog::grew()
{
    if (m_file.isEmpty()) {
        m_caughtUp = true;
        return;
    }
    m_caughtUp = false;
    if (m_running) {
        m_again = true;
    } else {
        step();
    }
}

void JobLog::step()
{
    m_running = true;
    m_again = false;
    m_data->ended = m_ended;
    const std::shared_ptr<JobLogData> data = m_data;
    const CancelToken cancel = m_cancel;
    start([this, data, cancel] {
        readStep(data, cancel);
        QMetaObject::invokeMethod(
            this,
            [this, data] {
                if (data == m_data) {
                    stepDone();
                }
            },
            Qt::QueuedConnection);
    });
}

void JobLog::stepDone()
{
    m_running = false;
    bool more = false;
    bool restartedNow = false;
    bool lines = false;
    bool diagnosticsNow = false;
    bool failuresNow = false;
    std::optional<Error> error;
    {
        const QMutexLocker lock(&m_data->mutex);
        more = std::exchange(m_data->more, false);
        restartedNow = std::exchange(m_data->restarted, false);
        lines = std::exchange(m_data->linesChanged, false);
        diagnosticsNow = std::exchange(m_data->diagnosticsChanged, false);
        failuresNow = std::exchange(m_data->failuresChanged, false);
        error = std::exchange(m_data->error, std::nullopt);
    }
    if (more || m_again) {
        step();
    } else {
        m_caughtUp = true;
    }
    const std::shared_ptr<JobLogData> data = m_data; // a slot may open another log
    if (restartedNow) {
        reset();
        Q_EMIT restarted();
    }
    if (lines && data == m_data) {
        Q_EMIT changed();
    }
    if (diagnosticsNow && data == m_data) {
        Q_EMIT diagnosticsChanged();
    }
    if (failuresNow && data == m_data) {
        Q_EMIT failuresChanged();
    }
    if (error && data == m_data) {
        Q_EMIT failed(*error);
    }
    if (data == m_data && m_caughtUp) {
        continueSearch();
        Q_EMIT caughtUp();
    }
}

qint64 JobLog::lineCount() const
{
    const QMutexLocker lock(&m_data->mutex);
    return m_data->index.lineCount();
}

qint64 JobLog::byteCount() const
{
    const QMutexLocker lock(&m_data->mutex);
    return m_data->index.byteCount();
}

QVector<QByteArray> JobLog::lines(qint64 from, int count) const
{
    QVector<QByteArray> result;
    if (count <= 0 || m_file.isEmpty()) {
        return result;
    }
    forEachLine(*m_data, std::max<qint64>(from, 0),
                [&](qint64 /*line*/, QByteArrayView bytes, qint64 /*offset*/) {
                    result.append(bytes.toByteArray());
                    return result.size() < count;
                });
    return result;
}

QVector<QDateTime> JobLog::times(qint64 from, int count) const
{
    QVector<QDateTime> result;
    if (count <= 0 || !hasTimes()) {
        return result;
    }
    QVector<qint64> offsets;
    forEachLine(*m_data, std::max<qint64>(from, 0),
                [&](qint64 /*line*/, QByteArrayView /*bytes*/, qint64 offset) {
                    offsets.append(offset);
                    return offsets.size() < count;
                });
    const QMutexLocker lock(&m_data->mutex);
    for (const qint64 offset : std::as_const(offsets)) {
        result.append(m_data->times.at(offset));
    }
    return result;
}

bool JobLog::hasTimes() const
{
    const QMutexLocker lock(&m_data->mutex);
    return !m_data->times.isEmpty();
}

QVector<LogDiagnostic> JobLog::diagnostics() const
{
    const QMutexLocker lock(&m_data->mutex);
    return m_data->diagnostics;
}

int JobLog::diagnosticCount(LogDiagnostic::Severity severity) const
{
    const QMutexLocker lock(&m_data->mutex);
    return m_data->counts[static_cast<size_t>(severity)];
}

QVector<FailureMatch> JobLog::failures() const
{
    const QMutexLocker lock(&m_data->mutex);
    return m_data->failures;
}

void JobLog::stopSearch()
{
    m_cancelSearch.cancel();
    m_cancelSearch = CancelToken();
    ++m_searchSerial;
    m_searching = false;
}

Result<void> JobLog::search(const LogQuery& query)
{
    reset();
    m_query = query;
    Result<void> good = checkQuery(query);
    if (!good) {
        m_query = {};
    }
    Q_EMIT searchChanged();
    continueSearch();
    return good;
}

void JobLog::continueSearch()
{
    if (m_query.text.isEmpty() || m_searching || m_hitsLeftOut || m_file.isEmpty()) {
        return;
    }
    LogSearchRange range;
    range.file = m_file;
    const LogIndex index = indexOf(*m_data);
    range.fromLine = m_searchedTo;
    range.endLine = m_ended ? index.lineCount() : index.completeLines();
    range.endOffset = index.byteCount();
    range.marks = index.marksFrom(m_searchedTo);
    if (range.endLine <= range.fromLine) {
        return;
    }
    m_searching = true;
    const quint64 serial = ++m_searchSerial;
    const CancelToken cancel = m_cancelSearch;
    const qsizetype limit = kMaxHits - m_hits.size();
    const LogQuery query = m_query;
    const qint64 end = range.endLine;
    JobLog* const self = this; // the destructor waits for the search
    start([self, range, query, limit, cancel, serial, end] {
        const Result<bool> done =
            searchLog(range, query, limit, cancel, [&](const QVector<LogHit>& hits, int leftOut) {
                QMetaObject::invokeMethod(
                    self,
                    [self, serial, hits, leftOut] {
                        if (serial == self->m_searchSerial) {
                            self->m_hits += hits;
                            self->m_linesLeftOut += leftOut;
                            Q_EMIT self->searchChanged();
                        }
                    },
                    Qt::QueuedConnection);
            });
        QMetaObject::invokeMethod(
            self,
            [self, serial, done, end] {
                if (serial != self->m_searchSerial) {
                    return;
                }
                self->m_searching = false;
                self->m_searchedTo = end;
                self->m_hitsLeftOut = done.ok() && !*done;
                Q_EMIT self->searchChanged();
                if (done.ok() && *done) {
                    self->continueSearch();
                }
            },
            Qt::QueuedConnection);
    });
}

QFuture<Result<QString>> JobLog::text(qint64 from, qint64 to) const
{
    const std::shared_ptr<JobLogData> data = m_data;
    const CancelToken cancel = m_cancelText;
    return QtConcurrent::run(&m_pool,
                             [data, from, to, cancel] { return textOf(*data, from, to, cancel); });
}

QFuture<Result<void>> JobLog::save(const QString& file) const
{
    const QString from = m_file;
    const CancelToken cancel = m_cancelText;
    return QtConcurrent::run(&m_pool,
                             [from, file, cancel] { return copyFile(from, file, cancel); });
}

} // namespace rocport
