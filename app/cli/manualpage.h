#pragma once

#include "app/cli/commands.h"
#include "app/cli/declaration.h"

namespace rocport {

/// The manual page of one command, in the man macros of roff, as UTF-8.
QByteArray manualPage(const Declaration& declaration);
/// The page rocport-cli(1), which lists the commands.
QByteArray overviewPage(const QVector<NamedCommand>& commands);

} // namespace rocport
