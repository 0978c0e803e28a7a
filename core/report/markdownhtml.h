#pragma once

#include <QString>

namespace rocport {

/// A phase summary as HTML. Understands paragraphs, headings, bulleted and numbered lists, pipe
/// tables, fenced code, inline code, strong and emphasised text, and links to http and https;
/// everything else, raw HTML above all, is shown as the text that it is. Linear in the length of
/// `markdown`.
QString markdownToHtml(const QString& markdown);

} // namespace rocport
