// A real Slurm cluster of two nodes on this machine: munged, slurmctld and two slurmd, on loopback, in a scratch
// folder, stopped with the object. Needs root and Debian's packages slurmctld, slurmd, slurm-client and munge.
#pragma once

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/child.hpp"
#include "support/free_port.hpp"
#include "support/processes.hpp"
#include "support/run_program.hpp"

namespace sweetspot::support {

/// Where a system program is; empty if it is not installed.
inline std::string system_program(const std::string& name) {
    for (const std::string folder : {"/usr/sbin/", "/usr/bin/", "/sbin/", "/bin/", "/usr/local/sbin/"}) {
        if (std::filesystem::exists(folder + name)) return folder + name;
    }
    return "";
}

class SlurmCluster {
  public:
    /// Why none can be started here; empty if one can.
    static std::string obstacle() {
        if (geteuid() != 0) return "a Slurm cluster of one machine is started by root alone";
        for (const std::string name : {"munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "setpriv"}) {
            if (system_program(name).empty()) return name + " is not installed; make slurm-deps installs it";
        }
        return "";
    }

    /// The one of this test program, started when it is first asked for.
    static SlurmCluster& of_this_program() {
        static SlurmCluster cluster;
        return cluster;
    }

    SlurmCluster() {
        std::string key;
        std::random_device random;
        for (int i = 0; i < 1024; ++i) key += static_cast<char>(random() & 0xff);
        static_cast<void>(scratch_.write("munge.key", key));
        std::filesystem::permissions(scratch_.file("munge.key"), std::filesystem::perms::owner_read);
        for (const char* name : {"state", "log"}) std::filesystem::create_directory(scratch_.file(name));
        static_cast<void>(scratch_.write("slurm.conf", configuration()));
        setenv("SLURM_CONF", scratch_.file("slurm.conf").c_str(), 1);
        munged_ = daemon(
            "munged", {"--force", "--foreground", "--key-file=" + scratch_.file("munge.key"),
                       "--socket=" + scratch_.file("munge.sock"), "--pid-file=" + scratch_.file("munged.pid"),
                       "--log-file=" + scratch_.file("log/munged.log"), "--seed-file=" + scratch_.file("munge.seed")});
        wait_until([&] { return std::filesystem::exists(scratch_.file("munge.sock")); }, "munged does not start");
        start_controller();
        for (const char* node : {"n1", "n2"}) nodes_.push_back(daemon("slurmd", {"-D", "-N", node}));
        wait_until(
            [&] {
                return ask("sinfo", {"--noheader", "--format=%t %D"}).out == "idle 2\n";
            },
            "the nodes do not become idle: " + ask("sinfo", {}).out);
    }

    ~SlurmCluster() {
        nodes_.clear();
        controller_.reset();
        munged_.reset();
        end_what_is_left();
    }
    SlurmCluster(const SlurmCluster&) = delete;
    SlurmCluster& operator=(const SlurmCluster&) = delete;

    void stop_controller() { controller_.reset(); }
    void start_controller() { controller_ = daemon("slurmctld", {"-D"}); }

    static ProgramResult ask(const std::string& command, const std::vector<std::string>& arguments) {
        return run_program(system_program(command), arguments);
    }
    /// The numbers of our jobs that have not ended, by state ("RUNNING"; empty: any) and name.
    static std::vector<std::string> jobs(const std::string& state = "") {
        std::vector<std::string> words = {"--noheader", "--array", "--format=%A"};
        if (!state.empty()) words.push_back("--states=" + state);
        std::vector<std::string> found;
        std::string line;
        std::istringstream lines(ask("squeue", words).out);
        while (std::getline(lines, line)) found.push_back(line);
        return found;
    }
    /// Ends all jobs, and waits until they have left their nodes.
    static void clear() {
        static_cast<void>(ask("scancel", {"--user=root"}));
        wait_until([] { return jobs().empty(); }, "jobs do not end");
        // A node whose job was ended in the middle may have stepped aside.
        wait_until(
            [] {
                if (are_idle()) return true;
                static_cast<void>(ask("scontrol", {"update", "NodeName=n1,n2", "State=RESUME"}));
                return false;
            },
            "the nodes do not become idle");
    }

    static bool are_idle() { return ask("sinfo", {"--noheader", "--format=%t %D"}).out == "idle 2\n"; }

    template <class Condition>
    static void wait_until(const Condition& holds, const std::string& otherwise) {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (!holds()) {
            if (std::chrono::steady_clock::now() > deadline) throw std::runtime_error(otherwise);
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
    }

  private:
    /// Ends with this program, whatever ends it.
    std::unique_ptr<Child> daemon(const std::string& name, const std::vector<std::string>& arguments) const {
        std::vector<std::string> words = {"--pdeathsig", "KILL", system_program(name)};
        words.insert(words.end(), arguments.begin(), arguments.end());
        return std::make_unique<Child>(system_program("setpriv"), words);
    }

    [[nodiscard]] std::string configuration() const {
        const std::string folder = std::filesystem::path(scratch_.file("x")).parent_path().string();
        const auto port = [] { return std::to_string(free_port()); };
        return "ClusterName=test\nSlurmctldHost=localhost\nSlurmctldPort=" + port() +
               "\nAuthType=auth/munge\nCryptoType=crypto/munge\nAuthInfo=socket=" + folder +
               "/munge.sock\nSlurmUser=root\nStateSaveLocation=" + folder + "/state\nSlurmdSpoolDir=" + folder +
               "/spool_%n\nSlurmctldPidFile=" + folder + "/ctld.pid\nSlurmdPidFile=" + folder +
               "/slurmd_%n.pid\nSlurmctldLogFile=" + folder + "/log/ctld.log\nSlurmdLogFile=" + folder +
               "/log/slurmd_%n.log\nProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\n"
               "SchedulerType=sched/"
               "backfill\nSchedulerParameters=batch_sched_delay=0,sched_min_interval=0,bf_interval=1\n"
               "SelectType=select/cons_tres\nSelectTypeParameters=CR_CPU_Memory\nReturnToService=2\n"
               "SwitchType=switch/none\nMpiDefault=none\nSlurmdParameters=config_overrides\n"
               "MinJobAge=10\nKillWait=3\nJobRequeue=1\n"
               // Without the kernel's control groups the memory of a job is measured, and the job ended, by Slurm.
               "JobAcctGatherType=jobacct_gather/linux\nJobAcctGatherFrequency=1\nJobAcctGatherParams=OverMemoryKill\n"
               "NodeName=n1 NodeHostname=localhost NodeAddr=127.0.0.1 Port=" +
               port() +
               " CPUs=4 RealMemory=2000\nNodeName=n2 NodeHostname=localhost NodeAddr=127.0.0.1 Port=" + port() +
               " CPUs=4 RealMemory=2000\nPartitionName=main Nodes=n1,n2 Default=YES MaxTime=INFINITE "
               "DefMemPerCPU=100 State=UP\n";
    }

    /// Jobs and the processes that hold them outlive slurmd by design; all have our configuration in their environment.
    void end_what_is_left() const {
        const std::string mark = "SLURM_CONF=" + scratch_.file("slurm.conf");
        const auto ours = processes_whose(
            "environ", [&](const std::string& environment) { return environment.find(mark) != std::string::npos; });
        for (const pid_t process : ours) {
            if (process != getpid()) kill(process, SIGKILL);
        }
    }

    ScratchDirectory scratch_;
    std::unique_ptr<Child> munged_;
    std::unique_ptr<Child> controller_;
    std::vector<std::unique_ptr<Child>> nodes_;
};

}  // namespace sweetspot::support
