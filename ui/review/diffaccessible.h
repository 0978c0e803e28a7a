#pragma once

class QWidget;

namespace rocport {

/// Makes texts, gutter and minimap accessible to screen readers; safe to call more than once.
void installDiffAccessibility();
/// To be called when the marks of a gutter changed: the children that a screen reader holds are
/// recreated.
void accessibleSceneChanged(QWidget* gutter);

} // namespace rocport
