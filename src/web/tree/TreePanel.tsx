import { SearchIcon } from 'lucide-react'
import type { ActionMenu } from '#web/menu/menuOf.ts'
import { Input, type InputRef, Spin, type Tree } from 'antd'
import {
  type ComponentRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { isDragKey, pressKey } from '#web/drag/drag.ts'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { isComposing } from '#web/page/isComposing.ts'
import { AppTree } from './AppTree.tsx'
import {
  hitsOf,
  type ListedNode,
  openNodes,
  placesOf,
  spokenName,
  type TreeNode,
  type TreeMove,
  type TreeDrops,
} from './treeNodes.ts'
import { TreeTitle } from './TreeTitle.tsx'
import { useHotkey } from '#web/page/useHotkey.ts'
import { useTreeDrag } from './useTreeDrag.ts'
import { useTreeFolds } from './useTreeFolds.ts'
import { useTreeKeys } from './useTreeKeys.ts'

type Props = {
  /** Names the tree for a screen reader. */
  label: string
  nodes: TreeNode[] | undefined
  /** Explains why the nodes could not be read, and offers to retry. */
  error?: { message: string; onRetry: () => void } | undefined
  /** Names the first entry, which stands for no choice: 全部部门. */
  all?: string
  /** Replaces a tree without nodes. */
  empty?: ReactNode
  chosen: string | undefined
  onChoose: (key: string | undefined) => void
  menu?: ((node: TreeNode) => ActionMenu) | undefined
  onMove?: TreeMove | undefined
  onRename?: ((key: string) => void) | undefined
  drops?: TreeDrops | undefined
  /** Lets `/` put the cursor into the search. */
  hotkey?: boolean
  height?: number
}

const top = ''
const none: TreeNode[] = []

/** Draws a tree to choose from, with a search that shows the way to every hit; nodes may be moved, renamed and have a menu. */
export function TreePanel(props: Props) {
  const { label, error, all, empty, chosen, onChoose, menu, onMove, onRename, drops, hotkey, height = 640 } = props
  // Draws the nodes in small pieces, between which the list beside the tree is drawn.
  const nodes = useDeferredValue(props.nodes)
  const [keyWord, setKeyWord] = useState('')
  const input = useRef<InputRef>(null)
  const tree = useRef<ComponentRef<typeof Tree>>(null)
  const panel = useRef<HTMLDivElement>(null)
  const word = keyWord.trim().toLowerCase()
  const places = useMemo(() => placesOf(nodes ?? none), [nodes])
  const listed: ListedNode[] = useMemo(() => (word ? hitsOf(nodes ?? none, word) : (nodes ?? none)), [nodes, word])
  const treeData: ListedNode[] = useMemo(
    () => (all && !word ? [{ key: top, title: all, words: '', children: [] }, ...listed] : listed),
    [all, word, listed],
  )
  const { expanded, fold, reset } = useTreeFolds(listed, places, chosen, word !== '')
  const choose = (key: string) => onChoose(key === top ? undefined : key)
  const keys = useTreeKeys({
    places,
    shown: () => openNodes(treeData, new Set(expanded)),
    chosen: chosen ?? (all ? top : undefined),
    onChoose: choose,
    onMove,
    onRename,
  })
  const { dragProps, draggedAs, spotAt } = useTreeDrag(places, onMove, drops)
  useHotkey(hotkey ? '/' : undefined, () => input.current?.focus())

  const isThere = chosen !== undefined && places.has(chosen)
  // Opens the way to a node that a link names.
  useEffect(() => {
    if (chosen !== undefined && isThere && !word) tree.current?.scrollTo({ key: chosen, autoExpand: false })
  }, [chosen, isThere, word])

  // Tells the tree first which node is meant, or it would begin at the chosen one.
  const focusNode = (key: string | undefined) => {
    if (key !== undefined) flushSync(() => keys.setActive(key))
    panel.current?.querySelector<HTMLElement>('[role=tree]')?.focus({ preventScroll: true })
  }
  // Leads from the search to what it found.
  const onSearchKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const first = word ? openNodes(treeData, new Set(expanded)).find(({ isWay }) => !isWay)?.key : keys.at
    if (event.key === 'Enter' && word && first !== undefined) choose(first)
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    focusNode(first)
  }
  const openMenu = (key: string | undefined, event: { preventDefault: () => void }) => {
    const place = key === undefined ? undefined : places.get(key)
    if (!place || !menu?.(place.node).items.length) return
    event.preventDefault()
    panel.current?.querySelector<HTMLElement>(`[data-place="${CSS.escape(place.node.key)}"] .node-more`)?.click()
  }
  // Finds the node of the context-menu key, which the tree itself receives.
  const onContextMenu = (event: MouseEvent) => {
    if (event.target instanceof HTMLElement && event.target.role === 'tree') openMenu(keys.at, event)
  }
  const onKeyDownCapture = (event: KeyboardEvent<HTMLElement>) => {
    const dragged = isDragKey(event) ? draggedAs(keys.at) : undefined
    const node = dragged && panel.current?.querySelector<HTMLElement>(`[data-place="${CSS.escape(dragged.data)}"]`)
    if (node) pressKey(event, dragged, node)
    else keys.onKeyDownCapture(event)
  }
  const titleOf = (node: ListedNode) => {
    const place = places.get(node.key)
    const spot = spotAt(node.key)
    return (
      <TreeTitle
        node={node}
        className={[keys.cut === node.key && 'node-cut', spot && `node-${spot}`].filter(Boolean).join(' ')}
        drag={dragProps(node.key)}
        menu={place && menu?.(place.node)}
        onMenuClosed={() => focusNode(node.key)}
      />
    )
  }
  return (
    <div ref={panel} className="tree-panel" onKeyDownCapture={onKeyDownCapture} onContextMenu={onContextMenu}>
      <Input
        ref={input}
        allowClear
        prefix={<SearchIcon className="grey" />}
        placeholder="名称、拼音首字母或编号"
        aria-label="在树中查找"
        value={keyWord}
        maxLength={50}
        onKeyDown={onSearchKey}
        onChange={(event) => {
          setKeyWord(event.target.value)
          reset()
        }}
      />
      {!nodes && (error ? <ReadFailed {...error} /> : <Spin delay={200} />)}
      {nodes?.length === 0 && empty}
      {nodes && <NothingFound keyWord={keyWord.trim()} hits={listed} />}
      {nodes && (all || listed.length > 0) && (
        <AppTree<ListedNode>
          key={word ? 'hits' : 'whole'}
          treeRef={tree}
          label={label}
          nameOf={spokenName}
          blockNode
          virtual
          height={height}
          titleRender={titleOf}
          treeData={treeData}
          expandedKeys={expanded}
          onExpand={(_, { node, expanded: open }) => fold(node.key, open)}
          selectedKeys={[chosen ?? top]}
          onSelect={(_, { node }) => {
            // Moves the keyboard on at once, before the choice has come back.
            keys.setActive(node.key)
            choose(node.key)
          }}
          onRightClick={({ node, event }) => openMenu(node.key, event)}
          activeKey={keys.active}
          onActiveChange={(key) => keys.setActive(key === null ? null : String(key))}
        />
      )}
      <CutNotice title={keys.cut === undefined ? undefined : places.get(keys.cut)?.node.title} />
    </div>
  )
}

const NothingFound = ({ keyWord, hits }: { keyWord: string; hits: readonly ListedNode[] }) =>
  keyWord && hits.length === 0 && <div className="empty">没有找到“{keyWord}”</div>

const CutNotice = ({ title }: { title: string | undefined }) => (
  <div className="grey" aria-live="polite">
    {title !== undefined && `已剪切“${title}”，选好上级后按 Ctrl+V，按 Esc 取消`}
  </div>
)
