import { useQuery } from '@tanstack/react-query'
import { Skeleton, Steps } from 'antd'
import { Suspense, useState } from 'react'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { codes } from '#contract/codes.ts'
import type { ImportBatch, ImportPreview, ImportResult } from '#contract/importing.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import type { CallError } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { useNarrow } from '#web/page/useMedia.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { ImportPlace, type ImportPlaces } from './ImportPlace.tsx'
import { isMapped, MapColumns } from './MapColumns.tsx'
import { Working } from './Working.tsx'
import { lazyPage } from '#web/feedback/lazyPart.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

// Loads the sheet once there are rows to check, and the last step when it is reached.
const CheckRows = lazyPage(() => import('./CheckRows.tsx'))
const ImportDone = lazyPage(() => import('./ImportDone.tsx'))

type Props = {
  title: string
  /** Names the kind under which batches are stored. */
  kind: string
  preview: Call<z.ZodObject, typeof ImportPreview>
  create: Call<z.ZodObject, typeof ImportResult>
  /** Describes the list that shows the result, with the noun and measure of its records. */
  list: { path: string; noun: string; unit: string }
  /** Describes in a sentence what the workbook must hold. */
  needs: string
  /** Names what the list is for: the number of the one record that all of it is about, and the input of the preview. */
  target?: { refNo?: string; input: Record<string, string> } | undefined
  /** Describes where rows go that name no place themselves, in an import whose rows have places. */
  places?: ImportPlaces | undefined
}

type Result = z.output<typeof ImportResult>

/** Imports a workbook: choose it, assign columns where that is not clear, check and correct every row, write exactly that. */
export function ImportWizard({ title, kind, preview, create, list, needs, target, places }: Props) {
  const { data: open, error, refetch } = useQuery(query(imp.getopen, { kind, refNo: target?.refNo }))
  const [done, setDone] = useState<Result>()
  const [mapping, setMapping] = useState(false)
  const narrow = useNarrow()
  const said = ({ addCnt, updCnt }: Result) =>
    `已导入：新增 ${formatCount(addCnt)}${list.unit}，修改 ${formatCount(updCnt)}${list.unit}`
  const writing = useSend(create, { quiet: true, said: (_, result) => said(result) })
  const close = useSend(imp.close)
  const write = async ({ batchNo }: ImportBatch) => {
    try {
      setDone((await writing.mutateAsync({ batchNo })).result)
    } catch (refused) {
      const { code, message } = refused as CallError
      toast.error(message)
      if (code === codes.batchChanged[0]) void refetch()
    }
  }
  const isMapping = open && (mapping || !isMapped(open))
  const step = done ? 3 : !open ? 0 : isMapping ? 1 : 2
  return (
    <div className="page touch">
      <PageHead title={title}>
        {open && !done && (
          <span className="grey">
            {open.fileName}
            {open.heads.length > 0 && `，工作表“${open.sheet}”`}
          </span>
        )}
      </PageHead>
      {places && <ImportPlace batch={done ? undefined : open} places={places} />}
      <Steps
        size="small"
        responsive={false}
        titlePlacement={narrow ? 'vertical' : 'horizontal'}
        current={step}
        items={['选择文件', '对应列', '核对', '完成'].map((name) => ({ title: name }))}
        style={{ maxWidth: 720, margin: '8px 0 16px' }}
      />
      {done ? (
        <Suspense fallback={<Skeleton active />}>
          <ImportDone result={done} list={list} onAgain={() => setDone(undefined)} />
        </Suspense>
      ) : error ? (
        <ReadFailed message={error.message} onRetry={() => void refetch()} />
      ) : open === undefined ? (
        <Skeleton active />
      ) : open === null ? (
        <ChooseFile kind={kind} preview={preview} needs={needs} input={target?.input} />
      ) : writing.isPending ? (
        <Working no={open.batchNo} text={`正在写入 ${formatCount(open.addCnt + open.updCnt)} 行`} />
      ) : isMapping ? (
        <MapColumns batch={open} onDone={() => setMapping(false)} onGiveUp={() => close.mutate({ batchNo: open.batchNo })} />
      ) : (
        <Suspense fallback={<Skeleton active />}>
          <CheckRows
            key={open.batchNo}
            batch={open}
            onMap={() => setMapping(true)}
            onGiveUp={() => close.mutate({ batchNo: open.batchNo })}
            onWrite={() => void write(open)}
          />
        </Suspense>
      )}
    </div>
  )
}
