/** Takes an alert to the address that a merchant gave. */
export interface AlertDelivery {
  /** Resolves once it was taken; rejects with why not. Nothing but public addresses is ever asked. */
  send(url: string, delivery: { body: string; headers: Record<string, string> }): Promise<void>
}
