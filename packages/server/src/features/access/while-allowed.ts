import type { CurrentActor } from './actor.ts'

/** Passes on each piece, and the end, only while the actor still has access: uploads and downloads take minutes. */
export async function* whileAllowed<T>(pieces: AsyncIterable<T>, currentActor: CurrentActor): AsyncGenerator<T> {
  for await (const piece of pieces) {
    await currentActor()
    yield piece
  }
  await currentActor()
}
