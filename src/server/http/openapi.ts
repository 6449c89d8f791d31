import * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { basePath } from '#contract/wire.ts'
import { callTitle, folderOf, folderTitle, permissionOf } from '#server/call/callTitles.ts'

/** Describes exactly the served calls as OpenAPI 3.1, from their contracts. */
export function openApi(calls: Call[]) {
  return {
    openapi: '3.1.0',
    info: { title: '智慧校园学校平台', version: 'v1' },
    tags: [...new Set(calls.map(folderOf))].map((folder) => ({ name: folder.slice(1), description: folderTitle(folder) })),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: Object.assign({}, ...calls.map((call) => answer(call).named)),
    },
    paths: Object.fromEntries(calls.map((call) => [basePath + call.path, { [call.method.toLowerCase()]: operation(call) }])),
  }
}

const nameOf = (call: Call) => call.path.slice(1).replaceAll('/', '.')

function operation(call: Call) {
  const input =
    call.method === 'GET' ? { parameters: parameters(call) } : { requestBody: { required: true, content: body(call) } }
  return {
    operationId: nameOf(call),
    summary: callTitle(call),
    tags: [folderOf(call).slice(1)],
    'x-permission': permissionOf(call),
    ...(call.message && { 'x-message': call.message }),
    ...(call.answers === 'file' && { 'x-file': true }),
    ...(call.access === 'open' ? { security: [] } : { security: [{ token: [] }] }),
    ...(typeof call.access === 'string' ? {} : { 'x-rights': call.access }),
    ...input,
    responses: { 200: { description: call.message || '成功', content: { 'application/json': { schema: envelope(call) } } } },
  }
}

function parameters(call: Call) {
  return Object.entries(call.input.shape).map(([name, field]) => ({
    name,
    in: 'query',
    required: !(field as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(field as z.ZodType, 'input'),
    style: 'form',
    explode: false,
  }))
}

function body(call: Call) {
  const input = schemaOf(call.input, 'input')
  if (call.body === 'multipart') return { 'multipart/form-data': { schema: input } }
  const data = call.body === 'data' ? { type: 'object', properties: { data: input }, required: ['data'] } : input
  return { 'application/json': { schema: data } }
}

const envelope = (call: Call) => ({
  type: 'object',
  properties: { code: { type: 'integer' }, result: answer(call).result, message: { type: 'string' } },
  required: ['code', 'result', 'message'],
})

// Places recursive schemas, as of a tree, beside the paths, where references find them.
function answer(call: Call) {
  const text = JSON.stringify(schemaOf(call.output, 'output')).replaceAll('"#/$defs/', `"#/components/schemas/${nameOf(call)}.`)
  const { $defs = {}, ...result } = JSON.parse(text)
  const named = Object.fromEntries(Object.entries($defs).map(([name, schema]) => [`${nameOf(call)}.${name}`, schema]))
  return { result, named }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
