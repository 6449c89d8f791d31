import { Spin } from 'antd'
import { Suspense, useState } from 'react'
import { FileCard } from './FileCard.tsx'
import { PictureView } from './PictureView.tsx'
import './viewer.css'
import { lazyPage } from '#web/feedback/lazyPart.tsx'

const PdfView = lazyPage(() => import('./PdfView.tsx'))

/** Describes a file and the link to it; `size` in bytes. */
export type Viewed = { name: string; type: string; size: number; url: string }

const gone = '没有打开，链接可能已失效，请刷新页面后再试'

/**
 * Shows a file in the page: pictures, films, sounds and PDF; of everything else what it is, and the way to have it. It keeps
 * the link that it began with, or a film would begin anew when the page asks for another one: give it the file's number as `key`.
 */
export function FileViewer({ name, type, size, url }: Viewed) {
  const [link] = useState(url)
  const [problem, setProblem] = useState<string>()
  const shown = problem ? undefined : shownAs(type.toLowerCase())
  const fail = (why = gone) => setProblem(why)
  return (
    <div className={`viewer ${shown ?? ''}`}>
      {shown === 'picture' && <PictureView name={name} url={link} onBroken={fail} />}
      {shown === 'pdf' && (
        <Suspense fallback={<Spin />}>
          <PdfView name={name} url={link} onBroken={fail} />
        </Suspense>
      )}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody wrote down what is said in an uploaded file */}
      {shown === 'video' && <video controls playsInline preload="metadata" src={link} aria-label={name} onError={() => fail()} />}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- likewise */}
      {shown === 'audio' && <audio controls preload="metadata" src={link} aria-label={name} onError={() => fail()} />}
      {!shown && <FileCard name={name} type={type} size={size} url={url} problem={problem} />}
    </div>
  )
}

// Leaves out svg, which may hold more than a picture, and flv, which plays in no browser.
const ways: Record<string, 'picture' | 'video' | 'audio' | 'pdf'> = {
  png: 'picture',
  jpg: 'picture',
  jpeg: 'picture',
  gif: 'picture',
  mp4: 'video',
  mp3: 'audio',
  pdf: 'pdf',
}
const shownAs = (type: string) => (Object.hasOwn(ways, type) ? ways[type] : undefined)
