import { Plus } from 'lucide-react'
import { Button, Checkbox } from 'antd'
import { useNavigate } from 'react-router'
import type * as z from 'zod'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { column, linkedNameColumn } from '#web/list/columns/columns.tsx'
import { Filter } from '#web/list/filters/Filter.tsx'
import { CountLink } from '#web/list/CountLink.tsx'
import { useListState } from '#web/list/listState.ts'
import { useMe } from '#web/api/me.tsx'
import { PageTable } from '#web/list/PageTable.tsx'
import { Split } from '#web/layout/Split.tsx'
import { useWide } from '#web/page/useMedia.ts'
import { ent, ListedEnterprise } from './ent.contract.ts'
import { useCountPaths } from './facts/useCountPaths.web.ts'
import { EnterpriseChips, EnterprisePeople, LevelFilter } from './EnterpriseFilters.tsx'
import { EnterpriseTree } from './EnterpriseTree.tsx'
import { useEnterpriseActions } from './useEnterpriseActions.tsx'
import { useEnterpriseTree } from './useEnterpriseTree.tsx'
import { ActionsButton } from '#web/menu/ActionsButton.tsx'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

type Row = z.output<typeof ListedEnterprise>

const pathOf = ({ entNo }: { entNo: string }) => `/ecb/ent/${entNo}`

/** Draws the enterprises within reach: the tree on the left, those under the chosen one on the right. */
export default function EnterpriseScreen() {
  const me = useMe()
  const navigate = useNavigate()
  const wide = useWide()
  const tree = useEnterpriseTree()
  const actions = useEnterpriseActions(tree)
  const pathsOf = useCountPaths()
  const counted = (name: 'subCnt' | 'empCnt' | 'stuCnt', width: number) => ({
    ...column<Row>(ListedEnterprise, name, {
      width,
      render: (count: number, row: Row) => <CountLink count={count} to={pathsOf(row)[name]} label={row.entName} />,
    }),
    optional: true,
  })
  const list = useListState(ent.getpage, { deepFlag: '1' })
  const { filters, setFilters } = list
  const chosen = tree.byNo.get(filters.prtNo ?? '')
  const above = chosen?.entNo ?? me.entNo
  const create = actions.create && (
    <Button type="primary" icon={<Plus />} onClick={() => actions.create?.(above)}>
      新建企业
    </Button>
  )
  return (
    <div className="page touch">
      <PageHead title="企业管理">
        <EnterprisePeople list={list} />
      </PageHead>
      <Split
        width={wide ? 300 : 240}
        label={chosen?.path.join(' / ') ?? '全部企业'}
        side={(close) => (
          <EnterpriseTree
            enterprises={tree}
            actions={actions}
            chosen={chosen?.entNo}
            onChoose={(entNo) => {
              const one = tree.byNo.get(entNo ?? '')
              // Opens an enterprise that has none below it.
              if (one && one.items.length === 0) navigate(pathOf(one))
              else setFilters({ prtNo: entNo === me.entNo ? undefined : entNo })
              close()
            }}
          />
        )}
      >
        {chosen && (
          <div className="spread">
            <h2 className="way-title">{chosen.path.join(' / ')}</h2>
            <span className="row-actions">
              <Button onClick={() => navigate(pathOf(chosen))}>打开这家企业</Button>
              <ActionsButton menu={actions.menuOf(chosen.entNo)} />
            </span>
          </div>
        )}
        <PageTable
          call={ent.getpage}
          list={list}
          chips={<EnterpriseChips list={list} />}
          rowKey="entNo"
          search="名称、拼音、编号、联系人"
          empty={{ hint: '没有下级企业', action: create }}
          actions={create}
          bulk={
            actions.moveMany &&
            ((ticked, clear) => (
              <Button
                onClick={() => {
                  actions.moveMany?.(ticked)
                  clear()
                }}
              >
                移动
              </Button>
            ))
          }
          tickable={({ entNo }) => entNo !== me.entNo}
          filters={
            <>
              <CodeFilter type="ENT_STT" label="状态" without="0" value={filters.stt} onChange={(stt) => setFilters({ stt })} />
              <CodeFilter type="IDNT" label="身份" value={filters.idntNo} onChange={(idntNo) => setFilters({ idntNo })} />
              <LevelFilter value={filters.lvl} onChange={(lvl) => setFilters({ lvl })} />
              <CodeFilter
                type="IDNT"
                label="管理员身份"
                value={filters.userIdntNos}
                onChange={(userIdntNos) => setFilters({ userIdntNos })}
              />
              {chosen && (
                <Filter
                  label="含下级的下级"
                  shown={filters.deepFlag === '1' ? undefined : '否'}
                  onClear={() => setFilters({ deepFlag: '1' })}
                >
                  <Checkbox
                    checked={filters.deepFlag === '1'}
                    onChange={({ target }) => setFilters({ deepFlag: target.checked ? '1' : '0' })}
                  >
                    含下级的下级
                  </Checkbox>
                </Filter>
              )}
            </>
          }
          columns={[
            linkedNameColumn<Row>(ListedEnterprise, 'entName', 200, { open: (row) => navigate(pathOf(row)), hrefOf: pathOf }),
            column<Row>(ListedEnterprise, 'idntNo', { width: 88 }),
            column<Row>(ListedEnterprise, 'selfNo', { width: 104, minor: true }),
            column<Row>(ListedEnterprise, 'linkMan', { width: 80, minor: true }),
            column<Row>(ListedEnterprise, 'linkTel', { width: 116, minor: true }),
            column<Row>(ListedEnterprise, 'stt', { width: 80 }),
            { ...column<Row>(ListedEnterprise, 'prtName', { width: 180 }), optional: true },
            { ...column<Row>(ListedEnterprise, 'lvl', { width: 72 }), optional: true },
            counted('subCnt', 104),
            counted('empCnt', 88),
            counted('stuCnt', 88),
            { ...column<Row>(ListedEnterprise, 'rem', { width: 160 }), optional: true },
            actionsColumn<Row>(
              ({ entNo }) => actions.menuOf(entNo),
              ({ entName }) => entName,
            ),
          ]}
        />
      </Split>
      {actions.dialogs}
    </div>
  )
}
