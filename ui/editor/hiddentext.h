#pragma once

class QsciScintillaBase;

namespace rocport {

/// Makes an editor in UTF-8 show every hidden character (core/base/visibletext.h) as a box with its
/// name, such as RLO, so that nothing in a line turns or hides what stands around it. The bytes
/// stay. After setUtf8(), which forgets it.
void showHiddenCharacters(QsciScintillaBase& editor);

} // namespace rocport
