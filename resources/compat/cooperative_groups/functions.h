// Function objects of reductions and scans.
#if defined(__HIPCC__) && !defined(__HIPCC_RTC__) && !defined(ROCPORT_GROUP_FUNCTIONS)
#define ROCPORT_GROUP_FUNCTIONS
namespace cooperative_groups {

template <typename T>
struct plus
{
    __host__ __device__ T operator()(const T& a, const T& b) const { return a + b; }
};
template <typename T>
struct less
{
    __host__ __device__ T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};
template <typename T>
struct greater
{
    __host__ __device__ T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
template <typename T>
struct bit_and
{
    __host__ __device__ T operator()(const T& a, const T& b) const { return a & b; }
};
template <typename T>
struct bit_or
{
    __host__ __device__ T operator()(const T& a, const T& b) const { return a | b; }
};
template <typename T>
struct bit_xor
{
    __host__ __device__ T operator()(const T& a, const T& b) const { return a ^ b; }
};

} // namespace cooperative_groups
#endif

