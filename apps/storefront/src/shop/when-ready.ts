/** A shop that is just being set up: shown once, for the few seconds until it can answer. */

const ASK_EVERY_MS = 700
/** A ready server usually answers sooner. On a slow connection the page starts without waiting for the answer. */
const PATIENCE_MS = 150

/** Calls `start` once there is nothing to wait for. On a slow connection it starts at once, and shows the waiting page if the answer asks for it. */
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

/** Returns null if there is nothing to wait for. A service that cannot be asked (for example behind a proxy that hides this path) counts as ready. */
async function ask(): Promise<string[] | null> {
  try {
    const answer = await fetch('/ready', { cache: 'no-store' })
    if (answer.status !== 503) return null
    return ((await answer.json()) as { waiting_for?: string[] }).waiting_for ?? []
  } catch {
    return null
  }
}
