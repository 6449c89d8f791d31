import { DownOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { AppDrawer } from './AppModal.tsx'
import { useNarrow } from './useMedia.ts'

type Props = {
  side: (close: () => void) => ReactNode
  /** What is chosen at the side, as the button that opens it on a phone. */
  label: string
  width: number
  children: ReactNode
}

/** Something to choose from at the left, what was chosen at the right; on a phone the left opens from a button. */
export function Split({ side, label, width, children }: Props) {
  const narrow = useNarrow()
  const [open, setOpen] = useState(false)
  if (!narrow)
    return (
      <div className="split">
        <div className="split-side" style={{ '--side': `${width}px` } as CSSProperties}>
          {side(() => {})}
        </div>
        <div className="split-main stack">{children}</div>
      </div>
    )
  return (
    <>
      <Button
        onClick={() => setOpen(true)}
        icon={<DownOutlined />}
        iconPlacement="end"
        style={{ alignSelf: 'flex-start', maxWidth: '100%' }}
      >
        {label}
      </Button>
      <AppDrawer open={open} placement="left" size={300} title={label} onClose={() => setOpen(false)}>
        {side(() => setOpen(false))}
      </AppDrawer>
      {children}
    </>
  )
}
