import type { VectorSpace } from '@vitrine/embedder'
import type { VectorStore } from '@vitrine/engine'
import type { RecordStore, ShopId } from '../../ports/record-store/record-store.ts'
import type { ArchivedSpace, VectorArchive, VectorKind } from '../../ports/vector-archive/vector-archive.ts'
import type { ItemEmbedder } from './item-vectors.ts'
import { loadSpace, SpaceFollower } from './space-follower.ts'

export interface ShopSpacesDeps {
  shop: ShopId
  kind: VectorKind
  records: Pick<RecordStore, 'readChanges' | 'getProducts' | 'countProducts'>
  archive: VectorArchive
  embedderSetting: string
  /** Called when the embedding nodes have not caught up with the catalog; undefined on an embedding node. */
  onBehind?: () => void
  onWritten?: () => void
  onFailures?: () => void
  clock: () => number
  /** Called with one store per model when one of them changes. */
  serve: (stores: readonly VectorStore[]) => void
}

export interface SpaceModel {
  model: VectorSpace
  embed: ItemEmbedder
}

/** A catalog's spaces of one kind: one per model, and those of replaced models. */
export class ShopSpaces {
  readonly #deps: ShopSpacesDeps
  readonly followers: readonly SpaceFollower[]
  /** For each model, true if it has caught up with the catalog. */
  readonly #isFinished: boolean[]
  /** For each model, its own store, or the complete store of the model that it replaces. */
  readonly #serving: VectorStore[]
  /** Dropped once the first new space is complete. */
  #older: readonly ArchivedSpace[]

  private constructor(
    deps: ShopSpacesDeps,
    followers: SpaceFollower[],
    serving: VectorStore[],
    older: ArchivedSpace[],
  ) {
    this.#deps = deps
    this.followers = followers
    this.#isFinished = followers.map(() => false)
    this.#serving = serving
    this.#older = older
  }

  static async open(deps: ShopSpacesDeps, models: readonly SpaceModel[]): Promise<ShopSpaces> {
    const { shop, kind, archive, embedderSetting } = deps
    const followers: SpaceFollower[] = []
    for (const { model, embed } of models) {
      const { space, dimension } = model
      const own = await archive.openSpace({ shop, kind, space, dimension, embedder: embedderSetting })
      followers.push(new SpaceFollower(own, await loadSpace(archive, own), { ...deps, embed }))
    }
    const isOwn = ({ id }: ArchivedSpace) => followers.some(({ space }) => space.id === id)
    const older = (await archive.listSpaces(shop)).filter((space) => space.kind === kind && !isOwn(space))
    const serving = followers.map(({ store }) => store)
    // An incomplete new space is worse than the complete old one, but better than none.
    const whole = followers[0]?.space.complete ? undefined : older.findLast(({ complete }) => complete)
    if (whole !== undefined && serving.length > 0) serving[0] = await loadSpace(archive, whole)
    deps.serve(serving)
    return new ShopSpaces(deps, followers, serving, older)
  }

  /** Does one step of the first model that has not caught up with the catalog. Returns false if all have. */
  async step(): Promise<boolean> {
    for (const [place, follower] of this.followers.entries()) {
      if (await follower.step()) {
        this.#isFinished[place] = false
        return true
      }
      if (!this.#isFinished[place]) await this.#finish(place, follower)
    }
    return false
  }

  async #finish(place: number, follower: SpaceFollower): Promise<void> {
    const { records, shop, onBehind } = this.#deps
    const embeds = onBehind === undefined
    if (embeds && follower.store.size > (await records.countProducts(shop))) await follower.sweep()
    if (embeds && !follower.space.complete) await follower.markComplete()
    // A space that other nodes are embedding replaces the old one only when it is complete.
    if (embeds || follower.space.complete) this.#serving[place] = follower.store
    this.#deps.serve([...this.#serving])
    if (embeds && place === 0) await this.#dropOlder()
    if (follower.store.wantsIvf) await inSlices(follower.store)
    this.#isFinished[place] = true
  }

  async #dropOlder(): Promise<void> {
    for (const { id } of this.#older) await this.#deps.archive.dropSpace(id)
    this.#older = []
  }
}

async function inSlices(store: VectorStore): Promise<void> {
  for (const _ of store.buildIvf()) await new Promise((resolve) => setImmediate(resolve))
}
