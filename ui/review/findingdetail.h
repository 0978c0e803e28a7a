#pragma once

#include "core/project/session/projectstate.h"
#include "ui/theme/widgets.h"

#include <QHash>
#include <QPlainTextEdit>

#include <optional>

class QScrollArea;
class QVBoxLayout;

namespace rocport {

class SyntaxRepository;

/// Some lines of a file with their numbers, one run of them marked. Read-only.
class SourceExcerpt : public QWidget
{
    Q_OBJECT

public:
    SourceExcerpt(ThemeProvider& provider, SyntaxRepository& syntax, QWidget* parent = nullptr);
    /// Shows the lines around `first` to `last` (1-based, inclusive): three on each side and at
    /// most seven of the run.
    void setSource(const RepoPath& path, Language language, const QByteArray& bytes, int first,
                   int last);
    /// Shows a sentence in place of the lines.
    void setMessage(const QString& text);
    [[nodiscard]] QStringList lines() const { return m_lines; }
    [[nodiscard]] int firstLine() const { return m_first; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ThemeProvider& m_provider;
    SyntaxRepository& m_syntax;
    QStringList m_lines;
    QVector<QByteArray> m_styles; ///< by line: a style for each byte of its UTF-8; may be empty
    int m_first = 1;
    int m_markFirst = 0;
    int m_markLast = 0;
    QString m_message;
};

/// What is known about one finding, and the note with which it is ticked off.
class FindingDetail : public QWidget
{
    Q_OBJECT

public:
    FindingDetail(ThemeProvider& provider, SyntaxRepository& syntax, QWidget* parent = nullptr);

    /// What to show; `finding` null: nothing is selected.
    struct Shown
    {
        const Finding* finding = nullptr;
        std::shared_ptr<const ProjectState> from; ///< holds what finding points at
        int number = 0, count = 0;                ///< "Finding 3 of 46"
        int selected = 1;                         ///< how many are ticked off together
        FindingState state = FindingState::Open;
        QString note, author;
        QDateTime time;
        QString reason, referenceTitle, referenceUrl; ///< of the rule
        bool writable = true;
        bool canWrite = false; ///< a change of the user's own can be made there
    };
    void setShown(const Shown& shown);
    void setSource(const Result<QByteArray>& bytes, Language language);
    /// Shows the next (1) or previous (-1) of the finding's places, wrapping around.
    void stepPlace(int step);
    /// The finding at the place shown; nothing: none is shown.
    [[nodiscard]] std::optional<Finding> placed() const;
    [[nodiscard]] QString note() const { return m_note->toPlainText(); }
    /// Findings with an unsaved note.
    [[nodiscard]] QList<QByteArray> drafts() const;
    /// Drops the unsaved notes of findings that are not shown.
    void dropDrafts();
    [[nodiscard]] QPlainTextEdit* noteField() const { return m_note; }
    [[nodiscard]] SourceExcerpt& excerpt() const { return *m_excerpt; }
    /// Shows why nothing happened; empty: hides the message.
    void setProblem(const QString& text);

Q_SIGNALS:
    void doneRequested();
    void notNeededRequested();
    void reopenRequested();
    void keepAndNextRequested(); ///< Ctrl+Enter in the note
    void placeRequested();
    void writeRequested();
    void leaveRequested(); ///< Esc in the note

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void keepDraft();
    void buildHeader();
    void fitHeader();
    QWidget* buildBody();
    QWidget* buildPlaces(QWidget* parent);
    QWidget* buildFoot();
    void fill();
    void fillPlace();
    void showSource();

    ThemeProvider& m_provider;
    Shown m_shown;
    QByteArray m_noteOf;                 ///< finding whose note is in the field
    QString m_keptNote;                  ///< its note as saved
    QHash<QByteArray, QString> m_drafts; ///< unsaved notes, by finding
    PanelHeader* m_header;
    TextLabel* m_position;
    Chip* m_rule;
    SeverityChip* m_severity;
    Chip* m_phase;
    QVBoxLayout* m_texts; ///< below the header
    bool m_tight = false; ///< the rule is shown there, since the header has no room for it
    MarkupLabel* m_title;
    MarkupLabel* m_place;
    QWidget* m_places; ///< which of several it is, and the ways to the others
    TextLabel* m_placeNumber;
    int m_placeIndex = 0; ///< of the finding's keptPlaces()
    Result<QByteArray> m_source = QByteArray();
    Language m_language = Language::Other;
    bool m_hasSource = false;
    SourceExcerpt* m_excerpt;
    TextLabel* m_reasonTitle;
    MarkupLabel* m_reason;
    TextLabel* m_wayTitle;
    MarkupLabel* m_way;
    TextLabel* m_referenceTitle;
    MarkupLabel* m_reference;
    QPushButton* m_write;
    QPushButton* m_show;
    QPlainTextEdit* m_note;
    TextLabel* m_noteTitle;
    TextLabel* m_noteHint;
    TextLabel* m_problem;
    QPushButton* m_done;
    QPushButton* m_notNeeded;
    QPushButton* m_reopen;
    QWidget* m_body;
    QWidget* m_foot;
    EmptyState* m_none;
};

} // namespace rocport
