#pragma once

class QsciScintillaBase;

namespace rocport {

/// Makes an editor in UTF-8 show every hidden character (core/base/visibletext.h) as a box with its
/// name, such as RLO, so that nothing in a line reorders or hides the text around it. The bytes
/// stay. To be called after setUtf8(), which resets it.
void showHiddenCharacters(QsciScintillaBase& editor);

} // namespace rocport
