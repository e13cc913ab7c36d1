/** A shop that is just being set up: shown once, for the few seconds until it can answer. */

const ASK_EVERY_MS = 700
/** A ready server answers sooner, or the line is slow: then the page asks for products without waiting for this. */
const PATIENCE_MS = 150

/** Starts when there is nothing to wait for. On a slow line it starts at once, and steps back should the answer say otherwise. */
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

/** null: nothing to wait for. A service that does not say (behind a proxy that keeps this to itself) is not waited for either. */
async function ask(): Promise<string[] | null> {
  try {
    const answer = await fetch('/ready', { cache: 'no-store' })
    if (answer.status !== 503) return null
    return ((await answer.json()) as { waiting_for?: string[] }).waiting_for ?? []
  } catch {
    return null
  }
}
