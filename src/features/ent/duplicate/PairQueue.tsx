import { sameReasons } from '#domain/students/sameStudent.contract.ts'
import { pairKey, type Pair, type PairAt, pairOf } from './usePairs.tsx'

type Props = { pairs: readonly Pair[]; chosen: PairAt | undefined; onChoose: (at: PairAt) => void }

/** Draws the pairs that wait to be decided on, the surest first. */
export function PairQueue({ pairs, chosen, onChoose }: Props) {
  return (
    <ol className="pair-queue" aria-label="疑似重复的学生">
      {pairs.map((pair) => {
        const at = pairOf(pair.one, pair.other)
        const isChosen = chosen !== undefined && pairKey(at) === pairKey(chosen)
        return (
          <li key={pairKey(at)}>
            <button type="button" aria-current={isChosen} onClick={() => onChoose(at)}>
              <PairLines pair={pair} />
            </button>
          </li>
        )
      })}
    </ol>
  )
}

function PairLines({ pair: { one, other, reasons, score, backFlag } }: { pair: Pair }) {
  const names = one.stuName === other.stuName ? one.stuName : `${one.stuName} / ${other.stuName}`
  const isAcross = one.entNo !== other.entNo
  return (
    <>
      <span className="pair-head">
        <strong>{names}</strong>
        <span className="pair-score">相似度 {score}</span>
      </span>
      <span className="pair-tags">
        {reasons.map((reason) => (
          <span key={reason} className={`tag ${reason === 'idNo' ? 'bad' : 'wait'}`}>
            {sameReasons[reason]}
          </span>
        ))}
        {isAcross && <span className="tag run">可能转学</span>}
        {!isAcross && backFlag === '1' && <span className="tag run">可能再次入学</span>}
      </span>
      {[one, other].map((side) => (
        <span key={side.stuNo} className="grey pair-place">
          {isAcross && `${side.entName} · `}
          {side.unitName} · {side.sttName}
        </span>
      ))}
    </>
  )
}
