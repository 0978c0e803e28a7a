#pragma once

#include "core/lanes/laneverify.h"
#include "core/verify/verifyrun.h"

namespace rocport {

/// What three runs on lanes gave as a run of the level Lanes: a check for each copy from the
/// device, one for output and exit status, one for each complaint about a port, and one for each
/// program that was not built or did not come to its end. It covers the files with the kernels
/// that wrote what came back, and those that a failed check is about: all of the program where the
/// check names none. They are named as the port of the request writes them. `portKey`: portKeyOf()
/// of the port that was run.
VerifyRun laneResult(const LaneVerification& result, const LaneVerifyRequest& request,
                     const QByteArray& portKey);

/// The same where nothing could be tried at all: one skipped check that says why, in a sentence.
VerifyRun laneResult(const QString& why, const QByteArray& portKey);

/// What such a run is called: "main.cu, util.cu on lanes, with 1024", with secrets masked. Runs of
/// one title ask the same question.
QString laneTitle(const QVector<RepoPath>& sources, const QStringList& arguments);

} // namespace rocport
