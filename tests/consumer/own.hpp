// What a stranger adds to sweetspot, one file each, and main.cpp runs a search with.
#pragma once

#include <functional>
#include <memory>
#include <sweetspot/methods/iteration.hpp>
#include <sweetspot/problems/benchmark.hpp>
#include <sweetspot/search/optimizer.hpp>
#include <sweetspot/study/runner.hpp>

sweetspot::Options with_own_kernel();
sweetspot::QualityPtr own_measure();
sweetspot::Options with_own_sampling_rule();
sweetspot::Options with_own_method();
sweetspot::BenchmarkPtr own_problem();
std::unique_ptr<sweetspot::Evaluator> own_evaluator(std::function<double(const sweetspot::Vector& x)> f);
std::unique_ptr<sweetspot::Store> own_store();
