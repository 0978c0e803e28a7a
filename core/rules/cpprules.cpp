#include "core/rules/cpprules.h"

#include "core/rules/cppsupplied.h"

namespace rocport {

CppRules CppRules::of(const QVector<const Rule*>& rules, Strategy strategy)
{
    CppRules result;
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
        if (name == u"cuda-condition") {
            const QString macros =
                rule->matcherParameters.value(QStringLiteral("macros")).toString();
            (macros == u"architecture" ? result.conditions.arch : result.conditions.version) = rule;
            continue;
        }
        const struct
        {
            const char* name;
            const Rule** place;
        } places[] = {{"lane-mask-type", &result.wavefront.maskType},
                      {"lane-mask-literal", &result.wavefront.maskLiteral},
                      {"lane-mask-count", &result.wavefront.maskCount},
                      {"lane-mask-shift", &result.wavefront.maskShift},
                      {"warp-size", &result.wavefront.warpSize},
                      {"lane-mask-compare", &result.wavefront.voteCompare},
                      {"warp-shuffle-width", &result.wavefront.shuffleWidth},
                      {"warp-sync-builtins", &result.wavefront.syncBuiltins},
                      {"warp-vote-width", &result.wavefront.voteWidth},
                      {"divergent-shuffle", &result.divergentShuffle},
                      {"block-tile", &result.blockTile},
                      {"matrix-lanes", &result.matrixLanes},
                      {"kernel-pointer", &result.kernelPointer},
                      {"device-std", &result.deviceStd},
                      {"hip-defines", &result.clash},
                      {"extension-launch", &result.extensionLaunch},
                      {"specialisation-targets", &result.specialisation},
                      {"base-members", &result.baseMember},
                      {"member-templates", &result.memberTemplate},
                      {"dimensions", &result.dimensions},
                      {"zeroed-array", &result.zeroedArray},
                      {"shared-extern", &result.sharedExtern},
                      {"group-members", &result.groupMembers},
                      {"compute-capability", &result.capability},
                      {"device-address", &result.address},
                      {"cub-namespace", &result.api.cubNamespace},
                      {"inline-ptx", &result.ptx},
                      {"api", &result.api.api},
                      {"header", &result.api.header},
                      {"launch", &result.api.launch},
                      {"unsupported", &result.api.unsupported},
                      {"experimental", &result.api.experimental},
                      {"deprecated", &result.api.deprecated}};
        const QString& key = rule->matcher == MatcherKind::ApiTable ? topic : name;
        for (const auto& one : places) {
            if (key == QLatin1StringView(one.name)) {
                *one.place = rule;
            }
        }
    }
    result.wavefront.suppliesMatch = suppliesMissing(strategy);
    result.api.warpsElsewhere = result.wavefront.syncBuiltins != nullptr;
    return result;
}

} // namespace rocport
