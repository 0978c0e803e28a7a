#pragma once

#include "core/base/result.h"

#include <QString>

namespace rocport {

/// The remote to which git would push a new branch of the repository at `folder`:
/// remote.pushDefault, else the remote of the branch that is checked out, else "origin", else the
/// first one. Empty: there is none. Errors: those of openGit().
Result<QString> pushRemote(const QString& folder);

} // namespace rocport
