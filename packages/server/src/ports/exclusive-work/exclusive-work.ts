/** Work that one does at a time, by key: within this process, or of all nodes on a store. Different keys do not wait for each other. */
export type Exclusively = <T>(key: string, work: (isHeld: IsHeld) => Promise<T>) => Promise<T>

/** false: whoever kept others away is lost, and somebody else may be at work by now. */
type IsHeld = () => boolean
