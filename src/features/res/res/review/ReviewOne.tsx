import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useMemo, useState } from 'react'
import { ShareState } from '#domain/resources/resources.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { Label } from '#web/api/dictionary.tsx'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { useHotkey } from '#web/page/useHotkey.ts'
import { useNarrow } from '#web/page/useMedia.ts'
import { FileViewer } from '#web/viewer/FileViewer.tsx'
import { ResourceClassField, useClasses } from '#features/res/rescls/rescls.picker.tsx'
import { res } from '../res.contract.ts'
import type { Row } from '../resourceWords.tsx'

/** Draws one offered resource: its file, the class that it goes to, yes or no. */
export function ReviewOne({ row, onDone }: { row: Row; onDone: () => void }) {
  const narrow = useNarrow()
  const { data } = useQuery(query(res.get, { resNo: row.resNo }))
  const { byNo } = useClasses()
  // Proposes the class that it had here before, or the first of its subject.
  const proposed = useMemo(
    () => row.clsNo ?? [...byNo.values()].find(({ subj }) => subj && subj === row.subj)?.clsNo ?? null,
    [row, byNo],
  )
  const [picked, setPicked] = useState<string | null>()
  const [refusing, setRefusing] = useState(false)
  const pass = useSend(res.setpass)
  const clsNo = picked === undefined ? proposed : picked
  const isWaiting = row.shrStt === ShareState.waiting
  const agree = () => {
    if (clsNo && !pass.isPending) pass.mutate({ resNos: [row.resNo], clsNo, ver: row.ver }, { onSuccess: onDone })
  }
  useHotkey(isWaiting && !refusing ? 'a' : undefined, agree)
  useHotkey(isWaiting && !refusing ? 'r' : undefined, () => setRefusing(true))
  return (
    <>
      <OfferedFacts row={row} />
      {row.shrStt !== ShareState.refused && (
        <div className="review-acts">
          {isWaiting && (
            <>
              <span className="review-class">
                <ResourceClassField aria-label="放到分类" placeholder="放到哪个分类" value={clsNo} onChange={setPicked} />
              </span>
              <Button type="primary" disabled={!clsNo} loading={pass.isPending} onClick={agree}>
                同意
              </Button>
            </>
          )}
          <Button danger onClick={() => setRefusing(true)}>
            {isWaiting ? '驳回' : '下架'}
          </Button>
          {isWaiting && !narrow && <span className="grey">按 a 同意，按 r 驳回，j、k 换一个</span>}
        </div>
      )}
      {data ? (
        <FileViewer key={data.verNo} name={data.name} type={data.type} size={data.size} url={data.url} />
      ) : (
        <Spin delay={200} />
      )}
      {refusing && (
        <EditModal
          title={isWaiting ? `驳回“${row.resName}”` : `下架“${row.resName}”`}
          call={res.setreject}
          send={{ resNos: [row.resNo] }}
          okText={isWaiting ? '驳回' : '下架'}
          width={440}
          onDone={onDone}
          onClose={() => setRefusing(false)}
        >
          <Field name="answer" label={isWaiting ? '驳回原因' : '下架原因'} autoFocus />
        </EditModal>
      )}
    </>
  )
}

const OfferedFacts = ({ row: { resName, ofEntName, scope, subj, des, answer } }: { row: Row }) => (
  <>
    <h2>{resName}</h2>
    <p className="grey">
      {ofEntName}，共享到{scope === '2' ? '本区' : '公共'}
      {subj && '，'}
      {subj && <Label type="SUBJECT" value={subj} />}
    </p>
    {des && <p className="details-words">{des}</p>}
    {answer && <p>驳回原因：{answer}</p>}
  </>
)
