#pragma once

// Reductions, scans, selections and partitions of device memory, done by the host. Each is called
// twice, as on a GPU: without temporary storage it only tells how much it wants.

#include "lanes/cub/iterators.h"

#include <vector>

namespace LANES_CUB {

namespace detail {

template <typename Iterator>
using ValueOf = std::remove_cv_t<std::remove_reference_t<decltype(*std::declval<Iterator>())>>;
/// Of an iterator to write to: what it holds, or else what is written.
template <typename Out, typename Else>
using HeldBy =
    std::conditional_t<std::is_void_v<typename std::iterator_traits<Out>::value_type>, Else,
                       std::remove_cv_t<typename std::iterator_traits<Out>::value_type>>;

/// Whether the call is the first of two, which asks for the size. Else `error` tells of a storage
/// that is too small.
template <typename Count>
bool asks(void* storage, std::size_t& bytes, Count count, ErrorCode& error)
{
    const std::size_t wanted = 256 + static_cast<std::size_t>(count < 0 ? 0 : count) / 64 * 16;
    error = LANES_NAME(Success);
    if (storage == nullptr) {
        bytes = wanted;
        return true;
    }
    if (bytes < wanted) {
        error = LanesCode(rocport_lanes::Code::InvalidValue);
        return true;
    }
    return false;
}
#define LANES_ASKS(count)                                                                          \
    ErrorCode error;                                                                               \
    if (detail::asks(storage, bytes, count, error)) {                                              \
        return error;                                                                              \
    }                                                                                              \
    if (rocport_lanes::isCaptured(stream)) {                                                       \
        return LanesCode(rocport_lanes::Code::CaptureUnsupported);                                 \
    }
/// The last arguments of each; what a captured stream is asked for is refused, not recorded.
#define LANES_IN_STREAM Stream stream = nullptr, bool = false

/// The sum of a tree, whose rounding grows with its depth only.
template <typename T, typename In, typename Join>
T treeOf(In in, std::int64_t first, std::int64_t count, Join& join)
{
    if (count <= 16) {
        T sum = static_cast<T>(in[first]);
        for (std::int64_t i = 1; i < count; ++i) {
            sum = join(sum, static_cast<T>(in[first + i]));
        }
        return sum;
    }
    const std::int64_t half = count / 2;
    const T left = treeOf<T>(in, first, half, join);
    return join(left, treeOf<T>(in, first + half, count - half, join));
}
template <typename T, typename In, typename Join>
T reduced(In in, std::int64_t first, std::int64_t count, Join& join, T initial)
{
    return count <= 0 ? initial : static_cast<T>(join(initial, treeOf<T>(in, first, count, join)));
}

} // namespace detail

/// A first value that is known only when the scan runs.
template <typename T, typename Iterator = T*>
struct FutureValue
{
    Iterator place;
    explicit FutureValue(Iterator place) : place(place) {}
    operator T() const { return *place; }
};

struct DeviceReduce
{
    template <typename In, typename Out, typename Join, typename T, typename Count>
    static ErrorCode Reduce(void* storage, std::size_t& bytes, In in, Out out, Count count,
                            Join join, T initial, LANES_IN_STREAM)
    {
        LANES_ASKS(count)
        *out = detail::reduced<T>(in, 0, static_cast<std::int64_t>(count), join, initial);
        return error;
    }
    template <typename In, typename Out, typename Count>
    static ErrorCode Sum(void* storage, std::size_t& bytes, In in, Out out, Count count,
                         LANES_IN_STREAM)
    {
        using T = detail::HeldBy<Out, detail::ValueOf<In>>;
        return Reduce(storage, bytes, in, out, count, LANES_CUB::Sum(), T{}, stream);
    }
    template <typename In, typename Out, typename Count>
    static ErrorCode Min(void* storage, std::size_t& bytes, In in, Out out, Count count,
                         LANES_IN_STREAM)
    {
        using T = detail::ValueOf<In>;
        return Reduce(storage, bytes, in, out, count, LANES_CUB::Min(), NumericTraits<T>::Max(), stream);
    }
    template <typename In, typename Out, typename Count>
    static ErrorCode Max(void* storage, std::size_t& bytes, In in, Out out, Count count,
                         LANES_IN_STREAM)
    {
        using T = detail::ValueOf<In>;
        return Reduce(storage, bytes, in, out, count, LANES_CUB::Max(), NumericTraits<T>::Lowest(), stream);
    }
    template <typename In, typename Out, typename Count>
    static ErrorCode ArgMin(void* storage, std::size_t& bytes, In in, Out out, Count count,
                            LANES_IN_STREAM)
    {
        using T = detail::ValueOf<In>;
        return argument(storage, bytes, in, out, count, LANES_CUB::ArgMin(),
                        NumericTraits<T>::Max(), stream);
    }
    template <typename In, typename Out, typename Count>
    static ErrorCode ArgMax(void* storage, std::size_t& bytes, In in, Out out, Count count,
                            LANES_IN_STREAM)
    {
        using T = detail::ValueOf<In>;
        return argument(storage, bytes, in, out, count, LANES_CUB::ArgMax(),
                        NumericTraits<T>::Lowest(), stream);
    }
    template <typename In, typename Out, typename Count, typename Join, typename Change, typename T>
    static ErrorCode TransformReduce(void* storage, std::size_t& bytes, In in, Out out, Count count,
                                     Join join, Change change, T initial, LANES_IN_STREAM)
    {
        TransformInputIterator<T, Change, In> changed(in, change);
        return Reduce(storage, bytes, changed, out, count, join, initial, stream);
    }
    template <typename Keys, typename UniqueOut, typename Values, typename SumsOut,
              typename RunsOut, typename Join, typename Count>
    static ErrorCode ReduceByKey(void* storage, std::size_t& bytes, Keys keys, UniqueOut unique,
                                 Values values, SumsOut sums, RunsOut runs, Join join, Count count,
                                 LANES_IN_STREAM)
    {
        LANES_ASKS(count)
        using T = detail::ValueOf<Values>;
        std::int64_t run = 0;
        for (std::int64_t i = 0; i < static_cast<std::int64_t>(count);) {
            const auto key = keys[i];
            T sum = values[i];
            for (++i; i < static_cast<std::int64_t>(count) && keys[i] == key; ++i) {
                sum = join(sum, values[i]);
            }
            unique[run] = key;
            sums[run] = sum;
            ++run;
        }
        *runs = run;
        return error;
    }

private:
    template <typename In, typename Out, typename Count, typename Join, typename T>
    static ErrorCode argument(void* storage, std::size_t& bytes, In in, Out out, Count count,
                              Join join, T none, LANES_IN_STREAM)
    {
        LANES_ASKS(count)
        using Pair = KeyValuePair<int, T>;
        ArgIndexInputIterator<In, int, T> indexed(in);
        *out = count <= 0
                   ? Pair(1, none)
                   : detail::treeOf<Pair>(indexed, 0, static_cast<std::int64_t>(count), join);
        return error;
    }
};

struct DeviceScan
{
    template <typename In, typename Out, typename Count>
    requires std::is_integral_v<Count>
    static ErrorCode ExclusiveSum(void* storage, std::size_t& bytes, In in, Out out, Count count,
                                  LANES_IN_STREAM)
    {
        return ExclusiveScan(storage, bytes, in, out, LANES_CUB::Sum(), detail::ValueOf<In>{},
                             count, stream);
    }
    template <typename Data, typename Count>
    requires std::is_integral_v<Count>
    static ErrorCode ExclusiveSum(void* storage, std::size_t& bytes, Data data, Count count,
                                  LANES_IN_STREAM)
    {
        return ExclusiveSum(storage, bytes, data, data, count, stream);
    }
    template <typename In, typename Out, typename Count>
    requires std::is_integral_v<Count>
    static ErrorCode InclusiveSum(void* storage, std::size_t& bytes, In in, Out out, Count count,
                                  LANES_IN_STREAM)
    {
        return InclusiveScan(storage, bytes, in, out, LANES_CUB::Sum(), count, stream);
    }
    template <typename Data, typename Count>
    requires std::is_integral_v<Count>
    static ErrorCode InclusiveSum(void* storage, std::size_t& bytes, Data data, Count count,
                                  LANES_IN_STREAM)
    {
        return InclusiveSum(storage, bytes, data, data, count, stream);
    }
    template <typename In, typename Out, typename Join, typename T, typename Count>
    requires std::is_integral_v<Count>
    static ErrorCode ExclusiveScan(void* storage, std::size_t& bytes, In in, Out out, Join join,
                                   T initial, Count count, LANES_IN_STREAM)
    {
        LANES_ASKS(count)
        auto sum = valueOf(initial);
        for (Count i = 0; i < count; ++i) {
            const auto item = in[i];
            out[i] = sum;
            sum = join(sum, item);
        }
        return error;
    }
    template <typename In, typename Out, typename Join, typename Count>
    requires std::is_integral_v<Count>
    static ErrorCode InclusiveScan(void* storage, std::size_t& bytes, In in, Out out, Join join,
                                   Count count, LANES_IN_STREAM)
    {
        LANES_ASKS(count)
        if (count > 0) {
            detail::ValueOf<In> sum = in[0];
            out[0] = sum;
            for (Count i = 1; i < count; ++i) {
                sum = join(sum, in[i]);
                out[i] = sum;
            }
        }
        return error;
    }
    template <typename Keys, typename In, typename Out, typename Count, typename Same = Equality>
    requires std::is_integral_v<Count>
    static ErrorCode ExclusiveSumByKey(void* storage, std::size_t& bytes, Keys keys, In in, Out out,
                                       Count count, Same same = Same(), LANES_IN_STREAM)
    {
        return ExclusiveScanByKey(storage, bytes, keys, in, out, LANES_CUB::Sum(),
                                  detail::ValueOf<In>{}, count, same, stream);
    }
    template <typename Keys, typename In, typename Out, typename Count, typename Same = Equality>
    requires std::is_integral_v<Count>
    static ErrorCode InclusiveSumByKey(void* storage, std::size_t& bytes, Keys keys, In in, Out out,
                                       Count count, Same same = Same(), LANES_IN_STREAM)
    {
        return InclusiveScanByKey(storage, bytes, keys, in, out, LANES_CUB::Sum(), count, same, stream);
    }
    template <typename Keys, typename In, typename Out, typename Join, typename T, typename Count,
              typename Same = Equality>
    requires std::is_integral_v<Count>
    static ErrorCode ExclusiveScanByKey(void* storage, std::size_t& bytes, Keys keys, In in,
                                        Out out, Join join, T initial, Count count,
                                        Same same = Same(), LANES_IN_STREAM)
    {
        LANES_ASKS(count)
        T sum = initial;
        for (Count i = 0; i < count; ++i) {
            if (i > 0 && !same(keys[i - 1], keys[i])) {
                sum = initial;
            }
            const auto item = in[i];
            out[i] = sum;
            sum = join(sum, item);
        }
        return error;
    }
    template <typename Keys, typename In, typename Out, typename Join, typename Count,
              typename Same = Equality>
    requires std::is_integral_v<Count>
    static ErrorCode InclusiveScanByKey(void* storage, std::size_t& bytes, Keys keys, In in,
                                        Out out, Join join, Count count, Same same = Same(),
                                        LANES_IN_STREAM)
    {
        LANES_ASKS(count)
        detail::ValueOf<In> sum{};
        for (Count i = 0; i < count; ++i) {
            sum = i > 0 && same(keys[i - 1], keys[i])
                      ? static_cast<detail::ValueOf<In>>(join(sum, in[i]))
                      : static_cast<detail::ValueOf<In>>(in[i]);
            out[i] = sum;
        }
        return error;
    }

private:
    template <typename T>
    static T valueOf(const T& initial)
    {
        return initial;
    }
    template <typename T, typename Iterator>
    static T valueOf(const FutureValue<T, Iterator>& initial)
    {
        return initial;
    }
};

struct DeviceSelect
{
    template <typename In, typename Flags, typename Out, typename CountOut, typename Count>
    requires std::is_integral_v<Count>
    static ErrorCode Flagged(void* storage, std::size_t& bytes, In in, Flags flags, Out out,
                             CountOut selected, Count count, LANES_IN_STREAM)
    {
        LANES_ASKS(count)
        Count kept = 0;
        for (Count i = 0; i < count; ++i) {
            if (flags[i]) {
                out[kept++] = in[i];
            }
        }
        *selected = kept;
        return error;
    }
    template <typename Data, typename Flags, typename CountOut, typename Count>
    requires std::is_integral_v<Count>
    static ErrorCode Flagged(void* storage, std::size_t& bytes, Data data, Flags flags,
                             CountOut selected, Count count, LANES_IN_STREAM)
    {
        return Flagged(storage, bytes, data, flags, data, selected, count, stream);
    }
    template <typename In, typename Out, typename CountOut, typename Count, typename Select>
    requires std::is_integral_v<Count>
    static ErrorCode If(void* storage, std::size_t& bytes, In in, Out out, CountOut selected,
                        Count count, Select select, LANES_IN_STREAM)
    {
        LANES_ASKS(count)
        Count kept = 0;
        for (Count i = 0; i < count; ++i) {
            const detail::ValueOf<In> item = in[i];
            if (select(item)) {
                out[kept++] = item;
            }
        }
        *selected = kept;
        return error;
    }
    template <typename Data, typename CountOut, typename Count, typename Select>
    requires std::is_integral_v<Count>
    static ErrorCode If(void* storage, std::size_t& bytes, Data data, CountOut selected,
                        Count count, Select select, LANES_IN_STREAM)
    {
        return If(storage, bytes, data, data, selected, count, select, stream);
    }
    template <typename In, typename Out, typename CountOut, typename Count>
    requires std::is_integral_v<Count>
    static ErrorCode Unique(void* storage, std::size_t& bytes, In in, Out out, CountOut selected,
                            Count count, LANES_IN_STREAM)
    {
        DiscardOutputIterator<> none;
        return UniqueByKey(storage, bytes, in, in, out, none, selected, count, stream);
    }
    template <typename Keys, typename Values, typename KeysOut, typename ValuesOut,
              typename CountOut, typename Count>
    static ErrorCode UniqueByKey(void* storage, std::size_t& bytes, Keys keys, Values values,
                                 KeysOut keysOut, ValuesOut valuesOut, CountOut selected,
                                 Count count, LANES_IN_STREAM)
    {
        LANES_ASKS(count)
        Count kept = 0;
        detail::ValueOf<Keys> last{};
        for (Count i = 0; i < count; ++i) {
            const detail::ValueOf<Keys> key = keys[i];
            if (i == 0 || !(key == last)) {
                keysOut[kept] = key;
                valuesOut[kept] = values[i];
                ++kept;
            }
            last = key;
        }
        *selected = kept;
        return error;
    }
};

/// What is not selected comes behind, the last first.
struct DevicePartition
{
    template <typename In, typename Flags, typename Out, typename CountOut, typename Count>
    static ErrorCode Flagged(void* storage, std::size_t& bytes, In in, Flags flags, Out out,
                             CountOut selected, Count count, LANES_IN_STREAM)
    {
        LANES_ASKS(count)
        Count kept = 0;
        for (Count i = 0; i < count; ++i) {
            out[flags[i] ? kept : count - 1 - (i - kept)] = in[i];
            kept += flags[i] ? 1 : 0;
        }
        *selected = kept;
        return error;
    }
    template <typename In, typename Out, typename CountOut, typename Count, typename Select>
    static ErrorCode If(void* storage, std::size_t& bytes, In in, Out out, CountOut selected,
                        Count count, Select select, LANES_IN_STREAM)
    {
        TransformInputIterator<bool, Select, In> flags(in, select);
        return Flagged(storage, bytes, in, flags, out, selected, count, stream);
    }
    template <typename In, typename First, typename Second, typename Rest, typename CountOut,
              typename Count, typename SelectFirst, typename SelectSecond>
    requires std::is_integral_v<Count>
    static ErrorCode If(void* storage, std::size_t& bytes, In in, First first, Second second,
                        Rest rest, CountOut selected, Count count, SelectFirst isFirst,
                        SelectSecond isSecond, LANES_IN_STREAM)
    {
        LANES_ASKS(count)
        Count kept[3] = {};
        for (Count i = 0; i < count; ++i) {
            const auto item = in[i];
            if (isFirst(item)) {
                first[kept[0]++] = item;
            } else if (isSecond(item)) {
                second[kept[1]++] = item;
            } else {
                rest[kept[2]++] = item;
            }
        }
        selected[0] = kept[0];
        selected[1] = kept[1];
        return error;
    }
};

struct DeviceRunLengthEncode
{
    template <typename In, typename UniqueOut, typename LengthsOut, typename RunsOut,
              typename Count>
    static ErrorCode Encode(void* storage, std::size_t& bytes, In in, UniqueOut unique,
                            LengthsOut lengths, RunsOut runs, Count count, LANES_IN_STREAM)
    {
        ConstantInputIterator<int> one(1);
        return DeviceReduce::ReduceByKey(storage, bytes, in, unique, one, lengths, runs,
                                         LANES_CUB::Sum(), count, stream);
    }
    template <typename In, typename OffsetsOut, typename LengthsOut, typename RunsOut,
              typename Count>
    static ErrorCode NonTrivialRuns(void* storage, std::size_t& bytes, In in, OffsetsOut offsets,
                                    LengthsOut lengths, RunsOut runs, Count count, LANES_IN_STREAM)
    {
        LANES_ASKS(count)
        Count run = 0;
        for (Count i = 0; i < count;) {
            const Count first = i;
            for (++i; i < count && in[i] == in[first]; ++i) {
            }
            if (i - first > 1) {
                offsets[run] = first;
                lengths[run] = i - first;
                ++run;
            }
        }
        *runs = run;
        return error;
    }
};

struct DeviceAdjacentDifference
{
    template <typename In, typename Out, typename Count, typename Join = Difference>
    static ErrorCode SubtractLeftCopy(void* storage, std::size_t& bytes, In in, Out out,
                                      Count count, Join difference = Join(), LANES_IN_STREAM)
    {
        LANES_ASKS(count)
        for (Count i = 0; i < count; ++i) {
            out[i] = i == 0 ? static_cast<detail::ValueOf<In>>(in[0])
                            : static_cast<detail::ValueOf<In>>(difference(in[i], in[i - 1]));
        }
        return error;
    }
    template <typename Data, typename Count, typename Join = Difference>
    static ErrorCode SubtractLeft(void* storage, std::size_t& bytes, Data data, Count count,
                                  Join difference = Join(), LANES_IN_STREAM)
    {
        LANES_ASKS(count)
        for (Count i = count - 1; i > 0; --i) {
            data[i] = difference(data[i], data[i - 1]);
        }
        return error;
    }
    template <typename In, typename Out, typename Count, typename Join = Difference>
    static ErrorCode SubtractRightCopy(void* storage, std::size_t& bytes, In in, Out out,
                                       Count count, Join difference = Join(), LANES_IN_STREAM)
    {
        LANES_ASKS(count)
        for (Count i = 0; i < count; ++i) {
            out[i] = i + 1 == count
                         ? static_cast<detail::ValueOf<In>>(in[i])
                         : static_cast<detail::ValueOf<In>>(difference(in[i], in[i + 1]));
        }
        return error;
    }
    template <typename Data, typename Count, typename Join = Difference>
    static ErrorCode SubtractRight(void* storage, std::size_t& bytes, Data data, Count count,
                                   Join difference = Join(), LANES_IN_STREAM)
    {
        return SubtractRightCopy(storage, bytes, data, data, count, difference, stream);
    }
};

} // namespace LANES_CUB
