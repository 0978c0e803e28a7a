#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/project/comparetrees.h"

#include <QFileInfo>

namespace rocport {

int runIsolation(const QStringList& arguments)
{
    Arguments args(QStringLiteral("isolation --original A --ported B [--macro NAME]"),
                   QStringLiteral("Proves that the NVIDIA projection of B is A; files or folders. "
                                  "Exits with 1 when it is not."));
    args.addOption(QStringLiteral("original"), QStringLiteral("File or folder before the port."),
                   QStringLiteral("A"));
    args.addOption(QStringLiteral("ported"), QStringLiteral("File or folder after it."),
                   QStringLiteral("B"));
    args.addTargetOptions();
    if (const auto code = args.parse(arguments, 0)) {
        return *code;
    }
    const QString original = args.value(QStringLiteral("original"));
    const QString ported = args.value(QStringLiteral("ported"));
    if (original.isEmpty() || ported.isEmpty()) {
        return reportUsage(QStringLiteral("isolation needs --original A and --ported B"));
    }
    const Result<TargetSettings> target = args.target();
    if (!target) {
        reportError(target.error());
        return kExitUsage;
    }
    const auto proofs = proveTrees(original, ported, *target);
    if (!proofs) {
        return reportError(proofs.error());
    }
    bool proved = true;
    int identical = 0;
    for (const FileProof& file : *proofs) {
        proved = proved && isProved(file.proof.verdict);
        if (file.proof.verdict == Verdict::Identical) {
            ++identical;
            continue;
        }
        printText(QStringLiteral("%1: %2: %3\n")
                      .arg(file.path.display(), verdictId(file.proof.verdict), file.proof.reason));
    }
    printText(QStringLiteral("%1 files, %2 untouched: %3\n")
                  .arg(proofs->size())
                  .arg(identical)
                  .arg(proved ? QStringLiteral("NVIDIA path unchanged: proved")
                              : QStringLiteral("not proved")));
    return proved ? kExitDone : kExitFindings;
}

} // namespace rocport
