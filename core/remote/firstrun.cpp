#include "core/remote/firstrun.h"

#include "core/base/wording.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr qsizetype kSamples = 9;

QString spanText(std::chrono::seconds span)
{
    const qint64 seconds = span.count();
    return seconds < 120 ? QStringLiteral("%1 s").arg(seconds)
                         : QStringLiteral("%1 min").arg((seconds + 30) / 60);
}

QString rangeText(std::chrono::seconds least, std::chrono::seconds most)
{
    const QString from = spanText(least);
    const QString to = spanText(most);
    return from == to ? from : QStringLiteral("%1 to %2").arg(from, to);
}

} // namespace

const QVector<FirstRun>& firstRuns()
{
    using std::chrono::minutes;
    using std::chrono::seconds;
    static const QVector<FirstRun> table{
        {QStringLiteral("torch.compile"), QStringLiteral("torch.compile"), minutes(2), minutes(5),
         QStringLiteral("TORCHINDUCTOR_CACHE_DIR")},
        {QStringLiteral("torch.compile-max-autotune"),
         QStringLiteral("torch.compile with max-autotune"), minutes(5), minutes(15),
         QStringLiteral("TORCHINDUCTOR_CACHE_DIR")},
        {QStringLiteral("aiter"), QStringLiteral("AITER kernels"), minutes(1), minutes(3),
         QStringLiteral("aiter/jit/build")},
        {QStringLiteral("triton"), QStringLiteral("Triton kernels"), minutes(1), minutes(2),
         QStringLiteral("~/.triton/cache")},
        {QStringLiteral("tunableop"), QStringLiteral("the TunableOp search"), minutes(1),
         minutes(5), QStringLiteral("PYTORCH_TUNABLEOP_FILENAME")},
        {QStringLiteral("miopen"), QStringLiteral("the MIOpen search"), seconds(0), seconds(0),
         QStringLiteral("~/.config/miopen")},
    };
    return table;
}

std::optional<FirstRun> firstRunOf(const QString& component)
{
    for (const FirstRun& one : firstRuns()) {
        if (one.component == component) {
            return one;
        }
    }
    return std::nullopt;
}

ExpectedTime expectedFrom(const QVector<std::chrono::milliseconds>& durations,
                          const QString& component, bool coldCaches)
{
    using std::chrono::duration_cast;
    using std::chrono::seconds;
    ExpectedTime expected;
    if (!durations.isEmpty()) {
        QVector<std::chrono::milliseconds> newest =
            durations.first(std::min<qsizetype>(kSamples, durations.size()));
        std::sort(newest.begin(), newest.end());
        expected.least = duration_cast<seconds>(newest.first());
        expected.most = duration_cast<seconds>(newest.last());
        expected.samples = static_cast<int>(newest.size());
        expected.sentence = QStringLiteral("Took %1 in the last %2 of this project.")
                                .arg(rangeText(expected.least, expected.most),
                                     counted(expected.samples, "run", "runs"));
        return expected;
    }
    const std::optional<FirstRun> known = firstRunOf(component);
    if (!known || !coldCaches) {
        return expected;
    }
    expected.least = known->least;
    expected.most = known->most;
    expected.sentence =
        known->most.count() > 0
            ? QStringLiteral("The first use of %1 usually takes %2; later runs read %3.")
                  .arg(known->title, rangeText(known->least, known->most), known->cache)
            : QStringLiteral(
                  "The first use of %1 takes longer, depending on the shapes; later runs read %2.")
                  .arg(known->title, known->cache);
    return expected;
}

} // namespace rocport
