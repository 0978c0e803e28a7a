#pragma once

#include "ui/review/difflayout.h"

#include <QObject>

namespace rocport {

class DiffView;
class LineAuthors;
class ReviewCommands;
class ReviewDesk;
class ShownFile;
class UiSettings;

/// How the diff shows a file: side by side, unified or inline, with white space or without,
/// unchanged lines folded or not, long lines
/// wrapped or not, with or without the authors of lines. Remembered in the settings.
class ViewCommands : public QObject
{
    Q_OBJECT

public:
    /// What it needs of Review; all outlive it.
    struct Parts
    {
        ReviewDesk& desk;
        ReviewCommands& commands;
        ShownFile& shown;
        DiffView& diff;
        LineAuthors& authors;
        UiSettings& settings;
    };

    /// Applies what was chosen the last time.
    explicit ViewCommands(const Parts& parts, QObject* parent = nullptr);

    /// Updates which commands can be used now.
    void update() const;
    /// Sets whether there is room for one pane only, or for two: if it is narrow the diff is
    /// unified, whatever was chosen.
    void setNarrow(bool narrow);

Q_SIGNALS:
    /// The diff is now unified, or side by side.
    void unifiedChanged(bool unified);

private:
    void addCommands();
    void setFolding(bool on);
    void setWrapped(bool on);
    void sayShown(int lines) const;
    [[nodiscard]] QString nothingFolded() const;
    void addLayoutCommands();
    void setMode(DiffMode mode);
    void setIgnoreBlanks(bool on);
    void goToMoved();
    [[nodiscard]] static QString whyNotMoved();
    void updateLayout();

    ReviewDesk& m_desk;
    ReviewCommands& m_commands;
    ShownFile& m_shown;
    DiffView& m_diff;
    LineAuthors& m_authors;
    UiSettings& m_settings;
    DiffMode m_wanted = DiffMode::SideBySide;
    bool m_ignoreBlanks = false;
    bool m_narrow = false;
};

} // namespace rocport
