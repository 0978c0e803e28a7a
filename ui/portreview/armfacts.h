#pragma once

#include "core/project/review/review.h"
#include "ui/theme/widgets.h"

class QVBoxLayout;

namespace rocport {

/// What was found out about the ROCm arm of a hunk, a line with a mark for each thing: what the
/// compile check says, then 64 and 32 lanes; or that nothing was tried.
class ArmFacts : public QWidget
{
    Q_OBJECT

public:
    explicit ArmFacts(ThemeProvider& provider, QWidget* parent = nullptr);

    void setHunk(const ReviewHunk& hunk);
    /// The lines as they are shown, without markup.
    [[nodiscard]] QStringList lines() const { return m_lines; }

private:
    void addLine(Mark mark, const QString& text, ColourToken colour);

    ThemeProvider& m_provider;
    QVBoxLayout* m_layout;
    QVector<QWidget*> m_rows;
    QStringList m_lines;
};

} // namespace rocport
