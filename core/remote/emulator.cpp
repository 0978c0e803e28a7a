#include "core/remote/emulator.h"

#include <QFileInfo>

#include <algorithm>

namespace rocport {
namespace {

constexpr const char* kProgram = "/bin/rocjitsu";
/// What the program loads into others; without it nothing is emulated.
constexpr const char* kLibrary = "/lib/librocjitsu_kmd.so";
constexpr const char* kConfigurations = "/share/rocjitsu/configs/";

EmulatedGpu gpu(const char* id, const char* title, std::initializer_list<const char*> files)
{
    EmulatedGpu made{QString::fromLatin1(id), QString::fromLatin1(title), {}};
    for (const char* file : files) {
        made.configurations << QString::fromLatin1(file);
    }
    return made;
}

bool isProgram(const QString& path)
{
    const QFileInfo file(path);
    return file.isFile() && file.isExecutable();
}

/// The file that lays out the GPU in that ROCm; empty: there is none.
QString configurationIn(const QString& root, const QStringList& names)
{
    for (const QString& name : names) {
        QString path = root + QLatin1String(kConfigurations) + name;
        if (QFileInfo(path).isFile()) {
            return path;
        }
    }
    return {};
}

} // namespace

const QVector<EmulatedGpu>& emulatedGpus()
{
    static const QVector<EmulatedGpu> gpus{
        gpu("gfx942", "MI300X",
            {"gfx942_cdna3_kmd.json", "amdgpu_cdna3_kmd.json", "gfx942_cdna3.json",
             "amdgpu_cdna3.json"}),
        gpu("gfx950", "MI355X",
            {"gfx950_mi355x_kmd.json", "gfx950_cdna4_kmd.json", "amdgpu_cdna4_kmd.json",
             "gfx950_mi355x.json", "gfx950_cdna4.json", "amdgpu_cdna4.json"}),
        gpu("gfx90a", "MI210", {"gfx90a_mi210_kmd.json"}),
        gpu("gfx1250", "MI455X", {"gfx1250_mi455x_kmd.json", "gfx1250_mi455x.json"}),
        gpu("gfx1201", "Radeon AI PRO R9700",
            {"amdgpu_rdna4_gfx1201_r9700_kmd.json", "gfx1201_r9700.json"}),
        gpu("gfx1100", "Radeon PRO W7900",
            {"amdgpu_rdna3_gfx1100_w7900_kmd.json", "gfx1100_w7900.json"}),
    };
    return gpus;
}

QString emulatedGpuTitle(const QString& gpu)
{
    const auto known = std::find_if(emulatedGpus().begin(), emulatedGpus().end(),
                                    [&](const EmulatedGpu& one) { return one.id == gpu; });
    return known == emulatedGpus().end() ? gpu : known->title;
}

Emulator findEmulator(const EmulatorSettings& settings, const QStringList& roots)
{
    const QStringList places = settings.rocm.isEmpty() ? roots : QStringList{settings.rocm};
    const auto with = std::find_if(places.begin(), places.end(), [](const QString& root) {
        return isProgram(root + QLatin1String(kProgram));
    });
    const QString root =
        with != places.end() ? *with : places.value(0, QStringLiteral("/opt/rocm"));
    QStringList names;
    for (const EmulatedGpu& one : emulatedGpus()) {
        if (one.id == settings.gpu) {
            names = one.configurations;
        }
    }
    Emulator found;
    found.root = root;
    found.program = root + QLatin1String(kProgram);
    found.configuration =
        settings.configuration.isEmpty() ? configurationIn(root, names) : settings.configuration;
    if (with == places.end()) {
        found.problem =
            QStringLiteral(
                "The emulator rocjitsu is not in %1. Install it (it is part of ROCm 10), "
                "or enter the folder of the ROCm that has it.")
                .arg(places.join(QStringLiteral(", ")));
    } else if (!QFileInfo::exists(root + QLatin1String(kLibrary))) {
        found.problem = QStringLiteral("The emulator in %1 lacks %2. Install rocjitsu again.")
                            .arg(root, QString::fromLatin1(kLibrary).mid(1));
    } else if (found.configuration.isEmpty()) {
        found.problem = QStringLiteral("The emulator in %1 has no layout of %2. Enter a file of "
                                       "%1%3 as the configuration.")
                            .arg(root, settings.gpu, QLatin1String(kConfigurations));
    } else if (!QFileInfo(found.configuration).isFile()) {
        found.problem = QStringLiteral("The configuration %1 is not there. Enter a file that is.")
                            .arg(found.configuration);
    }
    if (found.configuration.isEmpty()) {
        found.configuration = root + QLatin1String(kConfigurations) +
                              names.value(0, settings.gpu + QStringLiteral(".json"));
    }
    return found;
}

QStringList emulatorCommand(const Emulator& emulator, const EmulatorSettings& settings,
                            const QStringList& inner)
{
    QStringList words{emulator.program, QStringLiteral("--config"), emulator.configuration};
    if (settings.shared) {
        words << QStringLiteral("--daemon");
    }
    return words << QStringLiteral("--") << inner;
}

} // namespace rocport
