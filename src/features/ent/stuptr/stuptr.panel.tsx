import { Link2, Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { titlesOf } from '#contract/explain.ts'
import { ptr } from '#features/ent/ptr/ptr.contract.ts'
import { query } from '#web/api/api.ts'
import { Label, StatusTag } from '#web/api/dictionary.tsx'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { Masked } from '#web/form/masked/Masked.tsx'
import { FlagBox } from './FlagBox.tsx'
import './stuptr.css'
import { flagNames, Relation, stuptr } from './stuptr.contract.ts'
import { isLinked, type RelationActions, useRelationActions } from './useRelationActions.tsx'
import type { LinkedRelation } from './RelationForm.tsx'

const titles = titlesOf(Relation, flagNames)

type Props = { stuNo: string; stuName: string }

/** Draws the guardians of one child in the order in which they are called, with all actions, and brothers and sisters. */
export default function StudentGuardians({ stuNo, stuName }: Props) {
  const { data, error, refetch } = useQuery(query(stuptr.getpage, { stuNo }))
  const actions = useRelationActions()
  const { create, link, dialogs } = actions
  const rows = data?.datas.filter(isLinked) ?? []
  const student = { stuNo, stuName }
  const adding = (
    <>
      {create && (
        <Button icon={<Plus />} onClick={() => create(student)}>
          新建家长
        </Button>
      )}
      {link && (
        <Button
          icon={<Link2 />}
          onClick={() =>
            link(
              student,
              rows.map(({ ptrNo }) => ptrNo),
            )
          }
        >
          关联家长
        </Button>
      )}
    </>
  )
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} />
  return (
    <div className="touch">
      {rows.length > 0 ? (
        <div className="page-tools">{adding}</div>
      ) : (
        <EmptyState hint="还没有家长">
          <span className="page-tools">{adding}</span>
        </EmptyState>
      )}
      {rows.map((row) => (
        <GuardianCard key={row.ptrNo} row={row} actions={actions} />
      ))}
      <Siblings rows={rows} />
      {dialogs}
    </div>
  )
}

function GuardianCard({
  row,
  actions: { changePhone, edit, unlink, toggle },
}: {
  row: LinkedRelation
  actions: RelationActions
}) {
  const { ptrNo, ptrName, relt, authTel, authFlag, ptrStt, prior, rem } = row
  return (
    <section className="guardian-card" aria-label={ptrName}>
      <div className="spread">
        <span className="drawer-title">
          <b>{ptrName}</b> <Label type="RELT" value={relt} />
          {ptrStt === '2' && <StatusTag value={ptrStt} />}
        </span>
        <span className="grey">联系次序 {prior}</span>
      </div>
      <p className="drawer-title">
        <Masked value={authTel} call={ptr.reveal} input={{ ptrNo, field: 'authTel' }} />
        {authFlag && <StatusTag type="AUTH_FLAG" value={authFlag} />}
      </p>
      <div className="guardian-flags">
        {flagNames.map((name) => (
          <FlagBox key={name} row={row} name={name} title={titles[name]} toggle={toggle}>
            {titles[name]}
          </FlagBox>
        ))}
      </div>
      {rem && <p className="grey">{rem}</p>}
      <span className="row-actions">
        {changePhone && (
          <Button size="small" onClick={() => changePhone(row)}>
            改手机
          </Button>
        )}
        {edit && (
          <Button size="small" onClick={() => edit(row)}>
            修改
          </Button>
        )}
        {unlink && (
          <Button size="small" danger onClick={() => unlink(row)}>
            解除关联
          </Button>
        )}
      </span>
    </section>
  )
}

function Siblings({ rows }: { rows: LinkedRelation[] }) {
  const siblings = [...new Map(rows.flatMap((row) => row.siblings).map((child) => [child.stuNo, child])).values()]
  if (siblings.length === 0) return null
  return <p>兄弟姐妹：{siblings.map(({ stuName, unitName }) => `${stuName} ${unitName}`).join('、')}</p>
}
