import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { catalogueInfo } from '#features/ecb/info/info.contract.ts'
import { TypeList } from '#features/ecb/info/types.picker.tsx'
import { query } from '#web/api/api.ts'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import { Split } from '#web/layout/Split.tsx'
import { useLeaving } from '#web/feedback/useLeaving.tsx'
import { Chooser } from './Chooser.tsx'

/** Draws the dictionaries of one enterprise: which values it uses, and in which order. */
export default function EnterpriseDictionaries(props: { entNo: string; entName: string }) {
  const { leave, dialog } = useLeaving()
  return (
    <>
      <Dictionaries {...props} leave={leave} />
      {dialog}
    </>
  )
}

type Leave = ReturnType<typeof useLeaving>['leave']
type Props = { entNo: string; entName: string; leave: Leave }

/** Draws them for a page that itself asks before changes are left behind. */
export function Dictionaries({ entNo, entName, leave }: Props) {
  const { shown, side } = useOpenTypes(leave)
  return (
    <Split width={260} label={shown?.chnName ?? '选择类型'} side={side}>
      {shown && <Chooser key={`${entNo} ${shown.typeCode}`} entNo={entNo} entName={entName} type={shown} />}
    </Split>
  )
}

/** Returns the dictionaries whose values can be chosen, as a list at the side. */
export function useOpenTypes(leave: Leave) {
  const [word, setWord] = useState('')
  const [code, setCode] = useState<string>()
  const { data, error, refetch } = useQuery(query(catalogueInfo.gettypelist, { stt: '1' }))
  // Leaves out dictionaries that the program itself knows, which are the same everywhere.
  const open = data?.filter(({ fixFlag }) => fixFlag === '0')
  const fitting = open?.filter((type) => `${type.chnName} ${type.typeCode}`.toLowerCase().includes(word.toLowerCase()))
  const shown = open?.find(({ typeCode }) => typeCode === code) ?? open?.[0]
  const side = (close: () => void) =>
    error && !data ? (
      <ReadFailed message={error.message} onRetry={() => void refetch()} />
    ) : (
      <div className="stack">
        <div className="page-tools">
          <Keyword value={word} onChange={setWord} placeholder="类型名称或编码" />
        </div>
        {fitting?.length === 0 && <EmptyState hint="没有符合的类型" />}
        <TypeList
          types={(fitting ?? []).map((type) => ({ ...type, newVer: null }))}
          chosen={shown?.typeCode}
          onChoose={(typeCode) =>
            leave(() => {
              setCode(typeCode)
              close()
            })
          }
        />
      </div>
    )
  return { shown, side }
}
