#pragma once

#include "core/base/place.h"
#include "ui/theme/widgets.h"

#include <QDialog>
#include <QPlainTextEdit>

namespace rocport {

/// Read-only text with line numbers and one marked line.
class SourceText : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit SourceText(ThemeProvider& provider, QWidget* parent = nullptr);
    /// 1-based; out of range: the nearest line.
    void showLine(int line);
    [[nodiscard]] int shownLine() const { return m_line; }
    void paintNumbers(QPaintEvent* event);
    [[nodiscard]] int numbersWidth() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void restyle();
    void markLine();
    ThemeProvider& m_provider;
    QWidget* m_numbers;
    int m_line = 1;
};

/// Shows a file of the repository at a line. Read-only; Esc closes it.
class SourceViewer : public QDialog
{
    Q_OBJECT

public:
    explicit SourceViewer(ThemeProvider& provider, QWidget* parent = nullptr);

    /// Shows that the file is being read.
    void setLoading(const RepoPath& path, int line);
    void setText(const RepoPath& path, const QByteArray& bytes);
    void setError(const RepoPath& path, const Error& error);
    /// Sets whether the file has changes to review.
    void setReviewable(bool reviewable);
    /// Sets whether long lines wrap.
    void setWrapped(bool wrapped);
    [[nodiscard]] RepoPath path() const { return m_path; }
    [[nodiscard]] SourceText* text() const { return m_text; }
    [[nodiscard]] QString title() const { return m_title->text(); }

Q_SIGNALS:
    void reviewRequested(const rocport::Place& place);
    void retryRequested(const rocport::RepoPath& path, int line);
    /// The user changed the wrapping.
    void wrapToggled(bool wrapped);

private:
    RepoPath m_path;
    int m_line = 1;
    ElidedLabel* m_title;
    QPushButton* m_review;
    QPushButton* m_wrap;
    SourceText* m_text;
    ErrorPanel* m_error;
};

} // namespace rocport
