#include "core/facts/inductorkeys.h"

#include "core/facts/factresource.h"

#include <algorithm>
#include <array>
#include <functional>

namespace rocport {

namespace {

std::optional<Version> versionOf(const QByteArray& text)
{
    return text.isEmpty() ? std::nullopt : Version::parse(QString::fromLatin1(text));
}

KeyEffect effectOf(const QByteArray& word)
{
    constexpr std::array<const char*, 7> kWords = {"acts",   "default", "dead", "autotune",
                                                   "graphs", "harness", "limit"};
    const auto* found =
        std::find_if(kWords.begin(), kWords.end(), [&](const char* one) { return word == one; });
    Q_ASSERT(found != kWords.end());
    return static_cast<KeyEffect>(found - kWords.begin());
}

QVector<InductorKey> readTable()
{
    QVector<InductorKey> keys;
    for (const QByteArrayList& cells : factRows("inductor_keys.tsv", 10)) {
        keys.append({cells[0], versionOf(cells[1]), versionOf(cells[2]), cells[3], cells[4],
                     versionOf(cells[5]), effectOf(cells[6]), cells[7], cells[8], cells[9]});
    }
    return keys;
}

const InductorKey* findKey(const std::function<bool(const InductorKey&)>& wanted)
{
    const QVector<InductorKey>& all = inductorKeys();
    const auto found = std::find_if(all.begin(), all.end(), wanted);
    return found == all.end() ? nullptr : &*found;
}

} // namespace

const QVector<InductorKey>& inductorKeys()
{
    static const QVector<InductorKey> kKeys = readTable();
    return kKeys;
}

const InductorKey* inductorKey(QByteArrayView key)
{
    return findKey([&](const InductorKey& one) { return one.key == key; });
}

const InductorKey* inductorKeyOfVariable(QByteArrayView variable)
{
    return variable.isEmpty()
               ? nullptr
               : findKey([&](const InductorKey& one) { return one.variable == variable; });
}

} // namespace rocport
