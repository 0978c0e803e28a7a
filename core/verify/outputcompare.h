#pragma once

#include "core/tensor/compare.h"
#include "core/tensor/tolerances.h"

namespace rocport {

/// An output file of a program, and where its reference is.
struct OutputPair
{
    QString name;      ///< as the request names it, relative to the tree
    QString kept;      ///< the candidate's file name among the results
    QString candidate; ///< its path here
    QString reference; ///< a file, or a folder that holds one with that path, name or kept name
    QString type;      ///< element type of plain bytes ("float32"); empty: bytes must be equal
};

/// Compares two output files: tensor files tensor by tensor; texts of numbers number by number,
/// where the words between them are equal; other files byte by byte, or as elements of the pair's
/// type. Errors: FileNotFound (no reference), FileTooLarge (a text over 64 MiB), InvalidArgument
/// (element type), those of reading, Cancelled.
Result<QVector<TensorComparison>>
compareOutput(const OutputPair& pair, const Tolerances& tolerances, const CompareOptions& options);

} // namespace rocport
