import { formatCount } from '#web/page/format.ts'
import type { CurrentRollover } from './useRollover.tsx'

const words: [keyof CurrentRollover['counts'], string, string][] = [
  ['upgradeCnt', '升级', '个年级'],
  ['graduateCnt', '毕业', '人'],
  ['promoteCnt', '直升', '人'],
  ['newClassCnt', '新建', '个班'],
  ['repeatCnt', '留级', '人'],
  ['reclassCnt', '调班', '人'],
  ['skipCnt', '跳级', '人'],
  ['transferCnt', '转出', '人'],
  ['suspendCnt', '休学', '人'],
  ['stayCnt', '继续休学', '人'],
  ['returnCnt', '复学', '人'],
]

/** Sums up a year-end in one line. */
export const rolloverSummary = (counts: Partial<CurrentRollover['counts']>) =>
  words.flatMap(([name, word, unit]) => (counts[name] ? [`${word} ${formatCount(counts[name])} ${unit}`] : [])).join(' · ') ||
  '没有变动'

export const fateWords = { upgrade: '升级', graduate: '毕业', promote: '直升' } as const
