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

/// The log of a job as a window shows it: a file that may grow, of any size and any content. Lines,
/// diagnostics and known failures are found in a thread pool; lines are read from the file when
/// they are asked for, so memory use stays small. Lives in the thread that made it; lines count
/// from 0.
class JobLog : public QObject
{
    Q_OBJECT

public:
    /// The most hits that a search keeps.
    static constexpr qsizetype kMaxHits = 100'000;
    /// The most that text() returns at once, in bytes.
    static constexpr qint64 kMaxText = 16 * 1024 * 1024;

    /// The pool outlives it.
    explicit JobLog(QThreadPool& pool, QObject* parent = nullptr);
    /// Cancels and waits.
    ~JobLog() override;

    /// Shows a file from its beginning, or none (empty path). A file that does not exist yet is an
    /// empty log. changed() and caughtUp() follow.
    void open(const QString& file);
    [[nodiscard]] QString file() const { return m_file; }
    /// The file has more bytes.
    void grew();
    /// Whether nothing more will be written: the last line then counts as complete even if its end
    /// is missing.
    void setEnded(bool ended);

    [[nodiscard]] qint64 lineCount() const;
    [[nodiscard]] qint64 byteCount() const;
    /// False while known bytes have not been read yet.
    [[nodiscard]] bool isCaughtUp() const { return m_caughtUp; }
    /// The bytes of `count` lines as they are shown, fewer at the end of the log. Reads these lines
    /// and at most 64 KiB more; meant for one screenful.
    [[nodiscard]] QVector<QByteArray> lines(qint64 from, int count) const;
    /// When these lines arrived, in UTC; invalid where that is not known.
    [[nodiscard]] QVector<QDateTime> times(qint64 from, int count) const;
    /// Whether the arrival time of some part of the log is known.
    [[nodiscard]] bool hasTimes() const;
    [[nodiscard]] QVector<LogDiagnostic> diagnostics() const;
    [[nodiscard]] int diagnosticCount(LogDiagnostic::Severity severity) const;
    [[nodiscard]] QVector<FailureMatch> failures() const;

    /// Searches the log, including what arrives later; an empty query ends the search. Errors:
    /// InvalidArgument if the expression is wrong.
    Result<void> search(const LogQuery& query);
    [[nodiscard]] const LogQuery& query() const { return m_query; }
    /// In order.
    [[nodiscard]] const QVector<LogHit>& hits() const { return m_hits; }
    /// Whether there are more than kMaxHits.
    [[nodiscard]] bool hitsLeftOut() const { return m_hitsLeftOut; }
    /// Lines on which the expression was not tried in full because it takes too long there.
    [[nodiscard]] int linesLeftOut() const { return m_linesLeftOut; }
    [[nodiscard]] bool isSearching() const { return m_searching; }

    /// The text of lines [from, to], without colours, with line feeds. Errors: FileTooLarge over
    /// kMaxText, FileUnreadable, Cancelled.
    [[nodiscard]] QFuture<Result<QString>> text(qint64 from, qint64 to) const;
    /// Copies the log as it is. Errors: FileUnreadable, FileWriteFailed, DiskFull, Cancelled.
    [[nodiscard]] QFuture<Result<void>> save(const QString& file) const;

Q_SIGNALS:
    void changed();   ///< lines were added
    void restarted(); ///< another file, or the file was rewritten: nothing known before holds
    void caughtUp();  ///< all bytes so far have been read
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
