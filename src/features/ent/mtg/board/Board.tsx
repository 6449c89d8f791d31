import { Maximize } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { SignState } from '#domain/meetings/meetings.contract.ts'
import { query } from '#web/api/api.ts'
import { ChooseFirst, ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount, formatTime } from '#web/page/format.ts'
import { QrCode } from '#web/print/QrCode.tsx'
import { useTabActive, useTabName } from '#web/page/tab.ts'
import { sessionName, timesOf } from '../MeetingFacts.tsx'
import { mtg } from '../mtg.contract.ts'
import './board.css'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

const period = 15

/** Draws the board on the wall while people arrive: the rolling code, and who has come. */
export default function Board() {
  const { mtgNo = '' } = useParams()
  const { data, error, refetch } = useQuery(query(mtg.getmtginfo, { mtgNo }))
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<number>()
  const screen = useRef<HTMLDivElement>(null)
  useTabName(data && `签到看板 ${data.mtgName}`)
  if (error && !data) return <ReadFailed page="签到看板" message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} className="page-spin" />
  const mayOpen = data.editFlag === '1'
  const session = data.schds.find(({ rdx }) => rdx === chosen) ?? currentOf(data.schds)
  return (
    <div className="page touch board" ref={screen}>
      <PageHead title={data.mtgName}>
        {mayOpen && data.schds.length > 1 && session && (
          <SegmentedControl
            aria-label="场次"
            value={session.rdx}
            onChange={setChosen}
            options={data.schds.map((one) => ({ value: one.rdx, label: sessionName(one) }))}
          />
        )}
        <div className="end">
          <Button onClick={() => void navigate(`/ent/mtg/${mtgNo}`)}>返回会议</Button>
          {mayOpen && (
            <Button icon={<Maximize />} onClick={() => void screen.current?.requestFullscreen()}>
              全屏
            </Button>
          )}
        </div>
      </PageHead>
      {!mayOpen ? (
        <ChooseFirst hint="只有管理这个会议的人可以打开签到看板" />
      ) : session ? (
        <>
          <p className="board-when">
            {timesOf(session)} {session.place}
          </p>
          <div className="board-body">
            <RollingCode key={session.rdx} mtgNo={mtgNo} rdx={session.rdx} />
            <Turnout mtgNo={mtgNo} rdx={session.rdx} />
          </div>
        </>
      ) : (
        <p className="grey">还没有安排时间</p>
      )}
    </div>
  )
}

/** Returns the session that is signed in to now, or else the next; undefined for none. */
function currentOf<S extends { signEDt: string; eDt: string }>(schds: S[]): S | undefined {
  const now = new Date(Date.now() + 8 * 3600_000).toISOString().replace(/\D/g, '').slice(0, 14)
  return schds.find(({ eDt }) => eDt > now) ?? schds.at(-1)
}

/** Draws the code, and a ring that shows how long it is valid. */
function RollingCode({ mtgNo, rdx }: { mtgNo: string; rdx: number }) {
  const active = useTabActive()
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...query(mtg.getmtgqrcode, { mtgNo, rdx }),
    staleTime: 0,
    enabled: active,
    meta: { saysItself: true },
    // Reads again a moment after it has changed, not before.
    refetchInterval: ({ state }) => (state.data ? state.data.leftSeconds * 1000 + 200 : 3000),
  })
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} />
  const url = data.url.startsWith('/') ? location.origin + data.url : data.url
  return (
    <div className="board-code">
      <QrCode text={url} size={360} label="签到二维码" />
      <p className="board-hint">
        <Ring key={dataUpdatedAt} seconds={data.leftSeconds} /> 扫码签到，二维码每 {period} 秒更换
      </p>
      {data.code !== null && (
        <p className="board-digits">
          <strong aria-label={`数字码 ${data.code}`}>
            {data.code.slice(0, 3)} {data.code.slice(3)}
          </strong>
          <span className="grey">不能扫码的，打开 {url.replace(/^https?:\/\/|#.*$/g, '')} 输入这 6 位数字，每分钟更换</span>
        </p>
      )}
    </div>
  )
}

function Ring({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000)
    return () => clearInterval(timer)
  }, [])
  const length = 2 * Math.PI * 14
  return (
    <svg width={36} height={36} viewBox="0 0 36 36" className="board-ring" aria-hidden>
      <circle cx={18} cy={18} r={14} />
      <circle cx={18} cy={18} r={14} strokeDasharray={length} strokeDashoffset={length * (1 - left / period)} />
      <text x={18} y={22} textAnchor="middle">
        {Math.ceil(left)}
      </text>
    </svg>
  )
}

/** Draws how many have come, and who came last. */
function Turnout({ mtgNo, rdx }: { mtgNo: string; rdx: number }) {
  const active = useTabActive()
  // Refetches in a hidden window too, where Query itself stops.
  const { data } = useQuery({ ...query(mtg.getboard, { mtgNo, rdx }), staleTime: 0, enabled: active, refetchInterval: 3000 })
  if (!data) return <Spin delay={200} />
  const { comeCnt, manCnt, leaveCnt, lateCnt, newest } = data
  return (
    <div className="board-turnout">
      <p className="board-count" aria-live="polite">
        <span className="grey">已到</span> <strong>{formatCount(comeCnt)}</strong>
        <span className="grey">
          {' '}
          / 应到 {formatCount(manCnt)}
          {leaveCnt > 0 && ` · 请假 ${formatCount(leaveCnt)}`}
        </span>
      </p>
      {lateCnt > 0 && <p className="board-late">迟到 {formatCount(lateCnt)} 人</p>}
      <ol className="board-names" aria-label="最近签到">
        {newest.map(({ manNo, manName, signTm, stt }) => (
          <li key={manNo} className={stt === SignState.late ? 'late' : undefined}>
            <span>{manName}</span>
            <span>
              {formatTime(signTm).slice(11)}
              {stt === SignState.late && ' 迟到'}
            </span>
          </li>
        ))}
      </ol>
      {newest.length === 0 && <p className="grey">还没有人签到</p>}
    </div>
  )
}
