import { useWords } from '../shop/words.ts'

/** Replaces content that could not be loaded, because older results would look like the answer. */
export function Failed() {
  const words = useWords()
  return (
    <div className="notice failed" role="alert">
      <p>{words.failed}</p>
      <button type="button" className="button button-quiet" onClick={() => location.reload()}>
        {words.retry}
      </button>
    </div>
  )
}
