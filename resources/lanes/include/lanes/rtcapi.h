// The runtime compiler, written once for both vendors: the includer defines LANES_RTC(name), which
// is nvrtcName or hiprtcName, LANES_RTC_BIG(name) for what is spelt in capitals, and
// LANES_RTC_VENDOR, the folder of the vendor's headers.

#include "lanes/modules.h"
#include "lanes/runtimecompiler.h"

#define LANES_RTC_RESULTS(each)                                                                    \
    each(SUCCESS, 0) each(ERROR_OUT_OF_MEMORY, 1) each(ERROR_PROGRAM_CREATION_FAILURE, 2)          \
    each(ERROR_INVALID_INPUT, 3) each(ERROR_INVALID_PROGRAM, 4) each(ERROR_INVALID_OPTION, 5)      \
    each(ERROR_COMPILATION, 6) each(ERROR_BUILTIN_OPERATION_FAILURE, 7)                            \
    each(ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION, 8)                                           \
    each(ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION, 9)                                             \
    each(ERROR_NAME_EXPRESSION_NOT_VALID, 10) each(ERROR_INTERNAL_ERROR, 11)

enum LANES_RTC(Result) {
#define LANES_RTC_VALUE(name, number) LANES_RTC_BIG(name) = number,
    LANES_RTC_RESULTS(LANES_RTC_VALUE)
#undef LANES_RTC_VALUE
};

struct LANES_RTC_PROGRAM : rocport_lanes::RuntimeProgram
{
};
typedef LANES_RTC_PROGRAM* LANES_RTC(Program);

namespace rocport_lanes {

inline LANES_RTC(Result) rtc(RtcCode code)
{
    return static_cast<LANES_RTC(Result)>(code);
}
/// Size and bytes of a text that the program is given with its 0.
inline LANES_RTC(Result) rtcSize(const std::string& text, std::size_t* size)
{
    *size = text.size();
    return rtc(RtcCode::Success);
}
inline LANES_RTC(Result) rtcBytes(const std::string& text, char* bytes)
{
    std::copy(text.begin(), text.end(), bytes);
    return rtc(RtcCode::Success);
}

} // namespace rocport_lanes

inline const char* LANES_RTC(GetErrorString)(LANES_RTC(Result) result)
{
    switch (result) {
#define LANES_RTC_CASE(name, number)                                                               \
    case LANES_RTC_BIG(name):                                                                      \
        return LANES_TEXT(LANES_RTC_BIG(name));
        LANES_RTC_RESULTS(LANES_RTC_CASE)
#undef LANES_RTC_CASE
    default:
        return "unknown error";
    }
}

inline LANES_RTC(Result)
    LANES_RTC(CreateProgram)(LANES_RTC(Program) * program, const char* source, const char* name,
                             int count, const char* const* headers, const char* const* includeNames)
{
    if (program == nullptr || source == nullptr || count < 0 ||
        (count > 0 && (headers == nullptr || includeNames == nullptr))) {
        return rocport_lanes::rtc(rocport_lanes::RtcCode::InvalidInput);
    }
    auto made = std::make_unique<LANES_RTC_PROGRAM>();
    made->source = source;
    made->name = name == nullptr || *name == 0 ? "default_program" : name;
    for (int i = 0; i < count; ++i) {
        made->headers.emplace_back(includeNames[i], headers[i]);
    }
    *program = made.release();
    return rocport_lanes::rtc(rocport_lanes::RtcCode::Success);
}

inline LANES_RTC(Result) LANES_RTC(DestroyProgram)(LANES_RTC(Program) * program)
{
    if (program == nullptr || *program == nullptr) {
        return rocport_lanes::rtc(rocport_lanes::RtcCode::InvalidProgram);
    }
    delete *program;
    *program = nullptr;
    return rocport_lanes::rtc(rocport_lanes::RtcCode::Success);
}

inline LANES_RTC(Result)
    LANES_RTC(CompileProgram)(LANES_RTC(Program) program, int count, const char* const* options)
{
    if (program == nullptr) {
        return rocport_lanes::rtc(rocport_lanes::RtcCode::InvalidProgram);
    }
    if (count < 0 || (count > 0 && options == nullptr)) {
        return rocport_lanes::rtc(rocport_lanes::RtcCode::InvalidInput);
    }
    const std::vector<std::string> all(options, options + count);
    return rocport_lanes::rtc(rocport_lanes::compileProgram(*program, all, LANES_RTC_VENDOR));
}

inline LANES_RTC(Result)
    LANES_RTC(AddNameExpression)(LANES_RTC(Program) program, const char* expression)
{
    if (program == nullptr) {
        return rocport_lanes::rtc(rocport_lanes::RtcCode::InvalidProgram);
    }
    if (program->isCompiled) {
        return rocport_lanes::rtc(rocport_lanes::RtcCode::NamesAfterCompilation);
    }
    if (expression == nullptr) {
        return rocport_lanes::rtc(rocport_lanes::RtcCode::InvalidInput);
    }
    program->expressions.emplace_back(expression);
    return rocport_lanes::rtc(rocport_lanes::RtcCode::Success);
}

inline LANES_RTC(Result) LANES_RTC(GetLoweredName)(LANES_RTC(Program) program,
                                                   const char* expression, const char** name)
{
    if (program == nullptr) {
        return rocport_lanes::rtc(rocport_lanes::RtcCode::InvalidProgram);
    }
    if (expression == nullptr || name == nullptr) {
        return rocport_lanes::rtc(rocport_lanes::RtcCode::InvalidInput);
    }
    rocport_lanes::RtcCode code = rocport_lanes::RtcCode::Success;
    *name = rocport_lanes::loweredName(*program, expression, code);
    return rocport_lanes::rtc(code);
}

/// The log as C has it, with the 0 at its end.
inline LANES_RTC(Result) LANES_RTC(GetProgramLogSize)(LANES_RTC(Program) program, size_t* size)
{
    if (program == nullptr || size == nullptr) {
        return rocport_lanes::rtc(rocport_lanes::RtcCode::InvalidInput);
    }
    *size = program->log.size() + 1;
    return rocport_lanes::rtc(rocport_lanes::RtcCode::Success);
}
inline LANES_RTC(Result) LANES_RTC(GetProgramLog)(LANES_RTC(Program) program, char* log)
{
    if (program == nullptr || log == nullptr) {
        return rocport_lanes::rtc(rocport_lanes::RtcCode::InvalidInput);
    }
    return rocport_lanes::rtcBytes(program->log + '\0', log);
}

#define LANES_RTC_CODE(name, kind, isThere)                                                                 \
    inline LANES_RTC(Result) LANES_RTC(Get##name##Size)(LANES_RTC(Program) program, size_t * size) \
    {                                                                                              \
        if (program == nullptr || size == nullptr || program->file.empty() || !(isThere)) {        \
            return rocport_lanes::rtc(program == nullptr || !(isThere)                             \
                                          ? rocport_lanes::RtcCode::InvalidProgram                 \
                                          : rocport_lanes::RtcCode::InvalidInput);                 \
        }                                                                                          \
        return rocport_lanes::rtcSize(rocport_lanes::moduleText(program->file, kind), size);       \
    }                                                                                              \
    inline LANES_RTC(Result) LANES_RTC(Get##name)(LANES_RTC(Program) program, char* bytes)         \
    {                                                                                              \
        if (program == nullptr || bytes == nullptr || program->file.empty() || !(isThere)) {       \
            return rocport_lanes::rtc(program == nullptr || !(isThere)                             \
                                          ? rocport_lanes::RtcCode::InvalidProgram                 \
                                          : rocport_lanes::RtcCode::InvalidInput);                 \
        }                                                                                          \
        return rocport_lanes::rtcBytes(rocport_lanes::moduleText(program->file, kind), bytes);     \
    }
