#pragma once

#include "core/base/finding.h"
#include "core/rules/rule.h"
#include "core/text/clexer.h"
#include "core/text/sourcebuffer.h"

#include <memory>
#include <optional>

namespace rocport {

class PackWork;

/// What plain translation needs besides names so that a file compiles as HIP: those edits of the
/// rules for C and C++ that are certain (lane masks, warp functions, warp width, inline PTX and so
/// on), applied in place and without guards. Thread-safe.
class SourcePorter
{
public:
    /// Reads the rule packs of the program. \a rocm: the release to write for; nothing means that
    /// the result works with both ROCm 6 and 7, so that warp functions use their forms without a
    /// mask.
    static SourcePorter load(std::optional<Version> rocm);
    /// The same with rules that were loaded already.
    static SourcePorter with(const RuleSet& rules, std::optional<Version> rocm);

    /// The file's bytes with those edits applied; nothing when there is nothing to do, when the
    /// file is not text, or when edits overlap. Translate the result. \a path decides which rules
    /// apply (its suffix) and whether other files may include it; `tokens` is lexC(source). \a left
    /// gets what is left for a person: findings more severe than information that have no edit, and
    /// edits that may change results.
    [[nodiscard]] std::optional<QByteArray> prepare(const RepoPath& path,
                                                    const SourceBuffer& source,
                                                    const std::vector<CToken>& tokens,
                                                    QVector<Finding>* left = nullptr) const;

    /// To be called on the translated text: names that HIP only declares on request
    /// (`__match_any_sync`) get that request before the first include, and CUDA's empty macros for
    /// calling conventions are removed. Never changes a file twice.
    [[nodiscard]] QByteArray finish(const QByteArray& text) const;

    /// Packs that were stopped in prepare() because their rules took too long: RulePackInvalid.
    [[nodiscard]] QVector<Error> packProblems() const;
    /// Whether this porter still has such packs. In which files they were used then depends on the
    /// order: start again with withoutStopped().
    [[nodiscard]] bool isAnyStopped() const;
    /// The same without the packs that were stopped, or without any packs of the repository and the
    /// user; packProblems() still names them.
    [[nodiscard]] SourcePorter withoutStopped(bool withoutAll) const;

private:
    [[nodiscard]] bool mayChange(std::string_view text, const std::vector<CToken>& tokens) const;

    std::shared_ptr<const RuleSet> m_all;
    std::shared_ptr<const RuleSet> m_rules; ///< those that change code
    QVector<Error> m_stopped;               ///< of packs that were left out before
    TargetSettings m_target;
    std::shared_ptr<PackWork> m_packWork;
    bool m_portable = true;
};

} // namespace rocport
