/**
 * glibc keeps what was freed between pieces that are still in use, and only gives it back when it is told to (`malloc_trim`). After a catalog was
 * embedded that is a fifth of the server's memory. So the whole process is trimmed while it is idle, on a thread beside the main one.
 */
const EVERY_MS = 10_000
/** A process that used the processor for less than this between two looks is idle. */
const IDLE_CPU_MS = 200

export async function trimWhenIdle(): Promise<void> {
  const trim = await openTrim()
  if (trim === undefined) return
  let formerMs = cpuMs()
  setInterval(() => {
    const nowMs = cpuMs()
    if (nowMs - formerMs < IDLE_CPU_MS) void trim()
    formerMs = nowMs
  }, EVERY_MS).unref()
}

/** Undefined where there is no glibc, or no way to call it. */
export async function openTrim(): Promise<(() => Promise<void>) | undefined> {
  if (process.platform !== 'linux') return undefined
  try {
    const { default: koffi } = await import('koffi')
    const trim = koffi.load('libc.so.6').func('int malloc_trim(size_t pad)')
    return () => new Promise((done) => trim.async(0, () => done()))
  } catch {
    // Another C library, or a processor without a build: the server keeps more memory, and works as well.
    return undefined
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
