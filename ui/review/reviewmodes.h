#pragma once

#include "core/project/session/projectstate.h"

#include <QObject>
#include <QVector>

class QHBoxLayout;
class QStackedWidget;

namespace rocport {

class ChangeList;
class FindingsPage;
struct FindingsFilter;
class OwnChanges;
class ReviewCommands;
class ReviewDesk;
class ReviewNavigator;
class SegmentedControl;
class ThemeProvider;

/// The two pages of Review, changes and findings, with the switches between them, and the way from
/// a finding to its place in the diff and back.
class ReviewModes : public QObject
{
    Q_OBJECT

public:
    /// What it needs of Review; all outlive it.
    struct Parts
    {
        ReviewDesk& desk;
        ReviewCommands& commands;
        ReviewNavigator& navigator;
        ChangeList& list;
        OwnChanges& own;
        FindingsPage& findings; ///< one of the pages
        QWidget& changes;       ///< the other one
        QStackedWidget& pages;
        QWidget& area; ///< gives the focus to the list of the page shown
    };

    ReviewModes(const Parts& parts, ThemeProvider& provider, QObject* parent = nullptr);

    /// Puts a switch at the beginning of a toolbar on one of the pages.
    void addSwitch(QHBoxLayout& row, bool findings);
    /// Shows the findings that are left for a person, or the changes.
    void show(bool findings);
    [[nodiscard]] bool showsFindings() const;
    /// Shows the findings that pass `filter`.
    void list(const FindingsFilter& filter);
    /// Shows what an undone or redone step was about, a finding or a change, or says what happened.
    void showDecided(const QByteArray& decisionKey);
    /// To be called when what is shown is no longer what a finding led to.
    void forget() { m_led.clear(); }
    /// The finding for which the place in the diff is shown; null: none, or it is gone.
    [[nodiscard]] const Finding* ledHere() const;
    /// Updates the numbers of changes and findings.
    void update() const;
    /// To be called when another widget of its page may be the list that takes the focus.
    void updateFocus();
    /// Updates tool tips, which name keys, when the keys changed.
    void updateTips() const;

Q_SIGNALS:
    /// ledHere() has changed.
    void led();

private:
    void goToPlace(const Finding& finding);
    void write(const Finding& finding);
    void goBack();
    void lead(const QByteArray& finding);

    ReviewDesk& m_desk;
    ReviewCommands& m_commands;
    ReviewNavigator& m_navigator;
    ChangeList& m_list;
    OwnChanges& m_own;
    FindingsPage& m_findings;
    QWidget& m_changes;
    QStackedWidget& m_pages;
    QWidget& m_area;
    ThemeProvider& m_provider;
    QVector<SegmentedControl*> m_switches; // owned by the pages
    QByteArray m_led; ///< id of the finding whose place was visited; empty: none
};

} // namespace rocport
