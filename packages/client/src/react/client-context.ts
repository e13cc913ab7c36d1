import { createContext, createElement, type ReactNode, useContext } from 'react'
import type { Client } from '../client.ts'

const ClientContext = createContext<Client | null>(null)

export function VitrineProvider({ client, children }: { client: Client; children?: ReactNode }): ReactNode {
  return createElement(ClientContext.Provider, { value: client }, children)
}

export function useClient(): Client {
  const client = useContext(ClientContext)
  if (client === null) throw new Error('useClient needs a <VitrineProvider client={…}> above it')
  return client
}
