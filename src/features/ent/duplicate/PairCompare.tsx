import { Button, Radio } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { Label, StatusTag } from '#web/api/dictionary.tsx'
import { formatDate } from '#web/page/format.ts'
import { useMay } from '#web/api/me.tsx'
import { useHotkey } from '#web/page/useHotkey.ts'
import { type Comparison, duplicate } from './duplicate.contract.ts'
import { mergeParts } from './duplicate.parts.contract.ts'
import { PairLinks } from './PairLinks.tsx'
import { usePairActions } from './usePairActions.tsx'

type Shown = z.output<typeof Comparison>
type Line = Shown['fields'][number]
const sides = ['one', 'other'] as const
type Side = (typeof sides)[number]

type Props = {
  shown: Shown
  /** Goes to the next pair after this one is decided on, or skipped. */
  onNext: () => void
  /** Tells that something lies over it, so that no key decides anything. */
  isCovered: boolean
}

/** Draws two records side by side: differences are marked, and chosen line by line. */
export function PairCompare({ shown, onNext, isCovered }: Props) {
  const { one, other, refusal } = shown
  const may = useMay()
  const [keep, setKeep] = useState<Side>(shown.keep)
  const [picked, setPicked] = useState<Partial<Record<Line['field'], Side>>>({})
  const mayMerge = may(duplicate.merge) && refusal === null
  const isChoice = ({ differs, fixed }: Line) => mayMerge && differs && !fixed
  const chosen = (line: Line) => picked[line.field] ?? line.prefer
  const fields = Object.fromEntries(
    shown.fields.filter(isChoice).map((line) => [line.field, chosen(line) === keep ? 'kept' : 'gone'] as const),
  )
  const { merge, setApart, busy } = usePairActions({ shown, keep, fields, onNext })
  const decides = may(duplicate.notsame) && one.entNo === other.entNo
  const isIdle = !busy && !isCovered
  useHotkey(isIdle && mayMerge ? 'm' : undefined, merge)
  useHotkey(isIdle && decides ? 'n' : undefined, setApart)
  useHotkey(isIdle ? 's' : undefined, onNext)
  const lines = shown.fields.filter((line) => line.one !== null || line.other !== null)
  return (
    <section className="pair" aria-label={`对比 ${one.stuName} 和 ${other.stuName}`}>
      <table className="pair-table">
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">内容</span>
            </th>
            {sides.map((side) => (
              <th key={side} scope="col">
                <span className="pair-name">
                  {shown[side].stuName} <StatusTag type="STU_STT" value={shown[side].stt} />
                </span>
                <span className="grey">{one.entNo === other.entNo ? shown[side].stuNo : shown[side].entName}</span>
                {mayMerge && (
                  <Radio name="keep" checked={keep === side} onChange={() => setKeep(side)}>
                    保留这条
                  </Radio>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.field} className={line.differs ? 'differs' : undefined}>
              <th scope="row">
                {mergeParts[line.field].title}
                {line.differs && <span className="unseen">（不同）</span>}
              </th>
              {sides.map((side) => (
                <td key={side}>
                  {isChoice(line) ? (
                    <Radio
                      name={line.field}
                      checked={chosen(line) === side}
                      onChange={() => setPicked((before) => ({ ...before, [line.field]: side }))}
                    >
                      <Value line={line} side={side} />
                    </Radio>
                  ) : (
                    <Value line={line} side={side} />
                  )}
                </td>
              ))}
            </tr>
          ))}
          <PairLinks shown={shown} />
        </tbody>
      </table>
      <div className="pair-foot">
        <span className={refusal && one.entNo === other.entNo ? 'bad-text' : 'grey'}>
          {refusal ?? (mayMerge && toldOf(shown, keep))}
        </span>
        {mayMerge && (
          <Button type="primary" loading={busy} onClick={merge} aria-keyshortcuts="m">
            合并 <kbd>M</kbd>
          </Button>
        )}
        {decides && (
          <Button disabled={busy} onClick={setApart} aria-keyshortcuts="n">
            不是同一人 <kbd>N</kbd>
          </Button>
        )}
        <Button onClick={onNext} aria-keyshortcuts="s">
          跳过 <kbd>S</kbd>
        </Button>
      </div>
    </section>
  )
}

function toldOf({ one, other }: Shown, keep: Side): string {
  const kept = keep === 'one' ? one : other
  const guardians = new Set([...one.ptrs, ...other.ptrs].map(({ ptrNo }) => ptrNo)).size
  return `保留 ${kept.stuNo}，另一条删除${guardians > 0 ? `，${guardians} 位家长都保留` : ''}。30 天内可以撤销。`
}

function Value({ line, side }: { line: Line; side: Side }) {
  const text = line[side]
  const { dictionary, title } = mergeParts[line.field]
  if (text === null) return <span className="grey">（空）</span>
  if (line.field === 'cardPht' || line.field === 'facePht') return <img src={text} alt={title} />
  if (line.field === 'brth') return formatDate(text)
  return dictionary ? <Label type={dictionary} value={text} /> : text
}
