import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Browser } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

export const NO_CHROMIUM =
  'No Chromium found. Install one ("apt-get install chromium" on Debian, "brew install --cask chromium" on a Mac), or set CHROMIUM_PATH to its program.'

/** Uses CHROMIUM_PATH, or searches the PATH. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH, PATH = '' } = process.env
  return (
    CHROMIUM_PATH ||
    PATH.split(delimiter)
      .flatMap(inFolder)
      .find((path) => existsSync(path))
  )
}

const inFolder = (folder: string) => NAMES.map((name) => join(folder, name))

let shared: Promise<Browser> | undefined

/** Test files in one process share the browser; each test has its own context. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser()
  return shared
}

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error(NO_CHROMIUM)
  const { chromium } = await import('playwright-core')
  return chromium.launch({
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
