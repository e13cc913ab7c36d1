import { type Command, Option } from 'commander'
import { readConfig } from '../../config.ts'
import { Refusal } from '../../features/errors.ts'
import { DataFolderInUse } from '../../ports/data-folder/data-folder.ts'
import { type OutputOptions, withJson } from '../output.ts'
import type { AdminTarget } from './admin-target.ts'
import { serverTarget } from './server-target.ts'

export interface TargetOptions extends OutputOptions {
  data?: string
  url?: string
  adminKey?: string
}

/** Adds the options that select a command's target. `serverFlag` replaces `--url` if that has another meaning. */
export function withTarget(command: Command, serverFlag = '--url'): Command {
  return withJson(command)
    .addOption(new Option('--data <folder>', 'data folder, if no server runs on it').env('VITRINE_DATA'))
    .addOption(new Option(`${serverFlag} <url>`, 'a running server instead of a data folder').env('VITRINE_URL'))
    .addOption(new Option('--admin-key <key>', `admin key for ${serverFlag}`).env('VITRINE_ADMIN_KEY'))
}

async function openTarget({ data, url, adminKey }: TargetOptions): Promise<AdminTarget> {
  if (url !== undefined) {
    if (!URL.canParse(url)) throw new Refusal(400, `--url must be an address like http://127.0.0.1:4000, not "${url}"`)
    if (adminKey === undefined)
      throw new Refusal(400, '--url needs --admin-key, or VITRINE_ADMIN_KEY in the environment')
    return serverTarget(url, adminKey)
  }
  const config = readConfig(process.env)
  if (config.storeUrl !== null)
    throw new Refusal(
      400,
      'VITRINE_STORE is set: give the address of a running node with --url, and a key with --admin-key',
    )
  const folder = data ?? config.dataFolder
  const { dataFolderTarget } = await import('./data-folder-target.ts')
  try {
    return dataFolderTarget(folder)
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    throw new DataFolderInUse(
      `A server runs on the data folder ${folder}: give its address with --url http://127.0.0.1:4000 and a key with --admin-key, or stop it first.`,
    )
  }
}

export async function onTarget<T>(options: TargetOptions, work: (target: AdminTarget) => Promise<T>): Promise<T> {
  const target = await openTarget(options)
  try {
    return await work(target)
  } finally {
    await target.close()
  }
}

/** Returns the named shop, or the only shop of the target if none is named. */
export async function chooseShop(target: AdminTarget, named: string | undefined): Promise<string> {
  if (named !== undefined) return named.toLowerCase()
  const shops = await target.listShops()
  const [only] = shops
  if (shops.length === 1 && only) return only.shop
  if (shops.length === 0)
    throw new Refusal(400, `there is no shop in ${target.name} yet: create one with "vitrine shops create DOMAIN"`)
  throw new Refusal(400, `name the shop with --shop: there are ${shops.length} shops in ${target.name}`)
}
