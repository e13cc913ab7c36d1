/** Runs one piece of work at a time per key, on all nodes of a store. Work that has lost its lock cannot commit. */
export type Exclusively = <T>(key: string, work: () => Promise<T>) => Promise<T>
