/** Marks pictures that could not be loaded, so that their frame stays empty. `error` events do not bubble, so the listener captures. */
export function markFailedPictures(): void {
  document.addEventListener('error', ({ target }) => target instanceof HTMLImageElement && mark(target), true)
  document.addEventListener('load', ({ target }) => target instanceof HTMLImageElement && unmark(target), true)
}

function mark(picture: HTMLImageElement): void {
  picture.dataset.failed = ''
}

/** Removes the mark once another picture has loaded in the same frame. */
function unmark(picture: HTMLImageElement): void {
  delete picture.dataset.failed
}
