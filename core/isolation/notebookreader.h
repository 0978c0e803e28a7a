#pragma once

#include "core/isolation/notebook.h"

#include <functional>

namespace rocport {

/// Reads the JSON of a notebook and records where the sources of its code cells are. Linear in
/// time, bounded in depth.
class NotebookReader
{
public:
    /// `text` must outlive it.
    explicit NotebookReader(const QByteArray& text);

    /// The code cells, in order. Errors: ParseFailed.
    Result<std::vector<NotebookCell>> run();

private:
    [[nodiscard]] char byte(qsizetype ahead = 0) const
    {
        return m_at + ahead < m_text.size() ? m_text.at(m_at + ahead) : '\0';
    }
    void blanks();
    bool take(char c);
    bool skipString();
    bool skipValue(int depth);
    std::optional<char32_t> unit();
    bool escape(QByteArray& out);
    bool string(QByteArray& out, std::vector<quint32>* offsets);
    /// Reads the members of an object or a list, from its opening bracket to after its closing one.
    bool members(char close, int depth, const std::function<bool(const QByteArray& key)>& member);
    bool source(NotebookCell& cell, bool& decodable);
    bool cell(int number);
    bool cellList();
    bool metadata();

    const QByteArray& m_text;
    qsizetype m_at = 0;
    int m_count = 0;
    bool m_isPython = true;
    std::vector<NotebookCell> m_cells;
};

} // namespace rocport
