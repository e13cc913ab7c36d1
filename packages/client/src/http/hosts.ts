import { ApiError, NetworkError } from '../errors.ts'

export interface HostOptions {
  baseUrl: string
  searchUrl?: string
  edgeUrl?: string
}

/** The edge is not used for this long after a failure. */
const EDGE_PAUSE_MS = 60_000

export interface Hosts {
  base<T>(call: (origin: string) => Promise<T>): Promise<T>
  /** Calls the edge if there is one. Calls the default search host if the edge fails or does not serve this shop. */
  search<T>(call: (origin: string) => Promise<T>): Promise<T>
}

export function createHosts(options: HostOptions): Hosts {
  const base = trimmed(options.baseUrl)
  const search = trimmed(options.searchUrl ?? options.baseUrl)
  const edge = options.edgeUrl === undefined ? undefined : trimmed(options.edgeUrl)
  let edgeRestsUntil = 0
  return {
    base: (call) => call(base),
    async search(call) {
      if (edge === undefined || Date.now() < edgeRestsUntil) return call(search)
      try {
        return await call(edge)
      } catch (error) {
        if (!isEdgeFailure(error)) throw error
        edgeRestsUntil = Date.now() + EDGE_PAUSE_MS
        return call(search)
      }
    },
  }
}

function isEdgeFailure(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 403 || error.status === 404 || error.status >= 500
  return error instanceof NetworkError
}

function trimmed(url: string): string {
  return url.replace(/\/+$/, '')
}
