import { FixButton, type Ways } from './FixButton.tsx'
import type { Finding, SavedRollover } from '../useRollover.tsx'

type Props = Ways & { year: SavedRollover }

/** Draws what prevents the year-end, each with the button that resolves it, and what should be checked. */
export function FindingRail({ year, ...ways }: Props) {
  const { blocks = [], warnings = [] } = year.shown ?? {}
  return (
    <aside className="rollover-rail" aria-label="必须先处理的和提醒">
      <section>
        <h2 className={blocks.length > 0 ? 'bad' : 'ok'}>
          {blocks.length > 0 ? `必须先处理 ${blocks.length}` : '没有要先处理的'}
        </h2>
        {blocks.length === 0 && <p className="grey">可以升级了。</p>}
        {blocks.map((one) => (
          <FindingLine key={one.code} one={one} year={year} {...ways} />
        ))}
      </section>
      {warnings.length > 0 && (
        <section>
          <h2 className="warn">提醒 {warnings.length}</h2>
          {warnings.map((one) => (
            <FindingLine key={one.code} one={one} year={year} {...ways} />
          ))}
        </section>
      )}
    </aside>
  )
}

const FindingLine = ({ one: { text, fix }, ...rest }: Props & { one: Finding }) => (
  <div className="rollover-finding">
    <p>{text}</p>
    <div className="rollover-fixes">
      <FixButton fix={fix} {...rest} />
    </div>
  </div>
)
