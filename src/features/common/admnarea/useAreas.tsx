import { useQuery } from '@tanstack/react-query'
import { send } from '#web/send.ts'
import { admnarea } from './admnarea.contract.ts'

const day = 86_400_000

async function below([prvnName, cityName, dstrName]: readonly string[]) {
  if (prvnName === undefined) return send(admnarea.getprvn, {})
  if (cityName === undefined) return send(admnarea.getcity, { prvnName })
  if (dstrName === undefined) return send(admnarea.getdstr, { prvnName, cityName })
  return send(admnarea.gettown, { prvnName, cityName, dstrName })
}

/** The areas right below the one that these names, from the province down, lead to. */
export const useAreas = (names: readonly string[], enabled = true) =>
  useQuery({
    queryKey: [admnarea.getprvn.path, ...names],
    queryFn: async () => (await below(names)).result,
    staleTime: day,
    enabled,
  })
