#pragma once

#include "core/base/words.h"

#include <QByteArray>

#include <optional>

namespace rocport {

/// What to use instead of a container image that is based on CUDA.
struct ImageAdvice
{
    QString instead; ///< image and tag; empty: there is none
    QString note;    ///< one sentence about the choice
};

/// Nothing when `image` ("nvidia/cuda:12.4.1-devel-ubuntu22.04") is not known to contain CUDA. It
/// may contain variables. Image names are from Docker Hub and GitHub's registry, November 2025.
std::optional<ImageAdvice> adviseImage(const QByteArray& image, const TargetSettings& target);

} // namespace rocport
