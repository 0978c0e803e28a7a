#pragma once

namespace rocport {

/// Makes the log and the stage timeline accessible to screen readers. May be called repeatedly.
void installRunAccessibility();

} // namespace rocport
