import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Column } from '#contract/form/column.ts'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { FormFill } from '../FormFill.tsx'
import type { Paging } from '../pages/usePaging.web.ts'
import type { FormSources } from '../sources.web.ts'
import type { useFilled } from '../useFilled.web.ts'

type Props = {
  title: string
  columns: readonly Column[]
  filled: Pick<ReturnType<typeof useFilled>, 'values' | 'change' | 'errors'>
  paging: Paging
  /** Maps a column to where its value comes from. */
  origins?: Record<string, string>
  sources: FormSources
  isBusy: boolean
  onSubmit: () => void
  onClose: () => void
  /** Stands above what is refused of the form as a whole, above its fields, and below them. */
  intro?: ReactNode
  above?: ReactNode
  below?: ReactNode
}

/** Draws a form of the office in a drawer: what was refused of it as a whole, its fields page by page, and on the last page the button that sends it. */
export function FillDrawer({
  title,
  columns,
  filled,
  paging,
  origins = {},
  sources,
  isBusy,
  onSubmit,
  onClose,
  intro,
  above,
  below,
}: Props) {
  const { values, change, errors } = filled
  const narrow = useNarrow()
  return (
    <AppDrawer
      open
      className="touch"
      title={title}
      size={narrow ? '100%' : 640}
      onClose={onClose}
      acts={
        paging.isLast && (
          <Button type="primary" loading={isBusy} onClick={onSubmit}>
            提交
          </Button>
        )
      }
    >
      {intro}
      {errors['form'] && (
        <p className="bad-line" role="alert">
          {errors['form']}
        </p>
      )}
      {above}
      <FormFill
        columns={columns}
        values={values}
        onChange={change}
        errors={errors}
        origins={origins}
        sources={sources}
        narrow={narrow}
        paging={paging}
      />
      {below}
    </AppDrawer>
  )
}
