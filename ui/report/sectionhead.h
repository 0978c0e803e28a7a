#pragma once

#include "ui/theme/widgets.h"

#include <QAbstractButton>

class QVBoxLayout;

namespace rocport {

/// The row above a section of the report: opens and closes it.
class SectionHead : public QAbstractButton
{
    Q_OBJECT

public:
    /// `number` is that of the phase; empty: not a phase, and no mark.
    SectionHead(ThemeProvider& provider, const QString& number, const QString& title,
                QWidget* parent = nullptr);
    void setMark(Mark mark);
    void setStateText(const QString& text);
    [[nodiscard]] QString stateText() const { return m_state->text(); }
    void setOpen(bool open);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ThemeProvider& m_provider;
    GlyphLabel* m_chevron;
    GlyphLabel* m_mark;
    ElidedLabel* m_state;
};

/// A row that opens to a body below it, and closes it again. Closed at first.
class FoldingSection : public QWidget
{
    Q_OBJECT

public:
    /// See SectionHead.
    FoldingSection(ThemeProvider& provider, const QString& number, const QString& title,
                   QWidget* parent = nullptr);
    void setOpen(bool open);
    [[nodiscard]] bool isOpen() const { return !m_body->isHidden(); }
    [[nodiscard]] QString stateText() const { return m_head->stateText(); }

Q_SIGNALS:
    void opened();
    void closed();

protected:
    [[nodiscard]] SectionHead& head() const { return *m_head; }
    /// The body, with an empty column for content, rows().
    [[nodiscard]] QWidget& body() const { return *m_body; }
    [[nodiscard]] QVBoxLayout& rows() const { return *m_column; }

private:
    SectionHead* m_head;
    QWidget* m_body;
    QVBoxLayout* m_column;
};

/// A section of the report that is not edited: a row that opens to a short form of its content, and
/// a button that leads to all of it.
class ReportSection : public FoldingSection
{
    Q_OBJECT

public:
    ReportSection(ThemeProvider& provider, const QString& title, const QString& button,
                  QWidget* parent = nullptr);
    /// Sets names and values; `state` is shown in the row.
    void setFacts(const QVector<QPair<QString, QString>>& facts, const QString& state);

Q_SIGNALS:
    void showRequested();

private:
    ThemeProvider& m_provider;
    QWidget* m_rows = nullptr;
    QString m_title;
    QVector<QPair<QString, QString>> m_facts;
};

} // namespace rocport
