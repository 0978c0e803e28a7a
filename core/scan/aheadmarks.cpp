#include "core/scan/aheadmarks.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr QLatin1StringView kTopInclude("uses-include");
constexpr QLatin1StringView kBuildsForCuda("builds-for-cuda");
constexpr QLatin1StringView kBuildsForAmd("builds-for-amd");
constexpr QLatin1StringView kCudaList("cuda-list:");
constexpr QLatin1StringView kCudaCommand("cuda-command:");
constexpr QLatin1StringView kGuardOption("guard-option:");
constexpr QLatin1StringView kIncludes("cmake-include:");
constexpr QLatin1StringView kFolders("cmake-folder:");
constexpr QLatin1StringView kOutward("cuda-list-outward:");
constexpr QLatin1StringView kEverywhere("cuda-list-everywhere:");
constexpr QLatin1StringView kMeson("meson:");

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
    add(kIncludes, build.reach.includes);
    add(kFolders, build.reach.folders);
    add(kOutward, build.reach.outward);
    add(kEverywhere, build.reach.everywhere);
    add(kMeson, build.meson);
    if (!build.guardOption.isEmpty()) {
        features.append(kGuardOption + QString::fromUtf8(build.guardOption));
    }
    if (topInclude) {
        features.append(topInclude->encode());
    }
    return features;
}

AheadMarks AheadMarks::read(const QStringList& features)
{
    AheadMarks marks;
    const struct
    {
        QLatin1StringView mark;
        QSet<QByteArray>& names;
    } sets[] = {{kCudaList, marks.build.cuda.lists},
                {kCudaCommand, marks.build.cuda.commands},
                {kIncludes, marks.build.reach.includes},
                {kFolders, marks.build.reach.folders},
                {kOutward, marks.build.reach.outward},
                {kEverywhere, marks.build.reach.everywhere},
                {kMeson, marks.build.meson}};
    for (const QString& feature : features) {
        for (const auto& [mark, names] : sets) {
            if (feature.startsWith(mark)) {
                names.insert(feature.mid(mark.size()).toUtf8());
            }
        }
        if (feature == kBuildsForCuda) {
            marks.build.buildsFor = BuildsFor::Cuda;
        } else if (feature == kBuildsForAmd) {
            marks.build.buildsFor = BuildsFor::Amd;
        } else if (feature.startsWith(kGuardOption)) {
            marks.build.guardOption = feature.mid(kGuardOption.size()).toUtf8();
        } else if (feature.startsWith(kTopInclude)) {
            marks.topInclude = FeatureMark::decode(feature);
        }
    }
    return marks;
}

} // namespace rocport
