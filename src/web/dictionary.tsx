import { useQuery } from '@tanstack/react-query'
import { info } from '#features/ent/info/info.contract.ts'
import { query } from './api.ts'

const hour = 3_600_000

/** The values of a dictionary, read once and kept; an empty list until they are there. */
export function useDictionary(typeCode: string | undefined) {
  const { data = [] } = useQuery({
    ...query(info.gettypelist, { typeCode: typeCode ?? '' }),
    staleTime: hour,
    enabled: typeCode !== undefined,
    meta: { quiet: true },
  })
  return data
}

/** What a code means, in the words of its dictionary. */
export function Label({ type, value }: { type: string; value: string | null | undefined }) {
  const name = useDictionary(type).find(({ infoNo }) => infoNo === value)?.chnName
  return <span className="label">{name ?? value ?? '–'}</span>
}

const tones: Record<string, Record<string, string>> = { STT: { 1: 'ok', 2: 'off' } }

/** A state as a tag: word and tone, never colour alone. */
export function StatusTag({ type = 'STT', value }: { type?: string; value: string }) {
  return (
    <span className={`tag ${tones[type]?.[value] ?? 'off'}`}>
      <Label type={type} value={value} />
    </span>
  )
}
