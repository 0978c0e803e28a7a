#pragma once

#include <string_view>

namespace rocport {

/// Whether a Python statement, judging by its text, always fails: `raise`, `assert False`, or a
/// call that ends the program or the test.
bool failsAlways(std::string_view statement);
/// Whether nothing after it in its suite is reached: it fails, or is `return`, `continue`,
/// `break`, or skips the test.
bool leavesSuite(std::string_view statement);

} // namespace rocport
