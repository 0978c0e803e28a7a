#include "core/probe/probefacts.h"

#include "core/facts/rocmreleases.h"
#include "core/probe/amdsmi.h"
#include "core/probe/hipversion.h"
#include "core/probe/rocminfo.h"
#include "core/probe/rocmsmi.h"

#include <algorithm>

namespace rocport {

namespace {

const QString& gpuGroup()
{
    static const QString group = QStringLiteral("GPU");
    return group;
}

QString gpuKey(qsizetype index, const char* name)
{
    return QStringLiteral("gpu.%1.%2").arg(index).arg(QLatin1StringView(name));
}

void putGpu(ProbeReport& report, qsizetype index, const char* name, const QString& label,
            const QString& value, const QString& source)
{
    if (report.fact(gpuKey(index, name)).isEmpty()) {
        putFact(report, gpuGroup(), gpuKey(index, name),
                QStringLiteral("GPU %1: %2").arg(index).arg(label), value, source);
    }
}

void addArchitecture(ProbeReport& report, const QString& architecture)
{
    if (!architecture.isEmpty() && !isGenericTarget(architecture) &&
        !report.architectures.contains(architecture)) {
        report.architectures.append(architecture);
    }
}

void takeCount(ProbeReport& report, qsizetype count, const QString& source)
{
    if (count > 0 && report.gpuCount == 0) {
        report.gpuCount = static_cast<int>(count);
        putFact(report, gpuGroup(), QStringLiteral("gpu.count"), QStringLiteral("GPUs"),
                QString::number(count), source);
    }
}

void takeSmiGpus(ProbeReport& report, const QVector<SmiGpu>& gpus, const QString& source)
{
    takeCount(report, gpus.size(), source);
    for (const SmiGpu& gpu : gpus) {
        const int i = gpu.index < 0 ? 0 : gpu.index;
        if (i >= 64) {
            continue;
        }
        if (report.gpuName.isEmpty() && !gpu.name.isEmpty()) {
            report.gpuName = gpu.name;
        }
        putGpu(report, i, "name", QStringLiteral("name"), gpu.name, source);
        putGpu(report, i, "arch", QStringLiteral("architecture"), gpu.architecture, source);
        putGpu(report, i, "memory", QStringLiteral("memory"), sizeText(gpu.memoryBytes), source);
        putGpu(report, i, "used", QStringLiteral("memory in use"), sizeText(gpu.memoryUsedBytes),
               source);
        putGpu(report, i, "device", QStringLiteral("device id"), gpu.deviceId, source);
        putGpu(report, i, "partition", QStringLiteral("partitions (compute, memory)"),
               gpu.computePartition.isEmpty()
                   ? QString()
                   : QStringLiteral("%1, %2").arg(gpu.computePartition, gpu.memoryPartition),
               source);
        if (gpu.computeUnits > 0) {
            putGpu(report, i, "units", QStringLiteral("compute units"),
                   QString::number(gpu.computeUnits), source);
        }
        addArchitecture(report, gpu.architecture);
    }
}

void takeDriver(ProbeReport& report, const QString& version, const QString& source)
{
    if (report.fact(QStringLiteral("driver.version")).isEmpty()) {
        putFact(report, gpuGroup(), QStringLiteral("driver.version"),
                QStringLiteral("amdgpu driver"), version, source);
    }
}

} // namespace

QString sizeText(qint64 bytes)
{
    if (bytes <= 0) {
        return {};
    }
    const double gib = static_cast<double>(bytes) / (1 << 30);
    return gib >= 1 ? QStringLiteral("%1 GiB").arg(gib, 0, 'f', 1)
                    : QStringLiteral("%1 MiB").arg(bytes >> 20);
}

void putFact(ProbeReport& report, const QString& group, const QString& key, const QString& label,
             const QString& value, const QString& source)
{
    if (value.trimmed().isEmpty()) {
        return;
    }
    const QString text = value.trimmed().left(4000);
    const auto known = std::find_if(report.facts.begin(), report.facts.end(),
                                    [&](const ProbeFact& fact) { return fact.key == key; });
    if (known != report.facts.end()) {
        known->value = text;
        known->source = source;
    } else if (report.facts.size() < 20000) {
        report.facts.append({group, key, label, text, source});
    }
}

bool takeRocminfo(ProbeReport& report, const QByteArray& text)
{
    const Result<RocmInfo> info = parseRocminfo(text);
    if (!info) {
        return false;
    }
    const QString source = QStringLiteral("rocminfo");
    putFact(report, gpuGroup(), QStringLiteral("driver.module"), QStringLiteral("ROCk module"),
            info->wsl            ? QStringLiteral("WSL: the driver is the one of Windows")
            : info->moduleLoaded ? QStringLiteral("loaded")
                                 : QStringLiteral("not loaded"),
            source);
    takeDriver(report, info->driverVersion, source);
    putFact(report, gpuGroup(), QStringLiteral("hsa.runtime"), QStringLiteral("HSA runtime"),
            info->runtimeVersion, source);
    putFact(report, gpuGroup(), QStringLiteral("hsa.failure"), QStringLiteral("HSA failure"),
            info->noDevice && info->failure.isEmpty() ? QStringLiteral("cannot open /dev/kfd")
                                                      : info->failure,
            source);
    if (info->wsl) {
        putFact(report, QStringLiteral("System"), QStringLiteral("system.wsl"),
                QStringLiteral("Windows Subsystem for Linux"), QStringLiteral("yes"), source);
    }
    const QVector<RocmAgent> gpus = info->gpus();
    takeCount(report, gpus.size(), source);
    for (qsizetype i = 0; i < std::min<qsizetype>(gpus.size(), 64); ++i) {
        const RocmAgent& gpu = gpus[i];
        if (report.gpuName.isEmpty()) {
            report.gpuName = gpu.marketingName;
        }
        addArchitecture(report, architectureOf(gpu.name));
        putGpu(report, i, "name", QStringLiteral("name"), gpu.marketingName, source);
        putGpu(report, i, "arch", QStringLiteral("architecture"), gpu.name, source);
        putGpu(report, i, "features", QStringLiteral("features"), gpu.features(), source);
        putGpu(report, i, "targets", QStringLiteral("targets"), gpu.targets.join(u' '), source);
        putGpu(report, i, "memory", QStringLiteral("memory"), sizeText(gpu.memoryBytes), source);
        if (gpu.computeUnits > 0) {
            putGpu(report, i, "units", QStringLiteral("compute units"),
                   QString::number(gpu.computeUnits), source);
        }
        if (gpu.wavefrontSize > 0) {
            putGpu(report, i, "wavefront", QStringLiteral("lanes of a wavefront"),
                   QString::number(gpu.wavefrontSize), source);
        }
    }
    QStringList others;
    for (const RocmAgent& agent : info->agents) {
        if (!agent.isGpu() && others.size() < 64) {
            others.append(QStringLiteral("%1 (%2)").arg(agent.name, agent.deviceType));
        }
    }
    putFact(report, QStringLiteral("System"), QStringLiteral("system.agents"),
            QStringLiteral("Other agents"), others.join(QStringLiteral(", ")), source);
    return true;
}

bool takeRocmSmiOutput(ProbeReport& report, const QByteArray& text)
{
    const Result<RocmSmi> smi = parseRocmSmi(text);
    if (!smi) {
        return false;
    }
    const QString source = QStringLiteral("rocm-smi");
    takeDriver(report, smi->driverVersion, source);
    takeSmiGpus(report, smi->gpus, source);
    putFact(report, gpuGroup(), QStringLiteral("rocm-smi.errors"),
            QStringLiteral("Errors of rocm-smi"), smi->errors.mid(0, 20).join(u' '), source);
    return true;
}

bool takeAmdSmiOutput(ProbeReport& report, const QByteArray& text)
{
    const Result<AmdSmi> smi = parseAmdSmi(text);
    if (!smi) {
        return false;
    }
    const QString source = QStringLiteral("amd-smi");
    const QString group = QStringLiteral("ROCm");
    putFact(report, group, QStringLiteral("amd-smi.version"), QStringLiteral("amd-smi"),
            smi->toolVersion, source);
    if (!smi->rocmVersion.isEmpty()) {
        putFact(report, group, QStringLiteral("rocm.amd-smi"), QStringLiteral("ROCm of amd-smi"),
                smi->rocmVersion, source);
        if (report.rocm.isEmpty()) {
            report.rocm = Version::parse(smi->rocmVersion).value_or(Version());
        }
    }
    takeDriver(report, smi->driverVersion, source);
    if (!smi->gpus.isEmpty()) {
        // A kernel's text in the place of a version is no version (MI210 fixture).
        const QString driver = smi->gpus.first().driver;
        takeDriver(report, Version::parse(driver) ? driver : QString(), source);
    }
    takeSmiGpus(report, smi->gpus, source);
    QStringList processes;
    for (const AmdSmiProcess& process : smi->processes) {
        if (processes.size() < 32) {
            processes.append(QStringLiteral("GPU %1: %2 (%3)")
                                 .arg(process.gpu)
                                 .arg(process.name)
                                 .arg(process.processId));
        }
    }
    putFact(report, gpuGroup(), QStringLiteral("gpu.processes"),
            QStringLiteral("Processes on GPUs"), processes.join(QStringLiteral(", ")), source);
    return true;
}

bool takeHipVersion(ProbeReport& report, const QByteArray& text, const QString& source)
{
    const Result<HipVersion> hip = parseHipVersion(text);
    if (!hip) {
        return false;
    }
    const QString group = QStringLiteral("ROCm");
    if (report.fact(QStringLiteral("hip.version")).isEmpty()) {
        // hipcc is asked first: what compiles counts, should hipconfig be another release's.
        putFact(report, group, QStringLiteral("hip.version"), QStringLiteral("HIP"), hip->build,
                source);
    }
    putFact(report, group, QStringLiteral("hip.clang"), QStringLiteral("clang of hipcc"),
            hip->clang, source);
    putFact(report, group, QStringLiteral("hip.folder"), QStringLiteral("Folder of clang"),
            hip->installFolder, source);
    putFact(report, group, QStringLiteral("hip.platform"), QStringLiteral("HIP platform"),
            hip->platform, source);
    putFact(report, group, QStringLiteral("hip.rocm-path"),
            QStringLiteral("ROCM_PATH of hipconfig"), hip->rocmPath, source);
    if (report.rocm.isEmpty()) {
        report.rocm = !hip->rocm.isEmpty() ? hip->rocm : rocmOfHip(hip->hip);
    }
    return true;
}

bool takeNvidiaSmi(ProbeReport& report, const QByteArray& text)
{
    int index = 0;
    for (const QByteArray& line : withoutColours(text.left(1 << 16)).split('\n')) {
        const QStringList cells = QString::fromUtf8(line).split(u',');
        if (cells.size() != 4 || index >= 64) {
            continue;
        }
        putFact(report, gpuGroup(), QStringLiteral("nvidia.%1").arg(index),
                QStringLiteral("NVIDIA GPU %1").arg(index),
                QStringLiteral("%1, %2, driver %3, compute capability %4")
                    .arg(cells[0].trimmed(), cells[2].trimmed(), cells[1].trimmed(),
                         cells[3].trimmed()),
                QStringLiteral("nvidia-smi"));
        ++index;
    }
    if (index > 0) {
        putFact(report, gpuGroup(), QStringLiteral("nvidia.count"), QStringLiteral("NVIDIA GPUs"),
                QString::number(index), QStringLiteral("nvidia-smi"));
    }
    return index > 0;
}

} // namespace rocport
