#pragma once

#include "core/base/words.h"

#include <QByteArray>
#include <QVector>

#include <optional>

namespace rocport {

/// What a configuration key of torch's compiler does when it is set (column `effect` of
/// resources/facts/inductor_keys.tsv).
enum class KeyEffect : quint8 {
    Acts,     ///< it does what `meaning` says
    Default,  ///< it has that value anyway
    Dead,     ///< nothing reads it
    Autotune, ///< only while autotuning is on
    Graphs,   ///< only while graphs are on
    Harness,  ///< a benchmark harness in generated code
    Limit,    ///< bounds recompilation
};

/// One key of torch._inductor.config or torch._dynamo.config.
struct InductorKey
{
    QByteArray key;               ///< "inductor.triton.cudagraphs", "dynamo.recompile_limit"
    std::optional<Version> from;  ///< first torch that has it; not set: 2.2 or earlier
    std::optional<Version> until; ///< first torch without it; not set: none is known
    QByteArray defaultValue;      ///< as Python writes it
    QByteArray variable;          ///< environment variable that sets the default; empty: none
    std::optional<Version> variableFrom; ///< first torch that reads it
    KeyEffect effect = KeyEffect::Acts;
    QByteArray safe;    ///< value of the safe profile; empty: left alone
    QByteArray tuned;   ///< value of the tuned inference profile; empty: left alone
    QByteArray meaning; ///< a clause

    [[nodiscard]] bool existsIn(const Version& torch) const
    {
        return (!from || torch >= *from) && (!until || torch < *until);
    }
    [[nodiscard]] bool hasVariableIn(const Version& torch) const
    {
        return !variable.isEmpty() && existsIn(torch) && (!variableFrom || torch >= *variableFrom);
    }
};

/// All rows, in the order of the table.
const QVector<InductorKey>& inductorKeys();
/// The row of a key, or null.
const InductorKey* inductorKey(QByteArrayView key);
/// The row with that variable, or null.
const InductorKey* inductorKeyOfVariable(QByteArrayView variable);

/// The first torch in which assignments to the configuration apply to one thread only.
inline Version configIsPerThreadSince()
{
    return {2, 12};
}

} // namespace rocport
