import type { Out } from '#web/api/send.ts'
import { DataTable } from '#web/list/DataTable.tsx'
import { formatCount } from '#web/page/format.ts'
import { useNarrow } from '#web/page/useMedia.ts'
import type { datacheck } from './datacheck.contract.ts'
import { type RuleCode, checkRuleOf } from '#domain/students/datacheck.rules.contract.ts'
import type { useFindings } from './useFindings.tsx'
import { RowButton } from '#web/menu/RowButton.tsx'

type Shown = Out<typeof datacheck.get>
type Row = Shown['findings'][number] & { stt?: string }

type Props = {
  shown: Shown
  findings: ReturnType<typeof useFindings>
  /** Assigns a rule to head teachers; undefined where the caller may not. */
  onAssign: ((rule: RuleCode) => void) | undefined
  isAssignable: (rule: RuleCode) => boolean
}

/** Draws what each rule found, the costliest first. */
export function RuleList({ shown, findings: { way, open, isListed }, onAssign, isAssignable }: Props) {
  const narrow = useNarrow()
  // Leaves out rules without findings on a phone, which are not worth a card.
  const looked = narrow ? shown.findings.filter(({ cnt }) => cnt > 0) : shown.findings
  const rows = looked.toSorted((one, other) => other.lost - one.lost || other.cnt - one.cnt)
  return (
    <DataTable<Row>
      rowKey="code"
      rows={rows}
      columns={[
        {
          key: 'name',
          title: '规则',
          width: 200,
          dataIndex: 'code',
          render: (code: RuleCode, { cnt }) =>
            cnt > 0 && isListed(code) ? (
              <RowButton label={`查看：${checkRuleOf(code).name}`} onClick={() => open(code)}>
                {checkRuleOf(code).name}
              </RowButton>
            ) : (
              checkRuleOf(code).name
            ),
        },
        ...(narrow
          ? []
          : [
              {
                key: 'of',
                title: '对象',
                width: 88,
                dataIndex: 'code' as const,
                render: (code: RuleCode) => checkRuleOf(code).of,
              },
            ]),
        {
          key: 'cnt',
          title: '问题数',
          width: 88,
          align: 'right',
          dataIndex: 'cnt',
          render: (cnt: number, { code }) => (cnt > 0 ? way(code, formatCount(cnt)) : cnt),
        },
        {
          key: 'lost',
          title: '影响',
          width: 72,
          align: 'right',
          dataIndex: 'lost',
          render: (lost: number) => (lost > 0 ? `−${lost} 分` : '–'),
        },
        {
          key: 'act',
          // Titles the foot of a card.
          title: narrow ? '操作' : '处理',
          width: 168,
          render: (_: unknown, { code, cnt }: Row) =>
            cnt > 0 && (
              <span className="check-findings">
                {way(code, '去处理')}
                {onAssign && isAssignable(code) && (
                  <RowButton label={`指派给班主任：${checkRuleOf(code).name}`} onClick={() => onAssign(code)}>
                    {narrow ? '指派' : '指派给班主任'}
                  </RowButton>
                )}
              </span>
            ),
        },
      ]}
    />
  )
}
