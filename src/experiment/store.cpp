#include "experiment/store.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "base/check.hpp"
#include "storage/database.hpp"

namespace sweetspot {
namespace {

using storage::Database;
using storage::Statement;
using storage::Transaction;

/// Vectors are blobs of 64-bit floating-point numbers in the machine's order. The seed is text: SQLite's integers have
/// a sign.
constexpr std::string_view runs_tables = R"(
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    problem TEXT NOT NULL, dimension INTEGER NOT NULL, norm TEXT NOT NULL, method TEXT NOT NULL,
    profile TEXT NOT NULL, repeat INTEGER NOT NULL, evaluations INTEGER NOT NULL, score_every INTEGER NOT NULL,
    seed TEXT NOT NULL, seconds REAL NOT NULL,
    UNIQUE (problem, dimension, norm, method, profile, repeat, evaluations, score_every, seed)
) STRICT;
CREATE TABLE evaluations (
    run INTEGER NOT NULL REFERENCES runs (id), number INTEGER NOT NULL,
    x BLOB NOT NULL, y REAL NOT NULL,
    centre BLOB, quality REAL, own_centre BLOB, own_quality REAL,
    PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;)";

/// Files of version 1 do not have it: their runs recorded no promises.
constexpr std::string_view promises_table = R"(
CREATE TABLE promises (
    run INTEGER NOT NULL REFERENCES runs (id), number INTEGER NOT NULL,
    lower REAL NOT NULL, upper REAL NOT NULL,
    PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;)";

const storage::Format& experiment_format() {
    static const std::string schema = std::string(runs_tables) + std::string(promises_table);
    static constexpr std::array migrations = {promises_table};
    static const storage::Format format = {.what = "experiment",
                                           .application_id = 0x53774578,  // "SwEx"
                                           .version = 2,
                                           .schema = schema,
                                           .migrations = migrations};
    return format;
}

constexpr std::string_view key_columns =
    "problem, dimension, norm, method, profile, repeat, evaluations, score_every, seed";

std::uint64_t seed_in(const std::string& text) {
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (error == std::errc() && end == text.data() + text.size() && !text.empty()) return seed;
    throw storage::NotADatabase(fmt::format(
        "the experiment's file is damaged (the seed of a run is \"{}\"); put a copy of it in its place", text));
}

RunKey key_of(const Statement& row) {
    return {row.text(0),    row.integer(1), norm_named(row.text(2)), row.text(3),         row.text(4),
            row.integer(5), row.integer(6), row.integer(7),          seed_in(row.text(8))};
}

void bind_key(Statement& statement, const RunKey& key) {
    statement.bind(1, key.problem).bind(2, key.dimension).bind(3, to_string(key.norm)).bind(4, key.method);
    statement.bind(5, key.profile).bind(6, key.repeat).bind(7, key.evaluations).bind(8, key.score_every);
    statement.bind(9, std::to_string(key.seed));
}

void bind_number(Statement& statement, int parameter, double value) {
    if (std::isnan(value)) return;  // stays NULL
    statement.bind(parameter, value);
}

/// NaN where a column is NULL.
void set_column(Points& points, Index n, const Vector& x) {
    if (x.size() == points.rows()) points.col(n) = x;
}

bool same(const Points& a, const Points& b) {
    if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
    return ((a.array() == b.array()) || (a.array().isNaN() && b.array().isNaN())).all();
}

bool same(const RunRecord& a, const RunRecord& b) {
    return same(a.inputs, b.inputs) && same(a.outputs, b.outputs) && same(a.common.centres, b.common.centres) &&
           same(a.common.qualities, b.common.qualities) && same(a.own.centres, b.own.centres) &&
           same(a.own.qualities, b.own.qualities) && a.promises == b.promises;
}

}  // namespace

struct ExperimentStore::Implementation {
    Database database;
};

ExperimentStore::ExperimentStore(const std::filesystem::path& path, Open how)
    : implementation_(new Implementation{
          Database(path, experiment_format(),
                   how == Open::existing ? Database::Open::existing : Database::Open::create_if_missing)}) {}

ExperimentStore::~ExperimentStore() = default;

void ExperimentStore::keep_in_one_file() {
    implementation_->database.execute("PRAGMA journal_mode = DELETE");
}

ExperimentStore::ExperimentStore(ExperimentStore&&) noexcept = default;
ExperimentStore& ExperimentStore::operator=(ExperimentStore&&) noexcept = default;

std::set<RunKey> ExperimentStore::keys() const {
    std::set<RunKey> keys;
    Statement rows = implementation_->database.prepare(fmt::format("SELECT {} FROM runs", key_columns));
    while (rows.next()) keys.insert(key_of(rows));
    return keys;
}

void ExperimentStore::save(const RunKey& key, const RunRecord& run) {
    const Database& database = implementation_->database;
    Transaction transaction(database);
    Statement insert_run = database.prepare(
        fmt::format("INSERT OR IGNORE INTO runs ({}, seconds) VALUES (?,?,?,?,?,?,?,?,?,?) RETURNING id", key_columns));
    bind_key(insert_run, key);
    insert_run.bind(10, run.seconds);
    if (!insert_run.next()) return;
    const std::int64_t id = insert_run.integer(0);
    insert_run.run();
    const bool has_own = run.own.centres.cols() > 0;
    for (Index n = 0; n < run.outputs.size(); ++n) {
        Statement row = database.prepare("INSERT INTO evaluations VALUES (?,?,?,?,?,?,?,?)");
        row.bind(1, id).bind(2, n + 1).bind(3, run.inputs.col(n)).bind(4, run.outputs[n]);
        row.bind(5, run.common.centres.col(n));
        bind_number(row, 6, run.common.qualities[n]);
        if (has_own) {
            row.bind(7, run.own.centres.col(n));
            bind_number(row, 8, run.own.qualities[n]);
        }
        row.run();
    }
    for (const auto& [n, promise] : run.promises) {
        Statement row = database.prepare("INSERT INTO promises (run, number, lower, upper) VALUES (?,?,?,?)");
        row.bind(1, id).bind(2, n).bind(3, promise.lower).bind(4, promise.upper);
        row.run();
    }
    transaction.keep();
}

std::optional<RunRecord> ExperimentStore::load(const RunKey& key) const {
    const Database& database = implementation_->database;
    Statement find = database.prepare(
        "SELECT id, seconds FROM runs WHERE problem = ? AND dimension = ? AND norm = ? AND method = ? AND profile = ? "
        "AND repeat = ? AND evaluations = ? AND score_every = ? AND seed = ?");
    bind_key(find, key);
    if (!find.next()) return std::nullopt;
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    const auto reports = [&] {
        return Reports{Points::Constant(key.dimension, key.evaluations, nothing),
                       Vector::Constant(key.evaluations, nothing)};
    };
    RunRecord run{Points(key.dimension, key.evaluations), Vector(key.evaluations), reports(), {}, find.real(1), {}};
    Reports own = reports();
    Statement rows = database.prepare(
        "SELECT x, y, centre, quality, own_centre, own_quality FROM evaluations WHERE run = ? ORDER BY number");
    rows.bind(1, find.integer(0));
    Index n = 0;
    for (; rows.next() && n < key.evaluations; ++n) {
        set_column(run.inputs, n, rows.vector(0));
        run.outputs[n] = rows.real(1);
        set_column(run.common.centres, n, rows.vector(2));
        run.common.qualities[n] = rows.real(3);
        set_column(own.centres, n, rows.vector(4));
        own.qualities[n] = rows.real(5);
    }
    if (n != key.evaluations) {
        throw std::runtime_error(fmt::format("{}: {} has {} of {} evaluations; the file is damaged",
                                             database.path().string(), to_string(key), n, key.evaluations));
    }
    if (!own.centres.array().isNaN().all()) run.own = std::move(own);
    Statement promises = database.prepare("SELECT number, lower, upper FROM promises WHERE run = ?");
    promises.bind(1, find.integer(0));
    while (promises.next()) run.promises[promises.integer(0)] = {promises.real(1), promises.real(2)};
    return run;
}

Index ExperimentStore::merge(const std::filesystem::path& other) {
    const ExperimentStore from(other, Open::existing);
    const std::set<RunKey> here = keys();
    std::vector<RunKey> fresh;
    for (const RunKey& key : from.keys()) {
        if (!here.contains(key)) {
            fresh.push_back(key);
        } else {
            require(same(*load(key), *from.load(key)),
                    "{}: {} is in {} too, with another result, so it was made by another version or on another kind of "
                    "machine; delete one of the two",
                    other.string(), to_string(key), implementation_->database.path().string());
        }
    }
    for (const RunKey& key : fresh) save(key, *from.load(key));
    return std::ssize(fresh);
}

}  // namespace sweetspot
