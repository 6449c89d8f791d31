import { FileIcon, FileImage, FileSpreadsheet, FileText, Mic, Presentation, Video } from 'lucide-react'
import { type FileKind, fileKinds, fileKindOf } from '#contract/fileTypes.ts'
import './typeMark.css'

const icons: Record<FileKind, typeof FileIcon> = {
  document: FileText,
  sheet: FileSpreadsheet,
  slides: Presentation,
  pdf: FileText,
  picture: FileImage,
  video: Video,
  audio: Mic,
}

/** Draws the kind of a file: by colour and sign, `size` pixels wide. */
export function TypeMark({ type, size = 24 }: { type: string; size?: number }) {
  const kind = fileKindOf(type)
  const Icon = kind ? icons[kind] : FileIcon
  return (
    <span
      role="img"
      aria-label={kind ? fileKinds[kind].title : '文件'}
      className={`type-mark ${kind ?? ''}`}
      style={{ width: size, height: size, fontSize: size * 0.55 }}
    >
      <Icon aria-hidden />
    </span>
  )
}
