// The ranges and marks of NVTX in C++, with a message alone; other attributes are left out.
#ifdef __cplusplus
#include <string>

namespace nvtx3 {
inline namespace v1 {

struct domain
{
    struct global
    {
    };
};
struct rgb
{
    template <typename... Parts>
    constexpr explicit rgb(Parts... /*parts*/) noexcept
    {
    }
};
struct argb
{
    template <typename... Parts>
    constexpr explicit argb(Parts... /*parts*/) noexcept
    {
    }
};
struct color
{
    template <typename Part>
    constexpr explicit color(Part /*part*/) noexcept
    {
    }
};
struct category
{
    constexpr explicit category(uint32_t /*id*/) noexcept {}
};
struct payload
{
    template <typename Number>
    constexpr explicit payload(Number /*number*/) noexcept
    {
    }
};

inline const char* rocportText(const char* message) noexcept
{
    return message;
}
inline const char* rocportText(const std::string& message) noexcept
{
    return message.c_str();
}
template <typename Other>
const char* rocportText(const Other& /*attribute*/) noexcept
{
    return nullptr;
}
// The message among the attributes.
inline const char* rocportFirst() noexcept
{
    return "";
}
template <typename First, typename... Rest>
const char* rocportFirst(const First& first, const Rest&... rest) noexcept
{
    const char* const text = rocportText(first);
    return text != nullptr ? text : rocportFirst(rest...);
}

template <typename Domain = domain::global>
class scoped_range_in
{
public:
    template <typename... Attributes>
    explicit scoped_range_in(const Attributes&... attributes) noexcept
    {
        nvtxRangePushA(rocportFirst(attributes...));
    }
    ~scoped_range_in() { nvtxRangePop(); }
    scoped_range_in(const scoped_range_in&) = delete;
    scoped_range_in& operator=(const scoped_range_in&) = delete;
};
using scoped_range = scoped_range_in<>;
using thread_range = scoped_range;

template <typename Domain = domain::global, typename... Attributes>
void mark_in(const Attributes&... attributes) noexcept
{
    nvtxMarkA(rocportFirst(attributes...));
}
template <typename... Attributes>
void mark(const Attributes&... attributes) noexcept
{
    nvtxMarkA(rocportFirst(attributes...));
}

} // namespace v1
} // namespace nvtx3

#define NVTX3_V1_FUNC_RANGE() ::nvtx3::scoped_range const rocportFunctionRange{__func__}
#define NVTX3_FUNC_RANGE() ::nvtx3::scoped_range const rocportFunctionRange{__func__}
#define NVTX3_FUNC_RANGE_IN(domain) ::nvtx3::scoped_range_in<domain> const rocportFunctionRange{__func__}
#endif
