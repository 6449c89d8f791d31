import { useMemo, useRef } from 'react'
import type * as z from 'zod'
import type { FormSources } from '#domain/forms/sources.web.ts'
import { askAsStranger } from '#web/stranger/ask.ts'
import type { Gate, mVisit } from './visit.contract.ts'

type Choices = z.output<typeof Gate>['choices']

/**
 * Returns the sources of a form for a visitor without an account: the gate's own choices, and people by their exact name alone.
 * `settled` resolves when every name that was typed has been looked up, and chosen where it means one person.
 */
export function useStrangerSources(code: string, choices: Choices): FormSources & { settled: () => Promise<void> } {
  const underWay = useRef(new Set<Promise<unknown>>())
  return useMemo(() => {
    const followed = <Result,>(work: Promise<Result>) => {
      underWay.current.add(work)
      const forget = () => underWay.current.delete(work)
      work.then(forget, forget)
      return work
    }
    return {
      choices: async (typeCode) => choices.find((one) => one.typeCode === typeCode)?.items ?? [],
      find: (_, written) => followed(findOne(code, written)),
      finding: 'exact',
      areas: ([prvnName, cityName, dstrName]) =>
        askAsStranger<typeof mVisit.getareas>('GET', '/m/visit/getareas', { prvnName, cityName, dstrName }),
      send: async (file) => {
        const { fileNo } = await askAsStranger<typeof mVisit.upload>('POST', '/m/visit/upload', { code, file }, { file })
        return { fileNo, name: file.name, size: file.size }
      },
      settled: async () => {
        await Promise.allSettled(underWay.current)
        // Lets the form take over what was found.
        await new Promise((resolve) => setTimeout(resolve))
      },
    }
  }, [code, choices])
}

async function findOne(code: string, written: string) {
  const { name, found, no } = await lookUp(code, written)
  if (found === 'several') throw new Error('有几位同名，请在姓名后空一格写上部门或班级')
  return no ? [{ no, name, des: null }] : []
}

// Searches both readings of the part behind the last space: a department or class, or the rest of a name.
async function lookUp(code: string, written: string) {
  const look = (name: string, unit?: string) =>
    askAsStranger<typeof mVisit.findhost>('POST', '/m/visit/findhost', { code, name, unit }).then((answer) => ({
      name,
      ...answer,
    }))
  const whole = await look(written)
  const [, name, unit] = written.match(/^(.+\S)\s+(\S+)$/) ?? []
  return whole.found === 'none' && name ? look(name, unit) : whole
}
