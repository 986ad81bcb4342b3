// Numbers of objects that no two share.
//
// Probes tell objects apart by System.identityHashCode. HotSpot draws these from a generator for
// each thread, and among a million some hundred are equal. It can also draw them from one generator
// that goes through all numbers below 2^31 - 1 before it comes to one again, by an experimental
// flag, -XX:hashCode=0, which it reads each time. This sets that flag, through the tables that the
// JVM exports for debuggers. Where it knows the form of headers a probe then draws numbers itself,
// a thousand million further on in the same row (java/java/lang/HeddleIdentity.java).
#pragma once

namespace heddle::agent {

// True when hashes differ from now on; false where the JVM has no such tables or no such flag.
// Before any thread but this runs Java code.
bool make_hashes_differ();

}  // namespace heddle::agent
