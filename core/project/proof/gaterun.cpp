#include "core/project/proof/gaterun.h"

#include "core/verify/nodebuild.h"

#include <QUuid>

namespace rocport {

VerifyRun gateRun(const GateResult& gate, const QByteArray& portKey)
{
    VerifyRun run;
    run.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    run.level = VerifyLevel::Build;
    run.title = gate.whole ? QStringLiteral("Compile check by the project's build files")
                           : QStringLiteral("Compile check for %1")
                                 .arg(gate.architectures.join(QStringLiteral(", ")));
    run.nodeId = QStringLiteral("local");
    run.nodeName = QStringLiteral("This machine");
    run.time = gate.time;
    run.portKey = portKey;
    run.notes = gate.notes;
    if (gate.compilerFound) {
        run.notes.prepend(QStringLiteral("Compiled with %1.").arg(gate.compiler.version));
    } else if (!gate.whole) {
        run.notes.prepend(QStringLiteral("No compiler for HIP was found on this machine."));
    }
    for (const GateFile& file : gate.files) {
        VerifyCheck check;
        check.name = file.path.display();
        check.id = QStringLiteral("compile:") + check.name;
        check.file = check.name;
        check.line = firstErrorLine(file);
        check.state = checkStateOf(file.status);
        check.detail = file.reason;
        check.elapsedMs = file.elapsedMs;
        run.checks.append(check);
    }
    return run;
}

} // namespace rocport
