#include "core/probe/amdsmi.h"
#include "core/probe/hipversion.h"
#include "core/probe/probefacts.h"
#include "core/probe/probereader.h"
#include "core/probe/proberules.h"
#include "core/probe/rocminfo.h"
#include "core/probe/rocmsmi.h"
#include "tests/fuzz/require.h"

#include <QJsonObject>

#include <cstdint>

using namespace rocport;

namespace {

/// A report of any bytes can be written and read again, hides secrets, and its script only sets
/// and unsets variables.
void checkReport(ProbeReport report)
{
    applyProbeRules(report);
    const Result<ProbeReport> again = probeFromJson(probeToJson(report));
    require(again.ok());
    require(probeToJson(*again) == probeToJson(report));
    for (const ProbeVariable& variable : report.variables) {
        require(!isSecretName(variable.name) || variable.value == QLatin1StringView("(hidden)"));
    }
    for (const QByteArray& line : environmentScript(report).split('\n')) {
        require(line.isEmpty() || line.startsWith("# ") || line.startsWith("export ") ||
                line.startsWith("unset "));
    }
    require(compareProbes(report, *again).isEmpty());
}

} // namespace

/// Any bytes as what a node sent: the reader, and every parser of a tool's output.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray text(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    if (const auto info = parseRocminfo(text)) {
        require(info->gpus().size() <= info->agents.size());
    }
    (void)parseRocmSmi(text);
    (void)parseAmdSmi(text);
    (void)parseHipVersion(text);
    checkReport(reportOfRecordings({{QStringLiteral("x"), text}}));
    // The same bytes within frames reach the readers of the script's own facts.
    QByteArray framed = "@rocport-probe 1 A\n";
    for (const char* id :
         {"system", "caches", "rocminfo", "amd-smi-static", "torch", "nvidia-smi"}) {
        framed += QByteArray("@A begin ") + id + "\n|" + QByteArray(text).replace("\n", "\n|") +
                  "\n@A end " + id + " done 0 1\n";
    }
    for (const QByteArray& output : {text, framed, "@rocport-probe 1 A\n" + text}) {
        if (const auto report = readProbe(output)) {
            checkReport(*report);
        }
        ProbeProgress progress;
        (void)progress.feed(output);
    }
    return 0;
}
