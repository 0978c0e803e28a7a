#pragma once

#include "core/base/words.h"

#include <QByteArray>
#include <QSet>

#include <set>
#include <string_view>

namespace rocport {

/// Whether a GPU among the targets has no image instructions, so that all of them read textures in
/// software, since a port has one kind of texture for all targets. (HIP 6.4 amd_device_functions.h:
/// gfx940 to gfx942; LLVM's AMDGPU guide: gfx950 is the same.)
bool lacksTextures(const TargetSettings& target);

/// Whether generated headers implement this CUDA name in software on such targets.
bool isSuppliedTexture(std::string_view cudaName, const TargetSettings& target);

/// Whether the name occurs only where there are arrays or textures; 3D copies are used for plain
/// memory too.
bool isTextureSign(std::string_view cudaName);

/// Whether it is a function of device code, which the tables of names do not know.
bool isTextureFunction(std::string_view cudaName);

/// The names among these that generated headers implement in software. Empty: the targets have
/// textures, or the names do not involve arrays.
std::set<QByteArray> texturesAmong(const QSet<QByteArray>& names, const TargetSettings& target);

/// The parts of resources/compat/texture for these names; they redefine HIP's names. They come
/// after the runtime headers. Empty for no names.
QByteArray suppliedTextures(const std::set<QByteArray>& names);

} // namespace rocport
