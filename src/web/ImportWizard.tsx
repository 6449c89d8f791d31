import { InboxOutlined } from '@ant-design/icons'
import { Button, Result, Segmented, Steps, Table, Tooltip, Upload } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ImportPreview, ImportResult, ImportRow } from '#contract/importing.ts'
import type { Call } from '#contract/call.ts'
import { codes } from '#contract/codes.ts'
import type * as z from 'zod'
import { upload } from '#features/file/upload/upload.contract.ts'
import { useSend } from './api.ts'
import type { CallError } from './send.ts'
import { formatCount } from './format.ts'
import { toast } from './toast.ts'
import { useNarrow } from './useMedia.ts'

type Props = {
  title: string
  preview: Call<z.ZodObject, typeof ImportPreview>
  create: Call<z.ZodObject, typeof ImportResult>
  /** The list that shows what was written. */
  list: string
  /** What the workbook must hold, in a sentence. */
  needs: string
}

/** Imports a workbook: choose it, check what becomes of every row, write exactly that. */
export function ImportWizard({ title, preview, create, list, needs }: Props) {
  const navigate = useNavigate()
  const [shown, setShown] = useState<ImportPreview>()
  const [done, setDone] = useState<z.output<typeof ImportResult>>()
  const sending = useSend(upload.upload, { quiet: true })
  const reading = useSend(preview, { quiet: true })
  const writing = useSend(create, { quiet: true })
  const restart = () => {
    setShown(undefined)
    setDone(undefined)
  }
  const choose = async (file: File) => {
    try {
      const { result } = await sending.mutateAsync({ file })
      setShown((await reading.mutateAsync({ fileNo: result.fileNo })).result)
    } catch (error) {
      toast.error((error as Error).message)
    }
  }
  const write = async () => {
    try {
      setDone((await writing.mutateAsync({ batchNo: shown?.batchNo })).result)
    } catch (error) {
      const { code, message, result } = error as CallError
      if (code === codes.batchChanged[0]) setShown(result as ImportPreview)
      toast.error(message)
    }
  }
  return (
    <div className="page">
      <div className="page-head">
        <h1>{title}</h1>
        {shown && <span className="grey">{shown.fileName}</span>}
      </div>
      <Steps
        size="small"
        current={done ? 2 : shown ? 1 : 0}
        items={[{ title: '选择文件' }, { title: '核对' }, { title: '完成' }]}
        style={{ maxWidth: 640, margin: '8px 0 16px' }}
      />
      {done ? (
        <Result
          status="success"
          title={`新增 ${done.addCnt} 人，修改 ${done.updCnt} 人`}
          subTitle={`共 ${done.total} 行：${done.sameCnt} 行与现有资料相同，${done.errCnt} 行有错误未导入。`}
          extra={[
            <Button key="list" type="primary" onClick={() => navigate(list)}>
              查看员工
            </Button>,
            <Button key="again" onClick={restart}>
              再导入一份
            </Button>,
          ]}
        />
      ) : shown ? (
        <Check preview={shown} writing={writing.isPending} onWrite={write} onRestart={restart} />
      ) : (
        <Upload.Dragger
          accept=".xlsx"
          maxCount={1}
          showUploadList={false}
          disabled={sending.isPending || reading.isPending}
          beforeUpload={(file) => {
            void choose(file)
            return false
          }}
        >
          <p className="ant-upload-drag-icon">
            <InboxOutlined />
          </p>
          <p className="ant-upload-text">
            {sending.isPending || reading.isPending ? '正在读取……' : '点这里选择工作簿，或把它拖进来'}
          </p>
          <p className="ant-upload-hint">{needs}</p>
        </Upload.Dragger>
      )}
    </div>
  )
}

const outcomes = { all: '全部', add: '新增', upd: '变更', same: '相同', skip: '错误' } as const
const tones = { add: 'ok', upd: 'run', same: 'off', skip: 'bad' }

// Columns whose values are longer or shorter than most.
const widths: Record<string, number> = { idNo: 176, sex: 64, orgName: 160, rem: 200 }

type CheckProps = { preview: ImportPreview; writing: boolean; onWrite: () => void; onRestart: () => void }

function Check({ preview, writing, onWrite, onRestart }: CheckProps) {
  const [tab, setTab] = useState<keyof typeof outcomes>(preview.errCnt > 0 ? 'skip' : 'all')
  const counts = { all: preview.total, add: preview.addCnt, upd: preview.updCnt, same: preview.sameCnt, skip: preview.errCnt }
  const narrow = useNarrow()
  // On a phone fixed columns would leave nothing to scroll.
  const lead = narrow ? { row: 56, act: 64, why: 200 } : { row: 64, act: 72, why: 240 }
  const fixed = !narrow && 'left'
  const toWrite = preview.addCnt + preview.updCnt
  return (
    <>
      <div className="page-tools">
        <Segmented
          value={tab}
          onChange={setTab}
          options={Object.entries(outcomes).map(([value, label]) => ({
            value: value as keyof typeof outcomes,
            label: `${label} ${formatCount(counts[value as keyof typeof outcomes])}`,
          }))}
        />
        <div className="end" style={{ gap: 8 }}>
          <Button onClick={onRestart}>重新选择</Button>
          <Button type="primary" disabled={toWrite === 0} loading={writing} onClick={onWrite}>
            写入 {formatCount(toWrite)} 行
          </Button>
        </div>
      </div>
      {preview.ignored.length > 0 && <span className="grey">没有用到的列：{preview.ignored.join('、')}</span>}
      <Table<ImportRow>
        size="small"
        virtual
        rowKey="rowNo"
        pagination={false}
        scroll={{
          x: lead.row + lead.act + lead.why + preview.columns.reduce((width, { fld }) => width + (widths[fld] ?? 120), 0),
          y: 520,
        }}
        dataSource={tab === 'all' ? preview.rows : preview.rows.filter(({ act }) => act === tab)}
        locale={{ emptyText: `没有${outcomes[tab]}的行` }}
        columns={[
          { title: '行', dataIndex: 'rowNo', width: lead.row, align: 'right', fixed },
          {
            title: '结果',
            dataIndex: 'act',
            width: lead.act,
            fixed,
            render: (act: ImportRow['act']) => <span className={`tag ${tones[act]}`}>{outcomes[act]}</span>,
          },
          {
            title: '原因',
            key: 'why',
            width: lead.why,
            fixed,
            ellipsis: true,
            render: (_, { errs }) => errs.map(({ msg }) => msg).join('；') || '–',
          },
          ...preview.columns.map(({ fld, title }) => ({
            key: fld,
            title,
            width: widths[fld] ?? 120,
            ellipsis: true,
            render: (_: unknown, row: ImportRow) => <Cell row={row} fld={fld} />,
          })),
        ]}
      />
    </>
  )
}

function Cell({ row, fld }: { row: ImportRow; fld: string }) {
  const value = row.vals[fld] ?? ''
  const error = row.errs.find((one) => one.fld === fld)
  if (error)
    return (
      <Tooltip title={error.msg}>
        <span className="bad-cell">{value}</span>
      </Tooltip>
    )
  return row.chg.includes(fld) ? <span className="changed-cell">{value}</span> : value
}
