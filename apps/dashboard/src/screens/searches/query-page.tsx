export function QueryPage({ query }: { query: string }) {
  return <h1>{query}</h1>
}
