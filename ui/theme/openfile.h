#pragma once

class QString;

namespace rocport {

/// Opens a file of this machine with the desktop's program for it. False: the desktop would run it
/// (it may be executed, or is a launcher), or has no program for it.
bool openLocalFile(const QString& file);

} // namespace rocport
