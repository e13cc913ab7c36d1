/** `/mcp`: the tools of `features/agents` over the Model Context Protocol. Its SDK is loaded by the first message. */
import { mcpRoute, publicMcpRoute } from '@vitrine/contract'
import type { AgentCall, AgentDeps } from '../../features/agents/agent-tools.ts'
import { Refusal } from '../../features/errors.ts'
import type { App } from '../app.ts'

export type McpDeps = AgentDeps & {
  version: string
}

export function mcpRoutes(app: App, deps: McpDeps): void {
  const answer = async (call: AgentCall) => {
    // A batch would ask for a hundred searches at the cost of one.
    if (Array.isArray(call.body)) throw new Refusal(400, 'one JSON-RPC message a request: batches are not taken')
    const { answerMcp } = await import('./mcp-server.ts')
    return answerMcp(deps, call) as never
  }
  app.storefront(mcpRoute, answer)
  app.storefront(publicMcpRoute, answer)
}
