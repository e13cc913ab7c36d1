/**
 * Runs one piece of work at a time for each key, in this process or on all nodes of a store. Work whose lock is taken
 * away can no longer change anything there.
 */
export type Exclusively = <T>(key: string, work: () => Promise<T>) => Promise<T>
