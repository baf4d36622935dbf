// SPDX-License-Identifier: Apache-2.0
#include "trgen/structure/series.hpp"

namespace trgen::structure {
namespace {

std::int64_t plus(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
std::int64_t minus(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}
std::int64_t times(std::uint64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(a * static_cast<std::uint64_t>(b));
}

/// Random access: whole iterations of loops are skipped by the sums of their bodies.
class Access {
 public:
  Access(const Series& series, std::uint64_t position) : series_(series), left_(position), value_(series.first) {}

  std::int64_t value() {
    walk(0, series_.shape.size(), 0);
    return value_;
  }

 private:
  std::size_t elements_in(std::size_t from, std::size_t to) const {
    std::size_t count = 0;
    for (std::size_t i = from; i < to; ++i) count += series_.shape[i].count == 0 ? 1U : 0U;
    return count;
  }

  std::int64_t sum(std::size_t from, std::size_t to, std::size_t element) const {
    std::int64_t all = 0;
    for (std::size_t i = from; i < to; i = behind(series_.shape, i)) {
      const Step& step = series_.shape[i];
      if (step.count == 0) {
        all = plus(all, series_.steps[element++]);
      } else {
        all = plus(all, times(step.count, sum(i + 1, behind(series_.shape, i), element)));
        element += elements_in(i + 1, behind(series_.shape, i));
      }
    }
    return all;
  }

  void walk(std::size_t from, std::size_t to, std::size_t element) {
    for (std::size_t i = from; i < to && left_ > 0; i = behind(series_.shape, i)) {
      const Step& step = series_.shape[i];
      if (step.count == 0) {
        value_ = plus(value_, series_.steps[element++]);
        --left_;
        continue;
      }
      const std::uint64_t of_body = executions(series_.shape, i + 1, behind(series_.shape, i));
      const std::uint64_t whole = std::min(step.count, left_ / of_body);
      value_ = plus(value_, times(whole, sum(i + 1, behind(series_.shape, i), element)));
      left_ -= whole * of_body;
      if (whole < step.count) return walk(i + 1, behind(series_.shape, i), element);
      element += elements_in(i + 1, behind(series_.shape, i));
    }
  }

  const Series& series_;
  std::uint64_t left_;
  std::int64_t value_;
};

void flatten(const std::vector<FoldNode<Difference>>& nodes, Series& out) {
  for (const auto& node : nodes) {
    const std::size_t at = out.shape.size();
    out.shape.push_back({});
    if (!node.is_loop()) {
      out.steps.push_back(node.element.value);
      continue;
    }
    flatten(node.body, out);
    out.shape[at] = {node.count, static_cast<std::uint32_t>(out.shape.size() - at - 1)};
  }
}

}  // namespace

std::int64_t Series::at(std::uint64_t position) const {
  return is_constant() ? first : Access(*this, position).value();
}

SeriesWalk::SeriesWalk(const Series& series)
    : series_(series), track_(series.shape), counters_(track_.depth()), value_(series.first) {}

std::int64_t SeriesWalk::next() {
  if (begun_ && !series_.is_constant()) {
    const std::uint32_t element = track_.next(at_, counters_.data());
    if (element != Track::end) value_ = plus(value_, series_.steps[element]);
  }
  begun_ = true;
  return value_;
}

SeriesBuilder::Differences& SeriesBuilder::differences() {
  if (!differences_) {
    differences_ = std::make_unique<Differences>();
    if (length_ > 1) differences_->add(Differences::repeated({0}, length_ - 1));
  }
  return *differences_;
}

void SeriesBuilder::add(std::int64_t value, std::uint64_t times, std::size_t most) {
  if (length_ == 0) first_ = last_ = value;
  const bool constant = length_ == 0 || (!differences_ && value == last_);
  if (!constant && !listed_) {
    Differences& all = differences();
    if (value != last_) all.add(Difference{minus(value, last_)});
    const std::uint64_t same = value != last_ ? times - 1 : times;
    if (same > 0) all.add(Differences::repeated({0}, same));
    limit(most);
  }
  length_ += times;
  last_ = value;
}

void SeriesBuilder::add_rise(std::int64_t step, std::uint64_t times, std::size_t most) {
  if (times == 0) return;
  if (step == 0) return add(last_, times, most);
  if (!listed_) {
    differences().add(Differences::repeated({step}, times));
    limit(most);
  }
  length_ += times;
  last_ = plus(last_, trgen::structure::times(times, step));
}

void SeriesBuilder::append(const SeriesBuilder& other, std::size_t most) {
  if (other.length_ == 0) return;
  if (other.listed_) give_up();
  if (!other.differences_ || listed_) {
    add(other.first_, other.length_, most);
  } else {
    if (length_ == 0) {
      first_ = other.first_;
    } else {
      differences().add(Difference{minus(other.first_, last_)});
    }
    if (!differences_) differences_ = std::make_unique<Differences>();
    for (const auto& node : other.differences_->nodes()) {
      differences_->add(FoldNode<Difference>(node));
      if (differences_->size() > most) break;
    }
    limit(most);
    length_ += other.length_;
  }
  last_ = other.last_;
}

Series SeriesBuilder::series() const {
  Series made{.first = first_, .shape = {}, .steps = {}};
  if (differences_) flatten(differences_->nodes(), made);
  return made;
}

}  // namespace trgen::structure
