#pragma once

#include "core/isolation/isolation.h"

namespace rocport {

/// proveFile() for Dockerfiles. The only change that is proved: a global `ARG NAME=value`, of a
/// name that the original does not hold, before the first FROM, and `${NAME}` in FROM lines. With
/// the value put in its place the original must come out byte for byte (Equivalent). Docker's
/// reference, "Understand how ARG and FROM interact".
IsolationProof proveDockerfile(const QByteArray& original, const QByteArray& ported);

/// A Dockerfile with the arguments that an edit added filled in.
struct DockerProjection
{
    QByteArray text;
    QStringList names; ///< of those arguments
};
DockerProjection dockerProjection(const QByteArray& original, const QByteArray& ported);

} // namespace rocport
