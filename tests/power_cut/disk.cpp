#include "power_cut/disk.hpp"

#include <algorithm>

namespace sweetspot::power_cut {
namespace {

constexpr std::size_t sector = 512;

void put(std::string& contents, std::size_t position, std::string_view bytes) {
    if (contents.size() < position + bytes.size()) contents.resize(position + bytes.size(), '\0');
    contents.replace(position, bytes.size(), bytes);
}

/// Each sector for itself: as before, as written, or garbage.
void put_torn(std::string& contents, const DiskEvent& write, Rng& random) {
    for (std::size_t done = 0; done < write.bytes.size();) {
        const std::size_t at = write.position + done;
        const std::size_t count = std::min(sector - at % sector, write.bytes.size() - done);
        std::string part = write.bytes.substr(done, count);
        done += count;
        const std::uint64_t fate = random.below(3);
        if (fate == 0) continue;
        if (fate == 1) std::ranges::generate(part, [&] { return static_cast<char>(random.below(256)); });
        put(contents, at, part);
    }
}

void redo(std::string& contents, const DiskEvent& event) {
    if (event.kind == DiskEvent::Kind::cut) {
        contents.resize(event.position, '\0');
    } else {
        put(contents, event.position, event.bytes);
    }
}

}  // namespace

void Disk::apply(const DiskEvent& event) {
    using Kind = DiskEvent::Kind;
    switch (event.kind) {
        case Kind::make:
            names_[event.name].changed.emplace_back(event.file);
            break;
        case Kind::remove:
            names_[event.name].changed.emplace_back(std::nullopt);
            break;
        case Kind::write:
        case Kind::cut:
            files_[event.file].written.push_back(event);
            break;
        case Kind::sync: {
            File& file = files_[event.file];
            for (const DiskEvent& written : file.written) redo(file.synced, written);
            file.written.clear();
            break;
        }
        case Kind::sync_folder:
            for (auto& [_, name] : names_) {
                if (!name.changed.empty()) name.synced = name.changed.back();
                name.changed.clear();
            }
            break;
    }
}

Files Disk::after_power_cut(Survival survival, Rng& random) const {
    // Now and then nearly all of it, now and then hardly any.
    const double share = survival == Survival::everything ? 1 : survival == Survival::nothing ? 0 : random.uniform();
    const auto survives = [&] { return random.uniform() < share; };
    Files left;
    for (const auto& [text, name] : names_) {
        std::optional<FileNumber> there = name.synced;
        for (const auto& later : name.changed) {
            if (!survives()) break;  // of one name the changes come in order
            there = later;
        }
        if (!there) continue;
        std::string& contents = left[text];
        const auto file = files_.find(*there);
        if (file == files_.end()) continue;  // nothing was ever written to it
        contents = file->second.synced;
        for (const DiskEvent& event : file->second.written) {
            if (survives()) {
                redo(contents, event);
            } else if (survival == Survival::some && event.kind == DiskEvent::Kind::write && random.below(2) == 0) {
                put_torn(contents, event, random);
            }
        }
    }
    return left;
}

}  // namespace sweetspot::power_cut
