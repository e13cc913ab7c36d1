/** Answers that are made often and change seldom. Keys say all that an answer depends on, so entries never go stale; old ones fall out. */
export interface AnswerCache<T> {
  get(key: string): T | undefined
  set(key: string, answer: T): void
}

export function answerCache<T>(size: number): AnswerCache<T> {
  const kept = new Map<string, T>()
  return {
    get: (key) => kept.get(key),
    set(key, answer) {
      kept.delete(key)
      kept.set(key, answer)
      if (kept.size > size) kept.delete(kept.keys().next().value!)
    },
  }
}
