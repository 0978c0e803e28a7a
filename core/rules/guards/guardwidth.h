#pragma once

#include "core/base/finding.h"
#include "core/base/result.h"
#include "core/text/sourcebuffer.h"

#include <QHash>
#include <QSet>

#include <memory>
#include <optional>

namespace rocport {

/// How wide a guard is. If a width is not possible (no function around the place), the next
/// narrower one is used.
enum class GuardWidth : quint8 {
    Line,     ///< as proposed: the smallest group that is safe
    Block,    ///< the innermost braces, suite or CMake block
    Function, ///< the whole function
    File,     ///< all lines
};
QString guardWidthId(GuardWidth width); ///< "line", "block", "function", "file"
std::optional<GuardWidth> guardWidthFromId(QStringView id);

/// 1-based inclusive lines.
struct LineSpan
{
    int first = 0;
    int last = 0;
    [[nodiscard]] bool isValid() const { return first > 0 && last >= first; }
    [[nodiscard]] bool contains(const LineSpan& other) const
    {
        return first <= other.first && other.last <= last;
    }
    [[nodiscard]] bool overlaps(const LineSpan& other) const
    {
        return first <= other.last && other.first <= last;
    }
    friend bool operator==(const LineSpan&, const LineSpan&) = default;
};

/// What a selection would need to be guarded.
struct SelectionCheck
{
    LineSpan lines;  ///< the smallest range of lines that holds the selection and can be guarded;
                     ///  may be none
    QString problem; ///< one sentence: why the selection itself cannot; empty: it can
};

/// Where guards are possible in one file. The structure is read once; takes any bytes, no
/// recursion. The source outlives it.
class GuardPlaces
{
public:
    GuardPlaces(const SourceBuffer& source, Language language, const TargetSettings& target);
    virtual ~GuardPlaces();
    GuardPlaces(const GuardPlaces&) = delete;
    GuardPlaces& operator=(const GuardPlaces&) = delete;

    /// C, C++, CUDA, HIP, Python and CMake.
    static bool canGuard(Language language);
    /// The lines that a guard of `width` around `seed` covers; not valid if there is none wider
    /// than the seed.
    [[nodiscard]] LineSpan widen(const LineSpan& seed, GuardWidth width) const;
    /// Checks the user's selection of bytes.
    [[nodiscard]] SelectionCheck check(ByteRange selection) const;
    /// The smallest range of lines around `seed` that can be guarded; not valid if there is none.
    [[nodiscard]] LineSpan settled(const LineSpan& seed) const;

    /// Part of one family of languages.
    struct Part;

private:
    std::unique_ptr<Part> m_part;
};

/// A guard that the user put around lines; `lines` as they are in the text now. If no guard is
/// possible around them, it is a change without one: the lines themselves, to be edited in place.
struct GuardOfUser
{
    QByteArray key;
    LineSpan lines;
    QString reason;
};

/// The wishes for the hunks of one file.
struct GuardWishes
{
    QHash<QByteArray, GuardWidth> widths; ///< by hunk key; a missing one is Line
    QVector<GuardOfUser> userGuards;      ///< not overlapping
    QHash<QByteArray, QByteArray> edited; ///< lines of hunks that were edited in place
    QSet<QByteArray> committed;           ///< hunks whose shape must stay
    [[nodiscard]] bool isEmpty() const;
};

/// Hunks at their widths.
struct GuardedHunks
{
    QVector<Hunk> hunks;                            ///< sorted by position, with verdicts
    QHash<QByteArray, QVector<QByteArray>> members; ///< wide hunk -> hunks that folded into it
    /// Hunks whose wider guard was left out: it could not be proved, or too many were requested.
    QVector<QByteArray> kept;
};

/// Widens the hunks of one file. Those whose lines are in a wider guard fold into it: one hunk with
/// all of their edits in its ROCm arm and the original in the other. Proves all of it again; a
/// guard with a worse verdict than the hunks in it is left out. `hunks`: all of target path `path`
/// == source path, with verdicts.
GuardedHunks guardHunks(const SourceBuffer& source, const RepoPath& path, Language language,
                        const TargetSettings& target, const QVector<Hunk>& hunks,
                        const GuardWishes& wishes);

/// Whether a change is under a guard: what it adds tests the guard macro or, in Python, `is_rocm`.
/// A line that only imports or defines `is_rocm` does not.
bool hasGuard(const Hunk& hunk, Language language, const TargetSettings& target);

/// `text` as ROCm sees it: arms of guards on `macro` alone that ROCm takes, without guard lines.
/// Unchanged if that needs more than these lines (a raw string, a multi-line comment).
QByteArray rocmLines(const QByteArray& text, const QByteArray& macro);

/// The rule id of a guard of the user's own.
inline constexpr QLatin1StringView kUserGuardRule{"user-guard"};

} // namespace rocport
