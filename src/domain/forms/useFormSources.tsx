import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { admnarea } from '#contract/shell/admnarea.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { userBill } from '#contract/shell/bill.contract.ts'
import { query } from '#web/api/api.ts'
import { send } from '#web/api/send.ts'
import type { FormSources } from './sources.web.ts'

/** Returns the sources of a form for a signed-in user: dictionaries, people within reach, areas, and their own files. */
export function useFormSources(): FormSources {
  const client = useQueryClient()
  return useMemo(() => {
    const list = async (names: Promise<{ areaName: string }[]>) => (await names).map(({ areaName }) => areaName)
    return {
      choices: (typeCode) => client.fetchQuery(query(userBill.getdatalist, { src: 'info', typeCode })),
      find: async (src, keyWord) =>
        (await client.fetchQuery(query(userBill.getdatalist, { src, keyWord }))).map(({ val, name, des }) => ({
          no: val,
          name,
          des,
        })),
      finding: 'search',
      areas: ([prvnName, cityName, dstrName]) => {
        if (prvnName === undefined) return list(client.fetchQuery(query(admnarea.getprvn, {})))
        if (cityName === undefined) return list(client.fetchQuery(query(admnarea.getcity, { prvnName })))
        if (dstrName === undefined) return list(client.fetchQuery(query(admnarea.getdstr, { prvnName, cityName })))
        return list(client.fetchQuery(query(admnarea.gettown, { prvnName, cityName, dstrName })))
      },
      send: async (file) => {
        const { result } = await send(upload.upload, { file })
        return { fileNo: result.fileNo, name: file.name, size: file.size }
      },
    }
  }, [client])
}
