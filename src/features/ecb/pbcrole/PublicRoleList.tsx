import { Status } from '#contract/fields.ts'
import { Label, useDictionary } from '#web/api/dictionary.tsx'
import { formatCount } from '#web/page/format.ts'
import { SideList } from '#web/tree/SideList.tsx'
import type { PublicRoleRow } from './usePublicRoleActions.tsx'

type Props = { roles: PublicRoleRow[]; chosen: string; onChoose: (roleNo: string) => void }

/** Draws public roles grouped by the identities that they are made for. */
export function PublicRoleList({ roles, chosen, onChoose }: Props) {
  const identities = useDictionary('IDNT')
  return (
    <div className="side-scroll">
      {[...Map.groupBy(roles, ({ idntNo }) => idntNo)].map(([idntNo, rows]) => (
        <section key={idntNo}>
          <h2 className="side-head">{identities.find(({ infoNo }) => infoNo === idntNo)?.chnName ?? idntNo}</h2>
          <SideList
            label={identities.find(({ infoNo }) => infoNo === idntNo)?.chnName ?? idntNo}
            chosen={chosen}
            onChoose={onChoose}
            items={rows.map(({ roleNo, roleName, roleItem, entCnt, stt }) => ({
              key: roleNo,
              title: roleName,
              tag: <Label type="ROLE_ITEM_PBC" value={roleItem} />,
              count: `${formatCount(entCnt)} 家`,
              isOff: stt === Status.disabled,
            }))}
          />
        </section>
      ))}
    </div>
  )
}
