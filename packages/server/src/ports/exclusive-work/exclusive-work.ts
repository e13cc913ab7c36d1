/**
 * Runs one piece of work at a time for each key, in this process or on all nodes of a store. Work that has lost its
 * lock cannot commit changes to the store.
 */
export type Exclusively = <T>(key: string, work: () => Promise<T>) => Promise<T>
