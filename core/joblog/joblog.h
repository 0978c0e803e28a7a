#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/joblog/knownfailures.h"
#include "core/joblog/logdiagnostics.h"
#include "core/joblog/logsearch.h"

#include <QDateTime>
#include <QFuture>
#include <QObject>

#include <functional>
#include <memory>

class QThreadPool;

namespace rocport {

struct JobLogData;

/// The log of a job as a window shows it: a file that may grow, of any size and any bytes. Lines,
/// diagnostics and known failures are found on a pool; lines are read from the file when they are
/// asked for, so memory stays small. Lives in the thread that made it; lines count from 0.
class JobLog : public QObject
{
    Q_OBJECT

public:
    /// Hits that a search keeps.
    static constexpr qsizetype kMaxHits = 100'000;
    /// Text that text() gives at once, in bytes.
    static constexpr qint64 kMaxText = 16 * 1024 * 1024;

    /// The pool outlives it.
    explicit JobLog(QThreadPool& pool, QObject* parent = nullptr);
    /// Cancels and waits.
    ~JobLog() override;

    /// Shows a file from its beginning, or none (empty path). A file that is not there yet is an
    /// empty log. Ends in changed() and caughtUp().
    void open(const QString& file);
    [[nodiscard]] QString file() const { return m_file; }
    /// The file has more bytes.
    void grew();
    /// Nothing more will be written: the last line counts as complete, although its end is missing.
    void setEnded(bool ended);

    [[nodiscard]] qint64 lineCount() const;
    [[nodiscard]] qint64 byteCount() const;
    /// False while bytes that are known of are not read yet.
    [[nodiscard]] bool isCaughtUp() const { return m_caughtUp; }
    /// The bytes of lines as they are shown, fewer where the log ends. Reads at most what they
    /// take and 64 KiB; for what a screen shows.
    [[nodiscard]] QVector<QByteArray> lines(qint64 from, int count) const;
    /// When the same lines came, in UTC; invalid where that is not known.
    [[nodiscard]] QVector<QDateTime> times(qint64 from, int count) const;
    /// Of some part of the log it is known when it came.
    [[nodiscard]] bool hasTimes() const;
    [[nodiscard]] QVector<LogDiagnostic> diagnostics() const;
    [[nodiscard]] int diagnosticCount(LogDiagnostic::Severity severity) const;
    [[nodiscard]] QVector<FailureMatch> failures() const;

    /// Looks for something, in what comes later too; an empty query ends that. Gives
    /// InvalidArgument where the expression is wrong.
    Result<void> search(const LogQuery& query);
    [[nodiscard]] const LogQuery& query() const { return m_query; }
    /// In order.
    [[nodiscard]] const QVector<LogHit>& hits() const { return m_hits; }
    /// More than kMaxHits.
    [[nodiscard]] bool hitsLeftOut() const { return m_hitsLeftOut; }
    /// Lines that the expression was not wholly tried on, since it takes too long there.
    [[nodiscard]] int linesLeftOut() const { return m_linesLeftOut; }
    [[nodiscard]] bool isSearching() const { return m_searching; }

    /// The text of lines [from, to], without colours, with line feeds. Errors: FileTooLarge over
    /// kMaxText, FileUnreadable, Cancelled.
    [[nodiscard]] QFuture<Result<QString>> text(qint64 from, qint64 to) const;
    /// Copies the log as it is. Errors: FileUnreadable, FileWriteFailed, DiskFull, Cancelled.
    [[nodiscard]] QFuture<Result<void>> save(const QString& file) const;

Q_SIGNALS:
    void changed();   ///< lines were added
    void restarted(); ///< another file, or the file was written anew: nothing of before holds
    void caughtUp();  ///< all bytes there were are read
    void diagnosticsChanged();
    void failuresChanged();
    void searchChanged(); ///< hits were added, or the search ended
    void failed(const rocport::Error& error);

private:
    void start(const std::function<void()>& work);
    void step();
    void stepDone();
    void reset();
    void continueSearch();
    void stopSearch();

    QThreadPool& m_pool;
    QString m_file;
    std::shared_ptr<JobLogData> m_data;
    QVector<QFuture<void>> m_work; ///< steps and searches that may not have ended
    CancelToken m_cancel, m_cancelSearch, m_cancelText;
    LogQuery m_query;
    QVector<LogHit> m_hits;
    qint64 m_searchedTo = 0; ///< lines before it were looked at
    quint64 m_searchSerial = 0;
    bool m_hitsLeftOut = false;
    int m_linesLeftOut = 0;
    bool m_searching = false;
    bool m_caughtUp = true;
    bool m_running = false;
    bool m_again = false;
    bool m_ended = false;
};

} // namespace rocport
