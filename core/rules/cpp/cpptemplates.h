#pragma once

#include "core/rules/cpp/cppgate.h"

#include <set>
#include <string_view>

namespace rocport {

/// The names of the parameters in the "template <…>" before a function; none: it is no template.
std::set<std::string_view> templateParameters(const CppFile& file, const CppFunction& function);

/// Explicit specialisations that are `__device__` alone although their template, of the same file,
/// is for both sides. clang takes target attributes for a part of the signature and refuses them
/// ("no function template matches"); on ROCm they get those of the template. Where the template
/// says it by a macro, the macro is written: clang asks for the same attributes whatever it means.
/// Needs CppFile::analyseStructure().
/// (Fact: compiled for gfx942 with clang 19; SemaTemplate compares the targets of both.)
void proposeSpecialisations(const CppFile& file, const Rule& rule, ProposalWriter& writer,
                            QVector<Replacement>& edits);

/// Calls in members of a class template of what only a base declares that depends on its
/// parameters, without `this->`. nvcc's front end finds the member, clang does not. The class, that
/// base and the declaration are all in the file, and nothing else of the file has the name; on ROCm
/// the call gets `this->`. Needs CppFile::analyseStructure().
/// (Fact: [temp.dep], and clang 19: "explicit qualification required to use member".)
void proposeBaseMembers(const CppFile& file, const Rule& rule, ProposalWriter& writer,
                        QVector<Replacement>& edits);

/// Calls of member templates of an object whose type may depend on the parameters of the function
/// template around, without `template`: `tile.move<2>(x)`. nvcc's front end looks the name up when
/// the template is used, clang takes the '<' for a comparison; on ROCm the keyword is written,
/// which says nothing else. Needs CppFile::analyseStructure().
/// (Fact: [temp.names], and clang 19: "reference to overloaded function could not be resolved".)
void proposeMemberTemplates(const CppFile& file, const Rule& rule, ProposalWriter& writer,
                            QVector<Replacement>& edits);

} // namespace rocport
