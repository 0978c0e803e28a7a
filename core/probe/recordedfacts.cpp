// Outputs that people paste: collect_env, sysinfo.csv, Python consoles and logs.
#include "core/facts/rocmreleases.h"
#include "core/probe/hipversion.h"
#include "core/probe/probefacts.h"
#include "core/probe/rocminfo.h"

#include <QRegularExpression>

#include <algorithm>

namespace rocport {

namespace {

void takeTorch(ProbeReport& report, const QString& version, const QString& hip,
               const QString& source)
{
    const QString group = QStringLiteral("Python");
    if (!version.isEmpty()) {
        putFact(report, group, QStringLiteral("torch.version"), QStringLiteral("torch"), version,
                source);
        report.torch = Version::parse(version).value_or(Version());
    }
    if (!hip.isEmpty() && hip != QLatin1StringView("N/A")) {
        putFact(report, group, QStringLiteral("torch.hip"), QStringLiteral("torch.version.hip"),
                hip, source);
        report.torchIsRocm = true;
        if (report.rocm.isEmpty()) {
            report.rocm = rocmOfHip(Version::parse(hip).value_or(Version()));
        }
    }
}

void takeGpuName(ProbeReport& report, const QString& text, const QString& source)
{
    static const QRegularExpression device(
        QStringLiteral("^(.*?)(?: \\((gfx[0-9a-z:+-]*)\\))?\\z"));
    const auto found = device.match(text.trimmed());
    if (!found.hasMatch() || found.captured(1).isEmpty()) {
        return;
    }
    if (report.gpuName.isEmpty()) {
        report.gpuName = found.captured(1);
        putFact(report, QStringLiteral("GPU"), QStringLiteral("gpu.0.name"),
                QStringLiteral("GPU 0: name"), found.captured(1), source);
    }
    const QString architecture = architectureOf(found.captured(2));
    if (!architecture.isEmpty() && !report.architectures.contains(architecture)) {
        report.architectures.append(architecture);
        putFact(report, QStringLiteral("GPU"), QStringLiteral("gpu.0.arch"),
                QStringLiteral("GPU 0: architecture"), architecture, source);
    }
}

/// A line of CSV with quoted cells.
QStringList csvCells(const QByteArray& line)
{
    QStringList cells;
    QByteArray cell;
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            cells.append(QString::fromUtf8(cell));
            cell.clear();
        } else if (c != '\r') {
            cell += c;
        }
    }
    cells.append(QString::fromUtf8(cell));
    return cells;
}

} // namespace

bool takeCollectEnv(ProbeReport& report, const QByteArray& text)
{
    const QString source = QStringLiteral("collect_env");
    const QByteArray plain = withoutColours(text.left(1 << 20));
    if (!plain.contains("PyTorch version:") || !plain.contains("ROCM used to build PyTorch:")) {
        return false;
    }
    static const QRegularExpression package(
        QStringLiteral("^\\[(?:pip3|conda)\\] ([A-Za-z0-9_.-]+)==([^ ]+)"));
    QString version;
    QString hip;
    for (const QByteArray& bytes : plain.split('\n')) {
        const QString line = QString::fromUtf8(bytes.left(2000)).trimmed();
        const qsizetype colon = line.indexOf(u':');
        const QString key = line.left(colon);
        const QString value = colon < 0 ? QString() : line.mid(colon + 1).trimmed();
        if (const auto found = package.match(line); found.hasMatch()) {
            putFact(report, QStringLiteral("Packages"),
                    QStringLiteral("package.") + found.captured(1), found.captured(1),
                    found.captured(2), source);
        } else if (key == QLatin1StringView("PyTorch version")) {
            version = value;
        } else if (key == QLatin1StringView("ROCM used to build PyTorch")) {
            hip = value;
        } else if (key == QLatin1StringView("GPU models and configuration")) {
            takeGpuName(report, value, source);
        } else if (key == QLatin1StringView("OS")) {
            putFact(report, QStringLiteral("System"), QStringLiteral("system.os"),
                    QStringLiteral("System"), value, source);
        } else if (key == QLatin1StringView("Python version")) {
            putFact(report, QStringLiteral("Python"), QStringLiteral("python.version"),
                    QStringLiteral("Python"), value.section(u' ', 0, 0), source);
        } else if (key == QLatin1StringView("HIP runtime version")) {
            putFact(report, QStringLiteral("ROCm"), QStringLiteral("hip.version"),
                    QStringLiteral("HIP"), value, source);
        } else if (key == QLatin1StringView("MIOpen runtime version")) {
            putFact(report, QStringLiteral("ROCm"), QStringLiteral("miopen.version"),
                    QStringLiteral("MIOpen"), value, source);
        } else if (key == QLatin1StringView("Python platform") &&
                   value.contains(QLatin1StringView("microsoft"))) {
            putFact(report, QStringLiteral("System"), QStringLiteral("system.wsl"),
                    QStringLiteral("Windows Subsystem for Linux"), QStringLiteral("yes"), source);
        }
    }
    takeTorch(report, version, hip, source);
    return true;
}

bool takeSysinfo(ProbeReport& report, const QByteArray& text)
{
    const QList<QByteArray> lines = text.left(1 << 20).trimmed().split('\n');
    if (lines.size() < 2 || !lines[0].contains("gpu_arch") || !lines[0].contains("rocm_version")) {
        return false;
    }
    const QStringList names = csvCells(lines[0]);
    const QStringList values = csvCells(lines[1]);
    const auto value = [&](const char* name) {
        return values.value(names.indexOf(QLatin1StringView(name)));
    };
    const QString source = QStringLiteral("sysinfo.csv");
    const QString arch = architectureOf(value("gpu_arch"));
    if (!arch.isEmpty() && !report.architectures.contains(arch)) {
        report.architectures.append(arch);
    }
    if (report.gpuName.isEmpty()) {
        report.gpuName = value("gpu_model");
    }
    const QString gpu = QStringLiteral("GPU");
    putFact(report, gpu, QStringLiteral("gpu.0.name"), QStringLiteral("GPU 0: name"),
            value("gpu_model"), source);
    putFact(report, gpu, QStringLiteral("gpu.0.arch"), QStringLiteral("GPU 0: architecture"), arch,
            source);
    putFact(report, gpu, QStringLiteral("gpu.0.units"), QStringLiteral("GPU 0: compute units"),
            value("cu_per_gpu"), source);
    putFact(report, gpu, QStringLiteral("gpu.0.wavefront"),
            QStringLiteral("GPU 0: lanes of a wavefront"), value("wave_size"), source);
    putFact(report, QStringLiteral("ROCm"), QStringLiteral("rocm.version"), QStringLiteral("ROCm"),
            value("rocm_version"), source);
    putFact(report, QStringLiteral("System"), QStringLiteral("system.os"), QStringLiteral("System"),
            value("linux_distro"), source);
    if (report.rocm.isEmpty()) {
        report.rocm = Version::parse(value("rocm_version")).value_or(Version());
    }
    return true;
}

bool takeTorchConsole(ProbeReport& report, const QByteArray& text)
{
    const QString source = QStringLiteral("Python console");
    const QByteArray plain = withoutColours(text.left(1 << 18));
    if (!plain.contains(">>> import torch")) {
        return false;
    }
    QString asked;
    QString version;
    QString hip;
    for (const QByteArray& bytes : plain.split('\n')) {
        const QString line = QString::fromUtf8(bytes.left(500)).trimmed();
        if (line.startsWith(QLatin1StringView(">>> "))) {
            asked = line.mid(4);
            continue;
        }
        const QString value = QString(line).remove(u'\'');
        if (asked.startsWith(QLatin1StringView("torch.__version__"))) {
            version = value;
        } else if (asked.startsWith(QLatin1StringView("torch.version.hip"))) {
            hip = value == QLatin1StringView("n/a") || value == QLatin1StringView("None")
                      ? QString()
                      : value;
        } else if (asked.startsWith(QLatin1StringView("torch.cuda.get_device_name"))) {
            takeGpuName(report, value, source);
        } else if (asked.startsWith(QLatin1StringView("torch.cuda.is_available"))) {
            putFact(report, QStringLiteral("Python"), QStringLiteral("torch.available"),
                    QStringLiteral("torch sees a GPU"), value.toLower(), source);
        } else if (asked.startsWith(QLatin1StringView("torch.cuda.device_count"))) {
            putFact(report, QStringLiteral("Python"), QStringLiteral("torch.devices"),
                    QStringLiteral("Devices of torch"), value, source);
        }
        asked.clear();
    }
    takeTorch(report, version, hip, source);
    return true;
}

bool takeConsole(ProbeReport& report, const QByteArray& text)
{
    const QByteArray plain = withoutColours(text.left(1 << 18));
    bool known = false;
    static const QRegularExpression numa(
        QStringLiteral("cat /proc/sys/kernel/numa_balancing\\s*\\n([0-9]+)"));
    static const QRegularExpression rccl(QStringLiteral("ROCm version : ([0-9][0-9.]*)"));
    static const QRegularExpression pip(
        QStringLiteral("Successfully installed .*\\btorch-([0-9][^ \\n]*)"));
    const QString string = QString::fromUtf8(plain);
    if (const auto found = numa.match(string); found.hasMatch()) {
        putFact(report, QStringLiteral("System"), QStringLiteral("system.numa-balancing"),
                QStringLiteral("NUMA balancing"), found.captured(1), QStringLiteral("console"));
        known = true;
    }
    if (string.contains(QLatin1StringView("NUMA auto balancing enabled"))) {
        putFact(report, QStringLiteral("System"), QStringLiteral("system.numa-balancing"),
                QStringLiteral("NUMA balancing"), QStringLiteral("1"), QStringLiteral("RCCL"));
        known = true;
    }
    if (const auto found = rccl.match(string); found.hasMatch()) {
        putFact(report, QStringLiteral("ROCm"), QStringLiteral("rocm.version"),
                QStringLiteral("ROCm"), found.captured(1), QStringLiteral("RCCL"));
        report.rocm = Version::parse(found.captured(1)).value_or(Version());
        known = true;
    }
    if (string.contains(QLatin1StringView(".info/version"))) {
        const Version version = parseRocmInfoVersion(plain);
        if (!version.isEmpty()) {
            putFact(report, QStringLiteral("ROCm"), QStringLiteral("rocm.version"),
                    QStringLiteral("ROCm"), version.toString(), QStringLiteral(".info/version"));
            report.rocm = version;
            known = true;
        }
    }
    if (const auto found = pip.match(string); found.hasMatch()) {
        const QString version = found.captured(1);
        takeTorch(report, version, {}, QStringLiteral("pip"));
        report.torchIsRocm = version.contains(QLatin1StringView("+rocm"));
        known = true;
    }
    return known;
}

ProbeReport reportOfRecordings(const QVector<QPair<QString, QByteArray>>& outputs)
{
    ProbeReport report;
    for (const auto& [name, text] : outputs) {
        ProbeCheck check{name, name, ProbeCheck::State::Done, {}, 0};
        // The more telling forms first: a console may hold any of the others.
        const bool known = takeCollectEnv(report, text) || takeSysinfo(report, text) ||
                           takeTorchConsole(report, text) || takeConsole(report, text) ||
                           takeRocminfo(report, text) || takeRocmSmiOutput(report, text) ||
                           takeHipVersion(report, text, QStringLiteral("hipcc")) ||
                           takeAmdSmiOutput(report, text);
        if (!known) {
            check.state = ProbeCheck::State::Skipped;
            check.detail = QStringLiteral("the output of no known tool was recognised");
        }
        report.checks.append(check);
    }
    return report;
}

} // namespace rocport
