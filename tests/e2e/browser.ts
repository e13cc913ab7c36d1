/** Finds a Chromium and starts it headless. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Uses CHROMIUM_PATH, or searches the PATH. */
export function findChromium(env: Record<string, string | undefined> = process.env): string {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const found = NAMES.map((name) => join(folder, name)).find((path) => existsSync(path))
    if (found !== undefined) return found
  }
  throw new Error(
    'No Chromium found. Install one ("apt-get install chromium" on Debian, "brew install --cask chromium" on a Mac), or set CHROMIUM_PATH to its program.',
  )
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
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
