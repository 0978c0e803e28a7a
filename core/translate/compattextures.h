#pragma once

#include "core/base/words.h"

#include <QByteArray>
#include <QSet>

#include <set>
#include <string_view>

namespace rocport {

/// Whether a GPU among the targets has no image instructions, so that all of them read textures in
/// software. (HIP 6.4 amd_device_functions.h: gfx940 to gfx942; LLVM's AMDGPU guide: gfx950 has the
/// same. A port has one kind of texture for all of its targets.)
bool lacksTextures(const TargetSettings& target);

/// Whether generated headers bring what this CUDA name stands for in software, on such targets.
bool isSuppliedTexture(std::string_view cudaName, const TargetSettings& target);

/// Whether it stands only where there are arrays or textures; copies of boxes are of memory as
/// well.
bool isTextureSign(std::string_view cudaName);

/// Whether it is a function of device code, which the tables of names do not know.
bool isTextureFunction(std::string_view cudaName);

/// The names among these whose software generated headers bring. Empty: the targets have
/// textures, or the names have nothing of arrays.
std::set<QByteArray> texturesAmong(const QSet<QByteArray>& names, const TargetSettings& target);

/// The parts of resources/compat/texture for these names; they give HIP's names a new meaning.
/// After the headers of the runtime. Empty for no names.
QByteArray suppliedTextures(const std::set<QByteArray>& names);

} // namespace rocport
