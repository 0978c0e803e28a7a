#pragma once

#include "ui/theme/widgets.h"

#include <QDialog>

class QListWidget;

namespace rocport {

class MarkupBrowser;

/// The documentation that is built into the program, and what is new: a list of pages, and one
/// page. Can stay open beside the window.
class HelpDialog : public QDialog
{
    Q_OBJECT

public:
    explicit HelpDialog(ThemeProvider& provider, QWidget* parent = nullptr);
    /// Shows a page by id; false: there is none.
    bool showPage(const QString& id);
    [[nodiscard]] QString page() const;
    [[nodiscard]] MarkupBrowser& browser() { return *m_browser; }

private:
    void fill();

    ThemeProvider& m_provider;
    QListWidget* m_list;
    MarkupBrowser* m_browser;
};

} // namespace rocport
