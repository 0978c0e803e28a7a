#pragma once

#include "core/isolation/guardchanges.h"
#include "core/isolation/pythonchanges.h"

#include <variant>

namespace rocport {

/// Proves one file with one change after another without reading all of it each time. The result is
/// that of proveFile() for the whole file with the change applied, except that `guards` is empty.
/// The text must outlive it.
class ChangeProver
{
public:
    /// `tree`: that of a Python text, if the caller has it.
    ChangeProver(const QByteArray& original, Language language, const TargetSettings& target,
                 const SyntaxTree* tree = nullptr);

    /// `edits`: sorted, not overlapping. Nothing: the whole file must be proved (proveFile()).
    /// `read` grows by the bytes that were read.
    [[nodiscard]] std::optional<IsolationProof> prove(const QVector<TextEdit>& edits,
                                                      qint64& read) const;

private:
    std::variant<std::monostate, GuardChanges, PythonChanges> m_changes;
};

} // namespace rocport
