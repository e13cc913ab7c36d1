import { useWords } from '../shop/words.ts'

/** Shown only on the very first start, while the demo shop is being created. */
export function StartingPage({ waitingFor }: { waitingFor: string[] }) {
  const words = useWords()
  return (
    <main className="page starting">
      <h1>{words.starting}</h1>
      <p role="status">
        {words.startingNote}
        {waitingFor[0] ? `: ${waitingFor[0]}` : ''} …
      </p>
    </main>
  )
}
