#pragma once

#include "core/rules/guards/guardwidth.h"

namespace rocport {

/// The most steps for growing lines before giving up.
inline constexpr int kMaxSteps = 200;

inline bool isCLike(Language language)
{
    return language == Language::Cuda || language == Language::Cpp || language == Language::Hip;
}

struct GuardPlaces::Part
{
    virtual ~Part() = default;
    /// Lines of the innermost block or function around `seed`; not valid: none.
    [[nodiscard]] virtual LineSpan block(const LineSpan& seed) const = 0;
    [[nodiscard]] virtual LineSpan function(const LineSpan& seed) const = 0;
    /// Whether all lines can be under one guard.
    [[nodiscard]] virtual bool takesFile() const { return true; }
    /// One step towards lines that can be guarded; the same lines when they can. `why` gets one
    /// sentence about the step. Not valid: there are none.
    [[nodiscard]] virtual LineSpan grow(const LineSpan& lines, QString* why) const = 0;
    /// Why a selection cannot begin or end at `offset`; empty: it can.
    [[nodiscard]] virtual QString splitAt(qsizetype offset) const = 0;
    [[nodiscard]] virtual int lineCount() const = 0;
    /// The lines that hold bytes; a selection that ends at a line's start leaves that line out.
    [[nodiscard]] virtual LineSpan linesOf(ByteRange range) const = 0;
};

std::unique_ptr<GuardPlaces::Part> cppGuardPart(const SourceBuffer& source,
                                                const QByteArray& macro);
std::unique_ptr<GuardPlaces::Part> pythonGuardPart(const SourceBuffer& source);
std::unique_ptr<GuardPlaces::Part> cmakeGuardPart(const SourceBuffer& source);

/// Edits that put a guard around whole `lines`: `ported` for ROCm, the original else.
QVector<TextEdit> cppGuardEdits(const SourceBuffer& source, const LineSpan& lines,
                                const QByteArray& ported, const QByteArray& macro);
QVector<TextEdit> cmakeGuardEdits(const SourceBuffer& source, const LineSpan& lines,
                                  const QByteArray& ported, const QByteArray& macro);
/// How a Python file is indented, read once for all of its guards.
struct PythonLayout
{
    QByteArray unit;
    std::vector<qsizetype> movable; ///< where lines begin that can be indented differently without
                                    ///  changing their meaning
};
PythonLayout pythonLayoutOf(const SourceBuffer& source);
QVector<TextEdit> pythonGuardEdits(const SourceBuffer& source, const PythonLayout& layout,
                                   const LineSpan& lines, const QByteArray& ported);

/// What a guard in a Python file also needs: the hunk that defines is_rocm, if the file does not.
/// Not set: nothing is needed.
struct PythonFlag
{
    std::optional<Hunk> hunk;
    QString problem; ///< why the flag is not available, a sentence
};
PythonFlag pythonFlagFor(const SourceBuffer& source, const RepoPath& path, const LineSpan& lines);

} // namespace rocport
