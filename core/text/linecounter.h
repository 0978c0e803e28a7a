#pragma once

#include <cstddef>
#include <string_view>

namespace rocport {

/// Lines and columns of places in a text, asked for in ascending order; each byte is read once. The
/// text outlives it.
class LineCounter
{
public:
    explicit LineCounter(std::string_view text) : m_text(text), m_next(text.find('\n')) {}

    void moveTo(size_t place)
    {
        m_place = place;
        while (m_next < place) {
            m_start = m_next + 1;
            m_next = m_text.find('\n', m_start);
            ++m_line;
        }
    }
    /// From 1.
    [[nodiscard]] int line() const { return m_line; }
    /// Bytes from the beginning of the line, from 0.
    [[nodiscard]] int column() const { return static_cast<int>(m_place - m_start); }

private:
    std::string_view m_text;
    size_t m_next = 0;
    size_t m_start = 0;
    size_t m_place = 0;
    int m_line = 1;
};

} // namespace rocport
