import { type ConfigDocument, configDocument } from '@vitrine/contract'
import type { Shop } from '../../ports/record-store/record-store.ts'

export type VisibleConfig = Omit<ConfigDocument, 'webhook_secret' | 'identity_verification'> & {
  identity_verification: { enabled: boolean }
}

export function visibleConfig(shop: Pick<Shop, 'config'>): VisibleConfig {
  const { webhook_secret: _, identity_verification, ...visible } = configDocument(shop.config)
  return { ...visible, identity_verification: { enabled: identity_verification?.enabled ?? false } }
}
