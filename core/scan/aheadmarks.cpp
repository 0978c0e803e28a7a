#include "core/scan/aheadmarks.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr QLatin1StringView kTopInclude("uses-include");
constexpr QLatin1StringView kBuildsForCuda("builds-for-cuda");
constexpr QLatin1StringView kBuildsForAmd("builds-for-amd");
constexpr QLatin1StringView kCudaList("cuda-list:");
constexpr QLatin1StringView kCudaCommand("cuda-command:");

} // namespace

QStringList AheadMarks::write() const
{
    QStringList features;
    if (build.buildsFor != BuildsFor::Nothing) {
        features.append(build.buildsFor == BuildsFor::Cuda ? kBuildsForCuda : kBuildsForAmd);
    }
    const auto add = [&features](QLatin1StringView mark, const QSet<QByteArray>& names) {
        QByteArrayList sorted(names.begin(), names.end());
        std::sort(sorted.begin(), sorted.end());
        for (const QByteArray& name : std::as_const(sorted)) {
            features.append(mark + QString::fromUtf8(name));
        }
    };
    add(kCudaList, build.cuda.lists);
    add(kCudaCommand, build.cuda.commands);
    if (topInclude) {
        features.append(topInclude->encode());
    }
    return features;
}

AheadMarks AheadMarks::read(const QStringList& features)
{
    AheadMarks marks;
    for (const QString& feature : features) {
        if (feature == kBuildsForCuda) {
            marks.build.buildsFor = BuildsFor::Cuda;
        } else if (feature == kBuildsForAmd) {
            marks.build.buildsFor = BuildsFor::Amd;
        } else if (feature.startsWith(kCudaList)) {
            marks.build.cuda.lists.insert(feature.mid(kCudaList.size()).toUtf8());
        } else if (feature.startsWith(kCudaCommand)) {
            marks.build.cuda.commands.insert(feature.mid(kCudaCommand.size()).toUtf8());
        } else if (feature.startsWith(kTopInclude)) {
            marks.topInclude = FeatureMark::decode(feature);
        }
    }
    return marks;
}

} // namespace rocport
