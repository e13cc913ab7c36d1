/** Delivers an alert to the address that a merchant gave. */
export interface AlertDelivery {
  /** Resolves once the receiver accepted it; rejects with the reason otherwise. Only public addresses are contacted. */
  send(url: string, delivery: { body: string; headers: Record<string, string> }): Promise<void>
}
