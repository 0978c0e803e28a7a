#include "core/rules/analyse.h"
#include "core/rules/manifests/installcommands.h"
#include "core/rules/manifests/manifest.h"
#include "core/rules/manifests/requirement.h"
#include "core/rules/python/projectstyle.h"
#include "tests/fuzz/require.h"
#include "tests/support/builtinrules.h"

#include <array>
#include <cstdint>

using namespace rocport;

namespace {

void checkCommands(const QByteArray& text, Language language)
{
    const std::string_view view(text.constData(), static_cast<std::size_t>(text.size()));
    const QByteArray masked = shellTextOf(view, language);
    require(masked.size() == text.size());
    qsizetype at = 0;
    for (const ShellCommand& command :
         shellCommands({masked.constData(), static_cast<std::size_t>(masked.size())})) {
        for (const ShellWord& word : command.words) {
            require(word.range.begin >= at && word.range.end >= word.range.begin &&
                    word.range.end <= text.size());
            at = word.range.end;
        }
        if (const auto install = installCommandOf(command)) {
            require(install->range.begin >= 0 && install->range.end <= text.size() &&
                    install->range.begin <= install->range.end);
        }
    }
}

/// What is written down is what was read.
void checkSummary(const ManifestSummary& summary)
{
    const ManifestSummary again = ManifestSummary::read(summary.path, summary.write());
    require(again.write() == summary.write());
    require(again.entries.size() == summary.entries.size());
}

} // namespace

/// Any bytes as each kind of manifest, script and container file: ranges lie in the text, summaries
/// survive being written, edits can be made, and those of Dockerfiles are proved.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    struct File
    {
        const char* name;
        Language language;
    };
    constexpr std::array kFiles = {File{"requirements.txt", Language::Requirements},
                                   File{"pyproject.toml", Language::Toml},
                                   File{"setup.cfg", Language::SetupCfg},
                                   File{"environment.yml", Language::Yaml},
                                   File{"setup.py", Language::Python},
                                   File{"uv.lock", Language::Toml},
                                   File{"Pipfile.lock", Language::Json},
                                   File{"Dockerfile", Language::Dockerfile},
                                   File{"install.sh", Language::Shell},
                                   File{"README.md", Language::Markdown},
                                   File{"a.ipynb", Language::Notebook},
                                   File{"Makefile", Language::Make}};
    if (size == 0) {
        return 0;
    }
    const QByteArray text(reinterpret_cast<const char*>(data + 1),
                          static_cast<qsizetype>(size - 1));
    const File& file = kFiles.at(data[0] % kFiles.size());
    const RepoPath path(file.name);
    const SourceBuffer source(text);
    if (source.isEditable()) {
        const ManifestSummary summary = readManifest(path, file.language, source);
        checkSummary(summary);
        AnalysisContext context;
        context.rules = builtinRules();
        context.manifests =
            std::make_shared<const ManifestIndex>(QVector<ManifestSummary>{summary});
        const FileAnalysis analysis = analyseFile(path, file.language, source, context);
        for (const Finding& finding : analysis.findings) {
            require(finding.range.begin >= 0 && finding.range.begin <= finding.range.end &&
                    finding.range.end <= text.size());
        }
        require(applyHunks(text, analysis.hunks).ok());
        for (const Hunk& hunk : analysis.hunks) {
            require(file.language != Language::Dockerfile || hunk.verdict == Verdict::Equivalent);
        }
    }
    ProjectStyle style;
    for (const char* name : {file.name, "pkg/.editorconfig", "pkg/.flake8"}) {
        style.add(RepoPath(name), text);
    }
    require(style.pythonStyle(RepoPath("pkg/a.py")).lineLength >= 0);
    checkCommands(text, file.language);
    if (const auto one = parseRequirement(text)) {
        require(!one->name.isEmpty());
        mayApply(one->marker);
    }
    return 0;
}
