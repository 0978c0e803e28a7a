#pragma once

#include "core/tensor/bundle.h"

namespace rocport {

/// What a node needs to run a bundle again: bundle.json, inputs and weights in a zip archive, which
/// the harness unpacks. Outputs and gradients stay here. Errors: FileNotFound, FileUnreadable,
/// FileTooLarge (over 1 GiB).
Result<QByteArray> packForNode(const TensorBundle& bundle);

/// The device on which a bundle was captured, for people: "NVIDIA H200, torch 2.9.1"; "CPU" without
/// a GPU.
QString bundleDevice(const TensorBundle& bundle);

} // namespace rocport
