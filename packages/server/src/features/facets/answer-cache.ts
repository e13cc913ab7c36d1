/** Answers that are made often and change seldom. Keys say all that an answer depends on, so entries never go stale; old ones fall out. */
export interface AnswerCache<T> {
  get(key: string): T | undefined
  set(key: string, answer: T): void
}

/** As much as weighs `capacity` together: what strangers ask for decides how many there are, not how much memory they take. */
export function answerCache<T>(capacity: number, weigh: (answer: T) => number): AnswerCache<T> {
  const kept = new Map<string, T>()
  let held = 0
  const drop = (key: string) => {
    const answer = kept.get(key)
    if (answer === undefined) return
    held -= weigh(answer)
    kept.delete(key)
  }
  return {
    get: (key) => kept.get(key),
    set(key, answer) {
      drop(key)
      kept.set(key, answer)
      held += weigh(answer)
      for (const oldest of kept.keys()) {
        if (held <= capacity || kept.size === 1) return
        drop(oldest)
      }
    },
  }
}
