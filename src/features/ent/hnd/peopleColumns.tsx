import { Link } from 'react-router'
import { hasScore } from '#contract/form/scores.ts'
import { processPath } from '#domain/approvals/paths.web.ts'
import { Anonymity, AskedState } from '#domain/collections/collections.contract.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import type { Out } from '#web/api/send.ts'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { column } from '#web/list/columns/columns.tsx'
import type { ListColumn } from '#web/list/dataTable.types.ts'
import type { menuOf } from '#web/menu/menuOf.ts'
import { RowButton } from '#web/menu/RowButton.tsx'
import { formatTime } from '#web/page/format.ts'
import { placeAmong } from './export/places.contract.ts'
import { AskedRow } from './collection.contract.ts'
import type { hnd } from './hnd.contract.ts'

type Row = Out<typeof hnd.getasked>['datas'][number]
type Props = {
  collection: Pick<Out<typeof hnd.get>, 'anon' | 'opnFlag' | 'places' | 'billClmns' | 'aprFlag' | 'mineFlag'>
  onRead: (row: Row) => void
  menuOf: (row: Row) => ReturnType<typeof menuOf>
}

/** Returns the columns of who is asked; of a collection by a link only which answer came when, for nobody is known. */
export function peopleColumns({
  collection: { anon, opnFlag, places, billClmns, aprFlag, mineFlag },
  onRead,
  menuOf: menuFor,
}: Props): ListColumn<Row>[] {
  const isOpen = opnFlag === '1'
  const name = column<Row>(AskedRow, 'name', {
    width: 150,
    ...(isOpen && { title: '答卷' }),
    fixed: 'left',
    render: (shown: string, row) =>
      anon === Anonymity.none && row.stt === AskedState.done ? (
        <RowButton label={`看${shown}的答卷`} onClick={() => onRead(row)}>
          {shown}
        </RowButton>
      ) : (
        shown
      ),
  })
  const state = column<Row>(AskedRow, 'stt', {
    width: 190,
    render: (stt: string, { lateFlag, backWhy }) => (
      <span className="row-name">
        <StatusTag type="ASK_STT" value={stt} />
        {backWhy && <small className="grey asked-why">已退回：{backWhy}</small>}
        {lateFlag === '1' && <small className="grey">过期填写</small>}
      </span>
    ),
  })
  const sentTm = column<Row>(AskedRow, 'sentTm', { width: 150, render: (at: string | null) => formatTime(at) })
  const score =
    hasScore(billClmns) && anon === Anonymity.none
      ? [column<Row>(AskedRow, 'score', { width: 80, align: 'right', render: (points: number | null) => points ?? '–' })]
      : []
  const approval = column<Row>(AskedRow, 'aprStt', {
    width: 110,
    render: (stt: string | null, { prcNo }) => {
      if (!stt) return '–'
      const tag = <StatusTag type="ANS_APR" value={stt} />
      return mineFlag === '1' && prcNo ? <Link to={processPath(prcNo)}>{tag}</Link> : tag
    },
  })
  const acts = actionsColumn<Row>(menuFor, (row) => row.name)
  if (isOpen) return [name, state, ...score, sentTm, acts]
  return [
    name,
    column<Row>(AskedRow, 'place', { width: 150, render: (_, row) => placeAmong(places, row) ?? '–' }),
    state,
    // Stands among the first, which are those that a card shows.
    ...score,
    sentTm,
    column<Row>(AskedRow, 'byName', {
      width: 140,
      render: (byName: string | null, { prxFlag }) => (byName ? (prxFlag === '1' ? `${byName}（代填）` : byName) : '–'),
    }),
    ...(aprFlag === '1' ? [approval] : []),
    {
      key: 'told',
      title: '通知',
      width: 160,
      render: (_, { stt, toldCnt, remindCnt }) => (stt === AskedState.todo ? toldWords(toldCnt, remindCnt) : '–'),
    },
    acts,
  ]
}

const toldWords = (toldCnt: number, remindCnt: number) =>
  toldCnt === 0 ? '没有人接收消息' : remindCnt > 0 ? `已提醒 ${remindCnt} 次` : '已通知'
