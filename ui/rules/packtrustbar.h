#pragma once

#include "core/project/session/session.h"
#include "core/rules/packs/packtrust.h"
#include "ui/theme/widgets.h"

namespace rocport {

/// A strip that asks whether the rule packs of the repository may be used, while they wait for an
/// answer. The answer applies until a pack changes.
class PackTrustBar : public QWidget
{
    Q_OBJECT

public:
    /// When the strip is shown.
    enum class Shown : quint8 {
        UntilAnswered, ///< once for each content
        WhileWaiting,  ///< also after "Not now", so that the answer can be changed
    };

    /// Collaborators outlive it.
    PackTrustBar(ProjectSession& session, ThemeProvider& provider, Shown shown,
                 QWidget* parent = nullptr);
    [[nodiscard]] QString text() const { return m_text->text(); }

Q_SIGNALS:
    /// "Look at them" was clicked.
    void lookRequested();
    /// The answer could not be kept.
    void failed(const rocport::Error& error);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void answer(PackAnswer answer);

    ProjectSession& m_session;
    ThemeProvider& m_provider;
    Shown m_shown;
    TextLabel* m_text;
    QPushButton* m_look;
    QPushButton* m_use;
    QPushButton* m_later;
    std::optional<WaitingPacks> m_packs;
};

} // namespace rocport
