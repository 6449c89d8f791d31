import { useQuery } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { Suspense, useDeferredValue, useState } from 'react'
import { idNo as anyIdNo, personName } from '#contract/fields.ts'
import { isDate } from '#contract/values/plain.ts'
import { query } from '#web/api/api.ts'
import { stu } from '../stu.contract.ts'
import '../students.css'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const StudentDrawer = lazyWindow(() => import('../student.panel.tsx'))

/** Tells, while a student is written down, who may be the same: in the form around it. */
export function SimilarHint({ stuNo }: { stuNo: string | undefined }) {
  const [stuName, brth, idNo] = [Form.useWatch('stuName'), Form.useWatch('brth'), Form.useWatch('idNo')] as unknown[]
  const asked = useDeferredValue(questionOf(stuName, brth, idNo))
  const [opened, setOpened] = useState<string>()
  const { data = [] } = useQuery({ ...query(stu.similar, asked ?? { stuName: '' }), enabled: asked !== undefined })
  const others = asked ? data.filter((one) => one.stuNo !== stuNo) : []
  return (
    <div aria-live="polite">
      {others.length > 0 && (
        <div className="similar">
          可能已经有这名学生，请先核对：
          <ul>
            {others.map(({ stuNo: no, stuName: name, unitName, sttName, sameIdNo }) => (
              <li key={no}>
                <span>
                  {unitName}的{name}（{sameIdNo === '1' ? '身份证号相同' : '同名，出生日期相同'}，{sttName}）
                </span>
                <Button type="link" size="small" aria-label={`打开${unitName}的${name}`} onClick={() => setOpened(no)}>
                  打开
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {opened && (
        <Suspense fallback={null}>
          <StudentDrawer isGlance stuNo={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

/** Returns the question, once there is enough to go by: a name, and a birth date or an ID number; undefined before. */
function questionOf(stuName: unknown, brth: unknown, idNo: unknown) {
  const name = personName.safeParse(stuName)
  const id = anyIdNo.safeParse(idNo)
  const born = typeof brth === 'string' && /^\d{8}$/.test(brth) && isDate(brth) ? brth : undefined
  if (!name.success || !(id.success || born)) return undefined
  return { stuName: name.data, ...(born && { brth: born }), ...(id.success && { idNo: id.data }) }
}
