import type { CurrentActor } from './actor.ts'

/** Hands on each piece, and the end, only as long as the actor may go on: files come in, and go out, for minutes. */
export async function* whileAllowed<T>(pieces: AsyncIterable<T>, currentActor: CurrentActor): AsyncGenerator<T> {
  for await (const piece of pieces) {
    await currentActor()
    yield piece
  }
  await currentActor()
}
