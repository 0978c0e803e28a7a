#include "core/rules/cpp/cpprules.h"

#include "core/rules/cpp/cppsupplied.h"
#include "core/rules/cpp/faultchecks.h"

namespace rocport {

using namespace Qt::Literals::StringLiterals;

CppRules CppRules::of(const QVector<const Rule*>& rules, Strategy strategy)
{
    CppRules result;
    const struct
    {
        QLatin1StringView name;
        const Rule** place;
    } places[] = {{"lane-mask-type"_L1, &result.wavefront.maskType},
                  {"lane-mask-literal"_L1, &result.wavefront.maskLiteral},
                  {"lane-mask-count"_L1, &result.wavefront.maskCount},
                  {"lane-mask-shift"_L1, &result.wavefront.maskShift},
                  {"warp-size"_L1, &result.wavefront.warpSize},
                  {"lane-mask-compare"_L1, &result.wavefront.voteCompare},
                  {"warp-shuffle-width"_L1, &result.wavefront.shuffleWidth},
                  {"warp-sync-builtins"_L1, &result.wavefront.syncBuiltins},
                  {"warp-vote-width"_L1, &result.wavefront.voteWidth},
                  {"divergent-shuffle"_L1, &result.divergentShuffle},
                  {"block-tile"_L1, &result.blockTile},
                  {"matrix-lanes"_L1, &result.matrixLanes},
                  {"kernel-pointer"_L1, &result.kernelPointer},
                  {"device-std"_L1, &result.deviceStd},
                  {"hip-defines"_L1, &result.clash},
                  {"extension-launch"_L1, &result.extensionLaunch},
                  {"specialisation-targets"_L1, &result.specialisation},
                  {"base-members"_L1, &result.baseMember},
                  {"member-templates"_L1, &result.memberTemplate},
                  {"dimensions"_L1, &result.dimensions},
                  {"zeroed-array"_L1, &result.zeroedArray},
                  {"shared-extern"_L1, &result.sharedExtern},
                  {"group-members"_L1, &result.groupMembers},
                  {"compute-capability"_L1, &result.capability},
                  {"device-address"_L1, &result.address},
                  {"cub-namespace"_L1, &result.api.cubNamespace},
                  {"inline-ptx"_L1, &result.ptx},
                  {"api"_L1, &result.api.api},
                  {"header"_L1, &result.api.header},
                  {"launch"_L1, &result.api.launch},
                  {"unsupported"_L1, &result.api.unsupported},
                  {"experimental"_L1, &result.api.experimental},
                  {"deprecated"_L1, &result.api.deprecated}};
    for (const Rule* rule : rules) {
        if (rule->matcher == MatcherKind::TokenPattern) {
            const QString about = rule->matcherParameters.value(QStringLiteral("topic")).toString();
            if (about == u"in-generated-headers" && suppliesMissing(strategy)) {
                continue;
            }
            result.patterns.append(rule);
            if (about == u"device-functions") {
                result.api.deviceMissing = rule;
            }
            continue;
        }
        const QString name = rule->matcherParameters.value(QStringLiteral("name")).toString();
        const QString topic = rule->matcherParameters.value(QStringLiteral("topic")).toString();
        if (isFaultCheck(name)) {
            result.faults.append(rule);
            continue;
        }
        if (name == u"cuda-condition") {
            const QString macros =
                rule->matcherParameters.value(QStringLiteral("macros")).toString();
            (macros == u"architecture" ? result.conditions.arch : result.conditions.version) = rule;
            continue;
        }
        const QString& key = rule->matcher == MatcherKind::ApiTable ? topic : name;
        for (const auto& one : places) {
            if (key == one.name) {
                *one.place = rule;
            }
        }
    }
    result.wavefront.suppliesMatch = suppliesMissing(strategy);
    result.api.warpsElsewhere = result.wavefront.syncBuiltins != nullptr;
    return result;
}

} // namespace rocport
