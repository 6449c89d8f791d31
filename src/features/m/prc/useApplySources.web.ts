import { useMemo } from 'react'
import type { FormSources } from '#domain/forms/sources.web.ts'
import type { FormChoices } from '#contract/form/formChoices.ts'
import type { mVisit } from '#features/m/visit/visit.contract.ts'
import { askAsStranger } from '#web/stranger/ask.ts'
import type * as z from 'zod'

const noChoices: z.output<typeof FormChoices> = []

/** Returns the sources of a form for a guardian: its own choices and areas, nobody to look up and no files. */
export const useApplySources = (choices = noChoices): FormSources =>
  useMemo(
    () => ({
      choices: async (typeCode) => choices.find((one) => one.typeCode === typeCode)?.items ?? [],
      find: async () => [],
      finding: 'exact',
      areas: ([prvnName, cityName, dstrName]) =>
        askAsStranger<typeof mVisit.getareas>('GET', '/m/visit/getareas', { prvnName, cityName, dstrName }),
      send: () => Promise.reject(new Error('通过链接不能上传文件，请联系老师')),
    }),
    [choices],
  )
