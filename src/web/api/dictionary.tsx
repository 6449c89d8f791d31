import { type QueryClient, QueryObserver, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type * as z from 'zod'
import { type InfoItem, info } from '#contract/shell/info.contract.ts'
import { send } from './send.ts'

const hour = 3_600_000

/** Sets the number of values above which they are searched by typing. */
export const manyValues = 12

type Items = z.output<typeof InfoItem>[]

// Reads dictionaries together that are asked for in the same moment.
let asked: { typeCodes: Set<string>; items: Promise<Items> } | undefined

async function readDictionary(typeCode: string): Promise<Items> {
  asked ??= { typeCodes: new Set(), items: Promise.resolve().then(readAsked) }
  asked.typeCodes.add(typeCode)
  return (await asked.items).filter((item) => item.typeCode === typeCode)
}

async function readAsked(): Promise<Items> {
  const typeCodes = [...(asked?.typeCodes ?? [])]
  asked = undefined
  const [only, ...more] = typeCodes
  const { result } = await (only && more.length === 0
    ? send(info.gettypelist, { typeCode: only })
    : send(info.getlist, { typeCodes }))
  return result
}

const dictionaryQuery = (typeCode: string | undefined) => ({
  queryKey: [info.gettypelist.path, typeCode],
  queryFn: () => readDictionary(typeCode ?? ''),
  staleTime: hour,
  enabled: typeCode !== undefined,
})

/** Returns the values of a dictionary, read once and cached; an empty list until they are there. */
export function useDictionary(typeCode: string | undefined) {
  const { data = [] } = useQuery(dictionaryQuery(typeCode))
  return data
}

/** Returns the values of several dictionaries, in their order; none for an undefined one. */
export const useDictionaries = (typeCodes: readonly (string | undefined)[]): Items[] =>
  useQueries({ queries: typeCodes.map(dictionaryQuery) }).map(({ data = [] }) => data)

/** Watches a dictionary once, however many codes of it are shown; its names are undefined while it is being read. */
type Watch = { names: () => ReadonlyMap<string, string> | undefined; subscribe: (tell: () => void) => () => void }

const watches = new WeakMap<QueryClient, Map<string, Watch>>()
const noNames: ReadonlyMap<string, string> = new Map()

function watchOf(client: QueryClient, typeCode: string): Watch {
  const ofClient = watches.get(client) ?? new Map<string, Watch>()
  watches.set(client, ofClient)
  const known = ofClient.get(typeCode)
  if (known) return known
  const observer = new QueryObserver(client, dictionaryQuery(typeCode))
  let [items, names]: [Items | undefined, ReadonlyMap<string, string>] = [undefined, noNames]
  const made: Watch = {
    names: () => {
      const { data, isPending } = observer.getCurrentResult()
      if (isPending) return undefined
      if (data !== items) [items, names] = [data, new Map(data?.map(({ infoNo, chnName }) => [infoNo, chnName]))]
      return names
    },
    subscribe: (tell) => observer.subscribe(tell),
  }
  ofClient.set(typeCode, made)
  return made
}

/** Draws the name of a code from its dictionary, nothing of it before that is read, and the code where it names none. */
export function Label({ type, value }: { type: string; value: string | null | undefined }) {
  const { names, subscribe } = watchOf(useQueryClient(), type)
  const known = useSyncExternalStore(subscribe, names)
  const code = value ?? ''
  return <span className="label">{known || !code ? (known?.get(code) ?? value ?? '–') : '…'}</span>
}

const tones: Record<string, Record<string, string>> = {
  STT: { 1: 'ok', 2: 'off' },
  ENT_STT: { 1: 'ok', 2: 'off', 3: 'wait' },
  STU_STT: { 1: 'ok', 2: 'off', 3: 'off', 4: 'wait' },
  AUTH_FLAG: { 1: 'ok', 0: 'wait' },
  PHT_STT: { 1: 'wait', 2: 'ok', 3: 'bad' },
  LGN_RSLT: { ok: 'ok', wrongPassword: 'bad', locked: 'bad', outsideFailed: 'bad', outsideUnknown: 'bad' },
  TMPL_STT: { 1: 'wait', 2: 'ok', 3: 'off' },
  VST_STT: { 1: 'wait', 2: 'run', 3: 'bad', 4: 'ok', 5: 'done', 6: 'off', 7: 'off' },
  HND_STT: { 1: 'wait', 2: 'run', 3: 'done' },
  PROP_STT: { 1: 'wait', 2: 'done', 3: 'off', 4: 'bad' },
  ASK_STT: { 1: 'wait', 2: 'ok', 3: 'off', 4: 'off' },
  LVE_STT: { 1: 'wait', 2: 'run', 3: 'done' },
  FLOW_STT: { 1: 'wait', 2: 'ok', 3: 'off' },
  ANS_APR: { 1: 'wait', 2: 'run', 3: 'done', 4: 'bad' },
  PRC_STT: { 1: 'run', 2: 'done', 3: 'bad', 4: 'wait', 5: 'off' },
  TSK_STT: { 1: 'wait', 2: 'done', 3: 'bad', 4: 'wait', 5: 'off', 6: 'off', 7: 'done' },
  MSG_STT: { 1: 'wait', 2: 'wait', 3: 'ok', 4: 'off' },
  DLV_STT: { 1: 'wait', 2: 'wait', 3: 'done', 4: 'done', 5: 'wrong', 6: 'wrong', 7: 'off' },
  MTG_STT: { 1: 'wait', 2: 'run', 3: 'run', 4: 'done', 5: 'bad' },
  MTG_MAN_STT: { 1: 'wait', 2: 'ok', 3: 'wait', 4: 'ok', 5: 'bad', 6: 'off' },
  SIGN_STT: { 0: 'off', 1: 'ok', 2: 'wait', 3: 'wait', 4: 'bad', 5: 'run' },
  ACT_STT: { 1: 'wait', 2: 'wait', 3: 'run', 4: 'ok', 5: 'run', 6: 'run', 7: 'done', 8: 'bad' },
  REG_STT: { 1: 'wait', 2: 'ok', 3: 'wait', 4: 'bad', 5: 'off' },
  WRK_STT: { 1: 'wait', 2: 'ok', 3: 'bad' },
  RES_SHR: { 0: 'off', 1: 'wait', 2: 'ok', 3: 'bad' },
  BACK_STT: { 1: 'run', 2: 'off', 0: 'off' },
  IMP_STT: { 0: 'off', 1: 'run', 2: 'ok', 3: 'off' },
}

/** Tells whether the values of a dictionary are states with a tone of their own. */
export const isToned = (typeCode: string) => typeCode in tones

/** Draws a state as a tag: word and tone, never colour alone. */
export function StatusTag({ type = 'STT', value }: { type?: string; value: string }) {
  return (
    <span className={`tag ${tones[type]?.[value] ?? 'off'}`}>
      <Label type={type} value={value} />
    </span>
  )
}
