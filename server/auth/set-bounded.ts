/** Sets a key of a Map that never grows past `limit`: the oldest entry goes first. */
export function setBounded<K, V>(map: Map<K, V>, key: K, value: V, limit: number): void {
  // A Map keeps the order of insertion.
  const oldest = map.size >= limit && !map.has(key) ? map.keys().next() : null
  if (oldest !== null && !oldest.done) map.delete(oldest.value)
  map.set(key, value)
}
