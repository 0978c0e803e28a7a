#pragma once

// CUB's iterators: random access, over memory that host and device share here.

#include "lanes/cub/common.h"

namespace LANES_CUB {

namespace detail {

/// What an iterator is made of: where it stands. Own is the iterator, which has at(offset).
template <typename Own, typename T, typename Reference, typename Distance>
class Stands
{
public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = T;
    using difference_type = Distance;
    using pointer = T*;
    using reference = Reference;

    reference operator*() const { return own().at(m_offset); }
    template <typename Index>
    reference operator[](Index n) const
    {
        return own().at(m_offset + static_cast<Distance>(n));
    }
    Own& operator++()
    {
        ++m_offset;
        return own();
    }
    Own operator++(int)
    {
        Own before = own();
        ++m_offset;
        return before;
    }
    Own& operator--()
    {
        --m_offset;
        return own();
    }
    template <typename Index>
    Own& operator+=(Index n)
    {
        m_offset += static_cast<Distance>(n);
        return own();
    }
    template <typename Index>
    Own& operator-=(Index n)
    {
        m_offset -= static_cast<Distance>(n);
        return own();
    }
    template <typename Index>
    requires std::is_integral_v<Index> Own operator+(Index n) const
    {
        Own result = own();
        result.m_offset += static_cast<Distance>(n);
        return result;
    }
    template <typename Index>
    requires std::is_integral_v<Index> Own operator-(Index n) const
    {
        Own result = own();
        result.m_offset -= static_cast<Distance>(n);
        return result;
    }
    Distance operator-(const Own& other) const { return m_offset - other.m_offset; }
    bool operator==(const Own& other) const { return m_offset == other.m_offset; }
    bool operator!=(const Own& other) const { return m_offset != other.m_offset; }
    bool operator<(const Own& other) const { return m_offset < other.m_offset; }

protected:
    Distance m_offset = 0;

private:
    Own& own() { return static_cast<Own&>(*this); }
    const Own& own() const { return static_cast<const Own&>(*this); }
};

} // namespace detail

template <typename T, typename Distance = std::ptrdiff_t>
class CountingInputIterator
    : public detail::Stands<CountingInputIterator<T, Distance>, T, T, Distance>
{
public:
    CountingInputIterator(T first) : m_first(first) {}
    T at(Distance i) const { return static_cast<T>(m_first + static_cast<T>(i)); }

private:
    T m_first;
};

template <typename T, typename Distance = std::ptrdiff_t>
class ConstantInputIterator
    : public detail::Stands<ConstantInputIterator<T, Distance>, T, T, Distance>
{
public:
    ConstantInputIterator(T value) : m_value(value) {}
    T at(Distance) const { return m_value; }

private:
    T m_value;
};

template <typename T, typename Conversion, typename Iterator, typename Distance = std::ptrdiff_t>
class TransformInputIterator
    : public detail::Stands<TransformInputIterator<T, Conversion, Iterator, Distance>, T, T,
                            Distance>
{
public:
    TransformInputIterator(Iterator in, Conversion conversion) : m_in(in), m_conversion(conversion)
    {
    }
    T at(Distance i) const { return m_conversion(m_in[i]); }

private:
    Iterator m_in;
    mutable Conversion m_conversion;
};

template <typename Iterator, typename Distance = std::ptrdiff_t,
          typename T = typename std::iterator_traits<Iterator>::value_type>
class ArgIndexInputIterator
    : public detail::Stands<ArgIndexInputIterator<Iterator, Distance, T>, KeyValuePair<Distance, T>,
                            KeyValuePair<Distance, T>, Distance>
{
public:
    ArgIndexInputIterator(Iterator in) : m_in(in) {}
    KeyValuePair<Distance, T> at(Distance i) const { return {i, m_in[i]}; }
    void normalize()
    {
        m_in += this->m_offset;
        this->m_offset = 0;
    }

private:
    Iterator m_in;
};

/// How a value is cached changes nothing here.
template <CacheLoadModifier Modifier, typename T, typename Distance = std::ptrdiff_t>
class CacheModifiedInputIterator
    : public detail::Stands<CacheModifiedInputIterator<Modifier, T, Distance>, T, T, Distance>
{
public:
    template <typename Other>
    CacheModifiedInputIterator(Other* in) : m_in(in)
    {
    }
    T at(Distance i) const { return m_in[i]; }

private:
    const T* m_in;
};

template <CacheStoreModifier Modifier, typename T, typename Distance = std::ptrdiff_t>
class CacheModifiedOutputIterator
    : public detail::Stands<CacheModifiedOutputIterator<Modifier, T, Distance>, T, T&, Distance>
{
public:
    template <typename Other>
    CacheModifiedOutputIterator(Other* out) : m_out(out)
    {
    }
    T& at(Distance i) const { return m_out[i]; }

private:
    T* m_out;
};

template <typename Distance = std::ptrdiff_t>
class DiscardOutputIterator
{
public:
    struct Nothing
    {
        template <typename T>
        const Nothing& operator=(const T&) const
        {
            return *this;
        }
    };
    using iterator_category = std::random_access_iterator_tag;
    using value_type = void;
    using difference_type = Distance;
    using pointer = void;
    using reference = Nothing;

    DiscardOutputIterator(Distance = 0) {}
    Nothing operator*() const { return {}; }
    template <typename Index>
    Nothing operator[](Index) const
    {
        return {};
    }
    template <typename Index>
    DiscardOutputIterator operator+(Index) const
    {
        return *this;
    }
    DiscardOutputIterator& operator++() { return *this; }
    template <typename Index>
    DiscardOutputIterator& operator+=(Index)
    {
        return *this;
    }
};

} // namespace LANES_CUB
