import { useWords } from '../shop/words.ts'

/** Shown in place of content that could not be loaded, never next to older results, which would look like the answer. */
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
