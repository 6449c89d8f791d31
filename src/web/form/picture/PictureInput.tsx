import { Button } from 'antd'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { imageTypes } from '#contract/fileTypes.ts'
import { closePicture, openPicture, type Picture } from './cropPicture.ts'
import { toast } from '#web/feedback/toast.ts'
import { LocalPicture } from './LocalPicture.tsx'
import { type PictureCut, pictureRequirements, refusePicture, tooSmall } from './picture.ts'
import './picture.css'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

// Loads the window only when a picture is chosen.
const PictureCrop = lazyWindow(() => import('./PictureCrop.tsx'))

type Props = {
  /** Names the kind of picture: 照片, 校徽, 头像. */
  what: string
  /** Names its subject for screen readers. */
  alt: string
  cut: PictureCut
  /** Holds a link to the picture in use, or the cut file that is not saved yet; null for none. */
  value?: File | string | null
  /** Receives the cut picture, or null; absent: only shown. */
  onChange?: ((picture: File | null) => unknown) | undefined
  /** Forbids to remove it. */
  required?: boolean
  busy?: boolean
  /** Has the focus first in its window. */
  isFirst?: boolean
  /** Replaces the words where there is no picture. */
  empty?: ReactNode
  id?: string
}

/** Draws a picture that is chosen, cut to its size, shown, replaced and removed (docs/spec/inputs.md#files). */
export function PictureInput({
  what,
  alt,
  cut,
  value,
  onChange,
  required = false,
  busy = false,
  isFirst = false,
  empty,
  id,
}: Props) {
  const file = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<Picture>()
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    const refused = refusePicture(chosen)
    if (refused) return toast.error(refused)
    const opened = await openPicture(chosen)
    if (!opened) return toast.error(`这个文件不是能打开的图片，请选 ${pictureRequirements({})}`)
    const { naturalWidth: width, naturalHeight: height } = opened.image
    const small = tooSmall({ width, height }, cut.least)
    if (!small) return setPicture(opened)
    closePicture(opened)
    toast.error(small)
  }
  const close = () => {
    if (picture) closePicture(picture)
    setPicture(undefined)
  }
  return (
    <div className="picture-input touch">
      <div className={cut.round ? 'picture-shown round' : 'picture-shown'} style={{ aspectRatio: `${cut.width}/${cut.height}` }}>
        {value instanceof File && <LocalPicture picture={value} alt={alt} />}
        {typeof value === 'string' && <img src={value} alt={alt} />}
        {!value && (empty ?? <span>还没有{what}</span>)}
      </div>
      {onChange && (
        <div className="stack">
          <input
            ref={file}
            hidden
            type="file"
            accept={imageTypes.map((type) => `.${type}`).join()}
            onChange={({ target }) => {
              void choose(target.files?.[0])
              // Lets the same file be chosen again.
              target.value = ''
            }}
          />
          <div className="row-actions">
            <Button
              {...(id && { id })}
              {...(isFirst && { className: 'first-focus' })}
              loading={busy}
              onClick={() => file.current?.click()}
            >
              {value ? `换${what}` : `上传${what}`}
            </Button>
            {value && !required && (
              <Button disabled={busy} onClick={() => onChange(null)}>
                去掉{what}
              </Button>
            )}
          </div>
          <span className="grey">{pictureRequirements(cut)}</span>
        </div>
      )}
      {picture && (
        <Suspense fallback={null}>
          <PictureCrop
            what={what}
            cut={cut}
            picture={picture}
            onCut={(made) => {
              close()
              onChange?.(made)
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  )
}
