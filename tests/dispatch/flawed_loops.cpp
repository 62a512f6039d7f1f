// What a source of dispatched loops must not contain, one flaw per macro; compiled only for the test of the checker.
namespace shared {

#ifdef SHARED_FUNCTION
// Every copy would define this under one name, and the linker keep one of them for all.
[[gnu::noinline]] inline double twice(double x) {
    return 2 * x;
}
double (*const keep)(double) = twice;
double call(double x);
double call(double x) {
    return keep(x) + twice(x);
}
#endif

#ifdef STATIC_INITIALIZER
// This would run at the start of the program, on every machine, in the instructions of the newest.
double read_clock();
extern double started;
double started = read_clock();
#endif

}  // namespace shared
