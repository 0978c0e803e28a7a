#include "core/scan/keptplaces.h"

#include <iterator>

namespace rocport {

qsizetype placesOf(const FileAnalysis& file)
{
    qsizetype places = file.findings.size() + file.hunks.size();
    for (const Hunk& hunk : file.hunks) {
        places += hunk.edits.size() / 4; // an edit takes about a quarter of a finding
    }
    for (const Finding& finding : file.findings) {
        places += finding.morePlaces.size() / 16; // 32 bytes each
    }
    return places;
}

QVector<qsizetype> KeptPlaces::add(qsizetype file, qsizetype places)
{
    const std::lock_guard lock(m_mutex);
    if (m_end >= 0 && file >= m_end) {
        return {file};
    }
    qsizetype& kept = m_kept[file];
    m_total += places - kept;
    kept = places;
    QVector<qsizetype> gone;
    while (m_total > m_most && !m_kept.empty()) {
        const auto last = std::prev(m_kept.end());
        m_total -= last->second;
        m_end = last->first;
        gone.append(last->first);
        m_kept.erase(last);
    }
    return gone;
}

void KeptPlaces::remove(qsizetype file)
{
    const std::lock_guard lock(m_mutex);
    const auto kept = m_kept.find(file);
    if (kept != m_kept.end()) {
        m_total -= kept->second;
        m_kept.erase(kept);
    }
}

} // namespace rocport
