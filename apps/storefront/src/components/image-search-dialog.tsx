import { type DragEvent, useEffect, useRef, useState } from 'react'
import { navigate } from '../router.ts'
import { searchPicture } from '../shop/picture.ts'
import { useWords } from '../shop/words.ts'
import { Icon } from './icons.tsx'

const LARGEST_BYTES = 5 * 1024 * 1024

export function ImageSearchDialog({ onClose }: { onClose: () => void }) {
  const words = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const [over, setOver] = useState(false)
  const [fault, setFault] = useState('')

  useEffect(() => dialog.current?.showModal(), [])

  const take = (file: File | null | undefined) => {
    if (!file) return
    if (!/^image\/(?:jpeg|png|webp)$/.test(file.type)) return setFault(words.noPicture)
    if (file.size > LARGEST_BYTES) return setFault(words.tooLarge)
    searchPicture.set({ file, url: URL.createObjectURL(file) })
    onClose()
    navigate('/image-search')
  }
  useEffect(() => {
    const paste = (event: ClipboardEvent) => take(event.clipboardData?.files[0])
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  })
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }

  return (
    <dialog ref={dialog} className="picture-dialog" onClose={onClose} aria-label={words.imageSearch}>
      <button type="button" className="icon-button dialog-close" aria-label={words.close} onClick={onClose}>
        <Icon name="close" />
      </button>
      <h2>{words.imageSearch}</h2>
      <p className="notice" role="alert" hidden={fault === ''}>
        {fault}
      </p>
      <label
        className={over ? 'drop-zone over' : 'drop-zone'}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="camera" size={42} />
        <b>{words.dropPicture}</b>
        <small>{words.pictureLimits}</small>
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          onChange={(event) => take(event.target.files?.[0])}
        />
      </label>
      <label className="button button-quiet camera-button">
        {words.takePhoto}
        <input type="file" accept="image/*" capture="environment" onChange={(event) => take(event.target.files?.[0])} />
      </label>
    </dialog>
  )
}
