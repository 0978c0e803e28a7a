#pragma once

#include "core/rules/packs/packtrust.h"
#include "core/rules/rule.h"

#include <optional>

namespace rocport {

/// Where packs besides the program's own come from. A value.
struct PackPlaces
{
    QString projectRoot; ///< root of the repository; empty: no project
    QString userFolder;  ///< folder of the user's packs; empty: none
    PackTrust trust;     ///< which packs of the project may be used
    friend bool operator==(const PackPlaces&, const PackPlaces&) = default;
};

/// What was read from them.
struct PackTexts
{
    QVector<PackText> packs; ///< that are used
    QVector<Error> problems; ///< RulePackInvalid: files that cannot be read
    /// The project's packs where they are not used; nothing: there are none, or they are used.
    std::optional<WaitingPacks> waiting;
    QByteArray projectHash; ///< packContentHash() of the project's packs; empty: it has none
};

/// All rules, with what is not used.
struct PackLoad : RuleSet::LoadResult
{
    std::optional<WaitingPacks> waiting;
    QString projectFolder;  ///< of the project's packs, canonical; empty: none
    QByteArray projectHash; ///< see PackTexts
};

/// `.rocport/rules` below `root`; empty for an empty root.
QString projectRuleFolder(const QString& root);
/// `rocport/rules` in the user's configuration folder (~/.config).
QString userRuleFolder();
/// The nearest folder from `folder` upwards that holds `.git`; `folder` itself where there is none.
QString projectRootOf(const QString& folder);

/// Reads the packs `*.toml` of the project and then of the user, each by name. At most 64 of each
/// and 1 MiB a pack; a project's packs must be files inside of the repository, and are given back
/// only where the user trusts exactly their content.
PackTexts readPacks(const PackPlaces& places);
/// The project's packs as they lie there, trusted or not; for hashes, and for a person to look at.
QVector<PackText> readProjectPacks(const QString& projectRoot, QVector<Error>* problems = nullptr);
/// The folder of the project's packs by which answers are kept.
QString packTrustFolder(const QString& projectRoot);

/// All rules: the program's, the project's, the user's; a later rule of the same id replaces an
/// earlier one. What the window and every command load.
PackLoad loadRules(const PackPlaces& places);

/// A pack with one rule and comments that passes checkPack(); for "New pack".
QByteArray packTemplate();

} // namespace rocport
