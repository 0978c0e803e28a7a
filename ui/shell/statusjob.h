#pragma once

#include <QString>

namespace rocport {

/// A job on a node, as the status bar shows it.
struct StatusJob
{
    QString id;
    QString text; ///< one line
};

} // namespace rocport
