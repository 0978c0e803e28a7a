#pragma once

#include "core/base/result.h"
#include "core/base/words.h"

#include <QHash>
#include <QString>
#include <QStringList>
#include <QVariantMap>
#include <QVector>

#include <functional>
#include <memory>
#include <optional>

namespace rocport {

/// Half-open range of versions, either end open.
struct VersionRange
{
    std::optional<Version> from;  ///< inclusive
    std::optional<Version> below; ///< exclusive
    [[nodiscard]] bool contains(const Version& version) const
    {
        return (!from || version >= *from) && (!below || version < *below);
    }
};

/// How a rule finds places. The parameters of each kind are described in docs/rules.md.
enum class MatcherKind : quint8 {
    ApiTable,     ///< names, headers and launches from core/facts
    TokenPattern, ///< C/C++ token sequences
    TreeSitter,   ///< a tree-sitter query over Python
    ManifestKey,  ///< dependency manifests
    Builtin,      ///< a named C++ analysis with parameters ("lane-mask", "inline-ptx", ...)
    Probe,        ///< what a probe of a node found; the condition is C++ (core/probe/proberules.h)
};

/// How it is fixed: none, or one of the named transforms of core/rules.
struct FixSpec
{
    QString transform; ///< empty: none
    QVariantMap parameters;
};

/// Who wrote a pack. Rules of a later origin replace those with the same id of an earlier one.
enum class PackOrigin : quint8 {
    BuiltIn, ///< in the program's resources
    Project, ///< `.rocport/rules` in the repository: untrusted
    User,    ///< the user's configuration folder, or named on the command line
};
QString packOriginId(PackOrigin origin); ///< "built-in", "project", "user"

/// A pack before it is parsed.
struct PackText
{
    QString file; ///< for messages
    PackOrigin origin = PackOrigin::User;
    QByteArray text;
    friend bool operator==(const PackText&, const PackText&) = default;
};

/// Code that a rule must, or must not, point at; a test of the pack.
struct RuleSample
{
    Language language = Language::Other;
    QByteArray file; ///< name under which the code is read ("setup.py"); empty: by language
    QByteArray code;
    bool match = true;
    std::optional<QByteArray> result; ///< the code after the rule's edits
    QString symbol;                   ///< of a finding; empty: any
    int line = 0;                     ///< of a finding in the code, 1-based; 0: any
    int packLine = 0;                 ///< where the sample is in the pack, 1-based
};

/// One rule of a pack: all data. Texts are Markdown with inline code only.
struct Rule
{
    QString id;
    Phase phase = Phase::Environment;
    Severity severity = Severity::Info;
    QVector<Language> languages; ///< empty: a rule about nodes
    VersionRange torch, rocm;
    QStringList architectures; ///< globs; empty: all
    MatcherKind matcher = MatcherKind::Builtin;
    QVariantMap matcherParameters;
    QString title;   ///< "Lane masks are 64 bits wide"; may hold captures, as message
    QString name;    ///< its name in lists if `title` has captures; may be empty
    QString message; ///< may hold {symbol} and other captures in braces
    QString reason;
    QString change; ///< what the fix does on ROCm; empty when there is no fix
    QString referenceTitle, referenceUrl;
    FixSpec fix;
    QString wayOut; ///< if there is no fix
    Effort effort = Effort::None;
    QVector<RuleSample> samples;
    QString packFile; ///< where it was read
    QString packName; ///< the pack's own name
    PackOrigin origin = PackOrigin::BuiltIn;
    QString replaces;  ///< file of the pack whose rule with this id it replaces
    int packLine = 0;  ///< 1-based
    int queryLine = 0; ///< line of the pack in which a tree-sitter query's text begins; 0: none
};

class PatternIndex;
class PythonRuleIndex;

/// Rules of all packs that loaded. Immutable once made; shared by workers.
class RuleSet
{
public:
    struct LoadResult;

    /// The packs in the program's resources (resources/rules/*.toml) and then `extraPacks`, in
    /// order; a later rule with the same id replaces an earlier one. A bad pack or rule is reported
    /// and the others still load.
    static LoadResult load(const QStringList& extraPacks = {});
    /// The same with packs that were read already.
    static LoadResult load(const QVector<PackText>& extraPacks);
    /// A set of exactly these rules, without a fingerprint; `problems` gets queries that do not
    /// compile.
    static RuleSet of(const QVector<Rule>& rules, QVector<Error>& problems);

    [[nodiscard]] const QVector<Rule>& rules() const { return m_rules; }
    /// The rules for which `wanted` is true, in the same order; the fingerprint stays.
    [[nodiscard]] RuleSet only(const std::function<bool(const Rule&)>& wanted) const;
    /// The set without the rules for which `unwanted` is true; a rule that such a one had replaced
    /// is restored. The fingerprint stays.
    [[nodiscard]] RuleSet without(const std::function<bool(const Rule&)>& unwanted) const;
    [[nodiscard]] const Rule* find(const QString& id) const;
    /// Rules that apply to `language` under `target`.
    [[nodiscard]] QVector<const Rule*> applicable(Language language,
                                                  const TargetSettings& target) const;
    /// Changes whenever a rule's text does; part of the scan cache's key.
    [[nodiscard]] QByteArray fingerprint() const { return m_fingerprint; }
    /// The token patterns of all rules, compiled; null for an empty set.
    [[nodiscard]] const std::shared_ptr<const PatternIndex>& patterns() const { return m_patterns; }

    /// What the rules over Python need once; null for an empty set.
    [[nodiscard]] const std::shared_ptr<const PythonRuleIndex>& python() const { return m_python; }

private:
    void index(QVector<Error>& problems);

    QVector<Rule> m_rules;
    QVector<Rule> m_replaced; ///< by a later rule of the same id, in order
    QHash<QString, qsizetype> m_byId;
    QByteArray m_fingerprint;
    std::shared_ptr<const PatternIndex> m_patterns;
    std::shared_ptr<const PythonRuleIndex> m_python;
};

struct RuleSet::LoadResult
{
    RuleSet rules;
    QVector<Error> problems; ///< RulePackInvalid, object = file:line
};

} // namespace rocport
