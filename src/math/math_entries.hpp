// Private to src/math: the table of all functions.
namespace weft::detail {
namespace {

template <class T>
constexpr math_table<T> table_of = {
    {by_type<sqrt, single::sqrt>::run,
     by_type<cbrt, single::cbrt>::run,
     by_type<exp, single::exp>::run,
     run_unary<exp2, T>,
     run_unary<exp10, T>,
     run_unary<expm1, T>,
     by_type<log, single::log>::run,
     run_unary<log2, T>,
     run_unary<log10, T>,
     run_unary<log1p, T>,
     by_type<sin, single::sin>::run,
     by_type<cos, single::cos>::run,
     by_type<tan, single::tan>::run,
     run_unary<asin, T>,
     run_unary<acos, T>,
     by_type<atan, single::atan>::run,
     run_unary<sinh, T>,
     run_unary<cosh, T>,
     by_type<tanh, single::tanh>::run,
     run_unary<atanh, T>,
     by_type<erf, single::erf>::run,
     run_unary<normal_quantile, T>},
    {run_binary<pow, T>, run_binary<atan2, T>, run_binary<hypot, T>},
    {run_complex<complex_exp, T>, run_complex<complex_log, T>, run_complex<complex_sqrt, T>},
    run_beside<T>,
    {run_uniform<T>, run_drawn<normal_numbers, T>, run_drawn<exponential_numbers, T>}};
constexpr math_tables all_kernels = {table_of<double>, table_of<float>};

} // namespace
} // namespace weft::detail
