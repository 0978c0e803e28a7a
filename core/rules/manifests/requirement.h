#pragma once

#include <QByteArray>
#include <QByteArrayList>

#include <optional>

namespace rocport {

/// One requirement of Python packaging (PEP 508), as parsed.
struct Requirement
{
    QByteArray name;       ///< normalised by PEP 503: lower case, single '-'
    QByteArrayList extras; ///< as written
    QByteArray specifier;  ///< ">=2.1,<3", without blanks; empty: any version
    QByteArray url;        ///< of "name @ url"; empty: none
    QByteArray marker;     ///< what follows ';'
};

/// PEP 503: lower case, runs of -_. are one '-'.
QByteArray normalisedName(QByteArrayView name);
/// Blanks and quotes around `text` are allowed, pip options ("--hash=…") and comments are left out.
/// Nothing when it is not a requirement.
std::optional<Requirement> parseRequirement(QByteArrayView text);
/// Whether a marker may be true on Linux with an x86-64 processor, where ROCm runs. What is not
/// known (Python version, extras) may be true; so may what cannot be parsed.
bool mayApply(QByteArrayView marker);

} // namespace rocport
