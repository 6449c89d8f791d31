import { Plus } from 'lucide-react'
import { Button } from 'antd'
import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import type * as z from 'zod'
import { linkedNameColumn } from '#web/list/columns/columns.tsx'
import { listColumns } from '#web/list/columns/listColumns.ts'
import { useSheetList } from '#web/grid/sheetMode.ts'
import { SheetTools } from '#web/grid/SheetTools.tsx'
import { useListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { ActionsButton } from '#web/menu/ActionsButton.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { PageTable } from '#web/list/PageTable.tsx'
import { useDial } from '#web/form/masked/useDial.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { useUrlParam } from '#web/page/useUrlParam.ts'
import { GuardianChips, GuardianFilters } from './GuardianFilters.tsx'
import './ptr.css'
import { Guardian, ptr } from './ptr.contract.ts'
import { type GuardianFieldList, guardianFields } from './ptr.fields.ts'
import { useGuardianActions } from './useGuardianActions.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

const GuardianDrawer = lazyWindow(() => import('./guardian.panel.tsx'))
const GuardianExport = lazyWindow(() => import('./GuardianExport.tsx'))
const GuardianSheet = lazyWindow(() => import('./GuardianSheet.tsx'))

type Row = z.output<typeof Guardian>

// Limits the children that are named; of more only the number is shown.
const mostNamed = 3

function childrenOf(stus: Row['stus']) {
  if (stus.length === 0) return '–'
  const named = stus.slice(0, mostNamed)
  const rest = stus.length - mostNamed
  return (
    <span {...(stus.length > 1 && { className: 'siblings' })}>
      {named.map(({ stuNo, stuName, unitName }, at) => (
        <span key={stuNo} className="child">
          {`${stuName} ${unitName}${at < named.length - 1 ? '、' : ''}`}
        </span>
      ))}
      {rest > 0 && ` +${rest}`}
    </span>
  )
}

/** Draws the guardians of the school: the list, and one person's details beside it. */
export default function GuardianScreen() {
  const may = useMay()
  const navigate = useNavigate()
  const narrow = useNarrow()
  const listed = useListState(ptr.getpage, { stt: '1' })
  const { list, sheet, opened, open, close, hrefOf, dialog } = useSheetList(ptr.updatemany, listed, 'ptrNo')
  const actions = useGuardianActions({ onGone: close })
  const { moreOf, changePhone, bulk, create, createWithChild, dialogs, show } = actions
  const dial = useDial(ptr.reveal, ({ ptrNo }: Row) => ({ ptrNo, field: 'authTel' as const }))
  const exportThose = (ptrNos: string[]) => show((close) => <GuardianExport list={list} ptrNos={ptrNos} onClose={close} />)
  useUrlParam('new', () => createWithChild?.())
  const creating = createWithChild && (
    <Button type="primary" icon={<Plus />} onClick={createWithChild}>
      新建家长
    </Button>
  )
  return (
    <div className="page touch">
      <PageHead title="家长管理" />
      {sheet.isOn ? (
        <Suspense>
          <GuardianSheet list={listed} onClose={sheet.close} />
        </Suspense>
      ) : (
        <PageTable
          call={ptr.getpage}
          list={list}
          chips={<GuardianChips list={list} />}
          rowKey="ptrNo"
          search="家长、孩子、手机"
          opened={opened}
          empty={{ hint: '还没有家长', action: creating }}
          actions={
            <>
              <SheetTools sheet={sheet} onExport={may(ptr.export) ? () => exportThose([]) : undefined} />
              <ActionsButton
                menu={menuOf([
                  may(ptr.importpic) &&
                    !narrow && { key: 'pictures', label: '导入照片', act: () => void navigate('/ent/ptr/pictures') },
                  create !== undefined && { key: 'alone', label: '新建家长（暂不关联学生）', act: create },
                ])}
              />
              {creating}
            </>
          }
          bulk={bulk && ((ticked, clear) => bulk(ticked, clear, () => exportThose(ticked)))}
          filters={<GuardianFilters list={list} />}
          columns={[
            ...listColumns<Row, GuardianFieldList>(
              Guardian,
              guardianFields,
              ['ptrName', 'authTel', 'stus', 'sex', 'authFlag', 'stt'],
              {
                ptrName: linkedNameColumn<Row>(Guardian, 'ptrName', 110, {
                  isPerson: true,
                  open: ({ ptrNo }) => open(ptrNo),
                  hrefOf: ({ ptrNo }) => hrefOf(ptrNo),
                }),
                stus: { render: childrenOf },
                // Leaves to a card what matters on the way: whom to call, and about which children.
                ...(narrow && { sex: { optional: true }, authFlag: { optional: true } }),
              },
            ),
            actionsColumn<Row>(moreOf, (row) => row.ptrName, dial || (changePhone && { label: '改手机', act: changePhone })),
          ]}
        />
      )}
      {opened && (
        <Suspense>
          <GuardianDrawer ptrNo={opened} onClose={close} />
        </Suspense>
      )}
      {dialogs}
      {dialog}
    </div>
  )
}
