import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { AppModal } from '#web/AppModal.tsx'
import { query, useSend } from '#web/api.ts'
import { ReadFailed } from '#web/EmptyState.tsx'
import { formatCount } from '#web/format.ts'
import { rollover } from './rollover.contract.ts'

type Props = { rollNo: string; schYear: number; onClose: () => void }

const shownLines = 12

/** Says what taking a year-end back keeps of later work and what stands in its way, and then does it. */
export default function TakeBack({ rollNo, schYear, onClose }: Props) {
  // What others did in the last minute counts too.
  const { data, error, refetch } = useQuery({ ...query(rollover.getundo, { rollNo }), staleTime: 0, gcTime: 0 })
  const takeBack = useSend(rollover.takeback)
  const hindered = !data || data.blocks.length > 0
  return (
    <AppModal
      open
      width={520}
      title={`撤销结转，回到${schYear}学年`}
      okText="撤销结转"
      okButtonProps={{ disabled: hindered, danger: true }}
      cancelText="取消"
      confirmLoading={takeBack.isPending}
      onOk={() => takeBack.mutate({ rollNo }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {error && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data && data.blocks.length > 0 && (
        <>
          <p className="bad-text">这些改动挡住了撤销，先处理它们：</p>
          <Lines lines={data.blocks} count={data.blocks.length} />
        </>
      )}
      {data && data.blocks.length === 0 && (
        <p>升级、毕业、新年级和例外都回到结转之前：毕业的学生回到原班，新建的年级和班级删除。</p>
      )}
      {data && data.keepCnt > 0 && (
        <>
          <p>结转之后的这些改动保留：</p>
          <Lines lines={data.keeps} count={data.keepCnt} />
        </>
      )}
    </AppModal>
  )
}

const Lines = ({ lines, count }: { lines: string[]; count: number }) => (
  <ul className="rollover-undo">
    {lines.slice(0, shownLines).map((line) => (
      <li key={line}>{line}</li>
    ))}
    {count > shownLines && <li className="grey">还有 {formatCount(count - shownLines)} 处</li>}
  </ul>
)
