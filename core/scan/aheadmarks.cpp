#include "core/scan/aheadmarks.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rocport {

namespace {

/// The sets of names of a build file and the kinds under which they stand.
template <typename Build>
auto setsOf(Build& build)
{
    using Names = decltype(&build.cuda.lists);
    return std::array<std::pair<FeatureKind, Names>, 7>{
        {{FeatureKind::CudaList, &build.cuda.lists},
         {FeatureKind::CudaCommand, &build.cuda.commands},
         {FeatureKind::CMakeInclude, &build.reach.includes},
         {FeatureKind::CMakeFolder, &build.reach.folders},
         {FeatureKind::CudaListOutward, &build.reach.outward},
         {FeatureKind::CudaListEverywhere, &build.reach.everywhere},
         {FeatureKind::Meson, &build.meson}}};
}

} // namespace

FileFeatures AheadMarks::write() const
{
    FileFeatures features;
    if (build.buildsFor != BuildsFor::Nothing) {
        features.add(build.buildsFor == BuildsFor::Cuda ? FeatureKind::BuildsForCuda
                                                        : FeatureKind::BuildsForAmd);
    }
    for (const auto& [kind, names] : setsOf(build)) {
        QByteArrayList sorted(names->begin(), names->end());
        std::sort(sorted.begin(), sorted.end());
        for (const QByteArray& name : std::as_const(sorted)) {
            features.add(kind, QString::fromUtf8(name));
        }
    }
    if (!build.guardOption.isEmpty()) {
        features.add(FeatureKind::GuardOption, QString::fromUtf8(build.guardOption));
    }
    if (topInclude) {
        features.add(FeatureKind::TopInclude, topInclude->feature());
    }
    return features;
}

AheadMarks AheadMarks::read(const FileFeatures& features)
{
    AheadMarks marks;
    for (const auto& [kind, names] : setsOf(marks.build)) {
        for (const FileFeature& name : features.values(kind)) {
            names->insert(name.text.toUtf8());
        }
    }
    if (features.has(FeatureKind::BuildsForCuda)) {
        marks.build.buildsFor = BuildsFor::Cuda;
    } else if (features.has(FeatureKind::BuildsForAmd)) {
        marks.build.buildsFor = BuildsFor::Amd;
    }
    marks.build.guardOption = features.text(FeatureKind::GuardOption).toUtf8();
    for (const FileFeature& include : features.values(FeatureKind::TopInclude)) {
        marks.topInclude = FeatureMark::of(include);
    }
    return marks;
}

} // namespace rocport
