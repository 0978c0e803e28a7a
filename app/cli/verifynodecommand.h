#pragma once

#include <QStringList>

namespace rocport {

/// `verify load|golden|capture|stability NODE …`: a level on a node. `arguments` begins with the
/// name of the level. Returns an exit code.
int runVerifyNode(const QStringList& arguments);

} // namespace rocport
