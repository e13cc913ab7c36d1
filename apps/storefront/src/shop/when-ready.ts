/** Waits while the service creates the demo shop. */

const ASK_EVERY_MS = 700
/** Maximum wait for the first answer before the page starts anyway. */
const PATIENCE_MS = 150

/** Starts the page when the service is ready. Does not wait for a slow first answer. */
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

/** Returns null if the service is ready, or if its state is unknown because a proxy hides this path. */
async function ask(): Promise<string[] | null> {
  try {
    const answer = await fetch('/ready', { cache: 'no-store' })
    if (answer.status !== 503) return null
    return ((await answer.json()) as { waiting_for?: string[] }).waiting_for ?? []
  } catch {
    return null
  }
}
