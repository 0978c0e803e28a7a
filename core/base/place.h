#pragma once

#include "core/base/repopath.h"

namespace rocport {

/// Which text a line is counted in.
enum class PlaceSide : quint8 {
    Original, ///< the file as it was scanned
    Port,     ///< the file with the accepted changes in it, as it is built and run
};

/// A line of a file, with the side on which it is counted.
struct Place
{
    RepoPath path; ///< on that side: for a sibling file in the port, the path of the sibling
    int line = 0;  ///< 1-based; 0: the file as a whole
    PlaceSide side = PlaceSide::Original;

    friend bool operator==(const Place&, const Place&) = default;
};

} // namespace rocport

Q_DECLARE_METATYPE(rocport::Place)
