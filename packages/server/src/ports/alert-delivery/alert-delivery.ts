export interface AlertDelivery {
  /** Resolves when the receiver has accepted the alert. Contacts only public addresses. */
  send(url: string, delivery: { body: string; headers: Record<string, string> }): Promise<void>
}
