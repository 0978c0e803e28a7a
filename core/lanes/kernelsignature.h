#pragma once

#include "core/lanes/kernelcall.h"
#include "core/translate/brackets.h"

namespace rocport {

/// A parameter of a kernel as the source declares it.
struct KernelParameter
{
    QString type; ///< "const scalar_t*", without the name and __restrict__
    QString name; ///< empty: it has none
    int pointers = 0;
    bool isConst = false;    ///< what it points to is not written
    bool isAccessor = false; ///< a packed accessor of PyTorch, which is given a buffer
    int dimensions = 0;      ///< of an accessor; 0: not known
    QString element;         ///< what it points to, or holds: "scalar_t"

    [[nodiscard]] bool takesBuffer() const { return pointers > 0 || isAccessor; }
    /// "x", or "argument 2" for the 0-based number.
    [[nodiscard]] QString shownName(qsizetype number) const;
};

/// A parameter of a kernel's template.
struct KernelTemplateParameter
{
    QString name;
    bool hasDefault = false;
    bool isPack = false;
};

/// A kernel that a source defines.
struct KernelSignature
{
    QStringList scopes; ///< namespaces that have a name, the outermost first
    QString name;
    bool isTemplate = false;
    QVector<KernelTemplateParameter> templateParameters;
    QVector<KernelParameter> parameters;
    quint32 begin = 0; ///< of its name, in bytes
    int line = 1;      ///< 1-based, of its name

    [[nodiscard]] QString fullName() const; ///< "ns::scale"
    /// "ns::scale<T, N>(float* x, int n)".
    [[nodiscard]] QString shown() const;
};

/// The kernels that a source defines, in its order. Any bytes.
QVector<KernelSignature> kernelSignatures(const TokenWalk& walk);

/// The one of `signatures` that `call` names and whose parameters fit its arguments. Errors:
/// InvalidArgument, a sentence without its full stop that shows the signature.
Result<KernelSignature> fittingKernel(const KernelCall& call,
                                      const QVector<KernelSignature>& signatures);

} // namespace rocport
