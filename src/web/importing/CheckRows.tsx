import { Button } from 'antd'
import { useState } from 'react'
import type { ImportBatch, ImportRow } from '#contract/importing.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { useSend } from '#web/api/api.ts'
import { formatCount } from '#web/page/format.ts'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { BatchSheet } from './BatchSheet.tsx'
import { RepeatedErrors } from './RepeatedErrors.tsx'
import { outcomeNames } from './outcomeNames.ts'
import './importing.css'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'

const tabs = { all: '全部', ...outcomeNames }
type Tab = keyof typeof tabs

type Props = { batch: ImportBatch; onMap: () => void; onGiveUp: () => void; onWrite: () => void }

/** Draws the third step: every row with its outcome; errors are corrected in place, one by one or all equal ones at once. */
export default function CheckRows({ batch, onMap, onGiveUp, onWrite }: Props) {
  const { batchNo, total, addCnt, updCnt, sameCnt, errCnt, outCnt, warnCnt } = batch
  const [tab, setTab] = useState<Tab>(errCnt > 0 ? 'skip' : 'all')
  const counts = { all: total, add: addCnt, upd: updCnt, same: sameCnt, skip: errCnt, out: outCnt }
  const edit = useSend(imp.edit)
  const repair = useSend(imp.repair)
  const setOut = useSend(imp.setout)
  const { ask, dialog } = useConfirm()
  const toWrite = addCnt + updCnt
  const busy = edit.isPending || repair.isPending || setOut.isPending
  const askWrite = () =>
    errCnt === 0
      ? onWrite()
      : ask({
          title: `写入 ${formatCount(toWrite)} 行`,
          touches: `还有 ${formatCount(errCnt)} 行有错误，不会写入；写入后可以把这些行下载下来改好再导入。`,
          verb: '写入',
          isHarmless: true,
          act: async () => onWrite(),
        })
  const unused = batch.heads.filter((head, place) => head && batch.columns.every(({ at }) => at !== place))
  const act: ImportRow['act'] | undefined = tab === 'all' ? undefined : tab
  return (
    <>
      <div className="page-tools">
        <SegmentedControl<Tab>
          value={tab}
          onChange={setTab}
          options={Object.entries(tabs).map(([value, label]) => ({
            value: value as Tab,
            label: `${label} ${formatCount(counts[value as Tab])}`,
          }))}
        />
        <div className="end" style={{ gap: 8 }}>
          <Button onClick={onMap}>对应列</Button>
          <Button onClick={onGiveUp}>重新选择文件</Button>
          <Button type="primary" disabled={toWrite === 0 || busy} onClick={askWrite}>
            写入 {formatCount(toWrite)} 行
          </Button>
        </div>
      </div>
      {errCnt > 0 && <RepeatedErrors batchNo={batchNo} busy={busy} onRepair={(one) => repair.mutate({ batchNo, ...one })} />}
      {unused.length > 0 && <p className="grey">没有用到的列：{unused.join('、')}</p>}
      {warnCnt > 0 && <p className="grey">有 {formatCount(warnCnt)} 行有提醒，见标黄的格子；不改也会写入。</p>}
      <BatchSheet
        key={tab}
        batch={batch}
        act={act}
        count={counts[tab]}
        empty={`没有${tab === 'all' ? '' : tabs[tab]}的行`}
        onEdit={(cells) => edit.mutateAsync({ batchNo, cells })}
        onRepair={(one) => repair.mutate({ batchNo, ...one })}
        onOut={(rowNo, out) => setOut.mutate({ batchNo, rowNos: [rowNo], out })}
      />
      <p className="grey grid-help">
        方向键移动，直接输入就替换，F2 或双击修改，F8 到下一个错误；可以粘贴 Excel、WPS 里复制的一块；Ctrl+D
        向下填充。关掉页面也不会丢。
      </p>
      {dialog}
    </>
  )
}
