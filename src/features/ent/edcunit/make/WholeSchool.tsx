import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { permissions } from '#contract/access.ts'
import { useMay } from '#web/api/me.tsx'

/** Tells that the year-end does for the whole school what is about to be done to one unit. */
export function WholeSchool({ onLeave }: { onLeave: () => void }) {
  const may = useMay()
  const navigate = useNavigate()
  return (
    <p className="unit-year grey">
      这里只处理这一个单元；学年结束时，学年升级一次办好全校的毕业、升级和新年级。
      {may({ access: permissions('rollover').view }) && (
        <Button
          type="link"
          size="small"
          onClick={() => {
            onLeave()
            navigate('/ent/rollover')
          }}
        >
          去学年升级
        </Button>
      )}
    </p>
  )
}
