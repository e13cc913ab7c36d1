/** Keeps what follows from an object that never changes, for as long as the object is there: configurations are replaced, not written to. */
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
