import type { CurrentActor } from './actor.ts'

/** Passes on each piece, and the end, only while the actor has access, because uploads and downloads take minutes. */
export async function* withAccessChecks<T>(pieces: AsyncIterable<T>, currentActor: CurrentActor): AsyncGenerator<T> {
  for await (const piece of pieces) {
    await currentActor()
    yield piece
  }
  await currentActor()
}
