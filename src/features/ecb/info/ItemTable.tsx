import { type ReactNode, useState } from 'react'
import { Status } from '#contract/fields.ts'
import { useSend } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import type { ListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { type ActionMenu, menuOf } from '#web/menu/menuOf.ts'
import { PageTable } from '#web/list/PageTable.tsx'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { catalogueInfo, InfoItem } from './info.contract.ts'
import type { DictionaryItem } from './DictionaryItemForm.tsx'
import { otherState, saidOfState, type Type } from './types.picker.tsx'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import type { ListColumn } from '#web/list/dataTable.types.ts'
import { RowButton } from '#web/menu/RowButton.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const DictionaryItemForm = lazyWindow(() => import('./DictionaryItemForm.tsx'))

type Props = {
  type: Type
  types: readonly Type[]
  list: ListState
  filters: ReactNode
  empty: ReactNode
  /** Forbids changes of its values. */
  isFixed: boolean
  onChoose: (typeCode: string) => void
}

/** Draws the values of a dictionary, under the titles of its own columns. */
export function ItemTable({ type, types, list, filters, empty, isFixed, onChoose }: Props) {
  const may = useMay()
  const { typeCode, charName, numName, fixFlag } = type
  const [editing, setEditing] = useState<DictionaryItem>()
  const { ask, dialog } = useConfirm()
  const update = useSend(catalogueInfo.update, {
    said: ({ stt }, { chnName, showFlag }) =>
      `信息项“${chnName}”${stt ? saidOfState(stt) : showFlag === '1' ? '已改为显示' : '不再显示'}`,
  })
  const remove = useSend(catalogueInfo.delete)
  const clear = () => {
    list.look('')
    list.setFilters({ typeCode, showFlag: undefined, stt: undefined })
  }
  const asked: ListState = {
    ...list,
    filters: { ...list.filters, typeCode },
    isFiltered: list.keyWord !== '' || list.filters.showFlag !== undefined || list.filters.stt !== undefined,
    clear,
  }
  const menuFor = (row: DictionaryItem): ActionMenu =>
    menuOf([
      may(catalogueInfo.update) && { key: 'edit', label: '修改', act: () => setEditing(row) },
      may(catalogueInfo.update) &&
        fixFlag === '0' && {
          key: 'show',
          label: row.showFlag === '1' ? '不显示' : '显示',
          act: () => update.mutate({ typeCode, infoNo: row.infoNo, showFlag: row.showFlag === '1' ? '0' : '1' }),
        },
      may(catalogueInfo.update) &&
        fixFlag === '0' && {
          key: 'state',
          label: row.stt === Status.enabled ? '停用' : '启用',
          act: () => update.mutate({ typeCode, infoNo: row.infoNo, stt: otherState(row.stt) }),
        },
      may(catalogueInfo.delete) &&
        fixFlag === '0' &&
        row.fixFlag === '0' && {
          key: 'delete',
          label: '删除',
          danger: true,
          act: () =>
            ask({
              title: `删除“${row.chnName}”`,
              touches: '已有的记录还写着这个编号，但不再有名称；要保留名称，请改为停用。删除后可以撤销。',
              verb: '删除',
              act: () => remove.mutateAsync({ typeCode, infoNo: row.infoNo }),
            }),
        },
    ])
  const optional = (
    title: string | null | undefined,
    name: 'charClmn' | 'numClmn',
    width: number,
  ): ListColumn<DictionaryItem>[] => (title ? [column<DictionaryItem>(InfoItem, name, { width, title })] : [])
  const act = actionsColumn<DictionaryItem>(menuFor, (row) => row.chnName)
  return (
    <>
      <PageTable
        call={catalogueInfo.getpage}
        list={asked}
        rowKey="infoNo"
        search="名称或编号"
        filters={filters}
        empty={{ hint: '此类型还没有值', action: empty }}
        columns={[
          column<DictionaryItem>(InfoItem, 'chnName', { width: 160, fixed: 'left' }),
          column<DictionaryItem>(InfoItem, 'infoNo', { width: 90 }),
          column<DictionaryItem>(InfoItem, 'engName', { width: 140, minor: true }),
          ...optional(charName, 'charClmn', 110),
          ...optional(numName, 'numClmn', 90),
          column<DictionaryItem>(InfoItem, 'chdTypeName', {
            width: 100,
            minor: true,
            render: (name: string | null, { chdTypeCode }) =>
              chdTypeCode ? <RowButton onClick={() => onChoose(chdTypeCode)}>{name}</RowButton> : '–',
          }),
          column<DictionaryItem>(InfoItem, 'showFlag', { width: 64 }),
          column<DictionaryItem>(InfoItem, 'stt', { width: 72 }),
          ...(!isFixed && may(catalogueInfo.update) ? [act] : []),
        ]}
      />
      {editing && <DictionaryItemForm type={type} types={types} item={editing} onClose={() => setEditing(undefined)} />}
      {dialog}
    </>
  )
}
