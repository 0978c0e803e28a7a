#pragma once

#include "core/base/cancel.h"
#include "core/project/session/symbols.h"
#include "ui/review/difflayout.h"
#include "ui/theme/themeprovider.h"

#include <QAbstractButton>

namespace rocport {

/// The thin row above the text with the function, kernel or class that the topmost line is in: its
/// line as written, and its number. A click asks to go there. The scopes of a file are found in the
/// pool.
class DiffSticky : public QAbstractButton
{
    Q_OBJECT

public:
    explicit DiffSticky(ThemeProvider& provider, QWidget* parent = nullptr);
    ~DiffSticky() override;

    /// Whether it has anything to show for files of that language.
    [[nodiscard]] static bool isFor(const DiffLayout& layout);
    /// Another file is shown, or this one laid out anew. Scopes are those of the original, or of
    /// the proposal if that adds the file.
    void setFile(const DiffLayout& layout);
    /// Sets the line at the upper edge, 1-based, of the version that has the scopes; 0: none.
    void setTopLine(int line);
    /// Whether the scopes are those of the proposal.
    [[nodiscard]] bool isOfPort() const { return m_ofPort; }
    /// What it shows; empty: nothing.
    [[nodiscard]] const QString& label() const { return m_label; }
    /// The line to which a click leads, 1-based; 0: nothing is shown.
    [[nodiscard]] int targetLine() const;
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    /// Asks for the line of the function's name.
    void lineRequested(int line);
    /// The scopes of the file are known now.
    void scopesFound();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// A scope with its line as written.
    struct Named
    {
        QVector<SourceScope> scopes;
        QStringList lines;
    };
    static Named findScopes(const DiffLayout& layout, bool ofPort, const CancelToken& cancel);
    void showScope();

    ThemeProvider& m_provider;
    RepoPath m_path;
    Named m_named;
    CancelToken m_cancel;
    int m_request = 0;
    int m_topLine = 0;
    int m_scope = -1;
    QString m_label;
    bool m_ofPort = false;
};

} // namespace rocport
