#pragma once

#include "ui/review/reviewmodel.h"

#include <QSet>
#include <QSortFilterProxyModel>

#include <array>
#include <functional>
#include <optional>
#include <vector>

namespace rocport {

/// Severities, the most serious first, as in lists and menus.
inline constexpr std::array kSeverities = {Severity::Critical, Severity::Warning, Severity::Info};

/// Which changes are shown.
enum class ReviewStatus : quint8 { Open, NeedsLook, Decided, All };

/// What a change does to its file.
enum class ChangeKind : quint8 {
    Edit,      ///< replaces lines
    Insertion, ///< adds lines
    NewFile,   ///< a file that the port adds
    Copy,      ///< in the translated copy of a file
    Own,       ///< a guard or change of the user's own
    Names,     ///< changes nothing but names, as the tables have them
};
/// All kinds, as in lists and menus.
inline constexpr std::array kChangeKinds = {ChangeKind::Edit,      ChangeKind::Names,
                                            ChangeKind::Insertion, ChangeKind::NewFile,
                                            ChangeKind::Copy,      ChangeKind::Own};
ChangeKind changeKindOf(const Hunk& hunk);
/// "Edits", "Insertions", "New files", …
QString changeKindName(ChangeKind kind);
/// "edit", "insertion", … for settings and names of commands.
QString changeKindId(ChangeKind kind);
/// The verdict in a few words: "Proved", "Differs for NVIDIA", …
QString verdictChipText(Verdict verdict);

/// Filters in addition to state, phase and text. Choices of one kind are combined by "or", with no
/// choice meaning all; different kinds are combined by "and".
struct ChangeChips
{
    QSet<int> severities; ///< Severity
    QSet<int> verdicts;   ///< Verdict
    QSet<int> kinds;      ///< ChangeKind
    [[nodiscard]] bool isEmpty() const
    {
        return severities.isEmpty() && verdicts.isEmpty() && kinds.isEmpty();
    }
    [[nodiscard]] bool passes(const ReviewChange& change) const;
    friend bool operator==(const ChangeChips&, const ChangeChips&) = default;
};

/// Shows the rows of a ReviewModel that contain a change that passes text, status and phase. The
/// text's words must all occur in the path, the rule ids or the title, case-insensitive; "rule:ID"
/// is the leading rule of a change, whole. Each distinct path and label is examined once, so that
/// 100,000 changes are filtered in a few milliseconds.
class ReviewFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit ReviewFilter(ReviewModel& model, QObject* parent = nullptr);

    void setText(const QString& text);
    void setStatus(ReviewStatus status);
    void setPhase(std::optional<Phase> phase);
    void setChips(const ChangeChips& chips);
    /// Keeps the row of this change visible although it no longer passes; -1 for none.
    void setPinned(int change);
    /// The same from within the list: no row disappears before dropLeft(), so that what is under
    /// the mouse stays there while the button is held.
    void pinFromList(int change);
    void dropLeft();

    [[nodiscard]] QString text() const { return m_text; }
    [[nodiscard]] ReviewStatus status() const { return m_status; }
    [[nodiscard]] std::optional<Phase> phase() const { return m_phase; }

    [[nodiscard]] const ChangeChips& chips() const { return m_chips; }

    /// How many changes pass now.
    [[nodiscard]] int accepted() const { return m_accepted; }
    [[nodiscard]] bool passes(int change) const;
    /// The next change (index into ReviewModel::changes()) after \a change in tree order that
    /// passes and satisfies \a wanted, or -1; wraps around once if \a wrap is set. `step` is 1 or
    /// -1. \a change may be -1: from the start.
    [[nodiscard]] int next(int change, int step, bool wrap,
                           const std::function<bool(const ReviewChange&)>& wanted = {}) const;

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    void pin(int change, const QSet<int>& left);
    void refresh();
    void match();

    ReviewModel& m_model;
    QString m_text;
    ReviewStatus m_status = ReviewStatus::Open;
    std::optional<Phase> m_phase;
    ChangeChips m_chips;
    int m_pinned = -1;
    QSet<int> m_left; // were pinned, and their rows are still there
    int m_accepted = 0;
    std::vector<char> m_passes; // by change
    std::vector<int> m_prefix;  // by position: changes shown before it
};

} // namespace rocport
