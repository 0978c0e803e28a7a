#pragma once

#include "core/base/finding.h"
#include "core/base/result.h"
#include "core/text/sourcebuffer.h"

#include <QHash>
#include <QSet>

#include <memory>
#include <optional>

namespace rocport {

/// How much a guard takes in. What a width cannot find (no function around the place) is the next
/// narrower one.
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
    LineSpan lines;  ///< the smallest lines that hold the selection and can be guarded; may be none
    QString problem; ///< one sentence: why the selection itself cannot; empty: it can
};

/// Where guards can stand in one file. Structure is read once; any bytes are taken, nothing
/// recurses. The source outlives it.
class GuardPlaces
{
public:
    GuardPlaces(const SourceBuffer& source, Language language, const TargetSettings& target);
    virtual ~GuardPlaces();
    GuardPlaces(const GuardPlaces&) = delete;
    GuardPlaces& operator=(const GuardPlaces&) = delete;

    /// C, C++, CUDA, HIP, Python and CMake.
    static bool canGuard(Language language);
    /// The lines that a guard of `width` around `seed` takes in; not valid where there is none
    /// wider than the seed.
    [[nodiscard]] LineSpan widen(const LineSpan& seed, GuardWidth width) const;
    /// Judges a selection of bytes by the user.
    [[nodiscard]] SelectionCheck check(ByteRange selection) const;
    /// The smallest lines around `seed` that can be guarded; not valid where there are none.
    [[nodiscard]] LineSpan settled(const LineSpan& seed) const;

    /// Part of one family of languages.
    struct Part;

private:
    std::unique_ptr<Part> m_part;
};

/// A guard that the user put around lines; `lines` as they are in the text now. Where no guard can
/// stand around them, it is a change without one: the lines themselves, to be edited in place.
struct GuardOfUser
{
    QByteArray key;
    LineSpan lines;
    QString reason;
};

/// What to make of the hunks of one file.
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
    /// Hunks whose wider guard was left out: it could not be proved, or too many were asked for.
    QVector<QByteArray> kept;
};

/// Widens the hunks of one file. Those whose lines lie in a wider guard fold into it: one hunk, its
/// ROCm arm with all of their edits, its other arm the original. Proves all of it anew; a guard
/// that is proved worse than the hunks in it is left out. `hunks`: all of target path
/// `path` == source path, with verdicts.
GuardedHunks guardHunks(const SourceBuffer& source, const RepoPath& path, Language language,
                        const TargetSettings& target, const QVector<Hunk>& hunks,
                        const GuardWishes& wishes);

/// Whether a change stands under a guard: what it brings asks the guard macro or, in Python,
/// `is_rocm`. A line that only imports or defines `is_rocm` does not.
bool hasGuard(const Hunk& hunk, Language language, const TargetSettings& target);

/// `text` as ROCm sees it: arms of guards on `macro` alone that ROCm takes, without guard lines.
/// Left as it is where that needs more than its lines (a raw string, a comment over lines).
QByteArray rocmLines(const QByteArray& text, const QByteArray& macro);

/// What a guard of the user's own is called among rule ids.
inline constexpr QLatin1StringView kUserGuardRule{"user-guard"};

} // namespace rocport
