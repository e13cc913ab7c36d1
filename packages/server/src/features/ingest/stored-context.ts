import { type Fields, fieldsOf } from '../platform/event-values.ts'

// Sets missing fields to undefined, because objects with the same fields are three times faster.
export function storedContext(context: Fields): Fields {
  return { navigator: storedNavigator(context), document: storedDocument(context), window: storedWindow(context) }
}

function storedNavigator(context: Fields): Fields | undefined {
  const navigator = fieldsOf(context.navigator)
  if (navigator === undefined) return undefined
  const { user_agent, language, cookie_enabled } = navigator
  return { user_agent: kept(user_agent), language: kept(language), cookie_enabled: kept(cookie_enabled) }
}

function storedDocument(context: Fields): Fields | undefined {
  const document = fieldsOf(context.document)
  if (document === undefined) return undefined
  const location = storedLocation(document)
  const title = kept(document.title)
  const referrer = kept(document.referrer)
  const character_set = kept(document.character_set)
  const nothing = (location ?? title ?? referrer ?? character_set) === undefined
  return nothing ? undefined : { location, title, referrer, character_set }
}

function storedLocation(document: Fields): Fields | undefined {
  const location = fieldsOf(document.location)
  if (location === undefined) return undefined
  const stored = {
    href: kept(location.href),
    pathname: kept(location.pathname),
    search: kept(location.search),
    hash: kept(location.hash),
    host: kept(location.host),
    hostname: kept(location.hostname),
    origin: kept(location.origin),
    port: kept(location.port),
    protocol: kept(location.protocol),
  }
  for (const name in stored) if (stored[name as keyof typeof stored] !== undefined) return stored
  return undefined
}

function storedWindow(context: Fields): Fields | undefined {
  const screen = fieldsOf(fieldsOf(context.window)?.screen)
  const width = kept(screen?.width)
  const height = kept(screen?.height)
  return (width ?? height) === undefined ? undefined : { screen: { width, height } }
}

function kept(value: unknown): unknown {
  return value === null ? undefined : value
}
