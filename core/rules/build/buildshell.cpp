#include "core/base/cancelscope.h"
#include "core/rules/build/buildfile.h"
#include "core/rules/manifests/shellcommands.h"
#include "core/text/bytes.h"

#include <QSet>

#include <algorithm>
#include <array>

namespace rocport {

namespace {

/// Commands whose words are names of variables, some with values.
bool isDeclaration(const QByteArray& word)
{
    constexpr std::array kWords = {"export", "readonly", "declare", "typeset", "local"};
    return std::any_of(kWords.begin(), kWords.end(),
                       [&word](const char* one) { return word == one; });
}

/// "NVCC" of "NVCC=nvcc"; empty: the word assigns nothing.
QByteArray assignedIn(const QByteArray& word)
{
    const qsizetype equals = word.indexOf('=');
    const QByteArray name = word.left(std::max<qsizetype>(0, equals));
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
               c == '_';
    });
    return plain ? name : QByteArray();
}

/// "nvcc", "/usr/local/cuda/bin/nvcc", "$CUDA_HOME/bin/nvcc", "${NVCC:-nvcc}".
bool namesNvcc(const QByteArray& word)
{
    return word == "nvcc" || word.endsWith("/nvcc") || word.endsWith("-nvcc}") ||
           word.endsWith("/nvcc}");
}

/// "$NVCC", "${NVCC}".
QByteArray variableOf(const QByteArray& word)
{
    if (word.startsWith("${") && word.endsWith('}')) {
        return word.mid(2, word.size() - 3);
    }
    return word.startsWith('$') ? word.mid(1) : QByteArray();
}

} // namespace

void findShellNvcc(const SourceBuffer& source, const AnalysisContext& context,
                   FileAnalysis& analysis)
{
    const Rule* rule = BuildRules::of(context, analysis.language).makeNvcc;
    if (rule == nullptr) {
        return;
    }
    ProposalWriter writer(source, analysis);
    const QByteArray text = shellTextOf(source.view(), analysis.language);
    QSet<QByteArray> compilers;
    const auto take = [&](const ShellCommand& command) {
        bool declares = false;
        for (const ShellWord& word : command.words) {
            const QByteArray name = assignedIn(word.text);
            if (!name.isEmpty()) {
                if (namesNvcc(word.text.mid(name.size() + 1))) {
                    compilers.insert(name);
                }
                continue;
            }
            declares = declares || isDeclaration(word.text);
            if (declares || isCommandPrefix(word.text)) {
                continue;
            }
            if (!namesNvcc(word.text) && !compilers.contains(variableOf(word.text))) {
                return;
            }
            const Captures captures = {
                {QStringLiteral("symbol"), QString::fromUtf8(word.text)},
                {QStringLiteral("note"),
                 QStringLiteral("does not exist on a machine with ROCm; hipcc does.")}};
            writer.addFinding(
                *rule, word.range, QString::fromUtf8(word.text), fillText(rule->message, captures),
                QStringLiteral("Where the script runs on ROCm, call `hipcc -D%1` with "
                               "`--offload-arch` for each GPU, and spell the flags as clang does.")
                    .arg(context.target.guardMacro),
                rule->effort, {});
            return;
        }
    };
    forEachShellCommand(viewOf(text), take);
}

} // namespace rocport
