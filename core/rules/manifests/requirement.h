#pragma once

#include <QByteArray>
#include <QByteArrayList>

#include <optional>

namespace rocport {

/// One requirement of Python packaging (PEP 508), without judgement.
struct Requirement
{
    QByteArray name;       ///< as PEP 503 writes it: lower case, single '-'
    QByteArrayList extras; ///< as written
    QByteArray specifier;  ///< ">=2.1,<3", without blanks; empty: any version
    QByteArray url;        ///< of "name @ url"; empty: none
    QByteArray marker;     ///< what follows ';'
};

/// PEP 503: lower case, runs of -_. are one '-'.
QByteArray normalisedName(QByteArrayView name);
/// Blanks and quotes around `text` are allowed, options of pip ("--hash=…") and comments are left
/// out. Nothing when it is no requirement.
std::optional<Requirement> parseRequirement(QByteArrayView text);
/// Whether a marker may hold on Linux with an x86-64 processor, where ROCm runs. What is not known
/// (Python version, extras) may hold; so may what cannot be read.
bool mayApply(QByteArrayView marker);

} // namespace rocport
