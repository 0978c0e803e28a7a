#pragma once

#include "core/base/result.h"

#include <QString>

namespace rocport {

/// One sentence for `error`: what happened, where (its object) and what to do about it. Plain text,
/// one line, English source text for translation, ends with a full stop; control characters and
/// line breaks in paths and in other programs' messages are shown escaped, and very long ones are
/// shortened. Used by the window and by the command line alike.
QString messageFor(const Error& error);

/// Two to five words that name the kind of failure, for headings: "Not a git repository". No full
/// stop.
QString titleFor(const Error& error);

/// Everything known about `error`, for "Show details" and bug reports: code, object and detail in
/// full, one per line. Not translated.
QString detailsFor(const Error& error);

/// The code's stable English name: "NotARepository".
QString errorCodeName(ErrorCode code);

} // namespace rocport
