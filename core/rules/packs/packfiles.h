#pragma once

#include "core/rules/packs/packtrust.h"
#include "core/rules/rule.h"

#include <optional>

namespace rocport {

/// Where packs other than the program's own come from. A value type.
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
    /// The project's packs if they are not used; nothing: there are none, or they are used.
    std::optional<WaitingPacks> waiting;
    QByteArray projectHash; ///< packContentHash() of the project's packs; empty: it has none
};

/// All rules, with the packs that are not used.
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
/// The nearest folder from `folder` upwards that contains `.git`; `folder` itself if there is none.
QString projectRootOf(const QString& folder);

/// Reads the packs `*.toml` of the project and then of the user, each by name. At most 64 of each,
/// with at most 1 MiB per pack; a project's packs must be files inside the repository, and are
/// returned only if the user trusts exactly their content.
PackTexts readPacks(const PackPlaces& places);
/// The project's packs as they are, trusted or not; for hashes, and for a person to view.
QVector<PackText> readProjectPacks(const QString& projectRoot, QVector<Error>* problems = nullptr);
/// The folder of the project's packs under which answers are stored.
QString packTrustFolder(const QString& projectRoot);

/// All rules: the program's, the project's, the user's; a later rule of the same id replaces an
/// earlier one. The window and every command load these.
PackLoad loadRules(const PackPlaces& places);

/// A pack with one rule and comments that passes checkPack(); for "New pack".
QByteArray packTemplate();

} // namespace rocport
