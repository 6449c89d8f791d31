import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { query } from '#web/api/api.ts'

type Props = { value?: string; onChange?: (stuNo: string | undefined) => void; id?: string }

/** Chooses one child on the roll by name, pinyin or number. */
export function StudentField({ value, onChange, id }: Props) {
  const [keyWord, setKeyWord] = useState('')
  const { data, isFetching } = useQuery({
    ...query(stu.getrolelist, { keyWord }),
    // Reads only for a keyword: all of a school are too many to look through.
    enabled: keyWord !== '',
    placeholderData: keepPreviousData,
  })
  return (
    <Select
      {...(id && { id })}
      allowClear
      showSearch={{ filterOption: false, onSearch: (word) => setKeyWord(word.trim()) }}
      placeholder="输入学生姓名、拼音或学号"
      value={value ?? null}
      onChange={(stuNo: string | null) => onChange?.(stuNo ?? undefined)}
      options={
        data?.slice(0, mostShown).map(({ stuNo, stuName, unitName }) => ({ value: stuNo, label: `${stuName} ${unitName}` })) ?? []
      }
      notFoundContent={keyWord === '' ? '输入姓名、拼音或学号查找' : isFetching ? '正在查找' : '没有找到学生'}
    />
  )
}

// Limits the hits; more are found by another letter.
const mostShown = 50
