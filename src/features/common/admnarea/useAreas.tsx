import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/api.ts'
import { send } from '#web/api/send.ts'
import { admnarea } from '#contract/shell/admnarea.contract.ts'

const day = 86_400_000

async function below([prvnName, cityName, dstrName]: readonly string[]) {
  if (prvnName === undefined) return send(admnarea.getprvn, {})
  if (cityName === undefined) return send(admnarea.getcity, { prvnName })
  if (dstrName === undefined) return send(admnarea.getdstr, { prvnName, cityName })
  return send(admnarea.gettown, { prvnName, cityName, dstrName })
}

/** Returns the areas right below the one that these names, from the province down, lead to. */
export const useAreas = (names: readonly string[], enabled = true) =>
  useQuery({
    queryKey: [admnarea.getprvn.path, ...names],
    queryFn: async () => (await below(names)).result,
    staleTime: day,
    enabled,
  })

// Sets the least number of characters: one finds half the country.
const least = 2

/** Returns the areas that a name finds, down to the given level. */
export function useAreaHits(word: string, levels: number) {
  const keyWord = word.trim()
  const { data } = useQuery({ ...query(admnarea.getlist, { keyWord }), staleTime: day, enabled: keyWord.length >= least })
  return data?.filter(({ lvl }) => lvl <= levels) ?? []
}
