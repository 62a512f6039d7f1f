// PostgreSQL's client library, loaded when it is first needed: whoever keeps studies in files does without it.
#pragma once

#include <libpq-fe.h>

// What we use of it, each by its own name.
#define SWEETSPOT_LIBPQ(member)                                                                             \
    member(PQconnectdbParams) member(PQfinish) member(PQstatus) member(PQerrorMessage) member(PQexec)       \
        member(PQexecParams) member(PQresultStatus) member(PQresultErrorField) member(PQresultErrorMessage) \
            member(PQclear) member(PQntuples) member(PQgetisnull) member(PQgetlength) member(PQgetvalue)    \
                member(PQsetNoticeProcessor) member(PQconninfoParse) member(PQconninfoFree) member(PQfreemem)

namespace sweetspot::storage {

/// Its functions, of the types that its header gives them.
struct Libpq {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a name that is declared has none.
#define SWEETSPOT_FUNCTION(name) decltype(&::name) name = nullptr;
    SWEETSPOT_LIBPQ(SWEETSPOT_FUNCTION)
#undef SWEETSPOT_FUNCTION
};

/// Refuses in one sentence where it is not installed.
[[nodiscard]] const Libpq& libpq();

}  // namespace sweetspot::storage
