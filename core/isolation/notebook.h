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

    int number = 1;      ///< 1-based, all cells of the file counted
    ByteRange value;     ///< its source in the file, with quotes or brackets
    bool isList = false; ///< a list of lines, as Jupyter writes it; else one string
    std::vector<Piece> pieces;
    QByteArray text;              ///< decoded, UTF-8
    std::vector<quint32> offsets; ///< by byte of `text`, and one more: where it stands in the file
    bool isRead = false;          ///< part of the module
    QString setAside;             ///< why it is not
    qsizetype begin = 0;          ///< where its text begins in the module
};

/// The code of a Jupyter notebook (nbformat 3 and 4) as one Python module: the cells in order, a
/// line end after each that has none, and an empty line. Lines of IPython (`%magic`, `!command`,
/// `name?`) are made harmless without changing any offset. Cells that are no Python by themselves
/// (`%%bash`, a syntax error) are left out.
class Notebook
{
public:
    /// Linear. Errors: ParseFailed for what is no JSON, no notebook, or not for Python.
    static Result<Notebook> read(const QByteArray& file);

    [[nodiscard]] const QByteArray& module() const { return m_module; }
    [[nodiscard]] const std::vector<NotebookCell>& cells() const { return m_cells; }
    /// The cell of the module that `offset` lies in; -1 when none.
    [[nodiscard]] int cellAt(qsizetype offset) const;
    /// Where a byte of the module stands in the file.
    [[nodiscard]] qsizetype fileOffset(qsizetype offset) const;
    /// Line of the file for a 1-based line of the module.
    [[nodiscard]] int fileLine(int moduleLine) const;
    /// Edits of the module as edits of the file, which stays valid and looks as Jupyter writes it.
    /// Nothing when they reach into more than one cell or a line of IPython.
    [[nodiscard]] std::optional<QVector<TextEdit>> toFile(const QVector<TextEdit>& edits) const;

    /// The bytes of the file that are no source of a cell of the module.
    [[nodiscard]] QByteArray outside() const;
    /// Code that is not in the module: IPython's lines and the cells left out, in order.
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
    std::vector<size_t> m_read; ///< indices of cells of the module
    QByteArrayList m_setAside;
    std::vector<ByteRange> m_masked; ///< lines of IPython in the module
};

/// `text` of one cell with lines of IPython made harmless, same length. `masked` gets their ranges.
/// Nothing when the whole cell is for another language (`%%bash`).
std::optional<QByteArray> maskMagics(const QByteArray& text, std::vector<ByteRange>& masked);

} // namespace rocport
