// node check_includes.mjs ROOT: every .cpp and .hpp below ROOT must reach, by its own #include lines and those of the
// project's headers that they lead to, a header for each name of the standard library and of fmt that it uses. Release
// compiles with precompiled headers and in groups of sources, which hide what is missing; the other builds do not.
// It reads text, in a second; it does not know every name, and a name in a macro or an alias escapes it.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";

// Where the names of std come from; a name with several headers is satisfied by any of them.
const homes = {
    algorithm: "all_of any_of clamp copy_n fill find_if for_each max_element min_element minmax_element none_of " +
        "nth_element partial_sort remove_if shuffle sort stable_sort lower_bound upper_bound ranges::all_of " +
        "ranges::any_of ranges::copy ranges::count ranges::count_if ranges::fill ranges::find ranges::find_if " +
        "ranges::for_each ranges::max ranges::max_element ranges::min ranges::min_element ranges::none_of " +
        "ranges::nth_element ranges::replace ranges::reverse ranges::sort ranges::stable_sort ranges::transform " +
        "ranges::unique ranges::equal ranges::is_sorted ranges::lower_bound ranges::upper_bound",
    array: "array",
    atomic: "atomic",
    charconv: "from_chars to_chars",
    chrono: "chrono::milliseconds chrono::seconds chrono::steady_clock chrono::system_clock",
    cmath: "sqrt exp log log1p expm1 pow sin cos tan atan2 hypot isfinite isnan lround floor ceil erfc cbrt",
    condition_variable: "condition_variable",
    cstdint: "uint64_t uint32_t int64_t uint8_t",
    cstdlib: "getenv",
    cstring: "memcpy strerror",
    deque: "deque",
    filesystem: "filesystem::path filesystem::exists filesystem::create_directories",
    fstream: "ifstream ofstream fstream",
    functional: "function greater",
    iomanip: "setprecision setw",
    iostream: "cout cerr cin",
    limits: "numeric_limits",
    map: "map multimap",
    memory: "make_shared make_unique shared_ptr unique_ptr weak_ptr",
    mutex: "lock_guard mutex scoped_lock unique_lock",
    numbers: "numbers::pi numbers::e",
    numeric: "accumulate iota inner_product",
    optional: "optional nullopt",
    random: "mt19937 mt19937_64",
    regex: "regex regex_match regex_search",
    set: "set",
    span: "span",
    sstream: "istringstream ostringstream stringstream",
    stdexcept: "domain_error invalid_argument length_error logic_error out_of_range runtime_error",
    string: "string to_string stod stoi getline",
    string_view: "string_view",
    system_error: "error_code system_error generic_category",
    thread: "jthread thread",
    tuple: "tie tuple",
    unordered_map: "unordered_map",
    variant: "get_if holds_alternative variant visit",
    vector: "vector",
};

// What a header is known to bring along; only what its purpose makes certain, or what every file here has anyway.
const brings = {
    Eigen: "algorithm array cmath cstdint cstring functional limits sstream string vector",
    "gtest/gtest.h": "cstdint functional iostream limits map memory optional set sstream string tuple variant vector",
    "fmt/format.h": "cmath cstdint limits memory stdexcept string",
    "nlohmann/json.hpp": "algorithm array cmath cstdint functional limits map memory numeric string vector",
    "CLI/CLI.hpp": "algorithm functional iostream fstream map memory set sstream string vector",
    "httplib.h": "functional map memory string thread mutex",
    filesystem: "string system_error",
    fstream: "string stdexcept",
    functional: "array tuple unordered_map vector",
    future: "mutex thread",
    iostream: "string stdexcept",
    istream: "string stdexcept",
    map: "tuple",
    memory: "string stdexcept tuple",
    mutex: "chrono system_error",
    ostream: "string stdexcept",
    random: "string vector",
    ranges: "array optional span string",
    regex: "sstream string",
    sstream: "string stdexcept",
    string: "string_view",
    system_error: "string stdexcept",
    thread: "chrono string",
};

const home_of = new Map();
for (const [header, names] of Object.entries(homes)) {
    for (const name of names.split(/ +/)) home_of.set("std::" + name, header);
}

function files_below(folder) {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return files_below(path);
        return /\.[ch]pp$/.test(entry.name) ? [path] : [];
    });
}

function without_comments_and_texts(code) {
    return code.replace(
        /R"(\w*)\([^]*?\)\1"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])'|\/\/.*|\/\*[^]*?\*\//g,
        (found) => found.replace(/[^\n]/g, " "),
    );
}

const root = process.argv[2] ?? ".";
const folders = ["include", "src", "apps", "tests", "examples", "benchmarks", "tools"].filter((name) =>
    statSync(join(root, name), { throwIfNoEntry: false })?.isDirectory(),
);
const files = new Map();
for (const path of folders.flatMap((folder) => files_below(join(root, folder)))) {
    const text = readFileSync(path, "utf8");
    const includes = [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]/gm)].map((match) => match[1]);
    files.set(relative(root, path), { text, includes });
}

// A header of the project as it is written: from include/, src/, tests/ or the root, or from a folder of the includer's path.
function resolve(written, from) {
    const places = ["include", "src", "tests", "."];
    for (let folder = dirname(from); folder !== "."; folder = dirname(folder)) places.push(folder);
    return places.map((place) => join(place, written)).find((path) => files.has(path));
}

function reached(path, headers = new Set(), seen = new Set()) {
    if (seen.has(path)) return headers;
    seen.add(path);
    for (const written of files.get(path).includes) {
        const own = resolve(written, path);
        if (own) reached(own, headers, seen);
        else add(written, headers);
    }
    return headers;
}

function add(header, headers) {
    if (headers.has(header)) return;
    headers.add(header);
    for (const more of (brings[header] ?? brings[header.split("/")[0]] ?? "").split(" ")) if (more) add(more, headers);
}

const complaints = [];
for (const [path, { text }] of files) {
    const headers = reached(path);
    const told = new Set();
    const tell = (at, name, header) => {
        if (headers.has(header) || told.has(header)) return;
        told.add(header);
        complaints.push(`${path}:${text.slice(0, at).split("\n").length}: ${name} needs #include <${header}>`);
    };
    const code = without_comments_and_texts(text);
    for (const match of code.matchAll(/\bstd::(?:ranges::|chrono::|filesystem::|numbers::)?\w+/g)) {
        const header = home_of.get(match[0]);
        if (header) tell(match.index, match[0], header);
    }
    for (const match of code.matchAll(/\bfmt::\w+/g)) tell(match.index, match[0], "fmt/format.h");
    for (const match of code.matchAll(/(?<![\w:])assert\(/g)) tell(match.index, "assert", "cassert");
    for (const match of code.matchAll(/\b(?:TEST|TEST_P|TEST_F)\(/g)) tell(match.index, "TEST", "gtest/gtest.h");
}
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exit(1);
console.log(`includes: ${files.size} files, each reaches what it uses`);
