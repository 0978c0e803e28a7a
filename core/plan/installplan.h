#pragma once

#include "core/scan/scanner.h"
#include "core/scan/skippedfile.h"

#include <QByteArray>
#include <QString>
#include <QVector>

namespace rocport {

/// One step of an installation that keeps the ROCm build of torch.
struct InstallStep
{
    QString id;      ///< "torch", "constraints", "build", "packages", "source", "project", "end"
    QString title;   ///< "The other packages, under the constraints"
    QString why;     ///< one or two sentences
    QString command; ///< POSIX shell, one or more lines; uses $PYTHON and check_torch
    QStringList packages; ///< the requirements that it installs
    bool checks = true;   ///< check_torch follows
};

/// A requirement that no step installs, with a note. For InstallPlan's omissions: what replaces it
/// on ROCm, or why nothing has to; for optional ones: the extra or group; for bounds: none.
struct InstallOmission
{
    QString requirement;
    QString place;   ///< "requirements.txt:3"
    QString instead; ///< the note
};

/// All manifests of a repository as one ordered plan. Every requirement of the manifests that are
/// read is in exactly one of: the packages of a step, omissions, optional, bounds, conda.
struct InstallPlan
{
    QVector<InstallStep> steps;
    QVector<InstallOmission> omissions;
    /// What only extras and groups need; `instead` says which: "extra dev".
    QVector<InstallOmission> optional;
    /// Bounds from files that are read with -c, except those on torch and on CUDA builds.
    QVector<InstallOmission> bounds;
    QStringList conda;     ///< entries of conda environments that are kept
    QStringList manifests; ///< that were read
    /// Files that are manifests by their name and were not read, each with the reason: what they
    /// list is missing.
    QVector<UnreadFile> unread;
    QStringList notes;  ///< what is left to a person: extras, unknown includes
    QString torchIndex; ///< where torch comes from
    /// Whether no manifest was read.
    [[nodiscard]] bool isEmpty() const { return manifests.isEmpty(); }
};

/// Reads the manifests that `scan` met: those of the package at the top (or, where there is none,
/// nearest to it), requirements.txt beside them, and what they include. Nothing is resolved or run.
InstallPlan makeInstallPlan(const ScanResult& scan, const TargetSettings& target);

/// The plan for people, as a script (sh, `set -eu`, stops at the first failure and when torch is no
/// longer a ROCm build), and as JSON ("format": 1). UTF-8, LF.
QByteArray installMarkdown(const InstallPlan& plan);
QByteArray installScript(const InstallPlan& plan);
QByteArray installJson(const InstallPlan& plan);

} // namespace rocport
