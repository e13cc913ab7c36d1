import { UCP_VERSION, type UcpMessage } from '@vitrine/contract'
import type { UcpCapability } from './ucp-negotiation.ts'

export function ucpEnvelope(capability: UcpCapability) {
  return { version: UCP_VERSION, capabilities: { [capability]: [{ version: UCP_VERSION }] } }
}

export function incompatibleAnswer(capability: UcpCapability) {
  const content = `this shop offers ${capability} ${UCP_VERSION}, but your profile does not`
  return {
    ucp: { version: UCP_VERSION, status: 'error', capabilities: {} },
    messages: [errorMessage('capabilities_incompatible', content)],
  }
}

export function errorMessage(code: string, content: string): UcpMessage {
  return { type: 'error', code, content, severity: 'unrecoverable' }
}
