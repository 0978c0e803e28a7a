#pragma once

#include "ui/theme/themeprovider.h"

#include <QWidget>

class QPlainTextEdit;

namespace rocport {

/// What the bar can do to Markdown.
enum class MarkdownFormat : quint8 { Bold, Italic, Code, List, Table, Link };

/// Applies `format` to what is selected in `edit`, as one step of its undo: emphasis and code go
/// around the selection, and away where they are around it already; every selected line becomes an
/// item of a list, or none again; a table or a link is inserted with its first part selected.
void applyMarkdown(QPlainTextEdit& edit, MarkdownFormat format);

/// Buttons above a field of Markdown.
class MarkdownBar : public QWidget
{
    Q_OBJECT

public:
    MarkdownBar(ThemeProvider& provider, QPlainTextEdit& edit, QWidget* parent = nullptr);
};

} // namespace rocport
