import { useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import { type ActionMenu, menuOf } from '#web/menu/menuOf.ts'
import { isGroup, modulesOf } from '#domain/rights/moduleTree.web.ts'
import { moduleMoves } from '#domain/rights/moduleMoves.tsx'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { moduleDepthLimit, mdl, type ModuleNode } from './mdl.contract.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const CreateModule = lazyWindow(() => import('./CreateModule.tsx'))

const levelsOf = ({ items }: ModuleNode): number => 1 + Math.max(0, ...items.map(levelsOf))
const holds = (node: ModuleNode, mdlCode: string): boolean =>
  node.mdlCode === mdlCode || node.items.some((item) => holds(item, mdlCode))

function refusalOf(moved: ModuleNode, to: ModuleNode | undefined): string | undefined {
  if (to && holds(moved, to.mdlCode)) return `不能把“${moved.mdlName}”移到它自己或它的下级之下`
  if (to && !isGroup(to)) return '模块只能放在分组（没有地址的模块）之下'
  const levels = (to?.lvl ?? 0) + levelsOf(moved)
  return levels > moduleDepthLimit ? `模块最多 ${moduleDepthLimit} 级，移到这里会有 ${levels} 级` : undefined
}

/** Returns the actions on the modules of a terminal with their dialogs, each only with its permission. */
export function useModuleActions(tmlType: string, nodes: ModuleNode[], onChoose: (mdlCode: string | undefined) => void) {
  const may = useMay()
  const { show, ask, dialogs } = useDialogs()
  const byCode = modulesOf(nodes)
  const nameOf = (mdlCode: string | undefined) => byCode.get(mdlCode ?? '')?.mdlName
  const order = useSend(mdl.setmdlord, { said: () => '模块顺序已调整' })
  const place = useSend(mdl.updateprtmdl, { said: ({ mdlCodes }) => `模块“${nameOf(mdlCodes[0])}”已移动` })
  const remove = useSend(mdl.delete, { said: ({ mdlCode }) => `模块“${nameOf(mdlCode)}”已删除` })
  const moves = moduleMoves({ nodes, order: order.mutate, place: place.mutate, refusal: refusalOf, show })
  const create = (above: string | null) =>
    show((close) => <CreateModule above={above} tmlType={tmlType} nodes={nodes} onDone={onChoose} onClose={close} />)

  const askDelete = ({ mdlCode, mdlName, prtCode }: ModuleNode) =>
    ask({
      title: `删除“${mdlName}”`,
      touches: '只能删除没有企业开通、下面也没有模块的模块。删除后可以撤销，它的编码不能再用。',
      verb: '删除',
      act: async () => {
        await remove.mutateAsync({ mdlCode })
        onChoose(prtCode ?? undefined)
      },
    })
  const menuFor = (mdlCode: string): ActionMenu => {
    const one = byCode.get(mdlCode)
    if (!one) return menuOf([])
    return menuOf([
      may(mdl.create) &&
        isGroup(one) &&
        one.lvl < moduleDepthLimit && { key: 'add', label: '新建下级模块', act: () => create(mdlCode) },
      ...(may(mdl.updateprtmdl) ? moves.actsFor(one) : []),
      may(mdl.delete) && one.fixFlag === '0' && { key: 'delete', label: '删除', danger: true, act: () => askDelete(one) },
    ])
  }
  return {
    menuOf: menuFor,
    dialogs,
    move: may(mdl.updateprtmdl) ? moves.move : undefined,
    create: may(mdl.create) ? () => create(null) : undefined,
  }
}
