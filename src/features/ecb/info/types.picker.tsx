import type * as z from 'zod'
import { useDictionary } from '#web/api/dictionary.tsx'
import { formatCount } from '#web/page/format.ts'
import { SideList } from '#web/tree/SideList.tsx'
import { Status } from '#contract/fields.ts'
import type { InfoType } from './info.contract.ts'

export type Type = z.output<typeof InfoType>

/** Returns the state that a dictionary or a value of one goes to from this one. */
export const otherState = (stt: string) => (stt === Status.enabled ? Status.disabled : Status.enabled)

/** Tells what became of one that went to a state. */
export const saidOfState = (stt: string) => (stt === Status.enabled ? '已启用' : '已停用，已有的记录照样显示它的名称')

type Props = { types: readonly Type[]; chosen: string | undefined; onChoose: (typeCode: string) => void }

/** Draws dictionaries to choose from, grouped by their origin. */
export function TypeList({ types, chosen, onChoose }: Props) {
  const sources = useDictionary('INFO_SRC')
  return (
    <div className="side-scroll">
      {sources.map(({ infoNo, chnName }) => {
        const rows = types.filter(({ srcType }) => srcType === infoNo)
        if (rows.length === 0) return null
        return (
          <section key={infoNo}>
            <h2 className="side-head">{chnName}</h2>
            <SideList
              label={chnName}
              chosen={chosen}
              onChoose={onChoose}
              items={rows.map((type) => ({
                key: type.typeCode,
                title: type.chnName,
                tag: type.stt === Status.enabled ? type.newVer && '有新版本' : '停用',
                count: formatCount(type.itemCnt),
              }))}
            />
          </section>
        )
      })}
    </div>
  )
}
