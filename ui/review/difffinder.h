#pragma once

#include "ui/review/difffind.h"

#include <QObject>

namespace rocport {

class DiffView;
class FindBar;

/// Finds text in the file that the diff shows: runs the bar's query in a thread of the pool, marks
/// the matches in the panes and walks through them.
class DiffFinder : public QObject
{
    Q_OBJECT

public:
    /// The most matches that are marked and counted.
    static constexpr qsizetype kLimit = 10000;

    /// View and bar outlive the finder.
    DiffFinder(DiffView& view, FindBar& bar, QObject* parent);
    ~DiffFinder() override;

    /// Shows the bar with the selected text.
    void open();
    /// Hides the bar; the diff gets the focus, with the current match selected.
    void close();
    /// Goes to the next (1) or previous (-1) match, wrapping around.
    void step(int direction);
    [[nodiscard]] bool isOpen() const;
    /// Index of the current match; -1: none.
    [[nodiscard]] int current() const { return m_current; }
    [[nodiscard]] const DiffHits& hits() const { return m_hits; }
    [[nodiscard]] bool isSearching() const { return m_searching; }

Q_SIGNALS:
    /// The current match is in this change (index into the layout's changes).
    void changeReached(int change);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void run(bool jump);
    void found(const DiffHits& hits, bool jump);
    void keepPlace(const DiffHit& hit);
    void setCurrent(int hit);
    void updateCount();

    DiffView& m_view;
    FindBar& m_bar;
    CancelToken m_cancel;
    quint64 m_serial = 0;
    bool m_searching = false;
    int m_steps = 0; // requested while the search ran
    DiffHits m_hits;
    int m_current = -1;
    QString m_selected; // text of the match that close() selected
    // Where the current match is, to find it again in another layout of the file.
    RepoPath m_path;
    DiffHit m_place; // row: 1-based line of its side
};

} // namespace rocport
