import { Bold, List } from 'lucide-react'
import { Button } from 'antd'
import { useRef } from 'react'
import { TextInput } from './TextInput.tsx'
import './markedInput.css'

type Props = {
  value?: string | null
  onChange?: (value: string) => void
  id?: string
  maxLength: number
  lines?: number
  placeholder?: string
  'aria-label'?: string
}

/** Writes a text of paragraphs, lists and bold words, marked as `MessageBody` reads them; two buttons set the marks. */
export function MarkedInput({ value, onChange, lines = 6, ...props }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const change = (mark: Mark) => {
    const area = box.current?.querySelector('textarea')
    if (!area) return
    const { text, from, to } = mark(area.value, area.selectionStart, area.selectionEnd)
    if (text.length > props.maxLength) return
    onChange?.(text)
    // Waits for the text to be drawn, which puts the cursor at its end.
    requestAnimationFrame(() => {
      area.focus()
      area.setSelectionRange(from, to)
    })
  }
  return (
    <div ref={box} className="marked-input">
      <span className="marked-acts">
        <Button size="small" type="text" icon={<List />} onClick={() => change(listed)}>
          列表
        </Button>
        <Button size="small" type="text" icon={<Bold />} onClick={() => change(bold)}>
          粗体
        </Button>
      </span>
      <TextInput {...props} lines={lines} value={value ?? ''} {...(onChange && { onChange })} />
    </div>
  )
}

type Mark = (text: string, from: number, to: number) => { text: string; from: number; to: number }

/** Makes items of the lines that are selected, or plain lines of what are items all. */
const listed: Mark = (text, from, to) => {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const end = text.indexOf('\n', to) < 0 ? text.length : text.indexOf('\n', to)
  const lines = text.slice(start, end).split('\n')
  const isList = lines.every((line) => line.startsWith('- '))
  const made = lines.map((line) => (isList ? line.slice(2) : line.startsWith('- ') ? line : `- ${line}`)).join('\n')
  return { text: text.slice(0, start) + made + text.slice(end), from: start + made.length, to: start + made.length }
}

/** Makes bold what is selected, or begins a bold word. */
const bold: Mark = (text, from, to) => {
  const words = text.slice(from, to)
  return { text: `${text.slice(0, from)}**${words}**${text.slice(to)}`, from: from + 2, to: to + 2 }
}
