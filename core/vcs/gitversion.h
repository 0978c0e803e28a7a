#pragma once

#include <QString>

namespace rocport {

/// Version of libgit2 in use.
QString libgit2Version();

} // namespace rocport
