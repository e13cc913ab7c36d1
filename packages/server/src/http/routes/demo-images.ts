import { demoImageRoute } from '@vitrine/contract'
import { Refusal } from '../../features/errors.ts'
import type { App } from '../app.ts'
import { PublicAnswer } from '../public-handler.ts'

interface Pictures {
  /** Finds a picture by its path below the server's address; undefined if there is none. */
  find(path: string, width?: number): Promise<{ bytes: Uint8Array; etag: string } | undefined>
}

const FOR_A_YEAR = 'public, max-age=31536000, immutable'

export function demoImageRoutes(app: App, pictures: Pictures): void {
  app.public(demoImageRoute, async ({ params, query, headers }) => {
    const picture = await pictures.find(`/demo/images/${params.name}`, Number(query.width) || undefined)
    if (!picture) throw new Refusal(404, 'there is no such picture')
    const caching = { etag: picture.etag, 'cache-control': FOR_A_YEAR }
    if (headers['if-none-match'] === picture.etag) return new PublicAnswer(304, null, caching)
    return new PublicAnswer(200, Buffer.from(picture.bytes), caching)
  })
}
