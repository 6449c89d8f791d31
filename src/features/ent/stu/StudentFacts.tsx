import { Typography } from 'antd'
import type * as z from 'zod'
import { Label } from '#web/api/dictionary.tsx'
import { formatDate, formatTime } from '#web/page/format.ts'
import { Masked } from '#web/form/masked/Masked.tsx'
import { PersonFacts } from '#domain/people/PersonFacts.tsx'
import { Labels } from './labels/LabelField.tsx'
import { stu, StudentEx } from './stu.contract.ts'

type Shown = z.output<typeof StudentEx>

const copied = (text: string | null) => text && <Typography.Text copyable>{text}</Typography.Text>

/** Draws the facts of a student: photos, the place in the school, the person. */
export function StudentFacts({ student }: { student: Shown }) {
  const { stuNo } = student
  // Shows this only of those who are away or gone.
  const left = student.lvDt || student.lvRsn ? (['lvDt', 'lvRsn'] as const) : []
  return (
    <PersonFacts
      contract={StudentEx}
      name={student.stuName}
      photos={student}
      facts={{
        stuNo: copied(stuNo),
        stdyNo: copied(student.stdyNo),
        path: student.path,
        wts: <Labels wts={student.wts} />,
        lvDt: formatDate(student.lvDt),
        lvRsn: student.lvRsn,
        sex: <Label type="SEX" value={student.sex} />,
        brth: formatDate(student.brth),
        idNo: <Masked value={student.idNo} call={stu.reveal} input={{ stuNo, field: 'idNo' }} />,
        authTel: <Masked value={student.authTel} call={stu.reveal} input={{ stuNo, field: 'authTel' }} />,
        unfStuNo: student.unfStuNo,
        ntnl: student.ntnl && <Label type="NTNL" value={student.ntnl} />,
        rem: student.rem,
        updTm: formatTime(student.updTm),
      }}
      groups={{
        学籍: ['path', 'stdyNo', 'stuNo', 'unfStuNo', 'wts', ...left],
        个人: ['sex', 'brth', 'idNo', 'authTel', 'ntnl', 'rem', 'updTm'],
      }}
    />
  )
}
