/** An S3-compatible server on a network that can be cut or lose uploads. */
import { startS3Server } from '../../packages/server/src/ports/snapshot-store/testing/s3-server.ts'
import { type NetworkLink, openLink } from '../../packages/server/src/ports/postgres/testing/network-link.ts'

export interface ObjectStore {
  link: NetworkLink
  /** Settings for nodes. */
  settings: Record<string, string>
  /** From now on, uploads do not arrive. Resolves with the first upload. */
  holdUpload(): Promise<void>
  release(): void
  stop(): Promise<void>
}

export async function startObjectStore(): Promise<ObjectStore> {
  const server = await startS3Server()
  const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = server.settings
  let onUpload: (() => void) | undefined
  const link = await openLink(Number(new URL(endpoint).port), (bytes) => {
    if (onUpload === undefined || !bytes.toString('latin1').includes('PUT /')) return false
    onUpload()
    return true
  })
  return {
    link,
    settings: {
      ...{ VITRINE_SNAPSHOTS: `s3://${bucket}/${prefix}`, AWS_ENDPOINT_URL: `http://127.0.0.1:${link.port}` },
      ...{ AWS_REGION: region, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
    },
    holdUpload: () =>
      new Promise((resolve) => {
        onUpload = resolve
      }),
    release() {
      onUpload = undefined
    },
    async stop() {
      link.close()
      await server.stop()
    },
  }
}
