import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import { query } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import { Picker } from '#web/form/picker/Picker.tsx'
import { type PickerProps, usePickerAt } from '#web/form/picker/usePicker.ts'
import { GuardianChoice, ptr } from './ptr.contract.ts'

type Choice = z.output<typeof GuardianChoice>

/** Picks one guardian, by name, phone or child. */
export function GuardianPicker(props: PickerProps<Choice>) {
  const at = usePickerAt()
  const { data, isPlaceholderData, error, refetch } = useQuery({
    ...query(ptr.getlist, { keyWord: at.keyWord, stt: Status.enabled }),
    // Reads only for a keyword: all of a school are too many to look through.
    enabled: at.keyWord !== '',
    placeholderData: keepPreviousData,
  })
  const rows = at.keyWord === '' ? [] : data
  return (
    <Picker<Choice>
      {...props}
      single
      at={at}
      offer={{ rows, stale: at.keyWord !== '' && isPlaceholderData, error, refetch }}
      rowKey="ptrNo"
      nameOf={({ ptrName }) => ptrName}
      unit="人"
      search="家长或孩子的姓名、拼音、手机"
      none="输入姓名、拼音或手机查找"
      columns={[
        column<Choice>(GuardianChoice, 'ptrName', { width: 96 }),
        column<Choice>(GuardianChoice, 'authTel', { width: 120 }),
        column<Choice>(GuardianChoice, 'stus', {
          width: 240,
          render: (stus: Choice['stus']) => stus.map(({ unitName, stuName }) => `${unitName}${stuName}`).join('、') || '–',
        }),
      ]}
    />
  )
}
