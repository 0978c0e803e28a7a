#pragma once

#include "core/base/words.h"
#include "core/facts/facts.h"

#include <QStringList>
#include <QVector>

namespace rocport {

/// A row of any table in resources/facts, in words.
struct FactRow
{
    QString table;         ///< "cuda_to_hip.tsv"
    QString name;          ///< what it is about: a CUDA name, a header, a key, the id of a fact
    QString fact;          ///< what holds
    QString of;            ///< whose versions `first` and `last` are: "ROCm", "torch", …
    Version first;         ///< first version for which it is known to hold; never empty
    Version last;          ///< last one, as far as known; empty: it still holds
    bool isBefore = false; ///< `last` itself is excluded
    QString source;        ///< where it was taken from; never empty
    QStringList rules;     ///< ids of rules that are based on it; mostly none

    /// Whether it holds for a release of ROCm; always true if its versions are not ROCm's.
    [[nodiscard]] bool holdsIn(const Version& rocm) const;
};

/// All rows of all tables, table by table.
QVector<FactRow> allFactRows();
/// "newer_names.tsv": the table from which bestNameFor() takes its answer.
QString tableOf(const ApiFact& fact, const NameOptions& options);
/// "headers.tsv": the table that says which HIP header to include, or that there is none.
QString tableOf(const HeaderFact& fact);
/// The rows of rocm_facts.tsv on which a rule is based.
QVector<FactRow> factsOfRule(const QString& ruleId);
/// Whether `word` occurs in name, fact, table or rules, in any case. True for an empty word.
bool mentions(const FactRow& row, const QString& word);
/// "ROCm 7.14", "from ROCm 7.14", "ROCm 7.13 to 7.14", "from torch 2.3, before 2.12".
QString versionsOf(const FactRow& row);

} // namespace rocport
