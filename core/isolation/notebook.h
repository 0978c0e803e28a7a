#pragma once

#include "core/base/finding.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QByteArrayList>

#include <optional>
#include <vector>

namespace rocport {

/// A code cell of a Jupyter notebook.
struct NotebookCell
{
    /// One JSON string of the source.
    struct Piece
    {
        qsizetype open = 0;  ///< offset of its opening quote in the file
        qsizetype close = 0; ///< of its closing quote
        qsizetype begin = 0; ///< where its text begins in the cell's text
    };

    int number = 1;      ///< 1-based, counting all cells of the file
    ByteRange value;     ///< its source in the file, with quotes or brackets
    bool isList = false; ///< a list of lines, as Jupyter writes it; else one string
    std::vector<Piece> pieces;
    QByteArray text;              ///< decoded, UTF-8
    std::vector<quint32> offsets; ///< for each byte of `text`, and its end: the offset in the file
    bool isRead = false;          ///< part of the module
    QString setAside;             ///< why it is not part of it
    qsizetype begin = 0;          ///< where its text begins in the module
};

/// The code of a Jupyter notebook (nbformat 3 and 4) as one Python module: the cells in order, each
/// followed by a line end if it has none and by an empty line. IPython lines (`%magic`, `!command`,
/// `name?`) are masked without changing any offset. Cells that are not Python by themselves
/// (`%%bash`, a syntax error) are left out.
class Notebook
{
public:
    /// Takes linear time. Errors: ParseFailed for what is not JSON, not a notebook, or not for
    /// Python.
    static Result<Notebook> read(const QByteArray& file);

    [[nodiscard]] const QByteArray& module() const { return m_module; }
    [[nodiscard]] const std::vector<NotebookCell>& cells() const { return m_cells; }
    /// The cell of the module that holds `offset`; -1: none.
    [[nodiscard]] int cellAt(qsizetype offset) const;
    /// The offset in the file of a byte of the module.
    [[nodiscard]] qsizetype fileOffset(qsizetype offset) const;
    /// Line of the file for a 1-based line of the module.
    [[nodiscard]] int fileLine(int moduleLine) const;
    /// Edits to the module as edits to the file, which stays valid and formatted as Jupyter writes
    /// it. Nothing when an edit reaches into more than one cell or into an IPython line.
    [[nodiscard]] std::optional<QVector<TextEdit>> toFile(const QVector<TextEdit>& edits) const;

    /// The bytes of the file that are not the source of a cell in the module.
    [[nodiscard]] QByteArray outside() const;
    /// Code that is not in the module: IPython lines and the cells left out, in order.
    [[nodiscard]] const QByteArrayList& setAside() const { return m_setAside; }

private:
    class Reader;

    void makeModule();
    [[nodiscard]] std::optional<TextEdit> toFile(const NotebookCell& cell,
                                                 const TextEdit& edit) const;
    [[nodiscard]] TextEdit linesBefore(const NotebookCell::Piece& piece, const NotebookCell& cell,
                                       const QByteArray& separator, const QByteArray& text) const;
    [[nodiscard]] QByteArray separatorOf(const NotebookCell& cell) const;

    QByteArray m_file;
    QByteArray m_module;
    std::vector<NotebookCell> m_cells;
    std::vector<size_t> m_read; ///< indices of the cells in the module
    QByteArrayList m_setAside;
    std::vector<ByteRange> m_masked; ///< IPython lines in the module
};

/// The `text` of one cell with its IPython lines masked, of the same length; `masked` gets their
/// ranges. Nothing when the whole cell is in another language (`%%bash`).
std::optional<QByteArray> maskMagics(const QByteArray& text, std::vector<ByteRange>& masked);

} // namespace rocport
