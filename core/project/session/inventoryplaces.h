#pragma once

#include "core/base/cancel.h"
#include "core/project/port/port.h"
#include "core/scan/inventory.h"

namespace rocport {

/// A row of the inventory whose places are to be listed.
struct InventoryCount
{
    enum class Kind : quint8 {
        Language,       ///< files of `language`
        Library,        ///< uses of the names of `id`
        PythonFindings, ///< findings in Python with symbol or, without one, rule `id`
        Risk,           ///< what `risk` counts
    };
    Kind kind = Kind::Library;
    QString title; ///< as the row says
    QString id;
    Language language = Language::Other;
    Risk risk;
    std::optional<ApiSupport> support; ///< for Library: uses in this column only; nothing: all

    /// Whether two lists have the same places before `support` narrows them.
    [[nodiscard]] bool isSameRow(const InventoryCount& other) const
    {
        return kind == other.kind && id == other.id && language == other.language &&
               risk.id == other.risk.id && risk.text == other.risk.text;
    }
};

/// A line with what is counted on it.
struct CountedPlace
{
    /// A hit in the line.
    struct Hit
    {
        int start = 0;                              ///< byte of the line as UTF-8
        int length = 0;                             ///< bytes; 0: the line as a whole
        ApiSupport support = ApiSupport::Supported; ///< for a library
    };
    RepoPath path;
    int line = 1;    ///< 1-based, of the scanned text; for a language: the first
    QByteArray text; ///< the line as UTF-8 without its end; for a language: what is said about the
                     ///  file
    QVector<Hit> hits; ///< by position; empty for files of a language
    int uses = 1;      ///< how many the number counts here
};

/// The places of a row.
struct InventoryPlaces
{
    QVector<CountedPlace> places; ///< by path and line
    QString note;                 ///< what the list leaves out, one clause; empty: nothing
    int unreadable = 0;           ///< files
};

/// Finds what a row of the inventory counts, in the files as they were scanned; all columns of a
/// library. As many places as the row says if every file can be read. Errors: Cancelled.
Result<InventoryPlaces> inventoryPlaces(const InventoryCount& count, const ScanResult& scan,
                                        const TargetSettings& target, const ReadSource& read,
                                        const CancelToken& cancel);

} // namespace rocport
