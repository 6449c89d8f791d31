import { Spin } from 'antd'
import { type ReactNode, useState } from 'react'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { useMe } from '#web/api/me.tsx'
import { PrintButton } from '#web/print/PrintView.tsx'
import { useLeaving } from '#web/feedback/useLeaving.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { PageHead } from '#web/head/PageHead.tsx'

type Named = { entNo: string; entName: string }

type Props = {
  title: string
  module: string
  /** Holds the first rows of the list without filters: they tell whether there is more than the own one. */
  first: { data: { recordCount: number; datas: Named[] } | undefined; error: Error | null; refetch: () => unknown }
  list: (open: (one: Named) => void, opened: string | undefined) => ReactNode
  /** Draws the archive of one enterprise as a form. */
  form: (one: Named) => ReactNode
}

/** Draws archives of enterprises: the own one at once where there is no other, else a list with the form beside it. */
export function ArchivePage({ title, module, first: { data, error, refetch }, list, form }: Props) {
  const { entNo } = useMe()
  const narrow = useNarrow()
  const [opened, setOpened] = useState<Named>()
  const { leave, dialog } = useLeaving()
  const own = data?.recordCount === 1 && data.datas[0]?.entNo === entNo ? data.datas[0] : undefined
  const open = (one: Named) => leave(() => setOpened(one))
  return (
    <div className="page touch">
      <PageHead title={title}>
        {own && (
          <span className="end">
            <PrintButton module={module} />
          </span>
        )}
      </PageHead>
      {error && !data && <ReadFailed message={error.message} onRetry={refetch} />}
      {!error && !data && <Spin delay={200} />}
      {own && form(own)}
      {data && !own && list(open, opened?.entNo)}
      <AppDrawer
        open={opened !== undefined}
        isBeside
        size={narrow ? '100%' : 720}
        title={opened?.entName}
        extra={<PrintButton module={module} />}
        onClose={() => leave(() => setOpened(undefined))}
      >
        <div className="touch">{opened && form(opened)}</div>
      </AppDrawer>
      {dialog}
    </div>
  )
}
