/** Pictures by their address. What comes back is only known to be small enough: whether it is a picture, the decoder says. */
export interface ImageSource {
  /** The file's bytes, at most `MAX_IMAGE_BYTES`. Rejects with `ImageRefused` alone. */
  fetch(url: string, signal?: AbortSignal): Promise<Uint8Array>
}

export const MAX_IMAGE_BYTES = 5 * 1024 * 1024

/**
 * Why there is no picture. For logs and for the merchant's own list of broken images; a stranger who gave the address learns only
 * `publicMessage`, so that nobody can feel out a network through us.
 */
export type RefusalReason =
  | 'address'
  | 'credentials'
  | 'encoding'
  | 'network'
  | 'port'
  | 'redirects'
  | 'scheme'
  | 'size'
  | 'status'
  | 'timeout'
  | 'url'

/** These may be over in a while; the others will be the same tomorrow. */
const PASSING: readonly RefusalReason[] = ['network', 'status', 'timeout']

export class ImageRefused extends Error {
  override readonly name = 'ImageRefused'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, detail: string, options?: ErrorOptions) {
    super(`${reason}: ${detail}`, options)
    this.reason = reason
  }

  get mayPass(): boolean {
    return PASSING.includes(this.reason)
  }

  get publicMessage(): string {
    return 'image_url is not allowed'
  }
}
