import { Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { query } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { Label } from '#web/api/dictionary.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { shownValue } from '#web/form/inputs/ValueInput.tsx'
import { formatCount } from '#web/page/format.ts'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import { ListHead } from '#web/list/ListHead.tsx'
import { useListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { useIdentityScopes } from './IdentityScope.tsx'
import { everyIdentity, pbccfg, Setting } from './pbccfg.contract.ts'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { PageHead } from '#web/head/PageHead.tsx'
import { usePlaceInHead } from '#web/head/usePlaceInHead.ts'
import { BuiltInMark } from '#web/theme/BuiltInMark.tsx'

const SettingForm = lazyWindow(() => import('./SettingForm.tsx'))

// Describes a row: a code is there once for each identity that has a default of its own.
type Row = z.output<typeof Setting> & { id: string; stt?: string }

/** Draws the settings that the platform offers, with their defaults. */
export default function SettingCatalogueScreen() {
  const may = useMay()
  const list = useListState(pbccfg.getlist)
  const { filters, keyWord, look, setFilters, clear, isFiltered } = list
  const asked = { keyWord, ...filters } as z.input<typeof pbccfg.getlist.input>
  const { data, error, refetch } = useQuery({ ...query(pbccfg.getlist, asked), placeholderData: (before) => before })
  const [editing, setEditing] = useState<{ record?: Row; initial?: Partial<Row> }>()
  const create = may(pbccfg.create) && (
    <Button type="primary" icon={<Plus />} onClick={() => setEditing({})}>
      新建参数
    </Button>
  )
  const menuFor = (row: Row) =>
    menuOf([
      may(pbccfg.update) && { key: 'edit', label: '修改', act: () => setEditing({ record: row }) },
      may(pbccfg.create) &&
        row.idntNo === everyIdentity &&
        row.ownFlag === '1' && {
          key: 'identity',
          label: '按身份另设默认值',
          act: () => setEditing({ initial: { ...row, idntNo: '030' } }),
        },
    ])
  const actions = actionsColumn<Row>(menuFor, (row) => row.cfgDesc)
  const scopes = useIdentityScopes()
  const [places, findPlace] = usePlaceInHead()
  return (
    <div className="page touch">
      <PageHead title="参数目录" />
      <div className="list" ref={findPlace}>
        <ListHead
          places={places}
          heading={<span className="grey">{data && `共 ${formatCount(data.length)} 项`}</span>}
          actions={create}
          keyword={<Keyword value={keyWord} onChange={look} placeholder="编码或说明" hotkey />}
          filters={
            <SelectFilter
              label="适用身份"
              options={scopes}
              value={filters.idntNo}
              onChange={(idntNo) => setFilters({ idntNo })}
            />
          }
          onReset={isFiltered ? clear : undefined}
        />
        <ListTable<Row>
          rowKey="id"
          rows={data?.map((row) => ({ ...row, id: `${row.cfgCode} ${row.idntNo}` }))}
          error={data ? null : error}
          onRetry={refetch}
          empty={<EmptyState hint="还没有参数">{create}</EmptyState>}
          onClear={isFiltered && clear}
          columns={[
            column<Row>(Setting, 'cfgDesc', { width: 240 }),
            column<Row>(Setting, 'cfgCode', {
              width: 160,
              render: (cfgCode: string, { fixFlag }) => (
                <>
                  {cfgCode} {fixFlag === '1' && <BuiltInMark hint="内置，只改默认值和说明" />}
                </>
              ),
            }),
            column<Row>(Setting, 'dftlVal', { width: 160, render: (value: string, row) => shownValue(row, value) }),
            column<Row>(Setting, 'valType', { width: 80 }),
            column<Row>(Setting, 'idntNo', {
              width: 96,
              render: (idntNo: string) => (idntNo === everyIdentity ? '所有身份' : <Label type="IDNT" value={idntNo} />),
            }),
            column<Row>(Setting, 'valList', {
              width: 160,
              render: (_: unknown, { valType, valList, minVal, maxVal }) =>
                valList?.map(({ name }) => name).join('、') ??
                (valType === 'N' && (minVal ?? maxVal) !== null ? `${minVal ?? ''} ～ ${maxVal ?? ''}` : '–'),
            }),
            column<Row>(Setting, 'difCnt', {
              width: 104,
              render: (difCnt: number, { ownFlag }) =>
                ownFlag === '0' ? <span className="grey">全平台统一</span> : formatCount(difCnt),
            }),
            ...(may(pbccfg.update) || may(pbccfg.create) ? [actions] : []),
          ]}
        />
      </div>
      {editing && <SettingForm {...editing} onClose={() => setEditing(undefined)} />}
    </div>
  )
}
