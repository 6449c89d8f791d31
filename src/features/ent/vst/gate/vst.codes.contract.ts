import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { liveStt, no, none, text, time14, ver } from '#contract/fields.ts'

const { set } = permissions('vst')

/** Describes a code at a gate, with which visitors register themselves. */
export const GateCode = z.object({
  codeNo: no.meta({ title: '二维码编号' }),
  codeName: text(30).meta({ title: '地点' }),
  tmplNo: no.meta({ title: '表单' }),
  tmplName: z.string().meta({ title: '表单' }),
  stt: liveStt,
  crtTm: time14.meta({ title: '建立时间' }),
  ver,
})

const key = GateCode.pick({ codeNo: true })
const guarded = key.extend({ ver: ver.optional() })
const { codeName, tmplNo } = GateCode.shape

/** Defines the calls for codes at a gate: our own calls. */
export const gateCodes = resource('/ent/vst', {
  getcodes: get(set, z.object({}), z.array(GateCode), { title: '查询登记二维码' }),
  /** Returns it with what is printed: the path that it leads to. */
  getcode: get(set, key, GateCode.extend({ entName: z.string(), path: z.string() }), { title: '查询一个登记二维码' }),
  createcode: post(set, z.object({ codeName, tmplNo }), key.extend({ ver }), '新建成功', { title: '新建登记二维码' }),
  updatecode: post(
    set,
    guarded.extend({ codeName: codeName.optional(), stt: liveStt.optional() }),
    key.extend({ ver }),
    '修改成功',
    { title: '修改登记二维码' },
  ),
  /** Renews the key: posters with the old one lead nowhere from then on. */
  renewcode: post(set, guarded, key.extend({ ver }), '已更换二维码', { title: '更换登记二维码', undo: false }),
  deletecode: post(set, guarded, none, '删除成功', { title: '删除登记二维码' }),
})
