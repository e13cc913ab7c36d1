import { compileValidator, ucpArguments } from '@vitrine/contract'
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import type { AgentCall } from '../../features/agents/agent-tools.ts'
import { RateLimited, Refusal, RequestRefused, TooBusy } from '../../features/errors.ts'
import { answerMcp } from './answer-mcp.ts'
import type { UcpDeps } from './ucp.ts'
import { answerPlatform, UCP_TOOLS, UcpRefused, type UcpTool } from './ucp-tools.ts'

const TOOLS = Object.entries(UCP_TOOLS).map(([name, { description, request }]) => {
  const inputSchema = ucpArguments(request)
  const annotations = { readOnlyHint: true, openWorldHint: false }
  return {
    name: name as UcpTool,
    tool: { name, description, annotations, inputSchema },
    check: compileValidator(inputSchema),
  }
})

/** The protocol's codes for a profile that cannot be read, and for a caller that is not served. */
const DISCOVERY_FAILED = -32001
const NOT_SERVED = -32000

/** The HTTP status matches the error in the answer. */
export async function answerUcpMessage(deps: UcpDeps, call: AgentCall): Promise<Response> {
  let status = 200
  const serverFor = () => {
    const server = new Server({ name: 'vitrine', version: deps.version }, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/list', () => ({ tools: TOOLS.map(({ tool }) => tool) as never }))
    server.setRequestHandler('tools/call', async ({ params }) => {
      try {
        const structuredContent = (await callTool(deps, call, params)) as Record<string, unknown>
        return { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] }
      } catch (error) {
        const refusal = refusalOf(error)
        status = refusal.status
        throw refusal.error
      }
    })
    return server
  }
  const { body, headers } = await answerMcp(serverFor, call)
  return new Response(body, { status, headers })
}

function callTool(deps: UcpDeps, call: AgentCall, params: { name: string; arguments?: unknown }): Promise<object> {
  const named = TOOLS.find(({ name }) => name === params.name)
  if (!named) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name}`)
  const checked = named.check(params.arguments ?? {})
  if (!checked.ok) throw new RequestRefused(checked.items)
  const { meta, catalog } = checked.value as { meta: { 'ucp-agent': { profile: string } }; catalog: object }
  const { profile } = meta['ucp-agent']
  return answerPlatform(deps, { ...call, body: catalog }, { tool: named.name, profile })
}

/** Errors other than refusals have status 500. */
function refusalOf(error: unknown): { status: number; error: unknown } {
  if (error instanceof UcpRefused && error.code !== 'request_too_large') {
    const data = { code: error.code, content: error.message }
    return { status: error.status, error: new ProtocolError(DISCOVERY_FAILED, error.message, data) }
  }
  if (error instanceof RateLimited || error instanceof TooBusy) {
    const status = error instanceof RateLimited ? 429 : 503
    return { status, error: new ProtocolError(NOT_SERVED, error.message, { retry_after: error.retryAfterSeconds }) }
  }
  if (error instanceof Refusal || error instanceof RequestRefused || error instanceof UcpRefused)
    return { status: 400, error: new ProtocolError(ProtocolErrorCode.InvalidParams, error.message) }
  return { status: error instanceof ProtocolError ? 400 : 500, error }
}
