#include "core/vcs/mergetext.h"
#include "tests/fuzz/require.h"

#include <QList>

#include <cstdint>

using namespace rocport;

/// Any bytes as three texts, divided by 0x01: a side that changed nothing gives way to the other,
/// and a merge without a conflict has no conflict in it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    QList<QByteArray> texts = bytes.split('\x01');
    while (texts.size() < 3) {
        texts.append(texts.first());
    }
    const auto merged = mergeGenerated(texts[0], texts[1], texts[2]);
    if (!merged) {
        return 0;
    }
    require(merged->clean == merged->conflicts.isEmpty());
    if (const auto same = mergeGenerated(texts[0], texts[0], texts[2])) {
        require(same->clean && same->text == texts[2]);
    }
    if (const auto same = mergeGenerated(texts[0], texts[1], texts[0])) {
        require(same->clean && same->text == texts[1]);
    }
    return 0;
}
