import { Button } from 'antd'
import { formatBytes } from '#web/page/format.ts'
import { TypeMark } from './TypeMark.tsx'

type Props = { name: string; type: string; size: number; url: string; problem?: string | undefined }

/** Draws a file that is not shown in the page: what it is, and the way to download it. */
export const FileCard = ({ name, type, size, url, problem }: Props) => (
  <div className="file-card">
    <TypeMark type={type} size={56} />
    <p className="file-card-name">{name}</p>
    <p className="grey">{formatBytes(size)}</p>
    {problem && <p role="alert">{problem}</p>}
    <Button type="primary" href={url} download={name}>
      下载
    </Button>
  </div>
)
