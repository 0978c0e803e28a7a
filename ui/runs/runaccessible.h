#pragma once

namespace rocport {

/// Makes the log and the stage timeline known to screen readers. Any number of times.
void installRunAccessibility();

} // namespace rocport
