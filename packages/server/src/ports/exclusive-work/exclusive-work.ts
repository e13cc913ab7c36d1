/** Runs work exclusively by key: within this process, or over all nodes of a store. Different keys do not wait for each other. */
export type Exclusively = <T>(key: string, work: (isHeld: IsHeld) => Promise<T>) => Promise<T>

/** Returns false if the lock was lost, and another process may be doing the work by now. */
type IsHeld = () => boolean
