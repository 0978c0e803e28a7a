#pragma once

#include "core/project/session/projectstate.h"
#include "ui/theme/themeprovider.h"

#include <QAbstractListModel>
#include <QDateTime>
#include <QHash>
#include <QStyledItemDelegate>

namespace rocport {

class UiSettings;

/// A project that was open before, as it was then.
struct RecentProject
{
    QString name;
    QString repository; ///< folder
    QString projectFile;
    QString branch;
    QVector<PhaseState> phases; ///< nine
    int decided = 0, hunks = 0;
    QDateTime opened;
    QString area;                   ///< id of the area that was shown last
    QHash<QString, QString> places; ///< by area: where the user was in it
    bool missing = false;           ///< the folder does not exist now
};

/// Recent projects from the settings, newest first.
class RecentModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { RepositoryRole = Qt::UserRole, FileRole, BranchRole, MissingRole, ProjectRole };
    static constexpr int kMost = 30;

    explicit RecentModel(UiSettings& settings, QObject* parent = nullptr);
    ~RecentModel() override;

    /// Puts the open project on top, or updates it there.
    void remember(const ProjectState& state, const QString& area = {},
                  const QHash<QString, QString>& places = {});
    void remove(const QString& projectFile);
    [[nodiscard]] const QVector<RecentProject>& projects() const { return m_projects; }
    /// Checks, in another thread, which folders still exist.
    void checkFolders();

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index,
                                int role = Qt::DisplayRole) const override;

private:
    void load();
    void save();
    UiSettings& m_settings;
    QVector<RecentProject> m_projects;
};

/// One recent project: name, branch, folder, nine marks, a bar, when.
class RecentDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit RecentDelegate(ThemeProvider& provider, QObject* parent = nullptr);
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;

    /// Where "Locate…" is drawn in the row `rect` of a missing project.
    [[nodiscard]] QRect locateRect(const QRect& rect) const;
    [[nodiscard]] QRect removeRect(const QRect& rect) const;
    /// Left edge of the marks, measured from the right of the row.
    [[nodiscard]] int marksWidth() const;

private:
    void paintProgress(QPainter& p, const QRect& rect, const RecentProject& project) const;
    ThemeProvider& m_provider;
};

/// "~/src/x" for a folder below the home folder.
QString shortFolder(const QString& folder);

} // namespace rocport

Q_DECLARE_METATYPE(rocport::RecentProject)
