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

/// The two pages of Review, changes and findings, with the switches between them, and the ways from
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
        QWidget& area; ///< gives the focus to the list of the page that is shown
    };

    ReviewModes(const Parts& parts, ThemeProvider& provider, QObject* parent = nullptr);

    /// Puts a switch at the beginning of a toolbar of one of the pages.
    void addSwitch(QHBoxLayout& row, bool findings);
    /// Shows the findings that are left for a person, or the changes.
    void show(bool findings);
    [[nodiscard]] bool showsFindings() const;
    /// The findings that pass `filter`.
    void list(const FindingsFilter& filter);
    /// Shows what a step of undo was about: a finding, a change, or says what happened.
    void showDecided(const QByteArray& decisionKey);
    /// What is shown is not what a finding led to any more.
    void forget() { m_led.clear(); }
    /// The finding that the place in the diff was shown for; null: for none, or it is gone.
    [[nodiscard]] const Finding* ledHere() const;
    /// Numbers of changes and findings are other ones.
    void update() const;
    /// The list that has the focus may be another widget of its page.
    void updateFocus();
    /// Tool tips name keys, which are other ones now.
    void updateTips() const;

Q_SIGNALS:
    /// ledHere() is another finding.
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
    QByteArray m_led; ///< id of the finding whose place was gone to; empty: none
};

} // namespace rocport
