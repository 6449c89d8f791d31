import { Link2, Plus } from 'lucide-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { query } from '#web/api/api.ts'
import { column, linkedNameColumn } from '#web/list/columns/columns.tsx'
import { useListState } from '#web/list/listState.ts'
import { menuOf } from '#web/menu/menuOf.ts'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { PageTable } from '#web/list/PageTable.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { familiesOf } from './families.tsx'
import { FlagBox } from './FlagBox.tsx'
import { RelationFilters } from './RelationFilters.tsx'
import './stuptr.css'
import { flagNames, Relation, stuptr } from './stuptr.contract.ts'
import { isLinked, type RelationActions, useRelationActions } from './useRelationActions.tsx'
import type { ListColumn } from '#web/list/dataTable.types.ts'
import type { LinkedRelation, Row } from './RelationForm.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { RowButton } from '#web/menu/RowButton.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

const FamilyDrawer = lazyWindow(() => import('./FamilyDrawer.tsx'))
const GuardianDrawer = lazyWindow(() => import('#features/ent/ptr/guardian.panel.tsx'))

/** Draws children and their guardians: the list grouped by child, and one family beside it. */
export default function RelationScreen() {
  const list = useListState(stuptr.getpage, { stt: '1' })
  const [child, setChild] = useState<string>()
  const [guardian, setGuardian] = useState<string>()
  const actions = useRelationActions()
  // Reads the rows of the table, to group them and to step through them.
  const { data } = useQuery({
    ...query(stuptr.getpage, { ...list.filters, keyWord: list.keyWord, pageIndex: list.pageIndex, pageSize: list.pageSize }),
    placeholderData: keepPreviousData,
  })
  const { spanOf, children } = familiesOf(data?.datas ?? [])
  const at = children.findIndex(({ stuNo }) => stuNo === child)
  const opened = children[at]
  const open = {
    child: (stuNo: string) => (setGuardian(undefined), setChild(stuNo)),
    guardian: (ptrNo: string) => (setChild(undefined), setGuardian(ptrNo)),
  }
  const { create, link, dialogs } = actions
  const creating = create && (
    <Button type="primary" icon={<Plus />} onClick={() => create()}>
      新建家长并关联
    </Button>
  )
  return (
    <div className="page touch">
      <PageHead title="学生家长关系" />
      <PageTable
        call={stuptr.getpage}
        list={list}
        rowKey="rowNo"
        search="学生、家长、手机"
        empty={{ hint: '还没有关联', action: creating }}
        actions={
          <>
            {link && (
              <Button icon={<Link2 />} onClick={() => link()}>
                关联家长
              </Button>
            )}
            {creating}
          </>
        }
        filters={<RelationFilters list={list} />}
        columns={useColumns(actions, spanOf, open)}
      />
      {opened && (
        <Suspense>
          <FamilyDrawer
            child={opened}
            previous={children[at - 1]}
            next={children[at + 1]}
            onOpen={setChild}
            onClose={() => setChild(undefined)}
          />
        </Suspense>
      )}
      {guardian && (
        <Suspense>
          <GuardianDrawer ptrNo={guardian} onClose={() => setGuardian(undefined)} />
        </Suspense>
      )}
      {dialogs}
    </div>
  )
}

type Openers = { child: (stuNo: string) => void; guardian: (ptrNo: string) => void }

function useColumns(actions: RelationActions, spanOf: (row: Row) => number, open: Openers): ListColumn<Row>[] {
  const narrow = useNarrow()
  // Draws a card for each guardian on a phone.
  const grouped = narrow ? {} : { onCell: (row: Row) => ({ rowSpan: spanOf(row) }) }
  const unit = column<Row>(Relation, 'unitName', { width: 150, ...grouped })
  const { create, changePhone, edit, unlink, toggle } = actions
  const acts = actionsColumn<LinkedRelation>(
    (row) =>
      menuOf([
        edit !== undefined && { key: 'edit', label: '修改', act: () => edit(row) },
        create !== undefined && { key: 'more', label: '再加一位家长', act: () => create(row) },
        unlink !== undefined && { key: 'unlink', label: '解除关联', danger: true, act: () => unlink(row) },
      ]),
    ({ stuName, ptrName }) => `${stuName}的${ptrName}`,
    changePhone && { label: '改手机', act: changePhone },
  )
  const flags = flagNames.map((name) => {
    const plain = column<Row>(Relation, name)
    const title = String(plain.title)
    const box = (_: unknown, row: Row) => (isLinked(row) ? <FlagBox row={row} name={name} title={title} toggle={toggle} /> : '–')
    return { ...plain, width: name === 'grdFlag' ? 96 : 80, align: 'center' as const, minor: true, render: box }
  })
  return [
    { ...linkedNameColumn<Row>(Relation, 'stuName', 110, ({ stuNo }) => open.child(stuNo)), ...grouped },
    ...(narrow ? [] : [unit]),
    column<Row>(Relation, 'ptrName', {
      width: 110,
      render: (_, row) =>
        isLinked(row) ? (
          narrow ? (
            row.ptrName
          ) : (
            <RowButton onClick={() => open.guardian(row.ptrNo)}>{row.ptrName}</RowButton>
          )
        ) : create ? (
          <RowButton label={`新建${row.stuName}的家长`} onClick={() => create(row)}>
            新建家长
          </RowButton>
        ) : (
          '–'
        ),
    }),
    column<Row>(Relation, 'relt', { width: 100 }),
    column<Row>(Relation, 'authTel', { width: 120 }),
    ...flags,
    column<Row>(Relation, 'prior', { width: 80, minor: true }),
    ...(narrow ? [unit] : []),
    { ...column<Row>(Relation, 'authFlag', { width: 80 }), optional: true },
    { ...column<Row>(Relation, 'rem', { width: 160 }), optional: true },
    {
      ...acts,
      isIdle: (row) => !isLinked(row) || acts.isIdle(row),
      render: (_, row) => (isLinked(row) ? acts.render(_, row) : null),
    },
  ]
}
