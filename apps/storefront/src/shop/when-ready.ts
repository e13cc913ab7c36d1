/** Waits for a shop that is still being created on the first start. */

const ASK_EVERY_MS = 700
/** How long the page waits for the first answer before it starts anyway, in milliseconds. */
const PATIENCE_MS = 150

/** Calls `start` once the service is ready, or at once if the first answer is slow, and then again if it was not ready. */
export async function whenReady(show: (waitingFor: string[]) => void, start: () => void): Promise<void> {
  const first = ask()
  let waitingFor = await Promise.race([first, later(PATIENCE_MS)])
  if (waitingFor === 'unknown') {
    start()
    waitingFor = await first
    if (waitingFor === null) return
  }
  while (waitingFor !== null) {
    show(waitingFor)
    await later(ASK_EVERY_MS)
    waitingFor = await ask()
  }
  start()
}

async function later(ms: number): Promise<'unknown'> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  return 'unknown'
}

/** Returns null if the service is ready. A service that cannot be asked counts as ready, for example behind a proxy that hides this path. */
async function ask(): Promise<string[] | null> {
  try {
    const answer = await fetch('/ready', { cache: 'no-store' })
    if (answer.status !== 503) return null
    return ((await answer.json()) as { waiting_for?: string[] }).waiting_for ?? []
  } catch {
    return null
  }
}
