/** Caches a value derived from an immutable object, such as a configuration, while the object exists. */
export function oncePer<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { value: Value }>()
  return (key) => {
    let kept = made.get(key)
    if (kept === undefined) {
      kept = { value: make(key) }
      made.set(key, kept)
    }
    return kept.value
  }
}
