#pragma once

class QString;

namespace rocport {

/// Opens a file on this machine with the desktop's program for it. False: the desktop would run it
/// (it is executable, or a launcher), or has no program for it.
bool openLocalFile(const QString& file);

} // namespace rocport
