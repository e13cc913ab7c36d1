/** The SDK of the protocol is loaded with the first message. */
import { mcpRoute, publicMcpRoute } from '@vitrine/contract'
import type { AgentCall, AgentDeps } from '../../features/agents/agent-tools.ts'
import type { App } from '../app.ts'

export type McpDeps = AgentDeps & {
  version: string
}

export function mcpRoutes(app: App, deps: McpDeps): void {
  const answer = async (call: AgentCall) => {
    const [{ answerMcp }, { catalogServer }] = await Promise.all([import('./answer-mcp.ts'), import('./mcp-server.ts')])
    return answerMcp(() => catalogServer(deps, call), call) as never
  }
  app.storefront(mcpRoute, answer)
  app.storefront(publicMcpRoute, answer)
}
