#include "apps/sweetspot/live/live_ask.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "base/choice_text.hpp"
#include "base/one_line.hpp"

namespace sweetspot::app {
namespace {

using namespace study_report;

constexpr std::size_t longest_client = 64;

LiveAsk::Reply sentence(int status, std::string text) {
    return {status, std::make_shared<const std::string>(std::move(text) + "\n")};
}

/// All that its answer depends on.
std::string key_of(const LiveAskable& study, const AskedQuestion& question) {
    return fmt::format("{} {} {} {} {} {}", study.version, fmt::join(question.factors, ","), to_string(question.norm),
                       choice_text(question.measure), question.limit ? fmt::format("{}", *question.limit) : "none",
                       to_string(question.centre));
}

/// Both points of an answer at once, where the machine can.
int threads_of(const AskedQuestion& question) {
    const bool is_quick = question.centre == AskedQuestion::Centre::of_study;
    return is_quick && std::thread::hardware_concurrency() > 1 ? 2 : 1;
}

LiveAsk::Reply reply_of(const AskQueue::Reply& reply) {
    switch (reply.outcome) {
        case AskQueue::Outcome::answered:
            return {200, reply.text};
        case AskQueue::Outcome::replaced:
            return sentence(429, "A newer question of yours took the place of this one.");
        case AskQueue::Outcome::full:
            return sentence(503, "Too many questions wait at this moment; ask again in a second.");
        default:
            return sentence(503, "The server ends.");
    }
}

}  // namespace

LiveAsk::Reply LiveAsk::reply(const std::shared_ptr<const LiveAskable>& study,
                              const std::multimap<std::string, std::string>& words) {
    if (!study) return sentence(409, "There is no answer yet that could be asked about.");
    const StudyConfig& config = study->model.study.config;
    if (study->model.own.missing > 0) return sentence(409, what_is_missing(config, study->model.own) + ".");
    std::string client;
    std::vector<std::pair<std::string, std::string>> given;
    for (const auto& [key, value] : words) {
        if (has_control_character(key + value))
            return sentence(400, "The question has a control character; leave it out.");
        if (key == "client") client = value.substr(0, longest_client);
        if (key != "client" && key != "token") given.emplace_back(key, value);
    }
    try {
        const AskedQuestion question = question_from(config, given);
        AskQueue& queue = question.centre == AskedQuestion::Centre::best ? slow_ : quick_;
        return reply_of(queue.ask(client, key_of(*study, question), [&] {
            return json_of(study->model, answer_to(study->model, question, Parallel(threads_of(question)))).dump();
        }));
    } catch (const std::invalid_argument& mistake) {
        return sentence(400, one_line(mistake.what()));  // it may repeat bytes that are no text
    } catch (const std::exception& trouble) {
        return sentence(500, trouble.what());
    }
}

void LiveAsk::end() {
    quick_.end();
    slow_.end();
}

std::shared_ptr<const LiveAskable> live_askable(const Study& study, const StudyView& view, std::string version,
                                                int threads) {
    const bool any = std::ranges::any_of(view.trials, [](const Trial& t) { return t.state == TrialState::complete; });
    if (!any) return nullptr;
    return std::make_shared<const LiveAskable>(LiveAskable{asked_model(study, view, threads), std::move(version)});
}

}  // namespace sweetspot::app
