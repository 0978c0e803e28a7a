#pragma once

#include "ui/theme/widgets.h"

#include <QDialog>

namespace rocport {

/// A key or keys and what they do.
struct ShortcutLine
{
    QString keys;
    QString text;
};

/// The overlay that ? opens: every key, by area.
class ShortcutsDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ShortcutsDialog(ThemeProvider& provider, QWidget* parent = nullptr);

    /// The keys as shown, for tests and documents.
    static QVector<ShortcutLine> everywhere();
    static QVector<ShortcutLine> review();
};

} // namespace rocport
