#pragma once

#include "core/facts/facts.h"
#include "core/translate/translate.h"

#include <map>
#include <set>
#include <utility>

namespace rocport {

/// The text that generated headers hold for the CUDA names that they are made for.
class CompatNames
{
public:
    explicit CompatNames(const TargetSettings& target);

    /// Adds one name in use; names that the tables do not know, and those that are the same in HIP,
    /// need nothing. `declared`: the types of its library are declared where the text will be.
    void add(std::string_view name, bool declared = true);
    /// Adds one name in use by a PyTorch extension; PyTorch maps the others itself.
    void addOfExtension(std::string_view name);
    /// Sets the names for which the text holds textures in software; to be called before add().
    void setTextures(std::set<QByteArray> names) { m_textures = std::move(names); }
    /// Adds a name in use that has no counterpart, for the comment at the end.
    void addMissing(const QByteArray& name);
    /// Preprocessor lines and small wrappers, sorted by name; empty when nothing is needed.
    [[nodiscard]] QByteArray text() const;
    /// Lines that define the guards of CUDA's headers in use where HIP's header was read: they
    /// stand behind all includes, and may be read again.
    [[nodiscard]] QByteArray guards() const;

private:
    void define(const QByteArray& name, const ApiFact& fact, std::string_view hip);

    void addDefine(std::string_view name, const ApiFact& fact);

    using Lines = std::map<QByteArray, QByteArray>;

    const TargetSettings& m_target;
    NameOptions m_names;
    std::set<QByteArray> m_missing;
    std::set<QByteArray> m_device;   ///< device functions that the text holds itself
    std::set<QByteArray> m_textures; ///< arrays and textures in software
    Lines m_defines;
    Lines m_guards;
    Lines m_calls;
    Lines m_wrappers; ///< for C++
    Lines m_plain;    ///< for C, in place of those
    Lines m_warp;
    std::set<std::string_view> m_bases; ///< texts that calls depend on
};

/// Whether the name is the include guard of a header, by which sources ask whether it was read.
bool isHeaderGuard(const ApiFact& fact);
/// The line that includes an installed header of that ROCm release; device headers are for HIP's
/// compiler only.
QByteArray compatInclude(const QByteArray& header, const Version& rocm);
/// The request that tiles of cooperative groups need before ROCm 7.0 to have votes and partitions;
/// it comes before the first HIP header. Empty if no groups are in use.
QByteArray askForGroups(const CompatNeeds& needs, const Version& rocm);
/// A text wrapped in C++ linkage: CUDA's headers may be included inside extern "C", but HIP's hold
/// templates.
QByteArray inCppLinkage(const QByteArray& text);
/// The parts of rocThrust that are named after the device system, under their CUDA names.
QByteArray thrustAliases();
/// Lines that include these headers of rocThrust.
QByteArray thrustIncludes(const QSet<QByteArray>& headers);
/// The namespace cub as an alias of hipcub, also before a hipCUB header was read.
QByteArray cubAlias();

} // namespace rocport
