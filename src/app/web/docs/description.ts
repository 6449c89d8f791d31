/** Describes the part of JSON Schema that the description uses. */
export type Schema = {
  $ref?: string
  type?: string
  title?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  default?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  dictionary?: string
  date?: boolean
  masked?: boolean
}

type Media = Record<string, { schema: Schema }>
type Operation = {
  summary: string
  tags: string[]
  security: object[]
  'x-permission': string
  'x-message'?: string
  'x-file'?: boolean
  parameters?: { name: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Media }
  responses: { 200: { content: Media } }
}

export type Description = {
  tags: { name: string; description: string }[]
  components: { schemas: Record<string, Schema> }
  paths: Record<string, Record<string, Operation>>
}

/** Describes a call on the page; `body` is the kind of what is sent. */
export type DocCall = {
  /** Identifies its place on the page: `ent/empgrp/getpage`. */
  id: string
  path: string
  method: 'GET' | 'POST'
  title: string
  folder: string
  folderTitle: string
  permission: string
  isOpen: boolean
  isFile: boolean
  message: string
  body: 'query' | 'json' | 'form'
  input: Schema
  output: Schema
}

/** Lists the calls of a description, in its order. */
export function describedCalls({ paths, tags }: Description): DocCall[] {
  const titles = new Map(tags.map(({ name, description }) => [name, description]))
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callOf(path, method, operation, titles)),
  )
}

function callOf(path: string, method: string, operation: Operation, titles: Map<string, string>): DocCall {
  const [folder = ''] = operation.tags
  const form = operation.requestBody?.content['multipart/form-data']?.schema
  const json = operation.requestBody?.content['application/json']?.schema
  const output = operation.responses[200].content['application/json']?.schema.properties?.result ?? {}
  return {
    id: path.split('/').slice(-3).join('/'),
    path,
    method: method.toUpperCase() as DocCall['method'],
    title: operation.summary,
    folder,
    folderTitle: titles.get(folder) ?? folder,
    permission: operation['x-permission'],
    isOpen: operation.security.length === 0,
    isFile: operation['x-file'] === true,
    message: operation['x-message'] ?? '',
    body: form ? 'form' : json ? 'json' : 'query',
    input: form ?? json ?? ofParameters(operation.parameters ?? []),
    output,
  }
}

const ofParameters = (parameters: NonNullable<Operation['parameters']>): Schema => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
})

/** Tells whether a call matches the search. */
export const isFound = ({ path, title, folderTitle }: DocCall, word: string) =>
  word
    .toLowerCase()
    .split(/\s+/)
    .every((part) => `${path} ${title} ${folderTitle}`.toLowerCase().includes(part))
