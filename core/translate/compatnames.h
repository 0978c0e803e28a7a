#pragma once

#include "core/facts/facts.h"
#include "core/translate/translate.h"

#include <map>
#include <set>
#include <utility>

namespace rocport {

/// What generated headers say of the CUDA names that they are made for.
class CompatNames
{
public:
    explicit CompatNames(const TargetSettings& target);

    /// One name in use; names that the tables do not know, and those that HIP has as they are, need
    /// nothing. `declared`: the types of its library are known where the text will stand.
    void add(std::string_view name, bool declared = true);
    /// One name in use by an extension of PyTorch, which maps the others itself.
    void addOfExtension(std::string_view name);
    /// Those of the names whose software for textures the text holds; before add().
    void setTextures(std::set<QByteArray> names) { m_textures = std::move(names); }
    /// What is in use and has no counterpart: for the comment at the end.
    void addMissing(const QByteArray& name);
    /// Lines of the preprocessor and small wrappers, sorted by name; empty when nothing is needed.
    [[nodiscard]] QByteArray text() const;

private:
    void addDefine(std::string_view name, const ApiFact& fact);

    using Lines = std::map<QByteArray, QByteArray>;

    const TargetSettings& m_target;
    NameOptions m_names;
    std::set<QByteArray> m_missing;
    std::set<QByteArray> m_device;   ///< device functions that the text holds itself
    std::set<QByteArray> m_textures; ///< arrays and textures in software
    Lines m_defines;
    Lines m_calls;
    Lines m_wrappers; ///< for C++
    Lines m_plain;    ///< for C, in place of those
    Lines m_warp;
    std::set<std::string_view> m_bases; ///< texts that calls rest on
};

/// The line that includes an installed header of that ROCm; device headers for HIP's compiler only.
QByteArray compatInclude(const QByteArray& header, const Version& rocm);
/// Before ROCm 7.0 tiles of cooperative groups have their votes and partitions on request only,
/// which comes before the first header of HIP; empty where no groups are in use.
QByteArray askForGroups(const CompatNeeds& needs, const Version& rocm);
/// A text as declarations of C++ for a C++ file: CUDA's headers may be included in extern "C",
/// but HIP's hold templates.
QByteArray inCppLinkage(const QByteArray& text);
/// The parts of rocThrust that are named after the device system, under their CUDA names.
QByteArray thrustAliases();
/// Lines that include these headers of rocThrust.
QByteArray thrustIncludes(const QSet<QByteArray>& headers);
/// The namespace cub as another name of hipcub, also before a header of hipCUB was read.
QByteArray cubAlias();

} // namespace rocport
