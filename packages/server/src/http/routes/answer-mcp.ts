/** Every message gets a new server. Without state between messages, any node can answer. */
import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server'
import type { AgentCall } from '../../features/agents/agent-tools.ts'
import { Refusal } from '../../features/errors.ts'

/** A stateless server has no changes to report. */
const OPTIONS = { maxSubscriptions: 0 }

/** Only the protocol's own checks use this URL. */
const ADDRESS = 'http://vitrine.invalid/mcp'

export async function answerMcp(serverFor: McpServerFactory, call: AgentCall): Promise<Response> {
  // A batch could contain a hundred searches at the cost of one.
  if (Array.isArray(call.body))
    throw new Refusal(400, 'send one JSON-RPC message per request: batches are not supported')
  const { fetch } = createMcpHandler(serverFor, OPTIONS)
  const headers = new Headers({ 'content-type': 'application/json' })
  for (const name of ['accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    const value = call.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const body = JSON.stringify(call.body)
  return fetch(new Request(ADDRESS, { method: 'POST', headers, body }), { parsedBody: call.body })
}
