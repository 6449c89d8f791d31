import { Button, Result } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import type { ImportResult } from '#contract/importing.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { useSend } from '#web/api/api.ts'
import { formatCount } from '#web/page/format.ts'
import { save } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { useLeaveTab } from '#web/page/tab.ts'
import { useConfirm } from '#web/feedback/useConfirm.tsx'

type Props = {
  result: z.output<typeof ImportResult>
  list: { path: string; noun: string; unit: string }
  onAgain: () => void
}

/** Draws the last step: what was written, the rows that were not, and the undo. */
export default function ImportDone({ result, list: { path, noun, unit }, onAgain }: Props) {
  const { batchNo, total, addCnt, updCnt, sameCnt, errCnt, outCnt } = result
  const leave = useLeaveTab()
  const [undone, setUndone] = useState(false)
  const { ask, dialog } = useConfirm()
  const undo = useSend(imp.undo)
  const rest = errCnt + outCnt
  const kept = [
    sameCnt > 0 && `${formatCount(sameCnt)} 行与现有资料相同`,
    errCnt > 0 && `${formatCount(errCnt)} 行有错误未导入`,
    outCnt > 0 && `${formatCount(outCnt)} 行已排除`,
  ].filter(Boolean)
  const askUndo = () =>
    ask({
      title: '撤销本批导入',
      touches: `新增的 ${formatCount(addCnt)} ${unit}${noun}会删除，修改的 ${formatCount(updCnt)} ${unit}恢复原样。之后又改过的会指出来，一个也不撤销。`,
      verb: '撤销',
      act: () => undo.mutateAsync({ batchNo }).then(() => setUndone(true)),
    })
  return (
    <>
      <Result
        status={undone ? 'info' : 'success'}
        title={undone ? '这批导入已撤销' : `新增 ${formatCount(addCnt)} ${unit}，修改 ${formatCount(updCnt)} ${unit}`}
        subTitle={
          undone ? '资料已恢复到导入之前。' : `共 ${formatCount(total)} 行${kept.length > 0 ? `：${kept.join('，')}` : ''}。`
        }
        extra={[
          <Button key="list" type="primary" onClick={() => leave(path)}>
            查看{noun}
          </Button>,
          rest > 0 && (
            <Button
              key="rest"
              onClick={() => void save(imp.export, { batchNo }).catch((error: Error) => toast.error(error.message))}
            >
              下载未导入的 {formatCount(rest)} 行
            </Button>
          ),
          !undone && (
            <Button key="undo" onClick={askUndo}>
              撤销本批
            </Button>
          ),
          <Button key="again" onClick={onAgain}>
            再导入一份
          </Button>,
        ]}
      />
      {dialog}
    </>
  )
}
