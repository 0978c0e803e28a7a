#pragma once

#include "core/isolation/guardchanges.h"
#include "core/isolation/pythonchanges.h"

#include <variant>

namespace rocport {

/// Proves one file with one change and then another without reading all of it for each. What it
/// says is what proveFile() says of the whole file with the change made (but that `guards` is
/// empty). The text must outlive it.
class ChangeProver
{
public:
    /// `tree`: of a Python text, where the caller has it.
    ChangeProver(const QByteArray& original, Language language, const TargetSettings& target,
                 const SyntaxTree* tree = nullptr);

    /// `edits`: sorted, not overlapping. Nothing: the whole file must be asked (proveFile()).
    /// `read` grows by the bytes that were read for it.
    [[nodiscard]] std::optional<IsolationProof> prove(const QVector<TextEdit>& edits,
                                                      qint64& read) const;

private:
    std::variant<std::monostate, GuardChanges, PythonChanges> m_changes;
};

} // namespace rocport
