import { Button, Input, Spin } from 'antd'
import { Suspense, useState } from 'react'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { ModuleIcon } from '#web/theme/icons.tsx'
import { lazyPiece } from '#web/feedback/lazyPart.tsx'

const IconGrid = lazyPiece(() => import('./IconGrid.tsx'))

type Props = { value?: string | null; onChange?: (value: string | null) => void; id?: string }

/** Chooses the icon of a module. */
export function IconField({ value, onChange, id }: Props) {
  const [open, setOpen] = useState(false)
  const [word, setWord] = useState('')
  const choose = (name: string | null) => {
    onChange?.(name)
    setOpen(false)
  }
  return (
    <>
      <Button id={id} icon={<ModuleIcon name={value} />} onClick={() => setOpen(true)}>
        {value ? '更换' : '未选择'}
      </Button>
      <AppModal open={open} title="选择图标" width={560} footer={null} onCancel={() => setOpen(false)}>
        <div className="stack">
          <Input
            allowClear
            placeholder="名称，如 日历、食堂"
            aria-label="查找图标"
            value={word}
            maxLength={20}
            onChange={({ target }) => setWord(target.value)}
          />
          <Suspense fallback={<Spin />}>
            <IconGrid word={word.trim().toLowerCase()} value={value ?? null} onChoose={choose} />
          </Suspense>
        </div>
      </AppModal>
    </>
  )
}
