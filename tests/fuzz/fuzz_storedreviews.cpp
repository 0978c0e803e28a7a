#include "core/project/review/storedreviews.h"
#include "tests/fuzz/require.h"

#include <cstdint>

using namespace rocport;

namespace {

/// Entries as a journal gives them: lines of a kind, a subject and a body with tabs between.
QVector<JournalEntry> entriesOf(const QByteArray& bytes, char kind)
{
    QVector<JournalEntry> entries;
    for (const QByteArray& line : bytes.split('\n')) {
        const QByteArrayList parts = line.split('\t');
        if (parts.size() == 3 && parts[0].startsWith(kind)) {
            entries.append({JournalKind::Review, QString::fromUtf8(parts[1]), {}, parts[2]});
        }
    }
    return entries;
}

} // namespace

/// Any bytes as what a project file of somebody else keeps of reviews: what is taken can be kept
/// again, and is then read as it was.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    const QVector<KeptReview> reviews = reviewsFrom(entriesOf(bytes, 'r'), entriesOf(bytes, 'd'),
                                                    entriesOf(bytes, 't'), entriesOf(bytes, 'c'));
    QSet<QByteArray> ids;
    for (const KeptReview& review : reviews) {
        ids.insert(review.id);
    }
    require(ids.size() == reviews.size());
    require(checkKept(reviews).ok());
    QVector<JournalEntry> stored[4];
    for (const KeptReview& review : reviews) {
        for (const JournalEntry& entry : entriesBetween(nullptr, review)) {
            require(entry.body.size() <= kMaxJournalBody);
            const int at = entry.kind == JournalKind::Review           ? 0
                           : entry.kind == JournalKind::ReviewDecision ? 1
                           : entry.kind == JournalKind::ReviewThread   ? 2
                                                                       : 3;
            stored[at].append(entry);
        }
    }
    const QVector<KeptReview> again = reviewsFrom(stored[0], stored[1], stored[2], stored[3]);
    require(again.size() == reviews.size());
    for (qsizetype i = 0; i < again.size(); ++i) {
        require(entriesBetween(&reviews[i], again[i]).isEmpty());
        require(entriesBetween(&again[i], reviews[i]).isEmpty());
    }
    return 0;
}
