#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/joblog/logindex.h"
#include "core/text/textsearch.h"

#include <QString>
#include <QVector>

#include <functional>

namespace rocport {

/// What to look for in a log.
using LogQuery = TextQuery;

/// Where a match is, in UTF-16 units of the text that parseAnsi() returns for the line.
struct LogHit
{
    qint64 line = 0; ///< from 0
    int start = 0;
    int length = 0;
    friend bool operator==(const LogHit&, const LogHit&) = default;
};

/// Which part of a log to search. Holds copies of marks, so that the log may grow meanwhile.
struct LogSearchRange
{
    QString file;
    QVector<LogIndex::Mark> marks; ///< blocks begin here; the first holds `fromLine`
    qint64 fromLine = 0;
    qint64 endLine = 0;   ///< one past the last
    qint64 endOffset = 0; ///< bytes of the file to search
};

/// Success, or why the query cannot be used (InvalidArgument, with what is wrong in the
/// expression).
Result<void> checkQuery(const LogQuery& query);

/// Searches a log; hits are passed on in order, in batches, in the calling thread. Stops after
/// `limit` hits. `leftOut`: lines since the previous batch on which an expression was not tried in
/// full. Returns whether the end was reached. Errors: Cancelled, InvalidArgument, FileUnreadable.
Result<bool> searchLog(const LogSearchRange& range, const LogQuery& query, qsizetype limit,
                       const CancelToken& cancel,
                       const std::function<void(const QVector<LogHit>&, int leftOut)>& sink);

} // namespace rocport
