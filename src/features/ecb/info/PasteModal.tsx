import { Input } from 'antd'
import { useState } from 'react'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { formatCount } from '#web/page/format.ts'
import type { TableRow } from './info.contract.ts'
import { readPaste } from './paste.contract.ts'
import type { Type } from './types.picker.tsx'

type Props = { type: Type; onRead: (items: TableRow[]) => void; onClose: () => void }

/** Takes rows that were copied in Excel or WPS. */
export function PasteModal({ type, onRead, onClose }: Props) {
  const [text, setText] = useState('')
  const { items, wrong } = readPaste(text, type)
  const columns = ['编号', '中文名', '英文名', type.charName, type.numName].filter(Boolean)
  return (
    <AppModal
      open
      width={640}
      title={`粘贴到“${type.chnName}”`}
      okText="查看差异"
      okButtonProps={{ disabled: !items }}
      cancelText="取消"
      onOk={() => items && onRead(items)}
      onCancel={onClose}
    >
      <div className="stack">
        <span className="grey">
          在 Excel 或 WPS 里选中各列复制，再粘贴到这里。各列依次是：{columns.join('、')}，后面的列可以没有。
        </span>
        <Input.TextArea
          aria-label="粘贴的内容"
          rows={12}
          value={text}
          onChange={({ target }) => setText(target.value)}
          status={text.trim() && wrong ? 'error' : ''}
        />
        <span aria-live="polite" className={text.trim() && wrong ? 'bad-text' : 'grey'}>
          {items ? `读到 ${formatCount(items.length)} 行` : text.trim() ? wrong : '还没有内容'}
        </span>
      </div>
    </AppModal>
  )
}
