#pragma once

class QWidget;

namespace rocport {

/// Makes gutter and minimap speak; safe to call more than once.
void installDiffAccessibility();
/// The marks of a gutter changed: the children a screen reader holds are made anew.
void accessibleSceneChanged(QWidget* gutter);

} // namespace rocport
