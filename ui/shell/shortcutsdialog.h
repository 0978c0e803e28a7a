#pragma once

#include "ui/theme/widgets.h"

#include <QDialog>

namespace rocport {

/// A key or keys and what they do.
struct ShortcutLine
{
    QString keys;
    QString text;
    QString whyNot; ///< why they do nothing now; empty: they do
};

/// Keys of one part of the window.
struct ShortcutSection
{
    QString title;
    QVector<ShortcutLine> lines;
};

/// The overlay that ? opens: the keys of the window and of the area that is shown, as its commands
/// have them.
class ShortcutsDialog : public QDialog
{
    Q_OBJECT

public:
    ShortcutsDialog(ThemeProvider& provider, const QVector<ShortcutSection>& sections,
                    QWidget* parent = nullptr);
};

} // namespace rocport
