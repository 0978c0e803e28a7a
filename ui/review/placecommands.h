#pragma once

#include "core/base/place.h"

#include <QObject>

class QWidget;

namespace rocport {

class ChangeList;
class DiffView;
class OwnChanges;
class ReviewCommands;
class ReviewDesk;
class ReviewQuestions;
class UiSettings;

/// What leaves the window: the current path and line, and changes as a patch, go to the clipboard,
/// and files to the user's editor, which the settings name ("editor/command").
class PlaceCommands : public QObject
{
    Q_OBJECT

public:
    /// What it needs of Review; all outlive it.
    struct Parts
    {
        ReviewDesk& desk;
        ReviewCommands& commands;
        ReviewQuestions& questions;
        ChangeList& list;
        OwnChanges& own;
        DiffView& diff;
        UiSettings& settings;
        QWidget& area; ///< the widget in it that had the focus last determines the current place
    };

    explicit PlaceCommands(const Parts& parts, QObject* parent = nullptr);

    /// Opens a place in the editor that the user set, else in the desktop's default.
    void open(const Place& place);
    /// Updates which commands can be used now.
    void update() const;

Q_SIGNALS:
    /// Asks for L1 for one file.
    void checkRequested(const rocport::RepoPath& file);

private:
    [[nodiscard]] Place shownPlace() const;
    void copyPlace(bool withLine);
    void copyPatch();
    void askEditor();

    ReviewDesk& m_desk;
    ReviewCommands& m_commands;
    ReviewQuestions& m_questions;
    ChangeList& m_list;
    OwnChanges& m_own;
    DiffView& m_diff;
    UiSettings& m_settings;
    QWidget& m_area;
};

} // namespace rocport
