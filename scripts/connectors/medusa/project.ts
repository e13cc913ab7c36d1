/** Creates a Medusa project in JavaScript, so that it needs no build. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SEED } from './seed.ts'

export interface MedusaSettings {
  databaseUrl: string
  port: number
  vitrine: { baseUrl: string; shop: string; apiKey: string; adminKey: string; webhookSecret: string; currency: string }
}

export function writeProject(folder: string, settings: MedusaSettings): void {
  const files = { 'medusa-config.js': configFile(settings), 'src/scripts/seed.js': SEED }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

function configFile({ databaseUrl, port, vitrine }: MedusaSettings): string {
  return `const { defineConfig } = require('@medusajs/framework/utils')
const vitrine = ${JSON.stringify(vitrine, null, 2)}
module.exports = defineConfig({
  projectConfig: {
    databaseUrl: ${JSON.stringify(databaseUrl)},
    databaseDriverOptions: { ssl: false, connection: { ssl: false } },
    http: { port: ${port}, storeCors: '*', adminCors: '*', authCors: '*', jwtSecret: 'try', cookieSecret: 'try' },
  },
  admin: { disable: true },
  plugins: [{ resolve: '@vitrine/connect-medusa', options: vitrine }],
  modules: [
    {
      resolve: '@medusajs/medusa/search',
      options: { providers: [{ resolve: '@vitrine/connect-medusa', id: 'vitrine', options: vitrine }] },
    },
  ],
})
`
}
