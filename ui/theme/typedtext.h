#pragma once

#include <QStringList>

class QDialog;
class QWidget;

namespace rocport {

/// Names of the fields below `widget` that hold text which a person typed and nothing has taken
/// yet. Filters, read-only and empty fields are not among them.
QStringList typedFields(const QWidget& widget);

/// From now on Esc and the close button of `dialog` ask before they drop what was typed there; the
/// question names the fields, and Enter goes on with the dialog. Its own Cancel button does not
/// ask.
void keepTypedText(QDialog& dialog);

} // namespace rocport
