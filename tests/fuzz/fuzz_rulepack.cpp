#include "core/rules/packs/packcheck.h"

#include <cstdint>
#include <cstdlib>

using namespace rocport;

/// tree-sitter 0.22.4 forgets a few bytes of a query that it refuses; nothing else is passed over.
// NOLINTBEGIN(bugprone-reserved-identifier): the sanitizer's own name.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions()
{
    return "leak:ts_query__parse_pattern";
}
// NOLINTEND(bugprone-reserved-identifier)

/// Any bytes as a rule pack of a stranger: every problem has a line of the text, every rule that is
/// read can be used, and its samples can be run.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray text(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    const QString file = QStringLiteral("pack.toml");
    const PackCheck check = checkPack({file, PackOrigin::Project, text});
    const qsizetype lines = text.count('\n') + 2;
    for (const Error& problem : check.problems) {
        const bool placed = problem.code == ErrorCode::RulePackInvalid &&
                            problem.object.startsWith(file) && lineOf(problem) >= 1 &&
                            lineOf(problem) <= lines && !problem.detail.isEmpty();
        if (!placed) {
            std::abort();
        }
    }
    for (const Rule& rule : check.rules) {
        // Rules about nodes look at no file.
        const bool looks = !rule.languages.isEmpty() || rule.matcher == MatcherKind::Probe;
        if (rule.id.isEmpty() || !looks || rule.packLine < 1) {
            std::abort();
        }
        const Rule* found = ruleAtLine(check, rule.packLine);
        if (found == nullptr || found->packLine != rule.packLine) {
            std::abort();
        }
    }
    return 0;
}
