import { Ellipsis, Plus } from 'lucide-react'
import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { useSend } from '#web/api/api.ts'
import { Status } from '#contract/fields.ts'
import { StatusFilter } from '#web/list/filters/StatusFilter.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { StatusTag, useDictionary } from '#web/api/dictionary.tsx'
import type { ListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { MenuButton } from '#web/menu/MenuButton.tsx'
import { type ActionMenu, menuOf } from '#web/menu/menuOf.ts'
import { save } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { DifferenceModal } from './DifferenceModal.tsx'
import { catalogueInfo, type TableRow } from './info.contract.ts'
import { ItemTable } from './ItemTable.tsx'
import { PasteModal } from './PasteModal.tsx'
import { otherState, saidOfState, type Type } from './types.picker.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const DictionaryItemForm = lazyWindow(() => import('./DictionaryItemForm.tsx'))

const TypeForm = lazyWindow(() => import('./TypeForm.tsx'))

type Props = { type: Type; types: readonly Type[]; list: ListState; onChoose: (typeCode: string) => void }

// Recognises dictionaries with screens of their own.
const isElsewhere = ({ typeCode }: Type) => ['IDNT', 'PWR'].includes(typeCode)

/** Draws one dictionary: its facts, its values, and the ways to add more. */
export function TypeWork({ type, types, list, onChoose }: Props) {
  const may = useMay()
  const { typeCode, chnName, fixFlag, srcType, stt } = type
  const { show, ask, dialogs } = useDialogs()
  const update = useSend(catalogueInfo.updatetype, { said: ({ stt = '' }) => `类型“${chnName}”${saidOfState(stt)}` })
  const remove = useSend(catalogueInfo.deletetype, { said: () => `类型“${chnName}”已删除` })
  const isOpen = fixFlag === '0'
  const edit = () => show((close) => <TypeForm type={type} onClose={close} />)
  const add = () => show((close) => <DictionaryItemForm type={type} types={types} item={undefined} onClose={close} />)
  const compare = (items: TableRow[] | undefined) =>
    show((close) => <DifferenceModal type={type} items={items} onClose={close} />)
  const askDelete = () =>
    ask({
      title: `删除“${chnName}”`,
      touches: '它的值一起删除。有企业选用其中的值，或它是别的类型的下级时不能删除。删除后可以撤销。',
      verb: '删除',
      act: () => remove.mutateAsync({ typeCode }),
    })
  const menu = menuOf([
    may(catalogueInfo.updatetype) && { key: 'edit', label: '修改类型', act: edit },
    may(catalogueInfo.updatetype) &&
      isOpen && {
        key: 'state',
        label: stt === Status.enabled ? '停用类型' : '启用类型',
        act: () => update.mutate({ typeCode, stt: otherState(stt) }),
      },
    may(catalogueInfo.deletetype) && srcType === '4' && { key: 'delete', label: '删除类型', danger: true, act: askDelete },
  ])
  const paste = isOpen && may(catalogueInfo.load) && (
    <Button onClick={() => show((close) => <PasteModal type={type} onRead={compare} onClose={close} />)}>粘贴</Button>
  )
  const create = isOpen && may(catalogueInfo.create) && (
    <Button icon={<Plus />} onClick={add}>
      新建信息项
    </Button>
  )
  const exported = () => void save(catalogueInfo.export, { typeCode }).catch((error: Error) => toast.error(error.message))
  return (
    <>
      <TypeHead type={type} menu={menu}>
        {may(catalogueInfo.export) && <Button onClick={exported}>导出</Button>}
        {paste}
        {create}
      </TypeHead>
      <TypeNotices type={type} onCompare={() => compare(undefined)} />
      <ItemTable
        type={type}
        types={types}
        list={list}
        empty={
          <>
            {create} {paste}
          </>
        }
        filters={
          <>
            <CodeFilter
              type="YES_NO"
              label="显示"
              value={list.filters.showFlag}
              onChange={(showFlag) => list.setFilters({ typeCode, showFlag })}
            />
            <StatusFilter value={list.filters.stt} onChange={(chosen) => list.setFilters({ typeCode, stt: chosen })} />
          </>
        }
        isFixed={isElsewhere(type)}
        onChoose={onChoose}
      />
      {dialogs}
    </>
  )
}

function TypeHead({ type, menu, children }: { type: Type; menu: ActionMenu; children: ReactNode }) {
  const { typeCode, chnName, fixFlag, srcType, verNo, des, stt } = type
  const source = useDictionary('INFO_SRC').find(({ infoNo }) => infoNo === srcType)?.chnName
  return (
    <>
      <div className="work-head">
        <h2 className="side-name">{chnName}</h2>
        <span className="grey">{typeCode}</span>
        <span className="tag off">{source}</span>
        {stt !== Status.enabled && <StatusTag value={stt} />}
        {verNo && fixFlag === '0' && <span className="grey">版本 {verNo}</span>}
        {menu.items.length > 0 && <MenuButton menu={menu} type="text" icon={<Ellipsis />} aria-label={`更多操作：${chnName}`} />}
        <span className="end">{children}</span>
      </div>
      {source && des && des !== source && <p className="grey group-note">{des}</p>}
    </>
  )
}

/** Tells who sees to the values of a dictionary, and that newer ones ship with the product. */
function TypeNotices({ type, onCompare }: { type: Type; onCompare: () => void }) {
  const may = useMay()
  const { typeCode, chnName, fixFlag, newVer, verNo } = type
  return (
    <>
      {isElsewhere(type) ? (
        <Alert type="info" showIcon title={`“${chnName}”的值在“${typeCode === 'IDNT' ? '身份目录' : '操作权限'}”中维护。`} />
      ) : (
        fixFlag !== '0' &&
        may(catalogueInfo.update) && (
          <Alert type="info" showIcon title="这些值是程序自己的：可以改名称和说明，不能增加、删除、隐藏或停用。" />
        )
      )}
      {newVer && may(catalogueInfo.load) && (
        <Alert
          type="warning"
          showIcon
          title={`有新版本 ${newVer}，现在用的是 ${verNo ?? '–'}。`}
          action={<Button onClick={onCompare}>查看差异</Button>}
        />
      )}
    </>
  )
}
