#pragma once

#include "core/base/finding.h"

#include <QVector>

#include <map>
#include <mutex>

namespace rocport {

/// What a file counts in KeptPlaces: its findings and changes; large changes and findings with many
/// places count by their size.
qsizetype placesOf(const FileAnalysis& file);

/// Bounds what one scan keeps of all files together. Files are identified by their index in the
/// list of the scan. The first files are kept, as many as have at most `most` places in total.
/// Which those are does not depend on the order in which threads reach them, since the last ones
/// are dropped first and no file after a dropped one is kept. Thread-safe.
class KeptPlaces
{
public:
    /// The most findings and changes that one scan keeps. Each takes about a kilobyte; dgl, with
    /// 458,000 lines, has about 800.
    static constexpr qsizetype kMost = 200'000;

    explicit KeptPlaces(qsizetype most = kMost) : m_most(most) {}

    /// Whether this file or one before it was dropped already, so that it need not be read.
    [[nodiscard]] bool isPast(qsizetype file) const
    {
        const std::lock_guard lock(m_mutex);
        return m_end >= 0 && file >= m_end;
    }

    /// Sets the places of `file`, replacing what it had before, and returns the files that are no
    /// longer kept because of it; it may be among them.
    QVector<qsizetype> add(qsizetype file, qsizetype places);

    /// To be called when `file` is read again: it does not count until it is added again.
    void remove(qsizetype file);

private:
    const qsizetype m_most;
    mutable std::mutex m_mutex;
    std::map<qsizetype, qsizetype> m_kept; ///< places by file
    qsizetype m_total = 0;
    qsizetype m_end = -1; ///< the first file that is not kept; -1: all are
};

} // namespace rocport
