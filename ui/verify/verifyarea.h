#pragma once

#include <QHash>
#include <QWidget>

class QAction;

namespace rocport {

class RemoteService;
class ThemeProvider;
class UiSettings;

/// The area Verify. Shows what RemoteService says.
class VerifyArea : public QWidget
{
    Q_OBJECT

public:
    /// Collaborators outlive the area.
    VerifyArea(RemoteService& remote, ThemeProvider& theme, UiSettings& settings,
             QWidget* parent = nullptr);

    /// Actions by name, for the palette and the menu.
    [[nodiscard]] QList<QAction*> commands() const;
    [[nodiscard]] QAction* command(const QString& name) const;
    /// Single letters are commands, or not.
    void setLetterKeys(bool on);
};

} // namespace rocport
