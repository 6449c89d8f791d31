import { Button } from 'antd'
import { useState } from 'react'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { FileViewer, type Viewed } from './FileViewer.tsx'
import { TypeMark } from './TypeMark.tsx'

/** Draws the name of a file, which opens it in a window. */
export function FileLink(file: Viewed) {
  const [isOpen, setOpen] = useState(false)
  const { name, type, url } = file
  return (
    <>
      <Button type="link" className="file-link" icon={<TypeMark type={type} size={20} />} onClick={() => setOpen(true)}>
        {name}
      </Button>
      <AppModal
        open={isOpen}
        title={name}
        width={1080}
        className="file-window"
        onCancel={() => setOpen(false)}
        footer={
          <>
            <Button href={url} download={name}>
              下载
            </Button>
            <Button type="primary" onClick={() => setOpen(false)}>
              关闭
            </Button>
          </>
        }
      >
        <FileViewer {...file} />
      </AppModal>
    </>
  )
}
