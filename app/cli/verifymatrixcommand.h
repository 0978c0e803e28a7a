#pragma once

#include <QStringList>

namespace rocport {

/// `verify matrix NODE --check CHECK… [--image IMAGE]… …`: checks by images, partitions and
/// architectures of a node's Slurm. Returns an exit code.
int runVerifyMatrix(const QStringList& arguments);

} // namespace rocport
