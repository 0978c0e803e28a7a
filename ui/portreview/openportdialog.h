#pragma once

#include "core/project/session/projectreviews.h"
#include "core/vcs/branches.h"
#include "ui/theme/texttable.h"

#include <QDialog>

class QListWidget;
class QStackedWidget;

namespace rocport {

class ProjectSession;

/// Asks for the port to review: a branch, a range, patches, a bundle, or a review that was begun
/// before. Reads nothing but the list of branches.
class OpenPortDialog : public QDialog
{
    Q_OBJECT

public:
    enum Source { Branch, Range, Patches, Bundle, Kept };

    OpenPortDialog(ProjectSession& session, const QVector<KeptReview>& kept,
                   ThemeProvider& provider, QWidget* parent = nullptr);

    void setSource(Source source);
    /// Fills in what was asked for before, to be corrected.
    void setRequest(const ReviewRequest& request);
    /// What is asked for as things stand; `whyNot` says why nothing can be opened, else it is
    /// empty.
    [[nodiscard]] ReviewRequest request(QString* whyNot = nullptr) const;

Q_SIGNALS:
    void requested(const rocport::ReviewRequest& request);
    void keptRequested(const QByteArray& id);

private:
    QWidget* buildBranches();
    QWidget* buildRange();
    QWidget* buildPatches();
    QWidget* buildBundle();
    QWidget* buildKept(const QVector<KeptReview>& kept);
    QLineEdit* addField(QWidget* page, const QString& title, const char* name,
                        const QString& placeholder, const QString& note);
    void fillBranches(const Result<BranchList>& list);
    void addPatches(bool folder);
    void chooseBundle();
    void refresh();
    void choose();

    ProjectSession& m_session;
    ThemeProvider& m_provider;
    SegmentedControl* m_source;
    QStackedWidget* m_pages;
    TextLabel* m_why;
    QPushButton* m_open;
    TextTableModel* m_branchModel = nullptr;
    TextTable* m_branches = nullptr;
    TextLabel* m_branchNote = nullptr;
    QLineEdit* m_base = nullptr;
    QLineEdit* m_range = nullptr;
    QListWidget* m_patches = nullptr;
    QLineEdit* m_patchBase = nullptr;
    QLineEdit* m_bundle = nullptr;
    QLineEdit* m_bundleRef = nullptr;
    QLineEdit* m_bundleBase = nullptr;
    TextTableModel* m_keptModel = nullptr;
    TextTable* m_kept = nullptr;
    QString m_main;         ///< branch that others start from
    QString m_wantedBranch; ///< to be chosen once branches are listed
};

} // namespace rocport
