// One description for both ways: Walk<Saver> writes what Walk<Loader> reads. Lists that many owners
// have are laid end to end in one array, with their lengths in another: reading them is a few large
// copies, and the owners' spans are cut from those.
#include "pointsto/snapshot.h"

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/id.h"
#include "base/persist.h"
#include "pointsto/snapshot_shapes.h"
#include "pointsto/solver.h"
#include "pointsto/state.h"

namespace heddle::pointsto {

using base::index;
using base::Loader;
using base::Saver;

namespace {

// A flat map or set of plain keys, in any order.
template <typename Archive, typename Map>
void persist_map(Archive& archive, Map& map) {
  using Key = typename Map::key_type;
  using Value = typename Map::mapped_type;
  std::vector<Key> keys;
  std::vector<Value> values;
  if constexpr (!Archive::kLoads) {
    for (const auto& [key, value] : map) {
      keys.push_back(key);
      values.push_back(value);
    }
  }
  archive.array(keys);
  archive.array(values);
  if constexpr (Archive::kLoads) {
    if (keys.size() != values.size()) return archive.fail();
    map.reserve(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) map.emplace(keys[i], values[i]);
  }
}

template <typename Archive, typename Set>
void persist_set(Archive& archive, Set& set) {
  using Key = typename Set::key_type;
  if constexpr (Archive::kLoads) {
    const std::span<const Key> keys = archive.template view<Key>();
    set.reserve(keys.size());
    for (const Key key : keys) set.insert(key);
  } else {
    archive.template pieces<Key>(set.size(), [&](auto&& put) {
      for (const Key& key : set) put(std::span<const Key>(&key, 1));
    });
  }
}

// Lists end to end.
template <typename Archive, typename T>
void persist_lists(Archive& archive, std::vector<std::vector<T>>& lists) {
  std::vector<std::uint32_t> sizes;
  std::vector<T> all;
  if constexpr (!Archive::kLoads) {
    for (const std::vector<T>& list : lists) {
      sizes.push_back(static_cast<std::uint32_t>(list.size()));
      all.insert(all.end(), list.begin(), list.end());
    }
  }
  archive.array(sizes);
  archive.array(all);
  if constexpr (Archive::kLoads) {
    std::size_t first = 0;
    for (const std::uint32_t size : sizes) {
      if (first + size > all.size()) return archive.fail();
      lists.emplace_back(all.begin() + static_cast<std::ptrdiff_t>(first),
                         all.begin() + static_cast<std::ptrdiff_t>(first + size));
      first += size;
    }
  }
}

template <typename Archive>
void persist_unmodelled(Archive& archive, std::vector<Unmodelled>& list) {
  std::uint64_t count = list.size();
  archive.value(count);
  if constexpr (Archive::kLoads) list.clear();
  for (std::uint64_t i = 0; i < count && !archive.failed(); ++i) {
    if constexpr (Archive::kLoads) list.emplace_back();
    Unmodelled& one = list[i];
    archive.value(one.kind);
    archive.value(one.method);
    archive.value(one.instruction);
    archive.text(one.what);
  }
}

}  // namespace

struct Snapshot::Walk {
  bool resumable = false;

  template <typename Archive>
  void sites(Archive& archive, SiteTable& table) const {
    archive.array(table.sites_);
    base::TextList texts;
    for (const std::string_view text : table.texts_) texts.add(text);
    texts.persist(archive);
    if constexpr (Archive::kLoads) {
      for (std::size_t i = 0; i < texts.size(); ++i)
        table.texts_.push_back(table.text_memory_.copy(texts[i]));
      if (!resumable) return;
      table.ids_.reserve(table.sites_.size());
      for (std::size_t i = 0; i < table.sites_.size(); ++i)
        table.ids_.emplace(table.sites_[i], base::id_at<SiteId>(i));
      for (std::uint32_t i = 0; i < table.texts_.size(); ++i)
        table.text_ids_.emplace(table.texts_[i], i);
    }
  }

  template <typename Archive>
  void contexts(Archive& archive, ContextTable& table) const {
    archive.array(table.elements_);
    archive.array(table.cells_);
    archive.array(table.contexts_);
    if constexpr (Archive::kLoads) {
      if (!resumable) return;
      for (std::size_t i = 0; i < table.elements_.size(); ++i) {
        const Element& element = table.elements_[i];
        const ElementId id = base::id_at<ElementId>(i);
        const std::uint64_t pair = std::uint64_t{element.a} << 32U | element.b;
        switch (element.kind) {
          case Element::Kind::kSite: table.sites_.emplace(element.a, id); break;
          case Element::Kind::kCall: table.calls_.emplace(pair, id); break;
          case Element::Kind::kOrigin: table.origins_.emplace(pair, id); break;
        }
      }
      // The first is the empty list, which is not made of anything.
      for (std::size_t i = 1; i < table.cells_.size(); ++i) {
        const ContextTable::Cell& cell = table.cells_[i];
        table.lists_.emplace(std::uint64_t{index(cell.head)} << 32U | index(cell.tail),
                             base::id_at<ListId>(i));
      }
      table.ids_.reserve(table.contexts_.size());
      for (std::size_t i = 0; i < table.contexts_.size(); ++i)
        table.ids_.emplace(table.contexts_[i], base::id_at<ContextId>(i));
    }
  }

  template <typename Archive>
  void types(Archive& archive, TypeTable& table) const {
    struct Row {
      ir::Type type;
      std::uint32_t slots = 0;
    };
    std::vector<Row> rows;
    for (const TypeTable::TypeInfo& info : table.types_) rows.push_back({info.type, info.slots});
    archive.array(rows);
    archive.array(table.class_slots_);
    archive.array(table.field_slots_);
    if constexpr (Archive::kLoads) {
      for (const Row& row : rows) {
        TypeTable::TypeInfo info;
        info.type = row.type;
        info.slots = row.slots;
        info.dispatch = row.type.is_class() ? row.type.class_id() : table.program_.object();
        table.by_type_.emplace(row.type.bits(), base::id_at<TypeIndex>(table.types_.size()));
        table.types_.push_back(std::move(info));
      }
    }
    if (resumable) filters(archive, table);
  }

  template <typename Archive>
  void filters(Archive& archive, TypeTable& table) const {
    std::vector<std::vector<FilterId>> passed;
    std::vector<ir::Type> filter_types;
    std::vector<std::vector<ir::Type>> exceptions;
    if constexpr (!Archive::kLoads) {
      for (const TypeTable::TypeInfo& info : table.types_) passed.push_back(info.filters);
      for (const TypeTable::Filter& filter : table.filters_) {
        filter_types.push_back(filter.type);
        exceptions.push_back(filter.except);
      }
    }
    persist_lists(archive, passed);
    archive.array(filter_types);
    persist_lists(archive, exceptions);
    persist_lists(archive, table.below_);
    archive.array(table.array_filters_);
    archive.array(table.throwable_filters_);
    archive.array(table.arrays_);
    archive.array(table.throwables_);
    // Those of one key stand in the order in which they were made.
    std::vector<std::uint64_t> keys;
    std::vector<std::vector<FilterId>> same_key;
    if constexpr (!Archive::kLoads) {
      for (const auto& [key, list] : table.exception_filters_) {
        keys.push_back(key);
        same_key.push_back(list);
      }
    }
    archive.array(keys);
    persist_lists(archive, same_key);
    if constexpr (Archive::kLoads) {
      if (passed.size() != table.types_.size() || exceptions.size() != filter_types.size() ||
          keys.size() != same_key.size())
        return archive.fail();
      for (std::size_t i = 0; i < passed.size(); ++i) table.types_[i].filters = passed[i];
      table.filters_.clear();
      for (std::size_t i = 0; i < filter_types.size(); ++i) {
        table.filters_.push_back(
            {.type = filter_types[i], .except = std::move(exceptions[i]), .mask = {}});
        if (i != 0 && table.filters_.back().except.empty())
          table.class_filters_.emplace(filter_types[i].bits(), base::id_at<FilterId>(i));
      }
      for (std::size_t i = 0; i < keys.size(); ++i)
        table.exception_filters_.emplace(keys[i], std::move(same_key[i]));
    }
  }

  // --- the graph ---------------------------------------------------------------------------------

  void sets(Saver& saver, const std::vector<ObjectSet>& sets) const {
    std::uint64_t ids = 0, blocks = 0;
    boost::unordered_flat_map<const void*, std::uint32_t> first_of;  // by what sets share
    std::vector<const ObjectSet*> large;
    saver.pieces<SetRow>(sets.size(), [&](auto&& put) {
      for (std::uint32_t i = 0; i < sets.size(); ++i) {
        const ObjectSet& set = sets[i];
        SetRow row{.size = set.size_, .blocks = set.is_large() ? set.block_count_ : 0U};
        if (!set.is_large()) {
          ids += set.size_;
        } else if (const auto [place, fresh] = first_of.try_emplace(set.identity(), i); fresh) {
          blocks += set.block_count_;
          large.push_back(&set);
        } else {
          row = {.size = place->second, .blocks = SetRow::kAsAnother};
        }
        put(std::span<const SetRow>(&row, 1));
      }
    });
    saver.pieces<std::uint32_t>(ids, [&](auto&& put) {
      for (const ObjectSet& set : sets)
        if (!set.is_large()) put(set.ids());
    });
    saver.pieces<std::uint32_t>(blocks, [&](auto&& put) {
      for (const ObjectSet* set : large)
        put(std::span<const std::uint32_t>(set->indices(), set->block_count_));
    });
    saver.pieces<std::uint64_t>(blocks * 4, [&](auto&& put) {
      for (const ObjectSet* set : large)
        put(std::span<const std::uint64_t>(set->words(), std::size_t{set->block_count_} * 4));
    });
  }

  void sets(Loader& loader, std::vector<ObjectSet>& sets, SetPool& pool) const {
    const auto rows = loader.view<SetRow>();
    auto ids = loader.view<std::uint32_t>();
    auto indices = loader.view<std::uint32_t>();
    auto words = loader.view<std::uint64_t>();
    sets.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const SetRow row = rows[i];
      ObjectSet& set = sets[i];
      if (row.blocks == 0) {
        if (row.size > ids.size()) return loader.fail();
        set.size_ = row.size;
        if (row.size > 2) {
          set.size_class_ = static_cast<std::uint8_t>(SetPool::class_of(row.size * 4));
          set.small_ = static_cast<std::uint32_t*>(pool.take(set.size_class_));
        }
        std::copy_n(ids.data(), row.size, set.ids_data());
        ids = ids.subspan(row.size);
        continue;
      }
      if (row.blocks == SetRow::kAsAnother) {
        if (row.size >= i) return loader.fail();
        set.share(sets[row.size], pool);
        continue;
      }
      const std::size_t word_count = std::size_t{row.blocks} * 4;
      if (row.blocks > indices.size() || word_count > words.size()) return loader.fail();
      set.large_ = true;
      set.large_words_ = nullptr;
      set.reserve_blocks(row.blocks, pool);
      set.size_ = row.size;
      set.block_count_ = static_cast<std::uint16_t>(row.blocks);
      std::copy_n(indices.data(), row.blocks, set.indices());
      std::copy_n(words.data(), word_count, set.words());
      indices = indices.subspan(row.blocks);
      words = words.subspan(word_count);
    }
  }

  void edges(Saver& saver, const Graph& graph) const {
    std::uint64_t count = 0;
    saver.pieces<EdgeRow>(graph.edges_.size(), [&](auto&& put) {
      for (const Graph::EdgeList& list : graph.edges_) {
        const EdgeRow row{.size = list.size, .needed = list.needed};
        put(std::span<const EdgeRow>(&row, 1));
        count += list.size;
      }
    });
    saver.pieces<Edge>(count, [&](auto&& put) {
      for (const Graph::EdgeList& list : graph.edges_)
        put(std::span<const Edge>(list.data, list.size));
    });
  }

  void edges(Loader& loader, Graph& graph) const {
    const auto rows = loader.view<EdgeRow>();
    auto all = loader.view<Edge>();
    graph.edges_.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      Graph::EdgeList& list = graph.edges_[i];
      list.size = rows[i].size;
      list.needed = rows[i].needed;
      if (list.size > all.size()) return loader.fail();
      if (list.size == 0) continue;
      // As Graph::append() grows them.
      const std::size_t capacity = std::bit_ceil(std::max(list.size, 2U));
      list.data = static_cast<Edge*>(graph.pool_.take(SetPool::class_of(capacity * sizeof(Edge))));
      std::copy_n(all.data(), list.size, list.data);
      all = all.subspan(list.size);
    }
  }

  template <typename Archive>
  void graph(Archive& archive, Graph& graph) const {
    if constexpr (Archive::kLoads) {
      sets(archive, graph.points_, graph.pool_);
    } else {
      sets(archive, graph.points_);
    }
    archive.array(graph.parent_);
    archive.value(graph.counts_);
    if (!resumable) return;
    edges(archive, graph);
    archive.array(graph.next_member_);
    archive.array(graph.marked_);
    archive.array(graph.position_);
    archive.array(graph.at_position_);
    archive.value(graph.queue_.cursor_);
    archive.value(graph.ranked_edges_);
    // At a fixed point nothing is new and nobody waits.
    if constexpr (Archive::kLoads) graph.news_.resize(graph.parent_.size());
  }

  // --- the state ---------------------------------------------------------------------------------

  template <typename Archive>
  void instances(Archive& archive, State& state) const {
    struct Row {
      ir::MethodId method{};
      ContextId context{};
      NodeId first{};
      std::uint32_t first_call = 0;
    };
    std::vector<Row> rows;
    for (const Instance& one : state.instances)
      rows.push_back({one.method, one.context, one.first, one.first_call});
    archive.array(rows);
    if constexpr (Archive::kLoads) {
      state.instances.reserve(rows.size());
      for (const Row& row : rows) {
        if (!state.shapes.knows(row.method)) return archive.fail();
        state.instances.push_back({.method = row.method,
                                   .context = row.context,
                                   .shape = &state.shapes.shape(row.method),
                                   .first = row.first,
                                   .first_call = row.first_call});
      }
    }
  }

  template <typename Archive>
  void state(Archive& archive, State& state) const {
    sites(archive, state.sites);
    contexts(archive, state.contexts);
    types(archive, state.types);
    ShapeLists shapes;
    if constexpr (!Archive::kLoads) shapes.add_all(state.shapes.shapes_);
    shapes.persist(archive);
    if constexpr (Archive::kLoads) {
      if (!shapes.hand_out(state.shapes.arena_, state.shapes.shapes_)) return archive.fail();
      state.shapes.built_ = shapes.size();
    }
    persist_unmodelled(archive, state.shapes.unmodelled_);
    graph(archive, state.graph);
    archive.array(state.objects);
    instances(archive, state);
    archive.array(state.call_edges);
    archive.array(state.statics);
    persist_map(archive, state.phantom_fields);
    archive.value(state.threads);
    archive.value(state.work);
    archive.value(state.junctions);
    persist_unmodelled(archive, state.unmodelled);
    if constexpr (Archive::kLoads) {
      if (!archive.failed()) index_things(state);
    }
  }

  void index_things(State& state) const {
    state.object_ids.reserve(state.objects.size());
    for (std::size_t i = 0; i < state.objects.size(); ++i) {
      const Object& object = state.objects[i];
      const ObjectId id = base::id_at<ObjectId>(i);
      state.object_ids.emplace(std::uint64_t{index(object.site)} << 32U | index(object.heap), id);
      if (resumable) state.types.add_object(id, object.type);
    }
    state.instance_ids.reserve(state.instances.size());
    for (std::size_t i = 0; i < state.instances.size(); ++i) {
      const Instance& one = state.instances[i];
      state.instance_ids.emplace(std::uint64_t{index(one.method)} << 32U | index(one.context),
                                 base::id_at<InstanceId>(i));
    }
  }

  template <typename Archive>
  void solver(Archive& archive, Solver& solver) const {
    archive.array(solver.owners_);
    std::uint64_t begun = solver.begun_;
    archive.value(begun);
    solver.begun_ = begun;
    archive.value(solver.call_sites_);
    archive.value(solver.steps_);
    archive.value(solver.steps_without_contexts_);
    archive.array(solver.initialized_);
    persist_set(archive, solver.known_edges_);
    groups(archive, solver.groups_);
    persist_set(archive, solver.handle_runs_);
    persist_set(archive, solver.operated_);
    persist_map(archive, solver.gathered_);
    persist_map(archive, solver.holders_);
    archive.value(solver.register_finalizer_);
    archive.array(solver.thrown_);
    archive.array(solver.services_loaded_);
    archive.array(solver.waiting_);
    requests(archive, solver.requests_);
  }

  // Where a callee does not follow the one before, that one's row was closed.
  static void add_all(CallGroups& groups, std::uint32_t group,
                      std::span<const CallTarget> targets) {
    for (const CallTarget& target : targets) {
      if (target.kind == CallTarget::Kind::kPlain && target.ordinal != groups[group].callees.size())
        groups.close_last_row(group);
      groups.add(group, target);
    }
  }

  template <typename Archive>
  void groups(Archive& archive, CallGroups& groups) const {
    persist_map(archive, groups.numbers_);
    persist_map(archive, groups.reached_);
    if constexpr (Archive::kLoads) {
      for (const auto& [site_and_row, callees] : groups.reached_)
        groups.make_member(static_cast<std::uint32_t>(site_and_row >> 32U));
    }
    std::uint64_t count = groups.groups_.size();
    archive.value(count);
    for (std::uint64_t i = 0; i < count && !archive.failed(); ++i) {
      if constexpr (Archive::kLoads) groups.groups_.emplace_back();
      CallGroup& group = groups.groups_[i];
      std::vector<CallTarget> targets = group.targets;
      archive.array(targets);
      std::vector<CallGroup::Row> rows = group.rows;
      archive.array(rows);
      archive.value(group.arguments);
      if constexpr (Archive::kLoads) {
        add_all(groups, static_cast<std::uint32_t>(i), targets);
        if (group.rows.size() != rows.size()) return archive.fail();
        group.rows = rows;
        if (!rows.empty() && !base::is_none(rows.back().junction))
          groups.close_last_row(static_cast<std::uint32_t>(i));
      }
    }
  }

  template <typename Archive>
  void requests(Archive& archive, std::vector<Solver::Request>& requests) const {
    std::uint64_t count = requests.size();
    archive.value(count);
    for (std::uint64_t i = 0; i < count && !archive.failed(); ++i) {
      if constexpr (Archive::kLoads) requests.emplace_back();
      Solver::Request& request = requests[i];
      archive.value(request.caller);
      archive.value(request.site);
      archive.value(request.instruction);
      archive.value(request.method);
      archive.value(request.invocation);
      archive.value(request.starts);
      archive.value(request.casts);
      archive.value(request.started);
      archive.array(request.arguments);
      archive.value(request.result);
      archive.value(request.thrown);
    }
  }

  struct SetRow {
    static constexpr std::uint32_t kAsAnother = 0xFFFF'FFFF;
    std::uint32_t size = 0;    // or the number of an earlier set that is the same
    std::uint32_t blocks = 0;  // 0: small; kAsAnother
  };
  struct EdgeRow {
    std::uint32_t size = 0, needed = 0;
  };
};

// A Saver changes nothing of what it is shown.

void Snapshot::save_resumable(const State& state, const Solver& solver, Saver& saver) {
  const Walk walk{.resumable = true};
  walk.state(saver, const_cast<State&>(state));
  walk.solver(saver, const_cast<Solver&>(solver));
}

bool Snapshot::load_resumable(State& state, Solver& solver, Loader& loader) {
  const Walk walk{.resumable = true};
  walk.state(loader, state);
  walk.solver(loader, solver);
  return !loader.failed();
}

void Snapshot::save_answer(const State& state, Saver& saver) {
  Walk{.resumable = false}.state(saver, const_cast<State&>(state));
}

bool Snapshot::load_answer(State& state, Loader& loader) {
  Walk{.resumable = false}.state(loader, state);
  return !loader.failed();
}

}  // namespace heddle::pointsto
