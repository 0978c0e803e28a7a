#include "core/isolation/changeprover.h"

namespace rocport {

ChangeProver::ChangeProver(const QByteArray& original, Language language,
                           const TargetSettings& target, const SyntaxTree* tree)
{
    switch (language) {
    case Language::Cuda:
    case Language::Cpp:
    case Language::Hip:
        m_changes.emplace<GuardChanges>(original, GuardMacros{target.guardMacro.toUtf8()});
        break;
    case Language::Python:
        m_changes.emplace<PythonChanges>(original, tree);
        break;
    default:
        break; // files that are short
    }
}

std::optional<IsolationProof> ChangeProver::prove(const QVector<TextEdit>& edits,
                                                  qint64& read) const
{
    if (const auto* guards = std::get_if<GuardChanges>(&m_changes)) {
        return guards->prove(edits, read);
    }
    if (const auto* python = std::get_if<PythonChanges>(&m_changes)) {
        return python->prove(edits, read);
    }
    return std::nullopt;
}

} // namespace rocport
