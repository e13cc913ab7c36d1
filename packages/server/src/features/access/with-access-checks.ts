import type { CurrentActor } from './actor.ts'

/** Uploads and downloads take minutes, so each piece, and the end, is passed on only while the actor still has access. */
export async function* withAccessChecks<T>(pieces: AsyncIterable<T>, currentActor: CurrentActor): AsyncGenerator<T> {
  for await (const piece of pieces) {
    await currentActor()
    yield piece
  }
  await currentActor()
}
