/** Marks pictures that could not be loaded. The listener captures, because `error` events do not bubble. */
export function markFailedPictures(): void {
  document.addEventListener('error', ({ target }) => target instanceof HTMLImageElement && mark(target), true)
  document.addEventListener('load', ({ target }) => target instanceof HTMLImageElement && unmark(target), true)
}

function mark(picture: HTMLImageElement): void {
  picture.dataset.failed = ''
}

function unmark(picture: HTMLImageElement): void {
  delete picture.dataset.failed
}
