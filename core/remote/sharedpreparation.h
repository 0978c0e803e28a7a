#pragma once

#include "core/remote/jobrunner.h"

#include <memory>
#include <vector>

namespace rocport {

/// Makes `count` preparations of one: the work is done once, when the first of them is started, and
/// all of them hear how it went. It is cancelled when all of them are, or are gone. For arrays
/// whose jobs use the same sources. Null where `work` is null.
std::vector<std::unique_ptr<JobPreparation>>
sharedPreparations(std::unique_ptr<JobPreparation> work, std::size_t count);

} // namespace rocport
