#include "core/rules/buildfile.h"

namespace rocport {

void analyseMake(const SourceBuffer& source, const AnalysisContext& context, FileAnalysis& analysis)
{
    const BuildRules rules = BuildRules::of(context, Language::Make);
    ProposalWriter writer(source, analysis);
    if (rules.detect == nullptr) {
        return;
    }
    for (const BuildPlace& place :
         hardCodedArchitectures(source, *rules.detect, QStringLiteral("ROCM_ARCH"))) {
        const Captures captures = {{QStringLiteral("symbol"), place.symbol},
                                   {QStringLiteral("note"), place.note}};
        writer.addFinding(*place.rule, place.range, place.symbol,
                          fillText(place.rule->message, captures), place.wayOut, place.rule->effort,
                          {});
    }
}

} // namespace rocport
