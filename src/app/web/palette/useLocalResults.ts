import { useEffect, useEffectEvent, useState } from 'react'
import type { MenuModule } from '#contract/shell/mdl.contract.ts'
import { useOpenModule } from '../frame/useOpenModule.ts'
import { useAppearance } from '#web/theme/appearance.ts'
import { useMay, useMe } from '#web/api/me.tsx'
import { type Finder, finderOf, pagesIn } from './findPages.ts'
import type { SearchCandidate } from './items.ts'

/** Returns the results that need no server, and their search; undefined until both are loaded. */
export function useLocalResults(menu: MenuModule[]): { all: SearchCandidate[]; find: Finder } | undefined {
  const me = useMe()
  const may = useMay()
  const { look, change } = useAppearance()
  const open = useOpenModule(menu)
  const isActing = me.imitUserNo !== null
  const [offered, setOffered] = useState<{ all: SearchCandidate[]; find: Finder }>()
  const make = useEffectEvent(async () => {
    const { commandsOf, ownSettings } = await import('./commands.ts')
    const commands = commandsOf({ may, isActing, look, change })
    const all = [homePage, ...pagesIn(menu, open), ...commands, ...ownSettings()]
    return { all, find: await finderOf(all) }
  })
  useEffect(() => void make().then(setOffered), [menu, look.mode])
  return offered
}

const homePage: SearchCandidate = {
  key: 'page home',
  group: 'page',
  title: '首页',
  note: '',
  path: '/dashboard',
  query: '',
  pinyin: 'shouye sy',
  to: '/dashboard',
}
