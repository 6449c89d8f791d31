import { Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatCount } from '#web/page/format.ts'
import { listedRules, repairPath, type RuleCode, checkRuleOf } from '#domain/students/datacheck.rules.contract.ts'
import type { OpenedFinding, FoundUnit } from './FoundDrawer.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { RowButton } from '#web/menu/RowButton.tsx'

const FoundDrawer = lazyWindow(() => import('./FoundDrawer.tsx'))

const isListed = (rule: RuleCode): rule is OpenedFinding['rule'] => listedRules.some((code) => code === rule)

/**
 * Returns the links from a finding to where it is repaired: the list that shows just these, or what was found, one by one (`rule`
 * in the address).
 */
export function useFindings(entNo: string | undefined) {
  const [params, setParams] = useSearchParams()
  const [chosen, setChosen] = useState<OpenedFinding>()
  const asked = listedRules.find((code) => code === params.get('rule'))
  const opened: OpenedFinding | undefined = chosen ?? (asked && { rule: asked })
  const close = () => {
    setChosen(undefined)
    if (asked) setParams((kept) => new URLSearchParams([...kept].filter(([name]) => name !== 'rule')), { replace: true })
  }
  // Lists are those of one's own school.
  const listOf = (rule: RuleCode, unit?: FoundUnit) => (entNo ? undefined : repairPath(rule, unit?.unitNo))
  const open = (rule: RuleCode, unit?: FoundUnit) => isListed(rule) && setChosen({ rule, unit })
  const way = (rule: RuleCode, text: string, unit?: FoundUnit) => {
    const to = listOf(rule, unit)
    const label = [text, unit?.unitName, checkRuleOf(rule).name]
      .filter((part, i, all) => part && all.indexOf(part) === i)
      .join('：')
    if (to)
      return (
        <Link to={to} aria-label={label}>
          {text}
        </Link>
      )
    return isListed(rule) ? (
      <RowButton label={label} onClick={() => open(rule, unit)}>
        {text}
      </RowButton>
    ) : (
      text
    )
  }
  const drawer = (
    <Suspense>
      {opened && <FoundDrawer key={`${opened.rule} ${opened.unit?.unitNo}`} {...opened} entNo={entNo} onClose={close} />}
    </Suspense>
  )
  return { way, open, isListed, drawer }
}

// Gives a number only where the list has just so many lines: pairs are listed for the whole school, and a class is one.
const isCountedBy = (code: RuleCode) => checkRuleOf(code).of === '学生' && code !== 'duplicate'

type Found = { code: RuleCode; cnt: number }[]

/** Draws what was found in a class, each a way to it. */
export const Findings = ({ found, unit, way }: { found: Found; unit: FoundUnit; way: ReturnType<typeof useFindings>['way'] }) => {
  const some = found.filter(({ cnt }) => cnt > 0)
  if (some.length === 0) return <span className="grey">没有发现问题</span>
  return (
    <span className="check-findings">
      {some.map(({ code, cnt }) => (
        <span key={code}>
          {way(code, isCountedBy(code) ? `${checkRuleOf(code).name} ${formatCount(cnt)}` : checkRuleOf(code).name, unit)}
        </span>
      ))}
    </span>
  )
}
