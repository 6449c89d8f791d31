import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react'
import { Button } from 'antd'
import type { Step } from '#domain/approvals/approvals.contract.ts'
import { approverWords, type Mentioned, settingsOf } from './words.web.ts'

type Props = {
  step: Step
  at: number
  /** Tells how many steps there are. */
  of: number
  known: Mentioned
  faults: Record<string, string>
  isChosen: boolean
  /** Offers what can be done with it; undefined where it is only read. */
  acts?: { open: () => void; move: (by: -1 | 1) => void; copy: () => void; remove: () => void } | undefined
}

/** Draws a step in words: who decides, how many have to agree, when, until when. */
export function StepCard({ step, at, of, known, faults, isChosen, acts }: Props) {
  const { stepName } = step
  const who = approverWords(step, known)
  const told = Object.values(faults)
  const name = `第 ${at + 1} 步“${stepName}”`
  return (
    <div className={['flow-card', told.length > 0 && 'bad', isChosen && 'chosen'].filter(Boolean).join(' ')}>
      {acts && (
        <button type="button" className="flow-pick" aria-label={`修改${name}`} aria-pressed={isChosen} onClick={acts.open} />
      )}
      <div className="flow-card-head">
        <span className="flow-no">{at + 1}</span>
        <h2>{stepName || '（没有名称）'}</h2>
        {acts && (
          <span className="flow-tools">
            <Button
              type="text"
              icon={<ArrowUp />}
              aria-label={`上移${name}`}
              title="上移"
              disabled={at === 0}
              onClick={() => acts.move(-1)}
            />
            <Button
              type="text"
              icon={<ArrowDown />}
              aria-label={`下移${name}`}
              title="下移"
              disabled={at === of - 1}
              onClick={() => acts.move(1)}
            />
            <Button type="text" icon={<Copy />} aria-label={`复制${name}`} title="复制" onClick={acts.copy} />
            <Button type="text" danger icon={<Trash2 />} aria-label={`删除${name}`} title="删除" onClick={acts.remove} />
          </span>
        )}
      </div>
      <p className={who ? 'flow-who' : 'flow-who remark-text'}>{who ?? '还没有选审批人'}</p>
      <dl>
        {settingsOf(step, known).map(([label, words]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {told.map((message) => (
        <p key={message} className="bad-text">
          {message}
        </p>
      ))}
    </div>
  )
}
