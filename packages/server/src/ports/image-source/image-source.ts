/** Only the size of pictures is checked here; the decoder finds out whether they are pictures. */
export interface ImageSource {
  /** Returns at most `MAX_IMAGE_BYTES`. Rejects only with `ImageRefused`. */
  fetch(url: string, signal?: AbortSignal): Promise<Uint8Array>
}

export const MAX_IMAGE_BYTES = 5 * 1024 * 1024

/** Shown in logs and to the merchant. Others see `publicMessage`, which does not reveal a network. */
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

/** These may be temporary; all others are permanent. */
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
