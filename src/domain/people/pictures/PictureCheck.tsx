import { Alert, Button, Pagination } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import type { PictureCounts, PicturePreview, PictureRow } from '../pictures.contract.ts'
import { useSend } from '#web/api/api.ts'
import { formatCount } from '#web/page/format.ts'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { PictureCard, pictureOutcomes } from './PictureCard.tsx'
import type { PictureSubject, PictureWho } from './pictureSubject.web.ts'
import './pictures.css'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'

/** Describes which files are shown, and which page of them. */
export type ShownFiles = { act?: PictureRow['act']; pageIndex: number }

const pageSize = 60

type Props = {
  subject: PictureSubject
  preview: PicturePreview<PictureWho>
  shown: ShownFiles
  onShow: (shown: ShownFiles) => void
  writing: boolean
  onWrite: () => void
}

/** Draws the second step: every photo beside the one in use and its owner; choose among several, leave out, write. */
export function PictureCheck({ subject, preview, shown, onShow, writing, onWrite }: Props) {
  const { calls, noun, somebodyOf } = subject
  const { batchNo, rows, recordCount, addCnt, updCnt, manyCnt } = preview
  const set = useSend(calls.setpic)
  const close = useSend(calls.closepic)
  const { ask, dialog } = useConfirm()
  const acts = Object.keys(pictureOutcomes) as PictureRow['act'][]
  const countOf = (act: PictureRow['act']) => preview[`${act}Cnt` satisfies keyof PictureCounts]
  // Leaves a group or a page that has just become empty.
  const isGone = recordCount > 0 ? (shown.pageIndex - 1) * pageSize >= recordCount : shown.act !== undefined
  const turnBack = useEffectEvent(() => onShow({ pageIndex: 1 }))
  useEffect(() => {
    if (isGone) turnBack()
  }, [isGone])
  const giveUp = () =>
    ask({
      title: '放弃这批照片',
      touches: `已上传的照片会删除，${noun}现用的照片不变。`,
      verb: '放弃',
      act: () => close.mutateAsync({ batchNo }),
    })
  const toWrite = addCnt + updCnt
  return (
    <>
      <div className="page-tools">
        <SegmentedControl<string>
          value={shown.act ?? 'all'}
          onChange={(act) => onShow({ pageIndex: 1, ...(act !== 'all' && { act: act as PictureRow['act'] }) })}
          options={[
            { value: 'all', label: `全部 ${formatCount(preview.total)}` },
            ...acts
              .filter((act) => countOf(act) > 0)
              .map((act) => ({ value: act, label: `${pictureOutcomes[act].name} ${formatCount(countOf(act))}` })),
          ]}
        />
        <div className="end">
          <Button disabled={writing} onClick={giveUp}>
            重新选择
          </Button>
          <Button type="primary" disabled={toWrite === 0} loading={writing} onClick={onWrite}>
            写入 {formatCount(toWrite)} 张
          </Button>
        </div>
      </div>
      {manyCnt > 0 && shown.act !== 'many' && (
        <Alert
          type="warning"
          showIcon
          title={`有 ${formatCount(manyCnt)} 张是同一人的几张照片，没有选定的不写入`}
          action={
            <Button size="small" onClick={() => onShow({ act: 'many', pageIndex: 1 })}>
              去选
            </Button>
          }
          style={{ marginBottom: 12 }}
        />
      )}
      <div className="photo-cards dense">
        {rows.map((row) => (
          <PictureCard
            key={row.rowNo}
            row={row}
            somebody={somebodyOf(row)}
            noun={noun}
            busy={set.isPending || writing}
            onUse={(use) => set.mutate({ batchNo, rowNos: [row.rowNo], use })}
          />
        ))}
      </div>
      {recordCount > pageSize && (
        <Pagination
          align="end"
          showSizeChanger={false}
          current={shown.pageIndex}
          pageSize={pageSize}
          total={recordCount}
          onChange={(pageIndex) => onShow({ ...shown, pageIndex })}
        />
      )}
      {dialog}
    </>
  )
}
