export function memoizedBy<K, V, T>(keyOf: (value: V) => K, find: (value: V) => T): (value: V) => T {
  const found = new Map<K, T>()
  return (value) => {
    const key = keyOf(value)
    let result = found.get(key)
    if (result === undefined) {
      result = find(value)
      found.set(key, result)
    }
    return result
  }
}
