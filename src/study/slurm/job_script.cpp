#include "study/slurm/job_script.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "process/arguments.hpp"

namespace sweetspot::slurm {
namespace {

constexpr std::string_view script = R"sh(#!/bin/sh
# Made by sweetspot: evaluates trials of a study inside a job.
folder=$1
kind=$2
# An execution is known by who began it, and a number that has not been there.
stem=$SLURM_JOB_ID
last=${SLURM_RESTART_COUNT:-0}
run="$stem-$last"
node=${SLURMD_NODENAME:-$(hostname)}
child=
asked=no

# Asked to end: by scancel, a time limit, a preemption. The command is told, and what it then leaves is told as well.
asked_to_end() {
    asked=yes
    [ -z "$child" ] || kill -s TERM -- "-$child" 2>/dev/null
}
trap asked_to_end TERM INT

# A file that is there as a whole or not at all, its text from standard input.
publish() {
    new="$folder/new/${1##*/}.$run"
    cat >"$new" && sync "$new" && mv "$new" "$1" && sync "${1%/*}"
}

# Ends the command's processes, first by request, as one that is not in a hurry.
end_child() {
    kill -s TERM -- "-$1" 2>/dev/null
    for second in 1 2 3 4 5; do
        sleep 1
        kill -s 0 -- "-$1" 2>/dev/null || return
    done
    kill -s KILL -- "-$1" 2>/dev/null
}

# Of one evaluation in a pilot, which scancel would end as a whole.
watch_for_stop() {
    while kill -0 "$2" 2>/dev/null; do
        if [ -e "$folder/stop/$1" ]; then
            end_child "$2"
            return
        fi
        sleep 0.5
    done
}

evaluate() {
    control="$folder/trial-$1"
    # A controller that has lost its memory gives numbers out again.
    until mkdir "$control/run-$run" 2>/dev/null; do
        [ -d "$control/run-$run" ] || return 1
        last=$((last + 1))
        run="$stem-$last"
    done
    work="$control/run-$run"
    cp "$control"/parameters.* "$work" || return 1
    began=$(date +%s.%N)
    printf 'node %s\nsubmission %s\n' "$node" "$2" | publish "$folder/runs/$1.$run.started" || return 1
    SWEETSPOT_WORKDIR=$work setsid sh "$control/run.sh" "$work" </dev/null &
    child=$!
    watcher=
    if [ "$kind" = pilot ]; then
        watch_for_stop "$1" "$child" &
        watcher=$!
    fi
    wait "$child"
    status=$?
    # A signal to us interrupts waiting.
    while kill -0 "$child" 2>/dev/null; do
        wait "$child"
        status=$?
    done
    ended=$(date +%s.%N)
    kill -s KILL -- "-$child" 2>/dev/null
    child=
    # Slurm sends its request to end to the command as well, and perhaps a moment earlier than to us.
    [ "$status" -eq 0 ] || sleep 0.5
    [ -z "$watcher" ] || kill "$watcher" 2>/dev/null
    stopped=$asked
    [ ! -e "$folder/stop/$1" ] || stopped=yes
    can_run=yes
    [ ! -e "$work.cannot-run" ] || can_run=no
    # It was given up meanwhile, and nobody wants to know.
    [ -d "$work" ] || return 1
    for file in "$work/stdout" "$work/stderr" "$work"/results.*; do
        [ ! -f "$file" ] || sync "$file" || return 1
    done
    # Their names as well.
    sync "$work" && sync "$control" || return 1
    printf 'status %s\nnode %s\nbegan %s\nended %s\nasked %s\ncan_run %s\n' \
        "$status" "$node" "$began" "$ended" "$stopped" "$can_run" | publish "$folder/runs/$1.$run.ended"
}

one() {
    trial=$1
    submission=$2
    # Without its folder it was ended or has been collected.
    cd "$folder/trial-$trial" || exit 0
    # A later one has taken its place.
    [ ! -e "submission-$((submission + 1))" ] || exit 0
    # Two jobs of one name, one of which nobody has noticed: the first one does it.
    if ! mkdir "claim-$submission" 2>/dev/null; then
        [ -e "claim-$submission/$SLURM_JOB_ID" ] || exit 0
    fi
    : >"claim-$submission/$SLURM_JOB_ID" || exit 1
    evaluate "$trial" "$submission" || exit 1
}

# When the job's time is over, in seconds since 1970; empty: never.
end_of_time() {
    # A Slurm that says so itself need not be asked, for many pilots begin at once.
    if [ -n "${SLURM_JOB_END_TIME:-}" ]; then echo "$SLURM_JOB_END_TIME"; return; fi
    left=$(squeue --noheader --jobs="$SLURM_JOB_ID" --format=%L 2>/dev/null)
    printf '%s\n' "$left" | awk -v now="$(date +%s)" '
        /^[0-9:-]+$/ {
            days = 0; text = $0
            if (split($0, part, "-") == 2) { days = part[1]; text = part[2] }
            n = split(text, field, ":"); seconds = 0
            for (i = 1; i <= n; i++) seconds = 60 * seconds + field[i]
            print now + 86400 * days + seconds
        }'
}

pilot() {
    patience=$1
    longest=$2
    time_is_over=$(end_of_time)
    # What this job had taken before Slurm restarted it goes back.
    for old in "$folder"/taken/*."$SLURM_JOB_ID"-*; do
        [ ! -e "$old" ] || { task=${old##*/}; mv "$old" "$folder/waiting/${task%.*}"; }
    done
    stem=$run
    last=0
    idle_since=$(date +%s)
    pause=0.1
    while [ "$asked" = no ] && [ ! -e "$folder/excluded/$node" ]; do
        worked=no
        for task in "$folder"/waiting/*; do
            [ -e "$task" ] || continue
            now=$(date +%s)
            if [ -n "$time_is_over" ] && [ $((now + longest + 5)) -gt "$time_is_over" ]; then exit 0; fi
            [ ! -e "$folder/excluded/$node" ] || exit 0
            name=${task##*/}
            taken="$folder/taken/$name.$stem"
            mv "$task" "$taken" 2>/dev/null
            [ -e "$taken" ] || continue
            read -r trial <"$taken"
            last=$((last + 1))
            run="$stem-$last"
            evaluate "$trial" "${name##*-}"
            rm -f "$taken"
            took=$(($(date +%s) - now + 1))
            [ "$took" -le "$longest" ] || longest=$took
            [ "$asked" = no ] || exit 0
            worked=yes
        done
        now=$(date +%s)
        if [ "$worked" = yes ]; then
            idle_since=$now
            pause=0.1
            continue
        fi
        [ ! -e "$folder/closed" ] || exit 0
        [ $((now - idle_since)) -le "$patience" ] || exit 0
        [ $((now - idle_since)) -le 5 ] || pause=1
        sleep "$pause"
    done
}

[ "${SLURM_JOB_ID:-}" ] || { echo "this script is for Slurm" >&2; exit 1; }
shift 2
case $kind in
one) one "$@" ;;
pilot) pilot "$@" ;;
esac
)sh";

/// An argument with the work folder, known only to the job, as the shell's $1.
std::string word_with_work(std::string_view argument, const CommandOptions& options, Index number) {
    // Braces of these names are no placeholders to others, and stay.
    const std::string suffix = options.format == ObjectiveFormat::json ? ".json" : ".txt";
    const std::string mark = "\x01";
    const process::Placeholders placeholders = {{"params", mark + "/parameters" + suffix},
                                                {"results", mark + "/results" + suffix},
                                                {"number", std::to_string(number)},
                                                {"workdir", mark},
                                                {"folder", options.base_folder.string()}};
    std::string text = process::filled_in(argument, placeholders);
    std::string word;
    while (true) {
        const std::size_t at = text.find(mark);
        const std::string piece = text.substr(0, at);
        if (!piece.empty() || (at == std::string::npos && word.empty())) word += shell_word(piece);
        if (at == std::string::npos) return word;
        word += "\"$1\"";
        text.erase(0, at + mark.size());
    }
}

}  // namespace

std::string_view job_script() {
    return script;
}

std::string shell_word(std::string_view text) {
    std::string word = "'";
    for (const char c : text) {
        if (c == '\'') {
            word += "'\\''";
        } else {
            word += c;
        }
    }
    return word + "'";
}

std::string run_script(const CommandOptions& options, const EvaluationResources& resources, Index number) {
    const std::string suffix = options.format == ObjectiveFormat::json ? ".json" : ".txt";
    std::string text = "#!/bin/sh\n";
    std::string name = word_with_work(options.command.at(0), options, number);
    const bool is_path = options.command.at(0).find('/') != std::string::npos;
    if (is_path && !name.starts_with("\"$1\"")) {
        // Relative to the study file; the folder of work is another one.
        const std::string program = process::filled_in(
            options.command.at(0), {{"number", std::to_string(number)}, {"folder", options.base_folder.string()}});
        name = shell_word(process::find_program(program, options.base_folder).string());
    }
    text += fmt::format("program={}\n", name);
    text += is_path ? "if ! { [ -f \"$program\" ] && [ -x \"$program\" ]; }; then\n"
                    : "if ! command -v -- \"$program\" >/dev/null; then\n";
    text += "    : >\"$1.cannot-run\"\n    exit 127\nfi\ncd \"$1\" || exit 1\n";
    if (resources.memory) text += fmt::format("ulimit -v {:.0f}\n", std::ceil(*resources.memory / 1024));
    if (resources.cpu_time) {
        // SIGXCPU first, and time to tidy up. Where the node allows less, that holds.
        constexpr double grace = 5;
        const double limit = std::ceil(*resources.cpu_time);
        text += fmt::format("ulimit -S -t {:.0f}\nulimit -H -t {:.0f}\n", limit, limit + grace);
    }
    text += resources.nice > 0 ? fmt::format("exec nice -n {} \"$program\"", resources.nice) : "exec \"$program\"";
    for (std::size_t i = 1; i < options.command.size(); ++i) {
        text += ' ';
        text += word_with_work(options.command[i], options, number);
    }
    text += process::uses(options.command, "params") ? " </dev/null" : fmt::format(" <parameters{}", suffix);
    text += " >>stdout 2>>stderr\n";
    return text;
}

}  // namespace sweetspot::slurm
