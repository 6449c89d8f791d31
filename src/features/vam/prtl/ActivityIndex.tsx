import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { ActivityState } from '#domain/activities/activities.contract.ts'
import { act } from '#features/vam/act/act.contract.ts'
import { query } from '#web/api/api.ts'
import { useDictionary } from '#web/api/dictionary.tsx'
import { EmptyState, NothingFits, ReadFailed } from '#web/list/EmptyState.tsx'
import { useListState } from '#web/list/listState.ts'
import { MeContext } from '#web/api/me.tsx'
import { MoreRows } from '#web/portal/MoreRows.tsx'
import { useMore } from '#web/portal/useMore.ts'
import { ActivityCards } from './ActivityCards.tsx'
import { ActivityFilters } from './ActivityFilters.tsx'
import { Banner } from './Banner.tsx'
import type { ActivityCard } from './activities.tsx'
import './index.css'

const many = 12

/** Draws all activities that somebody may see; without a session the public ones. */
export default function ActivityIndex() {
  const isSignedIn = use(MeContext) !== undefined
  const call = isSignedIn ? act.getshownpage : act.getopenpage
  const list = useListState(call)
  const asked = { ...list.filters, keyWord: list.keyWord, pageSize: many }
  const { rows, error, refetch, more, isPlaceholderData } = useMore(call, asked)
  const { data: first } = useQuery({ ...query(call, { pageSize: many }), placeholderData: keepPreviousData })
  const classes = useClasses(isSignedIn, first?.datas)
  const isEmpty = rows?.length === 0
  const large = first?.datas.find(canStillBegin)
  // Leaves out what stands large above; a search shows all that it finds.
  const cards = list.isFiltered ? rows : rows?.filter(({ actNo }) => actNo !== large?.actNo)
  return (
    <>
      <h1 className="unseen">全部活动</h1>
      {first ? <Banner card={large} /> : <div className="act-banner" aria-hidden />}
      <ActivityFilters list={list} classes={classes} hasOwn={isSignedIn} />
      {error && !rows ? (
        <ReadFailed message={error.message} onRetry={() => void refetch()} />
      ) : isEmpty && list.isFiltered ? (
        <NothingFits onClear={list.clear} />
      ) : isEmpty ? (
        <EmptyState hint={isSignedIn ? '还没有发布的活动' : '还没有公开的活动，登录后可以看到本单位的活动'} />
      ) : (
        <ActivityCards rows={cards} isOld={isPlaceholderData} />
      )}
      <MoreRows {...more} />
    </>
  )
}

const canStillBegin = ({ stt }: ActivityCard) => stt === ActivityState.open || stt === ActivityState.soon

/** Returns the classes to choose from; without a session those of the shown activities. */
function useClasses(isSignedIn: boolean, cards: readonly ActivityCard[] = []) {
  const items = useDictionary(isSignedIn ? 'ACT_CLS' : undefined)
  if (isSignedIn) return items.map(({ infoNo, chnName }) => ({ value: infoNo, label: chnName }))
  return [...new Map(cards.map(({ cls, clsName }) => [cls, clsName ?? cls]))].map(([value, label]) => ({ value, label }))
}
