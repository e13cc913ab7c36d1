export interface AlertDelivery {
  /** Resolves once the receiver has accepted the alert; otherwise rejects with the reason. Only public addresses are contacted. */
  send(url: string, delivery: { body: string; headers: Record<string, string> }): Promise<void>
}
