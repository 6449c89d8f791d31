import { useNavigate } from 'react-router'
import { useSend } from '#web/api/api.ts'
import { useMay, useMe } from '#web/api/me.tsx'
import { type ActionMenu, menuOf } from '#web/menu/menuOf.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { reorder, shiftActs } from '#web/tree/siblings.ts'
import { ent, EnterpriseState, stateChange } from './ent.contract.ts'
import { TouchedList } from './TouchedList.tsx'
import { enterprisesBelow, type EnterpriseTreeState } from './useEnterpriseTree.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const MoveEnterprise = lazyWindow(() => import('./MoveEnterprise.tsx'))

const CreateEnterprise = lazyWindow(() => import('./CreateEnterprise.tsx'))

type State = (typeof EnterpriseState)[keyof typeof EnterpriseState]

const acts: Record<State, { verb: string; remark: string }> = {
  [EnterpriseState.enabled]: { verb: '启用', remark: '它的人可以登录。' },
  [EnterpriseState.disabled]: { verb: '停用', remark: '它的人不能登录，已登录的立即退出；数据都保留，可以再启用。' },
  [EnterpriseState.building]: {
    verb: '改为建设中',
    remark: '只有它的管理员能登录来设置，其他人登录时会看到还在建设中；已登录的立即退出。建好后再启用。',
  },
}

/** Returns the actions on the enterprises of the tree with their dialogs, each only with its permission. */
export function useEnterpriseActions(tree: EnterpriseTreeState) {
  const may = useMay()
  const me = useMe()
  const navigate = useNavigate()
  const { show, ask, dialogs } = useDialogs()
  const nameOf = (entNo: string | undefined) => tree.byNo.get(entNo ?? '')?.entName
  const order = useSend(ent.setentord, { said: () => '企业顺序已调整' })
  const place = useSend(ent.updateprtent, {
    said: ({ entNos }) => (entNos.length === 1 ? `“${nameOf(entNos[0])}”已移动` : `${entNos.length} 家企业已移动`),
  })
  const change = useSend(ent.update, { said: ({ entNo, stt }) => `“${nameOf(entNo)}”已${acts[stt as State].verb}` })
  const remove = useSend(ent.delete, { said: ({ entNo }) => `“${nameOf(entNo)}”已删除` })

  const askMove = (entNos: string[], to: string, befNo?: string) => {
    const what = entNos.length === 1 ? `“${nameOf(entNos[0])}”` : ` ${entNos.length} 家企业`
    ask({
      title: `移动${what}到“${nameOf(to)}”之下`,
      touches: <TouchedList entNos={entNos} prtNo={to} />,
      verb: '移动',
      isHarmless: true,
      act: () => place.mutateAsync({ prtNo: to, entNos, ...(befNo && { befNo }) }),
    })
  }
  const siblingsBelow = (prtNo: string | null) => enterprisesBelow(tree, prtNo ?? undefined).map((one) => one.entNo)
  const putInOrder = (entNo: string, prtNo: string, before: string | undefined) => {
    const next = reorder(siblingsBelow(prtNo), entNo, before)
    if (next) order.mutate({ prtNo, entOrds: next.map((one, i) => ({ entNo: one, showOrd: (i + 1) * 10 })) })
  }
  const move = (entNo: string, parent: string | undefined, before?: string) => {
    const one = tree.byNo.get(entNo)
    // Keeps the top, the caller's own enterprise, in its place.
    if (!one || parent === undefined || entNo === me.entNo) return
    if (one.prtNo === parent) putInOrder(entNo, parent, before)
    else askMove([entNo], parent, before)
  }
  const create = (prtNo: string) => show((close) => <CreateEnterprise prtNo={prtNo} onClose={close} />)
  const moveMany = (entNos: string[]) =>
    show((close) => (
      <MoveEnterprise
        tree={tree}
        entNos={entNos}
        onClose={close}
        onMove={(to) => {
          close()
          askMove(entNos, to)
        }}
      />
    ))
  const setState = (entNo: string, stt: State) =>
    ask({
      title: `${acts[stt].verb}“${nameOf(entNo)}”`,
      touches: (
        <TouchedList entNos={[entNo]}>
          <p className="grey">{acts[stt].remark}下级企业不受影响。</p>
        </TouchedList>
      ),
      verb: acts[stt].verb,
      isHarmless: stt === EnterpriseState.enabled,
      act: () => change.mutateAsync({ entNo, stt }),
    })
  const askDelete = (entNo: string) =>
    ask({
      title: `删除“${nameOf(entNo)}”`,
      touches: (
        <TouchedList entNos={[entNo]}>
          <p className="grey">它的人不能再登录，名称可以再用。数据都保留，删除后可以撤销；提示消失后，到“操作记录”里撤销。</p>
        </TouchedList>
      ),
      verb: '删除',
      act: () => remove.mutateAsync({ entNo }),
    })

  const menuFor = (entNo: string): ActionMenu => {
    const one = tree.byNo.get(entNo)
    if (!one) return menuOf([])
    const { prtNo } = one
    const isOwn = entNo === me.entNo
    const states = Object.values(EnterpriseState).filter((stt) => stt !== one.stt)
    return menuOf([
      { key: 'open', label: '打开', act: () => navigate(`/ecb/ent/${entNo}`) },
      may(ent.create) && { key: 'add', label: '新建下级企业', act: () => create(entNo) },
      ...(isOwn
        ? []
        : [
            may(ent.updateprtent) && { key: 'move', label: '移动', act: () => moveMany([entNo]) },
            ...(may(ent.setentord) && prtNo
              ? shiftActs(siblingsBelow(prtNo), entNo, (before) => putInOrder(entNo, prtNo, before))
              : []),
            ...states.map((stt) => may(stateChange) && { key: stt, label: acts[stt].verb, act: () => setState(entNo, stt) }),
            may(ent.delete) && { key: 'delete', label: '删除', danger: true, act: () => askDelete(entNo) },
          ]),
    ])
  }
  return {
    menuOf: menuFor,
    dialogs,
    move: may(ent.updateprtent) ? move : undefined,
    moveMany: may(ent.updateprtent) ? moveMany : undefined,
    create: may(ent.create) ? create : undefined,
  }
}
