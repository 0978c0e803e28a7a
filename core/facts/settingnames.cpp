#include "core/facts/settingnames.h"

#include <QList>
#include <QString>

#include <algorithm>

namespace rocport {

namespace {

constexpr qsizetype kLongestMacro = 128;
constexpr qsizetype kLongestModule = 512;

/// Lists of words are written with a blank before and after each.
bool holds(QStringView list, QStringView word)
{
    return list.contains(QString(u' ' + word.toString() + u' '));
}

bool isIdentifier(QStringView name)
{
    const auto isLetter = [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || c == u'_';
    };
    return !name.isEmpty() && isLetter(name.front()) &&
           std::all_of(name.begin(), name.end(),
                       [&](QChar c) { return isLetter(c) || (c >= u'0' && c <= u'9'); });
}

constexpr QStringView kCppWords =
    u" alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t "
    u"char16_t char32_t class compl concept const consteval constexpr constinit "
    u"const_cast continue co_await co_return co_yield decltype default delete do double "
    u"dynamic_cast else enum explicit export extern false float for friend goto if inline "
    u"int long mutable namespace new noexcept not not_eq nullptr operator or or_eq "
    u"private protected public register reinterpret_cast requires restrict return short "
    u"signed sizeof static static_assert static_cast struct switch template this "
    u"thread_local throw true try typedef typeid typename union unsigned using virtual "
    u"void volatile wchar_t while xor xor_eq ";

/// Macros without a reserved name that compilers, standard headers or builds of every kind define.
constexpr QStringView kCommonMacros =
    u" NDEBUG DEBUG NULL EOF assert errno offsetof va_start va_arg va_end va_copy setjmp "
    u"stdin stdout stderr INFINITY NAN linux unix i386 WIN32 WIN64 UNICODE NOMINMAX "
    u"WIN32_LEAN_AND_MEAN TORCH_EXTENSION_NAME TORCH_API_INCLUDE_EXTENSION_H min max main ";

constexpr QStringView kPythonWords =
    u" False None True and as assert async await break class continue def del elif else "
    u"except finally for from global if import in is lambda nonlocal not or pass raise "
    u"return try while with yield __debug__ ";

constexpr QStringView kPythonLibrary =
    u" __future__ abc aifc annotationlib argparse array ast asynchat asyncio asyncore "
    u"atexit audioop base64 bdb binascii binhex bisect builtins bz2 cProfile calendar cgi "
    u"cgitb chunk cmath cmd code codecs codeop collections colorsys compileall "
    u"compression concurrent configparser contextlib contextvars copy copyreg crypt csv "
    u"ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest "
    u"dummy_threading email encodings ensurepip enum errno faulthandler fcntl filecmp "
    u"fileinput fnmatch formatter fractions ftplib functools gc genericpath getopt "
    u"getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib "
    u"imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache "
    u"locale logging lzma macpath mailbox mailcap marshal math mimetypes mmap "
    u"modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path "
    u"numbers opcode operator optparse os ossaudiodev parser pathlib pdb pickle "
    u"pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile "
    u"pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re "
    u"readline reprlib resource rlcompleter runpy sched secrets select selectors shelve "
    u"shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 "
    u"sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct "
    u"subprocess sunau symbol symtable sys sysconfig syslog tabnanny tarfile telnetlib "
    u"tempfile termios textwrap threading time timeit tkinter token tokenize tomllib "
    u"trace traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest "
    u"urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib "
    u"xml xmlrpc zipapp zipfile zipimport zlib zoneinfo ";

/// Libraries that CUDA programs import, and that a file of their name at the top would hide.
constexpr QStringView kOtherLibraries =
    u" torch torchvision torchaudio torchao torchdata torchtext functorch triton numpy "
    u"scipy pandas matplotlib sklearn PIL cv2 jax jaxlib flax tensorflow keras numba cupy "
    u"cupyx cuda pycuda pynvml nvidia nvtx cuml cudf cugraph rmm tensorrt torch_tensorrt "
    u"bitsandbytes flash_attn flash_attn_interface flash_attn_3 xformers apex "
    u"transformer_engine deepspeed megatron transformers diffusers accelerate datasets "
    u"tokenizers safetensors huggingface_hub peft trl timm einops lightning "
    u"pytorch_lightning torchmetrics vllm sglang flashinfer mmcv mmdet detectron2 onnx "
    u"onnxruntime faiss dgl torch_geometric torch_scatter torch_sparse pytorch3d warp "
    u"cutlass tilelang tqdm yaml requests pytest setuptools pip wheel pkg_resources "
    u"packaging pybind11 ninja hip aiter amdsmi ";

/// The parts between '_', as upper case.
QList<QString> partsOf(QStringView name)
{
    return name.toString().toUpper().split(u'_', Qt::SkipEmptyParts);
}

/// HCC was AMD's compiler before HIP's; HCCL is another maker's.
bool isAmd(const QString& part)
{
    constexpr QStringView kStarts =
        u" HIP ROCM AMD GFX RCCL MIOPEN CUDAHIP CUDA2HIP CUDATOHIP CUDAROCM ";
    const QList<QStringView> starts = kStarts.split(u' ', Qt::SkipEmptyParts);
    return part == u"HCC" || std::any_of(starts.begin(), starts.end(),
                                         [&](QStringView start) { return part.startsWith(start); });
}

bool saysAmd(const QList<QString>& parts)
{
    return std::any_of(parts.begin(), parts.end(), &isAmd);
}

bool saysNvidia(const QList<QString>& parts)
{
    constexpr QStringView kStarts =
        u" CUDA NVCC NVIDIA NVRTC NVPTX NVTX NVHPC CUDNN CUBLAS CUFFT CURAND CUSPARSE CUSOLVER "
        u"CUTLASS NCCL NVML ";
    return std::any_of(parts.begin(), parts.end(), [&](const QString& part) {
        const QList<QStringView> starts = kStarts.split(u' ', Qt::SkipEmptyParts);
        return std::any_of(starts.begin(), starts.end(),
                           [&](QStringView start) { return part.startsWith(start); });
    });
}

bool isWithout(const QString& part)
{
    return holds(u" NO NOT NON WITHOUT DISABLE DISABLED ", part);
}

/// "NO_CUDA", "DISABLE_NVTX".
bool saysWithout(const QList<QString>& parts)
{
    return std::any_of(parts.begin(), parts.end(), &isWithout);
}

/// "NO_HIP": the other way round. What NVIDIA's side is named in too may mean either.
bool saysWithoutAmd(const QList<QString>& parts)
{
    const auto both = [](const QString& without, const QString& amd) {
        return isWithout(without) && isAmd(amd);
    };
    return !saysNvidia(parts) &&
           std::adjacent_find(parts.begin(), parts.end(), both) != parts.end() &&
           !isAmd(parts.front());
}

/// What HIP's compiler defines for the device alone, so that host code of a port would be NVIDIA's.
bool isOfDevice(QStringView name)
{
    return name == u"__HIP_DEVICE_COMPILE__" || name.startsWith(u"__AMDGCN") ||
           name.startsWith(u"__AMDGPU") || name.startsWith(u"__gfx") || name.startsWith(u"__GFX");
}

/// [lex.name]: left to the compiler and its library.
bool isReserved(QStringView name)
{
    return name.contains(u"__") || (name.size() > 1 && name[0] == u'_' && name[1].isUpper());
}

} // namespace

NameFault guardMacroFault(QStringView name)
{
    if (name.size() > kLongestMacro || !isIdentifier(name)) {
        return NameFault::Malformed;
    }
    if (name == u"defined" || holds(kCppWords, name)) {
        return NameFault::Keyword;
    }
    const QList<QString> parts = partsOf(name);
    const bool amd = saysAmd(parts);
    // HIP's headers for NVIDIA GPUs define these; they run on nvcc.
    if (name == u"__HIP_PLATFORM_NVIDIA__" || name == u"__HIP_PLATFORM_NVCC__" ||
        (saysNvidia(parts) && !amd && !saysWithout(parts)) || saysWithoutAmd(parts)) {
        return NameFault::NvidiaSide;
    }
    const bool reserved = isReserved(name) && !amd;
    return holds(kCommonMacros, name) || reserved || isOfDevice(name) ? NameFault::Predefined
                                                                      : NameFault::None;
}

NameFault flagModuleFault(QStringView name)
{
    const QList<QStringView> parts = name.split(u'.');
    if (name.size() > kLongestModule || !std::all_of(parts.begin(), parts.end(), &isIdentifier)) {
        return NameFault::Malformed;
    }
    for (const QStringView part : parts) {
        if (holds(kPythonWords, part)) {
            return NameFault::Keyword;
        }
        if (part == u"__init__" || part == u"__main__") {
            return NameFault::SpecialFile;
        }
    }
    return parts.size() == 1 && isPythonLibrary(name) ? NameFault::Library : NameFault::None;
}

bool isPythonLibrary(QStringView top)
{
    return holds(kPythonLibrary, top) || holds(kOtherLibraries, top);
}

QString macroFaultClause(NameFault fault)
{
    switch (fault) {
    case NameFault::Malformed:
        return QStringLiteral("is not the name of a macro");
    case NameFault::Keyword:
        return QStringLiteral("is a word of C++ or of its preprocessor");
    case NameFault::NvidiaSide:
        return QStringLiteral("is defined in NVIDIA builds, so that it guards nothing there");
    case NameFault::Predefined:
        return QStringLiteral("is a name that compilers or their headers define by themselves");
    default:
        return {};
    }
}

QString moduleFaultClause(NameFault fault)
{
    switch (fault) {
    case NameFault::Malformed:
        return QStringLiteral("is not the name of a module");
    case NameFault::Keyword:
        return QStringLiteral("has a word of Python as a name");
    case NameFault::SpecialFile:
        return QStringLiteral("is a file that Python loads under another name");
    case NameFault::Library:
        return QStringLiteral("has the name of a library, which it would hide");
    default:
        return {};
    }
}

} // namespace rocport
