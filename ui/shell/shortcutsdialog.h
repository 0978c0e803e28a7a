#pragma once

#include "ui/theme/widgets.h"

#include <QDialog>

namespace rocport {

/// A key or keys and what they do.
struct ShortcutLine
{
    QString keys;
    QString text;
    QString whyNot; ///< why they do nothing now; empty: they work
};

/// Keys of one part of the window.
struct ShortcutSection
{
    QString title;
    QVector<ShortcutLine> lines;
};

/// The overlay that ? opens: the keys of the window and of the area shown, taken from their
/// commands.
class ShortcutsDialog : public QDialog
{
    Q_OBJECT

public:
    ShortcutsDialog(ThemeProvider& provider, const QVector<ShortcutSection>& sections,
                    QWidget* parent = nullptr);
};

} // namespace rocport
