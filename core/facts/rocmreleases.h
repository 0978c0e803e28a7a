#pragma once

#include "core/base/words.h"

#include <QByteArray>
#include <QVector>

namespace rocport {

/// A release of ROCm and the HIP that it contains: their numbers differ from ROCm 7.13 on, and a
/// release whose packages name two HIP versions has two rows (resources/facts/rocm_releases.tsv).
struct RocmRelease
{
    Version rocm;        ///< "7.14"; patch releases are not distinguished
    Version hip;         ///< "7.13"; empty: not known
    QByteArray released; ///< "2026-07-16", "2026-11"; empty: not known
    QByteArray source;
};

/// All known releases, oldest first.
const QVector<RocmRelease>& rocmReleases();
/// The newest of them.
Version newestRocm();
/// The release of ROCm whose HIP has that number ("7.13.26183" is ROCm 7.14). Empty: `hip` is
/// empty, or the release is not known.
Version rocmOfHip(const Version& hip);
/// The newest HIP that a release certainly contains: its own, or if that is not known, that of the
/// newest release before it. Empty if `rocm` is.
Version hipOfRocm(const Version& rocm);
/// The same in the form that HIP's functions take: "713" for ROCm 7.14.
QByteArray hipNumberOf(const Version& rocm);
/// The newest known release before `rocm`; empty: none is known.
Version rocmBefore(const Version& rocm);

} // namespace rocport
