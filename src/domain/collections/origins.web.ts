import type * as z from 'zod'
import type { FormValues } from '#contract/form/column.ts'
import type { AskedForm } from './collections.contract.ts'

type Asked = z.output<typeof AskedForm>

/**
 * Says beside which fields that the archive holds them: in clear as long as nothing else is written there; what is hidden stays as it
 * is where nothing is written.
 */
export const originsIn = ({ known, vals }: Pick<Asked, 'known' | 'vals'>, values: FormValues): Record<string, string> =>
  Object.fromEntries(
    known.flatMap(({ clmnNo, shown }) => {
      if (shown !== null) return [[clmnNo, `档案里已有 ${shown}，没有变化可以不填`]]
      return values[clmnNo] === vals?.[clmnNo] ? [[clmnNo, '来自档案']] : []
    }),
  )
