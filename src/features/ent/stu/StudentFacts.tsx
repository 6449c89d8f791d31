import { Descriptions, Typography } from 'antd'
import type * as z from 'zod'
import { metaOf } from '#contract/explain.ts'
import { Label } from '#web/dictionary.tsx'
import { formatDate, formatTime } from '#web/format.ts'
import { Masked } from '#web/Masked.tsx'
import { Labels } from './LabelField.tsx'
import { stu, StudentEx } from './stu.contract.ts'

type Shown = z.output<typeof StudentEx>

const title = (field: keyof Shown) => metaOf(StudentEx.shape[field]).title
const copied = (text: string | null) => text && <Typography.Text copyable>{text}</Typography.Text>

/** What is written down of a student: photos, the place in the school, the person. */
export function StudentFacts({ student }: { student: Shown }) {
  const { stuNo, stuName, cardPht, facePht } = student
  const facts = {
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
  } satisfies Partial<Record<keyof Shown, unknown>>
  const group = (name: string, fields: (keyof typeof facts)[]) => (
    <section>
      <h2 className="section-title">{name}</h2>
      <Descriptions
        size="small"
        column={1}
        styles={{ label: { width: 88 } }}
        items={fields.map((field) => ({ key: field, label: title(field), children: facts[field] || '–' }))}
      />
    </section>
  )
  const photos = ([cardPht && ['证件照', cardPht], facePht && ['人脸照', facePht]] as const).filter((photo) => !!photo)
  // Only of those who are away or gone there is something to say.
  const left = student.lvDt || student.lvRsn ? (['lvDt', 'lvRsn'] as const) : []
  return (
    <div className="stack">
      {photos.length > 0 && (
        <div className="photos">
          {photos.map(([name, url]) => (
            <figure key={name}>
              <img src={url} alt={`${stuName}的${name}`} />
              <figcaption className="grey">{name}</figcaption>
            </figure>
          ))}
        </div>
      )}
      {group('学籍', ['path', 'stdyNo', 'stuNo', 'unfStuNo', 'wts', ...left])}
      {group('个人', ['sex', 'brth', 'idNo', 'authTel', 'ntnl', 'rem', 'updTm'])}
    </div>
  )
}
