#pragma once

#include "core/rules/build/buildcmake.h"
#include "core/rules/build/buildmakereader.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rocport {

/// Names of CUDA in a build file or script: the project's own switches (`WITH_CUDA`), and variables
/// that say where the toolkit is and which GPUs to build for (`CUDA_HOME`). One finding a file for
/// each name, with all its places; a line of which another rule speaks already is none, nor where a
/// variable is only handed on. The variables are lists of the rule: `folders`, `compilers`,
/// `architectures`, each with a note and a way out in `notes`.
class BuildNames
{
public:
    /// `isWorkflow`: a file of settings, where folders and compilers are notes.
    BuildNames(const SourceBuffer& source, const BuildRules& rules, bool isWorkflow = false);

    /// A name that the file declares as an option or asks for: then it is a switch although it may
    /// be called so for another reason, "GGML_CUDA". What ends in another word
    /// ("ENABLE_CUDA_DEBUG") switches a part.
    void acceptIfAsked(std::string_view name);

    /// A place that chooses CUDA by another text than a switch's name.
    void addSwitch(std::string_view text, ByteRange range);

    /// Reads the names in a part of the file; linear.
    void read(ByteRange part);

    /// Adds the findings. `writer` has those of the other rules.
    void report(ProposalWriter& writer);

private:
    struct Found
    {
        const Rule* rule = nullptr;
        QString note;
        QString wayOut; ///< empty: the rule's
        QVector<ByteRange> places;
        bool isNote = false; ///< it costs nothing by itself
    };
    void take(std::string_view name, ByteRange range);
    bool isPassedOn(ByteRange range);

    const SourceBuffer& m_source;
    const BuildRules& m_rules;
    bool m_isWorkflow;
    /// The groups of the rule's variables, by name: "folders", "compilers", "architectures".
    std::map<std::string, QString, std::less<>> m_variables;
    QVector<ByteRange> m_passed; ///< what line m_passedLine hands on
    int m_passedLine = 0;
    std::set<std::string, std::less<>> m_accepted;
    std::map<std::string, Found, std::less<>> m_found;
    std::map<std::string, Found, std::less<>> m_chosen; ///< of addSwitch(), by the text
};

/// The names of a CMake file, outside of arms for AMD GPUs.
void findCMakeNames(const CMakeFile& file, const SourceBuffer& source, const BuildRules& rules,
                    ProposalWriter& writer);

/// Headers, libraries, programs and packages of NVIDIA that a CMake file looks for by itself
/// (find_library(), find_package(NCCL)), outside of arms for AMD GPUs: findings.
void findCMakeLooks(const CMakeFile& file, const BuildRules& rules, ProposalWriter& writer);

/// The same names of a makefile's lines.
void findMakeNames(const std::vector<MakeLine>& lines, const SourceBuffer& source,
                   const BuildRules& rules, ProposalWriter& writer);

/// The names and the written architectures of a shell script or a Dockerfile. Not of files that
/// are for AMD GPUs by their path.
void findShellNames(const SourceBuffer& source, const AnalysisContext& context,
                    FileAnalysis& analysis);

/// The toolkit's variables that YAML (workflows, compose files) sets: one finding a file for each.
/// None in a file with one of the words of the rule's `unless`.
void findYamlNames(const SourceBuffer& source, const AnalysisContext& context,
                   FileAnalysis& analysis);

} // namespace rocport
