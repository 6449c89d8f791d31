import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { sessionEnded } from '#contract/codes.ts'
import type { MenuModule } from '#contract/shell/mdl.contract.ts'
import { search } from '#contract/shell/search.contract.ts'
import { query } from '#web/api/api.ts'
import type { Pages } from '../pages.types.ts'
import { CallError } from '#web/api/send.ts'
import type { SearchCandidate, GroupName, SearchItem } from './items.ts'
import { recentItems } from './recent.ts'
import { useLocalResults } from './useLocalResults.ts'

type Asked = { word: string; isComposing: boolean; menu: MenuModule[]; pages: Pages; onEnded: () => void }
type Group = { name: GroupName; items: SearchItem[] }

const mostOf = { page: 6, action: 5, setting: 5 }
const delay = 80

/** Returns the results of a word, in groups; without a word what was opened lately, and the most frequent actions. */
export function useFound({ word: given, isComposing, menu, pages, onEnded }: Asked) {
  const word = given.trim()
  const offered = useLocalResults(menu)
  const asked = useSettled(word, isComposing)
  // Asks the server from two characters on: one letter is in almost every name.
  const isAsked = [...asked].length > 1
  const answer = useQuery({
    ...query(search.get, { word: asked }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  useWhenEnded(answer.error, onEnded)
  const { spelt, alike } = offered?.find(word) ?? { spelt: [], alike: [] }
  const { groups: told = [], phrase = null } = (isAsked && word && answer.data) || {}
  const may = (to: string) => pages.get(to.split('?')[0] ?? '') !== undefined || to.startsWith('/resource/')
  const hits = told.map(({ kind, hits: found }): Group => {
    const name: GroupName = kind === 'cfg' ? 'setting' : kind
    const items = found.map(({ no, name: title, path, ...rest }) => ({
      ...rest,
      key: `${kind} ${no}`,
      group: name,
      title,
      to: path,
    }))
    return { name, items: items.filter(({ to }) => may(to)) }
  })
  const list = phrase?.path && may(phrase.path) && { ...phrase, path: phrase.path }
  const first = phraseGroups(list)
  const groups = word
    ? joined([...first, ...grouped(spelt), ...hits, ...grouped(alike)])
    : [
        { name: 'recent' as const, items: [...recentItems()] },
        ...grouped((offered?.all ?? []).filter(({ isFrequent }) => isFrequent)),
      ]
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    phrase,
    isSettled: offered !== undefined && asked === word && !answer.isFetching,
    /** Tells that the first result is an exact spelling: no later one will stand before it. */
    isSure: first.length === 0 && spelt.length > 0 && asked === word,
    error: word && answer.error ? answer.error.message : undefined,
  }
}

const listNames: Record<string, string> = { stu: '学生列表', ptr: '家长列表', emp: '年级班级' }

const grouped = (items: SearchCandidate[]): Group[] =>
  (['page', 'action', 'setting'] as const).map((name) => ({ name, items: items.filter(({ group }) => group === name) }))

// Merges groups: a result found twice stays where it was found first, each kind under one heading.
function joined(groups: Group[]): Group[] {
  const names = [...new Set(groups.flatMap(({ name, items }) => (items.length > 0 ? [name] : [])))]
  return names.map((name) => {
    const items = groups.flatMap((group) => (group.name === name ? group.items : []))
    return { name, items: items.slice(0, name in mostOf ? mostOf[name as keyof typeof mostOf] : items.length) }
  })
}

/** Returns the typed text once typing pauses and no word is being composed. */
function useSettled(word: string, isComposing: boolean): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    if (isComposing) return
    const timer = setTimeout(() => setSettled(word), delay)
    return () => clearTimeout(timer)
  }, [word, isComposing])
  return settled
}

// Reports the end of the session, whose question lies under this window.
function useWhenEnded(error: Error | null, onEnded: () => void) {
  const end = useEffectEvent(onEnded)
  const isEnded = error instanceof CallError && sessionEnded.includes(error.code)
  useEffect(() => {
    if (isEnded) end()
  }, [isEnded])
}

type List = { kind: string; text: string; path: string }

function phraseGroups(list: List | false | '' | null | undefined): Group[] {
  if (!list) return []
  const note = `在${listNames[list.kind] ?? '页面'}中查看`
  return [{ name: 'phrase', items: [{ key: 'phrase', group: 'phrase', title: list.text, note, to: `${list.path}&fresh=1` }] }]
}
