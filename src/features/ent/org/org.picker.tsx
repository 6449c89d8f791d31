import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { useMemo } from 'react'
import { Status } from '#contract/fields.ts'
import { query } from '#web/api/api.ts'
import { TreeField, type TreeOption } from '#web/form/picker/TreeField.tsx'
import './org.css'
import { org, type OrgNode } from './org.contract.ts'

/** Describes a department: its name, and its path from the top. */
type DepartmentName = { orgName: string; path: string }

/** Returns all departments as a tree, and by their numbers with their paths. */
export function useDepartments() {
  const { data: departments, error, refetch } = useQuery(query(org.gettree, {}))
  const byNo = useMemo(() => new Map(departments?.flatMap((node) => named(node, ''))), [departments])
  return { departments, byNo: byNo as ReadonlyMap<string, DepartmentName>, error, refetch }
}

function named({ orgNo, orgName, items }: OrgNode, above: string): [string, DepartmentName][] {
  const path = above ? `${above} / ${orgName}` : orgName
  return [[orgNo, { orgName, path }], ...items.flatMap((item) => named(item, path))]
}

type Value = string | string[] | null | undefined

type Props = {
  multiple?: boolean
  value?: Value
  /** Receives with `multiple` a list, the main department first; otherwise a number, or null when cleared. */
  onChange?: (value: string | string[] | null) => void
  /** Excludes this one and those below it. */
  without?: string
  placeholder?: string
  autoFocus?: boolean
  id?: string
  /** Labels the field where no label stands beside it. */
  'aria-label'?: string
}

// Sets the number of departments above which only the top ones are open at first.
const many = 200

/** Chooses one department, or several with the main one first, by name, initials or number. */
export function DepartmentField({ multiple = false, value, onChange, without, placeholder = '请选择部门', ...props }: Props) {
  const { departments, byNo } = useDepartments()
  const chosen = [value ?? []].flat()
  const tree = departments?.map((node) => optionOf(node, chosen, without, false))
  return (
    <TreeField<string | string[] | null>
      {...props}
      multiple={multiple}
      allowClear
      // Limits the tags by number: measured ones leave hidden buttons to the keyboard.
      maxTagCount={5}
      placeholder={placeholder}
      popupMatchSelectWidth={320}
      value={value ?? null}
      onChange={(next) => onChange?.(next ?? (multiple ? [] : null))}
      options={tree}
      {...(byNo.size <= many && { unfolded: [...byNo.keys()] })}
      none="没有找到部门"
      treeTitleRender={({ title, isOff }) => (isOff ? `${title}（停用）` : title)}
      tagRender={({ label, value: orgNo, closable, onClose }) => (
        <Tag closable={closable} onClose={onClose} title={byNo.get(String(orgNo))?.path} style={{ marginInlineEnd: 4 }}>
          {orgNo === chosen[0] && <span className="main-mark">主</span>}
          {label}
        </Tag>
      )}
    />
  )
}

function optionOf(node: OrgNode, chosen: string[], without: string | undefined, isWithout: boolean): TreeOption {
  const { orgNo, orgName, helpCode, stt, items } = node
  const isOut = isWithout || orgNo === without
  const isOff = stt === Status.disabled
  return {
    value: orgNo,
    title: orgName,
    words: `${helpCode ?? ''} ${orgNo}`,
    isOff,
    disabled: isOut || (isOff && !chosen.includes(orgNo)),
    children: items.map((item) => optionOf(item, chosen, without, isOut)),
  }
}
