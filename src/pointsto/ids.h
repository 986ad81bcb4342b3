// The numbers by which the points-to analysis speaks of its things. They are minted in the order in
// which one thread meets them and mean nothing outside one answer.
#pragma once

#include <cstdint>

namespace heddle::pointsto {

enum class SiteId : std::uint32_t {};      // where objects come from: sites.h
enum class ObjectId : std::uint32_t {};    // a site in a heap context: state.h
enum class ContextId : std::uint32_t {};   // contexts.h; 0 is the empty one
enum class InstanceId : std::uint32_t {};  // a method in a context: state.h
enum class NodeId : std::uint32_t {};      // a pointer: graph.h
enum class TypeIndex : std::uint32_t {};   // of an object's type: types.h
enum class FilterId : std::uint32_t {};    // which types pass: types.h; 0 lets all pass

inline constexpr ContextId kEmptyContext{0};
inline constexpr FilterId kNoFilter{0};

// The instruction of what a model does.
inline constexpr std::uint32_t kModelInstruction = 0xFFFF'FFFF;

}  // namespace heddle::pointsto
