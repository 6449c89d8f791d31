import { useQuery } from '@tanstack/react-query'
import { Button, Result, Skeleton, Steps } from 'antd'
import { useState } from 'react'
import { codes } from '#contract/codes.ts'
import { photoKinds } from '../photos.contract.ts'
import type { PictureCounts, PicturePreview } from '../pictures.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import type { CallError } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { PictureCheck, type ShownFiles } from './PictureCheck.tsx'
import { PictureUpload } from './PictureUpload.tsx'
import type { PictureSubject, PictureWho } from './pictureSubject.web.ts'
import { useLeaveTab } from '#web/page/tab.ts'
import { PageHead } from '#web/head/PageHead.tsx'

// Sets the pause between reads in milliseconds: links of the pictures live a little longer.
const often = 600_000

/** Takes photos of people in: choose the ZIP, check whose every one is, write just these. What waits is kept by the server. */
export function PictureImport({ subject }: { subject: PictureSubject }) {
  const { calls, title, titles } = subject
  const [shown, setShown] = useState<ShownFiles>({ pageIndex: 1 })
  const [done, setDone] = useState<PictureCounts>()
  const { data, error, refetch } = useQuery({
    ...query(calls.getpic, shown),
    placeholderData: (before) => before,
    refetchInterval: often,
  })
  const open = data as PicturePreview<PictureWho> | null | undefined
  const writing = useSend(calls.importpic, {
    quiet: true,
    said: (_, { addCnt, updCnt }) => `已写入 ${formatCount(addCnt + updCnt)} 张照片`,
  })
  const show = () => setShown({ pageIndex: 1 })
  const write = async (batchNo: string) => {
    try {
      setDone((await writing.mutateAsync({ batchNo })).result)
      show()
    } catch (refused) {
      const { code, message } = refused as CallError
      toast.error(message)
      if (code === codes.batchChanged[0] || code === codes.batchClosed[0]) {
        show()
        void refetch()
      }
    }
  }
  return (
    <div className="page touch">
      <PageHead title={title}>
        {open && !done && (
          <span className="grey">
            {open.fileName}，{photoKinds[open.phtType].name}
            {open.key && `，文件名是${titles[open.key]}`}
          </span>
        )}
      </PageHead>
      <Steps
        size="small"
        responsive={false}
        current={done ? 2 : open ? 1 : 0}
        items={[{ title: '选择文件' }, { title: '核对' }, { title: '完成' }]}
        style={{ maxWidth: 640, margin: '8px 0 16px' }}
      />
      {done ? (
        <Done subject={subject} counts={done} onAgain={() => setDone(undefined)} />
      ) : error && !open ? (
        <ReadFailed message={error.message} onRetry={() => void refetch()} />
      ) : open === undefined ? (
        <Skeleton active />
      ) : open === null ? (
        <PictureUpload subject={subject} />
      ) : (
        <PictureCheck
          subject={subject}
          preview={open}
          shown={shown}
          onShow={setShown}
          writing={writing.isPending}
          onWrite={() => void write(open.batchNo)}
        />
      )}
    </div>
  )
}

type DoneProps = { subject: PictureSubject; counts: PictureCounts; onAgain: () => void }

function Done({ subject: { noun, list }, counts, onAgain }: DoneProps) {
  const { total, addCnt, updCnt, sameCnt, manyCnt, noneCnt, badCnt, outCnt } = counts
  const leave = useLeaveTab()
  const told: [number, string][] = [
    [addCnt, '新增'],
    [updCnt, '替换了原来的'],
    [sameCnt, '和现用的一样'],
    [manyCnt, '没有选定'],
    [noneCnt, `没有找到${noun}`],
    [badCnt, '不能用'],
    [outCnt, '已排除'],
  ]
  const parts = told.filter(([count]) => count > 0).map(([count, what]) => `${formatCount(count)} 个${what}`)
  return (
    <Result
      status="success"
      title={`已写入 ${formatCount(addCnt + updCnt)} 张`}
      subTitle={`共 ${formatCount(total)} 个文件：${parts.join('，')}。`}
      extra={[
        <Button key="list" type="primary" onClick={() => leave(list)}>
          查看{noun}
        </Button>,
        <Button key="again" onClick={onAgain}>
          再导入一份
        </Button>,
      ]}
    />
  )
}
