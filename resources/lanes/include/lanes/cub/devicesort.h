#pragma once

// Sorts, segments and histograms of device memory, and the allocator that keeps what it gave.

#include "lanes/cub/device.h"

namespace LANES_CUB {

/// Two buffers, of which the first has the values; a sort tells which has them then.
template <typename T>
struct DoubleBuffer
{
    T* d_buffers[2] = {nullptr, nullptr};
    int selector = 0;
    DoubleBuffer() = default;
    DoubleBuffer(T* current, T* other) : d_buffers{current, other} {}
    T* Current() { return d_buffers[selector]; }
    T* Alternate() { return d_buffers[selector ^ 1]; }
};

namespace detail {

template <typename Key, typename Value>
void writeSorted(const std::vector<std::pair<Key, Value>>& all, Key* keys, Value* values)
{
    for (std::size_t i = 0; i < all.size(); ++i) {
        keys[i] = all[i].first;
        if (values != nullptr) {
            values[i] = all[i].second;
        }
    }
}

/// Sorts stably by `less`; without values where they are null.
template <typename Key, typename Value, typename Count, typename Less>
void sortInto(const Key* keys, Key* keysOut, const Value* values, Value* valuesOut, Count count,
              Less less)
{
    std::vector<std::pair<Key, Value>> all;
    all.reserve(static_cast<std::size_t>(count < 0 ? 0 : count));
    for (Count i = 0; i < count; ++i) {
        all.emplace_back(keys[i], values == nullptr ? Value{} : values[i]);
    }
    std::stable_sort(all.begin(), all.end(),
                     [&less](const auto& a, const auto& b) { return less(a.first, b.first); });
    writeSorted(all, keysOut, valuesOut);
}

template <typename Key>
auto byDigits(int begin, int end, bool descending)
{
    return [=](const Key& a, const Key& b) {
        const std::uint64_t left = digitsOf(a, begin, end);
        const std::uint64_t right = digitsOf(b, begin, end);
        return descending ? right < left : left < right;
    };
}
template <typename Key>
constexpr int kKeyBits = static_cast<int>(sizeof(Key)) * 8;

} // namespace detail

struct DeviceRadixSort
{
#define LANES_SORT(pairs, keysOnly, descending)                                                    \
    template <typename Key, typename Value, typename Count>                                        \
    static ErrorCode pairs(void* storage, std::size_t& bytes, const Key* keys, Key* keysOut,       \
                           const Value* values, Value* valuesOut, Count count, int begin = 0,      \
                           int end = detail::kKeyBits<Key>, LANES_IN_STREAM)                       \
    {                                                                                              \
        LANES_ASKS(count)                                                                          \
        detail::sortInto(keys, keysOut, values, valuesOut, count,                                  \
                         detail::byDigits<Key>(begin, end, descending));                           \
        return error;                                                                              \
    }                                                                                              \
    template <typename Key, typename Value, typename Count>                                        \
    static ErrorCode pairs(void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys,             \
                           DoubleBuffer<Value>& values, Count count, int begin = 0,                \
                           int end = detail::kKeyBits<Key>, LANES_IN_STREAM)                       \
    {                                                                                              \
        LANES_ASKS(count)                                                                          \
        detail::sortInto(keys.Current(), keys.Alternate(), values.Current(), values.Alternate(),   \
                         count, detail::byDigits<Key>(begin, end, descending));                    \
        keys.selector ^= 1;                                                                        \
        values.selector ^= 1;                                                                      \
        return error;                                                                              \
    }                                                                                              \
    template <typename Key, typename Count>                                                        \
    static ErrorCode keysOnly(void* storage, std::size_t& bytes, const Key* keys, Key* keysOut,    \
                              Count count, int begin = 0, int end = detail::kKeyBits<Key>,         \
                              LANES_IN_STREAM)                                                     \
    {                                                                                              \
        LANES_ASKS(count)                                                                          \
        detail::sortInto<Key, char>(keys, keysOut, nullptr, nullptr, count,                        \
                                    detail::byDigits<Key>(begin, end, descending));                \
        return error;                                                                              \
    }                                                                                              \
    template <typename Key, typename Count>                                                        \
    static ErrorCode keysOnly(void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys,          \
                              Count count, int begin = 0, int end = detail::kKeyBits<Key>,         \
                              LANES_IN_STREAM)                                                     \
    {                                                                                              \
        LANES_ASKS(count)                                                                          \
        detail::sortInto<Key, char>(keys.Current(), keys.Alternate(), nullptr, nullptr, count,     \
                                    detail::byDigits<Key>(begin, end, descending));                \
        keys.selector ^= 1;                                                                        \
        return error;                                                                              \
    }
    LANES_SORT(SortPairs, SortKeys, false)
    LANES_SORT(SortPairsDescending, SortKeysDescending, true)
#undef LANES_SORT
};

struct DeviceMergeSort
{
    template <typename Key, typename Value, typename Count, typename Less>
    static ErrorCode SortPairs(void* storage, std::size_t& bytes, Key* keys, Value* values,
                               Count count, Less less, LANES_IN_STREAM)
    {
        return SortPairsCopy(storage, bytes, keys, values, keys, values, count, less, stream);
    }
    template <typename Key, typename Value, typename Count, typename Less>
    static ErrorCode StableSortPairs(void* storage, std::size_t& bytes, Key* keys, Value* values,
                                     Count count, Less less, LANES_IN_STREAM)
    {
        return SortPairsCopy(storage, bytes, keys, values, keys, values, count, less, stream);
    }
    template <typename Key, typename Value, typename Count, typename Less>
    static ErrorCode SortPairsCopy(void* storage, std::size_t& bytes, const Key* keys,
                                   const Value* values, Key* keysOut, Value* valuesOut, Count count,
                                   Less less, LANES_IN_STREAM)
    {
        LANES_ASKS(count)
        detail::sortInto(keys, keysOut, values, valuesOut, count, less);
        return error;
    }
    template <typename Key, typename Count, typename Less>
    static ErrorCode SortKeys(void* storage, std::size_t& bytes, Key* keys, Count count, Less less,
                              LANES_IN_STREAM)
    {
        return SortKeysCopy(storage, bytes, keys, keys, count, less, stream);
    }
    template <typename Key, typename Count, typename Less>
    static ErrorCode StableSortKeys(void* storage, std::size_t& bytes, Key* keys, Count count,
                                    Less less, LANES_IN_STREAM)
    {
        return SortKeysCopy(storage, bytes, keys, keys, count, less, stream);
    }
    template <typename Key, typename Count, typename Less>
    static ErrorCode SortKeysCopy(void* storage, std::size_t& bytes, const Key* keys, Key* keysOut,
                                  Count count, Less less, LANES_IN_STREAM)
    {
        LANES_ASKS(count)
        detail::sortInto<Key, char>(keys, keysOut, nullptr, nullptr, count, less);
        return error;
    }
};

namespace detail {

/// Sorts each segment; what lies in none stays as it is in the output.
template <typename Key, typename Value, typename Begin, typename End, typename Less>
void sortSegments(const Key* keys, Key* keysOut, const Value* values, Value* valuesOut,
                  std::int64_t segments, Begin begins, End ends, Less less)
{
    for (std::int64_t i = 0; i < segments; ++i) {
        const std::int64_t first = begins[i];
        const std::int64_t count = ends[i] - first;
        sortInto(keys + first, keysOut + first, values == nullptr ? nullptr : values + first,
                 valuesOut == nullptr ? nullptr : valuesOut + first, count, less);
    }
}

} // namespace detail

#define LANES_SEGMENTED(pairs, keysOnly, descending, bits, begin, end)                             \
    template <typename Key, typename Value, typename Count, typename Begin, typename End>          \
    static ErrorCode pairs(void* storage, std::size_t& bytes, const Key* keys, Key* keysOut,       \
                           const Value* values, Value* valuesOut, Count count, int segments,       \
                           Begin begins, End ends bits, LANES_IN_STREAM)                           \
    {                                                                                              \
        LANES_ASKS(count)                                                                          \
        detail::sortSegments(keys, keysOut, values, valuesOut, segments, begins, ends,             \
                             detail::byDigits<Key>(begin, end, descending));                       \
        return error;                                                                              \
    }                                                                                              \
    template <typename Key, typename Value, typename Count, typename Begin, typename End>          \
    static ErrorCode pairs(void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys,             \
                           DoubleBuffer<Value>& values, Count count, int segments, Begin begins,   \
                           End ends bits, LANES_IN_STREAM)                                         \
    {                                                                                              \
        LANES_ASKS(count)                                                                          \
        detail::sortSegments(keys.Current(), keys.Alternate(), values.Current(),                   \
                             values.Alternate(), segments, begins, ends,                           \
                             detail::byDigits<Key>(begin, end, descending));                       \
        keys.selector ^= 1;                                                                        \
        values.selector ^= 1;                                                                      \
        return error;                                                                              \
    }                                                                                              \
    template <typename Key, typename Count, typename Begin, typename End>                          \
    static ErrorCode keysOnly(void* storage, std::size_t& bytes, const Key* keys, Key* keysOut,    \
                              Count count, int segments, Begin begins, End ends bits,              \
                              LANES_IN_STREAM)                                                     \
    {                                                                                              \
        LANES_ASKS(count)                                                                          \
        detail::sortSegments<Key, char>(keys, keysOut, nullptr, nullptr, segments, begins, ends,   \
                                        detail::byDigits<Key>(begin, end, descending));            \
        return error;                                                                              \
    }                                                                                              \
    template <typename Key, typename Count, typename Begin, typename End>                          \
    static ErrorCode keysOnly(void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys,          \
                              Count count, int segments, Begin begins, End ends bits,              \
                              LANES_IN_STREAM)                                                     \
    {                                                                                              \
        LANES_ASKS(count)                                                                          \
        detail::sortSegments<Key, char>(keys.Current(), keys.Alternate(), nullptr, nullptr,        \
                                        segments, begins, ends,                                    \
                                        detail::byDigits<Key>(begin, end, descending));            \
        keys.selector ^= 1;                                                                        \
        return error;                                                                              \
    }
#define LANES_BITS , int begin = 0, int end = detail::kKeyBits<Key>

struct DeviceSegmentedRadixSort
{
    LANES_SEGMENTED(SortPairs, SortKeys, false, LANES_BITS, begin, end)
    LANES_SEGMENTED(SortPairsDescending, SortKeysDescending, true, LANES_BITS, begin, end)
};
struct DeviceSegmentedSort
{
    LANES_SEGMENTED(SortPairs, SortKeys, false, , 0, detail::kKeyBits<Key>)
    LANES_SEGMENTED(SortPairsDescending, SortKeysDescending, true, , 0, detail::kKeyBits<Key>)
    LANES_SEGMENTED(StableSortPairs, StableSortKeys, false, , 0, detail::kKeyBits<Key>)
    LANES_SEGMENTED(StableSortPairsDescending, StableSortKeysDescending, true, , 0,
                    detail::kKeyBits<Key>)
};
#undef LANES_BITS
#undef LANES_SEGMENTED

struct DeviceSegmentedReduce
{
    template <typename In, typename Out, typename Begin, typename End, typename Join, typename T>
    static ErrorCode Reduce(void* storage, std::size_t& bytes, In in, Out out,
                            std::int64_t segments, Begin begins, End ends, Join join, T initial,
                            LANES_IN_STREAM)
    {
        LANES_ASKS(segments)
        for (std::int64_t i = 0; i < segments; ++i) {
            const std::int64_t first = begins[i];
            out[i] = detail::reduced<T>(in, first, ends[i] - first, join, initial);
        }
        return error;
    }
    template <typename In, typename Out, typename Begin, typename End>
    static ErrorCode Sum(void* storage, std::size_t& bytes, In in, Out out, std::int64_t segments,
                         Begin begins, End ends, LANES_IN_STREAM)
    {
        using T = detail::HeldBy<Out, detail::ValueOf<In>>;
        return Reduce(storage, bytes, in, out, segments, begins, ends, LANES_CUB::Sum(), T{}, stream);
    }
    template <typename In, typename Out, typename Begin, typename End>
    static ErrorCode Min(void* storage, std::size_t& bytes, In in, Out out, std::int64_t segments,
                         Begin begins, End ends, LANES_IN_STREAM)
    {
        return Reduce(storage, bytes, in, out, segments, begins, ends, LANES_CUB::Min(),
                      NumericTraits<detail::ValueOf<In>>::Max(), stream);
    }
    template <typename In, typename Out, typename Begin, typename End>
    static ErrorCode Max(void* storage, std::size_t& bytes, In in, Out out, std::int64_t segments,
                         Begin begins, End ends, LANES_IN_STREAM)
    {
        return Reduce(storage, bytes, in, out, segments, begins, ends, LANES_CUB::Max(),
                      NumericTraits<detail::ValueOf<In>>::Lowest(), stream);
    }
    template <typename In, typename Out, typename Begin, typename End>
    static ErrorCode ArgMin(void* storage, std::size_t& bytes, In in, Out out,
                            std::int64_t segments, Begin begins, End ends, LANES_IN_STREAM)
    {
        return argument(storage, bytes, in, out, segments, begins, ends, LANES_CUB::ArgMin(),
                        NumericTraits<detail::ValueOf<In>>::Max(), stream);
    }
    template <typename In, typename Out, typename Begin, typename End>
    static ErrorCode ArgMax(void* storage, std::size_t& bytes, In in, Out out,
                            std::int64_t segments, Begin begins, End ends, LANES_IN_STREAM)
    {
        return argument(storage, bytes, in, out, segments, begins, ends, LANES_CUB::ArgMax(),
                        NumericTraits<detail::ValueOf<In>>::Lowest(), stream);
    }

private:
    template <typename In, typename Out, typename Begin, typename End, typename Join, typename T>
    static ErrorCode argument(void* storage, std::size_t& bytes, In in, Out out,
                              std::int64_t segments, Begin begins, End ends, Join join, T none, LANES_IN_STREAM)
    {
        LANES_ASKS(segments)
        using Pair = KeyValuePair<int, T>;
        for (std::int64_t i = 0; i < segments; ++i) {
            const std::int64_t first = begins[i];
            const std::int64_t count = ends[i] - first;
            ArgIndexInputIterator<In, int, T> indexed(in + first);
            out[i] = count <= 0 ? Pair(1, none) : detail::treeOf<Pair>(indexed, 0, count, join);
        }
        return error;
    }
};

struct DeviceHistogram
{
    template <typename Samples, typename Counter, typename Level, typename Count>
    static ErrorCode HistogramEven(void* storage, std::size_t& bytes, Samples samples,
                                   Counter* histogram, int levels, Level lower, Level upper,
                                   Count count, LANES_IN_STREAM)
    {
        return HistogramEven(storage, bytes, samples, histogram, levels, lower, upper, count,
                             Count{1}, static_cast<std::size_t>(0), stream);
    }
    /// Of a part of an image: rows of `count` samples, `stride` bytes apart.
    template <typename Samples, typename Counter, typename Level, typename Count>
    static ErrorCode HistogramEven(void* storage, std::size_t& bytes, Samples samples,
                                   Counter* histogram, int levels, Level lower, Level upper,
                                   Count count, Count rows, std::size_t stride, LANES_IN_STREAM)
    {
        const Level lowers[1] = {lower};
        const Level uppers[1] = {upper};
        Counter* histograms[1] = {histogram};
        const int numbers[1] = {levels};
        return MultiHistogramEven<1, 1>(storage, bytes, samples, histograms, numbers, lowers,
                                        uppers, count, rows, stride, stream);
    }
    template <typename Samples, typename Counter, typename Level, typename Count>
    static ErrorCode HistogramRange(void* storage, std::size_t& bytes, Samples samples,
                                    Counter* histogram, int levels, const Level* edges, Count count,
                                    LANES_IN_STREAM)
    {
        Counter* histograms[1] = {histogram};
        const int numbers[1] = {levels};
        const Level* all[1] = {edges};
        return MultiHistogramRange<1, 1>(storage, bytes, samples, histograms, numbers, all, count,
                                         Count{1}, std::size_t{0}, stream);
    }
    template <int Channels, int Active, typename Samples, typename Counter, typename Level,
              typename Count>
    static ErrorCode MultiHistogramEven(void* storage, std::size_t& bytes, Samples samples,
                                        Counter* const (&histograms)[Active],
                                        const int (&levels)[Active], const Level (&lowers)[Active],
                                        const Level (&uppers)[Active], Count count, Count rows = 1,
                                        std::size_t stride = 0, LANES_IN_STREAM)
    {
        LANES_ASKS(count)
        clear(histograms, levels);
        forEach<Channels, Active>(samples, count, rows, stride, [&](int channel, auto sample) {
            using Wide = std::conditional_t<std::is_floating_point_v<Level>, Level, std::int64_t>;
            const int bins = levels[channel] - 1;
            const auto value = static_cast<Level>(sample);
            if (value < lowers[channel] || !(value < uppers[channel])) {
                return;
            }
            const Wide span =
                static_cast<Wide>(uppers[channel]) - static_cast<Wide>(lowers[channel]);
            const Wide from = static_cast<Wide>(value) - static_cast<Wide>(lowers[channel]);
            int bin = 0;
            if constexpr (std::is_floating_point_v<Level>) {
                bin = static_cast<int>(from * (static_cast<Level>(bins) / span));
            } else {
                bin = static_cast<int>(from * bins / span);
            }
            ++histograms[channel][std::min(bin, bins - 1)];
        });
        return error;
    }
    template <int Channels, int Active, typename Samples, typename Counter, typename Level,
              typename Count>
    static ErrorCode MultiHistogramRange(void* storage, std::size_t& bytes, Samples samples,
                                         Counter* const (&histograms)[Active],
                                         const int (&levels)[Active],
                                         const Level* const (&edges)[Active], Count count,
                                         Count rows = 1, std::size_t stride = 0, LANES_IN_STREAM)
    {
        LANES_ASKS(count)
        clear(histograms, levels);
        forEach<Channels, Active>(samples, count, rows, stride, [&](int channel, auto sample) {
            const Level* end = edges[channel] + levels[channel];
            const auto bin =
                std::upper_bound(edges[channel], end, static_cast<Level>(sample)) - edges[channel];
            if (bin > 0 && bin < levels[channel]) {
                ++histograms[channel][bin - 1];
            }
        });
        return error;
    }

private:
    template <typename Counter, int Active>
    static void clear(Counter* const (&histograms)[Active], const int (&levels)[Active])
    {
        for (int channel = 0; channel < Active; ++channel) {
            std::fill_n(histograms[channel], std::max(levels[channel] - 1, 0), Counter(0));
        }
    }
    template <int Channels, int Active, typename Samples, typename Count, typename Take>
    static void forEach(Samples samples, Count count, Count rows, std::size_t stride, Take take)
    {
        const auto apart = static_cast<std::int64_t>(stride / sizeof(detail::ValueOf<Samples>));
        for (Count row = 0; row < rows; ++row) {
            for (Count i = 0; i < count; ++i) {
                for (int channel = 0; channel < Active; ++channel) {
                    take(channel, samples[row * apart + i * Channels + channel]);
                }
            }
        }
    }
};

/// Gives device memory; what comes back is not kept.
struct CachingDeviceAllocator
{
    static constexpr unsigned INVALID_BIN = ~0U;
    static constexpr int INVALID_DEVICE_ORDINAL = -1;
    template <typename... Settings>
    explicit CachingDeviceAllocator(Settings...)
    {
    }
    ErrorCode DeviceAllocate(void** place, std::size_t bytes, Stream = nullptr)
    {
        return LANES_NAME(Malloc)(place, bytes);
    }
    ErrorCode DeviceAllocate(int, void** place, std::size_t bytes, Stream = nullptr)
    {
        return LANES_NAME(Malloc)(place, bytes);
    }
    ErrorCode DeviceFree(void* memory) { return LANES_NAME(Free)(memory); }
    ErrorCode DeviceFree(int, void* memory) { return LANES_NAME(Free)(memory); }
    ErrorCode FreeAllCached() { return LANES_NAME(Success); }
    ErrorCode SetMaxCachedBytes(std::size_t) { return LANES_NAME(Success); }
};

#undef LANES_ASKS
#undef LANES_IN_STREAM

} // namespace LANES_CUB
