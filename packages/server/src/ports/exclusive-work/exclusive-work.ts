/**
 * Runs one piece of work at a time for each key: within this process, or across all nodes of a store. If the store
 * takes the lock away from a node, the work of that node can no longer change anything there.
 */
export type Exclusively = <T>(key: string, work: () => Promise<T>) => Promise<T>
