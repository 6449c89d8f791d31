import fc from 'fast-check'
import type { Call } from '#contract/call.ts'
import { basePath } from '#contract/wire.ts'
import { type Known, validInput } from './samples.ts'

/** Describes a request as it is sent, well formed or not. */
export type Wire = { method: string; path: string; body?: string | FormData; type?: string }

type Input = Record<string, unknown>

const nested = (depth: number, open: string, close: string) => JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`)
const withProto = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"name":"x"}}')
const controls = ['\u0000', 'a\u0000b', '\u001b[31m', '\u202e倒', '\ud800', 'x\udc00y', '\ufeff', '\u2028', '\r\nSet-Cookie: x']
const attacks = [
  "' or 1=1 --",
  '";drop table emp;--',
  '%',
  '_',
  '\\',
  '../../etc/passwd',
  '${7*7}',
  '=cmd()',
  '<svg onload=alert(1)>',
  '138****5678',
]
const numbers = [0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, -0, '1e3', '0x10', '９', '-1', '999999999999999', '1'.repeat(400)]
const shapes = [
  null,
  true,
  '',
  ' ',
  [],
  [[]],
  [null],
  {},
  [{}],
  { toString: 1, length: 3 },
  withProto,
  nested(500, '[', ']'),
  nested(500, '{"a":', '}'),
]
const sizes = [
  '字'.repeat(501),
  'x'.repeat(9000),
  'a '.repeat(4000),
  Array(5001).fill('E1'),
  ['E1', 'E1'],
  Array.from({ length: 300 }, (_, i) => `E${i}`),
]

const oddValue = fc.constantFrom<unknown>(...controls, ...attacks, ...numbers, ...shapes, ...sizes)
const oddKey = fc.constantFrom(
  'colour',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'data',
  'datas',
  'version',
  '',
  '字段',
  'a.b',
  'a[0]',
  '\u0000',
)

/** Draws inputs that a call accepts, with something wrong somewhere. */
function corruptInput(call: Call, known: Known): fc.Arbitrary<Input> {
  const keys = fc.constantFrom(...Object.keys(call.input.shape))
  const valid = validInput(call, known)
  return fc.oneof(
    { weight: 4, arbitrary: fc.tuple(valid, keys, oddValue).map(([input, key, value]) => ({ ...input, [key]: value })) },
    {
      weight: 2,
      arbitrary: fc.tuple(valid, keys, oddValue).map(([input, key, value]) => ({ ...input, [key]: inside(input[key], value) })),
    },
    fc.tuple(valid, oddKey, oddValue).map(([input, key, value]) => Object.fromEntries([[key, value], ...Object.entries(input)])),
    fc.tuple(valid, keys).map(([input, key]) => ({ ...input, [key]: undefined })),
  )
}

// Puts the odd value inside a list or an object, or beside a plain value.
function inside(value: unknown, odd: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 && isObject(value[0]) ? value.with(0, inside(value[0], odd)) : [...value, odd]
  if (!isObject(value)) return [value, odd]
  const [key = 'x'] = Object.keys(value)
  return { ...value, [key]: odd }
}

const isObject = (value: unknown): value is Input => typeof value === 'object' && value !== null && !(value instanceof File)

/** Draws requests of a call: some valid, most of them not. */
export function requests(call: Call, known: Known): fc.Arbitrary<Wire> {
  const input = fc.oneof({ weight: 2, arbitrary: validInput(call, known) }, { weight: 3, arbitrary: corruptInput(call, known) })
  const path = basePath + call.path
  const post = (rest: Omit<Wire, 'method' | 'path'>) => ({ method: 'POST', path, ...rest })
  if (call.method === 'GET')
    return fc.tuple(input, queryCorruption).map(([one, corrupt]) => ({ method: 'GET', path: `${path}?${corrupt(queryOf(one))}` }))
  if (call.body === 'multipart')
    return fc.tuple(input, fileName, formCorruption).map(([one, name, corrupt]) => post(corrupt(formOf(one, name))))
  return fc.tuple(input, bodyCorruption).map(([one, corrupt]) => post(corrupt(one, bodyOf(call, one))))
}

/** Makes one well-formed request for each field of a call and each kind of value that it may not expect there. */
export function fieldByField(call: Call, working: Input): Wire[] {
  const path = basePath + call.path
  const inputs = Object.keys(call.input.shape).flatMap((key) =>
    tellingValues.flatMap((odd) => [
      { ...working, [key]: odd },
      ...(isObject(listOf(working[key])[0]) ? withInside(working, key, odd) : []),
    ]),
  )
  return inputs.map((input) => {
    if (call.method === 'GET') return { method: 'GET', path: `${path}?${queryOf(input)}` }
    if (call.body === 'multipart') return { method: 'POST', path, body: formOf(input, 'a.txt') }
    return { method: 'POST', path, body: JSON.stringify(bodyOf(call, input)), type: json }
  })
}

const tellingValues = ['甲\u0000', '甲\ud800', '甲\u0085', 'x'.repeat(9000), 2 ** 53, 1.5, ['甲\u0000'], {}, withProto]
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

// Makes the same for each field of the first record in a list.
function withInside(working: Input, key: string, odd: unknown): Input[] {
  const list = listOf(working[key])
  return Object.keys(list[0] as Input).map((inner) => ({
    ...working,
    [key]: list.with(0, { ...(list[0] as Input), [inner]: odd }),
  }))
}

const bodyOf = (call: Call, input: Input) => (call.body === 'data' ? { data: input } : input)

const mostly = <T>(usual: T, ...others: T[]) => fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, fc.constantFrom(...others))
const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const queryOf = (input: Input) =>
  new URLSearchParams(
    Object.entries(input).flatMap(([key, value]): [string, string][] =>
      value === undefined ? [] : [[key, Array.isArray(value) ? value.map(textOf).join(',') : textOf(value)]],
    ),
  ).toString()

const queryCorruption = mostly<(query: string) => string>(
  (query) => query,
  (query) => `${query}&${query}`,
  (query) => query.replaceAll('=', '[]='),
  (query) => `${query}&version=v2`,
  (query) => `${query}&version=v1&%zz=%&=&&a`,
  (query) => `${query}&__proto__[x]=1&constructor[prototype][x]=1`,
  (query) => `?${query}#x`,
  (query) => `${query}&keyWord=%00%ff%ed%a0%80`,
)

const json = 'application/json'
const bodyCorruption = mostly<(input: Input, body: Input) => Omit<Wire, 'method' | 'path'>>(
  (_, body) => ({ body: JSON.stringify(body), type: json }),
  (input) => ({ body: JSON.stringify({ datas: [input] }), type: json }),
  (input) => ({ body: JSON.stringify({ data: [input] }), type: json }),
  (input) => ({ body: JSON.stringify(input), type: json }),
  (_, body) => ({ body: JSON.stringify({ ...body, version: 'v2' }), type: json }),
  (_, body) => ({ body: JSON.stringify(body).slice(0, -2), type: json }),
  (_, body) => ({ body: JSON.stringify(body).replace('{', '{"__proto__":{"polluted":1},'), type: json }),
  (_, body) => ({ body: `${JSON.stringify(body).slice(0, -1)},"data":{}}`, type: json }),
  (_, body) => ({ body: JSON.stringify(body), type: 'text/plain' }),
  () => ({ body: '\u0000\u0001', type: json }),
  () => ({ body: '[', type: json }),
  () => ({ type: json }),
)

const fileNames = 'a.txt a.xlsx a.png .txt txt a\u0000.txt ../../a.txt a.svg a.exe a.txt.exe \u202etxt.exe'.split(' ')
const fileName = fc.constantFrom('', `${'长'.repeat(300)}.txt`, ...fileNames)

function formOf(input: Input, name: string): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(input)) {
    if (value instanceof File) form.append(key, new File([value], name))
    else if (value !== undefined) form.append(key, textOf(value))
  }
  return form
}

const torn = (lines: string) => ({ body: lines.replaceAll('\n', '\r\n'), type: 'multipart/form-data; boundary=xx' })
const formCorruption = mostly<(form: FormData) => Omit<Wire, 'method' | 'path'>>(
  (form) => ({ body: form }),
  () => torn('--xx\nContent-Disposition: form-data; name="file"; filename="a.txt"\n\nhalf'),
  () =>
    torn(
      '--xx\nContent-Disposition: form-data; name="file"\nContent-Type: application/json\n\n{"path":"/nowhere","name":"a.txt","size":1}\n--xx--\n',
    ),
  () => torn('--xx\nContent-Disposition: form-data; name="__proto__"; filename="a.txt"\n\nx\n--xx--\n'),
  () => torn('--yy--'),
  () => torn(''),
  () => ({ body: '{"data":{"file":{"path":"/nowhere"}}}', type: json }),
)
