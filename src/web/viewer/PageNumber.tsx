import { Input } from 'antd'
import { useState } from 'react'

type Props = { at: number; count: number; onGo: (number: number) => void }

/** Draws the number of the current page, of how many; another number and Enter lead there. */
export function PageNumber({ at, count, onGo }: Props) {
  const [typed, setTyped] = useState<string>()
  const go = () => {
    const number = Number(typed)
    if (Number.isInteger(number) && number >= 1 && number <= count) onGo(number)
    setTyped(undefined)
  }
  return (
    <span className="page-number">
      <Input
        aria-label="页码"
        inputMode="numeric"
        value={typed ?? String(at)}
        onChange={({ target }) => setTyped(target.value)}
        onPressEnter={go}
        onBlur={() => setTyped(undefined)}
      />
      / {count}
    </span>
  )
}
