#include "core/facts/torchwheels.h"

#include "core/facts/factresource.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr QLatin1StringView kPytorchIndex("https://download.pytorch.org/whl/rocm");
constexpr QLatin1StringView kAmdIndex("https://repo.amd.com/rocm/whl-multi-arch/");

Version wheelVersion(const QByteArray& text)
{
    return Version::parse(QString::fromLatin1(text)).value_or(Version());
}

/// "rocm==10.1.*"
QString rocmRequirement(const TorchWheels& wheels)
{
    return QStringLiteral("rocm==%1.*").arg(wheels.rocm.toString());
}

/// "[device-gfx90a,device-gfx942]"
QString deviceExtras(const QStringList& architectures)
{
    QStringList extras;
    for (const QString& architecture : architectures) {
        extras.append(QStringLiteral("device-") + architecture);
    }
    return QStringLiteral("[%1]").arg(extras.isEmpty() ? QStringLiteral("device-all")
                                                       : extras.join(u','));
}

/// torch and torchvision have a package for each GPU; others have no code for GPUs.
QString withDevices(const QString& package, const QString& extras)
{
    for (const QLatin1StringView name :
         {QLatin1StringView("torch"), QLatin1StringView("torchvision")}) {
        const bool isIt = package.startsWith(name) && (package.size() == name.size() ||
                                                       !package[name.size()].isLetterOrNumber());
        if (isIt) {
            return name + extras + package.sliced(name.size());
        }
    }
    return package;
}

} // namespace

bool TorchWheels::isForAllReleases() const
{
    return index == kAmdIndex;
}

const QVector<TorchWheels>& torchWheels()
{
    static const QVector<TorchWheels> kWheels = [] {
        QVector<TorchWheels> wheels;
        for (const QByteArrayList& row : factRows("torch_wheels.tsv", 4)) {
            wheels.append(
                {wheelVersion(row[0]), wheelVersion(row[1]), QString::fromLatin1(row[2]), row[3]});
        }
        return wheels;
    }();
    return kWheels;
}

TorchWheels torchWheelsFor(const Version& rocm)
{
    const Version wanted = {rocm.major(), rocm.minor()};
    for (const TorchWheels& wheels : torchWheels()) {
        if (wheels.rocm == wanted) {
            return wheels;
        }
    }
    const Version firstOfAmd = {7, 13}; // the first release whose wheels bring ROCm along
    return {wanted,
            {},
            wanted < firstOfAmd ? kPytorchIndex + wanted.toString() : QString(kAmdIndex),
            {}};
}

Version newestRocmOfPytorch()
{
    Version newest;
    for (const TorchWheels& wheels : torchWheels()) {
        if (!wheels.isForAllReleases()) {
            newest = std::max(newest, wheels.rocm);
        }
    }
    return newest;
}

QStringList wheelRequirements(const TorchWheels& wheels, const QStringList& packages,
                              const QStringList& architectures)
{
    if (!wheels.isForAllReleases()) {
        return packages;
    }
    const QString extras = deviceExtras(architectures);
    QStringList all = {rocmRequirement(wheels)};
    for (const QString& package : packages) {
        all.append(withDevices(package, extras));
    }
    return all;
}

QString wheelCommand(const TorchWheels& wheels, const QStringList& architectures)
{
    const QStringList packages = wheelRequirements(
        wheels,
        {QStringLiteral("torch"), QStringLiteral("torchvision"), QStringLiteral("torchaudio")},
        architectures);
    QStringList words;
    for (const QString& package : packages) {
        const bool plain = std::all_of(package.begin(), package.end(),
                                       [](QChar c) { return c.isLetterOrNumber(); });
        words.append(plain ? package : QStringLiteral("'%1'").arg(package));
    }
    return QStringLiteral("pip install %1 --index-url %2").arg(words.join(u' '), wheels.index);
}

QString wheelsInWords(const TorchWheels& wheels, const QStringList& architectures)
{
    if (!wheels.isForAllReleases()) {
        return wheels.isKnown() ? QStringLiteral("PyTorch's index for it (`%1`) or AMD's wheels")
                                      .arg(wheels.index)
                                : QStringLiteral("PyTorch's index for it, if there is one (`%1`), "
                                                 "or AMD's wheels")
                                      .arg(wheels.index);
    }
    return QStringLiteral("AMD's index (`%1`, with `%2` and `torch%3`%4; PyTorch's own is known up "
                          "to ROCm %5)")
        .arg(wheels.index, rocmRequirement(wheels), deviceExtras(architectures),
             wheels.isKnown()
                 ? QString()
                 : QStringLiteral(", though wheels of that release were not seen there"),
             newestRocmOfPytorch().toString());
}

} // namespace rocport
