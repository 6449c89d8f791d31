import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { flag, no, none, note, text, ver } from '#contract/fields.ts'
import { msg, msgCls, msgNeed } from '#features/ent/msg/msg.contract.ts'

const may = permissions('msg')

const key = z.object({ tmplNo: no.meta({ title: '模板编号' }) })
const written = msg.save.input.shape

const facts = {
  tmplName: text(40).meta({ title: '模板名称' }),
  title: text(80).meta({ title: '标题' }),
  body: note(20_000).meta({ title: '内容' }),
  msgCls: msgCls.default('1'),
  need: msgNeed.default('1'),
  choices: written.choices,
  /** Lets everybody of the enterprise use it (1), which who reviews messages decides. */
  shareFlag: flag.default('0').meta({ title: '全单位可用' }),
}

/** Describes a text that is written again and again. */
export const MessageTemplate = z.object({
  ...key.shape,
  tmplName: z.string().meta({ title: '模板名称' }),
  title: z.string().meta({ title: '标题' }),
  body: z.string().meta({ title: '内容' }),
  msgCls,
  need: msgNeed,
  choices: z.array(z.string()),
  shareFlag: flag.meta({ title: '全单位可用' }),
  /** Tells that the caller may change it (1). */
  mineFlag: flag,
  ver,
})

/** Defines the calls for texts of messages that are kept to be used again (docs/spec/inbox.md#texts). */
export const msgtmpl = resource('/ent/msgtmpl', {
  getlist: get(may.add, z.object({}), z.array(MessageTemplate), { title: '查询消息模板' }),
  create: post(may.add, z.object(facts), key.extend({ ver }), '已存为模板', { title: '新增消息模板' }),
  delete: post(may.add, key.extend({ ver: ver.optional() }), none, '模板已删除', { title: '删除消息模板' }),
})
