#pragma once

class QWidget;

namespace rocport {

/// Gives splitters, stacks and scroll areas below `root` an accessible name if they have none: that
/// of the nearest part around them, with what they are. Screen readers use it to say where the user
/// is.
void nameContainers(QWidget& root);

} // namespace rocport
