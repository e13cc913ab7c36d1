/** Runs one piece of work at a time for each key: within this process, or across all nodes of a store. */
export type Exclusively = <T>(key: string, work: (isHeld: IsHeld) => Promise<T>) => Promise<T>

/** Returns false if the lock was lost, so that another process may be doing the work by now. */
type IsHeld = () => boolean
