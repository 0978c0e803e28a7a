#include "core/facts/inductorkeys.h"

#include <QFile>

#include <algorithm>
#include <array>
#include <functional>

// Resources of a static library are not linked in on their own; this must stand at global scope.
static void initInductorResources()
{
    Q_INIT_RESOURCE(rocport_facts);
}

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
    initInductorResources();
    QFile file(QStringLiteral(":/rocport/facts/inductor_keys.tsv"));
    QVector<InductorKey> keys;
    if (!file.open(QIODevice::ReadOnly)) {
        return keys;
    }
    QByteArrayList lines = file.readAll().split('\n');
    lines.removeFirst();
    for (const QByteArray& line : std::as_const(lines)) {
        const QByteArrayList cells = line.split('\t');
        if (cells.size() != 10) {
            continue;
        }
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
