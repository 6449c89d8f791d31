import { Button } from 'antd'
import { formatTime } from '#web/page/format.ts'
import './draft.css'

type Props = { at: string; isOld: boolean; onGiveUp: () => void }

/** Says that what was typed earlier is here again. */
export const DraftLine = ({ at, isOld, onGiveUp }: Props) => (
  <div className="draft-line" role="status">
    <span>已恢复 {formatTime(at).slice(5)} 没有保存的内容</span>
    {isOld && <span className="draft-old">此后有人改过这条记录，请核对后再保存</span>}
    <Button type="link" onClick={onGiveUp}>
      放弃草稿
    </Button>
  </div>
)
