#pragma once

#include "core/project/nodes/remoteservice.h"
#include "ui/theme/widgets.h"

#include <QDialog>
#include <QPointer>

namespace rocport {

/// A question from ssh, with what it wrote as plain text. Window-modal; nothing blocks on it.
class AskDialog : public QDialog
{
    Q_OBJECT

public:
    /// The most characters of a prompt that are shown.
    static constexpr int kMostPrompt = 2000;

    AskDialog(const AskRequest& request, ThemeProvider& provider, QWidget* parent);
    /// What was typed or chosen; nothing: refused. The field is emptied.
    [[nodiscard]] std::optional<QString> takeAnswer();
    [[nodiscard]] int askId() const { return m_request.id; }

private:
    AskRequest m_request;
    QLineEdit* m_field = nullptr;
    std::optional<QString> m_answer;
};

/// Asks RemoteService's questions one after the other, and returns the answers. Never keeps one.
class AskPresenter : public QObject
{
    Q_OBJECT

public:
    /// Both outlive it; the dialogues are modal to `window`, which owns it.
    AskPresenter(RemoteService& remote, ThemeProvider& provider, QWidget* window);
    /// The dialogue on the screen; null: none.
    [[nodiscard]] AskDialog* dialog() const { return m_dialog; }

private:
    void showNext();
    void withdraw(int askId);
    RemoteService& m_remote;
    ThemeProvider& m_provider;
    QWidget* m_window;
    QVector<AskRequest> m_waiting;
    QPointer<AskDialog> m_dialog;
};

} // namespace rocport
