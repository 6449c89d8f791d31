import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type * as z from 'zod'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { boarding } from '#domain/students/stu.labels.contract.ts'
import { StudentState } from '#domain/units/units.contract.ts'
import { query } from '#web/api/api.ts'
import { NotifyButton } from '#domain/messages/NotifyButton.tsx'
import type { OwnClass } from '../home.contract.ts'
import { HomeFigure } from './HomeFigure.tsx'

type One = z.output<typeof OwnClass>

/** Draws the classes that the caller leads, each by what a head teacher asks of it; every figure is its list. */
const OwnClasses = ({ classes }: { classes: One[] }) => classes.map((one) => <ClassCard key={one.unitNo} of={one} />)

export default OwnClasses

function ClassCard({ of: { unitNo, unitName } }: { of: One }) {
  const { data } = useQuery(query(stu.getstatis, { unitNo, rollFlag: '1' }))
  const { data: all } = useQuery(query(stu.getstatis, { unitNo }))
  const to = (search: string) => `/ent/stu?unitNo=${unitNo}${search}`
  return (
    <section className="home-card" aria-label={unitName}>
      <div className="spread">
        <h2>{unitName}</h2>
        <div className="spread">
          <NotifyButton kind="unit" nos={[unitNo]} />
          <Link to={to('')}>查看名单</Link>
        </div>
      </div>
      <div className="home-figures">
        <HomeFigure name="在籍" count={data?.total} to={to('')}>
          男 {data?.manCnt ?? '…'} · 女 {data?.womanCnt ?? '…'}
        </HomeFigure>
        <HomeFigure name="住校" count={data?.brdCnt} to={to(`&wts=${boarding.boards}`)}>
          走读 {data?.dayCnt ?? '…'}
        </HomeFigure>
        <HomeFigure name="休学" count={all?.spndCnt} to={to(`&stt=${StudentState.suspended}&rollFlag=all`)} />
        <HomeFigure name="没有家长" count={data?.noPtrCnt} to={to('&noPtr=1')} isConcern />
      </div>
    </section>
  )
}
