#pragma once

class QWidget;

namespace rocport {

/// Gives splitters, stacks and areas that scroll below `root` a name where they have none: that of
/// the nearest part around them, with what they are. Screen readers say where one is by them.
void nameContainers(QWidget& root);

} // namespace rocport
