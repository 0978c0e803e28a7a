#pragma once

#include "core/base/result.h"

#include <QByteArray>

#include <string_view>
#include <vector>

namespace rocport {

/// The value of a condition when the ROCm macro is undefined. Unknown: it depends on something else
/// too.
enum class GuardTruth : quint8 { Unknown, True, False };

/// The output of a projection and the open conditionals. Text and conditional lines go in, in
/// order; what an NVIDIA build sees comes out. No recursion: nesting is a vector.
class ConditionStack
{
    struct Frame
    {
        int line = 1;
        bool outerEmits = true; ///< the text around it is kept
        bool active = true;     ///< the current arm is kept
        bool taken = false;     ///< an arm that is always true was seen: later arms are dropped
        bool ifWritten = false; ///< an opening line was kept, so the closing line stays
        bool resolved = false;  ///< one of its conditions was decided here
        bool sawElse = false;

        /// Whether both treat what follows in the same way.
        friend bool operator==(const Frame& a, const Frame& b)
        {
            return a.outerEmits == b.outerEmits && a.active == b.active && a.taken == b.taken &&
                   a.ifWritten == b.ifWritten && a.resolved == b.resolved && a.sawElse == b.sawElse;
        }
    };

public:
    /// The conditionals around a line. Equal places treat what follows in the same way.
    class Place
    {
    public:
        friend bool operator==(const Place&, const Place&) = default;

    private:
        friend class ConditionStack;
        std::vector<Frame> m_frames;
    };

    ConditionStack() = default;
    /// Continues at a line inside conditionals.
    explicit ConditionStack(const Place& place) : m_frames(place.m_frames) {}

    [[nodiscard]] size_t depth() const { return m_frames.size(); }
    [[nodiscard]] Place place() const
    {
        Place result;
        result.m_frames = m_frames;
        return result;
    }
    /// The projection of lines in the middle of a file.
    [[nodiscard]] QByteArray takeText() { return std::move(m_output); }

    /// One conditional line: its bytes, and the position of the word that an "else if" loses.
    struct Line
    {
        std::string_view bytes;       ///< the whole logical line with its line end
        std::string_view elseAsWhole; ///< what an always-true "else if" becomes, without line end
        size_t elseBegin = 0;         ///< offset in bytes of the "el" or "else" to cut
        size_t elseSize = 0;
        int number = 1; ///< 1-based line, for errors
    };

    /// Adds text that is not a conditional.
    void text(std::string_view bytes);
    void open(const Line& line, GuardTruth truth);
    Result<void> alternative(const Line& line, GuardTruth truth); ///< #elif, elseif()
    Result<void> otherwise(const Line& line);                     ///< #else, else()
    Result<void> close(const Line& line);                         ///< #endif, endif()

    /// The projection. Errors: ParseFailed for a resolved conditional that is still open.
    Result<QByteArray> finish(std::string_view whole);

private:
    [[nodiscard]] bool emits() const
    {
        return m_frames.empty() || (m_frames.back().outerEmits && m_frames.back().active);
    }
    void write(std::string_view bytes);
    Result<void> afterElse(const Frame& frame, const Line& line) const;

    std::vector<Frame> m_frames;
    QByteArray m_output;
    bool m_lastLineDropped = false;
};

} // namespace rocport
