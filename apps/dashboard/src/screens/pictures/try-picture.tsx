import { useMutation } from '@tanstack/react-query'
import type { ImageSearchResponse } from '@vitrine/client/admin'
import { useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useApi } from '../../session/session.tsx'
import { FileField } from '../../ui/field.tsx'
import { Fault } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useWords } from '../../messages/messages.tsx'
import { FoundShelf } from './found-shelf.tsx'

const SHOWN = 12

/** The fields of the analysis that are shown. The contract does not define them. */
interface Analysis {
  product_type?: string | null
  crop?: { x: number; y: number; width: number; height: number }
  colors?: { hex: string; name: string; share: number }[]
}

export function TryPicture() {
  const { t } = useWords()
  const api = useApi()
  const [image, setImage] = useState<string>()
  const look = useMutation({
    mutationFn: (picture: string) => api.previewImageSearch({ image: picture, pagination: { limit: SHOWN } }),
    onError: undefined,
  })
  const choose = async (file: File) => {
    const picture = await asDataUrl(file)
    setImage(picture)
    look.mutate(picture)
  }
  return (
    <div className="stack-s">
      <FileField
        label={t('pictures.file')}
        accept="image/jpeg,image/png,image/webp"
        onChoose={(file) => void choose(file)}
      />
      {look.isPending && <Skeleton shape="grid" />}
      {look.isError && <Fault text={look.error.message} />}
      {image && look.data && <Seen image={image} answer={look.data} />}
    </div>
  )
}

function Seen({ image, answer }: { image: string; answer: ImageSearchResponse }) {
  const { t } = useWords()
  const format = useFormat()
  const { image_analysis, image_caption: caption, errors } = answer.search_metadata
  const { product_type: type, crop, colors = [] } = (image_analysis ?? {}) as Analysis
  return (
    <>
      <div className="seen">
        <span className="seen-picture">
          <img src={image} alt="" />
          {crop && <span style={boxOf(crop)} />}
        </span>
        <dl className="stack-s">
          <div>
            <dt className="soft small">{t('pictures.saw')}</dt>
            <dd>{caption || type || t('pictures.sawNothing')}</dd>
          </div>
          <div>
            <dt className="soft small">{t('pictures.colors')}</dt>
            <dd className="row">
              {colors.map(({ hex, name, share }) => (
                <span key={hex} className="badge">
                  <span className="swatch" style={{ background: hex }} /> {name} {format.percent(share)}
                </span>
              ))}
            </dd>
          </div>
        </dl>
      </div>
      {errors.map((error) => (
        <p key={error} className="notice">
          {error}
        </p>
      ))}
      <FoundShelf
        products={answer.products.flatMap((product) =>
          'title' in product
            ? [{ product_id: product.product_id, title: product.title, picture: product.image.url }]
            : [],
        )}
      />
    </>
  )
}

function boxOf({ x, y, width, height }: NonNullable<Analysis['crop']>) {
  const share = (value: number) => `${value * 100}%`
  return { left: share(x), top: share(y), width: share(width), height: share(height) }
}

function asDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
