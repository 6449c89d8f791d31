import { Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { longestName } from './savedViews.ts'

type Props = {
  value: string | undefined
  wrong: (name: string) => string | undefined
  onSave: (name: string) => void
  onCancel: () => void
}

/** Draws the input for the name of a view, in the list of views. */
export function ViewName({ value = '', wrong, onSave, onCancel }: Props) {
  const [name, setName] = useState(value)
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = wrong(name.trim())
    if (found) setProblem(found)
    else onSave(name.trim())
  }
  return (
    <form className="view-form" onSubmit={submit}>
      <Input
        autoFocus
        aria-label="视图名称"
        placeholder="视图名称"
        maxLength={longestName}
        showCount
        value={name}
        status={problem ? 'error' : ''}
        onChange={({ target }) => {
          setName(target.value)
          setProblem(undefined)
        }}
      />
      {problem && (
        <span role="alert" className="bad-text">
          {problem}
        </span>
      )}
      <span className="row-actions">
        <Button type="primary" htmlType="submit">
          保存
        </Button>
        <Button onClick={onCancel}>取消</Button>
      </span>
    </form>
  )
}
