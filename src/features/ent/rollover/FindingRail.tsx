import { Button } from 'antd'
import { Link } from 'react-router'
import { edcunit } from '#features/ent/edcunit/edcunit.contract.ts'
import { useSend } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { useMay } from '#web/me.tsx'
import type { Finding, Saved } from './useRollover.tsx'

type Props = { year: Saved; onDecide: (stuNos: string[]) => void }

/** What stands in the way, each with the button that sees to it, and what should be looked at. */
export function FindingRail({ year, onDecide }: Props) {
  const { blocks = [], warnings = [] } = year.shown ?? {}
  return (
    <aside className="rollover-rail" aria-label="阻断和提醒">
      <section>
        <h2 className={blocks.length > 0 ? 'bad' : 'ok'}>{blocks.length > 0 ? `阻断 ${blocks.length}` : '没有阻断'}</h2>
        {blocks.length === 0 && <p className="grey">可以结转了。</p>}
        {blocks.map((one) => (
          <FindingLine key={one.code} one={one} year={year} onDecide={onDecide} />
        ))}
      </section>
      {warnings.length > 0 && (
        <section>
          <h2 className="warn">提醒 {warnings.length}</h2>
          {warnings.map((one) => (
            <FindingLine key={one.code} one={one} year={year} onDecide={onDecide} />
          ))}
        </section>
      )}
    </aside>
  )
}

function FindingLine({ one, year, onDecide }: Props & { one: Finding }) {
  const may = useMay()
  const disable = useSend(edcunit.disable, { said: () => `已停用 ${formatCount(one.disable.length)} 个班` })
  const { code, text, path } = one
  return (
    <div className="rollover-finding">
      <p>{text}</p>
      {path && <Link to={path}>去处理</Link>}
      {one.disable.length > 0 && may(edcunit.disable) && (
        <Button size="small" loading={disable.isPending} onClick={() => disable.mutate({ datas: one.disable })}>
          停用这些班
        </Button>
      )}
      {one.decide.length > 0 && year.may && (
        <Button size="small" onClick={() => onDecide(one.decide.map(({ stuNo }) => stuNo))}>
          决定去向
        </Button>
      )}
      {code === 'again' && year.may && (
        <Button size="small" onClick={() => void year.change({ again: '1' })}>
          仍要再结转一次
        </Button>
      )}
    </div>
  )
}
