import * as z from 'zod'

/** Describes an error in an input: its field, and a sentence that names the field. */
export type Complaint = { field: string; message: string }

const origins: Record<string, string> = { string: '个字', array: '项' }

/** Says in Chinese, field by field, what zod found wrong; labels come from the schema's own titles. */
export const explain = (schema: z.ZodType, error: z.ZodError): Complaint[] =>
  error.issues.slice(0, 20).map((issue) => complaintOf(schema, issue))

/** Returns the complaint of an issue that zod found. */
export function complaintOf(schema: z.ZodType, issue: z.core.$ZodIssue): Complaint {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
  const label = fieldLabel(schema, path) ?? '提交的内容'
  const message = isWhole(issue) ? issue.message : `${label}${sentence(issue)}`
  return { field: path.map(String).join('.').slice(0, 60), message }
}

// Tells whether the message is the whole sentence: from a contract that words an emptiness or a length itself (as the
// specification does), or whose own rule says that it is `whole`.
const isWhole = (issue: z.core.$ZodIssue) =>
  issue.code === 'custom'
    ? issue.params?.['whole'] === true
    : ['invalid_type', 'too_small', 'too_big'].includes(issue.code) && /[\u4e00-\u9fff]/.test(issue.message)

/** Returns the Chinese label of a field, from the schema's `meta({ title })`; undefined where it has none. */
export function fieldLabel(schema: z.ZodType, path: readonly PropertyKey[]): string | undefined {
  let current: z.ZodType | undefined = schema
  let title: string | undefined
  for (const key of path) {
    current = unwrapSchema(current)
    if (current instanceof z.ZodObject)
      current = Object.hasOwn(current.shape, key) ? (current.shape[String(key)] as z.ZodType) : undefined
    else if (current instanceof z.ZodArray) current = current.element as z.ZodType
    else return title
    if (!current) return String(key).slice(0, 40)
    title = titleOf(current) ?? (typeof key === 'number' ? title : String(key))
  }
  return title
}

/** Unwraps optional, nullable and default. */
export function unwrapSchema(schema: z.ZodType | undefined): z.ZodType | undefined {
  let current = schema
  while (current instanceof z.ZodOptional || current instanceof z.ZodNullable || current instanceof z.ZodDefault)
    current = current.unwrap() as z.ZodType
  return current
}

/** Returns the meta data of a field, from whichever of its wrappers holds them. */
export function metaOf(schema: z.ZodType): z.GlobalMeta {
  let current: z.ZodType = schema
  let meta = { ...current.meta() }
  while (current instanceof z.ZodOptional || current instanceof z.ZodNullable || current instanceof z.ZodDefault) {
    current = current.unwrap() as z.ZodType
    meta = { ...current.meta(), ...meta }
  }
  return meta
}

/** Returns the titles of several fields of a contract. */
export function titlesOf<Name extends string>(contract: z.ZodObject, names: readonly Name[]): Record<Name, string> {
  const entries = names.map((name) => [name, titleOf(contract.shape[name] as z.ZodType) ?? name])
  return Object.fromEntries(entries) as Record<Name, string>
}

const titleOf = (schema: z.ZodType) => metaOf(schema).title

function sentence(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? '不能为空' : '的类型不正确'
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array')
        return issue.minimum === 1 ? '不能为空' : `至少 ${issue.minimum} ${origins[issue.origin]}`
      return `不能小于 ${issue.minimum}`
    case 'too_big':
      return issue.origin in origins ? `最多 ${issue.maximum} ${origins[issue.origin]}` : `不能大于 ${issue.maximum}`
    case 'unrecognized_keys':
      return '不是可接受的参数'
    case 'invalid_value':
      return issue.input === undefined || issue.input === null ? '不能为空' : '不在可选范围内'
    case 'custom':
      return issue.message
    case 'invalid_format':
      return issue.message.startsWith('Invalid') ? '含有不允许的字符' : issue.message
    default:
      return '不正确'
  }
}
