#include "core/facts/rocmreleases.h"

#include "core/facts/factresource.h"

#include <algorithm>

namespace rocport {

namespace {

Version minorOf(const Version& version)
{
    return version.isEmpty() ? Version() : Version{version.major(), version.minor()};
}

Version releaseVersion(const QByteArray& text)
{
    return Version::parse(QString::fromLatin1(text)).value_or(Version());
}

} // namespace

const QVector<RocmRelease>& rocmReleases()
{
    static const QVector<RocmRelease> kReleases = [] {
        QVector<RocmRelease> releases;
        for (const QByteArrayList& row : factRows("rocm_releases.tsv", 4)) {
            releases.append({releaseVersion(row[0]), releaseVersion(row[1]), row[2], row[3]});
        }
        return releases;
    }();
    return kReleases;
}

Version newestRocm()
{
    const QVector<RocmRelease>& releases = rocmReleases();
    return releases.isEmpty() ? Version() : releases.last().rocm;
}

Version rocmOfHip(const Version& hip)
{
    const Version wanted = minorOf(hip);
    if (wanted.isEmpty()) {
        return {};
    }
    for (const RocmRelease& release : rocmReleases()) {
        if (release.hip == wanted) {
            return release.rocm;
        }
    }
    // What is older than the table had one number.
    return !rocmReleases().isEmpty() && wanted < rocmReleases().first().rocm ? wanted : Version();
}

Version hipOfRocm(const Version& rocm)
{
    const Version wanted = minorOf(rocm);
    Version known; // the release whose HIP was found
    Version hip = wanted;
    for (const RocmRelease& release : rocmReleases()) {
        const bool isIn = release.rocm <= wanted && !release.hip.isEmpty();
        if (isIn && (known.isEmpty() || known < release.rocm)) {
            known = release.rocm;
            hip = release.hip;
        }
    }
    return hip;
}

QByteArray hipNumberOf(const Version& rocm)
{
    const Version hip = hipOfRocm(rocm);
    return QByteArray::number(hip.major() * 100 + hip.minor());
}

Version rocmBefore(const Version& rocm)
{
    Version before;
    for (const RocmRelease& release : rocmReleases()) {
        if (release.rocm < minorOf(rocm)) {
            before = release.rocm;
        }
    }
    return before;
}

} // namespace rocport
