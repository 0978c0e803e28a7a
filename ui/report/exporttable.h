#pragma once

#include "core/project/session/projectstate.h"
#include "core/project/session/session.h"
#include "ui/theme/widgets.h"

class QCheckBox;
class QScrollArea;

namespace rocport {

/// The formats of a report: whether to write each, where to, and the state of its last file.
class ExportTable : public QWidget
{
    Q_OBJECT

public:
    explicit ExportTable(ThemeProvider& provider, QWidget* parent = nullptr);

    void setState(const ProjectState* state);
    void setFolder(const QString& folder);
    [[nodiscard]] QString folder() const { return m_folder; }
    /// Shows the formats in a height of `pixels`, at least three of them; the rest can be scrolled
    /// to.
    void setRoom(int pixels);
    /// The ticked formats, in the form that ProjectReports::write() takes.
    [[nodiscard]] QStringList chosen() const;
    /// "Not written", "Written 15:12" or "Written 14:40, out of date".
    [[nodiscard]] QString stateOf(const QString& format) const;

Q_SIGNALS:
    void chosenChanged();
    void exportRequested(const QStringList& formats);
    void folderChangeRequested();
    void folderOpenRequested(const QString& folder);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitTexts();
    /// Updates what can be opened: nothing before it was written.
    void updateOpen();

    struct Row
    {
        QString format;
        QCheckBox* check = nullptr;
        ElidedLabel* file = nullptr;
        TextLabel* text = nullptr; ///< what the format is for
        GlyphLabel* mark = nullptr;
        TextLabel* state = nullptr;
        QPushButton* button = nullptr;
    };
    QScrollArea* m_scroll = nullptr;
    QVector<Row> m_rows;
    ElidedLabel* m_where;
    QPushButton* m_open = nullptr;
    QString m_folder;
};

} // namespace rocport
