/** Creates a Vendure project in JavaScript, with the commands `node server.js populate` and `node server.js`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface VendureSettings {
  databaseUrl: string
  port: number
  vitrine: {
    baseUrl: string
    shop: string
    apiKey: string
    adminKey: string
    webhookSecret: string
    assetUrlPrefix: string
  }
}

export function writeProject(folder: string, settings: VendureSettings): void {
  writeFileSync(join(folder, 'server.js'), serverFile(settings))
}

function serverFile({ databaseUrl, port, vitrine }: VendureSettings): string {
  return `const path = require('node:path')
const fs = require('node:fs/promises')
const { createReadStream } = require('node:fs')
const express = require('express')
const { bootstrap, DefaultJobQueuePlugin, DefaultLogger, dummyPaymentHandler, JobQueueService, LogLevel } = require('@vendure/core')
const { populate } = require('@vendure/core/cli')
const { VitrineSearchPlugin } = require('@vitrine/connect-vendure')

const assets = path.join(__dirname, 'stored-assets')
const sample = path.join(path.dirname(require.resolve('@vendure/create/package.json')), 'assets')
const write = async (name, data) => {
  await fs.mkdir(path.dirname(path.join(assets, name)), { recursive: true })
  await fs.writeFile(path.join(assets, name), data)
  return name
}
const config = {
  apiOptions: {
    port: ${port}, adminApiPath: 'admin-api', shopApiPath: 'shop-api',
    middleware: [{ route: 'assets', handler: express.static(assets) }],
  },
  authOptions: { tokenMethod: ['bearer'], superadminCredentials: { identifier: 'superadmin', password: 'of the tried shop' } },
  dbConnectionOptions: { type: 'postgres', url: ${JSON.stringify(databaseUrl)}, synchronize: true },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  importExportOptions: { importAssetsDir: path.join(sample, 'images') },
  logger: new DefaultLogger({ level: LogLevel.Info, timestamp: false }),
  assetOptions: {
    assetStorageStrategy: {
      writeFileFromBuffer: write,
      writeFileFromStream: (name, data) => write(name, data),
      readFileToBuffer: (name) => fs.readFile(path.join(assets, name)),
      readFileToStream: async (name) => createReadStream(path.join(assets, name)),
      deleteFile: (name) => fs.rm(path.join(assets, name), { force: true }),
      fileExists: (name) => fs.access(path.join(assets, name)).then(() => true, () => false),
      toAbsoluteUrl: (request, name) => ${JSON.stringify(vitrine.assetUrlPrefix)} + name,
    },
    assetPreviewStrategy: { generatePreviewImage: async (ctx, type, data) => data },
  },
  plugins: [
    DefaultJobQueuePlugin.init({ useDatabaseForBuffer: true, pollInterval: 200 }),
    VitrineSearchPlugin.init(${JSON.stringify(vitrine)}),
  ],
}

async function main() {
  if (process.argv[2] === 'populate') {
    const app = await populate(() => bootstrap(config), path.join(sample, 'initial-data.json'), path.join(sample, 'products.csv'))
    await app.close()
    process.exit(0)
  }
  const app = await bootstrap(config)
  await app.get(JobQueueService).start()
}
main().catch((error) => {
  console.error(error)
  process.exit(1)
})
`
}
