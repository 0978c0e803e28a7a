#pragma once

#include "core/isolation/isolation.h"

namespace rocport {

/// proveFile() for Dockerfiles. The only change that is proved is a global `ARG NAME=value` before
/// the first FROM, with a name that does not occur in the original, and `${NAME}` in FROM lines.
/// With the value substituted, the result must equal the original byte for byte (Equivalent).
/// Dockerfile reference, "Understand how ARG and FROM interact".
IsolationProof proveDockerfile(const QByteArray& original, const QByteArray& ported);

/// A Dockerfile with the arguments that an edit added filled in.
struct DockerProjection
{
    QByteArray text;
    QStringList names; ///< of those arguments
};
DockerProjection dockerProjection(const QByteArray& original, const QByteArray& ported);

} // namespace rocport
