#pragma once

#include "core/base/finding.h"

#include <QVector>

#include <map>
#include <mutex>

namespace rocport {

/// What a file counts in KeptPlaces: its findings and changes, large changes and findings of many
/// places by their size.
qsizetype placesOf(const FileAnalysis& file);

/// Bounds what one scan holds of all files together. Files are told apart by their index in the
/// list of the scan. Kept are the first files, as many as give no more than `most` places between
/// them: which those are does not depend on the order in which threads come to them, since the last
/// ones go first and no file after one that went is kept. For several threads.
class KeptPlaces
{
public:
    /// Findings and changes that one scan keeps. Each takes about a kilobyte; dgl, with 458,000
    /// lines, gives about 800.
    static constexpr qsizetype kMost = 200'000;

    explicit KeptPlaces(qsizetype most = kMost) : m_most(most) {}

    /// Whether a file before this one went already: then it need not be read.
    [[nodiscard]] bool isPast(qsizetype file) const
    {
        const std::lock_guard lock(m_mutex);
        return m_end >= 0 && file >= m_end;
    }

    /// Adds what `file` gives, in place of what it gave before, and returns the files that are not
    /// kept any more because of it; it may be among them.
    QVector<qsizetype> add(qsizetype file, qsizetype places);

    /// `file` is read again: until it is added again nothing is said of it.
    void remove(qsizetype file);

private:
    const qsizetype m_most;
    mutable std::mutex m_mutex;
    std::map<qsizetype, qsizetype> m_kept; ///< places by file
    qsizetype m_total = 0;
    qsizetype m_end = -1; ///< the first file that is not kept; -1: all are
};

} // namespace rocport
