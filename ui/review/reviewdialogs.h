#pragma once

#include <QObject>
#include <QPointer>

class QWidget;

namespace rocport {

class CommitDialog;
class DiffView;
class ReviewCommands;
class ReviewDesk;
class SyntaxRepository;
class ThemeProvider;
class UiSettings;

/// The dialogs of Review with their commands: commits, history, proof of the current change, and
/// decisions that no longer have a place.
class ReviewDialogs : public QObject
{
    Q_OBJECT

public:
    /// All outlive it; the dialogs open over `window`.
    ReviewDialogs(ReviewDesk& desk, ReviewCommands& commands, DiffView& diff,
                  SyntaxRepository& syntax, ThemeProvider& provider, UiSettings& settings,
                  QWidget& window, QObject* parent = nullptr);

    /// Updates which commands can be used now, and what they lead to.
    void update() const;

Q_SIGNALS:
    /// The commit dialog was opened.
    void commitOpened();

private:
    void openCommit();
    void openProof();

    ReviewDesk& m_desk;
    ReviewCommands& m_commands;
    DiffView& m_diff;
    SyntaxRepository& m_syntax;
    ThemeProvider& m_provider;
    UiSettings& m_settings;
    QWidget& m_window;
    QPointer<CommitDialog> m_commit;
};

} // namespace rocport
