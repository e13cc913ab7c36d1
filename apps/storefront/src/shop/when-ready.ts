/** A shop that is just being set up: shown once, for the few seconds until it can answer. */
const ASK_EVERY_MS = 700

export async function whenReady(show: (waitingFor: string[]) => void): Promise<void> {
  for (;;) {
    const waitingFor = await ask()
    if (waitingFor === null) return
    show(waitingFor)
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
  }
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
