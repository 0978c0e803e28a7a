#include "core/rules/packs/rulekeys.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <vector>

namespace rocport {

namespace {

/// How many letters to add, drop, change or swap with their neighbour.
int distance(const QString& a, const QString& b)
{
    const auto width = static_cast<size_t>(b.size()) + 1;
    std::array<std::vector<int>, 3> rows;
    rows.fill(std::vector<int>(width));
    for (size_t j = 0; j < width; ++j) {
        rows[0][j] = static_cast<int>(j);
    }
    for (qsizetype i = 1; i <= a.size(); ++i) {
        std::vector<int>& row = rows[static_cast<size_t>(i % 3)];
        const std::vector<int>& above = rows[static_cast<size_t>((i + 2) % 3)];
        const std::vector<int>& twoAbove = rows[static_cast<size_t>((i + 1) % 3)];
        row[0] = static_cast<int>(i);
        for (size_t j = 1; j < width; ++j) {
            const auto k = static_cast<qsizetype>(j);
            const int change = above[j - 1] + (a[i - 1] == b[k - 1] ? 0 : 1);
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, change});
            if (i > 1 && j > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1]) {
                row[j] = std::min(row[j], twoAbove[j - 2] + 1);
            }
        }
    }
    return rows[static_cast<size_t>(a.size() % 3)][width - 1];
}

QStringList words(const char* text)
{
    return QString::fromLatin1(text).split(u' ');
}

} // namespace

const QStringList& packKeys(PackTable table)
{
    static const std::array<QStringList, 13> keys = {
        words("format name rule"),
        words(
            "id phase severity languages torch rocm architectures title name message reason change "
            "reference match fix way_out effort sample"),
        words("title url"),
        words("kind topic"),
        words("kind patterns includes entries once per_file device ported declarations qualified "
              "feature topic"),
        words("kind query words within notes"),
        words("kind topic notes"),
        words("kind name"),
        words("pattern names include note way_out effort replace wave64 pointee group supplied "
              "extensions_from"),
        words("symbol text torch rocm"),
        words("transform text rocm block part on_request"),
        words("language file code match result symbol line"),
        words("kind command root environment notes"),
    };
    return keys[static_cast<size_t>(table)];
}

QString nearestName(const QString& name, const QStringList& known)
{
    constexpr qsizetype kLongest = 64;
    QString best;
    int least = std::min<int>(3, std::max<int>(1, static_cast<int>(name.size()) / 2)) + 1;
    const QString lower = name.left(kLongest).toLower().replace(u'-', u'_');
    for (const QString& one : known) {
        const int away = distance(lower, QString(one).replace(u'-', u'_'));
        if (away < least) {
            least = away;
            best = one;
        }
    }
    return best;
}

} // namespace rocport
