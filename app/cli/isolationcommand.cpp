#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/base/wording.h"

#include "core/facts/settingnames.h"
#include "core/process/localprocess.h"
#include "core/project/port/comparejson.h"
#include "core/project/port/comparetrees.h"
#include "core/project/proof/compilerproofs.h"
#include "core/verify/bytecodeproof.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace rocport {

namespace {

/// What is printed, in either format.
struct Outcome
{
    RangeProof proof; ///< base and tip are empty for folders and files
    GuardMacros macros;
    QStringList notes; ///< of the proof by compilers
};

QString fileLine(const FileProof& file)
{
    return QStringLiteral("%1: %2: %3\n")
        .arg(file.path.display(), verdictId(file.proof.verdict), file.proof.reason);
}

void printAsText(const Outcome& outcome)
{
    const QVector<FileProof>& files = outcome.proof.files;
    int identical = 0;
    for (const FileProof& file : files) {
        if (file.proof.verdict == Verdict::Identical) {
            ++identical;
        } else {
            printText(fileLine(file));
        }
    }
    for (const CommitProof& commit : outcome.proof.commits) {
        printText(QStringLiteral("%1 %2: %3\n")
                      .arg(QString::fromLatin1(commit.commit.id.left(7)), commit.commit.summary,
                           verdictId(weakestVerdict(commit.files))));
        for (const FileProof& file : commit.files) {
            if (!isProved(file.proof.verdict)) {
                printText(QStringLiteral("    ") + fileLine(file));
            }
        }
    }
    for (const QString& note : outcome.notes) {
        printText(note + u'\n');
    }
    const QStringList met = macrosMet(files);
    printText(met.isEmpty()
                  ? QStringLiteral("No guards were found.\n")
                  : QStringLiteral("Guards used: %1.\n").arg(met.join(QStringLiteral(", "))));
    printText(QStringLiteral("%1, %2 untouched: %3\n")
                  .arg(counted(files.size(), "file", "files"), countText(identical),
                       allProved(outcome.proof) ? QStringLiteral("NVIDIA path unchanged: proved")
                                                : QStringLiteral("not proved")));
}

QByteArray asJson(const Outcome& outcome)
{
    QJsonObject object = rangeProofToJson(outcome.proof, outcome.macros);
    if (!outcome.notes.isEmpty()) {
        object.insert(QStringLiteral("remarks"), QJsonArray::fromStringList(outcome.notes));
    }
    return QJsonDocument(object).toJson();
}

/// Adds what nvcc and Python say about the changed files to `outcome` (--compile).
std::optional<Error> proveWithCompiler(const Arguments& args, Outcome& outcome)
{
    const QStringList positional = args.positional();
    const auto input = positional.isEmpty() ? nvccInput(args.value(QStringLiteral("original")),
                                                        args.value(QStringLiteral("ported")))
                                            : nvccInput(positional.first(), outcome.proof);
    if (!input) {
        return input.error();
    }
    CompilerProofOptions options;
    options.search = CompilerSearch::fromEnvironment();
    options.search.nvcc = args.value(QStringLiteral("nvcc"));
    options.search.python = args.value(QStringLiteral("python"));
    const auto proof = proveByCompiling(*input, options, LocalProcessRunner(), {});
    if (!proof) {
        return proof.error();
    }
    applyNvcc(*proof, outcome.proof.files);
    outcome.notes = proof->notes;
    return std::nullopt;
}

int proveAndPrint(const Arguments& args, const GuardMacros& macros)
{
    const QStringList positional = args.positional();
    Outcome outcome;
    outcome.macros = macros;
    if (positional.isEmpty()) {
        auto files = proveTrees(args.value(QStringLiteral("original")),
                                args.value(QStringLiteral("ported")), macros);
        if (!files) {
            return reportError(files.error());
        }
        outcome.proof.files = *std::move(files);
    } else {
        auto range = proveRange(positional.first(), positional.last(), macros,
                                args.isSet(QStringLiteral("each")));
        if (!range) {
            return reportError(range.error());
        }
        outcome.proof = *std::move(range);
    }
    if (args.isSet(QStringLiteral("compile"))) {
        if (const auto error = proveWithCompiler(args, outcome)) {
            return reportError(*error);
        }
    }
    if (args.format() == u"json") {
        if (const int code = writeOutput(asJson(outcome), {}, OutputKind::Json);
            code != kExitDone) {
            return code;
        }
    } else {
        printAsText(outcome);
    }
    return allProved(outcome.proof) ? kExitDone : kExitFindings;
}

} // namespace

int runIsolation(const QStringList& arguments)
{
    Arguments args(
        QStringLiteral("isolation --original A --ported B | isolation DIR BASE..TIP [--each] "
                       "[--macro NAME]... [--macros-only] [--compile] [--format text|json]"),
        QStringLiteral(
            "Proves that an NVIDIA build sees the same source in B as in A: files, folders, or a "
            "range of commits of the repository DIR. Exits with 1 when it does not."));
    args.addOption(QStringLiteral("original"), QStringLiteral("File or folder before the port."),
                   QStringLiteral("A"));
    args.addOption(QStringLiteral("ported"), QStringLiteral("File or folder after it."),
                   QStringLiteral("B"));
    args.addOption(QStringLiteral("each"),
                   QStringLiteral("Also prove every commit of the range against its parent."));
    args.addOption(
        QStringLiteral("macros-only"),
        QStringLiteral("Treat only the given macros as undefined on NVIDIA; by default USE_ROCM "
                       "and those of HIP's compiler and headers count as well."));
    args.addOption(QStringLiteral("compile"),
                   QStringLiteral("Also compare what nvcc and Python compile from both sides."));
    args.addOption(QStringLiteral("nvcc"),
                   QStringLiteral("nvcc to use; default: the one in PATH or CUDA_HOME."),
                   QStringLiteral("PATH"));
    args.addOption(
        QStringLiteral("python"),
        QStringLiteral(
            "Python to use; default: python3 in PATH. It compiles both sides and runs neither."),
        QStringLiteral("PATH"));
    args.addFormat({QStringLiteral("text"), QStringLiteral("json")});
    args.addTargetOptions();
    args.addPositional(QStringLiteral("DIR"), QStringLiteral("A folder of the repository."));
    args.addPositional(QStringLiteral("BASE..TIP"), QStringLiteral("The commits of the port."));
    if (const auto code = args.parseAny(arguments)) {
        return *code;
    }
    const bool hasPair = !args.value(QStringLiteral("original")).isEmpty() &&
                         !args.value(QStringLiteral("ported")).isEmpty();
    const qsizetype positionals = args.positional().size();
    if (!(hasPair && positionals == 0) && !(positionals == 2 && !hasPair)) {
        return reportUsage(QStringLiteral("isolation needs --original A and --ported B, or DIR and "
                                          "BASE..TIP"));
    }
    const QString original = args.value(QStringLiteral("original"));
    const QString folder = !hasPair                      ? args.positional().first()
                           : QFileInfo(original).isDir() ? original
                                                         : QString();
    TargetSettings target;
    if (const auto code = args.readTargetFor(folder, target)) {
        return *code;
    }
    const QStringList extra = args.values(QStringLiteral("macro"));
    for (const QString& macro : extra) {
        const NameFault fault = guardMacroFault(macro);
        if (fault != NameFault::None) {
            return reportUsage(QStringLiteral("not a valid value for --macro: %1 %2")
                                   .arg(macro, macroFaultClause(fault)));
        }
    }
    return proveAndPrint(args, macrosFor(target, extra, args.isSet(QStringLiteral("macros-only"))));
}

} // namespace rocport
